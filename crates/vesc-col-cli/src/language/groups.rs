//! Groups of columns that are the values of one variable.

use std::fmt;

use vesc_col::Features;
use vesc_col::spaces::ValueGroup;

use super::lists::{self, Listed};
use crate::args::GroupArgs;
use crate::error::CliError;
use crate::text::OneLine;

/// The groups over these features, none in two of them.
pub(crate) fn groups(args: &GroupArgs, features: &Features) -> Result<Vec<ValueGroup>, CliError> {
    let (mut groups, mut used) = (Vec::new(), vec![false; features.len()]);
    let ordered = args.ordered_group.iter().map(|text| ("--ordered-group", text));
    for (option, text) in args.group.iter().map(|text| ("--group", text)).chain(ordered) {
        let (name, values) = named_values(option, text, features)?;
        if let Some((_, feature)) = values.iter().find(|(_, feature)| std::mem::replace(&mut used[*feature], true)) {
            let column = OneLine(features.name(*feature));
            return Err(refuse(option, format_args!("`{column}` stands for two values")));
        }
        let group = if option == "--group" { ValueGroup::new(name, values) } else { ValueGroup::ordered(name, values) };
        groups.push(group);
    }
    Ok(groups)
}
/// The variable's name, and each value's with its feature.
type NamedValues = (String, Vec<(String, usize)>);

/// Reads `NAME:COL,...`. A value is called as its column is, without a leading `NAME=` or `NAME_` if all columns have it.
fn named_values(option: &'static str, text: &str, features: &Features) -> Result<NamedValues, CliError> {
    let (name, columns) =
        text.split_once(':').ok_or_else(|| refuse(option, "expected a name, a colon, and columns"))?;
    let name = name.trim();
    if name.is_empty() {
        return Err(refuse(option, "the group has no name"));
    }
    if features.position(name).is_some() {
        return Err(refuse(
            option,
            format_args!("`{}` is the name of a column; call the group otherwise", OneLine(name)),
        ));
    }
    let columns = lists::columns(listed(option), columns, features)?;
    if columns.len() < 2 {
        return Err(refuse(option, "a group has at least two columns"));
    }
    let stripped = |separator: &str| -> Option<Vec<&str>> {
        let short = |&feature: &usize| features.name(feature).strip_prefix(name)?.strip_prefix(separator);
        columns.iter().map(|feature| short(feature).filter(|value| !value.is_empty())).collect()
    };
    let whole = || columns.iter().map(|&feature| features.name(feature)).collect();
    let values = stripped("=").or_else(|| stripped("_")).unwrap_or_else(whole);
    Ok((name.to_owned(), values.into_iter().map(str::to_owned).zip(columns).collect()))
}

fn refuse(option: &'static str, reason: impl fmt::Display) -> CliError {
    listed(option).refuse(reason)
}

fn listed(option: &'static str) -> Listed {
    Listed { option, value: "NAME:COL,..." }
}

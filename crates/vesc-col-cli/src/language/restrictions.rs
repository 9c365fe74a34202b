//! What is known about the terms of a DNF.

use std::sync::Arc;

use vesc_col::columns::holds;
use vesc_col::data::Test;
use vesc_col::formula::{Literal, ParseError};
use vesc_col::spaces::DnfOptions;
use vesc_col::{Dnf, Features};

use super::lists::{self, Listed};
use crate::args::{DnfArgs, formula_size};
use crate::error::CliError;
use crate::text::{OneLine, names_in};

/// Returns the restrictions that the options make. `None` if there are none.
pub(crate) fn restrictions(args: &DnfArgs, features: &Features) -> Result<Option<Arc<DnfOptions>>, CliError> {
    let mut options = DnfOptions::default();
    let (mut required, mut forbidden) = (Vec::new(), Vec::new());
    for text in &args.require {
        required.extend(literals("--require", text, features)?);
    }
    for text in &args.forbid {
        forbidden.extend(literals_and_columns("--forbid", text, features)?);
    }
    // Of two words neither of which stands for what holds, neither is the negation of the other.
    let has_negation = |feature: &usize| match features.test(*feature) {
        Some((_, Test::Either { this, other })) => holds(this, other),
        _ => true,
    };
    let negations: Vec<Literal> = match args.monotone {
        true => (0..features.len()).filter(has_negation).map(Literal::negative).collect(),
        false => Vec::new(),
    };
    let contradiction = |literal: &&Literal| forbidden.contains(literal) || negations.contains(literal);
    if let Some(literal) = required.iter().find(contradiction) {
        let rule = if forbidden.contains(literal) { "--forbid" } else { "--monotone" };
        let literal = OneLine(&literal.display(features).to_string()).to_string();
        return Err(CliError::Usage(format!("--require wants `{literal}` in each formula, and {rule} in none")));
    }
    if !required.is_empty() {
        options = options.require(required);
    }
    if !forbidden.is_empty() {
        options = options.forbid(forbidden);
    }
    if args.monotone {
        let are_all = negations.len() == features.len();
        options = if are_all { options.monotone() } else { options.forbid(negations) };
    }
    if let Some(most) = args.max_term_literals {
        options = options.with_max_term_literals(most);
    }
    for text in &args.at_most_one {
        let listed = Listed { option: "--at-most-one", value: "COL,..." };
        options = at_most_one(lists::columns_with_features(listed, text, features)?, options);
    }
    for text in &args.weight {
        for (tests, weight) in weights(text, features)? {
            options = tests.into_iter().fold(options, |options, feature| options.with_weight(feature, weight));
        }
    }
    Ok((options != DnfOptions::default()).then(|| Arc::new(options)))
}

/// A term uses at most one of some columns, of each of which the features are given. It may use several features of
/// that one.
fn at_most_one(columns: Vec<Vec<usize>>, options: DnfOptions) -> DnfOptions {
    if columns.iter().all(|tests| tests.len() == 1) {
        return options.with_at_most_one_of(columns.into_iter().flatten());
    }
    let others = |place: usize| columns[place + 1..].iter().flatten();
    let pairs = |(place, tests): (usize, &Vec<usize>)| {
        tests.iter().flat_map(|&one| others(place).map(move |&other| [one, other])).collect::<Vec<_>>()
    };
    let pairs: Vec<[usize; 2]> = columns.iter().enumerate().flat_map(pairs).collect();
    pairs.into_iter().fold(options, DnfOptions::with_at_most_one_of)
}

/// Reads literals joined by `&`.
fn literals(option: &'static str, text: &str, features: &Features) -> Result<Vec<Literal>, CliError> {
    let dnf = match Dnf::parse(text, features) {
        // Different terms may have them.
        Err(ParseError::RepeatedFeature { .. }) if conjuncts(text).len() > 1 => {
            let parts = conjuncts(text).into_iter().map(|(_, part)| literals(option, part, features));
            return parts.collect::<Result<Vec<_>, _>>().map(|parts| parts.concat());
        }
        parsed => parsed.map_err(|source| CliError::Literals { option, source })?,
    };
    match dnf.terms() {
        [term] => Ok(term.literals().to_vec()),
        _ => Err(CliError::Usage(format!("invalid value for '{option} <LITERALS>': literals are joined by `&`"))),
    }
}

/// Reads literals and names of columns that features test, joined by `&`: such a name stands for all literals of its column.
fn literals_and_columns(option: &'static str, text: &str, features: &Features) -> Result<Vec<Literal>, CliError> {
    let mut found = Vec::new();
    for (start, part) in conjuncts(text) {
        let tests = tests_of(part.trim(), features);
        // An error says where it is in the whole text.
        let indented = " ".repeat(text[..start].chars().count()) + part;
        found.extend(match part.trim() {
            "" => literals(option, text, features)?,
            _ if tests.is_empty() => literals(option, &indented, features)?,
            _ => tests.into_iter().flat_map(|test| [Literal::positive(test), Literal::negative(test)]).collect(),
        });
    }
    Ok(found)
}

/// The parts between `&`, `&&` or `and` outside of quotes, each with where it begins in bytes.
fn conjuncts(text: &str) -> Vec<(usize, &str)> {
    let (mut parts, mut start, mut at) = (Vec::new(), 0, 0);
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let (length, is_operator) = match first {
            '"' => (rest[1..].find('"').map_or(rest.len(), |end| end + 2), false),
            '&' => (if rest.starts_with("&&") { 2 } else { 1 }, true),
            _ => {
                let is_end = |c: char| c.is_whitespace() || "&|!()\"=<>".contains(c);
                let length = rest.find(is_end).unwrap_or(rest.len()).max(first.len_utf8());
                (length, Features::operator(&rest[..length]) == Some('&'))
            }
        };
        if is_operator {
            parts.push((start, &text[start..at]));
            start = at + length;
        }
        at += length;
    }
    parts.push((start, &text[start..]));
    parts
}

/// The features that test the column of this name, which may be quoted.
fn tests_of(name: &str, features: &Features) -> Vec<usize> {
    if features.position(name).is_some() {
        return Vec::new();
    }
    let unquoted =
        name.strip_prefix('"').and_then(|name| name.strip_suffix('"')).map(|name| name.replace("\"\"", "\""));
    lists::tests_of(unquoted.as_deref().unwrap_or(name), features)
}

/// Reads `COL=W,...`; a name may contain `=`, a weight does not. Each column has all of its features.
fn weights(text: &str, features: &Features) -> Result<Vec<(Vec<usize>, u32)>, CliError> {
    let listed = Listed { option: "--weight", value: "COL=W,..." };
    let weight = |entry: String| {
        let (name, weight) =
            entry.rsplit_once('=').ok_or_else(|| listed.refuse("expected a column, `=`, and a number"))?;
        let weight = formula_size(weight.trim()).map_err(|reason| listed.refuse(reason))?;
        // Sizes are far below 2^32.
        Ok((listed.features(name.trim(), features)?, u32::try_from(weight).unwrap_or(u32::MAX)))
    };
    names_in(text).into_iter().map(weight).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conjuncts_are_split_outside_of_quotes() {
        let parts = |text| conjuncts(text).into_iter().map(|(start, part)| (start, part.trim())).collect::<Vec<_>>();
        assert_eq!(parts("a & !b"), [(0, "a"), (3, "!b")]);
        assert_eq!(parts("a&&b and c"), [(0, "a"), (3, "b"), (8, "c")]);
        assert_eq!(parts("\"a & \"\"b and c\" AND é&brand"), [(0, "\"a & \"\"b and c\""), (19, "é"), (23, "brand")]);
        assert_eq!(parts("a &"), [(0, "a"), (3, "")]);
        assert_eq!(parts("mode=\"and\" & \"x"), [(0, "mode=\"and\""), (12, "\"x")]);
    }
}

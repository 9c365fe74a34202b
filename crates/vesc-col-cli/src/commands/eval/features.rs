//! What a formula says about the columns.

use vesc_col::Features;
use vesc_col::columns::Schema;
use vesc_col::data::{DataError, Test};

use crate::args::{InputArgs, Language};
use crate::input::{InputError, schema};

/// A formula of any language in which names and tests stand as in a DNF, so that they can be found. It has no signs
/// that only the language has, and no names of a diagram's nodes.
pub(super) fn as_tests(language: Language, formula: &str) -> String {
    let signs = match language {
        Language::Dnf => "",
        Language::Cnf => "()",
        Language::Threshold | Language::Parity => "(),",
        Language::List | Language::Tree | Language::Obdd => "()?:;",
    };
    let mut is_quoted = false;
    let blank = |c: char| {
        is_quoted ^= c == '"';
        if !is_quoted && signs.contains(c) { ' ' } else { c }
    };
    if language != Language::Obdd {
        return formula.chars().map(blank).collect();
    }
    // `n0 = irq ? 1 : 0` gives a node a name.
    let node = |part: &str| match part.split_once('=') {
        Some((name, rest)) if is_node(name.trim()) => rest.to_owned(),
        _ => part.to_owned(),
    };
    formula.split(';').map(node).collect::<Vec<_>>().join(" ").chars().map(blank).collect()
}

fn is_node(name: &str) -> bool {
    name.strip_prefix('n').is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The columns that a formula names, as far as it can be read.
pub(super) struct Named(Vec<String>);

impl Named {
    pub(super) fn in_formula(formula: &str) -> Named {
        Named(Test::columns_in(formula).into_iter().map(|(column, _)| column).collect())
    }

    /// Whether it names the column, or in brackets an item or a bit of it.
    pub(super) fn has(&self, column: &str) -> bool {
        self.0.iter().any(|name| name == column || item_of(name, column).is_some())
    }
}

/// What stands in brackets behind the name of a column.
fn item_of<'a>(name: &'a str, column: &str) -> Option<&'a str> {
    name.strip_prefix(column)?.strip_prefix('[')?.strip_suffix(']')
}

/// The schema for the features that a formula speaks of; `None` if all columns are to be Boolean, and no value is compared.
pub(super) fn schema_of_formula(
    args: &InputArgs,
    formula: &str,
    columns: &Features,
) -> Result<Option<Schema>, InputError> {
    let given = schema(args)?;
    let has_item = |name: &str| columns.position(name).is_none() && columns.names().any(|c| item_of(name, c).is_some());
    let compares = Test::columns_in(formula).iter().any(|(name, test)| test.is_some() || has_item(name));
    let wanted = compares || given.is_some();
    Ok(wanted.then(|| given.unwrap_or_default().for_formula(formula, columns.names())))
}

/// What a formula may speak of: the tests that it makes of columns, and all other columns as Boolean ones.
pub(super) fn features_of_formula(formula: &str, columns: &Features) -> Result<Features, DataError> {
    let mut tests: Vec<(String, Option<Test>)> = Vec::new();
    for tested in Test::columns_in(formula) {
        let is_column = columns.position(&tested.0).is_some();
        let is_item = !is_column && tested.1.is_none() && columns.names().any(|c| item_of(&tested.0, c).is_some());
        if (tested.1.is_some() && is_column || is_item) && !tests.contains(&tested) {
            tests.push(tested);
        }
    }
    let is_tested = |name: &&str| tests.iter().any(|(column, _)| column == name);
    let others: Vec<_> = columns.names().filter(|name| !is_tested(name)).map(|name| (name.to_owned(), None)).collect();
    Features::typed(tests.into_iter().chain(others))
}

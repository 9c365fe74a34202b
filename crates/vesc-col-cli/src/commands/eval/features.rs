//! What a formula says about the columns.

use vesc_col::Features;
use vesc_col::columns::Schema;
use vesc_col::data::{DataError, Test};

use crate::args::{InputArgs, Language};
use crate::input::{InputError, schema};
use crate::text::item_of;

/// A formula of any language in which names and tests stand as in a DNF, so that they can be found. It has no signs and words
/// that only the language has, and no names of a diagram's nodes.
pub(super) fn as_tests(language: Language, formula: &str) -> String {
    match language {
        Language::Dnf => formula.to_owned(),
        Language::Cnf => without_signs(formula, "()"),
        // `at least 2 of (a, b)`, `odd(a, b)`
        Language::Threshold | Language::Parity => {
            let begin = outside_of_quotes(formula).find(|&(_, c)| c == '(').map_or(0, |(at, _)| at);
            without_signs(&formula[begin..], "(),")
        }
        Language::List | Language::Tree => questions(formula, "?:"),
        Language::Obdd => questions(formula, "?:;"),
    }
}

/// The same formula with blanks for these signs.
fn without_signs(formula: &str, signs: &str) -> String {
    let mut text = formula.to_owned();
    for (at, c) in outside_of_quotes(formula).filter(|&(_, c)| signs.contains(c)) {
        text.replace_range(at..at + c.len_utf8(), " ");
    }
    text
}

/// What is asked in `irq ? 1 : n0`, and not where that leads.
fn questions(formula: &str, signs: &str) -> String {
    let formula = &without_signs(formula, "()");
    let mut cuts: Vec<usize> =
        outside_of_quotes(formula).filter(|&(_, c)| signs.contains(c)).map(|(at, _)| at).collect();
    cuts.push(formula.len());
    let mut start = 0;
    let parts = cuts.into_iter().map(|end| {
        let part = &formula[start..end];
        start = (end + 1).min(formula.len());
        match part.split_once('=') {
            // `n0 = irq ? 1 : 0` gives a node a name.
            Some((name, rest)) if signs.contains(';') && is_node(name.trim()) => rest,
            // Names that could be meant are quoted.
            _ if matches!(part.trim(), "0" | "1") && !formula[end..].starts_with('?') => "",
            _ if signs.contains(';') && is_node(part.trim()) => "",
            _ => part,
        }
    });
    parts.collect::<Vec<_>>().join(" ")
}

/// The characters that no quotes surround, each with where it is.
fn outside_of_quotes(formula: &str) -> impl Iterator<Item = (usize, char)> {
    let mut is_quoted = false;
    formula.char_indices().filter(move |&(_, c)| {
        is_quoted ^= c == '"';
        !is_quoted && c != '"'
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_a_language_has_is_no_test() {
        let words = |language, formula| as_tests(language, formula).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words(Language::Cnf, "(a | b=\"(\") & c"), "a | b=\"(\" & c");
        assert_eq!(words(Language::Parity, "odd(odd=1, \"a,b\")"), "odd=1 \"a,b\"");
        assert_eq!(words(Language::Threshold, "at least 2 of (of>=3, b, c)"), "of>=3 b c");
        assert_eq!(words(Language::List, "m=a;b & c ? 1 : \"0\">=5 ? 0 : 1"), "m=a;b & c \"0\">=5");
        assert_eq!(words(Language::Tree, "1 ? (a=0 ? 1 : 0) : \"?\" ? 1 : 0"), "1 a=0 \"?\"");
        assert_eq!(words(Language::Obdd, "n0 = m=\"a;b\" ? 1 : 0; \"n1\"=red ? n0 : 1"), "m=\"a;b\" \"n1\"=red");
    }
}

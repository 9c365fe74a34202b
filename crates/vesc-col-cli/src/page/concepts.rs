//! How many concepts fit, and in how many families, in words.

use super::document::{Document, Interval};
use super::numbers::interval;

/// The concepts that fit, as the subject of a sentence with its verb: `one concept of 2 literals in 1 term fits`,
/// `3 concepts of 2 literals in 1 term, in 2 families, fit`. `of_size` is empty or begins with a blank.
pub(super) fn that(document: &Document, of_size: &str, verb: &str) -> String {
    let families = families(&document.cardinality, document.families.as_ref());
    let families = families.map(|families| match families.as_str() {
        "1 family" => ", all of one family,".to_owned(),
        many => format!(", in {many},"),
    });
    let families = families.unwrap_or_default();
    match interval(&document.cardinality).as_str() {
        "1" => format!("one concept{of_size} {verb}s"),
        "at least 1" => format!("at least one concept{of_size}{families} {verb}s"),
        many => format!("{many} concepts{of_size}{families} {verb}"),
    }
}

/// The number of concepts, and that of their families if it is another one: `3`, `3 in 2 families`.
pub(super) fn number(concepts: &Interval, of: Option<&Interval>) -> String {
    let number = interval(concepts);
    match families(concepts, of) {
        Some(families) => format!("{number} in {families}"),
        None => number,
    }
}

/// The number of families, if it is known and not that of the concepts.
fn families(concepts: &Interval, families: Option<&Interval>) -> Option<String> {
    let families = families.map(interval).filter(|families| *families != interval(concepts))?;
    match families.as_str() {
        "unknown" => None,
        "1" => Some("1 family".to_owned()),
        "at least 1" => Some("at least 1 family".to_owned()),
        many => Some(format!("{many} families")),
    }
}

/// Makes the first letter a capital.
pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_named_where_they_are_fewer() {
        let count = |number: &str| Interval { lower: number.to_owned(), upper: Some(number.to_owned()) };
        let open = |number: &str| Interval { lower: number.to_owned(), upper: None };
        assert_eq!(number(&count("3"), Some(&count("2"))), "3 in 2 families");
        assert_eq!(number(&count("3"), Some(&count("1"))), "3 in 1 family");
        assert_eq!(number(&count("3"), Some(&count("3"))), "3");
        assert_eq!(number(&count("3"), None), "3");
        assert_eq!(number(&open("20001"), Some(&open("0"))), "at least 20001");
        assert_eq!(number(&open("20001"), Some(&open("1"))), "at least 20001 in at least 1 family");
    }
}

//! Declared constraints, by names.

use std::ops::Range;

use vesc_col_core::{Dnf, DomainBuilder, Features, Literal};

use super::pattern::matches;
use super::{ColumnError, Schema};

/// Adds what a schema declares besides types.
pub(super) fn declare(
    schema: &Schema,
    features: &Features,
    mut builder: DomainBuilder,
) -> Result<DomainBuilder, ColumnError> {
    for group in &schema.one_hot {
        builder = builder.exactly_one(members(group, features)?);
    }
    for group in &schema.at_most_one {
        builder = builder.at_most_one(members(group, features)?.into_iter().map(Literal::positive));
    }
    for text in &schema.implies {
        let form = || ColumnError::Form { text: text.clone(), expected: "a & b -> c" };
        let (condition, consequence) = text.split_once("->").ok_or_else(form)?;
        let condition = literals(text, 0..condition.len(), features)?.ok_or_else(form)?;
        let consequence = text.len() - consequence.len()..text.len();
        for literal in literals(text, consequence, features)?.ok_or_else(form)? {
            builder = builder.never(condition.iter().copied().chain([!literal]));
        }
    }
    for text in &schema.never {
        let form = || ColumnError::Form { text: text.clone(), expected: "a & b" };
        builder = builder.never(literals(text, 0..text.len(), features)?.ok_or_else(form)?);
    }
    Ok(builder)
}

/// The Boolean columns with these names, each once.
fn members(patterns: &[String], features: &Features) -> Result<Vec<usize>, ColumnError> {
    let mut members = Vec::new();
    for pattern in patterns {
        let is_flag = |&feature: &usize| features.test(feature).is_none();
        let named = |&feature: &usize| matches(pattern, features.name(feature));
        let before = members.len();
        members.extend((0..features.len()).filter(is_flag).filter(named));
        if members.len() == before {
            return Err(ColumnError::NoMatch { pattern: pattern.clone() });
        }
    }
    members.sort_unstable();
    members.dedup();
    Ok(members)
}

/// Literals joined by `&` in a part of a constraint; `None` if there is more than one term. Messages count from the beginning of the whole.
fn literals(text: &str, part: Range<usize>, features: &Features) -> Result<Option<Vec<Literal>>, ColumnError> {
    let blanks = " ".repeat(text[..part.start].chars().count());
    let wrong = |source| ColumnError::Constraint { text: text.to_owned(), source };
    let dnf = Dnf::parse(&(blanks + &text[part]), features).map_err(wrong)?;
    let [term] = dnf.terms() else { return Ok(None) };
    Ok(Some(term.literals().to_vec()))
}

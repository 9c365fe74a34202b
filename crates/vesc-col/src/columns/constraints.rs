//! Declared constraints, by names.

use std::ops::Range;

use vesc_col_core::{Dnf, DomainBuilder, Features, Literal, ParseError, Test};

use super::pattern::matches;
use super::scale::{Reading, Scale};
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
    let mut own = text[part].to_owned();
    let dnf = loop {
        match Dnf::parse(&(blanks.clone() + &own), features) {
            Ok(dnf) => break dnf,
            Err(source) => own = as_in_file(own, source, text, features)?,
        }
    };
    let [term] = dnf.terms() else { return Ok(None) };
    Ok(Some(term.literals().to_vec()))
}

/// A part of a constraint in which a threshold is written as the file writes it, if that is what was wrong: `wait>=60s` for `wait>=1min`.
fn as_in_file(part: String, source: ParseError, text: &str, features: &Features) -> Result<String, ColumnError> {
    let wrong = |source| Err(ColumnError::Constraint { text: text.to_owned(), source });
    let ParseError::UnknownFeature { name, .. } = &source else { return wrong(source) };
    let name = name.clone();
    let (at_least, below) = (name.split_once(">="), name.split_once('<'));
    let Some((column, value)) = at_least.or(below) else { return wrong(source) };
    let [column, value] = [column, value].map(str::trim);
    let thresholds: Vec<(usize, &str)> = (0..features.len())
        .filter_map(|feature| match features.test(feature) {
            Some((name, Test::AtLeast(threshold))) if name == column => Some((feature, threshold.as_str())),
            _ => None,
        })
        .collect();
    if thresholds.is_empty() {
        return wrong(source);
    }
    let cells = thresholds.iter().map(|&(_, threshold)| threshold).chain([value]);
    let on = |scale| Reading::of_scale(scale, cells.clone());
    let readings: Vec<Reading> = match [Scale::Date, Scale::Literal, Scale::Quantity].into_iter().find_map(on) {
        Some(reading) => vec![reading],
        // Decimals can be versions, too: then both must agree.
        None => [Scale::Number, Scale::Version].into_iter().filter_map(on).collect(),
    };
    let is_same = |&&(_, threshold): &&(usize, &str)| {
        !readings.is_empty() && readings.iter().all(|reading| reading.key(threshold) == reading.key(value))
    };
    let same = thresholds.iter().find(is_same);
    match same {
        Some(&(feature, _)) => {
            let literal = Literal::matching(feature, at_least.is_some()).display(features).to_string();
            let respelled = part.replacen(name.as_str(), &literal, 1);
            // It stands there in quotes.
            if respelled == part { wrong(source) } else { Ok(respelled) }
        }
        None => {
            let more = if thresholds.len() > SHOWN { ", ..." } else { "" };
            let shown: Vec<&str> = thresholds.iter().take(SHOWN).map(|&(_, threshold)| threshold).collect();
            let thresholds = shown.join(", ") + more;
            Err(ColumnError::NoThreshold { text: text.to_owned(), name: name.clone(), thresholds })
        }
    }
}

/// How many thresholds a message names.
const SHOWN: usize = 10;

#[cfg(test)]
mod tests {
    use super::super::{ColumnError, Schema, TypedTable};

    /// Whether a row of a table with these thresholds may be, by this implication.
    fn build(implication: &str) -> Result<(), ColumnError> {
        let schema = Schema::auto().with_implication(implication);
        let mut table = TypedTable::new(schema, ["wait", "len", "when", "irq"]);
        for (label, cells) in [
            (true, ["60s", "8", "2024-01-09", "1"]),
            (false, ["1s", "4", "2024-01-05", "0"]),
            (false, ["2min", "16", "2024-02-01", "0"]),
        ] {
            table.push(label, cells)?;
        }
        table.build().map(drop)
    }

    #[test]
    fn thresholds_are_the_same_in_any_spelling() {
        for implication in [
            "irq -> wait>=60s",
            "irq -> wait>=1min",
            "irq -> wait>=0:01:00 & wait<120s",
            "irq -> len>=8.0",
            "irq -> len<16.0 & when>=2024/1/9",
            "len>=16.0 -> !irq",
        ] {
            assert!(build(implication).is_ok(), "{implication}: {:?}", build(implication));
        }
        // The row with `irq` breaks it.
        assert!(matches!(build("irq -> wait>=2min"), Err(ColumnError::Data(_))));
        for implication in ["irq -> len>=5", "irq -> wait<1ms", "irq -> when>=soon"] {
            let error = build(implication).expect_err("no such threshold");
            assert!(matches!(error, ColumnError::NoThreshold { .. }), "{implication}: {error}");
        }
        let error = build("irq -> len>=5").expect_err("no such threshold").to_string();
        let expected = "the constraint `irq -> len>=5`: there is no threshold `len>=5`; the column's are 8, 16, and others can be declared";
        assert_eq!(error, expected);
        assert!(matches!(build("irq -> wait>=\"1min\""), Err(ColumnError::Constraint { .. })));
        // 3.1 is no 3.10, if these are versions.
        let mut table = TypedTable::new(Schema::auto().with_implication("irq -> python<3.1"), ["python", "irq"]);
        for (label, cells) in [(true, ["3.9", "1"]), (false, ["3.10", "0"]), (false, ["3.8", "0"])] {
            table.push(label, cells).unwrap();
        }
        assert!(matches!(table.build(), Err(ColumnError::NoThreshold { .. })));
        assert!(matches!(build("irq -> lne>=8"), Err(ColumnError::Constraint { .. })));
    }
}

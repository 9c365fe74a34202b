//! The table of |VS| over the sizes searched.

use serde::Serialize;

use super::document::{Document, Interval, Size};
use super::numbers::interval;

/// A table with a row for each number of literals and a column for each number of terms, or a list for other sizes.
#[derive(Debug, Serialize)]
pub(super) struct Evidence {
    /// The numbers of terms; empty if sizes are no literals and terms.
    terms: Vec<u64>,
    rows: Vec<Row>,
    /// The size of the answer in words, if there is one.
    answer: Option<String>,
}

#[derive(Debug, Serialize)]
struct Row {
    name: String,
    cells: Vec<Option<Cell>>,
}

#[derive(Clone, Debug, Serialize)]
struct Cell {
    text: String,
    /// How the cell is coloured.
    class: String,
    /// Why it is no exact number.
    stopped: Option<String>,
    /// Whether the answer stands here.
    answer: bool,
}

pub(super) fn evidence(document: &Document) -> Evidence {
    let answer = document.complexity.as_ref().map(size);
    let cell = |step: &super::document::Step| Cell {
        text: interval(&step.cardinality),
        class: class(&step.cardinality),
        stopped: step.stopped.clone(),
        answer: document.complexity.as_ref() == Some(&step.complexity),
    };
    let planar = |step: &super::document::Step| {
        let known = (step.complexity.get("literals"), step.complexity.get("terms"));
        if step.complexity.len() == 2 { known.0.copied().zip(known.1.copied()) } else { None }
    };
    let places: Option<Vec<(u64, u64)>> = document.steps.iter().map(planar).collect();
    let Some(places) = places.filter(|places| !places.is_empty()) else {
        let rows =
            document.steps.iter().map(|step| Row { name: size(&step.complexity), cells: vec![Some(cell(step))] });
        return Evidence { terms: Vec::new(), rows: rows.collect(), answer };
    };
    let distinct = |values: Vec<u64>| {
        let mut values = values;
        values.sort_unstable();
        values.dedup();
        values
    };
    let terms = distinct(places.iter().map(|place| place.1).collect());
    let literals = distinct(places.iter().map(|place| place.0).collect());
    let rows = literals.iter().map(|&row| {
        let at = |&column: &u64| {
            let position = places.iter().rposition(|&place| place == (row, column))?;
            Some(cell(&document.steps[position]))
        };
        Row { name: row.to_string(), cells: terms.iter().map(at).collect() }
    });
    Evidence { rows: rows.collect(), terms, answer }
}

/// Returns a size in words: `5 literals, 2 terms`.
pub(super) fn size(size: &Size) -> String {
    let name = |(name, &number): (&String, &u64)| match name.strip_suffix('s') {
        Some(one) if number == 1 => format!("1 {one}"),
        _ => format!("{number} {name}"),
    };
    size.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// The colour of a count: by its number of digits, hatched if it is not exact.
fn class(count: &Interval) -> String {
    match count.exact() {
        Some("0") => "empty".to_owned(),
        Some("1") => "unique".to_owned(),
        Some(digits) => format!("many many{}", (digits.len() / 2).min(5)),
        None => "open".to_owned(),
    }
}

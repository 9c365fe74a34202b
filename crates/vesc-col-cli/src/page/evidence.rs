//! The table of |VS| over the sizes searched.

use serde::Serialize;

use super::concepts;
use super::document::{Document, Interval, Size};
use super::numbers::interval;

/// A table with a row for each number of literals and a column for each number of terms, or for two other measures. A
/// list for other sizes.
#[derive(Debug, Serialize)]
pub(super) struct Evidence {
    /// What is counted in the rows, such as literals; empty for a list.
    counted: String,
    /// The columns, such as `2 terms`; empty for a list.
    columns: Vec<String>,
    rows: Vec<EvidenceRow>,
    /// The size where the search ended, in words, and what stands there.
    answer: Option<String>,
    stands: &'static str,
    /// What is counted, in words.
    of: &'static str,
    mark: &'static str,
}

#[derive(Debug, Serialize)]
struct EvidenceRow {
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
    let (stands, mark) = match document.outcome.as_str() {
        "learned" | "counted" => ("The answer stands at", "answer"),
        _ => ("The search ended at", "end"),
    };
    let of = match document.families {
        Some(_) => "The number of concepts that fit, |VS|, and of their families",
        None => "The number of concepts that fit, |VS|",
    };
    let cell = |step: &super::document::Step| Cell {
        text: count(step),
        class: class(step.families.as_ref().unwrap_or(&step.cardinality)),
        stopped: step.stopped.clone(),
        answer: document.complexity.as_ref() == Some(&step.complexity),
    };
    let measures: Option<Vec<[&str; 2]>> = document.steps.iter().map(|step| two(&step.complexity)).collect();
    let measures = measures.filter(|all| all.windows(2).all(|pair| pair[0] == pair[1]));
    let Some(&[down, across]) = measures.as_ref().and_then(|all| all.first()) else {
        let rows = document
            .steps
            .iter()
            .map(|step| EvidenceRow { name: size(&step.complexity), cells: vec![Some(cell(step))] });
        return Evidence {
            counted: String::new(),
            columns: Vec::new(),
            rows: rows.collect(),
            answer,
            stands,
            of,
            mark,
        };
    };
    let place = |step: &super::document::Step| (step.complexity[down], step.complexity[across]);
    let places: Vec<(u64, u64)> = document.steps.iter().map(place).collect();
    let distinct = |values: Vec<u64>| {
        let mut values = values;
        values.sort_unstable();
        values.dedup();
        values
    };
    let columns = distinct(places.iter().map(|place| place.1).collect());
    let rows = distinct(places.iter().map(|place| place.0).collect());
    let rows = rows.iter().map(|&row| {
        let at = |&column: &u64| {
            let position = places.iter().rposition(|&place| place == (row, column))?;
            Some(cell(&document.steps[position]))
        };
        EvidenceRow { name: row.to_string(), cells: columns.iter().map(at).collect() }
    });
    Evidence {
        rows: rows.collect(),
        counted: down.to_owned(),
        columns: columns.iter().map(|&column| named(across, column)).collect(),
        answer,
        stands,
        of,
        mark,
    }
}

/// What fits, and what possibly does where cells are unknown.
fn count(step: &super::document::Step) -> String {
    let certain = concepts::number(&step.cardinality, step.families.as_ref());
    match step.possible.as_ref().map(|possible| interval(&possible.cardinality)) {
        Some(possible) if possible != certain => format!("{certain}, possibly {possible}"),
        _ => certain,
    }
}

/// The two measures of a size, if it has two.
fn two(size: &Size) -> Option<[&str; 2]> {
    let mut names = size.keys().map(String::as_str);
    let pair = [names.next()?, names.next()?];
    names.next().is_none().then_some(pair)
}

/// Returns a measure in words: `1 term`, `2 terms`, `weight 4`.
fn named(name: &str, number: u64) -> String {
    match name.strip_suffix('s') {
        Some(one) if number == 1 => format!("1 {one}"),
        None if name == "weight" => format!("{name} {number}"),
        _ => format!("{number} {name}"),
    }
}

/// Returns a size in words: `5 literals in 2 terms`, `4 splits`.
pub(super) fn size(size: &Size) -> String {
    let words: Vec<String> = size.iter().map(|(name, &number)| named(name, number)).collect();
    words.join(if size.contains_key("terms") || size.contains_key("clauses") { " in " } else { ", " })
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

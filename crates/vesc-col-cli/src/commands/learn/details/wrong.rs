//! The rows on which a formula is wrong, and those of which unknown cells decide.

use serde::Serialize;
use vesc_col::explain::exclusions_within;

use super::{first_lines, is_zero};
use crate::commands::question::Answer;
use crate::input::Loaded;
use crate::language::as_dnf;

/// How many rows there are, the first lines of them, each once, and how many more lines there are.
#[derive(Serialize)]
pub(super) struct Wrong {
    /// The negative rows that the formula accepts.
    accepted: usize,
    accepted_lines: Vec<u64>,
    #[serde(skip_serializing_if = "is_zero")]
    more_accepted_lines: usize,
    /// The positive rows that it rejects.
    rejected: usize,
    rejected_lines: Vec<u64>,
    #[serde(skip_serializing_if = "is_zero")]
    more_rejected_lines: usize,
    /// The rows on which it is right or wrong as their unknown cells are.
    open: usize,
    open_lines: Vec<u64>,
    #[serde(skip_serializing_if = "is_zero")]
    more_open_lines: usize,
}

impl Wrong {
    /// All lines that are given.
    pub(super) fn lines(&self) -> impl Iterator<Item = u64> {
        let Wrong { accepted_lines, rejected_lines, open_lines, .. } = self;
        accepted_lines.iter().chain(rejected_lines).chain(open_lines).copied()
    }
}

/// The rows of the first hypothesis, or of the first that possibly fits. `None` where all hypotheses are right on all rows, and where
/// cells are unknown and the hypothesis is no DNF.
pub(super) fn wrong(answer: &Answer<'_>) -> Option<Wrong> {
    let Loaded { data, domain, lines, .. } = answer.loaded;
    let report = answer.report;
    let first = report.hypotheses().first().or(report.possible().first())?;
    let is_partial = data.unknown_cells() > 0;
    if report.errors_allowed().is_none() && !is_partial || is_partial && as_dnf(&**first).is_none() {
        return None;
    }
    let [mut accepted, mut rejected, mut open]: [(u64, Vec<u64>); 3] = Default::default();
    for one in exclusions_within(&**first, data, domain.clone()) {
        let rows = match (one.is_certain, one.sample.is_positive()) {
            (false, _) => &mut open,
            (true, true) => &mut rejected,
            (true, false) => &mut accepted,
        };
        rows.0 += one.sample.weight(data);
        rows.1.extend(one.sample.rows(data).iter().map(|&row| lines[row]));
    }
    let [accepted_rows, rejected_rows, open_rows] = [accepted.0, rejected.0, open.0].map(|runs| runs as usize);
    let [(accepted_lines, more_accepted_lines), (rejected_lines, more_rejected_lines), (open_lines, more_open_lines)] =
        [accepted.1, rejected.1, open.1].map(first_lines);
    Some(Wrong {
        accepted: accepted_rows,
        accepted_lines,
        more_accepted_lines,
        rejected: rejected_rows,
        rejected_lines,
        more_rejected_lines,
        open: open_rows,
        open_lines,
        more_open_lines,
    })
}

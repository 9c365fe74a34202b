//! What a formula says of rows without labels.

use std::fmt;

use serde::Serialize;
use vesc_col::sub_space::Complexity;

use super::judge::Verdict;
use crate::text::{self, counted, in_one_line};

/// What a formula says of each row.
#[derive(Debug, Serialize)]
pub(super) struct Prediction {
    schema: u32,
    outcome: &'static str,
    hypothesis: Text,
    complexity: Complexity,
    /// In the order of the rows.
    predictions: Vec<Row>,
    warnings: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Text {
    text: String,
}

#[derive(Debug, Serialize)]
struct Row {
    line: u64,
    accepted: bool,
}

impl Prediction {
    /// The formula is shown as it was typed. `verdict` is about all rows.
    pub(super) fn new(
        (formula, complexity): (&str, Complexity),
        verdict: Verdict,
        warnings: Vec<String>,
    ) -> Prediction {
        let rows = |lines: Vec<u64>, accepted| lines.into_iter().map(move |line| Row { line, accepted });
        let mut predictions: Vec<Row> = rows(verdict.accepted, true).chain(rows(verdict.rejected, false)).collect();
        predictions.sort_unstable_by_key(|row| row.line);
        let hypothesis = Text { text: formula.trim().to_owned() };
        Prediction { schema: 1, outcome: "predicted", hypothesis, complexity, predictions, warnings }
    }
}

/// How many rows there are, how many of them the formula accepts, and which.
impl fmt::Display for Prediction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = |accepted: bool| -> Vec<u64> {
            self.predictions.iter().filter(|row| row.accepted == accepted).map(|row| row.line).collect()
        };
        let (accepted, rejected) = (lines(true), lines(false));
        writeln!(f, "{} without labels", counted(self.predictions.len(), "row"))?;
        for warning in &self.warnings {
            writeln!(f, "warning: {warning}")?;
        }
        for (word, lines) in
            [("accepted", &accepted), ("rejected", &rejected)].into_iter().filter(|(_, l)| !l.is_empty())
        {
            writeln!(f, "{word}, on {}", text::lines(lines))?;
        }
        writeln!(f, "predicted: the formula accepts {} of {}", accepted.len(), counted(self.predictions.len(), "row"))?;
        writeln!(f, "    {}", in_one_line(&self.hypothesis.text))
    }
}

//! What a formula says of rows without labels.

use std::fmt;

use serde::Serialize;
use vesc_col::sub_space::Complexity;

use super::judge::LabelVerdict;
use super::report::Text;
use crate::text::{self, counted, in_one_line};

/// What a formula says of each row.
#[derive(Debug, Serialize)]
pub(super) struct Prediction {
    schema: u32,
    outcome: &'static str,
    hypothesis: Text,
    complexity: Complexity,
    /// In the order of the rows.
    predictions: Vec<PredictedRow>,
    warnings: Vec<String>,
}

#[derive(Debug, Serialize)]
struct PredictedRow {
    line: u64,
    /// Null if unknown cells decide.
    accepted: Option<bool>,
}

impl Prediction {
    /// The formula is shown as it was typed. `verdict` is about all rows.
    pub(super) fn new(
        (formula, complexity): (&str, Complexity),
        verdict: LabelVerdict,
        warnings: Vec<String>,
    ) -> Prediction {
        let rows = |lines: Vec<u64>, accepted| lines.into_iter().map(move |line| PredictedRow { line, accepted });
        let known = rows(verdict.accepted.lines, Some(true)).chain(rows(verdict.rejected.lines, Some(false)));
        let mut predictions: Vec<PredictedRow> = known.chain(rows(verdict.open.lines, None)).collect();
        predictions.sort_unstable_by_key(|row| row.line);
        let hypothesis = Text::of(formula);
        Prediction { schema: 1, outcome: "predicted", hypothesis, complexity, predictions, warnings }
    }
}

/// How many rows there are, how many of them the formula accepts, and which.
impl fmt::Display for Prediction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = |accepted: Option<bool>| -> Vec<u64> {
            self.predictions.iter().filter(|row| row.accepted == accepted).map(|row| row.line).collect()
        };
        let [accepted, rejected, open] = [Some(true), Some(false), None].map(lines);
        writeln!(f, "{} without labels", counted(self.predictions.len(), "row"))?;
        for warning in &self.warnings {
            writeln!(f, "warning: {warning}")?;
        }
        let sides = [("accepted", &accepted), ("rejected", &rejected), ("open", &open)];
        for (word, lines) in sides.into_iter().filter(|(_, lines)| !lines.is_empty()) {
            writeln!(f, "{word}, on {}", text::lines(lines))?;
        }
        writeln!(f, "predicted: the formula accepts {} of {}", accepted.len(), counted(self.predictions.len(), "row"))?;
        writeln!(f, "    {}", in_one_line(&self.hypothesis.text))
    }
}

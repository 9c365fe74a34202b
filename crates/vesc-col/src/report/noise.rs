//! What a report for people says of errors and unknown cells.

use std::fmt::{self, Write};

use super::numbers::{relation, short_count};
use super::text::written;
use super::{Outcome, Report, Step};
use crate::errors::ErrorCell;
use crate::report::certain_size::NextCertain;

/// How many of the hypotheses that possibly fit are worth a line each.
const SHOWN_POSSIBLE: usize = 10;

impl Report {
    /// Below the outcome: what else is to be known about what fits.
    pub(super) fn fmt_noise(&self, f: &mut String) -> fmt::Result {
        if let Some(budget) = self.errors_allowed() {
            writeln!(f, "    within {budget}")?;
        }
        match self.deciding_step().and_then(Step::possible) {
            Some(possible) if self.outcome() != Outcome::Undecided => {
                writeln!(
                    f,
                    "    whatever the unknown cells are; for some values of them |VS| {}",
                    relation(&possible.concepts)
                )
            }
            _ => Ok(()),
        }
    }

    /// What possibly fits, where nothing certainly does.
    pub(super) fn fmt_possible(&self, f: &mut String) -> fmt::Result {
        for hypothesis in self.possible().iter().take(SHOWN_POSSIBLE) {
            writeln!(f, "    possibly {}", hypothesis.display(self.features()))?;
        }
        match self.next_certain() {
            None => Ok(()),
            Some(NextCertain::Found(complexity, concepts)) => writeln!(
                f,
                "    the first size with a concept that explains the data whatever the unknown cells are: {complexity}, |VS| {}",
                relation(concepts)
            ),
            Some(NextCertain::Nothing) => {
                writeln!(f, "    up to the cap no concept explains the data whatever the unknown cells are")
            }
            Some(NextCertain::Stopped(complexity, reason)) => writeln!(
                f,
                "    no concept simpler than {complexity} explains the data whatever the unknown cells are; stopped there ({reason})"
            ),
        }
    }

    /// |VS| by errors, and the answer without errors.
    pub(super) fn error_sections(&self) -> Vec<String> {
        let broken_down = self.steps().iter().filter_map(|step| Some((step, step.errors()?)));
        let mut sections: Vec<String> = broken_down
            .filter(|(_, cells)| !cells.is_empty())
            .map(|(step, cells)| format!("|VS| by errors, {}:\n{}", step.complexity(), table(cells)))
            .collect();
        // The answer within no errors is that answer.
        let strict = self.zero_errors().filter(|_| !self.allows_no_errors());
        let strict = strict.map(|report| written(|f| report.fmt_answer(f)));
        sections.extend(strict.map(|answer| format!("without errors {answer}")));
        sections
    }
}

fn table(cells: &[ErrorCell]) -> String {
    let header = ["false positives", "false negatives", "|VS|"];
    let mut text = header.join("  ") + "\n";
    for ErrorCell { false_positives, false_negatives, concepts } in cells {
        let concepts = short_count(concepts);
        let _ = writeln!(text, "{false_positives:>15}  {false_negatives:>15}  {concepts:>4}");
    }
    text
}

//! What a report for people says of errors and unknown cells.

use std::fmt;

use super::{Outcome, Report, Step};
use crate::errors::ErrorCell;

/// How many of the hypotheses that possibly fit are worth a line each.
const SHOWN_POSSIBLE: usize = 10;

impl Report {
    /// Below the outcome: what else is to be known about what fits.
    pub(super) fn fmt_noise(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((false_positives, false_negatives)) = self.error_budget() {
            let errors = |count, kind| format!("{count} false {kind}{}", if count == 1 { "" } else { "s" });
            let (positives, negatives) = (errors(false_positives, "positive"), errors(false_negatives, "negative"));
            writeln!(f, "    within {positives} and {negatives}")?;
        }
        match self.deciding_step().and_then(Step::possible) {
            Some(possible) if self.outcome() != Outcome::Undecided => {
                writeln!(
                    f,
                    "    whatever the unknown cells are; for some values of them |VS| {}",
                    super::text::relation(&possible.concepts)
                )
            }
            _ => Ok(()),
        }
    }

    /// What possibly fits, where nothing certainly does.
    pub(super) fn fmt_possible(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(possible) = self.deciding_step().filter(|step| step.is_open()).and_then(Step::possible) else {
            return Ok(());
        };
        for hypothesis in possible.hypotheses.iter().take(SHOWN_POSSIBLE) {
            writeln!(f, "    possibly {}", hypothesis.display(self.features()))?;
        }
        Ok(())
    }

    /// Below the steps: |VS| by errors, and the answer without errors.
    pub(super) fn fmt_errors(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in self.steps() {
            if let Some(cells) = step.errors().filter(|cells| !cells.is_empty()) {
                writeln!(f, "\n|VS| by errors, {}:", step.complexity())?;
                fmt_cells(cells, f)?;
            }
        }
        match self.zero_errors() {
            Some(report) => {
                write!(f, "\nwithout errors ")?;
                report.fmt_answer(f)
            }
            None => Ok(()),
        }
    }
}

fn fmt_cells(cells: &[ErrorCell], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let header = ["false positives", "false negatives", "|VS|"];
    writeln!(f, "{}", header.join("  "))?;
    for ErrorCell { false_positives, false_negatives, concepts } in cells {
        let width = concepts.to_string().len().max(header[2].len());
        writeln!(f, "{false_positives:>15}  {false_negatives:>15}  {concepts:>width$}")?;
    }
    Ok(())
}

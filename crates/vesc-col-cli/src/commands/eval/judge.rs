//! A formula against the rows of one label.

use vesc_col::data::{DataError, DatasetBuilder, Samples};
use vesc_col::{Dataset, Features, Hypothesis};

use crate::input::InputError;
use crate::input::Row;

/// The rows of one label.
pub(super) struct Judge {
    builder: DatasetBuilder,
    /// The line of each row.
    lines: Vec<u64>,
}

/// What a formula says about the rows of one label.
#[derive(Debug, Default)]
pub(super) struct Verdict {
    /// How many different rows there are.
    pub(super) distinct: usize,
    /// The lines of the rows that the formula accepts, in order.
    pub(super) accepted: Vec<u64>,
    /// The lines of the rows that it rejects, in order.
    pub(super) rejected: Vec<u64>,
}

impl Judge {
    pub(super) fn new(features: &Features) -> Judge {
        Judge { builder: Dataset::builder(features.clone()), lines: Vec::new() }
    }

    /// Adds a row of this label.
    pub(super) fn push(&mut self, row: &Row<'_>) -> Result<(), InputError> {
        for _ in 0..row.runs() {
            row.push_to(&mut self.builder)?;
            self.lines.push(row.line());
        }
        Ok(())
    }

    /// Applies the formula to every row.
    pub(super) fn judge(self, formula: &dyn Hypothesis) -> Result<Verdict, DataError> {
        let data = self.builder.build()?;
        let mut verdict = Verdict { distinct: data.distinct(), ..Verdict::default() };
        for samples in [data.positives(), data.negatives()] {
            verdict.add(samples, &self.lines, formula);
        }
        verdict.accepted.sort_unstable();
        verdict.rejected.sort_unstable();
        Ok(verdict)
    }
}

impl Verdict {
    /// The verdict about the rows of one label. All rows of the data stand as positive; `labels` has the line and the label of
    /// each.
    pub(super) fn of(data: &Dataset, labels: &[(u64, bool)], label: bool, formula: &dyn Hypothesis) -> Verdict {
        let mut verdict = Verdict::default();
        let samples = data.positives();
        for (index, sample) in samples.iter().enumerate() {
            let rows = samples.sources(index).iter().map(|&row| labels[row]);
            let lines: Vec<u64> = rows.filter(|&(_, own)| own == label).map(|(line, _)| line).collect();
            verdict.distinct += usize::from(!lines.is_empty());
            if formula.accepts(sample) { &mut verdict.accepted } else { &mut verdict.rejected }.extend(lines);
        }
        verdict.accepted.sort_unstable();
        verdict.rejected.sort_unstable();
        verdict
    }

    fn add(&mut self, samples: &Samples, lines: &[u64], formula: &dyn Hypothesis) {
        for (index, sample) in samples.iter().enumerate() {
            let side = if formula.accepts(sample) { &mut self.accepted } else { &mut self.rejected };
            side.extend(samples.sources(index).iter().map(|&row| lines[row]));
        }
    }
}

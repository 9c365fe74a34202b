//! A formula against the rows of one label.

use std::collections::HashMap;

use vesc_col::data::{DataError, DatasetBuilder, Domain};
use vesc_col::explain::{SampleId, exclusions_within};
use vesc_col::{Dataset, Features, Hypothesis};

use crate::args::NoiseArgs;
use crate::input::InputError;
use crate::input::Row;
use crate::language::as_dnf;

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
    /// The lines of the rows of which unknown cells decide, in order.
    pub(super) open: Vec<u64>,
}

impl Judge {
    pub(super) fn new(features: &Features, noise: &NoiseArgs) -> Judge {
        let builder = Dataset::builder(features.clone());
        let builder = match noise.unknown_words() {
            Some(words) => builder.with_unknown(words),
            None => builder,
        };
        Judge { builder, lines: Vec::new() }
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
        Verdict::new((&data, &Domain::free()), |_, row| Some(self.lines[row]), formula)
    }
}

impl Verdict {
    /// The verdict about the rows of one label. All rows of the data stand as positive; `labels` has the line and the label of
    /// each.
    pub(super) fn of(
        rows: (&Dataset, &Domain),
        labels: &[(u64, bool)],
        label: bool,
        formula: &dyn Hypothesis,
    ) -> Result<Verdict, DataError> {
        let line = |_, row: usize| Some(labels[row]).filter(|&(_, own)| own == label).map(|(line, _)| line);
        Verdict::new(rows, line, formula)
    }

    /// The verdict about the rows of one label, of which `lines` has the lines.
    pub(super) fn of_label(
        rows: (&Dataset, &Domain),
        lines: &[u64],
        label: bool,
        formula: &dyn Hypothesis,
    ) -> Result<Verdict, DataError> {
        let line = |sample: SampleId, row: usize| (sample.is_positive() == label).then(|| lines[row]);
        Verdict::new(rows, line, formula)
    }

    /// The verdict about those rows of which `line` has the line.
    fn new(
        (data, domain): (&Dataset, &Domain),
        line: impl Fn(SampleId, usize) -> Option<u64>,
        formula: &dyn Hypothesis,
    ) -> Result<Verdict, DataError> {
        // Other formulas than DNF are tried on every completion.
        if data.unknown_cells() > 0 && as_dnf(formula).is_none() {
            data.completed_within(domain)?;
        }
        // Whether the formula is wrong on a sample whatever its unknown cells are; no entry if it is surely right.
        let wrong: HashMap<SampleId, bool> = match data.unknown_cells() {
            0 => HashMap::new(),
            _ => exclusions_within(formula, data, domain.clone()).map(|one| (one.sample, one.is_certain)).collect(),
        };
        let mut verdict = Verdict::default();
        for sample in SampleId::all(data) {
            let lines: Vec<u64> = sample.rows(data).iter().filter_map(|&row| line(sample, row)).collect();
            verdict.distinct += usize::from(!lines.is_empty());
            let is_accepted = match wrong.get(&sample) {
                _ if data.unknown_cells() == 0 => Some(formula.accepts(sample.get(data))),
                None => Some(sample.is_positive()),
                Some(true) => Some(!sample.is_positive()),
                Some(false) => None,
            };
            let side = match is_accepted {
                Some(true) => &mut verdict.accepted,
                Some(false) => &mut verdict.rejected,
                None => &mut verdict.open,
            };
            side.extend(lines);
        }
        for side in [&mut verdict.accepted, &mut verdict.rejected, &mut verdict.open] {
            side.sort_unstable();
        }
        Ok(verdict)
    }
}

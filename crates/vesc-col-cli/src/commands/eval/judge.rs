//! A formula against the rows of one label.

use std::collections::HashMap;

use vesc_col::data::{DataError, DatasetBuilder, Domain};
use vesc_col::explain::{SampleId, exclusions_within};
use vesc_col::{Dataset, Features, Hypothesis};

use crate::args::NoiseArgs;
use crate::input::{InputError, ReadRow, Row};
use crate::language::as_dnf;

/// The rows of one label.
pub(super) struct Judge {
    builder: DatasetBuilder,
    /// The line of each row.
    lines: Vec<u64>,
}

/// What a formula says about the rows of one label.
#[derive(Debug, Default)]
pub(super) struct LabelVerdict {
    /// How many different rows there are.
    pub(super) distinct: usize,
    /// The rows that the formula accepts.
    pub(super) accepted: JudgedRows,
    /// The rows that it rejects.
    pub(super) rejected: JudgedRows,
    /// The rows of which unknown cells decide.
    pub(super) open: JudgedRows,
}

/// Some rows of a file.
#[derive(Debug, Default)]
pub(super) struct JudgedRows {
    /// Their lines, in order.
    pub(super) lines: Vec<u64>,
    /// How many runs they stand for.
    pub(super) runs: usize,
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
        let Some(runs) = row.runs() else { return Ok(()) };
        row.push_to(&mut self.builder, runs)?;
        self.lines.push(row.line());
        Ok(())
    }

    /// Applies the formula to every row.
    pub(super) fn judge(self, formula: &dyn Hypothesis) -> Result<LabelVerdict, DataError> {
        let data = self.builder.build()?;
        LabelVerdict::new((&data, &Domain::free()), |_, row| Some(self.lines[row]), formula)
    }
}

impl LabelVerdict {
    /// The verdict about the rows of one label. All rows of the data stand as positive; their labels stand beside them.
    pub(super) fn of(
        rows: (&Dataset, &Domain),
        read: &[ReadRow],
        label: bool,
        formula: &dyn Hypothesis,
    ) -> Result<LabelVerdict, DataError> {
        let line = |_, row: usize| Some(read[row]).filter(|row| row.is_positive == label).map(|row| row.line);
        LabelVerdict::new(rows, line, formula)
    }

    /// The verdict about the rows of one label, of which `lines` has the lines.
    pub(super) fn of_label(
        rows: (&Dataset, &Domain),
        lines: &[u64],
        label: bool,
        formula: &dyn Hypothesis,
    ) -> Result<LabelVerdict, DataError> {
        let line = |sample: SampleId, row: usize| (sample.is_positive() == label).then(|| lines[row]);
        LabelVerdict::new(rows, line, formula)
    }

    /// The verdict about those rows of which `line` has the line.
    fn new(
        (data, domain): (&Dataset, &Domain),
        line: impl Fn(SampleId, usize) -> Option<u64>,
        formula: &dyn Hypothesis,
    ) -> Result<LabelVerdict, DataError> {
        // Other formulas than DNF are tried on every completion.
        if data.unknown_cells() > 0 && as_dnf(formula).is_none() {
            data.completed_within(domain)?;
        }
        // Whether the formula is wrong on a sample whatever its unknown cells are; no entry if it is surely right.
        let wrong: HashMap<SampleId, bool> = match data.unknown_cells() {
            0 => HashMap::new(),
            _ => exclusions_within(formula, data, domain.clone()).map(|one| (one.sample, one.is_certain)).collect(),
        };
        let mut verdict = LabelVerdict::default();
        for sample in SampleId::all(data) {
            let known = |&row: &usize| Some((line(sample, row)?, data.row_weight(row).get() as usize));
            let rows: Vec<(u64, usize)> = sample.rows(data).iter().filter_map(known).collect();
            verdict.distinct += usize::from(!rows.is_empty());
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
            side.lines.extend(rows.iter().map(|row| row.0));
            side.runs += rows.iter().map(|row| row.1).sum::<usize>();
        }
        for side in [&mut verdict.accepted, &mut verdict.rejected, &mut verdict.open] {
            side.lines.sort_unstable();
        }
        Ok(verdict)
    }
}

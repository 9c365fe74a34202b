//! Rows of a file that are no samples.

use std::collections::HashSet;
use std::path::Path;

use vesc_col::Run;
use vesc_col::data::OwnedSample;

use super::error::InputError;
use super::load::Loaded;
use super::source::Source;
use super::table::Table;
use crate::args::{Contradictions, InputArgs};

/// What a file has beside its samples. Nothing if every row is one, or if the file cannot be read twice.
#[derive(Default)]
pub(crate) struct LeftOut {
    /// Inputs that were run, though no sample is one: their rows have another label, or both. All their cells are known.
    pub(crate) inputs: Vec<OwnedSample>,
    /// For each row of the file whether it is a sample.
    are_samples: Vec<bool>,
}

impl LeftOut {
    /// Reads the file of these samples once more.
    pub(crate) fn read(args: &InputArgs, loaded: &Loaded, run: &Run) -> Result<LeftOut, InputError> {
        let may_be_some = loaded.label.leaves_rows_out() || args.contradictions == Contradictions::LeaveOut;
        if !may_be_some || args.file == Path::new("-") {
            return Ok(LeftOut::default());
        }
        let Loaded { data, encoding, lines, .. } = loaded;
        let mut table = Table::open(&Source::of(args), args, run)?;
        let names: Vec<String> = table.features().names().map(str::to_owned).collect();
        let columns = encoding.columns().map(|column| names.iter().position(|name| *name == column.name));
        let Some(columns) = columns.collect::<Option<Vec<usize>>>() else { return Ok(LeftOut::default()) };
        let (mut inputs, mut are_samples) = (HashSet::new(), Vec::new());
        while let Some(row) = table.next_row()? {
            let is_sample = lines.binary_search(&row.line()).is_ok();
            are_samples.push(is_sample);
            if is_sample || !row.was_run() {
                continue;
            }
            // A row that is no sample need not be readable.
            let Ok(cells) = row.texts() else { continue };
            inputs.extend(encoding.encode(0, columns.iter().map(|&column| cells[column])));
        }
        for samples in [data.positives(), data.negatives()] {
            samples.iter().for_each(|sample| _ = inputs.remove(sample));
        }
        let mut inputs: Vec<OwnedSample> = inputs.into_iter().collect();
        inputs.sort_unstable();
        Ok(LeftOut { inputs, are_samples })
    }

    /// How many rows the file has. They are the samples, if nothing was left out.
    pub(crate) fn rows(&self, samples: usize) -> usize {
        self.are_samples.len().max(samples)
    }

    /// How many of the last rows of the file are samples.
    pub(crate) fn samples_among_last(&self, rows: usize) -> usize {
        match self.are_samples.is_empty() {
            true => rows,
            false => self.are_samples.iter().rev().take(rows).filter(|is_sample| **is_sample).count(),
        }
    }
}

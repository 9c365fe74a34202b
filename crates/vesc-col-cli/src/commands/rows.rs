//! Samples by their lines in the file.

use std::sync::Arc;

use serde::Serialize;
use vesc_col::Dataset;
use vesc_col::data::Domain;
use vesc_col::explain::SampleId;

use crate::text;

/// Samples by their lines in the file, and which inputs are legal.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    pub(super) data: &'a Arc<Dataset>,
    pub(super) domain: &'a Domain,
    pub(super) lines: &'a [u64],
}

/// A sample as programs see it.
#[derive(Serialize)]
pub(super) struct Place {
    lines: Vec<u64>,
    positive: bool,
}

impl Rows<'_> {
    pub(super) fn place(&self, sample: SampleId) -> Place {
        let lines = sample.rows(self.data).iter().map(|&row| self.lines[row]).collect();
        Place { lines, positive: sample.is_positive() }
    }

    /// How many runs a sample stands for.
    pub(super) fn count(&self, sample: SampleId) -> u64 {
        sample.weight(self.data)
    }

    /// Whether a row may stand for several runs.
    pub(super) fn are_counted(&self) -> bool {
        self.data.weights().iter().sum::<u64>() > self.lines.len() as u64
    }

    /// How many runs some samples stand for.
    pub(super) fn count_all<'a>(&self, samples: impl IntoIterator<Item = &'a SampleId>) -> u64 {
        samples.into_iter().map(|&sample| self.count(sample)).sum()
    }

    pub(super) fn places<'a>(&self, samples: impl IntoIterator<Item = &'a SampleId>) -> Vec<Place> {
        samples.into_iter().map(|&sample| self.place(sample)).collect()
    }

    /// The first lines of some samples, or of one with its copies.
    pub(super) fn text<'a>(&self, samples: impl IntoIterator<Item = &'a SampleId>) -> String {
        let rows = samples.into_iter().flat_map(|sample| sample.rows(self.data));
        text::lines(&rows.map(|&row| self.lines[row]).collect::<Vec<_>>())
    }
}

//! What was read, at the beginning of every report about a table.

use std::fmt;

use vesc_col::report::DataSummary;

use crate::input::{Label, Source};
use crate::text::counted;

/// The first line of a report: the file, its rows by label, its columns. Before it what may be wrong with the file.
pub(crate) struct DataLine<'a> {
    pub(crate) source: &'a Source,
    pub(crate) label: &'a Label,
    pub(crate) data: DataSummary,
}

impl fmt::Display for DataLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DataLine { source, label, data } = self;
        let DataSummary { features, positives, negatives, distinct, .. } = *data;
        for warning in label.warnings() {
            writeln!(f, "warning: {warning}")?;
        }
        writeln!(
            f,
            "{source}: {} ({positives} positive, {negatives} negative; {distinct} distinct), {}, {}",
            counted(positives + negatives, "sample"),
            counted(features, "feature"),
            label.in_words()
        )?;
        label.lines().try_for_each(|line| writeln!(f, "{line}"))
    }
}

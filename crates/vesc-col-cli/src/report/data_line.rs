//! The line about the data.

use vesc_col::report::DataSummary;

use crate::input::Source;
use crate::text::{OneLine, counted};

/// What was read, in one line.
pub(crate) fn data_line(source: &Source, label: &str, data: DataSummary) -> String {
    let DataSummary { features, positives, negatives, distinct, .. } = data;
    format!(
        "{source}: {} ({positives} positive, {negatives} negative; {distinct} distinct), {}, label `{}`",
        counted(positives + negatives, "sample"),
        counted(features, "feature"),
        OneLine(label)
    )
}

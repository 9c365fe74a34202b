//! The commands.

mod certify;
mod ends;
mod eval;
mod explain;
mod export;
mod generate;
mod inspect;
mod next;
mod resume;
mod running;
mod search;
mod verify;

pub(crate) use eval::eval;
pub(crate) use explain::explain;
pub(crate) use export::export;
pub(crate) use generate::generate;
pub(crate) use inspect::inspect;
pub(crate) use next::next;
pub(crate) use search::{count, learn};
#[cfg(feature = "_fuzz")]
pub(crate) use verify::verified;
pub(crate) use verify::verify;

use vesc_col::report::DataSummary;

use crate::input::Source;
use crate::one_line::OneLine;
use crate::quantity::counted;

/// What was read, in one line.
fn data_line(source: &Source, label: &str, data: DataSummary) -> String {
    let DataSummary { features, positives, negatives, distinct, .. } = data;
    format!(
        "{source}: {} ({positives} positive, {negatives} negative; {distinct} distinct), {}, label `{}`",
        counted(positives + negatives, "sample"),
        counted(features, "feature"),
        OneLine(label)
    )
}

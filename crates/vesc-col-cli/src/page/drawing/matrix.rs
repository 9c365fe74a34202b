//! Terms against positive runs: which term explains which run.

use super::svg::Svg;

/// Pixels of a cell.
const WIDE: usize = 13;
const HIGH: usize = 18;
/// Runs that stand side by side, at most.
const IN_A_ROW: usize = 60;
/// Pixels for the names of the rows, and between blocks.
const NAME_WIDTH: usize = 66;
const GAP: usize = 14;

/// A run: its name, and for each term whether it is true on it.
pub(crate) struct MatrixColumn {
    pub(crate) name: String,
    pub(crate) explained: Vec<bool>,
    /// Whether one of several terms alone explains it.
    pub(crate) is_single: bool,
}

/// Draws a row for each term and a column for each run, in blocks below each other.
pub(crate) fn matrix(terms: usize, runs: &[MatrixColumn], description: &str) -> String {
    let mut svg = Svg::default();
    let block_height = terms * HIGH + GAP;
    let blocks = runs.len().div_ceil(IN_A_ROW).max(1);
    let in_a_row = runs.len().div_ceil(blocks).max(1);
    for (block, runs) in runs.chunks(in_a_row).enumerate() {
        let top = block * block_height;
        for term in 0..terms {
            svg.text((NAME_WIDTH - 8, top + term * HIGH + 14), "end", &format!("term {}", term + 1));
        }
        for (position, run) in runs.iter().enumerate() {
            let x = NAME_WIDTH + position * WIDE;
            svg.tip(&title(run), |svg| {
                for (term, &is_true) in run.explained.iter().enumerate() {
                    let y = top + term * HIGH;
                    svg.rectangle(if is_true { "on" } else { "off" }, (x, y + 1), (WIDE - 2, HIGH - 2));
                    if is_true && run.is_single {
                        svg.dot((x + (WIDE - 2) / 2, y + HIGH / 2), 2);
                    }
                }
            });
        }
    }
    let size = (NAME_WIDTH + in_a_row * WIDE, (blocks * block_height).saturating_sub(GAP));
    svg.finish_as_image(size, "Terms and the runs that they explain", description)
}

fn title(run: &MatrixColumn) -> String {
    let terms: Vec<String> =
        (1..).zip(&run.explained).filter(|(_, is)| **is).map(|(term, _)| term.to_string()).collect();
    let by = match terms.len() {
        0 => "no term".to_owned(),
        1 if run.is_single => format!("term {} alone", terms[0]),
        1 => format!("term {}", terms[0]),
        _ => format!("terms {}", terms.join(", ")),
    };
    format!("{}: {by}", run.name)
}

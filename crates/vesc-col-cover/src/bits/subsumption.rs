//! Rows that contain another row, which need not be kept.

use crate::bits::words::Bits;

/// Finds rows that contain another row, by comparing them with the smallest rows so far.
///
/// A row *subsumes* the rows that contain it: a term that hits the former hits the latter. So most rows of a long table
/// are not kept.
pub(crate) struct SubsumptionFilter<const W: usize> {
    /// The rows that subsume others, with their numbers of literals, fewest first.
    rows: Vec<(u32, Bits<W>)>,
}

/// The rows that each other row is compared with. Set, rows.
const COMPARED_ROWS: usize = 16;

impl<const W: usize> SubsumptionFilter<W> {
    pub(crate) fn new() -> SubsumptionFilter<W> {
        SubsumptionFilter { rows: Vec::with_capacity(COMPARED_ROWS + 1) }
    }

    /// Whether a kept row subsumes `row` or equals it.
    pub(crate) fn subsumes(&self, row: &Bits<W>) -> bool {
        self.rows.iter().any(|(_, kept)| kept.0.iter().zip(&row.0).all(|(kept, row)| kept & !row == 0))
    }

    /// Whether a kept row subsumes `row`, which is not kept itself.
    pub(crate) fn subsumes_other(&self, row: &Bits<W>) -> bool {
        self.subsumes(row) && self.rows.iter().all(|(_, kept)| kept != row)
    }

    /// Keeps a row if it is among the smallest so far.
    pub(crate) fn offer(&mut self, row: &Bits<W>) {
        let literals = row.0.iter().map(|word| word.count_ones()).sum();
        if self.rows.len() == COMPARED_ROWS && self.rows.last().is_some_and(|&(most, _)| most <= literals) {
            return;
        }
        let position = self.rows.partition_point(|&(known, _)| known <= literals);
        self.rows.insert(position, (literals, *row));
        self.rows.truncate(COMPARED_ROWS);
    }
}

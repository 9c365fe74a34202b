//! The rows that few literals reject.

use crate::bits::words::Bits;

/// A few of the rows that the fewest literals reject, of those that came so far.
///
/// A term that hits a row hits all rows that it is part of. So these rows need not be kept, and most of a long table
/// goes without being looked at again.
pub(crate) struct Tightest<const W: usize> {
    /// With their numbers of literals, fewest first.
    rows: Vec<(u32, Bits<W>)>,
}

/// Each row is compared with all of them.
const KEPT: usize = 16;

impl<const W: usize> Tightest<W> {
    pub(crate) fn new() -> Tightest<W> {
        Tightest { rows: Vec::with_capacity(KEPT + 1) }
    }

    /// Whether one of them is part of a row, or is the row.
    pub(crate) fn is_in(&self, row: &Bits<W>) -> bool {
        self.rows.iter().any(|(_, tight)| tight.0.iter().zip(&row.0).all(|(tight, row)| tight & !row == 0))
    }

    /// Whether another one of them is part of a row.
    pub(crate) fn is_beside(&self, row: &Bits<W>) -> bool {
        self.is_in(row) && self.rows.iter().all(|(_, tight)| tight != row)
    }

    /// Takes a row in, if it is tight enough.
    pub(crate) fn offer(&mut self, row: &Bits<W>) {
        let literals = row.0.iter().map(|word| word.count_ones()).sum();
        if self.rows.len() == KEPT && self.rows.last().is_some_and(|&(most, _)| most <= literals) {
            return;
        }
        let place = self.rows.partition_point(|&(known, _)| known <= literals);
        self.rows.insert(place, (literals, *row));
        self.rows.truncate(KEPT);
    }
}

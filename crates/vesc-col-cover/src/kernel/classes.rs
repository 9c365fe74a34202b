//! Packed indices in the order of the rows that they hit, where there are many of them.
//!
//! Whatever comes last must hit each row that both packed indices before it miss. Of the first few rows most pairs leave some open; so
//! packed indices are put into classes by which of these they hit, and those classes are passed by that miss a row which all pairs of
//! a step leave open.

use std::ops::Range;

use crate::bits::words::Bits;
use crate::simd::lanes::PLACES;

/// The rows: the tightest one has been hit by the third to last packed index.
const FIRST: usize = 1;
const ROWS: usize = 4;
/// As many as there are sets of these rows.
const CLASSES: usize = 1 << ROWS;
/// Fewer words of packed indices are not worth it.
const LEAST_WORDS: usize = 5;

/// Which lines of the tables have packed indices of which classes.
#[derive(Debug, Default)]
pub(crate) struct Classes {
    /// For each set of these rows, the lines with packed indices that hit all of it.
    ranges: [Vec<Range<usize>>; CLASSES],
    /// Whether packed indices are in the order of their classes.
    sorted: bool,
}

impl Classes {
    /// Keeps the packed indices, `lines` lines of them, in their order.
    pub(crate) fn leave(&mut self, lines: usize) {
        self.sorted = false;
        self.ranges[0].clear();
        self.ranges[0].push(0..lines);
    }

    /// Puts candidates into classes, if that is worth it: the order in which they get their packed indices. No candidate's complement
    /// may be among them.
    pub(crate) fn sort<const W: usize>(
        &mut self,
        candidates: &Bits<W>,
        rows: &[Bits<W>],
    ) -> Option<[Bits<W>; CLASSES]> {
        let rows = rows.get(FIRST..FIRST + ROWS)?;
        if (candidates.len() as usize) <= 64 * (LEAST_WORDS - 1) {
            return None;
        }
        let classes = std::array::from_fn(|number| {
            let hits = |row: usize| class(number) >> row & 1 == 1;
            let side =
                |members: Bits<W>, (number, row)| if hits(number) { members.and(row) } else { members.and_not(row) };
            rows.iter().enumerate().fold(*candidates, side)
        });
        for (open, ranges) in self.ranges.iter_mut().enumerate() {
            ranges.clear();
            let mut first = 0;
            for (number, members) in classes.iter().enumerate() {
                let places = first..first + members.len() as usize;
                first = places.end;
                if class(number) & open != open || places.is_empty() {
                    continue;
                }
                let lines = places.start / PLACES..places.end.div_ceil(PLACES);
                match ranges.last_mut() {
                    Some(before) if before.end >= lines.start => before.end = lines.end,
                    _ => ranges.push(lines),
                }
            }
        }
        self.sorted = true;
        Some(classes)
    }

    /// The lines with packed indices that hit what these rows of the window, given as its first chunk, have of these.
    #[inline(always)]
    pub(crate) fn lines(&self, missed: u16) -> &[Range<usize>] {
        let open = if self.sorted { missed as usize >> FIRST & (CLASSES - 1) } else { 0 };
        &self.ranges[open]
    }
}

/// The classes in such an order that neighbours differ in one row: steps with pairs of two classes still have most rows in
/// common.
fn class(number: usize) -> usize {
    number ^ number >> 1
}

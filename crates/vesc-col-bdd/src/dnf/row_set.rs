//! Rows of bits, equal ones once, in runs that are sorted and merged while they come.

use std::cmp::Ordering;

use vesc_col_core::StopReason;

use crate::bits;
use crate::run_context::RunContext;

/// Distinct rows of equally many words.
///
/// Takes the memory of the distinct rows, twice while two runs are merged.
#[derive(Debug)]
pub(crate) struct RowSet {
    width: usize,
    /// Rows that are sorted in one piece.
    run_rows: usize,
    /// The rows of the next run, as they came.
    open: Vec<u64>,
    /// Runs of distinct rows, each sorted and at least twice as long as the next.
    runs: Vec<Vec<u64>>,
}

impl RowSet {
    /// Makes a set without rows. Each is to have `width` words, and `run_rows` of them are sorted in one piece.
    pub(crate) fn new(width: usize, run_rows: usize) -> RowSet {
        RowSet { width: width.max(1), run_rows, open: Vec::new(), runs: Vec::new() }
    }

    /// Adds a row.
    ///
    /// # Errors
    ///
    /// The reason to stop, if the run must end.
    pub(crate) fn insert(&mut self, row: &[u64], context: &mut RunContext<'_>) -> Result<(), StopReason> {
        self.open.extend_from_slice(row);
        if self.open.len() < self.run_rows * self.width {
            return Ok(());
        }
        self.close(context)?;
        while let [.., one, other] = &self.runs[..]
            && one.len() < 2 * other.len()
        {
            self.merge_last(context)?;
        }
        Ok(())
    }

    /// How many distinct rows there are at least.
    pub(crate) fn least(&self) -> usize {
        self.runs.first().map_or(0, |run| run.len() / self.width)
    }

    /// All rows one after the other, those of the fewest bits first.
    ///
    /// # Errors
    ///
    /// The reason to stop, if the run must end.
    pub(crate) fn into_sorted(mut self, context: &mut RunContext<'_>) -> Result<Vec<u64>, StopReason> {
        self.close(context)?;
        while self.runs.len() > 1 {
            self.merge_last(context)?;
        }
        let mut rows = self.runs.pop().unwrap_or_default();
        rows.shrink_to_fit();
        Ok(rows)
    }

    /// Sorts the open rows into a run.
    fn close(&mut self, context: &mut RunContext<'_>) -> Result<(), StopReason> {
        let rows: Vec<&[u64]> = self.open.chunks_exact(self.width).collect();
        if rows.is_empty() {
            return Ok(());
        }
        context.spend(16 * self.width * rows.len())?;
        let mut keyed: Vec<(usize, &[u64])> = rows.into_iter().map(|row| (bits::len(row), row)).collect();
        keyed.sort_unstable();
        keyed.dedup();
        let run = keyed.iter().flat_map(|(_, row)| *row).copied().collect();
        self.runs.push(run);
        self.open.clear();
        Ok(())
    }

    /// Makes one run of the last two.
    fn merge_last(&mut self, context: &mut RunContext<'_>) -> Result<(), StopReason> {
        if let (Some(other), Some(one)) = (self.runs.pop(), self.runs.pop()) {
            let merged = self.merge(&one, &other, context)?;
            self.runs.push(merged);
        }
        Ok(())
    }

    fn merge(&self, one: &[u64], other: &[u64], context: &mut RunContext<'_>) -> Result<Vec<u64>, StopReason> {
        let keyed = |run: &'_ [u64], at: usize| run.get(at..at + self.width).map(|row| (bits::len(row), at));
        let mut merged = Vec::with_capacity(one.len() + other.len());
        let (mut next, mut other_next) = (keyed(one, 0), keyed(other, 0));
        loop {
            context.spend(4 * self.width)?;
            let order = match (next, other_next) {
                (Some((bits, at)), Some((other_bits, other_at))) => {
                    let rows = || one[at..at + self.width].cmp(&other[other_at..other_at + self.width]);
                    bits.cmp(&other_bits).then_with(rows)
                }
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => return Ok(merged),
            };
            if let Some((_, at)) = next.filter(|_| order.is_le()) {
                merged.extend_from_slice(&one[at..at + self.width]);
                next = keyed(one, at + self.width);
            }
            if let Some((_, at)) = other_next.filter(|_| order.is_ge()) {
                if order.is_gt() {
                    merged.extend_from_slice(&other[at..at + self.width]);
                }
                other_next = keyed(other, at + self.width);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use vesc_col_core::Run;

    use super::*;
    use crate::tuning::Tuning;

    #[test]
    fn rows_come_back_once_each_and_sorted() {
        const RUN: usize = 128;
        let run = Run::new();
        let mut context = RunContext::new(&run, &Tuning::DEFAULT);
        for (count, mask) in [(0, 7), (1, 7), (100, 7), (RUN, 1023), (5 * RUN + 3, u64::MAX), (9 * RUN, 0xfff)] {
            let (mut set, mut all, mut state) = (RowSet::new(2, RUN), Vec::new(), 1u64);
            for _ in 0..count {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let row = [state >> 20 & mask, state >> 40 & mask & 3];
                set.insert(&row, &mut context).unwrap();
                all.push((bits::len(&row), row));
            }
            all.sort_unstable();
            all.dedup();
            assert!(set.least() <= all.len() && 2 * set.least() >= all.len().min(count / RUN * RUN));
            let expected: Vec<u64> = all.into_iter().flat_map(|(_, row)| row).collect();
            assert_eq!(set.into_sorted(&mut context).unwrap(), expected, "{count} rows");
        }
    }
}

//! Choosing among rows: those that a literal misses, and the tightest.

use pulp::NullaryFnOnce;

use crate::bits::Bits;

/// Fills `missed` with the rows that a candidate does not hit. About half of them, in no pattern: a branch would be
/// mispredicted all the time, so each row is written and kept or overwritten.
#[inline(always)]
pub(crate) fn keep_missed<const W: usize>(rows: &[Bits<W>], candidate: usize, missed: &mut Vec<Bits<W>>) {
    missed.clear();
    missed.resize(rows.len(), Bits::EMPTY);
    let mut kept = 0;
    for row in rows {
        missed[kept] = *row;
        kept += usize::from(!row.contains(candidate));
    }
    missed.truncate(kept);
}

/// The row with the fewest candidates.
#[inline(always)]
pub(crate) fn tightest<const W: usize>(rows: &[Bits<W>], candidates: &Bits<W>) -> Bits<W> {
    let mut best = rows[0];
    let mut fewest = u32::MAX;
    for row in rows {
        let common = row.common(candidates);
        if common < fewest {
            (best, fewest) = (*row, common);
        }
    }
    best
}

/// [`tightest`] as a kernel.
pub(crate) struct Tightest<'r, const W: usize> {
    pub(crate) rows: &'r [Bits<W>],
    pub(crate) candidates: &'r Bits<W>,
}

impl<const W: usize> NullaryFnOnce for Tightest<'_, W> {
    type Output = Bits<W>;

    #[inline(always)]
    fn call(self) -> Bits<W> {
        tightest(self.rows, self.candidates)
    }
}

/// Puts the tightest rows in front; keeps its scratch space from one time to the next.
#[derive(Debug, Default)]
pub(crate) struct Sorter {
    counts: Vec<u32>,
    histogram: Vec<usize>,
}

/// Fills `sorted` with the rows, the `front` tightest ones first and the tightest of all at the start. Otherwise they stay
/// in the order that they have: rows that look alike must not come to stand together.
pub(crate) struct Sort<'s, const W: usize> {
    pub(crate) sorter: &'s mut Sorter,
    pub(crate) rows: &'s [Bits<W>],
    pub(crate) candidates: &'s Bits<W>,
    pub(crate) front: usize,
    pub(crate) sorted: &'s mut Vec<Bits<W>>,
}

impl<const W: usize> NullaryFnOnce for Sort<'_, W> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Sorter { counts, histogram } = self.sorter;
        counts.clear();
        counts.extend(self.rows.iter().map(|row| row.common(self.candidates)));
        histogram.clear();
        histogram.resize(64 * W + 1, 0);
        for &count in counts.iter() {
            histogram[count as usize] += 1;
        }
        // Rows with fewer candidates than `limit` fit into the front; some of those with just `limit` fill it up.
        let (mut limit, mut below) = (0, 0);
        while limit < histogram.len() && below + histogram[limit] <= self.front {
            below += histogram[limit];
            limit += 1;
        }
        let least = histogram.iter().position(|&rows| rows > 0).unwrap_or(0);
        let front = self.front.min(self.rows.len());
        let mut at_limit = front - below;
        let (mut next, mut next_behind, mut first) = (0, front, 0);
        self.sorted.clear();
        self.sorted.resize(self.rows.len(), Bits::EMPTY);
        for (row, &count) in self.rows.iter().zip(counts.iter()) {
            let count = count as usize;
            let fills = (count == limit) & (at_limit > 0);
            let in_front = (count < limit) | fills;
            at_limit -= usize::from(fills);
            let place = if in_front { next } else { next_behind };
            next += usize::from(in_front);
            next_behind += usize::from(!in_front);
            self.sorted[place] = *row;
            if count == least {
                first = place;
            }
        }
        if !self.sorted.is_empty() && first < front {
            self.sorted.swap(0, first);
        }
    }
}

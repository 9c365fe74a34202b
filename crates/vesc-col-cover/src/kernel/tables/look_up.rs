//! What tables leave of the last places.

use std::ops::Range;

use super::{MOST_CHUNKS, Tables};
use crate::simd::lanes::{Lanes, Line, PLACES};

impl Tables {
    /// The pairs after which some place of these parts hits all missed rows of the first chunks, but for the complements if they are
    /// barred; `places` gets those that do, part by part.
    #[inline(always)]
    pub(crate) fn hit<L: Lanes, const BARS: bool>(
        &self,
        lanes: L,
        missed: &[L::Vector],
        complements: L::Vector,
        ranges: &[Range<usize>],
        places: &mut [Line],
    ) -> u32 {
        let subsets = subsets(lanes, missed);
        let subsets = &subsets[..missed.len()];
        let mut any = lanes.splat(0);
        for range in ranges {
            let step = self.lines_of_part;
            let lines = &self.lines[range.start * step..range.end * step];
            for (part, lines) in range.clone().zip(lines.chunks_exact(step)) {
                let mut left = look_up(lanes, lines, subsets);
                if BARS {
                    left = lanes.and_not(left, lanes.place(complements, (PLACES * part) as u16));
                }
                any = lanes.or(any, left);
                places[part] = lanes.store_line(left);
            }
        }
        lanes.full_lanes(any)
    }

    /// Adds how many places hit all missed rows, but for the barred places of each lane, in all valid lanes.
    #[inline(always)]
    pub(crate) fn count<L: Lanes>(
        &self,
        lanes: L,
        missed: &[L::Vector],
        barred: &[Line],
        valid: L::Vector,
        mut sums: L::Vector,
    ) -> L::Vector {
        let subsets = subsets(lanes, missed);
        let subsets = &subsets[..missed.len()];
        for (lines, barred) in self.lines.chunks_exact(self.lines_of_part).zip(barred) {
            let left = lanes.and_not(look_up(lanes, lines, subsets), lanes.load_line(barred));
            sums = lanes.add_ones(sums, lanes.and(left, valid));
        }
        sums
    }
}

/// The subsets of each group. (By a loop: what `map` calls would be compiled for the plain machine.)
#[inline(always)]
fn subsets<L: Lanes>(lanes: L, missed: &[L::Vector]) -> [L::Subsets; MOST_CHUNKS] {
    let mut subsets = [lanes.subsets(lanes.splat(0)); MOST_CHUNKS];
    for (subsets, &chunk) in subsets.iter_mut().zip(missed) {
        *subsets = lanes.subsets(chunk);
    }
    subsets
}

/// Which of sixteen places hit all rows of these subsets of the first groups?
#[inline(always)]
fn look_up<L: Lanes>(lanes: L, lines: &[Line], subsets: &[L::Subsets]) -> L::Vector {
    let mut left = lanes.splat(!0);
    for (lines, &subsets) in lines[..subsets.len() * L::GROUPS].chunks_exact(L::GROUPS).zip(subsets) {
        left = lanes.and(left, lanes.look_up(lines, subsets));
    }
    left
}

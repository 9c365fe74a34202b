//! What tables leave of the last places.

use std::ops::Range;

use super::{MOST_AT_FIRST, PLACES, Tables};
use crate::kernel::partner_lists::Lists;
use crate::simd::lanes::{Lanes, Line};

/// Up to 32 pairs: the places of the current list from one on, after the same others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pairs<'l> {
    pub(crate) lists: &'l Lists,
    pub(crate) chosen: &'l [[usize; 2]],
    pub(crate) start: usize,
}

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
        pairs: Pairs<'_>,
        valid: L::Vector,
        mut sums: L::Vector,
    ) -> L::Vector {
        let subsets = subsets(lanes, missed);
        let subsets = &subsets[..missed.len()];
        for (lines, barred) in
            self.lines.chunks_exact(self.lines_of_part).zip(pairs.lists.current().barred(pairs.start))
        {
            let left = lanes.and_not(look_up(lanes, lines, subsets), lanes.load_line(barred));
            let mut left = lanes.and(left, valid);
            if self.chunks.all > missed.len() {
                left = self.keep_hitting(lanes, pairs, lines, left);
            }
            sums = lanes.add_ones(sums, left);
        }
        sums
    }

    /// Keeps those of sixteen places after each pair that hit all missed rows behind the first chunks.
    #[inline(always)]
    fn keep_hitting<L: Lanes>(&self, lanes: L, pairs: Pairs<'_>, lines: &[Line], mut left: L::Vector) -> L::Vector {
        let Pairs { lists, chosen, start } = pairs;
        for (chunk, lines) in lines.chunks_exact(L::GROUPS).enumerate().skip(self.chunks.first) {
            if lanes.full_lanes(left) == 0 {
                break;
            }
            let missed = lanes.splat_lane(lists.missed(chunk, chosen));
            let missed = lanes.and(missed, lists.current().misses(lanes, chunk, start));
            left = lanes.and(left, lanes.look_up(lines, lanes.subsets(missed)));
        }
        left
    }
}

/// The subsets of each group. (By a loop: what `map` calls would be compiled for the plain machine.)
#[inline(always)]
fn subsets<L: Lanes>(lanes: L, missed: &[L::Vector]) -> [L::Subsets; MOST_AT_FIRST] {
    let mut subsets = [lanes.subsets(lanes.splat(0)); MOST_AT_FIRST];
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

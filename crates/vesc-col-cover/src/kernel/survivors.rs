//! The sets that a window leaves, as data for the search above.

use std::ops::Range;

use crate::bits::transpose::BLOCK;
use crate::kernel::partner_lists::List;
use crate::simd::lanes::{Lanes, Line, PLACES};

/// Three packed indices that hit all rows of the tables.
pub(crate) type Triple = [u16; 3];

/// Triples after which the sweep returns.
const MANY: usize = 1024;
/// Room for the last literals of one part.
const AT_ONCE: usize = 16;

/// The buffer that a sweep fills.
#[derive(Debug, Default)]
pub(crate) struct Survivors {
    triples: Vec<Triple>,
    count: usize,
}

impl Survivors {
    /// Adds two packed indices with each one of some last ones, sixteen of which begin with the number `start`. Mostly there is none or
    /// one, in no pattern: it is written and kept or overwritten.
    #[inline(always)]
    pub(crate) fn add(&mut self, [first, second]: [u16; 2], start: u16, last: u16) {
        if self.triples.len() < self.count + AT_ONCE {
            self.triples.resize(2 * self.count + AT_ONCE, [0; 3]);
        }
        let mut rest = last;
        loop {
            self.triples[self.count] = [first, second, start.wrapping_add(rest.trailing_zeros() as u16)];
            self.count += usize::from(rest != 0);
            rest &= rest.wrapping_sub(1);
            if rest == 0 {
                return;
            }
        }
    }

    /// Whether the sweep should return.
    #[inline(always)]
    pub(crate) fn are_many(&self) -> bool {
        self.count >= MANY
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(crate) fn clear(&mut self) {
        self.count = 0;
    }

    /// Empties the buffer of triples and returns its content.
    pub(crate) fn take(&mut self) -> &mut [Triple] {
        let count = std::mem::take(&mut self.count);
        &mut self.triples[..count]
    }
}

/// What tables leave after 32 packed indices of a list.
pub(crate) struct Left<'l> {
    /// The first of these.
    pub(crate) start: usize,
    /// Those after which something is left.
    pub(crate) lanes: u32,
    /// The parts of sixteen packed indices that were looked up.
    pub(crate) parts: &'l [Range<usize>],
    /// For each part what is left.
    pub(crate) places: &'l [Line],
}

impl Left<'_> {
    /// Adds what is left after a first packed index and those of the list that are open, each pair of packed indices of the list once.
    #[inline(always)]
    pub(crate) fn note<L: Lanes>(&self, lanes: L, list: &List, first: u16, open: &[u64], triples: &mut Survivors) {
        // Mostly only one part has something for a lane. Which one is found for all lanes at once, as to look through them takes
        // branches that nobody can predict.
        let (mut any, mut only) = (lanes.splat(0), lanes.splat(0));
        let (mut once, mut twice) = (0, 0);
        for range in self.parts {
            for part in range.clone() {
                let places = lanes.load_line(&self.places[part]);
                let full = lanes.full_lanes(places);
                let here = lanes.ones(full);
                any = lanes.or(any, places);
                only = lanes.or(lanes.and_not(only, here), lanes.and(lanes.splat_lane(part as u16), here));
                twice |= once & full;
                once |= full;
            }
        }
        let (any, only) = (lanes.store_line(any), lanes.store_line(only));
        let mut rest = self.lanes & !twice;
        while rest != 0 {
            let lane = rest.trailing_zeros();
            rest &= rest - 1;
            let (second, part) = (list.number(lanes, self.start, lane), lanes.lane(&only, lane));
            let last = lanes.lane(&any, lane) & may_be_last(list, second, part.into(), open);
            triples.add([first, second], PLACES as u16 * part, last);
        }
        rest = self.lanes & twice;
        while rest != 0 {
            let lane = rest.trailing_zeros();
            rest &= rest - 1;
            let second = list.number(lanes, self.start, lane);
            for range in self.parts {
                for part in range.clone() {
                    let last = lanes.lane(&self.places[part], lane) & may_be_last(list, second, part, open);
                    triples.add([first, second], (PLACES * part) as u16, last);
                }
            }
        }
    }
}

/// The packed indices of a part that may come behind a second one of the list: none, if that has been dropped since the list was made, and of
/// the list those behind it only, as each pair is checked once.
#[inline(always)]
fn may_be_last(list: &List, second: u16, part: usize, open: &[u64]) -> u16 {
    let is_open = open[usize::from(second) / BLOCK] >> (usize::from(second) % BLOCK) & 1;
    !list.up_to(second, part) & (is_open as u16).wrapping_neg()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn each_place_that_is_left_makes_a_triple(
            parts in prop::collection::vec((prop::array::uniform2(0u16..2000), prop_oneof![Just(0), Just(!0), any::<u16>()]), 0..40),
        ) {
            let mut triples = Survivors::default();
            for _ in 0..2 {
                let mut expected: Vec<Triple> = Vec::new();
                for (part, &([first, second], last)) in parts.iter().enumerate() {
                    let start = PLACES as u16 * part as u16;
                    triples.add([first, second], start, last);
                    let places = (0..16).filter(|place| last >> place & 1 == 1);
                    expected.extend(places.map(|place| [first, second, start + place]));
                }
                prop_assert_eq!(triples.are_many(), expected.len() >= MANY);
                prop_assert_eq!(&*triples.take(), &expected);
                prop_assert!(triples.take().is_empty());
            }
        }
    }
}

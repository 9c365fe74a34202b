//! Sets of few candidates, packed into few words.

use crate::bits::words::BLOCK;
use crate::bits::words::Bits;
use crate::simd::Kernel;
use crate::simd::{Lanes, PLACES};

/// Every sixteenth row of a block is full, which nobody misses: the others are looked up in groups of five.
pub(crate) const CHUNK: usize = 16;
/// So many rows are packed into a block.
pub(crate) const WIDTH: usize = BLOCK / CHUNK * (CHUNK - 1);

/// Gives the members of a set of candidates packed indices of their own, in the same order and close together. The two literals
/// of a feature never come into different words, so that there may be a packed index that nobody has.
#[derive(Debug)]
pub(crate) struct IndexMap<const W: usize> {
    parts: Vec<Part>,
    /// How many words the packed indices take, ...
    words: usize,
    /// ... and how many parts of sixteen packed indices.
    lines: usize,
}

/// The candidates of one word, in the same order in one word of packed indices, or in two.
#[derive(Clone, Copy, Debug)]
struct Part {
    from: usize,
    candidates: Gather,
    /// The word of the first ones, and ...
    to: usize,
    /// ... the packed index of the first one.
    place: u32,
    /// How many these are; the next word begins with the others, ...
    first: u32,
    /// ... so many.
    others: u32,
}

impl Part {
    /// How many of the candidates are before the one that has a packed index, if one of them has it.
    fn before(&self, [word, bit]: [usize; 2]) -> Option<u32> {
        let bit = bit as u32;
        if word == self.to {
            bit.checked_sub(self.place).filter(|&before| before < self.first)
        } else {
            (word == self.to + 1 && bit < self.others).then_some(self.first + bit)
        }
    }
}

impl<const W: usize> IndexMap<W> {
    /// `even` has the first literals of the features of which the other literal comes next.
    pub(crate) fn new(candidates: &Bits<W>, even: &Bits<W>) -> IndexMap<W> {
        IndexMap::of_buckets(std::slice::from_ref(candidates), even)
    }

    /// The same for disjoint sets one after the other, none with a candidate whose complement is in another one.
    pub(crate) fn of_buckets(buckets: &[Bits<W>], even: &Bits<W>) -> IndexMap<W> {
        let mut parts = Vec::with_capacity(W * buckets.len());
        let (mut to, mut place) = (0, 0);
        let words = buckets.iter().flat_map(|bucket| bucket.0.iter().zip(&even.0).enumerate());
        for (from, (&members, &even)) in words.filter(|&(_, (&members, _))| members != 0) {
            let fitting = lowest(members, u64::BITS - place);
            let last = 1 << (63 - fitting.leading_zeros());
            let mut first = fitting.count_ones();
            // A feature's two literals stay together.
            if place + first == u64::BITS && last & even != 0 && members & last << 1 != 0 {
                first -= 1;
            }
            let others = members.count_ones() - first;
            parts.push(Part { from, candidates: Gather::of(members), to, place, first, others });
            place += first;
            if others > 0 {
                (to, place) = (to + 1, others);
            }
            if place == u64::BITS {
                (to, place) = (to + 1, 0);
            }
        }
        let lines = to * BLOCK / PLACES + (place as usize).div_ceil(PLACES);
        IndexMap { parts, words: to + usize::from(place > 0), lines }
    }

    /// How many words the packed indices take.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// How many parts of sixteen packed indices have an index in use.
    pub(crate) fn lines(&self) -> usize {
        self.lines
    }

    /// The packed indices that are taken, word by word.
    pub(crate) fn members(&self, members: &mut Vec<u64>) {
        self.places(&Bits([!0; W]), members);
    }

    /// The packed indices that some of the candidates have, word by word.
    pub(crate) fn places(&self, candidates: &Bits<W>, places: &mut Vec<u64>) {
        places.clear();
        places.resize(self.words, 0);
        for part in &self.parts {
            let mut word = [candidates.0[part.from]];
            part.candidates.gather(&mut word);
            places[part.to] |= (word[0] & ones(part.first)) << part.place;
            if part.others > 0 {
                places[part.to + 1] |= word[0] >> part.first;
            }
        }
    }

    /// The candidates that have the given packed indices.
    pub(crate) fn unpack(&self, places: &[u64]) -> Bits<W> {
        let mut candidates = Bits::EMPTY;
        for part in &self.parts {
            let mut taken = places[part.to] >> part.place & ones(part.first);
            if part.others > 0 {
                taken |= (places[part.to + 1] & ones(part.others)) << part.first;
            }
            candidates.0[part.from] |= spread(taken, part.candidates.members);
        }
        candidates
    }

    /// The candidate of each packed index; any one where nobody has it.
    pub(crate) fn candidates(&self, candidates: &mut Vec<u16>) {
        candidates.clear();
        candidates.resize(BLOCK * self.words, 0);
        for part in &self.parts {
            let places = &mut candidates[BLOCK * part.to..];
            let ranges = (part.place..part.place + part.first).chain(BLOCK as u32..BLOCK as u32 + part.others);
            let mut rest = part.candidates.members;
            for place in ranges {
                places[place as usize] = (64 * part.from) as u16 + rest.trailing_zeros() as u16;
                rest &= rest - 1;
            }
        }
    }

    /// The candidate that has the packed index.
    pub(crate) fn candidate(&self, place: [usize; 2]) -> usize {
        let found = self.parts.iter().find_map(|part| Some((part, part.before(place)?)));
        let Some((part, before)) = found else { unreachable!("only places that are taken are asked for") };
        let members = part.candidates.members;
        64 * part.from + (members ^ lowest(members, before)).trailing_zeros() as usize
    }

    /// Packs up to 60 rows, a block for each word of packed indices; what stands between and behind the rows is full.
    #[inline(always)]
    pub(crate) fn pack(&self, rows: &[Bits<W>], packed: &mut Vec<[u64; BLOCK]>) {
        packed.clear();
        packed.resize(self.words, [0; BLOCK]);
        for part in &self.parts {
            let mut words = [!0; BLOCK];
            for (words, rows) in words.chunks_exact_mut(CHUNK).zip(rows.chunks(CHUNK - 1)) {
                for (word, row) in words.iter_mut().zip(rows) {
                    *word = row.0[part.from];
                }
            }
            part.candidates.gather(&mut words);
            let first = ones(part.first);
            for (packed, word) in packed[part.to].iter_mut().zip(&words) {
                *packed |= (word & first) << part.place;
            }
            if part.others > 0 {
                for (packed, word) in packed[part.to + 1].iter_mut().zip(&words) {
                    *packed |= word >> part.first;
                }
            }
        }
    }
}

/// [`IndexMap::pack`] as a kernel.
pub(crate) struct Pack<'p, const W: usize> {
    pub(crate) index_map: &'p IndexMap<W>,
    pub(crate) rows: &'p [Bits<W>],
    pub(crate) packed: &'p mut Vec<[u64; BLOCK]>,
}

impl<const W: usize> Kernel for Pack<'_, W> {
    type Output = ();

    #[inline(always)]
    fn call<L: Lanes>(self, _: L) {
        self.index_map.pack(self.rows, self.packed);
    }
}

/// That many ones.
fn ones(count: u32) -> u64 {
    u64::MAX.checked_shr(u64::BITS - count).unwrap_or(0)
}

/// The lowest `count` members of a word.
fn lowest(word: u64, count: u32) -> u64 {
    if word.count_ones() <= count {
        return word;
    }
    let mut rest = word;
    (0..count).for_each(|_| rest &= rest - 1);
    word ^ rest
}

/// Puts the lowest bits of `taken` where the members are.
fn spread(taken: u64, members: u64) -> u64 {
    let (mut taken, mut rest, mut result) = (taken, members, 0);
    while taken != 0 {
        result |= (taken & 1).wrapping_neg() & rest & rest.wrapping_neg();
        taken >>= 1;
        rest &= rest - 1;
    }
    result
}

/// Moves the bits of some members together, to the right, in six steps. The first one moves by one place all bits that have an odd
/// way to go, the next one by two, and so on.
#[derive(Clone, Copy, Debug)]
struct Gather {
    members: u64,
    /// What each step moves, wherever there are bits.
    moved: [u64; 6],
}

impl Gather {
    fn of(members: u64) -> Gather {
        let mut gaps = !members << 1;
        let moved = std::array::from_fn(|_| {
            // A bit has an odd way to go in units of this step if the number of gaps to its right is odd.
            let mut odd = gaps;
            for shift in [1, 2, 4, 8, 16, 32] {
                odd ^= odd << shift;
            }
            gaps &= !odd;
            odd
        });
        Gather { members, moved }
    }

    /// In all words at once.
    #[inline(always)]
    fn gather<const N: usize>(&self, words: &mut [u64; N]) {
        for word in words.iter_mut() {
            *word &= self.members;
        }
        for (step, &moved) in self.moved.iter().enumerate() {
            for word in words.iter_mut() {
                let bits = *word & moved;
                *word = *word ^ bits | bits >> (1 << step);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn packing_and_unpacking_are_inverse(
            candidates in prop::array::uniform4(any::<u64>()),
            thin in prop::array::uniform4(any::<u64>()),
            row in prop::array::uniform4(any::<u64>()),
            two_sided in 0usize..=256,
        ) {
            let candidates = Bits(candidates).and(&Bits(thin));
            let mut even = Bits::EMPTY;
            (0..two_sided).step_by(2).for_each(|candidate| even.insert(candidate));
            let index_map = IndexMap::new(&candidates, &even);
            let mut packed = Vec::new();
            index_map.pack(&[Bits(row)], &mut packed);
            prop_assert_eq!(packed.len(), index_map.words());
            prop_assert_eq!(index_map.words(), index_map.lines().div_ceil(4));
            packed.resize(5, [0; BLOCK]);
            let places: [u64; 5] = std::array::from_fn(|word| packed[word][0]);
            let mut members = Vec::new();
            index_map.members(&mut members);
            members.resize(5, 0);
            prop_assert!((0..5).all(|word| places[word] & !members[word] == 0));
            prop_assert!((0..20).all(|line| (members[line / 4] >> (16 * (line % 4)) & 0xffff != 0) == (line < index_map.lines())));
            prop_assert!((0..5).all(|word| packed[word][1] == members[word]), "no row is all ones");
            prop_assert_eq!(index_map.unpack(&places), Bits(row).and(&candidates));
            prop_assert_eq!(index_map.unpack(&members), candidates);
            let mut of_row = Vec::new();
            index_map.places(&Bits(row), &mut of_row);
            prop_assert_eq!(&of_row, &places[..index_map.words()]);
            let mut by_place = Vec::new();
            index_map.candidates(&mut by_place);
            prop_assert_eq!(by_place.len(), BLOCK * index_map.words());
            // In order, and the literals of a feature in one word.
            let all: Vec<usize> = candidates.iter().collect();
            let mut next = 0;
            for word in 0..5 {
                for place in (0..64).filter(|place| members[word] >> place & 1 == 1) {
                    let mut only = [0; 5];
                    only[word] = 1 << place;
                    let candidate = index_map.unpack(&only).iter().next().unwrap();
                    prop_assert_eq!(candidate, all[next]);
                    prop_assert_eq!(index_map.candidate([word, place]), candidate);
                    prop_assert_eq!(usize::from(by_place[BLOCK * word + place]), candidate);
                    let is_first_of_two = even.contains(candidate) && candidates.contains(candidate + 1);
                    prop_assert!(!is_first_of_two || place < 63 && members[word] >> (place + 1) & 1 == 1);
                    if place == 0 && word > 0 && members[word - 1] >> 63 == 0 {
                        prop_assert!(is_first_of_two, "only such a pair leaves a place to nobody");
                    }
                    next += 1;
                }
            }
            prop_assert_eq!(next, all.len());
        }
    }
}

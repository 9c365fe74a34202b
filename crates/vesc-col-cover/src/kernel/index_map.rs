//! Packed indices: the candidates of one node, numbered without gaps.

use crate::bits::words::BLOCK;
use crate::bits::words::Bits;
use crate::simd::SimdOp;
use crate::simd::{Lanes, TILE};

/// Rows of a chunk. The last one is full, so that no literal misses it; the others are looked up in groups of five, or of
/// four without AVX-512.
pub(crate) const CHUNK: usize = 16;
/// Rows of a window: those of its chunks without the full ones.
pub(crate) const WINDOW_ROWS: usize = BLOCK / CHUNK * (CHUNK - 1);

/// Packs a set of candidates: gives its members consecutive indices, in the same order.
///
/// The two literals of a feature never come into different words. So the last index of a word may be unused.
#[derive(Debug)]
pub(crate) struct IndexMap<const W: usize> {
    segments: Vec<Segment>,
    /// How many words the packed indices take.
    words: usize,
    /// How many tiles of sixteen packed indices are in use.
    tiles: usize,
}

/// The candidates of one word. They get consecutive indices in one word or in two.
#[derive(Clone, Copy, Debug)]
struct Segment {
    /// The word of the candidates.
    from: usize,
    candidates: Compress,
    /// The word and bit of the first packed index.
    to: usize,
    bit: u32,
    /// How many packed indices are in the word `to`.
    here: u32,
    /// How many are in the next word, from its first bit on.
    next: u32,
}

impl Segment {
    /// How many of the candidates come before the one with a packed index; `None` if no candidate of the segment has
    /// it.
    fn before(&self, [word, bit]: [usize; 2]) -> Option<u32> {
        let bit = bit as u32;
        if word == self.to {
            bit.checked_sub(self.bit).filter(|&before| before < self.here)
        } else {
            (word == self.to + 1 && bit < self.next).then_some(self.here + bit)
        }
    }
}

impl<const W: usize> IndexMap<W> {
    /// Packs the candidates. `first_sides` has the first literal of each two-sided feature.
    pub(crate) fn new(candidates: &Bits<W>, first_sides: &Bits<W>) -> IndexMap<W> {
        IndexMap::of_buckets(std::slice::from_ref(candidates), first_sides)
    }

    /// Packs disjoint sets one after the other. No candidate may have its complement in another set.
    pub(crate) fn of_buckets(buckets: &[Bits<W>], first_sides: &Bits<W>) -> IndexMap<W> {
        let mut segments = Vec::with_capacity(W * buckets.len());
        let (mut to, mut bit) = (0, 0);
        let words = buckets.iter().flat_map(|bucket| bucket.0.iter().zip(&first_sides.0).enumerate());
        for (from, (&members, &first_sides)) in words.filter(|&(_, (&members, _))| members != 0) {
            let fitting = lowest(members, u64::BITS - bit);
            let last = 1 << (63 - fitting.leading_zeros());
            let mut here = fitting.count_ones();
            // A feature's two literals stay together.
            if bit + here == u64::BITS && last & first_sides != 0 && members & last << 1 != 0 {
                here -= 1;
            }
            let next = members.count_ones() - here;
            segments.push(Segment { from, candidates: Compress::of(members), to, bit, here, next });
            bit += here;
            if next > 0 {
                (to, bit) = (to + 1, next);
            }
            if bit == u64::BITS {
                (to, bit) = (to + 1, 0);
            }
        }
        let tiles = to * BLOCK / TILE + (bit as usize).div_ceil(TILE);
        IndexMap { segments, words: to + usize::from(bit > 0), tiles }
    }

    /// How many words the packed indices take.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// How many tiles of sixteen packed indices are in use.
    pub(crate) fn tiles(&self) -> usize {
        self.tiles
    }

    /// Fills `indices` with the packed indices that are in use, word by word.
    pub(crate) fn all(&self, indices: &mut Vec<u64>) {
        self.pack_set(&Bits([!0; W]), indices);
    }

    /// Fills `indices` with the packed indices of some candidates, word by word.
    pub(crate) fn pack_set(&self, candidates: &Bits<W>, indices: &mut Vec<u64>) {
        indices.clear();
        indices.resize(self.words, 0);
        for segment in &self.segments {
            let mut word = [candidates.0[segment.from]];
            segment.candidates.compress(&mut word);
            indices[segment.to] |= (word[0] & ones(segment.here)) << segment.bit;
            if segment.next > 0 {
                indices[segment.to + 1] |= word[0] >> segment.here;
            }
        }
    }

    /// Returns the candidates of the given packed indices.
    pub(crate) fn unpack_set(&self, indices: &[u64]) -> Bits<W> {
        let mut candidates = Bits::EMPTY;
        for segment in &self.segments {
            let mut packed = indices[segment.to] >> segment.bit & ones(segment.here);
            if segment.next > 0 {
                packed |= (indices[segment.to + 1] & ones(segment.next)) << segment.here;
            }
            candidates.0[segment.from] |= expand(packed, segment.candidates.members);
        }
        candidates
    }

    /// Fills `candidates` with the candidate of each packed index. Unused indices get any one.
    pub(crate) fn candidates(&self, candidates: &mut Vec<u16>) {
        candidates.clear();
        candidates.resize(BLOCK * self.words, 0);
        for segment in &self.segments {
            let of_words = &mut candidates[BLOCK * segment.to..];
            let (here, next) = (segment.bit..segment.bit + segment.here, BLOCK as u32..BLOCK as u32 + segment.next);
            let mut rest = segment.candidates.members;
            for index in here.chain(next) {
                of_words[index as usize] = (64 * segment.from) as u16 + rest.trailing_zeros() as u16;
                rest &= rest - 1;
            }
        }
    }

    /// Returns the candidate of a packed index, given by word and bit. The index must be in use.
    pub(crate) fn candidate(&self, index: [usize; 2]) -> usize {
        let found = self.segments.iter().find_map(|segment| Some((segment, segment.before(index)?)));
        let Some((segment, before)) = found else { unreachable!("only indices in use are asked for") };
        let members = segment.candidates.members;
        64 * segment.from + (members ^ lowest(members, before)).trailing_zeros() as usize
    }

    /// Packs up to 60 rows, a block for each word of packed indices. The rows between and after them are full.
    #[inline(always)]
    pub(crate) fn pack_rows(&self, rows: &[Bits<W>], packed: &mut Vec<[u64; BLOCK]>) {
        packed.clear();
        packed.resize(self.words, [0; BLOCK]);
        for segment in &self.segments {
            let mut words = [!0; BLOCK];
            for (words, rows) in words.chunks_exact_mut(CHUNK).zip(rows.chunks(CHUNK - 1)) {
                for (word, row) in words.iter_mut().zip(rows) {
                    *word = row.0[segment.from];
                }
            }
            segment.candidates.compress(&mut words);
            let here = ones(segment.here);
            for (packed, word) in packed[segment.to].iter_mut().zip(&words) {
                *packed |= (word & here) << segment.bit;
            }
            if segment.next > 0 {
                for (packed, word) in packed[segment.to + 1].iter_mut().zip(&words) {
                    *packed |= word >> segment.here;
                }
            }
        }
    }
}

/// [`IndexMap::pack_rows`] as a SIMD operation.
pub(crate) struct PackRows<'p, const W: usize> {
    pub(crate) index_map: &'p IndexMap<W>,
    pub(crate) rows: &'p [Bits<W>],
    pub(crate) packed: &'p mut Vec<[u64; BLOCK]>,
}

impl<const W: usize> SimdOp for PackRows<'_, W> {
    type Output = ();

    #[inline(always)]
    fn call<L: Lanes>(self, _: L) {
        self.index_map.pack_rows(self.rows, self.packed);
    }
}

/// The word with its `count` lowest bits set.
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

/// Puts the lowest bits of `packed` where the members are.
fn expand(packed: u64, members: u64) -> u64 {
    let (mut packed, mut rest, mut result) = (packed, members, 0);
    while packed != 0 {
        result |= (packed & 1).wrapping_neg() & rest & rest.wrapping_neg();
        packed >>= 1;
        rest &= rest - 1;
    }
    result
}

/// Moves the bits of some members together, to the right, in six steps of 1, 2, 4, ... 32.
///
/// The first step moves by one all bits that have an odd distance to go. The next one moves by two, and so on.
#[derive(Clone, Copy, Debug)]
struct Compress {
    members: u64,
    /// For each step the positions whose bits it moves.
    moved: [u64; 6],
}

impl Compress {
    fn of(members: u64) -> Compress {
        let mut gaps = !members << 1;
        let moved = std::array::from_fn(|_| {
            // A bit has an odd distance to go in units of this step if the number of gaps to its right is odd.
            let mut odd = gaps;
            for shift in [1, 2, 4, 8, 16, 32] {
                odd ^= odd << shift;
            }
            gaps &= !odd;
            odd
        });
        Compress { members, moved }
    }

    /// Compresses all words at once.
    #[inline(always)]
    fn compress<const N: usize>(&self, words: &mut [u64; N]) {
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
            let mut first_sides = Bits::EMPTY;
            (0..two_sided).step_by(2).for_each(|candidate| first_sides.insert(candidate));
            let index_map = IndexMap::new(&candidates, &first_sides);
            let mut packed = Vec::new();
            index_map.pack_rows(&[Bits(row)], &mut packed);
            prop_assert_eq!(packed.len(), index_map.words());
            prop_assert_eq!(index_map.words(), index_map.tiles().div_ceil(4));
            packed.resize(5, [0; BLOCK]);
            let of_rows: [u64; 5] = std::array::from_fn(|word| packed[word][0]);
            let mut members = Vec::new();
            index_map.all(&mut members);
            members.resize(5, 0);
            prop_assert!((0..5).all(|word| of_rows[word] & !members[word] == 0));
            let in_use = |tile: usize| members[tile / 4] >> (16 * (tile % 4)) & 0xffff != 0;
            prop_assert!((0..20).all(|tile| in_use(tile) == (tile < index_map.tiles())));
            prop_assert!((0..5).all(|word| packed[word][1] == members[word]), "no row is all ones");
            prop_assert_eq!(index_map.unpack_set(&of_rows), Bits(row).and(&candidates));
            prop_assert_eq!(index_map.unpack_set(&members), candidates);
            let mut of_row = Vec::new();
            index_map.pack_set(&Bits(row), &mut of_row);
            prop_assert_eq!(&of_row, &of_rows[..index_map.words()]);
            let mut by_index = Vec::new();
            index_map.candidates(&mut by_index);
            prop_assert_eq!(by_index.len(), BLOCK * index_map.words());
            // In order, and the literals of a feature in one word.
            let all: Vec<usize> = candidates.iter().collect();
            let mut next = 0;
            for word in 0..5 {
                for bit in (0..64).filter(|bit| members[word] >> bit & 1 == 1) {
                    let mut only = [0; 5];
                    only[word] = 1 << bit;
                    let candidate = index_map.unpack_set(&only).iter().next().unwrap();
                    prop_assert_eq!(candidate, all[next]);
                    prop_assert_eq!(index_map.candidate([word, bit]), candidate);
                    prop_assert_eq!(usize::from(by_index[BLOCK * word + bit]), candidate);
                    let is_first_of_two = first_sides.contains(candidate) && candidates.contains(candidate + 1);
                    prop_assert!(!is_first_of_two || bit < 63 && members[word] >> (bit + 1) & 1 == 1);
                    if bit == 0 && word > 0 && members[word - 1] >> 63 == 0 {
                        prop_assert!(is_first_of_two, "only such a pair leaves an index unused");
                    }
                    next += 1;
                }
            }
            prop_assert_eq!(next, all.len());
        }
    }
}

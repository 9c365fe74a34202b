//! Vector instructions on 32 lanes of sixteen bits.
//!
//! A [`SimdOp`] is written once and compiled for each kind of vectors that a machine may have.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
pub(crate) mod bytes;
pub(crate) mod planes;

use std::ops::Range;

use crate::bits::words::BLOCK;
#[cfg(target_arch = "x86_64")]
use crate::simd::avx512::Avx512;
use crate::simd::bytes::Baseline;
use crate::simd::planes::ByPlanes;
#[cfg(target_arch = "x86_64")]
use pulp::NullaryFnOnce;

/// An operation that is compiled for each kind of vectors.
///
/// All that it calls must be inlined: another function would be compiled for the plain machine.
pub(crate) trait SimdOp {
    type Output;

    fn call<L: Lanes>(self, lanes: L) -> Self::Output;
}

/// The vector instructions that operations may use. Answers do not depend on it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SimdLevel {
    /// 512-bit vectors.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    /// AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2(pulp::x86::V3),
    /// What every machine of this family has: NEON on 64-bit ARM, which needs no asking.
    Plain,
}

impl SimdLevel {
    /// The fastest level of this machine.
    pub(crate) fn best() -> SimdLevel {
        SimdLevel::all()[0]
    }

    /// Every level of this machine, the fastest first.
    pub(crate) fn all() -> Vec<SimdLevel> {
        let mut levels = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            levels.extend(Avx512::try_new().map(SimdLevel::Avx512));
            levels.extend(pulp::x86::V3::try_new().map(SimdLevel::Avx2));
        }
        levels.push(SimdLevel::Plain);
        levels
    }

    /// Runs an operation, compiled for this level.
    #[inline(always)]
    pub(crate) fn run<O: SimdOp>(self, operation: O) -> O::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx512(simd) => simd.vectorize(With(simd, operation)),
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx2(simd) => pulp::Simd::vectorize(simd, With(ByPlanes(simd), operation)),
            SimdLevel::Plain => plainly(operation),
        }
    }
}

/// Runs an operation without further instructions.
///
/// It is not inlined, so that each operation is compiled once and not once for each caller.
#[inline(never)]
fn plainly<O: SimdOp>(operation: O) -> O::Output {
    operation.call(ByPlanes(Baseline))
}

#[cfg(target_arch = "x86_64")]
struct With<L, O>(L, O);

#[cfg(target_arch = "x86_64")]
impl<L: Lanes, O: SimdOp> NullaryFnOnce for With<L, O> {
    type Output = O::Output;

    #[inline(always)]
    fn call(self) -> O::Output {
        self.1.call(self.0)
    }
}

/// Lanes of a vector.
pub(crate) const LANES: usize = 32;
/// Packed indices of a tile: a lane has a bit for each.
pub(crate) const TILE: usize = 16;

/// 32 lanes in memory, in the order of the level that stored them. It may be a table, looked up by four or five bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct CacheLine(pub(crate) [u16; 32]);

/// Operations on 32 lanes, or on eight words, at once.
pub(crate) trait Lanes: Copy {
    type Vector: Copy;
    /// For each of 32 lanes, and each group of rows, the number of a subset of the group.
    type Subsets: Copy;

    /// Rows of a group: a table has a lane for each subset of them.
    const GROUP: usize;
    /// The groups of the sixteen rows of a lane. A row left over is the full one.
    const GROUPS: usize = 16 / Self::GROUP;

    /// Whether registers have room for the subsets of all chunks, so that loops over chunks are unrolled.
    const UNROLLED: bool;

    fn splat(self, word: u64) -> Self::Vector;
    fn and(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn and_not(self, a: Self::Vector, removed: Self::Vector) -> Self::Vector;
    fn or(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The sum of all words.
    fn sum(self, words: Self::Vector) -> u64;
    /// Adds to each word of `sums` the number of ones in the same word of `vector`.
    fn add_popcounts(self, sums: Self::Vector, vector: Self::Vector) -> Self::Vector;

    /// 32 lanes of a longer slice, from `start` on.
    fn load_lanes(self, lanes: &[u16], start: usize) -> Self::Vector;
    /// Loads 32 lanes that this level has stored.
    fn load_line(self, line: &CacheLine) -> Self::Vector;
    fn store_line(self, vector: Self::Vector) -> CacheLine;
    /// One lane of a cache line.
    fn lane(self, line: &CacheLine, lane: u32) -> u16;
    /// Splits the rows of each lane into the subsets of its groups.
    fn subsets(self, rows: Self::Vector) -> Self::Subsets;
    /// For each lane the AND of the entries of its subsets, one entry in the table of each group.
    fn look_up(self, tables: &[CacheLine], subsets: Self::Subsets) -> Self::Vector;
    /// For each lane the bit of its number in the tile that begins with `first`; 0 if another tile has it.
    fn one_hot(self, numbers: Self::Vector, first: u16) -> Self::Vector;
    /// For each lane the bits up to its number in the tile that begins with `first`.
    fn bits_up_to(self, numbers: Self::Vector, first: u16) -> Self::Vector;
    /// A mask of the lanes whose numbers are in `set`, eight words. Numbers must be below 512.
    fn members(self, set: Self::Vector, numbers: Self::Vector) -> u32;
    /// All ones in the lanes of a mask, zero in the others.
    fn expand_mask(self, mask: u32) -> Self::Vector;
    /// A mask of the lanes that are not zero.
    fn nonzero_lanes(self, lanes: Self::Vector) -> u32;
    /// The AND of all lanes.
    fn reduce_and(self, lanes: Self::Vector) -> u16;
    /// The same lane 32 times.
    fn splat_lane(self, lane: u16) -> Self::Vector;
    /// Eight words of a longer slice, from `start` on.
    fn load_words(self, words: &[u64], start: usize) -> Self::Vector;
    /// Splits words into up to four chunks of sixteen bits. `chunks[c][start + w]` becomes chunk c of word w.
    fn split(self, words: &[u64; BLOCK], chunks: &mut [Vec<u16>], start: usize);
    /// Writes the members of a word, counted from `first` on, to `numbers` from `start` on.
    ///
    /// There must be room for sixteen numbers more.
    fn compress(self, set: u64, first: u16, numbers: &mut [u16], start: usize);
    /// `result[i] = table[numbers[i]]`.
    ///
    /// Every number must be in bounds. Lanes whose number lies outside `blocks`, of 64 entries each, are unspecified.
    fn gather(self, table: &[u16], blocks: Range<usize>, numbers: Self::Vector) -> Self::Vector;
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::simd::bytes::Baseline;
    use crate::simd::planes::ByPlanes;

    /// What an instruction is tried on.
    #[derive(Clone, Debug)]
    struct Draw {
        a: [u16; 32],
        b: [u16; 32],
        numbers: [u16; 32],
        words: Vec<u64>,
        tables: Vec<[u16; 32]>,
        lane: u16,
        part: u16,
        mask: u32,
        set: u64,
    }

    fn draw() -> impl Strategy<Value = Draw> {
        let row = || prop::array::uniform32(any::<u16>());
        let few = (0u16..40, any::<u32>(), any::<u64>(), any::<u16>());
        let many = (prop::collection::vec(any::<u64>(), BLOCK), prop::collection::vec(row(), 4));
        (row(), row(), prop::array::uniform32(0u16..640), many, few).prop_map(
            |(a, b, numbers, (words, tables), (part, mask, set, lane))| Draw {
                a,
                b,
                numbers,
                words,
                tables,
                lane,
                part,
                mask,
                set,
            },
        )
    }

    /// The lanes of a vector, in whatever order its level has them.
    fn lanes_of<L: Lanes>(lanes: L, vector: L::Vector) -> [u16; 32] {
        let mut found = [0; 32];
        for bit in 0..16 {
            let full = lanes.nonzero_lanes(lanes.and(vector, lanes.splat_lane(1 << bit)));
            found.iter_mut().enumerate().for_each(|(lane, found)| *found |= ((full >> lane & 1) as u16) << bit);
        }
        found
    }

    /// Each instruction, beside what it means for each lane.
    fn does_what_it_says<L: Lanes>(level: L, draw: &Draw) {
        let Draw { a, b, numbers, words, tables, lane, part, mask, set } = draw;
        let (x, y, n) = (level.load_lanes(a, 0), level.load_lanes(b, 0), level.load_lanes(numbers, 0));
        let each = |change: &dyn Fn(usize) -> u16| -> [u16; 32] { std::array::from_fn(change) };
        let found = |vector| lanes_of(level, vector);
        assert_eq!(found(x), *a);
        assert_eq!(found(level.load_lanes(&[&a[..], &b[..]].concat(), 5))[27..], b[..5]);
        assert_eq!(found(level.load_line(&level.store_line(x))), *a);
        assert_eq!(each(&|i| level.lane(&level.store_line(x), i as u32)), *a);
        let alike = level.or(x, level.splat_lane(*lane));
        assert_eq!(level.reduce_and(alike), a.iter().fold(!0, |common, lane| common & lane) | lane);
        assert_eq!(level.reduce_and(level.and_not(level.splat(!0), level.expand_mask(1 << (part % 32)))), 0);
        assert_eq!(found(level.splat_lane(*lane)), [*lane; 32]);
        assert_eq!(found(level.splat(!0)), [!0; 32]);
        assert_eq!(found(level.and(x, y)), each(&|i| a[i] & b[i]));
        assert_eq!(found(level.and_not(x, y)), each(&|i| a[i] & !b[i]));
        assert_eq!(found(level.or(x, y)), each(&|i| a[i] | b[i]));
        assert_eq!(found(level.expand_mask(*mask)), each(&|i| if mask >> i & 1 == 1 { !0 } else { 0 }));
        let full = (0..32).filter(|&i| mask >> i & 1 == 1 && a[i] != 0).fold(0, |full, i| full | 1 << i);
        assert_eq!(level.nonzero_lanes(level.and(level.expand_mask(*mask), x)), full);

        let first = 16 * part;
        for (vector, numbers) in [(n, numbers), (y, b)] {
            let bit = |i: usize| if numbers[i] / 16 == *part { 1 << (numbers[i] % 16) } else { 0 };
            assert_eq!(found(level.one_hot(vector, first)), each(&bit));
            let up_to = |i: usize| (0..16).filter(|bit| first + bit <= numbers[i]).fold(0, |set, bit| set | 1 << bit);
            assert_eq!(found(level.bits_up_to(vector, first)), each(&up_to));
        }
        let set_of_512 = level.load_words(words, 3);
        let member = |i: usize| words[3 + usize::from(numbers[i] % 512 / 64)] >> (numbers[i] % 64) & 1 == 1;
        let members = (0..32).filter(|&i| member(i)).fold(0, |members, i| members | 1 << i);
        assert_eq!(level.members(set_of_512, n), members);

        let some = u64::from(*mask);
        assert_eq!(level.sum(level.splat(some)), 8 * some);
        let sum: u64 = words[3..11].iter().map(|word| word & some).sum();
        assert_eq!(level.sum(level.and(set_of_512, level.splat(some))), sum);
        let ones: u32 = a.iter().map(|lane| lane.count_ones()).sum();
        assert_eq!(level.sum(level.add_popcounts(level.splat(7), x)), 56 + u64::from(ones));

        let mut chunks = [0, 1, 2].map(|_| vec![0; BLOCK + 40]);
        level.split(words[..].try_into().unwrap(), &mut chunks, 2);
        for (word, at) in words.iter().zip(2..) {
            (0..3).for_each(|chunk| assert_eq!(chunks[chunk][at], (word >> (16 * chunk)) as u16));
        }
        let mut written = vec![0; BLOCK + 20];
        level.compress(*set, *part, &mut written, 3);
        let members = (0..64).filter(|bit| set >> bit & 1 == 1).map(|bit| part + bit as u16);
        assert!(written[3..].iter().zip(members).all(|(&written, member)| written == member));
        let row: Vec<u16> = (0..640u16).map(|at| a[usize::from(at) % 32] ^ at.wrapping_mul(*lane | 1)).collect();
        assert_eq!(found(level.gather(&row, 0..10, n)), each(&|i| row[usize::from(numbers[i])]));
        let picked = found(level.gather(&row, 2..4, n));
        (0..32)
            .filter(|&i| (2..4).contains(&(numbers[i] / 64)))
            .for_each(|i| assert_eq!(picked[i], row[usize::from(numbers[i])]));

        // The lanes of a table for fewer subsets come again and again.
        let of_subset = |group: usize, subset: usize| tables[group][subset % (1 << L::GROUP)];
        let table = |group| level.store_line(level.load_lanes(&each(&|i| of_subset(group, i)), 0));
        let lines: Vec<CacheLine> = (0..L::GROUPS).map(table).collect();
        let common = |i: usize| {
            let subset = |group: usize| usize::from(a[i]) >> (L::GROUP * group);
            (0..L::GROUPS).fold(!0, |common, group| common & of_subset(group, subset(group)))
        };
        assert_eq!(found(level.look_up(&lines, level.subsets(x))), each(&common));
    }

    proptest! {
        #[test]
        fn each_instruction_does_what_it_says(draw in draw()) {
            does_what_it_says(ByPlanes(Baseline), &draw);
            #[cfg(target_arch = "x86_64")]
            {
                pulp::x86::V3::try_new().into_iter().for_each(|simd| does_what_it_says(ByPlanes(simd), &draw));
                crate::simd::avx512::Avx512::try_new().into_iter().for_each(|simd| does_what_it_says(simd, &draw));
            }
        }
    }
}

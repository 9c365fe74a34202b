//! 32 lanes as two planes: their low bytes and their high bytes.
//!
//! Machines without 512-bit vectors look up many bytes at once in a table of sixteen bytes. So lanes are taken apart
//! when they are loaded. A cache line has the low bytes first, and then the high ones.

use std::ops::Range;

use pulp::cast;

use crate::bits::words::BLOCK;
use crate::simd::bytes::Bytes;
use crate::simd::{CacheLine, Lanes};

/// Operations on 32 lanes by operations on 32 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByPlanes<B>(pub(crate) B);

/// The low and the high bytes of 32 lanes, or eight words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Planes<V> {
    low: V,
    high: V,
}

/// For a number below sixteen its bit in the low byte of a lane.
const BIT: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];
/// For a number below sixteen its bit in the high byte of a lane.
const BIT_BEHIND: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128];
/// For a number below sixteen the bits up to its own in the low byte of a lane.
const UP_TO: [u8; 16] = [1, 3, 7, 15, 31, 63, 127, 255, 255, 255, 255, 255, 255, 255, 255, 255];
/// For a number below sixteen the bits up to its own in the high byte of a lane.
const UP_TO_BEHIND: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 3, 7, 15, 31, 63, 127, 255];

impl<B: Bytes> Lanes for ByPlanes<B> {
    type Vector = Planes<B::Vector>;
    type Subsets = [B::Vector; 4];

    const GROUP: usize = 4;
    const UNROLLED: bool = false;

    #[inline(always)]
    fn splat(self, word: u64) -> Planes<B::Vector> {
        self.of_words([word; 8])
    }

    #[inline(always)]
    fn and(self, a: Planes<B::Vector>, b: Planes<B::Vector>) -> Planes<B::Vector> {
        Planes { low: self.0.and(a.low, b.low), high: self.0.and(a.high, b.high) }
    }

    #[inline(always)]
    fn and_not(self, a: Planes<B::Vector>, removed: Planes<B::Vector>) -> Planes<B::Vector> {
        Planes { low: self.0.and_not(a.low, removed.low), high: self.0.and_not(a.high, removed.high) }
    }

    #[inline(always)]
    fn or(self, a: Planes<B::Vector>, b: Planes<B::Vector>) -> Planes<B::Vector> {
        Planes { low: self.0.or(a.low, b.low), high: self.0.or(a.high, b.high) }
    }

    #[inline(always)]
    fn sum(self, words: Planes<B::Vector>) -> u64 {
        self.words(words).iter().sum()
    }

    #[inline(always)]
    fn add_popcounts(self, sums: Planes<B::Vector>, vector: Planes<B::Vector>) -> Planes<B::Vector> {
        let (mut sums, ones) = (self.words(sums), self.words(vector));
        for (sum, word) in sums.iter_mut().zip(ones) {
            *sum += u64::from(word.count_ones());
        }
        self.of_words(sums)
    }

    #[inline(always)]
    fn load_lanes(self, lanes: &[u16], start: usize) -> Planes<B::Vector> {
        let lanes: &[u16; 32] = lanes[start..start + 32].try_into().unwrap();
        let (mut low, mut high) = ([0; 32], [0; 32]);
        for lane in 0..32 {
            low[lane] = lanes[lane] as u8;
            high[lane] = (lanes[lane] >> 8) as u8;
        }
        Planes { low: self.0.load(low), high: self.0.load(high) }
    }

    #[inline(always)]
    fn load_line(self, line: &CacheLine) -> Planes<B::Vector> {
        let [low, high]: [[u8; 32]; 2] = cast(line.0);
        Planes { low: self.0.load(low), high: self.0.load(high) }
    }

    #[inline(always)]
    fn store_line(self, vector: Planes<B::Vector>) -> CacheLine {
        CacheLine(cast([self.0.store(vector.low), self.0.store(vector.high)]))
    }

    #[inline(always)]
    fn lane(self, line: &CacheLine, lane: u32) -> u16 {
        let [low, high]: [[u8; 32]; 2] = cast(line.0);
        u16::from_le_bytes([low[lane as usize], high[lane as usize]])
    }

    #[inline(always)]
    fn subsets(self, rows: Planes<B::Vector>) -> [B::Vector; 4] {
        let Planes { low, high } = rows;
        let lowest = self.0.splat(15);
        [self.0.and(low, lowest), self.0.shifted::<4>(low), self.0.and(high, lowest), self.0.shifted::<4>(high)]
    }

    #[inline(always)]
    fn look_up(self, tables: &[CacheLine], subsets: [B::Vector; 4]) -> Planes<B::Vector> {
        let mut common = self.splat(!0);
        for group in 0..4 {
            let Planes { low, high } = self.load_line(&tables[group]);
            let (low, high) = (self.0.look_up(low, subsets[group]), self.0.look_up(high, subsets[group]));
            common = self.and(common, Planes { low, high });
        }
        common
    }

    #[inline(always)]
    fn one_hot(self, numbers: Planes<B::Vector>, first: u16) -> Planes<B::Vector> {
        let (here, _) = self.in_tile(numbers, first);
        let bits = self.by_nibble([BIT, BIT_BEHIND], numbers.low);
        self.and(bits, both(here))
    }

    #[inline(always)]
    fn bits_up_to(self, numbers: Planes<B::Vector>, first: u16) -> Planes<B::Vector> {
        let (here, behind) = self.in_tile(numbers, first);
        let bits = self.by_nibble([UP_TO, UP_TO_BEHIND], numbers.low);
        self.or(self.and(bits, both(here)), both(behind))
    }

    #[inline(always)]
    fn members(self, set: Planes<B::Vector>, numbers: Planes<B::Vector>) -> u32 {
        // A number has nine bits. The upper two choose one of four tables of sixteen bytes, the next four a byte, and
        // the lowest three a bit.
        let words = self.words(set);
        let byte = self.0.and(self.0.shifted::<3>(numbers.low), self.0.splat(15));
        let mut bytes = [byte; 4];
        for (quarter, bytes) in bytes.iter_mut().enumerate() {
            let [one, two] = [words[2 * quarter], words[2 * quarter + 1]];
            *bytes = self.0.look_up(self.0.load(cast([one, two, one, two])), byte);
        }
        let odd = self.has(numbers.low, 0x80);
        let chosen = self.choose(
            self.has(numbers.high, 1),
            self.choose(odd, bytes[3], bytes[2]),
            self.choose(odd, bytes[1], bytes[0]),
        );
        let bit = self.by_nibble([BIT, BIT_BEHIND], self.0.and(numbers.low, self.0.splat(7))).low;
        self.0.uppermost(self.0.equal(self.0.and(chosen, bit), bit))
    }

    #[inline(always)]
    fn expand_mask(self, mask: u32) -> Planes<B::Vector> {
        // Each byte of the mask eight times, and of each the bit of its lane.
        let (mut bytes, mut bits) = ([0; 32], [0; 32]);
        for lane in 0..32 {
            bytes[lane] = (mask >> (lane / 8 * 8)) as u8;
            bits[lane] = 1 << (lane % 8);
        }
        let bits = self.0.load(bits);
        both(self.0.equal(self.0.and(self.0.load(bytes), bits), bits))
    }

    #[inline(always)]
    fn nonzero_lanes(self, lanes: Planes<B::Vector>) -> u32 {
        let any = self.0.or(lanes.low, lanes.high);
        !self.0.uppermost(self.0.equal(any, self.0.splat(0)))
    }

    #[inline(always)]
    fn reduce_and(self, lanes: Planes<B::Vector>) -> u16 {
        let (low, high): ([u8; 32], [u8; 32]) = (self.0.store(lanes.low), self.0.store(lanes.high));
        let mut common = [!0; 2];
        for lane in 0..32 {
            common[0] &= low[lane];
            common[1] &= high[lane];
        }
        u16::from_le_bytes(common)
    }

    #[inline(always)]
    fn splat_lane(self, lane: u16) -> Planes<B::Vector> {
        Planes { low: self.0.splat(lane as u8), high: self.0.splat((lane >> 8) as u8) }
    }

    #[inline(always)]
    fn load_words(self, words: &[u64], start: usize) -> Planes<B::Vector> {
        self.of_words(words[start..start + 8].try_into().unwrap())
    }

    #[inline(always)]
    fn split(self, words: &[u64; BLOCK], chunks: &mut [Vec<u16>], start: usize) {
        for (chunk, lanes) in chunks.iter_mut().enumerate() {
            for (lane, word) in lanes[start..start + BLOCK].iter_mut().zip(words) {
                *lane = (word >> (16 * chunk)) as u16;
            }
        }
    }

    #[inline(always)]
    fn compress(self, set: u64, first: u16, numbers: &mut [u16], start: usize) {
        let mut rest = set;
        for number in &mut numbers[start..start + set.count_ones() as usize] {
            *number = first + rest.trailing_zeros() as u16;
            rest &= rest - 1;
        }
    }

    #[inline(always)]
    fn gather(self, table: &[u16], _: Range<usize>, numbers: Planes<B::Vector>) -> Planes<B::Vector> {
        let (low, high): ([u8; 32], [u8; 32]) = (self.0.store(numbers.low), self.0.store(numbers.high));
        let mut gathered = [0; 32];
        for lane in 0..32 {
            gathered[lane] = table[usize::from(u16::from_le_bytes([low[lane], high[lane]]))];
        }
        self.load_lanes(&gathered, 0)
    }
}

impl<B: Bytes> ByPlanes<B> {
    #[inline(always)]
    fn words(self, vector: Planes<B::Vector>) -> [u64; 8] {
        cast([self.0.store(vector.low), self.0.store(vector.high)])
    }

    #[inline(always)]
    fn of_words(self, words: [u64; 8]) -> Planes<B::Vector> {
        let [low, high] = cast(words);
        Planes { low: self.0.load(low), high: self.0.load(high) }
    }

    /// Which numbers are in the tile that begins with `first`, and which come behind it.
    #[inline(always)]
    fn in_tile(self, numbers: Planes<B::Vector>, first: u16) -> (B::Vector, B::Vector) {
        let first = self.splat_lane(first);
        let low = self.0.and(numbers.low, self.0.splat(0xf0));
        let (same_low, same_high) = (self.0.equal(low, first.low), self.0.equal(numbers.high, first.high));
        let low_greater = self.0.and(same_high, self.greater(low, first.low));
        let behind = self.0.or(self.greater(numbers.high, first.high), low_greater);
        (self.0.and(same_low, same_high), behind)
    }

    /// All ones in the bytes of `a` that are greater than those of `b`.
    #[inline(always)]
    fn greater(self, a: B::Vector, b: B::Vector) -> B::Vector {
        self.0.and_not(self.0.splat(!0), self.0.equal(self.0.max(a, b), b))
    }

    /// Looks up the lowest four bits of each byte in two tables, one for each plane.
    #[inline(always)]
    fn by_nibble(self, tables: [[u8; 16]; 2], bytes: B::Vector) -> Planes<B::Vector> {
        let [low, high] = tables;
        let nibbles = self.0.and(bytes, self.0.splat(15));
        Planes {
            low: self.0.look_up(self.0.load(cast([low, low])), nibbles),
            high: self.0.look_up(self.0.load(cast([high, high])), nibbles),
        }
    }

    /// All ones in the bytes that have this bit.
    #[inline(always)]
    fn has(self, bytes: B::Vector, bit: u8) -> B::Vector {
        let bit = self.0.splat(bit);
        self.0.equal(self.0.and(bytes, bit), bit)
    }

    #[inline(always)]
    fn choose(self, by: B::Vector, one: B::Vector, zero: B::Vector) -> B::Vector {
        self.0.or(self.0.and(one, by), self.0.and_not(zero, by))
    }
}

#[inline(always)]
fn both<V: Copy>(plane: V) -> Planes<V> {
    Planes { low: plane, high: plane }
}

//! 256-bit vectors of x86-64: 32 lanes in two of them.

use std::arch::x86_64::__m256i;

use pulp::cast;
use pulp::x86::V3;

use crate::lanes::{Lanes, Line, narrow_by_words};
use crate::packing::BLOCK;

/// The low and the high bytes of 32 lanes, or eight words.
///
/// One instruction looks up 32 bytes in a table of sixteen, so lanes are taken apart when they are loaded, and a line has first
/// the low bytes and then the high ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Planes {
    low: __m256i,
    high: __m256i,
}

/// For each of the lowest bits of a number, the place with the number, if it is among the first eight, ...
const PLACE: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];
/// ... and the places up to it.
const UP_TO: [u8; 16] = [1, 3, 7, 15, 31, 63, 127, 255, 255, 255, 255, 255, 255, 255, 255, 255];
/// The same for the eight behind them.
const PLACE_BEHIND: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128];
const UP_TO_BEHIND: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 3, 7, 15, 31, 63, 127, 255];

impl Lanes for V3 {
    type Vector = Planes;
    type Subsets = [__m256i; 4];

    const SWEEPS: bool = true;
    const GROUP: usize = 4;

    #[inline(always)]
    fn splat(self, word: u64) -> Planes {
        both(self.avx._mm256_set1_epi64x(word.cast_signed()))
    }

    #[inline(always)]
    fn and(self, a: Planes, b: Planes) -> Planes {
        Planes { low: self.avx2._mm256_and_si256(a.low, b.low), high: self.avx2._mm256_and_si256(a.high, b.high) }
    }

    #[inline(always)]
    fn and_not(self, a: Planes, removed: Planes) -> Planes {
        Planes {
            low: self.avx2._mm256_andnot_si256(removed.low, a.low),
            high: self.avx2._mm256_andnot_si256(removed.high, a.high),
        }
    }

    #[inline(always)]
    fn or(self, a: Planes, b: Planes) -> Planes {
        Planes { low: self.avx2._mm256_or_si256(a.low, b.low), high: self.avx2._mm256_or_si256(a.high, b.high) }
    }

    #[inline(always)]
    fn sum(self, words: Planes) -> u64 {
        to_words(words).iter().sum()
    }

    #[inline(always)]
    fn add_ones(self, sums: Planes, vector: Planes) -> Planes {
        let (mut sums, ones) = (to_words(sums), to_words(vector));
        for (sum, word) in sums.iter_mut().zip(ones) {
            *sum += u64::from(word.count_ones());
        }
        from_words(sums)
    }

    #[inline(always)]
    fn load_lanes(self, lanes: &[u16], start: usize) -> Planes {
        let lanes: [u16; 32] = lanes[start..start + 32].try_into().unwrap();
        let [first, second]: [__m256i; 2] = cast(lanes);
        let low_bytes = self.avx._mm256_set1_epi16(0xff);
        let low = [self.avx2._mm256_and_si256(first, low_bytes), self.avx2._mm256_and_si256(second, low_bytes)];
        let high = [self.avx2._mm256_srli_epi16::<8>(first), self.avx2._mm256_srli_epi16::<8>(second)];
        Planes { low: to_bytes(self, low), high: to_bytes(self, high) }
    }

    #[inline(always)]
    fn load_line(self, line: &Line) -> Planes {
        let [low, high] = cast(line.0);
        Planes { low, high }
    }

    #[inline(always)]
    fn store_line(self, vector: Planes) -> Line {
        Line(cast([vector.low, vector.high]))
    }

    #[inline(always)]
    fn subsets(self, rows: Planes) -> [__m256i; 4] {
        let [low, high] = [rows.low, rows.high];
        let next_low = self.avx2._mm256_srli_epi16::<4>(low);
        let next_high = self.avx2._mm256_srli_epi16::<4>(high);
        [lowest(self, low, 15), lowest(self, next_low, 15), lowest(self, high, 15), lowest(self, next_high, 15)]
    }

    #[inline(always)]
    fn look_up(self, tables: &[Line], subsets: [__m256i; 4]) -> Planes {
        let mut common = self.splat(!0);
        for group in 0..4 {
            let Planes { low, high } = self.load_line(&tables[group]);
            let low = self.avx2._mm256_shuffle_epi8(low, subsets[group]);
            let high = self.avx2._mm256_shuffle_epi8(high, subsets[group]);
            common = self.and(common, Planes { low, high });
        }
        common
    }

    #[inline(always)]
    fn place(self, numbers: Planes, first: u16) -> Planes {
        let (here, _) = part_of(self, numbers, first);
        let of = lowest(self, numbers.low, 15);
        let places = Planes { low: by_nibble(self, PLACE, of), high: by_nibble(self, PLACE_BEHIND, of) };
        self.and(places, both(here))
    }

    #[inline(always)]
    fn places_up_to(self, numbers: Planes, first: u16) -> Planes {
        let (here, behind) = part_of(self, numbers, first);
        let of = lowest(self, numbers.low, 15);
        let places = Planes { low: by_nibble(self, UP_TO, of), high: by_nibble(self, UP_TO_BEHIND, of) };
        self.or(self.and(places, both(here)), both(behind))
    }

    #[inline(always)]
    fn members(self, set: Planes, numbers: Planes) -> u32 {
        // The set is 64 bytes, four tables of sixteen, of which the uppermost two bits of nine choose one.
        let byte = lowest(self, self.avx2._mm256_srli_epi16::<3>(numbers.low), 15);
        let mut bytes = [byte; 4];
        bytes[0] = self.avx2._mm256_shuffle_epi8(self.avx2._mm256_permute2x128_si256::<0x00>(set.low, set.low), byte);
        bytes[1] = self.avx2._mm256_shuffle_epi8(self.avx2._mm256_permute2x128_si256::<0x11>(set.low, set.low), byte);
        bytes[2] = self.avx2._mm256_shuffle_epi8(self.avx2._mm256_permute2x128_si256::<0x00>(set.high, set.high), byte);
        bytes[3] = self.avx2._mm256_shuffle_epi8(self.avx2._mm256_permute2x128_si256::<0x11>(set.high, set.high), byte);
        // What is chosen by is the uppermost bit of each byte.
        let uppermost = self.avx2._mm256_slli_epi16::<7>(numbers.high);
        let first = self.avx2._mm256_blendv_epi8(bytes[0], bytes[1], numbers.low);
        let second = self.avx2._mm256_blendv_epi8(bytes[2], bytes[3], numbers.low);
        let chosen = self.avx2._mm256_blendv_epi8(first, second, uppermost);
        let bits = by_nibble(self, PLACE, lowest(self, numbers.low, 7));
        let member = self.avx2._mm256_cmpeq_epi8(self.avx2._mm256_and_si256(chosen, bits), bits);
        self.avx2._mm256_movemask_epi8(member).cast_unsigned()
    }

    #[inline(always)]
    fn ones(self, mask: u32) -> Planes {
        // Each byte of the mask eight times, and of each the bit of its lane.
        let mask = self.avx._mm256_set1_epi32(mask.cast_signed());
        let spread: [u8; 32] =
            [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3];
        let bits = self.avx._mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
        let bytes = self.avx2._mm256_and_si256(self.avx2._mm256_shuffle_epi8(mask, cast(spread)), bits);
        both(self.avx2._mm256_cmpeq_epi8(bytes, bits))
    }

    #[inline(always)]
    fn full_lanes(self, lanes: Planes) -> u32 {
        let any = self.avx2._mm256_or_si256(lanes.low, lanes.high);
        let empty = self.avx2._mm256_cmpeq_epi8(any, self.avx._mm256_setzero_si256());
        !self.avx2._mm256_movemask_epi8(empty).cast_unsigned()
    }

    #[inline(always)]
    fn splat_lane(self, lane: u16) -> Planes {
        let [low, high] = lane.to_le_bytes();
        Planes {
            low: self.avx._mm256_set1_epi8(low.cast_signed()),
            high: self.avx._mm256_set1_epi8(high.cast_signed()),
        }
    }

    #[inline(always)]
    fn load_words(self, words: &[u64], start: usize) -> Planes {
        from_words(words[start..start + 8].try_into().unwrap())
    }

    #[inline(always)]
    fn narrow(self, set: u64, words: &[u64; BLOCK], chunks: &mut [Vec<u16>], start: usize) {
        narrow_by_words(set, words, chunks, start);
    }
}

#[inline(always)]
fn both(plane: __m256i) -> Planes {
    Planes { low: plane, high: plane }
}

#[inline(always)]
fn to_words(vector: Planes) -> [u64; 8] {
    cast([vector.low, vector.high])
}

#[inline(always)]
fn from_words(words: [u64; 8]) -> Planes {
    let [low, high] = cast(words);
    Planes { low, high }
}

/// 32 lanes, none above 255, as bytes.
#[inline(always)]
fn to_bytes(simd: V3, lanes: [__m256i; 2]) -> __m256i {
    // It packs the halves of the vectors apart from each other.
    simd.avx2._mm256_permute4x64_epi64::<0b11_01_10_00>(simd.avx2._mm256_packus_epi16(lanes[0], lanes[1]))
}

/// Which numbers are among the sixteen from `first` on, and which come behind these.
#[inline(always)]
fn part_of(simd: V3, numbers: Planes, first: u16) -> (__m256i, __m256i) {
    let first = simd.splat_lane(first);
    let low = simd.avx2._mm256_andnot_si256(simd.avx._mm256_set1_epi8(15), numbers.low);
    let same_low = simd.avx2._mm256_cmpeq_epi8(low, first.low);
    let same_high = simd.avx2._mm256_cmpeq_epi8(numbers.high, first.high);
    // A number does not come behind if its high byte is less, or the same and its low byte not more.
    let low_not_more = not_more(simd, low, first.low);
    let high_not_more = not_more(simd, numbers.high, first.high);
    let not_behind =
        simd.avx2._mm256_andnot_si256(simd.avx2._mm256_andnot_si256(low_not_more, same_high), high_not_more);
    let behind = simd.avx2._mm256_cmpeq_epi8(not_behind, simd.avx._mm256_setzero_si256());
    (simd.avx2._mm256_and_si256(same_high, same_low), behind)
}

/// The bytes that are not more than the other's.
#[inline(always)]
fn not_more(simd: V3, a: __m256i, b: __m256i) -> __m256i {
    simd.avx2._mm256_cmpeq_epi8(simd.avx2._mm256_max_epu8(a, b), b)
}

/// Some bits of each byte.
#[inline(always)]
fn lowest(simd: V3, bytes: __m256i, bits: i8) -> __m256i {
    simd.avx2._mm256_and_si256(bytes, simd.avx._mm256_set1_epi8(bits))
}

/// For each byte what a table has for it, a number below sixteen.
#[inline(always)]
fn by_nibble(simd: V3, table: [u8; 16], bytes: __m256i) -> __m256i {
    simd.avx2._mm256_shuffle_epi8(cast([table, table]), bytes)
}

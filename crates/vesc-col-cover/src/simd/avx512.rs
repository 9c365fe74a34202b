//! 512-bit vectors of x86-64.

use std::arch::x86_64::__m512i;
use std::ops::Range;

use pulp::cast;

use crate::bits::words::BLOCK;
use crate::simd::{CacheLine, Lanes};

pulp::simd_type! {
    /// 512-bit vectors that count bits, which none of pulp's own levels asks for.
    pub(crate) struct Avx512 {
        pub(crate) popcnt: "popcnt",
        pub(crate) lzcnt: "lzcnt",
        pub(crate) bmi1: "bmi1",
        pub(crate) bmi2: "bmi2",
        pub(crate) avx: "avx",
        pub(crate) avx2: "avx2",
        pub(crate) avx512f: "avx512f",
        pub(crate) avx512bw: "avx512bw",
        pub(crate) avx512cd: "avx512cd",
        pub(crate) avx512dq: "avx512dq",
        pub(crate) avx512vl: "avx512vl",
        pub(crate) avx512vpopcntdq: "avx512vpopcntdq",
    }
}

impl Lanes for Avx512 {
    type Vector = __m512i;
    type Subsets = [__m512i; 3];

    const GROUP: usize = 5;
    const UNROLLED: bool = true;

    #[inline(always)]
    fn splat(self, word: u64) -> __m512i {
        self.avx512f._mm512_set1_epi64(word.cast_signed())
    }

    #[inline(always)]
    fn and(self, a: __m512i, b: __m512i) -> __m512i {
        self.avx512f._mm512_and_si512(a, b)
    }

    #[inline(always)]
    fn and_not(self, a: __m512i, removed: __m512i) -> __m512i {
        self.avx512f._mm512_andnot_si512(removed, a)
    }

    #[inline(always)]
    fn or(self, a: __m512i, b: __m512i) -> __m512i {
        self.avx512f._mm512_or_si512(a, b)
    }

    #[inline(always)]
    fn sum(self, words: __m512i) -> u64 {
        let words: [u64; 8] = cast(words);
        words.iter().sum()
    }

    #[inline(always)]
    fn add_popcounts(self, sums: __m512i, vector: __m512i) -> __m512i {
        let ones: [u64; 8] = cast(vector);
        self.avx512f._mm512_add_epi64(sums, cast(ones.map(|word| u64::from(word.count_ones()))))
    }

    #[inline(always)]
    fn load_lanes(self, lanes: &[u16], start: usize) -> __m512i {
        let lanes: [u16; 32] = lanes[start..start + 32].try_into().unwrap();
        cast(lanes)
    }

    #[inline(always)]
    fn load_line(self, line: &CacheLine) -> __m512i {
        cast(line.0)
    }

    #[inline(always)]
    fn store_line(self, vector: __m512i) -> CacheLine {
        CacheLine(cast(vector))
    }

    #[inline(always)]
    fn lane(self, line: &CacheLine, lane: u32) -> u16 {
        line.0[lane as usize]
    }

    // The instruction looks at the lowest five bits only.
    #[inline(always)]
    fn subsets(self, rows: __m512i) -> [__m512i; 3] {
        [rows, self.avx512bw._mm512_srli_epi16::<5>(rows), self.avx512bw._mm512_srli_epi16::<10>(rows)]
    }

    #[inline(always)]
    fn look_up(self, tables: &[CacheLine], subsets: [__m512i; 3]) -> __m512i {
        let one = self.avx512bw._mm512_permutexvar_epi16(subsets[0], cast(tables[0].0));
        let two = self.avx512bw._mm512_permutexvar_epi16(subsets[1], cast(tables[1].0));
        let three = self.avx512bw._mm512_permutexvar_epi16(subsets[2], cast(tables[2].0));
        self.and(one, self.and(two, three))
    }

    #[inline(always)]
    fn one_hot(self, numbers: __m512i, first: u16) -> __m512i {
        let bits = self.avx512bw._mm512_sub_epi16(numbers, self.splat_lane(first));
        self.avx512bw._mm512_sllv_epi16(self.splat_lane(1), bits)
    }

    #[inline(always)]
    fn bits_up_to(self, numbers: __m512i, first: u16) -> __m512i {
        let behind = self.avx512bw._mm512_subs_epu16(self.splat_lane(first.saturating_add(15)), numbers);
        self.avx512bw._mm512_srlv_epi16(self.splat_lane(!0), behind)
    }

    #[inline(always)]
    fn members(self, set: __m512i, numbers: __m512i) -> u32 {
        let tiles = self.avx512bw._mm512_permutexvar_epi16(self.avx512bw._mm512_srli_epi16::<4>(numbers), set);
        let bits = self.avx512f._mm512_and_si512(numbers, self.splat_lane(15));
        let bits = self.avx512bw._mm512_sllv_epi16(self.splat_lane(1), bits);
        self.avx512bw._mm512_test_epi16_mask(tiles, bits)
    }

    #[inline(always)]
    fn expand_mask(self, mask: u32) -> __m512i {
        self.avx512bw._mm512_maskz_mov_epi16(mask, self.splat_lane(!0))
    }

    #[inline(always)]
    fn nonzero_lanes(self, lanes: __m512i) -> u32 {
        self.avx512bw._mm512_test_epi16_mask(lanes, lanes)
    }

    #[inline(always)]
    fn reduce_and(self, lanes: __m512i) -> u16 {
        let words: [u64; 8] = cast(lanes);
        let mut common = !0;
        for word in words {
            common &= word;
        }
        (common & common >> 16 & common >> 32 & common >> 48) as u16
    }

    #[inline(always)]
    fn splat_lane(self, lane: u16) -> __m512i {
        self.avx512f._mm512_set1_epi16(lane.cast_signed())
    }

    #[inline(always)]
    fn load_words(self, words: &[u64], start: usize) -> __m512i {
        let words: [u64; 8] = words[start..start + 8].try_into().unwrap();
        cast(words)
    }

    #[inline(always)]
    fn split(self, words: &[u64; BLOCK], chunks: &mut [Vec<u16>], start: usize) {
        for first in (0..BLOCK).step_by(8) {
            let words = self.load_words(words, first);
            let by_chunk: [u16; 32] = cast(self.avx512bw._mm512_permutexvar_epi16(cast(BY_CHUNK), words));
            for (chunk, lanes) in chunks.iter_mut().zip(by_chunk.chunks_exact(8)) {
                chunk[start + first..start + first + 8].copy_from_slice(lanes);
            }
        }
    }

    #[inline(always)]
    fn compress(self, set: u64, first: u16, numbers: &mut [u16], start: usize) {
        let mut start = start;
        for at in (0..BLOCK).step_by(16) {
            let members = (set >> at) as u16;
            let all = self.avx512f._mm512_set1_epi32(i32::from(first) + at as i32);
            let all = self.avx512f._mm512_add_epi32(all, cast(SIXTEEN));
            let found = self.avx512f._mm512_maskz_compress_epi32(members, all);
            let found: [u16; 16] = cast(self.avx512f._mm512_cvtepi32_epi16(found));
            // What stands behind the members is overwritten by the next ones.
            numbers[start..start + 16].copy_from_slice(&found);
            start += members.count_ones() as usize;
        }
    }

    #[inline(always)]
    fn gather(self, table: &[u16], blocks: Range<usize>, numbers: __m512i) -> __m512i {
        let block_of = self.avx512bw._mm512_srli_epi16::<6>(numbers);
        let mut gathered = numbers;
        for block in blocks {
            let [low, high] = [self.load_lanes(table, BLOCK * block), self.load_lanes(table, BLOCK * block + 32)];
            let here = self.avx512bw._mm512_cmpeq_epi16_mask(block_of, self.splat_lane(block as u16));
            let found = self.avx512bw._mm512_permutex2var_epi16(low, numbers, high);
            gathered = self.avx512bw._mm512_mask_mov_epi16(gathered, here, found);
        }
        gathered
    }
}

/// The first numbers.
const SIXTEEN: [i32; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// The first chunks of eight words, then their second ones, and so on.
const BY_CHUNK: [u16; 32] = {
    let mut by_chunk = [0; 32];
    let mut lane = 0;
    while lane < 32 {
        by_chunk[lane] = (4 * (lane % 8) + lane / 8) as u16;
        lane += 1;
    }
    by_chunk
};

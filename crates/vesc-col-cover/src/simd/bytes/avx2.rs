//! One vector of 256 bits.

use std::arch::x86_64::__m256i;

use pulp::cast;
use pulp::x86::V3;

use super::Bytes;

impl Bytes for V3 {
    type Vector = __m256i;

    #[inline(always)]
    fn load(self, bytes: [u8; 32]) -> __m256i {
        cast(bytes)
    }

    #[inline(always)]
    fn store(self, bytes: __m256i) -> [u8; 32] {
        cast(bytes)
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> __m256i {
        self.avx._mm256_set1_epi8(byte.cast_signed())
    }

    #[inline(always)]
    fn and(self, a: __m256i, b: __m256i) -> __m256i {
        self.avx2._mm256_and_si256(a, b)
    }

    #[inline(always)]
    fn and_not(self, a: __m256i, removed: __m256i) -> __m256i {
        self.avx2._mm256_andnot_si256(removed, a)
    }

    #[inline(always)]
    fn or(self, a: __m256i, b: __m256i) -> __m256i {
        self.avx2._mm256_or_si256(a, b)
    }

    #[inline(always)]
    fn equal(self, a: __m256i, b: __m256i) -> __m256i {
        self.avx2._mm256_cmpeq_epi8(a, b)
    }

    #[inline(always)]
    fn greater_one(self, a: __m256i, b: __m256i) -> __m256i {
        self.avx2._mm256_max_epu8(a, b)
    }

    #[inline(always)]
    fn shifted<const BITS: i32>(self, bytes: __m256i) -> __m256i {
        self.and(self.avx2._mm256_srli_epi16::<BITS>(bytes), self.splat(0xff >> BITS))
    }

    #[inline(always)]
    fn look_up(self, table: __m256i, bytes: __m256i) -> __m256i {
        self.avx2._mm256_shuffle_epi8(table, bytes)
    }

    #[inline(always)]
    fn uppermost(self, bytes: __m256i) -> u32 {
        self.avx2._mm256_movemask_epi8(bytes).cast_unsigned()
    }
}

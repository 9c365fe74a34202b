//! Two vectors of 128 bits.

use std::arch::x86_64::__m128i;

use pulp::cast;
use pulp::x86::V2;

use super::Bytes;

impl Bytes for V2 {
    type Vector = [__m128i; 2];

    #[inline(always)]
    fn load(self, bytes: [u8; 32]) -> [__m128i; 2] {
        cast(bytes)
    }

    #[inline(always)]
    fn store(self, bytes: [__m128i; 2]) -> [u8; 32] {
        cast(bytes)
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> [__m128i; 2] {
        [self.sse2._mm_set1_epi8(byte.cast_signed()); 2]
    }

    #[inline(always)]
    fn and(self, a: [__m128i; 2], b: [__m128i; 2]) -> [__m128i; 2] {
        [self.sse2._mm_and_si128(a[0], b[0]), self.sse2._mm_and_si128(a[1], b[1])]
    }

    #[inline(always)]
    fn and_not(self, a: [__m128i; 2], removed: [__m128i; 2]) -> [__m128i; 2] {
        [self.sse2._mm_andnot_si128(removed[0], a[0]), self.sse2._mm_andnot_si128(removed[1], a[1])]
    }

    #[inline(always)]
    fn or(self, a: [__m128i; 2], b: [__m128i; 2]) -> [__m128i; 2] {
        [self.sse2._mm_or_si128(a[0], b[0]), self.sse2._mm_or_si128(a[1], b[1])]
    }

    #[inline(always)]
    fn equal(self, a: [__m128i; 2], b: [__m128i; 2]) -> [__m128i; 2] {
        [self.sse2._mm_cmpeq_epi8(a[0], b[0]), self.sse2._mm_cmpeq_epi8(a[1], b[1])]
    }

    #[inline(always)]
    fn greater_one(self, a: [__m128i; 2], b: [__m128i; 2]) -> [__m128i; 2] {
        [self.sse2._mm_max_epu8(a[0], b[0]), self.sse2._mm_max_epu8(a[1], b[1])]
    }

    #[inline(always)]
    fn shifted<const BITS: i32>(self, bytes: [__m128i; 2]) -> [__m128i; 2] {
        let shifted = [self.sse2._mm_srli_epi16::<BITS>(bytes[0]), self.sse2._mm_srli_epi16::<BITS>(bytes[1])];
        self.and(shifted, self.splat(0xff >> BITS))
    }

    #[inline(always)]
    fn look_up(self, table: [__m128i; 2], bytes: [__m128i; 2]) -> [__m128i; 2] {
        [self.ssse3._mm_shuffle_epi8(table[0], bytes[0]), self.ssse3._mm_shuffle_epi8(table[1], bytes[1])]
    }

    #[inline(always)]
    fn uppermost(self, bytes: [__m128i; 2]) -> u32 {
        let low = self.sse2._mm_movemask_epi8(bytes[0]).cast_unsigned();
        low | self.sse2._mm_movemask_epi8(bytes[1]).cast_unsigned() << 16
    }
}

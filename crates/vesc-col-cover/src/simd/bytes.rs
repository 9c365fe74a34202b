//! 32 bytes at a time.

use wide::u8x16;

/// Operations on 32 bytes at once, for machines without 512-bit vectors.
pub(crate) trait Bytes: Copy {
    type Vector: Copy;

    fn load(self, bytes: [u8; 32]) -> Self::Vector;
    fn store(self, bytes: Self::Vector) -> [u8; 32];
    fn splat(self, byte: u8) -> Self::Vector;
    fn and(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn and_not(self, a: Self::Vector, removed: Self::Vector) -> Self::Vector;
    fn or(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// All ones where bytes are equal.
    fn equal(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The greater one of each two bytes.
    fn max(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Each byte shifted right by `BITS`, three or four.
    fn shifted<const BITS: i32>(self, bytes: Self::Vector) -> Self::Vector;
    /// For each byte its entry in a table of sixteen, two copies of which are given. Bytes must be below sixteen.
    fn look_up(self, table: Self::Vector, bytes: Self::Vector) -> Self::Vector;
    /// The uppermost bit of each byte.
    fn uppermost(self, bytes: Self::Vector) -> u32;
}

/// Whether look-ups are instructions.
const LOOKS_UP: bool = cfg!(any(target_arch = "aarch64", target_feature = "ssse3", target_feature = "simd128"));

/// The instructions that every processor of a family has, by the crate `wide`: NEON on 64-bit ARM.
///
/// Without an instruction for byte look-ups, these are done one by one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Baseline;

impl Bytes for Baseline {
    type Vector = [u8x16; 2];

    #[inline(always)]
    fn load(self, bytes: [u8; 32]) -> [u8x16; 2] {
        pulp::cast(bytes)
    }

    #[inline(always)]
    fn store(self, bytes: [u8x16; 2]) -> [u8; 32] {
        pulp::cast(bytes)
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> [u8x16; 2] {
        [u8x16::splat(byte); 2]
    }

    #[inline(always)]
    fn and(self, a: [u8x16; 2], b: [u8x16; 2]) -> [u8x16; 2] {
        [a[0] & b[0], a[1] & b[1]]
    }

    #[inline(always)]
    fn and_not(self, a: [u8x16; 2], removed: [u8x16; 2]) -> [u8x16; 2] {
        [a[0] & !removed[0], a[1] & !removed[1]]
    }

    #[inline(always)]
    fn or(self, a: [u8x16; 2], b: [u8x16; 2]) -> [u8x16; 2] {
        [a[0] | b[0], a[1] | b[1]]
    }

    #[inline(always)]
    fn equal(self, a: [u8x16; 2], b: [u8x16; 2]) -> [u8x16; 2] {
        [a[0].simd_eq(b[0]), a[1].simd_eq(b[1])]
    }

    #[inline(always)]
    /// The greater one of each two bytes.
    fn max(self, a: [u8x16; 2], b: [u8x16; 2]) -> [u8x16; 2] {
        [a[0].max(b[0]), a[1].max(b[1])]
    }

    #[inline(always)]
    fn shifted<const BITS: i32>(self, bytes: [u8x16; 2]) -> [u8x16; 2] {
        [bytes[0] >> BITS, bytes[1] >> BITS]
    }

    #[inline(always)]
    fn look_up(self, table: [u8x16; 2], bytes: [u8x16; 2]) -> [u8x16; 2] {
        if LOOKS_UP {
            [table[0].shuffle(bytes[0]), table[1].shuffle(bytes[1])]
        } else {
            self.load(one_by_one(&self.store(table), &self.store(bytes)))
        }
    }

    #[inline(always)]
    fn uppermost(self, bytes: [u8x16; 2]) -> u32 {
        bytes[0].to_bitmask() | bytes[1].to_bitmask() << 16
    }
}

/// Not inlined: it is long, and there are many look-ups.
#[inline(never)]
fn one_by_one(table: &[u8; 32], bytes: &[u8; 32]) -> [u8; 32] {
    let mut found = [0; 32];
    for (found, byte) in found.iter_mut().zip(bytes) {
        *found = table[usize::from(byte % 16)];
    }
    found
}

/// One vector of 256 bits.
#[cfg(target_arch = "x86_64")]
mod avx2 {
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
        /// The greater one of each two bytes.
        fn max(self, a: __m256i, b: __m256i) -> __m256i {
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
}

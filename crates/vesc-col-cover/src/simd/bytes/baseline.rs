//! What every machine of a family has, as the crate `wide` knows it: NEON on 64-bit ARM. Elsewhere there may be no look-ups, which
//! are then done byte by byte.

use wide::u8x16;

use super::Bytes;

/// Whether look-ups are instructions.
const LOOKS_UP: bool = cfg!(any(target_arch = "aarch64", target_feature = "ssse3", target_feature = "simd128"));

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
    fn greater_one(self, a: [u8x16; 2], b: [u8x16; 2]) -> [u8x16; 2] {
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

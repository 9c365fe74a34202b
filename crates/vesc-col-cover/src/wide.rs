//! 512-bit vectors of x86-64.

use std::arch::x86_64::__m512i;

use pulp::cast;

use crate::lanes::{Lanes, Line};

pulp::simd_type! {
    /// 512-bit vectors that count bits, which none of pulp's own levels asks for.
    pub(crate) struct Wide {
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

impl Lanes for Wide {
    type Vector = __m512i;

    const SWEEPS: bool = true;

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
    fn add_ones(self, sums: __m512i, vector: __m512i) -> __m512i {
        let ones: [u64; 8] = cast(vector);
        self.avx512f._mm512_add_epi64(sums, cast(ones.map(|word| u64::from(word.count_ones()))))
    }

    #[inline(always)]
    fn load_lanes(self, lanes: &[u16], start: usize) -> __m512i {
        let lanes: [u16; 32] = lanes[start..start + 32].try_into().unwrap();
        cast(lanes)
    }

    #[inline(always)]
    fn lookup_lanes(self, table: &Line, index: __m512i) -> __m512i {
        self.avx512bw._mm512_permutexvar_epi16(index, cast(table.0))
    }

    #[inline(always)]
    fn shifted<const BITS: u32>(self, lanes: __m512i) -> __m512i {
        self.avx512bw._mm512_srli_epi16::<BITS>(lanes)
    }

    #[inline(always)]
    fn place(self, numbers: __m512i, first: u16) -> __m512i {
        let bits = self.avx512bw._mm512_sub_epi16(numbers, self.splat_lane(first));
        self.avx512bw._mm512_sllv_epi16(self.splat_lane(1), bits)
    }

    #[inline(always)]
    fn places_up_to(self, numbers: __m512i, first: u16) -> __m512i {
        let behind = self.avx512bw._mm512_subs_epu16(self.splat_lane(first.saturating_add(15)), numbers);
        self.avx512bw._mm512_srlv_epi16(self.splat_lane(!0), behind)
    }

    #[inline(always)]
    fn members(self, set: __m512i, numbers: __m512i) -> u32 {
        let parts = self.avx512bw._mm512_permutexvar_epi16(self.avx512bw._mm512_srli_epi16::<4>(numbers), set);
        let places = self.avx512f._mm512_and_si512(numbers, self.splat_lane(15));
        let bits = self.avx512bw._mm512_sllv_epi16(self.splat_lane(1), places);
        self.avx512bw._mm512_test_epi16_mask(parts, bits)
    }

    #[inline(always)]
    fn ones(self, mask: u32) -> __m512i {
        self.avx512bw._mm512_maskz_mov_epi16(mask, self.splat_lane(!0))
    }

    #[inline(always)]
    fn full_lanes(self, lanes: __m512i) -> u32 {
        self.avx512bw._mm512_test_epi16_mask(lanes, lanes)
    }

    #[inline(always)]
    fn splat_lane(self, lane: u16) -> __m512i {
        self.avx512f._mm512_set1_epi16(lane.cast_signed())
    }

    #[inline(always)]
    fn store_lanes(self, vector: __m512i, lanes: &mut [u16], start: usize) {
        let words: [u16; 32] = cast(vector);
        lanes[start..start + 32].copy_from_slice(&words);
    }

    #[inline(always)]
    fn load_words(self, words: &[u64], start: usize) -> __m512i {
        let words: [u64; 8] = words[start..start + 8].try_into().unwrap();
        cast(words)
    }

    #[inline(always)]
    fn squeeze(self, words: __m512i, members: u8) -> __m512i {
        self.avx512f._mm512_maskz_compress_epi64(members, words)
    }

    #[inline(always)]
    fn store_narrow(self, words: __m512i, lanes: &mut [u16], start: usize) {
        let narrow: [u16; 8] = cast(self.avx512f._mm512_cvtepi64_epi16(words));
        lanes[start..start + 8].copy_from_slice(&narrow);
    }

    #[inline(always)]
    fn next_chunk(self, words: __m512i) -> __m512i {
        self.avx512f._mm512_srli_epi64::<16>(words)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::lanes::Loops;
    use crate::octet::Octet;

    fn to_octet(vector: __m512i) -> Octet {
        Octet(cast(vector))
    }

    fn line(words: [u64; 8]) -> Line {
        Line(cast(words))
    }

    proptest! {
        #[test]
        fn each_instruction_does_what_plain_loops_do(
            a: [u64; 8],
            b: [u64; 8],
            lane: u16,
            first in 0u16..40,
            numbers: [u8; 32],
            mask: u32,
            members: u8,
        ) {
            let Some(wide) = Wide::try_new() else { return Ok(()) };
            let numbers: Vec<u16> = numbers.iter().map(|&number| u16::from(number) << (lane & 1)).collect();
            let (x, y) = (cast(a), cast(b));
            let (p, q) = (Octet(a), Octet(b));
            let (these, those) = (wide.load_lanes(&numbers, 0), Loops.load_lanes(&numbers, 0));
            prop_assert_eq!(to_octet(these), those);
            prop_assert_eq!(to_octet(wide.splat(a[0])), Loops.splat(a[0]));
            prop_assert_eq!(to_octet(wide.splat_lane(lane)), Loops.splat_lane(lane));
            prop_assert_eq!(to_octet(wide.and(x, y)), Loops.and(p, q));
            prop_assert_eq!(to_octet(wide.and_not(x, y)), Loops.and_not(p, q));
            prop_assert_eq!(to_octet(wide.or(x, y)), Loops.or(p, q));
            prop_assert_eq!(wide.sum(wide.and(x, wide.splat(0xffff))), Loops.sum(Loops.and(p, Loops.splat(0xffff))));
            prop_assert_eq!(
                to_octet(wide.add_ones(wide.splat(7), x)),
                Loops.add_ones(Loops.splat(7), p)
            );
            prop_assert_eq!(to_octet(wide.lookup_lanes(&line(a), y)), Loops.lookup_lanes(&line(a), q));
            prop_assert_eq!(to_octet(wide.shifted::<5>(x)), Loops.shifted::<5>(p));
            prop_assert_eq!(to_octet(wide.shifted::<10>(x)), Loops.shifted::<10>(p));
            prop_assert_eq!(to_octet(wide.place(these, first)), Loops.place(those, first));
            prop_assert_eq!(to_octet(wide.place(y, first)), Loops.place(q, first));
            prop_assert_eq!(to_octet(wide.places_up_to(these, first)), Loops.places_up_to(those, first));
            prop_assert_eq!(to_octet(wide.places_up_to(y, first)), Loops.places_up_to(q, first));
            prop_assert_eq!(wide.members(x, these), Loops.members(p, those));
            prop_assert_eq!(to_octet(wide.ones(mask)), Loops.ones(mask));
            let sparse = wide.and(wide.ones(mask), x);
            prop_assert_eq!(wide.full_lanes(sparse), Loops.full_lanes(to_octet(sparse)));
            prop_assert_eq!(to_octet(wide.load_words(&a, 0)), Loops.load_words(&a, 0));
            // What stands behind the members is of no interest.
            let count = members.count_ones() as usize;
            let (squeezed, plain) = (to_octet(wide.squeeze(x, members)), Loops.squeeze(p, members));
            prop_assert_eq!(&squeezed.0[..count], &plain.0[..count]);
            prop_assert_eq!(to_octet(wide.next_chunk(x)), Loops.next_chunk(p));
            let (mut one, mut other) = ([0; 40], [0; 40]);
            wide.store_lanes(x, &mut one, 3);
            Loops.store_lanes(p, &mut other, 3);
            prop_assert_eq!(one, other);
            wide.store_narrow(y, &mut one, 5);
            Loops.store_narrow(q, &mut other, 5);
            prop_assert_eq!(one, other);
        }
    }
}

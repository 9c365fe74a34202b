//! 512-bit vectors of x86-64.

use std::arch::x86_64::__m512i;

use pulp::cast;

use crate::lanes::{Lanes, Octet, Table};

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

    #[inline(always)]
    fn load(self, words: &Octet) -> __m512i {
        cast(words.0)
    }

    #[inline(always)]
    fn store(self, vector: __m512i) -> Octet {
        Octet(cast(vector))
    }

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
    fn next_index(self, index: __m512i) -> __m512i {
        self.avx512f._mm512_srli_epi64::<4>(index)
    }

    #[inline(always)]
    fn lookup(self, table: &Table, index: __m512i) -> __m512i {
        self.avx512f._mm512_permutex2var_epi64(self.load(&table[0]), index, self.load(&table[1]))
    }

    #[inline(always)]
    fn meet(self, a: __m512i, b: __m512i) -> u8 {
        self.avx512f._mm512_test_epi64_mask(a, b)
    }

    #[inline(always)]
    fn keep(self, mask: u8, vector: __m512i) -> __m512i {
        self.avx512f._mm512_maskz_mov_epi64(mask, vector)
    }

    #[inline(always)]
    fn add_ones(self, sums: __m512i, vector: __m512i) -> __m512i {
        let ones: [u64; 8] = cast(vector);
        self.avx512f._mm512_add_epi64(sums, cast(ones.map(|word| u64::from(word.count_ones()))))
    }
}

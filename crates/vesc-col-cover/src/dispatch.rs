//! Kernels compiled several times, for the vector instructions that a machine may have.

use pulp::{NullaryFnOnce, Simd, WithSimd};

#[cfg(target_arch = "x86_64")]
mod wide {
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
}

/// The instructions that kernels may use. Answers do not depend on it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Path {
    #[cfg(target_arch = "x86_64")]
    Wide(wide::Wide),
    /// The best that pulp knows: AVX-512, AVX2 or NEON.
    Vector(pulp::Arch),
    /// What every machine of this family has, to test the others against.
    #[cfg(test)]
    Plain,
}

impl Path {
    /// The fastest path of this machine.
    pub(crate) fn best() -> Path {
        #[cfg(target_arch = "x86_64")]
        if let Some(wide) = wide::Wide::try_new() {
            return Path::Wide(wide);
        }
        Path::Vector(pulp::Arch::new())
    }

    /// Every path of this machine.
    #[cfg(test)]
    pub(crate) fn all() -> Vec<Path> {
        vec![Path::Plain, Path::Vector(pulp::Arch::new()), Path::best()]
    }

    /// Runs a kernel whose code is inlined as a whole; a call of a function that is not would leave the path.
    #[inline(always)]
    pub(crate) fn run<K: NullaryFnOnce>(self, kernel: K) -> K::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            Path::Wide(wide) => wide.vectorize(kernel),
            Path::Vector(arch) => arch.dispatch(AnyWidth(kernel)),
            #[cfg(test)]
            Path::Plain => kernel.call(),
        }
    }
}

/// A kernel of plain loops that leaves the choice of the vectors to the compiler.
struct AnyWidth<K>(K);

impl<K: NullaryFnOnce> WithSimd for AnyWidth<K> {
    type Output = K::Output;

    #[inline(always)]
    fn with_simd<V: Simd>(self, _: V) -> K::Output {
        self.0.call()
    }
}

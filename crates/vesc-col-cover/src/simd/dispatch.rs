//! Kernels compiled several times, for the vector instructions that a machine may have.

#[cfg(target_arch = "x86_64")]
use pulp::NullaryFnOnce;

#[cfg(target_arch = "x86_64")]
use crate::simd::avx512::Avx512;
use crate::simd::bytes::Baseline;
use crate::simd::lanes::Lanes;
use crate::simd::planes::ByPlanes;

/// Code that is compiled for each kind of vectors. It must be inlined as a whole: a call of a function that is not would
/// leave the level.
pub(crate) trait Kernel {
    type Output;

    fn call<L: Lanes>(self, lanes: L) -> Self::Output;
}

/// The instructions that kernels may use. Answers do not depend on it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SimdLevel {
    /// 512-bit vectors.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    /// AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2(pulp::x86::V3),
    /// What every machine of this family has: NEON on 64-bit ARM, which needs no asking.
    Plain,
}

impl SimdLevel {
    /// The fastest level of this machine.
    pub(crate) fn best() -> SimdLevel {
        SimdLevel::all()[0]
    }

    /// Every level of this machine, the fastest first.
    pub(crate) fn all() -> Vec<SimdLevel> {
        let mut levels = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            levels.extend(Avx512::try_new().map(SimdLevel::Avx512));
            levels.extend(pulp::x86::V3::try_new().map(SimdLevel::Avx2));
        }
        levels.push(SimdLevel::Plain);
        levels
    }

    /// Runs a kernel.
    #[inline(always)]
    pub(crate) fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx512(simd) => simd.vectorize(With(simd, kernel)),
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx2(simd) => pulp::Simd::vectorize(simd, With(ByPlanes(simd), kernel)),
            SimdLevel::Plain => plainly(kernel),
        }
    }
}

/// A function of its own, as the other levels are: one for each kernel, and not one for each packed index that runs it.
#[inline(never)]
fn plainly<K: Kernel>(kernel: K) -> K::Output {
    kernel.call(ByPlanes(Baseline))
}

#[cfg(target_arch = "x86_64")]
struct With<L, K>(L, K);

#[cfg(target_arch = "x86_64")]
impl<L: Lanes, K: Kernel> NullaryFnOnce for With<L, K> {
    type Output = K::Output;

    #[inline(always)]
    fn call(self) -> K::Output {
        self.1.call(self.0)
    }
}

//! Vector instructions: what a kernel does with 32 lanes, compiled once for each kind of vectors.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
pub(crate) mod bytes;
pub(crate) mod dispatch;
pub(crate) mod lanes;
pub(crate) mod planes;

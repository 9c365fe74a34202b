//! The solvers that come with this crate.

#[cfg(feature = "batsat")]
pub(crate) mod batsat;
#[cfg(feature = "cadical")]
pub(crate) mod cadical;
pub(crate) mod varisat;

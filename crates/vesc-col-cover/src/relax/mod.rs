//! Relaxed choices: several literals tried as one, and refined where sets survive.
//!
//! [`choices`] has which rows each literal misses, by columns, and which rows several literals miss together. [`budget`] pays for
//! refining; all threads of a search share it. It changes how long the search takes, and never what it finds.

pub(crate) mod budget;
pub(crate) mod choices;

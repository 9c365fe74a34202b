//! The terms that a live version space chooses from.

use num_bigint::BigUint;

use crate::dnf::split::{Split, sums};
use crate::zdd::Family;

/// Families of terms of one size, no two of which have a term in common: a [`Split`] that has forgotten what its terms
/// cover.
#[derive(Clone, Debug)]
pub(crate) struct Pool {
    /// How many literals each term has.
    pub(crate) size: usize,
    pub(crate) families: Vec<Family>,
    /// How many terms there are in the families before each, and in all.
    pub(crate) sums: Vec<BigUint>,
}

impl Pool {
    /// Families with these numbers of terms.
    pub(crate) fn new(size: usize, families: Vec<Family>, counts: impl IntoIterator<Item = BigUint>) -> Pool {
        Pool { size, families, sums: sums(counts) }
    }

    /// How many terms there are in a range of families.
    pub(crate) fn count(&self, from: usize, to: usize) -> BigUint {
        &self.sums[to] - &self.sums[from]
    }
}

impl From<&Split> for Pool {
    fn from(split: &Split) -> Pool {
        let families = split.classes.iter().map(|class| class.family).collect();
        Pool { size: split.size, families, sums: split.sums.clone() }
    }
}

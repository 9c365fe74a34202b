//! Terms one after the other.

use vesc_col_core::{Literal, Term};

use super::bits::{self, Bits};

/// Which terms: those with so many literals that accept these positives.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub(crate) size: usize,
    pub(crate) accepts: Bits,
}

/// Terms of one size, each with the positives that it accepts.
///
/// There may be millions: they lie one after the other, so that a search that is stopped gives them back in one piece.
#[derive(Clone, Debug)]
pub(crate) struct Candidates {
    size: usize,
    literals: Vec<Literal>,
    /// Words of one term's positives, perhaps none.
    stride: usize,
    accepts: Vec<u64>,
}

/// A term that rejects every negative.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<'c> {
    literals: &'c [Literal],
    accepts: &'c [u64],
}

impl Candidates {
    /// No terms yet, of the size and over the positives of this key.
    pub(crate) fn new(key: &Key) -> Candidates {
        Candidates { size: key.size, literals: Vec::new(), stride: key.accepts.words().len(), accepts: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.literals.len() / self.size
    }

    /// Adds a term: its literals in canonical order, and the positives that it accepts.
    pub(crate) fn push(&mut self, literals: &[Literal], accepts: &Bits) {
        debug_assert_eq!((literals.len(), accepts.words().len()), (self.size, self.stride));
        self.literals.extend_from_slice(literals);
        self.accepts.extend_from_slice(accepts.words());
    }

    pub(crate) fn get(&self, index: usize) -> Candidate<'_> {
        Candidate {
            literals: &self.literals[index * self.size..][..self.size],
            accepts: &self.accepts[index * self.stride..][..self.stride],
        }
    }

    /// Estimated memory of one more term: the vectors double as they grow.
    pub(crate) fn bytes(&self) -> u64 {
        8 * self.size as u64 + 16 * self.stride as u64
    }
}

impl<'c> Candidate<'c> {
    pub(crate) fn term(self) -> Term {
        Term::new(self.literals.iter().copied()).expect("a term has a literal, and no feature twice")
    }

    pub(crate) fn is(self, term: &Term) -> bool {
        self.literals == term.literals()
    }

    /// The positives that it accepts.
    pub(crate) fn accepts(self) -> &'c [u64] {
        self.accepts
    }

    pub(crate) fn accepts_any(self, positives: &Bits) -> bool {
        bits::intersect(self.accepts, positives.words())
    }
}

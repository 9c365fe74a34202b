//! Formulas by what their terms cover.
//!
//! Of any formula that covers the positives R with r terms, some term covers at least |R| / r of them. So: choose such a
//! term, and go on with what it leaves and one term less. A formula is found once, because the term chosen is always the
//! one that covers most of R, the least of several.

use std::ops::ControlFlow;
use std::rc::Rc;

use vesc_col_core::{Dataset, Term};

use crate::cover::Cover;
use crate::crew::Crew;
use crate::family::{Families, Interrupt};

/// Finds all formulas of which every term covers a positive that the terms chosen before it do not.
pub(crate) struct Branching<'a, F> {
    pub(crate) data: &'a Dataset,
    pub(crate) families: &'a mut Families,
    pub(crate) crew: Crew<'a>,
    /// Takes each formula's terms, in no particular order.
    pub(crate) emit: F,
    /// The terms chosen so far.
    chosen: Vec<Choice>,
}

/// A chosen term: no later term may come before it in the order of choice.
struct Choice {
    residual: Cover,
    covered: usize,
    term: Term,
}

impl Choice {
    /// Whether the choice would have been the same with `term` in the formula.
    fn precedes(&self, term: &Term, cover: &Cover) -> bool {
        let covered = self.residual.common(cover);
        covered < self.covered || (covered == self.covered && *term > self.term)
    }
}

/// Why the formulas were not all found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Interrupted(Interrupt),
    /// Whoever takes the formulas has enough.
    Enough,
}

impl<'a, F: FnMut(&[&Term]) -> ControlFlow<()>> Branching<'a, F> {
    pub(crate) fn new(data: &'a Dataset, families: &'a mut Families, crew: Crew<'a>, emit: F) -> Branching<'a, F> {
        Branching { data, families, crew, emit, chosen: Vec::new() }
    }

    /// Finds the formulas of `terms` terms and `literals` literals that cover `residual`.
    pub(crate) fn find(&mut self, residual: &Cover, terms: usize, literals: usize) -> Result<(), End> {
        self.crew.run.check().map_err(|reason| End::Interrupted(Interrupt::Stopped(reason)))?;
        if residual.is_empty() || terms == 0 || literals < terms {
            return Ok(());
        }
        let least = residual.len().div_ceil(terms);
        let sizes = if terms == 1 { literals..=literals } else { 1..=literals - (terms - 1) };
        for size in sizes {
            let family =
                self.families.covering(self.data, residual, least, size, self.crew).map_err(End::Interrupted)?;
            for member in Rc::clone(&family).iter() {
                if !self.chosen.iter().all(|choice| choice.precedes(&member.term, &member.cover)) {
                    continue;
                }
                let left = residual.and_not(&member.cover);
                let covered = residual.common(&member.cover);
                self.chosen.push(Choice { residual: residual.clone(), covered, term: member.term.clone() });
                let result = self.with_choice(&left, terms - 1, literals - size);
                self.chosen.pop();
                result?;
            }
        }
        Ok(())
    }

    fn with_choice(&mut self, residual: &Cover, terms: usize, literals: usize) -> Result<(), End> {
        if terms > 0 {
            return self.find(residual, terms, literals);
        }
        if literals > 0 || !residual.is_empty() {
            return Ok(());
        }
        let terms: Vec<&Term> = self.chosen.iter().map(|choice| &choice.term).collect();
        if (self.emit)(&terms).is_break() { Err(End::Enough) } else { Ok(()) }
    }
}

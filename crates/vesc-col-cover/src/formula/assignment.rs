//! Formulas by the positives that each of their terms answers for.
//!
//! Where each column rejects few negatives, there are millions of consistent terms, of which next to none can take
//! part. This search makes no list of them. It assigns the positives one after the other, each to the *share* of a
//! term. A search for one term says how many literals it takes to be true on all of a share. Where the shares need more
//! literals than the formula has, it goes back. Once few terms are true on all of a share, each of them is tried, and
//! covers what it covers.
//!
//! ```text
//!  positives      p0 -> share A     p1 -> share B     p2 -> A ?  a term on p0 and p2 needs 5 literals: too many
//!                                                        -> B    three terms are true on p1 and p2: try each
//! ```
//!
//! It is exact. Take an irredundant formula, and the positives in the order of the search. Each positive that no chosen
//! term covers belongs to the first share whose term covers it. If there is none, it opens the share of the least term
//! that covers it. So the formula is found at one end of the search, and at no other.

use std::rc::Rc;

use vesc_col_core::Term;

use crate::bits::bit_set::PositiveSet;
use crate::context::{Interrupt, RunContext};
use crate::formula::dual_bound::Goal;
use crate::formula::term_store::TermStore;
use crate::formula::term_store::members::ListedTerm;

/// Positives that one term answers for.
#[derive(Clone, Debug)]
struct Share {
    /// The positive that was assigned first.
    first: usize,
    positives: PositiveSet,
    /// Positives of later shares, which the term must not cover.
    avoided: PositiveSet,
    /// The fewest literals of a term that is true on all its positives; of the chosen term, if there is one.
    fewest: usize,
    term: Option<Rc<ListedTerm>>,
}

/// Finds all irredundant formulas, and perhaps some others: each term covers a positive that no other term covers.
pub(crate) struct Assignment<'a, F> {
    store: &'a mut TermStore,
    context: RunContext<'a>,
    /// Takes each formula's terms, in no particular order.
    emit: F,
    literals: usize,
    terms: usize,
    shares: Vec<Share>,
    /// The positives that are in no share, and that no chosen term covers.
    open: PositiveSet,
    /// Whether some terms were too many to try each.
    cut: bool,
    nodes: usize,
    /// The node at which dual bounds are sought next. Each time it is four times as late.
    nodes_before_bounds: usize,
    /// Whether a dual bound shows that there is no formula.
    excluded: bool,
}

impl<'a, F: FnMut(&[&Term]) -> Result<(), Interrupt>> Assignment<'a, F> {
    /// For the formulas of `terms` terms and `literals` literals that cover all positives.
    pub(crate) fn new(
        store: &'a mut TermStore,
        (literals, terms): (usize, usize),
        context: RunContext<'a>,
        emit: F,
    ) -> Assignment<'a, F> {
        let open = PositiveSet::all(store.positives());
        let nodes_before_bounds = context.tuning.nodes_before_bounds;
        let shares = Vec::new();
        Assignment {
            store,
            context,
            emit,
            literals,
            terms,
            shares,
            open,
            cut: false,
            nodes: 0,
            nodes_before_bounds,
            excluded: false,
        }
    }

    /// Assigns the positives in all ways that leave enough literals.
    ///
    /// # Errors
    ///
    /// [`Interrupt::TooLong`] if the terms that are true on all of some share were too many to try each. Some formulas
    /// may be missing then.
    pub(crate) fn find(mut self) -> Result<(), Interrupt> {
        match self.assign() {
            Err(Interrupt::Enough) if self.excluded => Ok(()),
            Ok(()) if self.cut => Err(Interrupt::TooLong),
            result => result,
        }
    }

    fn assign(&mut self) -> Result<(), Interrupt> {
        self.context.check()?;
        let missing = self.terms - self.shares.len();
        let needed = self.shares.iter().map(|share| share.fewest).sum::<usize>() + missing * self.store.min_term_size();
        let Some(slack) = self.literals.checked_sub(needed).filter(|_| self.open.len() >= missing) else {
            return Ok(());
        };
        if self.is_excluded()? {
            return Ok(());
        }
        let Some(positive) = self.next_positive(slack) else {
            return self.choose_the_last(slack);
        };
        self.open.remove(positive);
        let result = self.assign_to_each(positive, slack);
        self.open.insert(positive);
        result
    }

    /// Whether the terms that are not chosen yet are known not to cover all positives that the chosen ones leave.
    ///
    /// # Errors
    ///
    /// [`Interrupt::Enough`] if it turns out that there is no formula at all.
    fn is_excluded(&mut self) -> Result<bool, Interrupt> {
        self.nodes += 1;
        self.store.count_node();
        if self.nodes == self.nodes_before_bounds {
            self.nodes_before_bounds *= 4;
            let thorough = self.nodes >= self.context.tuning.nodes_before_thorough_bounds;
            let goal = Goal { size: (self.terms, self.literals), thorough };
            let longest = self.literals - (self.terms - 1) * self.store.min_term_size();
            self.excluded = self.store.find_dual_bounds(goal, longest, self.context)?;
            if self.excluded {
                return Err(Interrupt::Enough);
            }
        }
        let (mut left, mut literals, mut terms) = (self.open.clone(), self.literals, self.terms);
        for share in &self.shares {
            if share.term.is_some() {
                (literals, terms) = (literals - share.fewest, terms - 1);
            } else {
                left = left.or(&share.positives);
            }
        }
        Ok(self.store.excludes(&left, terms, literals))
    }

    /// Goes on with a positive in each share that has no term yet, and in a share of its own. The formula has `slack`
    /// literals more than are needed.
    fn assign_to_each(&mut self, positive: usize, slack: usize) -> Result<(), Interrupt> {
        let before = self.shares.clone();
        for at in 0..self.shares.len() {
            if self.shares[at].term.is_some() {
                continue;
            }
            self.shares[at].positives.insert(positive);
            self.extended(at, before[at].fewest + slack)?;
            self.shares.clone_from(&before);
            // From here on the positive belongs to a later share.
            self.shares[..=at].iter_mut().for_each(|share| share.avoided.insert(positive));
        }
        if self.shares.len() < self.terms {
            self.shares.iter_mut().for_each(|share| share.avoided.insert(positive));
            let none = PositiveSet::none(self.store.positives());
            let (positives, fewest) = (none.clone().with(positive), self.store.min_term_size());
            self.shares.push(Share { first: positive, positives, avoided: none, fewest, term: None });
            self.extended(before.len(), fewest + slack)?;
        }
        self.shares = before;
        Ok(())
    }

    /// Goes on with a share that has one positive more. Its term may have `most` literals.
    fn extended(&mut self, at: usize, most: usize) -> Result<(), Interrupt> {
        let positives = self.shares[at].positives.clone();
        let fewest = self.store.fewest_literals(&positives, most, self.context)?;
        if fewest > most {
            return Ok(());
        }
        self.shares[at].fewest = fewest;
        match self.store.few_true_on(&positives, fewest..=most, self.context)? {
            Some(terms) => self.choose_each(at, &terms, Self::assign),
            None => self.assign(),
        }
    }

    /// Chooses each of some terms for a share in turn, where the positives are as they would be assigned, and goes on.
    fn choose_each(
        &mut self,
        at: usize,
        terms: &[Rc<ListedTerm>],
        mut go_on: impl FnMut(&mut Self) -> Result<(), Interrupt>,
    ) -> Result<(), Interrupt> {
        let (share, open) = (self.shares[at].clone(), self.open.clone());
        for term in terms {
            if term.cover.common(&share.avoided) == 0 && self.opens_in_order(at, term) {
                self.open = open.and_not(&term.cover);
                self.shares[at].fewest = term.term.len();
                self.shares[at].term = Some(Rc::clone(term));
                let result = go_on(self);
                self.open.clone_from(&open);
                self.shares[at] = share.clone();
                result?;
            }
        }
        Ok(())
    }

    /// Whether, with this term for the share `at`, each share was opened for the least term that its first positive had
    /// the choice of.
    fn opens_in_order(&self, at: usize, term: &ListedTerm) -> bool {
        self.shares.iter().enumerate().all(|(other, share)| match &share.term {
            Some(chosen) if other < at => !term.cover.contains(share.first) || chosen.term < term.term,
            Some(chosen) if other > at => !chosen.cover.contains(self.shares[at].first) || term.term < chosen.term,
            _ => true,
        })
    }

    /// Chooses the terms of the shares that have none, when every positive is covered or in a share. The formula has
    /// `slack` literals more than are needed.
    fn choose_the_last(&mut self, slack: usize) -> Result<(), Interrupt> {
        let Some(at) = self.shares.iter().position(|share| share.term.is_none()) else {
            return if slack == 0 { self.emit() } else { Ok(()) };
        };
        let Share { positives, fewest, .. } = self.shares[at].clone();
        let is_last = self.shares.iter().filter(|share| share.term.is_none()).count() == 1;
        for size in if is_last { fewest + slack } else { fewest }..=fewest + slack {
            let (terms, complete) = self.store.true_on_or_some(&positives, size, self.context)?;
            self.cut |= !complete;
            self.choose_each(at, &terms, |search| search.choose_the_last(slack - (size - fewest)))?;
        }
        Ok(())
    }

    /// The open positive that fits into the fewest shares, as far as that is known. Of several it is the one that
    /// differs most from all shares; the first one of all differs most from the others.
    fn next_positive(&mut self, slack: usize) -> Option<usize> {
        let compared = self.context.tuning.positives_compared;
        if self.shares.is_empty() {
            return self.store.outlier(compared);
        }
        let shares: Vec<&Share> = self.shares.iter().filter(|share| share.term.is_none()).collect();
        let incompatible = |share: &&Share| self.store.known_incompatible(&share.positives, share.fewest + slack);
        let incompatible: Vec<PositiveSet> = shares.iter().map(incompatible).collect();
        let fits =
            |positive: usize| incompatible.iter().filter(|incompatible| !incompatible.contains(positive)).count();
        let fewest = self.open.iter().map(fits).min()?;
        let of_few = self.open.iter().filter(|&positive| fits(positive) == fewest).take(compared);
        let closeness = |&positive: &usize| {
            let to_share =
                |share: &&Share| share.positives.iter().map(|other| self.store.agreement(positive, other)).min();
            shares.iter().filter_map(to_share).max()
        };
        of_few.min_by_key(closeness)
    }

    fn emit(&mut self) -> Result<(), Interrupt> {
        let terms: Vec<&Term> = self.shares.iter().flat_map(|share| &share.term).map(|member| &member.term).collect();
        (self.emit)(&terms)
    }
}

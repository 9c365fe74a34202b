//! Consistent terms of one size that cover enough of some positives.

pub(crate) mod by_set;
pub(crate) mod cost;
mod fewest;
pub(crate) mod members;
mod plan;

use std::ops::RangeInclusive;
use std::rc::Rc;
use std::sync::Arc;

use num_bigint::BigUint;
use rustc_hash::FxHashSet;
use vesc_col_core::{Dataset, Domain, Literal, Term, TermRules};

use crate::bits::columns::Columns;
use crate::bits::positive_set::PositiveSet;
use crate::context::{Cache, Interrupt, RunContext};
use crate::formula::dual_bound::heaviest::RejectingRows;
use crate::formula::dual_bound::{self, DualBound, TermCost};
use crate::formula::term_store::by_set::BySet;
use crate::formula::term_store::fewest::FewestLiterals;
use crate::formula::term_store::members::{
    Covering, Everywhere, ListedTerm, TermList, bytes, collect, complete, longest,
};
use crate::simd::SimdLevel;
use crate::term::covers::Covers;
use crate::term::one_term::OneTerm;
use crate::term::projection::project;
use crate::term::sink::Found;
use crate::term::tolerant::PossibleTerms;
use plan::Method;

/// What a session knows about the terms that its data allows.
#[derive(Debug)]
pub(crate) struct TermStore {
    data: Arc<Dataset>,
    level: SimdLevel,
    /// The legal inputs, positives among them.
    domain: Domain,
    /// Which terms are looked for.
    rules: Arc<TermRules>,
    /// The literals that some term of each formula must have. Each stands as a positive, after the real ones.
    required: Arc<[Literal]>,
    /// For terms that may cover nothing, if not all inputs are legal.
    possible: Option<Rc<PossibleTerms>>,
    negatives: Option<Rc<Columns>>,
    covers: Option<Rc<Covers>>,
    /// For each set of positives the terms that are true on all of them.
    projections: Cache<PositiveSet, Rc<dyn OneTerm>>,
    /// By residual, least number of its samples to cover, and size.
    lists: Cache<(PositiveSet, usize, usize), TermList>,
    /// All consistent terms of a size, whatever they cover.
    everywhere: Everywhere,
    /// Every consistent term that covers a positive has at least this many literals.
    min_term_size: usize,
    fewest: FewestLiterals,
    dual_bounds: Vec<DualBound>,
    /// Term costs for which dual bounds have been tried.
    tried: usize,
    /// Members read; the next term cost is tried when they are enough.
    looked_at: u64,
}

impl TermStore {
    pub(crate) fn new(data: Arc<Dataset>, domain: Domain, rules: Arc<TermRules>) -> TermStore {
        TermStore {
            data,
            level: SimdLevel::best(),
            domain,
            rules,
            required: Arc::default(),
            possible: None,
            negatives: None,
            covers: None,
            projections: Cache::default(),
            lists: Cache::default(),
            everywhere: Everywhere::default(),
            min_term_size: 1,
            fewest: FewestLiterals::default(),
            dual_bounds: Vec::new(),
            tried: 0,
            looked_at: 0,
        }
    }

    /// For formulas in which some term has each of these literals.
    pub(crate) fn requiring(self, required: &[Literal]) -> TermStore {
        TermStore { required: required.into(), ..self }
    }

    pub(crate) fn data(&self) -> &Arc<Dataset> {
        &self.data
    }

    pub(crate) fn domain(&self) -> &Domain {
        &self.domain
    }

    pub(crate) fn rules(&self) -> &Arc<TermRules> {
        &self.rules
    }

    pub(crate) fn required(&self) -> &[Literal] {
        &self.required
    }

    /// Whether no term of this size is looked for.
    fn is_too_long(&self, size: usize) -> bool {
        self.rules.max_literals().is_some_and(|most| size > most)
    }

    /// A run begins: what is held counts against its budget, and is given up if that leaves little.
    pub(crate) fn begin(&mut self, context: RunContext<'_>) {
        self.hold(context);
        if context.memory_budget().is_some_and(|budget| context.free_memory() < budget / 4) {
            let (data, domain, rules) = (Arc::clone(&self.data), self.domain.clone(), Arc::clone(&self.rules));
            let fewest = std::mem::take(&mut self.fewest);
            let fresh = TermStore::new(data, domain, rules).requiring(&self.required);
            *self = TermStore { min_term_size: self.min_term_size, fewest, ..fresh };
            self.hold(context);
        }
        self.everywhere.begin();
    }

    /// How many positives there are, required literals among them.
    pub(crate) fn positives(&self) -> usize {
        self.data.positives().distinct() + self.required.len()
    }

    /// A lower bound on the number of literals of a consistent term that covers a positive.
    pub(crate) fn min_term_size(&self) -> usize {
        self.min_term_size
    }

    /// Whether `terms` terms of `literals` literals in all are known not to cover all of the residual positives.
    pub(crate) fn exclude(
        &mut self,
        residual: &PositiveSet,
        terms: usize,
        literals: usize,
        context: RunContext<'_>,
    ) -> Result<bool, Interrupt> {
        self.looked_at += 1;
        if self.looked_at >= context.tuning.terms_before_bound << (2 * self.tried) && self.tried < TermCost::ALL.len() {
            let dual_bounds = self.find_dual_bound(TermCost::ALL[self.tried], context)?;
            self.dual_bounds.extend(dual_bounds);
            self.tried += 1;
        }
        Ok(self.dual_bounds.iter_mut().any(|dual_bounds| dual_bounds.exclude(residual, terms, literals)))
    }

    /// As if long searches had been made already.
    #[cfg(test)]
    pub(crate) fn find_dual_bounds_at_once(&mut self) {
        self.looked_at = u64::MAX / 2;
    }

    fn find_dual_bound(
        &mut self,
        cost_of_term: TermCost,
        context: RunContext<'_>,
    ) -> Result<Option<DualBound>, Interrupt> {
        if self.data.negatives().distinct() == 0 {
            return Ok(None);
        }
        let covers = self.covers(context)?;
        let rejecting = RejectingRows::new(self.data.negatives(), self.data.features().len(), context)?;
        // Of the terms with the same cover the shortest come first.
        let mut seen = FxHashSet::default();
        let first = self
            .everywhere
            .iter()
            .map(|(size, member)| (size, covers.real(&member.cover)))
            .filter(|(_, cover)| seen.insert(cover.clone()))
            .take(context.tuning.bound_terms);
        let known = first.collect();
        dual_bound::best(cost_of_term, &rejecting, &covers, known, context.tuning.bound_cost, context)
    }

    /// The terms that are true on all given positives.
    pub(crate) fn projection(
        &mut self,
        on: &PositiveSet,
        context: RunContext<'_>,
    ) -> Result<Rc<dyn OneTerm>, Interrupt> {
        if let Some(known) = self.projections.get(on) {
            return Ok(known);
        }
        let negatives = self.negatives(context)?;
        let covers = self.covers(context)?;
        let (real, required) = (covers.real(on), covers.required(on));
        let samples = real.iter().map(|sample| self.data.positives().get(sample));
        let projection: Rc<dyn OneTerm> =
            project(&negatives, self.data.features().len(), samples, &self.rules, &required, context)?.into();
        self.projections.insert(on.clone(), Rc::clone(&projection), projection.bytes(), kept(context) / 2);
        self.hold(context);
        Ok(projection)
    }

    /// How many of all consistent terms of these sizes cover the positive, of those sizes whose terms have been listed.
    pub(crate) fn known_to_cover(&self, sample: usize, sizes: RangeInclusive<usize>) -> usize {
        self.everywhere.covering(sample, sizes)
    }

    /// All consistent terms of this size, whatever they cover.
    pub(crate) fn everywhere(&mut self, size: usize, context: RunContext<'_>) -> Result<TermList, Interrupt> {
        if let Some(known) = self.everywhere.get(size) {
            return Ok(Rc::clone(known));
        }
        if self.is_too_long(size) {
            return Ok(TermList::default());
        }
        if self.everywhere.is_endless(size) {
            return Err(Interrupt::TooLong);
        }
        let all = self.projection(&PositiveSet::none(self.positives()), context)?;
        let mut terms = complete(all.list(size, longest(context), context)).inspect_err(|&interrupt| {
            if interrupt == Interrupt::TooLong {
                self.everywhere.give_up(size);
            }
        })?;
        self.retain_possible(&mut terms);
        let covers = self.covers(context)?;
        let members = collect(terms, &covers, context)?;
        self.everywhere.insert(size, Rc::clone(&members), self.positives());
        self.hold(context);
        if size == self.min_term_size() && members.iter().all(|member| member.cover.is_empty()) {
            self.min_term_size = size + 1;
        }
        Ok(members)
    }

    /// All consistent terms of the sizes 1, 2, ... `largest`.
    pub(crate) fn all_up_to(&mut self, largest: usize, context: RunContext<'_>) -> Result<Vec<TermList>, Interrupt> {
        (1..=largest).map(|size| self.everywhere(size, context)).collect()
    }

    /// Consistent terms of this size that are true on all given positives: all of them, or more than `enough`.
    pub(crate) fn some(
        &mut self,
        on: &PositiveSet,
        size: usize,
        enough: usize,
        context: RunContext<'_>,
    ) -> Result<Vec<Term>, Interrupt> {
        let found = self.list(on, size, enough, context)?;
        found.stopped.map_or(Ok(found.terms), |reason| Err(Interrupt::Stopped(reason)))
    }

    /// The consistent terms of this size that are true on all given positives: all of them, or more than `enough`.
    pub(crate) fn list(
        &mut self,
        on: &PositiveSet,
        size: usize,
        enough: usize,
        context: RunContext<'_>,
    ) -> Result<Found<Vec<Term>>, Interrupt> {
        match self.possible(on, context)? {
            _ if self.is_too_long(size) => Ok(Found::nothing()),
            Some(possible) => Ok(possible.list(size, enough, context)),
            None => Ok(self.projection(on, context)?.list(size, enough, context)),
        }
    }

    /// The same, and how many there are in any case.
    pub(crate) fn list_and_count(
        &mut self,
        on: &PositiveSet,
        size: usize,
        enough: usize,
        context: RunContext<'_>,
    ) -> Result<(Found<Vec<Term>>, Found<BigUint>), Interrupt> {
        match self.possible(on, context)? {
            _ if self.is_too_long(size) => Ok((Found::nothing(), Found::nothing())),
            Some(possible) => Ok(possible.list(size, enough, context).or_count(|| possible.count(size, context))),
            None => Ok(self.projection(on, context)?.list_and_count(size, enough, context)),
        }
    }

    /// How many consistent terms of this size are true on all given positives.
    pub(crate) fn count(
        &mut self,
        on: &PositiveSet,
        size: usize,
        context: RunContext<'_>,
    ) -> Result<Found<BigUint>, Interrupt> {
        match self.possible(on, context)? {
            _ if self.is_too_long(size) => Ok(Found::nothing()),
            Some(possible) => Ok(possible.count(size, context)),
            None => Ok(self.projection(on, context)?.count(size, context)),
        }
    }

    /// The search among possible terms, where it is needed: a term that is true on a positive is possible.
    fn possible(&mut self, on: &PositiveSet, context: RunContext<'_>) -> Result<Option<Rc<PossibleTerms>>, Interrupt> {
        if self.domain.is_free() || !on.is_empty() {
            return Ok(None);
        }
        if self.possible.is_none() {
            self.possible = Some(Rc::new(PossibleTerms::new(&self.data, &self.domain, &self.rules, context)?));
        }
        Ok(self.possible.clone())
    }

    /// Leaves out the terms that hold on no legal input.
    fn retain_possible(&self, terms: &mut Vec<Term>) {
        if !self.domain.is_free() {
            let on_a_positive = |term: &Term| self.data.positives().iter().any(|sample| term.accepts(sample));
            terms.retain(|term| on_a_positive(term) || self.domain.allows(term));
        }
    }

    /// The consistent terms of this size that cover at least `least` of the residual positives; at least one.
    pub(crate) fn covering(
        &mut self,
        residual: &PositiveSet,
        least: usize,
        size: usize,
        context: RunContext<'_>,
    ) -> Result<TermList, Interrupt> {
        if self.is_too_long(size) {
            return Ok(TermList::default());
        }
        if let Some(known) = self.everywhere.get(size) {
            self.looked_at += known.len() as u64;
            return Ok(self.level.run(Covering { members: known, residual, least }));
        }
        let key = (residual.clone(), least, size);
        if let Some(known) = self.lists.get(&key) {
            return Ok(known);
        }
        let covers = self.covers(context)?;
        let method = self.plan(residual, least, size, &covers, context.tuning).0;
        let members = match method {
            Method::Everywhere => match self.everywhere(size, context) {
                Ok(all) => self.level.run(Covering { members: &all, residual, least }),
                // Fewer of them may cover enough.
                Err(Interrupt::TooLong) => self.set_by_set(residual, least, size, context)?,
                Err(interrupt) => return Err(interrupt),
            },
            Method::SetBySet => self.set_by_set(residual, least, size, context)?,
        };
        let is_any = least <= 1 && residual.len() == self.positives();
        if is_any && members.is_empty() && size == self.min_term_size() {
            self.min_term_size = size + 1;
        }
        self.lists.insert(key, Rc::clone(&members), residual.bytes() + bytes(&members), kept(context) / 4);
        self.hold(context);
        Ok(members)
    }

    fn set_by_set(
        &mut self,
        residual: &PositiveSet,
        least: usize,
        size: usize,
        context: RunContext<'_>,
    ) -> Result<TermList, Interrupt> {
        let (data, rules) = (Arc::clone(&self.data), Arc::clone(&self.rules));
        let (covers, negatives) = (self.covers(context)?, self.negatives(context)?);
        let by_set = BySet {
            data: &data,
            rules: &rules,
            negatives: &negatives,
            covers: &covers,
            residual,
            least,
            size,
            context,
        };
        by_set.list(|on| self.true_on(on, size, context))
    }

    /// The consistent terms of this size that are true on all given positives, by a search. They are kept: another residual
    /// will ask for those of the same positives again.
    fn true_on(&mut self, on: &PositiveSet, size: usize, context: RunContext<'_>) -> Result<TermList, Interrupt> {
        let key = (on.clone(), on.len(), size);
        if let Some(known) = self.lists.get(&key) {
            return Ok(known);
        }
        let terms = complete(self.projection(on, context)?.list(size, longest(context), context))?;
        let members = collect(terms, &*self.covers(context)?, context)?;
        self.lists.insert(key, Rc::clone(&members), on.bytes() + bytes(&members), kept(context) / 4);
        Ok(members)
    }

    /// The same; of a list that is too long some terms, which the second value tells by `false`.
    pub(crate) fn true_on_or_some(
        &mut self,
        on: &PositiveSet,
        size: usize,
        context: RunContext<'_>,
    ) -> Result<(TermList, bool), Interrupt> {
        if self.is_too_long(size) {
            return Ok((TermList::default(), true));
        }
        match self.true_on(on, size, context) {
            Err(Interrupt::TooLong) => {
                let terms = self.some(on, size, context.tuning.probed_terms, context)?;
                Ok((collect(terms, &*self.covers(context)?, context)?, false))
            }
            found => Ok((found?, true)),
        }
    }

    /// The consistent terms of some sizes that are true on all given positives; `None` if they are not few.
    pub(crate) fn few_true_on(
        &mut self,
        on: &PositiveSet,
        mut sizes: RangeInclusive<usize>,
        context: RunContext<'_>,
    ) -> Result<Option<Vec<Rc<ListedTerm>>>, Interrupt> {
        let most = context.tuning.terms_of_share;
        let covers = self.covers(context)?;
        let terms = sizes.try_fold(Vec::new(), |mut terms, size| {
            terms.extend(self.some(on, size, most, context)?);
            if terms.len() > most { Err(Interrupt::TooLong) } else { Ok(terms) }
        });
        match terms {
            Ok(terms) => Ok(Some(terms.into_iter().map(|term| Rc::new(ListedTerm::new(term, &covers))).collect())),
            Err(Interrupt::TooLong) => Ok(None),
            Err(interrupt) => Err(interrupt),
        }
    }

    /// The fewest literals of a consistent term that is true on all of some positives; `most + 1` if it has more than `most`.
    pub(crate) fn fewest_literals(
        &mut self,
        on: &PositiveSet,
        most: usize,
        context: RunContext<'_>,
    ) -> Result<usize, Interrupt> {
        let known = self.fewest.upper_bound(on).unwrap_or(usize::MAX);
        for literals in self.fewest_at_least(on)..=most {
            if literals >= known {
                return Ok(literals);
            }
            if let Some(term) = self.some(on, literals, 0, context)?.first() {
                let cover = self.covers(context)?.of(term);
                self.fewest.find(cover, literals);
                return Ok(literals);
            }
            self.fewest.refute(on.clone(), literals);
        }
        Ok(most + 1)
    }

    /// As many literals, or more, has each consistent term that is true on all of some positives, as far as is known.
    pub(crate) fn fewest_at_least(&self, on: &PositiveSet) -> usize {
        self.fewest.lower_bound(on).max(self.min_term_size)
    }

    pub(crate) fn negatives(&mut self, context: RunContext<'_>) -> Result<Rc<Columns>, Interrupt> {
        if let Some(known) = &self.negatives {
            return Ok(Rc::clone(known));
        }
        let columns = Rc::new(Columns::new(self.data.negatives(), self.data.features().len(), context)?);
        self.negatives = Some(Rc::clone(&columns));
        self.hold(context);
        Ok(columns)
    }

    pub(crate) fn covers(&mut self, context: RunContext<'_>) -> Result<Rc<Covers>, Interrupt> {
        if let Some(known) = &self.covers {
            return Ok(Rc::clone(known));
        }
        let covers = Covers::new(self.data.positives(), self.data.features().len(), &self.required, context)?;
        let covers = Rc::new(covers.without(&self.rules));
        self.covers = Some(Rc::clone(&covers));
        Ok(covers)
    }

    fn hold(&self, context: RunContext<'_>) {
        let columns = self.negatives.as_ref().map_or(0, |columns| columns.bytes());
        let covers = self.covers.as_ref().map_or(0, |covers| covers.bytes());
        context.record_held(columns + covers + self.projections.bytes() + self.lists.bytes() + self.everywhere.bytes());
    }
}

/// How many bytes a session may keep from one question to the next.
fn kept(context: RunContext<'_>) -> usize {
    let most = context.tuning.kept_bytes;
    context.memory_budget().map_or(most, |budget| most.min(budget / 2))
}

#[cfg(test)]
mod tests {
    use vesc_col_core::{Features, Literal, Run};

    use super::*;
    use crate::context::{Threads, Watch};

    /// One literal rejects both negatives, and is true on the first positive only.
    fn store(rules: TermRules) -> TermStore {
        let mut builder = Dataset::builder(Features::numbered(3));
        for (label, row) in [
            (true, [true, false, false]),
            (true, [false, true, false]),
            (false, [false, false, false]),
            (false, [false, true, true]),
        ] {
            builder.push(label, row).unwrap();
        }
        TermStore::new(Arc::new(builder.build().unwrap()), Domain::free(), Arc::new(rules))
    }

    #[test]
    fn what_covers_none_of_some_positives_may_cover_others() {
        let mut store = store(TermRules::default());
        let (run, watch, mut threads) = (Run::new(), Watch::new(), Threads::default());
        let context = threads.context(&run, &watch);
        // A list of all terms would tell, too.
        store.everywhere.give_up(1);
        let all = PositiveSet::all(2);
        for (residual, expected) in [(all.only(1), 0), (all.only(0), 1), (all, 1)] {
            assert_eq!(store.covering(&residual, 1, 1, context).unwrap().len(), expected);
            assert_eq!(store.min_term_size(), 1);
        }
    }

    /// There may be shorter terms than those that are asked for, if what would make them longer is forbidden.
    #[test]
    fn where_no_terms_are_long_there_may_be_short_ones() {
        let others = [Literal::positive(1), Literal::negative(1), Literal::positive(2), Literal::negative(2)];
        let mut store = store(TermRules::new(others, None));
        let (run, watch, mut threads) = (Run::new(), Watch::new(), Threads::default());
        let context = threads.context(&run, &watch);
        store.everywhere.give_up(2);
        for (size, expected) in [(2, 0), (1, 1)] {
            assert_eq!(store.covering(&PositiveSet::all(2), 1, size, context).unwrap().len(), expected);
            assert_eq!(store.min_term_size(), 1);
        }
    }
}

//! What a session knows about consistent terms: lists, counts and bounds, by size and by the positives covered.

mod fewest;
pub(crate) mod members;

use std::ops::RangeInclusive;
use std::rc::Rc;
use std::sync::Arc;

use num_bigint::BigUint;
use vesc_col_core::{Dataset, Domain, Literal, Term, TermRules};

use crate::bits::bit_set::PositiveSet;
use crate::bits::columns::Columns;
use crate::context::{Cache, Interrupt, RunContext};
use crate::formula::dual_bound::heaviest::RejectingRows;
use crate::formula::dual_bound::{self, Constraint, DualBound, Goal, TermCost};
use crate::formula::term_store::fewest::FewestLiterals;
use crate::formula::term_store::members::{AllTerms, ListedTerm, TermList, bytes, collect, complete, longest};
use crate::term::covers::Covers;
use crate::term::one_term::OneTerm;
use crate::term::projection::{Literals, project};
use crate::term::sink::Found;
use crate::term::tolerant::PossibleTerms;

/// What a session knows about the terms that its data allows.
#[derive(Debug)]
pub(crate) struct TermStore {
    data: Arc<Dataset>,
    /// The legal inputs, positives among them.
    domain: Domain,
    /// Which terms are looked for.
    rules: Arc<TermRules>,
    /// Sets of literals, of each of which some term has one. Each stands as a positive, after the real ones.
    required: Arc<[Vec<Literal>]>,
    /// For terms that may cover nothing, if not all inputs are legal.
    possible: Option<Rc<PossibleTerms>>,
    negatives: Option<Rc<Columns>>,
    covers: Option<Rc<Covers>>,
    /// For each set of positives the terms that are true on all of them.
    projections: Cache<(PositiveSet, Literals), Rc<dyn OneTerm>>,
    /// For each set of positives and size the terms that are true on all of the set.
    lists: Cache<(PositiveSet, usize), TermList>,
    /// All consistent terms of a size, whatever they cover.
    all_terms: AllTerms,
    /// Every consistent term that covers a positive has at least this many literals.
    min_term_size: usize,
    fewest: FewestLiterals,
    /// For each cost of terms.
    dual_bounds: [Option<DualBound>; TermCost::ALL.len()],
    /// Nodes of assignments so far.
    nodes: usize,
    /// What the search for dual bounds has cost so far, in words read.
    bound_cost: usize,
    /// For each cost of terms, the effort with which a search for a dual bound is tried again.
    least_effort: [usize; TermCost::ALL.len()],
    /// The positive that differs most from the others.
    outlier: Option<usize>,
}

impl TermStore {
    pub(crate) fn new(data: Arc<Dataset>, domain: Domain, rules: Arc<TermRules>) -> TermStore {
        TermStore {
            data,
            domain,
            rules,
            required: Arc::default(),
            possible: None,
            negatives: None,
            covers: None,
            projections: Cache::default(),
            lists: Cache::default(),
            all_terms: AllTerms::default(),
            min_term_size: 1,
            fewest: FewestLiterals::default(),
            dual_bounds: Default::default(),
            nodes: 0,
            bound_cost: 0,
            least_effort: Default::default(),
            outlier: None,
        }
    }

    /// For formulas in which some term has a literal of each of these sets, which are ascending.
    pub(crate) fn requiring(self, required: &[Vec<Literal>]) -> TermStore {
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

    pub(crate) fn required(&self) -> &[Vec<Literal>] {
        &self.required
    }

    /// Whether no term of this size is looked for.
    fn is_too_long(&self, size: usize) -> bool {
        size > self.longest_possible()
    }

    /// How many literals a term can have.
    pub(crate) fn longest_possible(&self) -> usize {
        let features = self.data.features().len();
        self.rules.max_literals().map_or(features, |most| most.min(features))
    }

    /// Gives up all that takes much memory.
    pub(crate) fn forget(&mut self) {
        let (data, domain, rules) = (Arc::clone(&self.data), self.domain.clone(), Arc::clone(&self.rules));
        let fewest = std::mem::take(&mut self.fewest);
        let fresh = TermStore::new(data, domain, rules).requiring(&self.required);
        *self = TermStore { min_term_size: self.min_term_size, fewest, ..fresh };
    }

    /// A run begins: what is held counts against its budget, and is given up if that leaves little.
    pub(crate) fn begin(&mut self, context: RunContext<'_>) {
        self.hold(context);
        if context.memory_budget().is_some_and(|budget| context.free_memory() < budget / 4) {
            self.forget();
            self.hold(context);
        }
        self.all_terms.begin();
    }

    /// How many positives there are, required sets among them.
    pub(crate) fn positives(&self) -> usize {
        self.data.positives().distinct() + self.required.len()
    }

    /// A lower bound on the number of literals of a consistent term that covers a positive.
    pub(crate) fn min_term_size(&self) -> usize {
        self.min_term_size
    }

    /// The positive that differs most from the others. Only the first `compared` ones are compared.
    pub(crate) fn outlier(&mut self, compared: usize) -> Option<usize> {
        if self.outlier.is_none() {
            let compared = 0..self.positives().min(compared);
            let likeness = |&one: &usize| compared.clone().map(|other| self.agreement(one, other)).sum::<usize>();
            self.outlier = compared.clone().min_by_key(likeness);
        }
        self.outlier
    }

    /// In how many features two positives agree. What stands for a required literal agrees in none.
    pub(crate) fn agreement(&self, one: usize, other: usize) -> usize {
        let samples = self.data.positives();
        if one.max(other) >= samples.distinct() {
            return 0;
        }
        let words = samples.words(one).iter().zip(samples.words(other));
        self.data.features().len() - words.map(|(one, other)| (one ^ other).count_ones() as usize).sum::<usize>()
    }

    /// Whether `terms` terms of `literals` literals in all are known not to cover all of these positives.
    pub(crate) fn excludes(&mut self, on: &PositiveSet, terms: usize, literals: usize) -> bool {
        self.dual_bounds.iter_mut().flatten().any(|dual_bound| dual_bound.excludes(on, terms, literals))
    }

    /// Takes note of a node of an assignment.
    pub(crate) fn count_node(&mut self) {
        self.nodes += 1;
    }

    /// Looks for dual bounds. Returns whether one reaches the goal.
    ///
    /// Terms have up to `longest` literals.
    pub(crate) fn find_dual_bounds(
        &mut self,
        goal: Goal,
        longest: usize,
        context: RunContext<'_>,
    ) -> Result<bool, Interrupt> {
        let (negatives, features) = (self.data.negatives().distinct(), self.data.features().len());
        let positives = self.positives();
        let cost_of_rows = negatives.saturating_mul(features) / 8;
        let may_cost = self.nodes.saturating_mul(context.tuning.bound_cost_of_node);
        // Each positive may take a search of its own, as a node does.
        let most_positives = context.tuning.bound_positives.min(self.nodes);
        if negatives == 0 || positives > most_positives || self.bound_cost + cost_of_rows > may_cost {
            return Ok(false);
        }
        let covers = self.covers(context)?;
        let rejecting = RejectingRows::new(self.data.negatives(), features, context)?;
        self.bound_cost += cost_of_rows;
        // A positive that is in no constraint would get all the weight.
        for positive in 0..covers.positives() {
            let on = PositiveSet::none(positives).with(positive);
            if self.fewest.upper_bound(&on).is_none() {
                self.fewest_literals(&on, longest, context)?;
            }
        }
        let known: Vec<Constraint> =
            self.fewest.found().map(|(literals, cover)| (literals, covers.real(cover))).collect();
        let all = PositiveSet::all(positives);
        for (number, cost_of_term) in TermCost::ALL.into_iter().enumerate() {
            let most = (may_cost - self.bound_cost) / (TermCost::ALL.len() - number);
            if most < self.least_effort[number] {
                continue;
            }
            let mut effort = most;
            let found = dual_bound::best(cost_of_term, &rejecting, &covers, known.clone(), goal, &mut effort, context)?;
            let spent = most - effort;
            self.bound_cost += spent;
            let known = &mut self.dual_bounds[number];
            if let Some(found) = found.filter(|found| known.as_ref().is_none_or(|known| found.is_better(known)))
                && known.insert(found).excludes(&all, goal.size.0, goal.size.1)
            {
                return Ok(true);
            }
            // Goals become harder to reach.
            self.least_effort[number] = 2 * spent;
        }
        Ok(false)
    }

    /// The terms that are true on all given positives.
    fn projection(
        &mut self,
        on: &PositiveSet,
        made_of: Literals,
        context: RunContext<'_>,
    ) -> Result<Rc<dyn OneTerm>, Interrupt> {
        let key = (on.clone(), made_of);
        if let Some(known) = self.projections.get(&key) {
            return Ok(known);
        }
        let (negatives, covers) = (self.negatives(context)?, self.covers(context)?);
        let (real, required) = (covers.real(on), covers.required(on));
        let samples = real.iter().map(|sample| self.data.positives().words(sample));
        let features = self.data.features().len();
        let projection = project(&negatives, features, samples, &self.rules, &required, made_of, context)?;
        let projection: Rc<dyn OneTerm> = projection.into();
        self.projections.insert(key, Rc::clone(&projection), projection.bytes(), kept(context) / 2);
        self.hold(context);
        Ok(projection)
    }

    /// All consistent terms of this size, whatever they cover.
    pub(crate) fn all_of_size(&mut self, size: usize, context: RunContext<'_>) -> Result<TermList, Interrupt> {
        if let Some(known) = self.all_terms.get(size) {
            return Ok(Rc::clone(known));
        }
        if self.is_too_long(size) {
            return Ok(TermList::default());
        }
        if self.all_terms.is_unlistable(size) {
            return Err(Interrupt::TooLong);
        }
        let all = self.projection(&PositiveSet::none(self.positives()), Literals::All, context)?;
        let mut terms = complete(all.list(size, longest(context), context)).inspect_err(|&interrupt| {
            if interrupt == Interrupt::TooLong {
                self.all_terms.give_up(size);
            }
        })?;
        self.retain_possible(&mut terms);
        let covers = self.covers(context)?;
        let members = collect(terms, &covers, context)?;
        self.all_terms.insert(size, Rc::clone(&members));
        self.hold(context);
        if size == self.min_term_size() && members.iter().all(|member| member.cover.is_empty()) {
            self.min_term_size = size + 1;
        }
        Ok(members)
    }

    /// All consistent terms of the sizes 1, 2, ... `largest`.
    #[cfg(test)]
    pub(crate) fn all_up_to(&mut self, largest: usize, context: RunContext<'_>) -> Result<Vec<TermList>, Interrupt> {
        (1..=largest).map(|size| self.all_of_size(size, context)).collect()
    }

    /// All consistent terms of this size that cover a positive.
    fn explaining(&mut self, size: usize, context: RunContext<'_>) -> Result<TermList, Interrupt> {
        let (positives, covers) = (self.positives(), self.covers(context)?);
        let mut members = Vec::new();
        for positive in 0..positives {
            let on = PositiveSet::none(positives).with(positive);
            let most = longest(context).saturating_sub(members.len());
            let terms = complete(self.list(&on, size, most, context)?)?;
            // Each is taken for the first positive that it covers.
            let is_first = |member: &&Rc<ListedTerm>| member.cover.iter().next() == Some(positive);
            members.extend(collect(terms, &covers, context)?.iter().filter(is_first).cloned());
        }
        Ok(Rc::new(members))
    }

    /// All consistent terms of the sizes 1, 2, ... that may stand in a formula: none is longer than what the shortest others leave, or
    /// longer than `idle` if it covers nothing.
    pub(crate) fn all_for(
        &mut self,
        (literals, terms): (usize, usize),
        idle: usize,
        context: RunContext<'_>,
    ) -> Result<Vec<TermList>, Interrupt> {
        let (mut lists, mut longest) = (Vec::new(), (literals + 1 - terms).min(self.longest_possible()));
        let mut is_shortest = true;
        while lists.len() < longest {
            let size = lists.len() + 1;
            let list = if size > idle { self.explaining(size, context)? } else { self.all_of_size(size, context)? };
            if is_shortest && !list.is_empty() {
                (is_shortest, longest) = (false, longest.min(literals.saturating_sub((terms - 1) * size)));
            }
            lists.push(list);
        }
        Ok(lists)
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
            None => Ok(self.projection(on, Literals::All, context)?.list(size, enough, context)),
        }
    }

    /// Lists terms as [`list`](TermStore::list) does, and says how many there are in any case.
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
            None => Ok(self.projection(on, Literals::All, context)?.list_and_count(size, enough, context)),
        }
    }

    /// How many consistent terms of this size are true on all given positives.
    pub(crate) fn count(
        &mut self,
        on: &PositiveSet,
        size: usize,
        context: RunContext<'_>,
    ) -> Result<BigUint, Interrupt> {
        let counted = match self.possible(on, context)? {
            _ if self.is_too_long(size) => Found::nothing(),
            Some(possible) => possible.count(size, context),
            None => self.projection(on, Literals::All, context)?.count(size, context),
        };
        counted.stopped.map_or(Ok(counted.terms), |reason| Err(Interrupt::Stopped(reason)))
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

    /// The consistent terms of this size that are true on all given positives. They are kept: another share will be of
    /// the same positives.
    fn true_on(&mut self, on: &PositiveSet, size: usize, context: RunContext<'_>) -> Result<TermList, Interrupt> {
        let key = (on.clone(), size);
        if let Some(known) = self.lists.get(&key) {
            return Ok(known);
        }
        let terms = complete(self.projection(on, Literals::All, context)?.list(size, longest(context), context))?;
        let members = collect(terms, &*self.covers(context)?, context)?;
        self.lists.insert(key, Rc::clone(&members), on.bytes() + bytes(&members), kept(context) / 4);
        Ok(members)
    }

    /// Returns the terms that [`true_on`](TermStore::true_on) lists. If they are too many, returns some, and `false`.
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

    /// The fewest literals of a consistent term that is true on all of some positives; `most + 1` if it has more than
    /// `most`.
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
            if self.is_too_long(literals) {
                break;
            }
            let found = self.projection(on, Literals::Undominated, context)?.list(literals, 0, context);
            if let Some(reason) = found.stopped {
                return Err(Interrupt::Stopped(reason));
            }
            if let Some(term) = found.terms.first() {
                let cover = self.covers(context)?.of(term);
                self.fewest.find(cover, literals);
                return Ok(literals);
            }
            self.fewest.refute(on.clone(), literals);
        }
        Ok(most + 1)
    }

    /// The positives that no term of at most `most` literals covers together with `on`, as far as is known.
    pub(crate) fn known_incompatible(&self, on: &PositiveSet, most: usize) -> PositiveSet {
        self.fewest.incompatible(on, most)
    }

    /// A lower bound on the literals of a consistent term that is true on all of `on`, as far as is known.
    fn fewest_at_least(&self, on: &PositiveSet) -> usize {
        // That bound is for terms that cover a positive.
        let of_any = if on.is_empty() { 1 } else { self.min_term_size };
        self.fewest.lower_bound(on).max(of_any)
    }

    /// Returns the negatives by columns, made when they are first asked for.
    pub(crate) fn negatives(&mut self, context: RunContext<'_>) -> Result<Rc<Columns>, Interrupt> {
        if let Some(known) = &self.negatives {
            return Ok(Rc::clone(known));
        }
        let columns = Rc::new(Columns::new(self.data.negatives(), self.data.features().len(), context)?);
        self.negatives = Some(Rc::clone(&columns));
        self.hold(context);
        Ok(columns)
    }

    /// Returns what each literal covers, made when it is first asked for.
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
        context.record_held(self.bytes());
    }

    /// The memory that this takes.
    pub(crate) fn bytes(&self) -> usize {
        let columns = self.negatives.as_ref().map_or(0, |columns| columns.bytes());
        let covers = self.covers.as_ref().map_or(0, |covers| covers.bytes());
        columns + covers + self.projections.bytes() + self.lists.bytes() + self.all_terms.bytes()
    }
}

/// How many bytes a session may keep from one question to the next.
fn kept(context: RunContext<'_>) -> usize {
    let most = context.tuning.kept_bytes;
    context.memory_budget().map_or(most, |budget| most.min(budget / 2))
}

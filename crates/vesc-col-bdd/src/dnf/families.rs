//! What a session knows about the terms of its data.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use vesc_col_core::{Dataset, Domain, Literal, StopReason};

use crate::bits;
use crate::dnf::compile::{LeastCover, compile};
use crate::dnf::problem::Problem;
use crate::dnf::split::{Split, split};
use crate::run_context::RunContext;
use crate::tuning::Tuning;
use crate::zdd::{Exclusions, Family, Store, Walk, avoiding, without_supersets};

/// A set of literals, as bits: twice the feature, plus one if negated.
type LiteralSet = Box<[u64]>;

/// Which terms a split has.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct SplitKey {
    size: usize,
    /// The positives by which it is split, or the literals that the terms consist of.
    set: Box<[u64]>,
    demand: Demand,
}

/// What terms must cover of some positives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Demand {
    /// At least this many of them.
    Least(usize),
    /// Each one.
    All,
}

/// Families of consistent terms by size, and by the positives that they must cover. Made when they are asked for, and
/// kept for later questions.
#[derive(Debug)]
pub(crate) struct Families {
    data: Arc<Dataset>,
    /// The legal inputs, positives among them.
    domain: Domain,
    pub(crate) store: Store,
    pub(crate) walk: Walk,
    /// The literals that are true on each positive; read with the first question.
    true_on: Vec<LiteralSet>,
    /// The problems of rejecting all negatives by certain literals; `None` where it is impossible.
    problems: HashMap<LiteralSet, Option<Rc<Problem>>>,
    problem_bytes: usize,
    /// The consistent terms of certain literals and a size.
    families: HashMap<(LiteralSet, usize), Family>,
    splits: Vec<Split>,
    split_numbers: HashMap<SplitKey, u32>,
    split_bytes: usize,
    /// Nodes that the last collection left.
    live_nodes: usize,
    memory: usize,
}

impl Families {
    pub(crate) fn new(data: Arc<Dataset>) -> Families {
        Families {
            data,
            domain: Domain::free(),
            store: Store::new(0),
            walk: Walk::default(),
            true_on: Vec::new(),
            problems: HashMap::new(),
            problem_bytes: 0,
            families: HashMap::new(),
            splits: Vec::new(),
            split_numbers: HashMap::new(),
            split_bytes: 0,
            live_nodes: 0,
            memory: 0,
        }
    }

    /// Begins a question over the legal inputs `domain` that may take `memory` bytes.
    ///
    /// # Errors
    ///
    /// The reason to stop, if the run must end or memory does not suffice.
    pub(crate) fn begin(
        &mut self,
        domain: &Domain,
        memory: usize,
        context: &mut RunContext<'_>,
    ) -> Result<(), StopReason> {
        self.memory = memory;
        if self.domain != *domain {
            self.domain = domain.clone();
            self.forget();
        }
        let tuning = context.tuning;
        let kept_splits = memory / tuning.split_share / 2;
        if self.store.bytes() > memory / tuning.kept_store_share || self.split_bytes > kept_splits {
            self.forget();
        }
        self.store.set_budget(memory / tuning.store_share);
        self.store.forget_peak();
        self.read_positives(context)
    }

    /// Finds the literals that are true on each positive, where that is not known yet.
    fn read_positives(&mut self, context: &mut RunContext<'_>) -> Result<(), StopReason> {
        let (features, positives) = (self.data.features().len(), self.data.positives());
        let bytes = size_of::<LiteralSet>() + 8 * bits::words(2 * features);
        if positives.distinct().saturating_mul(bytes) > self.memory / context.tuning.positives_share {
            return Err(StopReason::Memory);
        }
        for index in self.true_on.len()..positives.distinct() {
            context.spend(4 * features)?;
            self.true_on.push(literals_true_on(positives.words(index), features));
        }
        Ok(())
    }

    /// Ends a question: keeps what is likely to be of use.
    pub(crate) fn end(&mut self, tuning: &Tuning) {
        if self.store.bytes() + self.split_bytes > tuning.kept_bytes {
            self.forget();
        }
    }

    /// How many positives there are.
    pub(crate) fn positives(&self) -> usize {
        self.data.positives().distinct()
    }

    /// How many features there are.
    pub(crate) fn features(&self) -> usize {
        self.data.features().len()
    }

    /// How many bytes a question may take.
    pub(crate) fn memory(&self) -> usize {
        self.memory
    }

    /// A split that was made in this question.
    pub(crate) fn split(&self, number: u32) -> &Split {
        &self.splits[number as usize]
    }

    /// The consistent terms of `size` literals that cover at least `least` of `positives`, split by which ones.
    ///
    /// # Errors
    ///
    /// The reason to stop, if the run must end or memory does not suffice.
    pub(crate) fn covering_some(
        &mut self,
        size: usize,
        positives: &[u64],
        least: usize,
        context: &mut RunContext<'_>,
    ) -> Result<u32, StopReason> {
        let key = SplitKey { size, set: positives.into(), demand: Demand::Least(least) };
        if let Some(&number) = self.split_numbers.get(&key) {
            return Ok(number);
        }
        let family = match least {
            0 => self.terms(bits::full(2 * self.features()), size, context)?,
            _ => self.terms_covering(size, positives, least, context)?,
        };
        let most_bytes = self.memory / context.tuning.split_share;
        let made =
            split(&mut self.store, &mut self.walk, &self.true_on, (family, size), positives, most_bytes, context)?;
        self.keep(key, made, context)
    }

    /// The consistent terms of a size that cover all of the given positives.
    ///
    /// # Errors
    ///
    /// The reason to stop, if the run must end or memory does not suffice.
    pub(crate) fn covering_all(
        &mut self,
        size: usize,
        positives: &[u64],
        context: &mut RunContext<'_>,
    ) -> Result<u32, StopReason> {
        let common = self.common_literals(positives);
        // Residuals with the same literals in common have the same terms.
        let key = SplitKey { size, set: common.clone(), demand: Demand::All };
        if let Some(&number) = self.split_numbers.get(&key) {
            return Ok(number);
        }
        let family = self.terms(common, size, context)?;
        let most_bytes = self.memory / context.tuning.split_share;
        let made = split(&mut self.store, &mut self.walk, &self.true_on, (family, size), &[], most_bytes, context)?;
        self.keep(key, made, context)
    }

    fn keep(&mut self, key: SplitKey, made: Split, context: &mut RunContext<'_>) -> Result<u32, StopReason> {
        self.split_bytes += made.bytes();
        if self.split_bytes > self.memory / context.tuning.split_share {
            return Err(StopReason::Memory);
        }
        let number = self.splits.len() as u32;
        self.splits.push(made);
        self.split_numbers.insert(key, number);
        // Half of the nodes may be garbage.
        if self.store.len() > (2 * self.live_nodes).max(context.tuning.nodes_before_collection) {
            let families = self.families.values_mut();
            let classes = self.splits.iter_mut().flat_map(Split::families_mut);
            if let Err(reason) = self.store.collect(families.chain(classes), context) {
                self.forget();
                return Err(reason);
            }
            self.live_nodes = self.store.len();
        }
        Ok(number)
    }

    /// The consistent terms of certain literals and a size.
    fn terms(&mut self, literals: LiteralSet, size: usize, context: &mut RunContext<'_>) -> Result<Family, StopReason> {
        if size > bits::len(&literals) {
            return Ok(Family::EMPTY);
        }
        let key = (literals, size);
        if let Some(&family) = self.families.get(&key) {
            return Ok(family);
        }
        let everything = bits::full(2 * self.features());
        let (literals, size) = key;
        let family = match self.families.get(&(everything.clone(), size)) {
            Some(&all) => {
                let others = bits::difference(&everything, &literals);
                avoiding(&mut self.store, &mut self.walk, all, &others, context)?
            }
            None => match self.problem(&literals, context)? {
                Some(problem) => {
                    let terms = compile(&problem, size, None, &mut self.store, context, self.memory)?;
                    // A term that covers a positive holds on a legal input anyway.
                    if literals == everything { self.possible(terms, size, context)? } else { terms }
                }
                None => Family::EMPTY,
            },
        };
        self.families.insert((literals, size), family);
        Ok(family)
    }

    /// Those terms of a family, all of a size, that hold on some legal input.
    fn possible(&mut self, terms: Family, size: usize, context: &mut RunContext<'_>) -> Result<Family, StopReason> {
        let code = |literal: &Literal| 2 * literal.feature() as u32 + u32::from(literal.is_negated());
        let short = self.domain.nogoods_beside_orders().filter(|nogood| nogood.len() <= size);
        let nogoods: Vec<Vec<u32>> = short.map(|nogood| nogood.iter().map(code).collect()).collect();
        // A term of one literal keeps every order.
        let orders: Vec<Exclusions> = match size {
            0 | 1 => Vec::new(),
            _ => self.domain.orders().map(|order| Exclusions::of_order(&order)).collect(),
        };
        match nogoods.is_empty() && orders.is_empty() {
            true => Ok(terms),
            false => without_supersets(&mut self.store, terms, (&nogoods, &orders), context),
        }
    }

    /// The consistent terms of `size` literals that cover at least `least` of `positives`. `least` must not be 0.
    fn terms_covering(
        &mut self,
        size: usize,
        positives: &[u64],
        least: usize,
        context: &mut RunContext<'_>,
    ) -> Result<Family, StopReason> {
        // What a literal alone does not cover, a term with it does not.
        let mut literals = vec![0; bits::words(2 * self.features())];
        let mut true_on = Vec::new();
        for literal in 0..2 * self.features() {
            context.spend(4 * bits::len(positives))?;
            let mut on = vec![0; positives.len()];
            for positive in bits::iter(positives).filter(|&positive| bits::contains(&self.true_on[positive], literal)) {
                bits::insert(&mut on, positive);
            }
            if bits::len(&on) >= least {
                bits::insert(&mut literals, literal);
                true_on.extend_from_slice(&on);
            }
        }
        if size > bits::len(&literals) {
            return Ok(Family::EMPTY);
        }
        let Some(problem) = self.problem(&literals, context)? else { return Ok(Family::EMPTY) };
        let cover = LeastCover { positives, true_on: &true_on, least };
        compile(&problem, size, Some(cover), &mut self.store, context, self.memory)
    }

    fn problem(&mut self, literals: &[u64], context: &mut RunContext<'_>) -> Result<Option<Rc<Problem>>, StopReason> {
        if let Some(problem) = self.problems.get(literals) {
            return Ok(problem.clone());
        }
        let candidates = bits::iter(literals).map(|literal| literal as u32).collect();
        let most_bytes = self.memory / context.tuning.problem_share;
        let problem = Problem::new(&self.data, candidates, most_bytes, context)?.map(Rc::new);
        let bytes = problem.as_ref().map_or(0, |problem| problem.bytes()) + 16 * literals.len();
        if self.problem_bytes + bytes > most_bytes {
            self.problems.clear();
            self.problem_bytes = 0;
        }
        if bytes > most_bytes {
            return Err(StopReason::Memory);
        }
        self.problem_bytes += bytes;
        self.problems.insert(literals.into(), problem.clone());
        Ok(problem)
    }

    /// The literals that are true on all of the given positives.
    fn common_literals(&self, positives: &[u64]) -> LiteralSet {
        let mut common = bits::full(2 * self.features());
        for positive in bits::iter(positives) {
            for (common, on) in common.iter_mut().zip(&self.true_on[positive]) {
                *common &= on;
            }
        }
        common
    }

    fn forget(&mut self) {
        self.store = Store::new(0);
        self.walk = Walk::default();
        self.problems.clear();
        self.problem_bytes = 0;
        self.families.clear();
        self.splits.clear();
        self.split_numbers.clear();
        self.split_bytes = 0;
        self.live_nodes = 0;
    }
}

/// The literals that are true on a sample, given as its words.
pub(crate) fn literals_true_on(sample: &[u64], features: usize) -> LiteralSet {
    let mut set = vec![0; bits::words(2 * features)].into_boxed_slice();
    for feature in 0..features {
        bits::insert(&mut set, 2 * feature + usize::from(!bits::contains(sample, feature)));
    }
    set
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use vesc_col::generate::Recipe;
    use vesc_col_core::{DnfSpace, Features, LegalDnfSpace, Run, Term};

    use super::*;
    use crate::dnf::live::LiveDnf;

    const FEATURES: usize = 5;

    /// All terms of a size that are false on all negatives, with the positives that they are true on as bits.
    fn by_trial(data: &Dataset, size: usize) -> Vec<u64> {
        let codes = 1..3usize.pow(FEATURES as u32);
        let terms = codes.map(|code| {
            let digits = (0..FEATURES).map(|i| (i, code / 3usize.pow(i as u32) % 3)).filter(|&(_, digit)| digit > 0);
            Term::new(digits.map(|(i, digit)| Literal::matching(i, digit == 1))).unwrap()
        });
        let fits = |term: &Term| term.len() == size && !data.negatives().iter().any(|sample| term.accepts(sample));
        let cover = |term: Term| {
            let covered = data.positives().iter().enumerate().filter(|(_, sample)| term.accepts(sample));
            covered.map(|(positive, _)| 1 << positive).sum()
        };
        terms.filter(fits).map(cover).collect()
    }

    /// All formulas of a sub-space that fit.
    fn all_formulas(
        families: &mut Families,
        (literals, terms): (usize, usize),
        tuning: &'static Tuning,
    ) -> Vec<String> {
        let run = Run::new();
        let mut context = RunContext::new(&run, tuning);
        families.begin(&Domain::free(), 1 << 24, &mut context).unwrap();
        let space = LegalDnfSpace::from(DnfSpace::new(families.features(), literals, terms));
        let live = LiveDnf::new(space, families, &mut context).unwrap();
        (0u32..).map_while(|index| live.dnf(&index.into())).map(|dnf| dnf.to_string()).collect()
    }

    #[test]
    fn to_collect_garbage_loses_nothing() {
        const OFTEN: Tuning = Tuning { nodes_before_collection: 0, ..Tuning::DEFAULT };
        for (positives, negatives) in [(1, 14), (2, 14), (4, 16)] {
            let recipe = Recipe { features: 9, terms: vec![2, 2], positives, negatives, seed: 1 };
            let (data, _) = recipe.make().unwrap();
            let [mut tidy, mut usual] = [(); 2].map(|()| Families::new(Arc::clone(&data)));
            for size in [(3, 1), (3, 2), (4, 2), (5, 2), (6, 3)] {
                tidy.live_nodes = 0;
                let formulas = all_formulas(&mut tidy, size, &OFTEN);
                assert_eq!(formulas, all_formulas(&mut usual, size, &Tuning::DEFAULT), "{size:?}");
            }
            assert!(tidy.store.len() < usual.store.len());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn splits_have_the_terms_that_cover_enough(
            labels in prop::collection::vec(
                prop_oneof![4 => Just(None), 1 => Just(Some(false)), 3 => Just(Some(true))],
                1 << FEATURES,
            ),
            chosen: u64,
            least in 0..12usize,
        ) {
            let mut builder = Dataset::builder(Features::numbered(FEATURES));
            for (row, label) in labels.iter().enumerate() {
                let values = (0..FEATURES).map(|i| row >> i & 1 == 1);
                label.iter().for_each(|&label| builder.push(label, values.clone()).unwrap());
            }
            let data = Arc::new(builder.build().unwrap());
            let all = data.positives().distinct();
            // All positives, or some of them.
            let positives = ((1u64 << all) - 1) & if least % 2 == 0 { !0 } else { chosen };
            let words: &[u64] = if all == 0 { &[] } else { &[positives] };
            let run = Run::new();
            let mut context = RunContext::new(&run, &Tuning::DEFAULT);
            let mut families = Families::new(Arc::clone(&data));
            families.begin(&Domain::free(), 1 << 24, &mut context).unwrap();
            for size in 1..=FEATURES {
                let terms = by_trial(&data, size);
                let some = families.covering_some(size, words, least, &mut context).unwrap();
                let split = families.split(some);
                for (position, class) in split.classes.iter().enumerate() {
                    let cover = class.cover.first().map_or(0, |&word| word);
                    prop_assert!(cover.count_ones() as usize >= least);
                    let expected = terms.iter().filter(|&&term| term & positives == cover).count();
                    prop_assert_eq!(split.count(position, position + 1), expected.into());
                }
                let expected = terms.iter().filter(|&&term| (term & positives).count_ones() as usize >= least).count();
                prop_assert_eq!(split.count(0, split.classes.len()), expected.into());

                let every = families.covering_all(size, words, &mut context).unwrap();
                let split = families.split(every);
                let expected = terms.iter().filter(|&&term| term & positives == positives).count();
                prop_assert_eq!(split.count(0, split.classes.len()), expected.into());
            }
        }
    }
}

//! The consistent formulas of one sub-space, detached from the session that found them.

pub(super) mod extend;

use std::any::Any;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use num_bigint::BigUint;
use num_integer::Integer;
use vesc_col_core::{
    Dnf, Hypothesis, LegalDnfSpace, Literal, LiveVersionSpace, Run, Sample, StopReason, SubSpace, Term,
};

use crate::bits;
use crate::dnf::Families;
use crate::dnf::formulas::{Choice, Formulas, combinations, formulas};
use crate::dnf::pool::Pool;
use crate::dnf::reduce::reduce;
use crate::dnf::split::sums;
use crate::run_context::RunContext;
use crate::tuning::Tuning;
use crate::zdd::{Store, Walk, contains, count_all, count_by_element, count_without, extract, pick};

/// A graph of choices with the families that it chooses from, and the counts of everything.
pub(crate) struct LiveDnf {
    pub(crate) space: LegalDnfSpace,
    /// Only the nodes that the pools need.
    pub(crate) store: Store,
    /// How many terms there are below each node of the store.
    counts: Vec<BigUint>,
    /// What the graph calls splits.
    pub(crate) pools: Vec<Pool>,
    pub(crate) graph: Formulas,
    /// For each node of the graph how many formulas come before those of each choice.
    starts: Vec<Vec<BigUint>>,
    /// For further questions.
    pub(crate) tuning: &'static Tuning,
}

impl LiveDnf {
    /// Finds the consistent formulas of a sub-space, and takes what their graph needs out of a session.
    ///
    /// # Errors
    ///
    /// The reason to stop, if the run must end or memory does not suffice.
    pub(crate) fn new(
        space: LegalDnfSpace,
        families: &mut Families,
        context: &mut RunContext<'_>,
    ) -> Result<LiveDnf, StopReason> {
        let mut graph = formulas(families, space.literals(), space.terms(), context)?;
        let mut numbers: HashMap<u32, u32> = HashMap::new();
        let mut pools: Vec<Pool> = Vec::new();
        for choice in graph.nodes.iter_mut().flat_map(|node| &mut node.choices) {
            choice.split = *numbers.entry(choice.split).or_insert_with(|| {
                pools.push(Pool::from(families.split(choice.split)));
                pools.len() as u32 - 1
            });
        }
        let memory = families.memory() / context.tuning.live_share;
        LiveDnf::compact(space, &families.store, &pools, &graph, memory, context)
    }

    /// Reduces a graph each of whose choices has a formula, copies the nodes that it needs out of a store, and counts.
    ///
    /// # Errors
    ///
    /// The reason to stop, if the run must end or memory does not suffice.
    pub(crate) fn compact(
        space: LegalDnfSpace,
        store: &Store,
        pools: &[Pool],
        graph: &Formulas,
        memory: usize,
        context: &mut RunContext<'_>,
    ) -> Result<LiveDnf, StopReason> {
        let (graph, mut pools) = reduce(graph, pools, context)?;
        let store = extract(store, pools.iter_mut().flat_map(|pool| &mut pool.families), memory, context)?;
        let counts = count_all(&store, context)?;
        let starts = graph.nodes.iter().map(|node| starts(&node.choices, &pools, &graph)).collect();
        Ok(LiveDnf { space, store, counts, pools, graph, starts, tuning: context.tuning })
    }

    /// The formula with this number, or `None` if there are fewer formulas.
    pub(crate) fn dnf(&self, index: &BigUint) -> Option<Dnf> {
        let mut index = (index < self.graph.count()).then(|| index.clone())?;
        let (mut node, mut terms) = (self.graph.root, Vec::with_capacity(self.space.terms()));
        while node != Formulas::DONE {
            let starts = &self.starts[node as usize];
            let position = starts.partition_point(|start| *start <= index) - 1;
            let choice = self.graph.nodes[node as usize].choices[position];
            let (which, rest) = (index - &starts[position]).div_rem(&self.graph.nodes[choice.rest as usize].count);
            self.choose(choice, which, &mut terms);
            (node, index) = (choice.rest, rest);
        }
        Some(Dnf::new(terms).expect("the terms of a formula are distinct"))
    }

    /// The terms of the combination with this number, among those that a choice takes.
    fn choose(&self, choice: Choice, which: BigUint, terms: &mut Vec<Term>) {
        let pool = &self.pools[choice.split as usize];
        let mut which = which;
        let mut below = pool.count(choice.from as usize, choice.to as usize);
        for left in (1..=choice.terms).rev() {
            // The greatest position of which the lesser ones make no more combinations than that.
            let (mut low, mut high) = (BigUint::ZERO, below);
            while &low + 1u32 < high {
                let middle: BigUint = (&low + &high) >> 1;
                if combinations(&middle, left) <= which { low = middle } else { high = middle }
            }
            which -= combinations(&low, left);
            terms.push(self.term(pool, &pool.sums[choice.from as usize] + &low));
            below = low;
        }
    }

    /// The term with this number in a pool.
    fn term(&self, pool: &Pool, index: BigUint) -> Term {
        let position = pool.sums.partition_point(|sum| *sum <= index) - 1;
        let literals = pick(&self.store, &self.counts, pool.families[position], index - &pool.sums[position]);
        let literals = literals.into_iter().map(literal);
        Term::new(literals).expect("a term of a family has literals, and each feature once")
    }

    /// Whether a term is in some family that a choice takes from.
    fn offers(&self, choice: &Choice, term: &[u32]) -> bool {
        let pool = &self.pools[choice.split as usize];
        let families = &pool.families[choice.from as usize..choice.to as usize];
        pool.size == term.len() && families.iter().any(|&family| contains(&self.store, family, term))
    }

    /// The same graph where each family has only as many terms as given.
    fn count_with(&self, counts: &[Vec<BigUint>]) -> BigUint {
        let sums: Vec<Vec<BigUint>> = counts.iter().map(|counts| sums(counts.iter().cloned())).collect();
        self.graph.count_with(|split| &sums[split as usize])
    }
}

fn starts(choices: &[Choice], pools: &[Pool], graph: &Formulas) -> Vec<BigUint> {
    let count = |choice: &Choice| {
        let available = pools[choice.split as usize].count(choice.from as usize, choice.to as usize);
        combinations(&available, choice.terms) * &graph.nodes[choice.rest as usize].count
    };
    sums(choices.iter().map(count))
}

/// The literal with this number: twice the feature, plus one if negated.
fn literal(number: u32) -> Literal {
    Literal::matching(number as usize / 2, number & 1 == 0)
}

/// A term as the numbers of its literals.
fn numbers(term: &Term) -> Vec<u32> {
    term.iter().map(|literal| 2 * literal.feature() as u32 + u32::from(literal.is_negated())).collect()
}

/// The literals that are false on a sample.
fn false_on(sample: &Sample, features: usize) -> Vec<u64> {
    assert_eq!(sample.len(), features, "a sample has a value for each feature");
    let mut set = vec![0; bits::words(2 * features)];
    for (feature, value) in sample.iter().enumerate() {
        bits::insert(&mut set, 2 * feature + usize::from(*value));
    }
    set
}

/// Formulas are numbered by the sizes of their terms first.
impl LiveVersionSpace for LiveDnf {
    fn formula_count(&self) -> &BigUint {
        self.graph.count()
    }

    fn formula(&self, index: &BigUint) -> Option<Box<dyn Hypothesis>> {
        self.dnf(index).map(|dnf| Box::new(dnf) as Box<dyn Hypothesis>)
    }

    fn contains(&self, formula: &dyn Hypothesis) -> bool {
        let Some(dnf) = (formula as &dyn Any).downcast_ref::<Dnf>() else { return false };
        if dnf.terms().len() != self.space.terms() || dnf.literal_count() != self.space.literals() {
            return false;
        }
        let mut open: Vec<(u32, Vec<Vec<u32>>)> = vec![(self.graph.root, dnf.terms().iter().map(numbers).collect())];
        while let Some((node, terms)) = open.pop() {
            if node == Formulas::DONE {
                return true;
            }
            for choice in &self.graph.nodes[node as usize].choices {
                // Nothing after a choice comes from its classes again: so it takes all that it offers, or the formula
                // is not found this way.
                let (taken, rest): (Vec<_>, Vec<_>) = terms.iter().cloned().partition(|term| self.offers(choice, term));
                if taken.len() == choice.terms as usize {
                    open.push((choice.rest, rest));
                }
            }
        }
        false
    }

    fn is_least(&self, formula: &dyn Hypothesis) -> bool {
        let Some(dnf) = (formula as &dyn Any).downcast_ref::<Dnf>() else { return false };
        self.space.formulas_are_concepts() || self.space.least(dnf) == *dnf
    }

    fn accepting(&self, sample: &Sample, run: &Run) -> Result<BigUint, StopReason> {
        let (mut walk, mut context) = (Walk::default(), RunContext::new(run, self.tuning));
        let false_literals = false_on(sample, self.space.features());
        let mut rejecting = Vec::with_capacity(self.pools.len());
        for pool in &self.pools {
            let accepting = count_without(&self.store, &mut walk, &pool.families, &false_literals, &mut context)?;
            let all = pool.families.iter().map(|family| &self.counts[family.index()]);
            rejecting.push(all.zip(accepting).map(|(all, accepting)| all - accepting).collect());
        }
        Ok(self.graph.count() - self.count_with(&rejecting))
    }

    fn literal_frequencies(&self, run: &Run) -> Result<Vec<(Literal, BigUint)>, StopReason> {
        let (mut walk, mut context) = (Walk::default(), RunContext::new(run, self.tuning));
        // For each literal the families in which it appears, and in how many terms.
        let mut appearing: HashMap<u32, Vec<(usize, usize, BigUint)>> = HashMap::new();
        for (number, pool) in self.pools.iter().enumerate() {
            for (position, &family) in pool.families.iter().enumerate() {
                for (literal, count) in count_by_element(&self.store, &mut walk, family, &mut context)? {
                    appearing.entry(literal).or_default().push((number, position, count));
                }
            }
        }
        let all: Vec<Vec<BigUint>> = self
            .pools
            .iter()
            .map(|pool| pool.families.iter().map(|family| self.counts[family.index()].clone()).collect())
            .collect();
        let mut frequencies = Vec::new();
        for (number, families) in appearing {
            context.spend(256 * self.graph.nodes.len())?;
            let mut without = all.clone();
            for (pool, position, count) in families {
                without[pool][position] -= count;
            }
            // Not zero: only families are kept that a formula has a term from.
            frequencies.push((literal(number), self.graph.count() - self.count_with(&without)));
        }
        frequencies.sort_unstable_by_key(|&(literal, _)| literal);
        Ok(frequencies)
    }

    fn with_sample(&self, sample: &Sample, positive: bool, run: &Run) -> Result<Arc<dyn LiveVersionSpace>, StopReason> {
        let memory = self.tuning.memory_of(run);
        let false_literals = false_on(sample, self.space.features());
        let mut context = RunContext::new(run, self.tuning);
        Ok(Arc::new(extend::with_sample(self, positive, &false_literals, memory, &mut context)?))
    }
}

impl fmt::Debug for LiveDnf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LiveDnf({} formulas of {:?})", self.graph.count(), self.space)
    }
}

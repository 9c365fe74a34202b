//! One more sample: the smaller version space, made from the larger one.

use vesc_col_core::StopReason;

use crate::dnf::formulas::{Choice, Choices, Formulas, combinations};
use crate::dnf::live::LiveDnf;
use crate::dnf::pool::Pool;
use crate::run_context::RunContext;
use crate::zdd::{Family, Side, Store, Walk, count, filter};

/// The formulas that also accept a sample with these false literals, or that also reject it.
///
/// # Errors
///
/// The reason to stop, if the run must end or memory does not suffice.
pub(crate) fn with_sample(
    live: &LiveDnf,
    positive: bool,
    false_literals: &[u64],
    memory: usize,
    context: &mut RunContext<'_>,
) -> Result<LiveDnf, StopReason> {
    let mut parts = Parts::new(live, false_literals, memory);
    let (pools, made) = if positive { accepting(&mut parts, context)? } else { rejecting(&mut parts, context)? };
    LiveDnf::compact(live.space.clone(), &parts.store, &pools, &made, memory, context)
}

/// The formulas that reject the sample: each of their terms does, that is, has a false literal.
fn rejecting(parts: &mut Parts<'_>, context: &mut RunContext<'_>) -> Result<(Vec<Pool>, Formulas), StopReason> {
    let pools = parts.take(Side::Hitting, context)?;
    let mut graph = Graph { pools: &pools, made: Formulas::new() };
    let mut renumbered = vec![Formulas::NONE, Formulas::DONE];
    for node in &parts.live.graph.nodes[2..] {
        context.spend(64 * node.choices.len())?;
        let choices = node.choices.iter().map(|&choice| Choice { rest: renumbered[choice.rest as usize], ..choice });
        renumbered.push(graph.add(choices.collect()));
    }
    let made = Formulas { root: renumbered[parts.live.graph.root as usize], ..graph.made };
    Ok((pools, made))
}

/// The formulas that accept the sample: at least one of their terms does, that is, has no false literal.
fn accepting(parts: &mut Parts<'_>, context: &mut RunContext<'_>) -> Result<(Vec<Pool>, Formulas), StopReason> {
    let live = parts.live;
    // Of all pools the terms that accept, then those that reject, then all.
    let mut pools = parts.take(Side::Avoiding, context)?;
    pools.extend(parts.take(Side::Hitting, context)?);
    pools.extend_from_slice(&live.pools);
    let mut graph = Graph { pools: &pools, made: Formulas::new() };
    // The nodes where some term to come must accept, and those where one has been taken that does.
    let (mut needing, mut free) = (vec![Formulas::NONE; 2], vec![Formulas::NONE, Formulas::DONE]);
    for node in &live.graph.nodes[2..] {
        context.spend(128 * node.choices.len())?;
        let (mut needed, mut freed) = (Vec::new(), Vec::new());
        for choice in &node.choices {
            let (needing, free) = (needing[choice.rest as usize], free[choice.rest as usize]);
            let of = |split, terms, rest| Choice { split, terms, rest, ..*choice };
            let [accepting, rejecting, all] = [0, 1, 2].map(|part| part * live.pools.len() as u32 + choice.split);
            needed.push(of(rejecting, choice.terms, needing));
            for terms in 1..=choice.terms {
                let rest = match choice.terms - terms {
                    0 => free,
                    others => graph.add(vec![of(rejecting, others, free)]),
                };
                needed.push(of(accepting, terms, rest));
            }
            freed.push(of(all, choice.terms, free));
        }
        needing.push(graph.add(needed));
        free.push(graph.add(freed));
    }
    let made = Formulas { root: needing[live.graph.root as usize], ..graph.made };
    Ok((pools, made))
}

/// The terms on one side of a sample, in the making.
struct Parts<'a> {
    live: &'a LiveDnf,
    false_literals: &'a [u64],
    store: Store,
    walk: Walk,
}

impl<'a> Parts<'a> {
    fn new(live: &'a LiveDnf, false_literals: &'a [u64], memory: usize) -> Parts<'a> {
        let mut store = live.store.clone();
        store.set_budget(memory);
        Parts { live, false_literals, store, walk: Walk::default() }
    }

    /// The pools with one side of each of their families, in the same positions.
    fn take(&mut self, side: Side, context: &mut RunContext<'_>) -> Result<Vec<Pool>, StopReason> {
        let Parts { live, false_literals, store, walk } = self;
        let whole: Vec<Family> = live.pools.iter().flat_map(|pool| &pool.families).copied().collect();
        let families = filter(store, walk, &whole, false_literals, side, context)?;
        let mut counts = count(store, walk, &families, context)?.into_iter();
        let mut families = families.into_iter();
        let mut part = |pool: &Pool| {
            let size = pool.families.len();
            Pool::new(pool.size, families.by_ref().take(size).collect(), counts.by_ref().take(size))
        };
        Ok(live.pools.iter().map(&mut part).collect())
    }
}

/// A graph in the making.
struct Graph<'a> {
    pools: &'a [Pool],
    made: Formulas,
}

impl Graph<'_> {
    /// A node of those choices that lead to a formula.
    fn add(&mut self, mut choices: Vec<Choice>) -> u32 {
        let nodes = &self.made.nodes;
        let count = |choice: &Choice| {
            let available = self.pools[choice.split as usize].count(choice.from as usize, choice.to as usize);
            combinations(&available, choice.terms) * &nodes[choice.rest as usize].count
        };
        choices.retain(|choice| count(choice) > 0u32.into());
        if choices.is_empty() {
            return Formulas::NONE;
        }
        let count = choices.iter().map(count).sum();
        self.made.nodes.push(Choices { choices, count });
        self.made.nodes.len() as u32 - 1
    }
}

//! One more sample: the smaller version space, made from the larger one.

use vesc_col_core::StopReason;

use crate::dnf::formulas::{Choice, Choices, Formulas, combinations};
use crate::dnf::live::LiveDnf;
use crate::dnf::split::{Class, Split, sums};
use crate::pulse::Pulse;
use crate::zdd::{Store, Walk, avoiding, count, hitting};

/// The formulas that also reject a sample: each of their terms does, that is, has one of these literals.
///
/// # Errors
///
/// The reason to stop, if the run must end or memory does not suffice.
pub(crate) fn with_negative(
    live: &LiveDnf,
    false_literals: &[u64],
    memory: usize,
    pulse: &mut Pulse<'_>,
) -> Result<LiveDnf, StopReason> {
    let (mut store, mut walk) = (live.store.clone(), Walk::default());
    store.set_budget(memory);
    let mut splits = Vec::with_capacity(live.splits.len());
    for split in &live.splits {
        splits.push(part(split, &mut store, &mut walk, pulse, |store, walk, family, pulse| {
            hitting(store, walk, family, false_literals, pulse)
        })?);
    }
    let mut graph = Graph { splits: &splits, made: Formulas::new() };
    let mut renumbered = vec![Formulas::NONE, Formulas::DONE];
    for node in &live.graph.nodes[2..] {
        pulse.spend(64 * node.choices.len())?;
        let choices = node.choices.iter().map(|&choice| Choice { rest: renumbered[choice.rest as usize], ..choice });
        renumbered.push(graph.add(choices.collect()));
    }
    let mut made = graph.made;
    made.root = renumbered[live.graph.root as usize];
    LiveDnf::compact(live.space.clone(), &store, splits, made, memory, pulse)
}

/// The formulas that also accept a sample: at least one of their terms does, that is, has none of these literals.
///
/// # Errors
///
/// The reason to stop, if the run must end or memory does not suffice.
pub(crate) fn with_positive(
    live: &LiveDnf,
    false_literals: &[u64],
    memory: usize,
    pulse: &mut Pulse<'_>,
) -> Result<LiveDnf, StopReason> {
    let (mut store, mut walk) = (live.store.clone(), Walk::default());
    store.set_budget(memory);
    // Of each split the terms that accept, those that reject, and all. Classes keep their positions.
    let mut splits = Vec::with_capacity(3 * live.splits.len());
    for split in &live.splits {
        splits.push(part(split, &mut store, &mut walk, pulse, |store, walk, family, pulse| {
            avoiding(store, walk, family, false_literals, pulse)
        })?);
        splits.push(part(split, &mut store, &mut walk, pulse, |store, walk, family, pulse| {
            hitting(store, walk, family, false_literals, pulse)
        })?);
        splits.push(split.clone());
    }
    let accepting = |choice: &Choice| 3 * choice.split;
    let mut graph = Graph { splits: &splits, made: Formulas::new() };
    // The nodes where some term to come must accept, and those where one has been taken that does.
    let (mut needing, mut free) = (vec![Formulas::NONE; 2], vec![Formulas::NONE, Formulas::DONE]);
    for node in &live.graph.nodes[2..] {
        pulse.spend(128 * node.choices.len())?;
        let (mut needed, mut freed) = (Vec::new(), Vec::new());
        for choice in &node.choices {
            let (needing, free) = (needing[choice.rest as usize], free[choice.rest as usize]);
            let of = |split, terms, rest| Choice { split, terms, rest, ..*choice };
            let [accepting, rejecting, all] = [0, 1, 2].map(|part| accepting(choice) + part);
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
    let mut made = graph.made;
    made.root = needing[live.graph.root as usize];
    LiveDnf::compact(live.space.clone(), &store, splits, made, memory, pulse)
}

/// A split with a part of each of its classes.
fn part(
    split: &Split,
    store: &mut Store,
    walk: &mut Walk,
    pulse: &mut Pulse<'_>,
    mut filter: impl FnMut(
        &mut Store,
        &mut Walk,
        crate::zdd::Family,
        &mut Pulse<'_>,
    ) -> Result<crate::zdd::Family, StopReason>,
) -> Result<Split, StopReason> {
    let mut classes = Vec::with_capacity(split.classes.len());
    for class in &split.classes {
        let family = filter(store, walk, class.family, pulse)?;
        classes.push(Class { cover: class.cover.clone(), family });
    }
    let families: Vec<_> = classes.iter().map(|class| class.family).collect();
    let counts = count(store, walk, &families, pulse)?;
    Ok(Split { size: split.size, classes, sums: sums(counts) })
}

/// A graph in the making.
struct Graph<'a> {
    splits: &'a [Split],
    made: Formulas,
}

impl Graph<'_> {
    /// A node of those choices that lead to a formula.
    fn add(&mut self, mut choices: Vec<Choice>) -> u32 {
        let nodes = &self.made.nodes;
        let count = |choice: &Choice| {
            let available = self.splits[choice.split as usize].count(choice.from as usize, choice.to as usize);
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

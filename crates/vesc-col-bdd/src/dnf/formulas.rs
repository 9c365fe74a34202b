//! All consistent formulas: which terms a formula takes from which family.

use std::collections::HashMap;

use indexmap::IndexSet;
use num_bigint::BigUint;
use vesc_col_core::StopReason;

use crate::bits;
use crate::dnf::Families;
use crate::run_context::RunContext;

/// What a node of the graph and a state on the way to it take, in bytes; the counts come on top.
const STATE_BYTES: usize = 200;
/// What a choice takes, in bytes.
const CHOICE_BYTES: usize = 24;

/// A choice of `terms` distinct terms from the classes `from..to` of a split, followed by the choices of node `rest`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Choice {
    pub(crate) split: u32,
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) terms: u32,
    pub(crate) rest: u32,
}

/// The formulas that begin with one of some choices, no two of which have a formula in common.
#[derive(Clone, Debug)]
pub(crate) struct Choices {
    pub(crate) choices: Vec<Choice>,
    /// How many formulas there are.
    pub(crate) count: BigUint,
}

/// A graph of choices. A path from the root takes the terms of a formula, sizes ascending, and each formula has one
/// path.
#[derive(Clone, Debug)]
pub(crate) struct Formulas {
    /// Those that a choice leads to come before it.
    pub(crate) nodes: Vec<Choices>,
    pub(crate) root: u32,
}

impl Formulas {
    /// The node without formulas.
    pub(crate) const NONE: u32 = 0;
    /// The node where all terms have been taken.
    pub(crate) const DONE: u32 = 1;

    /// A graph of the two nodes that each has.
    pub(crate) fn new() -> Formulas {
        let node = |count: u32| Choices { choices: Vec::new(), count: BigUint::from(count) };
        Formulas { nodes: vec![node(0), node(1)], root: Formulas::NONE }
    }

    /// How many formulas there are.
    pub(crate) fn count(&self) -> &BigUint {
        &self.nodes[self.root as usize].count
    }

    /// The same choices with other numbers of terms in the classes: how many formulas they would make. `sums` gives the
    /// running sums of each split.
    pub(crate) fn count_with<'s>(&self, sums: impl Fn(u32) -> &'s [BigUint]) -> BigUint {
        let mut counts = vec![BigUint::ZERO, BigUint::from(1u32)];
        for node in &self.nodes[2..] {
            let of = |choice: &Choice| {
                let sums = sums(choice.split);
                let available = &sums[choice.to as usize] - &sums[choice.from as usize];
                combinations(&available, choice.terms) * &counts[choice.rest as usize]
            };
            let count = node.choices.iter().map(of).sum();
            counts.push(count);
        }
        counts.swap_remove(self.root as usize)
    }
}

/// Returns the binomial coefficient: the ways to choose `chosen` out of `available`.
pub(crate) fn combinations(available: &BigUint, chosen: u32) -> BigUint {
    let mut ways = BigUint::from(1u32);
    for done in 0..chosen {
        if *available <= BigUint::from(done) {
            return BigUint::ZERO;
        }
        ways = ways * (available - done) / (done + 1);
    }
    ways
}

/// The graph of all consistent formulas of `terms` terms with `literals` literals.
///
/// Terms are taken by ascending size. Those of one size come from a split by the positives not yet covered, the last
/// one from the terms that cover all of them. So only the families that some formula can use are made. A partition of
/// the literals ends with the first size that has no term.
///
/// # Errors
///
/// The reason to stop, if the run must end or memory does not suffice.
pub(crate) fn formulas(
    families: &mut Families,
    literals: usize,
    terms: usize,
    context: &mut RunContext<'_>,
) -> Result<Formulas, StopReason> {
    let all = bits::full(families.positives());
    let mut builder = Builder {
        families,
        context,
        residuals: IndexSet::from([all.clone(), vec![0; all.len()].into()]),
        known: HashMap::new(),
        graph: Formulas::new(),
        bytes: 0,
    };
    if 0 < terms && terms <= literals {
        let first = State { block: None, from: 1, residual: 0, literals, terms };
        builder.graph.root = builder.build(first)?;
    }
    Ok(builder.graph)
}

/// What is still to be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct State {
    /// More terms of the size chosen last may come from the classes of this split, from this one on.
    block: Option<(u32, u32)>,
    /// Literals that each further term has at least.
    from: usize,
    /// The positives that no term covers yet.
    residual: usize,
    literals: usize,
    terms: usize,
}

/// A choice that is possible if there is something in its rest.
struct Proposal {
    choice: Choice,
    rest: State,
}

/// A state on the way, and which of the choices proposed for it were tried.
struct StateFrame {
    state: State,
    proposals: Vec<Proposal>,
    tried: usize,
    choices: Vec<Choice>,
}

struct Builder<'a, 'r> {
    families: &'a mut Families,
    context: &'a mut RunContext<'r>,
    residuals: IndexSet<Box<[u64]>>,
    known: HashMap<State, u32>,
    graph: Formulas,
    bytes: usize,
}

impl Builder<'_, '_> {
    fn build(&mut self, first: State) -> Result<u32, StopReason> {
        let mut frames = vec![self.frame(first)?];
        loop {
            let frame = frames.last_mut().expect("the first frame ends the loop");
            let Some(proposal) = frame.proposals.get(frame.tried) else {
                let frame = frames.pop().expect("it was the last");
                let node = self.finish(frame)?;
                if frames.is_empty() {
                    return Ok(node);
                }
                continue;
            };
            self.context.spend(64)?;
            let rest = match proposal.rest.terms {
                0 => Some(Formulas::DONE),
                _ => self.known.get(&proposal.rest).copied(),
            };
            match rest {
                Some(rest) => {
                    frame.tried += 1;
                    if rest != Formulas::NONE {
                        frame.choices.push(Choice { rest, ..proposal.choice });
                    }
                }
                None => {
                    let below = proposal.rest;
                    frames.push(self.frame(below)?);
                }
            }
        }
    }

    fn finish(&mut self, frame: StateFrame) -> Result<u32, StopReason> {
        let mut node = Formulas::NONE;
        if !frame.choices.is_empty() {
            let of = |choice: &Choice| {
                let available = self.families.split(choice.split).count(choice.from as usize, choice.to as usize);
                combinations(&available, choice.terms) * &self.graph.nodes[choice.rest as usize].count
            };
            let count = frame.choices.iter().map(of).sum();
            self.take(frame.choices.len() * CHOICE_BYTES)?;
            node = self.graph.nodes.len() as u32;
            self.graph.nodes.push(Choices { choices: frame.choices, count });
        }
        self.known.insert(frame.state, node);
        Ok(node)
    }

    fn take(&mut self, bytes: usize) -> Result<(), StopReason> {
        self.bytes += bytes;
        if self.bytes > self.families.memory() / self.context.tuning.graph_share {
            Err(StopReason::Memory)
        } else {
            Ok(())
        }
    }

    /// What is possible in a state.
    fn frame(&mut self, state: State) -> Result<StateFrame, StopReason> {
        self.take(STATE_BYTES + 16 * self.residuals[state.residual].len())?;
        let mut proposals = Vec::new();
        let Some(least) = self.least_cover(state)? else {
            return Ok(StateFrame { state, proposals, tried: 0, choices: Vec::new() });
        };
        if let Some((split, class)) = state.block {
            self.propose(split, class as usize, state, &mut proposals)?;
        }
        if state.terms == 1 {
            if state.literals >= state.from {
                let residual = self.residuals[state.residual].clone();
                let split = self.families.covering_all(state.literals, &residual, self.context)?;
                let to = self.families.split(split).classes.len() as u32;
                let choice = Choice { split, from: 0, to, terms: 1, rest: Formulas::DONE };
                let rest = State { literals: 0, terms: 0, ..state };
                proposals.extend((to > 0).then_some(Proposal { choice, rest }));
            }
        } else {
            for size in state.from..=state.literals / state.terms {
                let residual = self.residuals[state.residual].clone();
                let split = self.families.covering_some(size, &residual, least, self.context)?;
                self.propose(split, 0, state, &mut proposals)?;
            }
        }
        Ok(StateFrame { state, proposals, tried: 0, choices: Vec::new() })
    }

    /// How many residual positives each term must cover at least, as far as that is easily told.
    ///
    /// `None` if no terms can cover all of them.
    ///
    /// Some term covers its share. So if the best one covers `best`, each one covers all but what as many others can.
    fn least_cover(&mut self, state: State) -> Result<Option<usize>, StopReason> {
        let residual = self.residuals[state.residual].clone();
        let share = bits::len(&residual).div_ceil(state.terms);
        if state.terms == 1 || share < self.context.tuning.least_positives_per_term {
            return Ok(Some(0));
        }
        let smallest = state.block.map_or(state.from, |(split, _)| self.families.split(split).size);
        let largest = state.literals - (state.terms - 1) * smallest;
        let mut best = 0;
        for size in smallest..=largest {
            let split = self.families.covering_some(size, &residual, share, self.context)?;
            let most = self.families.split(split).classes.first();
            best = best.max(most.map_or(0, |class| bits::len(&class.cover)));
        }
        let possible = best > 0;
        Ok(possible.then(|| bits::len(&residual).saturating_sub((state.terms - 1) * best)))
    }

    /// The choices whose first term is in a split, from a class on.
    fn propose(
        &mut self,
        number: u32,
        first: usize,
        state: State,
        proposals: &mut Vec<Proposal>,
    ) -> Result<(), StopReason> {
        let residual = self.residuals[state.residual].clone();
        let split = self.families.split(number);
        let (size, classes) = (split.size, split.classes.len());
        if first == classes {
            return Ok(());
        }
        if bits::is_empty(&residual) {
            // It does not matter any more who covers what.
            let available = split.count(first, classes);
            for terms in possible_terms(size, size + 1, &available, state) {
                let rest = State {
                    block: None,
                    from: size + 1,
                    literals: state.literals - terms * size,
                    terms: state.terms - terms,
                    ..state
                };
                proposals.push(propose(number, first, classes, terms, rest));
            }
            return Ok(());
        }
        let of_one_size = state.literals == state.terms * size;
        for class in first..classes {
            self.context.spend(32 + 4 * residual.len())?;
            let split = self.families.split(number);
            let cover = &split.classes[class].cover;
            // Nobody after this class covers more.
            if of_one_size && bits::len(cover) * state.terms < bits::len(&residual) {
                break;
            }
            let left = bits::difference(&residual, cover);
            let covered = bits::is_empty(&left);
            let mut left_number = None;
            for terms in possible_terms(size, size, &split.count(class, class + 1), state) {
                if terms == state.terms && !covered {
                    continue;
                }
                let left = *left_number.get_or_insert_with(|| self.residuals.insert_full(left.clone()).0);
                let rest = State {
                    block: Some((number, class as u32 + 1)),
                    from: size + 1,
                    residual: left,
                    literals: state.literals - terms * size,
                    terms: state.terms - terms,
                };
                proposals.push(propose(number, class, class + 1, terms, rest));
            }
        }
        Ok(())
    }
}

fn propose(split: u32, from: usize, to: usize, terms: usize, rest: State) -> Proposal {
    let choice = Choice { split, from: from as u32, to: to as u32, terms: terms as u32, rest: Formulas::NONE };
    Proposal { choice, rest }
}

/// How many terms of a size may be taken so that the others have room, of at least `others` literals each. There is
/// room for terms of this size alone.
fn possible_terms(size: usize, others: usize, available: &BigUint, state: State) -> Vec<usize> {
    let room = |&terms: &usize| {
        let (literals, rest) = (state.literals - terms * size, state.terms - terms);
        if rest == 0 { literals == 0 } else { literals >= rest * others }
    };
    (1..=state.terms).take_while(|&terms| *available >= BigUint::from(terms)).filter(room).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_of_few_and_of_many() {
        let of = |available: u64, chosen| combinations(&BigUint::from(available), chosen);
        assert_eq!((of(5, 0), of(5, 2), of(5, 5), of(5, 6)), (1u32.into(), 10u32.into(), 1u32.into(), 0u32.into()));
        assert_eq!(of(1 << 40, 2), (BigUint::from(1u64 << 39) * ((1u64 << 40) - 1)));
    }
}

//! The search for an input on which candidates disagree most evenly.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use vesc_col_core::{OwnedSample, Run};

use super::committee::{Committee, Goal};
use super::witness;

/// Which inputs can be simulated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Inputs {
    /// All.
    #[default]
    Any,
    /// These.
    Pool(Vec<OwnedSample>),
}

/// An input and, from a pool, its place there.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) input: Vec<bool>,
    pub(super) row: Option<usize>,
    cost: f64,
}

/// From how many inputs a local search starts.
const STARTS: usize = 24;

/// Inputs that come near to the goal, the best ones first, at most `count`; none if no input tells any two of the
/// candidates apart that are still together, as far as the search has seen.
pub(super) fn choose(
    committee: &Committee,
    inputs: &Inputs,
    (groups, goal): (&[u32], Goal),
    count: usize,
    random: &mut ChaCha8Rng,
    run: &Run,
) -> Vec<Choice> {
    let choice = |input: Vec<bool>, row| {
        let poll = committee.poll(input, groups, goal);
        useful(groups, goal, |member| poll.accepts(member)).then(|| Choice {
            cost: poll.cost(),
            input: poll.input,
            row,
        })
    };
    let mut found: Vec<Choice> = match inputs {
        Inputs::Pool(rows) => {
            let going_on = rows.iter().enumerate().take_while(|_| run.stopped().is_none());
            going_on
                .filter_map(|(row, sample)| choice(sample.iter().map(|value| *value).collect(), Some(row)))
                .collect()
        }
        Inputs::Any => {
            let starts = (0..STARTS).take_while(|&start| start == 0 || run.stopped().is_none());
            let ends = starts.map(|_| descend(committee, start(committee, groups, goal, random), groups, goal));
            ends.collect::<Vec<_>>().into_iter().filter_map(|input| choice(input, None)).collect()
        }
    };
    found.sort_by(|a, b| a.cost.total_cmp(&b.cost).then_with(|| a.input.cmp(&b.input)));
    found.dedup_by(|a, b| a.input == b.input);
    found.truncate(count);
    found
}

/// Whether some who are still together vote differently, or someone new is tested.
fn useful(groups: &[u32], goal: Goal, accepts: impl Fn(usize) -> bool) -> bool {
    match goal {
        Goal::Test => (0..groups.len()).any(|member| groups[member] == 0 && accepts(member)),
        Goal::Split => {
            let mut first = vec![None; groups.iter().max().map_or(0, |&last| last as usize + 1)];
            groups.iter().enumerate().any(|(member, &group)| {
                let vote = accepts(member);
                *first[group as usize].get_or_insert(vote) != vote
            })
        }
    }
}

/// An input on which two random candidates differ, or which a random one accepts; random otherwise.
fn start(committee: &Committee, groups: &[u32], goal: Goal, random: &mut ChaCha8Rng) -> Vec<bool> {
    let features = committee.features();
    let mut any = || below(committee.members.len(), random);
    let (one, other) = (any(), any());
    let [yes, no] = [one, other].map(|member| &committee.members[member].dnf);
    let values = match goal {
        Goal::Split if groups[one] == groups[other] => {
            witness::difference(yes, no, features).or_else(|| witness::difference(no, yes, features))
        }
        Goal::Split => None,
        Goal::Test => {
            let term = &yes.terms()[below(yes.terms().len(), random)];
            let mut values = vec![None; features];
            term.iter().for_each(|literal| values[literal.feature()] = Some(!literal.is_negated()));
            Some(values)
        }
    };
    let values = values.unwrap_or_else(|| vec![None; features]);
    values.into_iter().map(|value| value.unwrap_or_else(|| random.next_u32() & 1 == 1)).collect()
}

/// Changes one feature at a time, always the one that helps most, until none helps.
fn descend(committee: &Committee, start: Vec<bool>, groups: &[u32], goal: Goal) -> Vec<bool> {
    let mut poll = committee.poll(start, groups, goal);
    loop {
        let growths = (0..committee.features()).map(|feature| (poll.cost_of_flip(feature), feature));
        let best = growths.min_by(|a, b| a.0.total_cmp(&b.0));
        // Rounding must not keep two neighbours going in a circle.
        match best {
            Some((growth, feature)) if growth < -1e-9 => poll.flip(feature),
            _ => return poll.input,
        }
    }
}

/// A number below `bound`, which is small against 2^32.
fn below(bound: usize, random: &mut ChaCha8Rng) -> usize {
    (u64::from(random.next_u32()) * bound as u64 >> 32) as usize
}

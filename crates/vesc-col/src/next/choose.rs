//! The search for an input on which candidates disagree most evenly.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use vesc_col_core::{Literal, OwnedSample, Run};

use super::committee::{Committee, Goal, Poll};
use super::legal::Legal;
use super::witness;

/// Which inputs can be simulated.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::next::{Candidates, Inputs};
/// use vesc_col::data::OwnedSample;
/// use vesc_col::engine::BddEngine;
/// use vesc_col::{Dataset, DnfSpace, Features, Run};
///
/// let mut builder = Dataset::builder(Features::numbered(2));
/// builder.push(true, [true, true])?;
/// let data = Arc::new(builder.build()?);
/// let candidates = Candidates::measure(&BddEngine::default(), &data, DnfSpace::up_to(2, 1, 1), &Run::new())?;
/// // On the first row both x0 and x1 say no, on the second they differ.
/// let pool: Vec<OwnedSample> = [[false, false], [true, false]].map(|row| row.into_iter().collect()).to_vec();
/// let plan = candidates.plan(&Inputs::Pool(pool), 1, 1, &Run::new());
/// assert_eq!(plan.proposals()[0].row(), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Inputs {
    /// All that are legal.
    #[default]
    Any,
    /// These, if they are legal.
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
    (inputs, legal): (&Inputs, &Legal<'_>),
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
                .filter(|(_, sample)| legal.contains(sample))
                .filter_map(|(row, sample)| choice(sample.iter().map(|value| *value).collect(), Some(row)))
                .collect()
        }
        Inputs::Any => {
            let starts = (0..STARTS).take_while(|&start| start == 0 || run.stopped().is_none());
            let starts = starts.filter_map(|_| start(committee, legal, groups, goal, random));
            starts.filter_map(|input| choice(descend(committee, legal, input, groups, goal), None)).collect()
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

/// A legal input on which two random candidates differ, or which a random one accepts; random otherwise. `None` if chance has
/// chosen values that no legal input has.
fn start(
    committee: &Committee,
    legal: &Legal<'_>,
    groups: &[u32],
    goal: Goal,
    random: &mut ChaCha8Rng,
) -> Option<Vec<bool>> {
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
    let fixed = values.iter().enumerate().filter_map(|(feature, &value)| Some(Literal::matching(feature, value?)));
    let fixed: Vec<Literal> = fixed.collect();
    let mut input: Vec<bool> = (0..features).map(|_| random.next_u32() & 1 == 1).collect();
    legal.complete(&fixed, &(0..features).collect::<Vec<_>>(), &mut input)?;
    Some(input)
}

/// Changes one feature at a time, with those that must change with it, always the one that helps most, until none helps.
fn descend(committee: &Committee, legal: &Legal<'_>, start: Vec<bool>, groups: &[u32], goal: Goal) -> Vec<bool> {
    let mut poll = committee.poll(start, groups, goal);
    loop {
        let mut best: Option<(f64, Vec<usize>)> = None;
        for feature in 0..committee.features() {
            let Some(flips) = flips(legal, feature, &poll.input) else { continue };
            let growth = growth(&mut poll, &flips);
            if best.as_ref().is_none_or(|(least, _)| growth < *least) {
                best = Some((growth, flips));
            }
        }
        // Rounding must not keep two neighbours going in a circle.
        match best {
            Some((growth, flips)) if growth < -1e-9 => flips.into_iter().for_each(|feature| poll.flip(feature)),
            _ => return poll.input,
        }
    }
}

/// A feature and those that must change with it; `None` if it has one value on all legal inputs.
fn flips(legal: &Legal<'_>, feature: usize, input: &[bool]) -> Option<Vec<usize>> {
    if legal.is_free(feature) {
        return Some(vec![feature]);
    }
    let tied = legal.tied(feature);
    let mut values = input.to_vec();
    legal.complete(&[Literal::matching(feature, !input[feature])], tied, &mut values)?;
    Some(tied.iter().copied().filter(|&other| values[other] != input[other]).collect())
}

/// By how much the cost would grow.
fn growth(poll: &mut Poll<'_>, flips: &[usize]) -> f64 {
    let Some((&last, first)) = flips.split_last() else { return 0.0 };
    let before = poll.cost();
    first.iter().for_each(|&feature| poll.flip(feature));
    let growth = poll.cost() + poll.cost_of_flip(last) - before;
    first.iter().for_each(|&feature| poll.flip(feature));
    growth
}

/// A number below `bound`, which is small against 2^32.
fn below(bound: usize, random: &mut ChaCha8Rng) -> usize {
    ((u64::from(random.next_u32()) * bound as u64) >> 32) as usize
}

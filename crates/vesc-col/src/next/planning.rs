//! The choice of inputs, one after the other.

use std::collections::HashMap;

use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use vesc_col_core::{Literal, OwnedSample, Run, Sample, StopReason};

use super::candidates::Candidates;
use super::choose::{Choice, InputSearch, Inputs};
use super::committee::{Committee, Goal};
use super::fixed::fixed;
use super::legal::Legal;
use super::plan::{Plan, Proposal, Remainder, Unit};

/// What share of the bits that the first input of a batch tells a further one must tell beside the others, at least.
///
/// In 118 loops batches of up to 8 such inputs took 1.20 times as many runs as one by one (median). For all runs
/// together it was 1.23, and the mean was 2.5 batches. With 0.5 it was 1.20, 1.26 and 2.3, with 0 it was 1.33, 1.36 and
/// 2.0.
pub const LEAST_SHARE: f64 = 0.6;

impl Candidates {
    /// Proposes at most `count` inputs to simulate, each chosen to tell most beside the ones before it. There are fewer
    /// if a further one would tell less than [`LEAST_SHARE`] of the bits that the first one tells. It is better chosen when the
    /// answers are known. The same seed gives the same plan, unless the run is stopped. That ends the search for better
    /// inputs (see [`Plan::stopped`]).
    ///
    /// All inputs are gone through where all candidates are listed and there are at most 131 072 inputs. Features of
    /// which no candidate speaks do not count. Then the first input is a best one: none leaves fewer candidates at
    /// worst, and [`Remainder::at_least`] says so. The same holds for every pool. Otherwise an input is found by local
    /// search: it need not be the best, and [`Remainder::at_least`] says how much better another one could be.
    ///
    /// If no positive sample is known, almost everything will be negative, so the inputs are those that most candidates accept. If there
    /// is no negative one and no input tells candidates apart, they are those that most reject.
    ///
    /// # Panics
    ///
    /// If a row of the pool has not one value for each feature.
    pub fn plan(&self, inputs: &Inputs, count: usize, seed: u64, run: &Run) -> Plan {
        if let (Inputs::Pool(rows), _) = inputs.split() {
            assert!(rows.iter().all(|row| row.len() == self.features), "a row has a value for each feature");
        }
        let mut plan = Plan { proposals: Vec::new(), together: self.together(&[]), stopped: None };
        let members = self.committee().members.len();
        let is_split = self.labels.positive && self.labels.negative;
        if members == 0 || members == 1 && self.are_listed() && is_split {
            return plan;
        }
        let search = InputSearch::new((self.committee(), self.are_listed()), inputs, &self.domain, &self.first, run);
        let goals: &[Goal] = match (self.labels.positive, self.labels.negative) {
            (false, _) => &[Goal::Test(true)],
            (true, true) => &[Goal::Split],
            (true, false) => &[Goal::Split, Goal::Test(false)],
        };
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        for &goal in goals {
            plan.stopped = self.fill(&mut plan.proposals, goal, (&search, count), &mut random, run).err();
            if plan.stopped.is_some() || !plan.proposals.is_empty() {
                break;
            }
        }
        let least = search.least_remainder(run).map(BigUint::from);
        plan.proposals.iter_mut().for_each(|proposal| proposal.least = least.clone());
        plan.together = self.together(&plan.proposals);
        plan
    }

    /// Adds the inputs that serve this goal.
    fn fill(
        &self,
        proposals: &mut Vec<Proposal>,
        goal: Goal,
        (search, count): (&InputSearch<'_>, usize),
        random: &mut ChaCha8Rng,
        run: &Run,
    ) -> Result<(), StopReason> {
        let mut groups = vec![0u32; self.committee().members.len()];
        let mut bits_of_first = None;
        while proposals.len() < count {
            // Of those that look best to the committee, the best by exact numbers.
            let choices = search.choose((&groups, goal), random, run)?;
            let mut measured = Vec::new();
            for choice in choices {
                match self.propose(choice, search, run) {
                    Ok(proposal) => measured.extend(proposal),
                    Err(reason) if measured.is_empty() => return Err(reason),
                    Err(_) => break,
                }
                // They come in this order, which is exact then.
                if self.are_listed() && !measured.is_empty() {
                    break;
                }
            }
            let best = match goal {
                Goal::Split => measured.into_iter().min_by_key(|proposal| proposal.remainder().at_most),
                Goal::Test(true) => measured.into_iter().min_by_key(|proposal| proposal.rejecting.clone()),
                Goal::Test(false) => measured.into_iter().min_by_key(|proposal| proposal.accepting.clone()),
            };
            let Some(proposal) = best else { break };
            let bits = self.bits_told(&groups, &proposal.input);
            if goal == Goal::Split && bits < LEAST_SHARE * *bits_of_first.get_or_insert(bits) {
                break;
            }
            self.regroup(&mut groups, &proposal.input, goal);
            proposals.push(proposal);
        }
        Ok(())
    }

    /// An input with the numbers that belong to it. `None` if all inputs like it are refused.
    fn propose(&self, choice: Choice, search: &InputSearch<'_>, run: &Run) -> Result<Option<Proposal>, StopReason> {
        let input: OwnedSample = choice.input.iter().collect();
        let Committee { members, allowance, .. } = self.committee();
        let (accepting, of, forgiven, unit) = if self.are_listed() {
            let accepts = members.iter().map(|member| (member, member.dnf.accepts(&input)));
            let accepting = accepts.clone().filter(|(_, accepts)| *accepts).count();
            let if_positive =
                accepts.clone().filter(|(member, accepts)| !accepts && allowance.spares(member).1).count();
            let if_negative = accepts.filter(|(member, accepts)| *accepts && allowance.spares(member).0).count();
            (accepting.into(), members.len().into(), (if_positive.into(), if_negative.into()), Unit::Concepts)
        } else {
            let lives = self.layers.iter().filter_map(|layer| layer.live.as_ref());
            let accepting: Result<BigUint, StopReason> = lives.map(|live| live.accepting(&input, run)).sum();
            (accepting?, self.known_formulas(), (BigUint::ZERO, BigUint::ZERO), Unit::Formulas)
        };
        let leader = self.leader.as_ref().map(|leader| leader.accepts(&input));
        let legal = search.legal(choice.is_preferred);
        let fixed = if self.are_listed() {
            fixed(self.committee(), legal, &input, run)
        } else {
            self.spoken_literals(legal, &input, run)
        };
        let Some((input, alike)) = search.proposed(legal, input, &fixed) else { return Ok(None) };
        Ok(Some(Proposal {
            rejecting: of - &accepting,
            accepting,
            forgiven,
            input,
            row: choice.row,
            unit,
            leader,
            fixed,
            alike,
            is_preferred: choice.is_preferred,
            least: None,
        }))
    }

    /// The literals of an input, without features of which no formula speaks: the other candidates are not known one by one.
    fn spoken_literals(&self, legal: &Legal<'_>, input: &Sample, run: &Run) -> Vec<Literal> {
        let find = || -> Result<Vec<usize>, StopReason> {
            let mut is_spoken = vec![false; self.features];
            for live in self.layers.iter().filter_map(|layer| layer.live.as_ref()) {
                for (literal, _) in live.literal_frequencies(run)? {
                    is_spoken[literal.feature()] = true;
                }
            }
            Ok((0..self.features).filter(|&feature| is_spoken[feature]).collect())
        };
        // Without the time to find out, all of them matter.
        let spoken = self.spoken.get_or_init(|| find().unwrap_or_else(|_| (0..self.features).collect()));
        let tied = legal.closure(spoken.iter().copied());
        tied.into_iter().map(|feature| Literal::matching(feature, input[feature])).collect()
    }

    /// How many bits the answer to an input tells on the average, beside the inputs that made these groups.
    fn bits_told(&self, groups: &[u32], input: &Sample) -> f64 {
        // The entropy of the answer within each group, weighted by the group's share of the candidates.
        let count = groups.iter().max().map_or(0, |&last| last as usize + 1);
        let mut votes = vec![[0usize; 2]; count];
        for (&group, member) in groups.iter().zip(&self.committee().members) {
            votes[group as usize][usize::from(member.dnf.accepts(input))] += 1;
        }
        let plogp = |part: usize| if part == 0 { 0.0 } else { part as f64 * (part as f64).log2() };
        let bits: f64 = votes.iter().map(|[no, yes]| plogp(no + yes) - plogp(*no) - plogp(*yes)).sum();
        bits / groups.len().max(1) as f64
    }

    /// Divides each group by how its members vote, or takes those out that are tested.
    fn regroup(&self, groups: &mut [u32], input: &Sample, goal: Goal) {
        let accepts = self.committee().members.iter().map(|member| member.dnf.accepts(input));
        match goal {
            Goal::Test(label) => {
                let tested = groups.iter_mut().zip(accepts).filter(|(_, accepts)| *accepts == label);
                tested.for_each(|(group, _)| *group = 1);
            }
            Goal::Split => {
                let mut numbers: HashMap<(u32, bool), u32> = HashMap::new();
                for (group, accepts) in groups.iter_mut().zip(accepts) {
                    let next = numbers.len() as u32;
                    *group = *numbers.entry((*group, accepts)).or_insert(next);
                }
            }
        }
    }

    /// What remains at worst when all proposals are simulated.
    fn together(&self, proposals: &[Proposal]) -> Remainder {
        let members = &self.committee().members;
        if !self.are_listed()
            || members.iter().any(|member| self.committee().allowance.spares(member) != (false, false))
        {
            // Whatever remains after all answers remains after each of them.
            let (all, unit) = match self.are_listed() {
                true => (members.len().into(), Unit::Concepts),
                false => (self.known_formulas(), Unit::Formulas),
            };
            let whole = Remainder::new([&all], proposals.len(), unit);
            return proposals.iter().fold(whole, |all, one| all.and(&one.remainder().at_most));
        }
        let mut groups: HashMap<Vec<bool>, u32> = HashMap::new();
        for member in members {
            *groups.entry(proposals.iter().map(|one| member.dnf.accepts(&one.input)).collect()).or_default() += 1;
        }
        let counts: Vec<BigUint> = groups.into_values().map(BigUint::from).collect();
        let together = Remainder::new(&counts, proposals.len(), Unit::Concepts);
        match proposals {
            [only] => together.no_less_than(only.least.as_ref()),
            _ => together,
        }
    }
}

//! The search for an input on which candidates disagree most evenly.

use std::collections::HashSet;

use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use vesc_col_core::{Domain, Literal, OwnedSample, Run, Sample, StopReason};

use super::best::best;
use super::committee::{Committee, Goal, Poll};
use super::falsify;
use super::legal::Legal;
use super::table::InputTable;

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
    /// All that are legal; those that are also legal here come first, whatever they promise. It is for what
    /// [the rows suggest](crate::columns::suggest), and nobody has declared.
    Prefer(Domain),
    /// These, if they are legal.
    Pool(Vec<OwnedSample>),
    /// Those that are meant, but none of these rows. It is for inputs that were simulated, though the data have no row of
    /// them: another run of such an input would tell no more.
    Without(Box<Inputs>, Vec<OwnedSample>),
}

impl Inputs {
    /// The inputs that are meant, and the rows that are not to be proposed.
    pub(super) fn split(&self) -> (&Inputs, HashSet<&Sample>) {
        match self {
            Inputs::Without(inputs, rows) => {
                let (inputs, mut refused) = inputs.split();
                refused.extend(rows.iter().map(|row| &**row));
                (inputs, refused)
            }
            inputs => (inputs, HashSet::new()),
        }
    }
}

/// An input and, from a pool, its place there.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) input: Vec<bool>,
    pub(super) row: Option<usize>,
    /// Whether it is one of those that were preferred, if some were.
    pub(super) is_preferred: Option<bool>,
    cost: f64,
}

/// From how many inputs a local search starts.
const STARTS: usize = 24;

/// Up to how many inputs all are looked at, each of them.
const MOST_INPUTS: usize = 1 << 17;

/// Up to how many inputs each is judged by exact numbers, if the committee is only a part of the candidates.
const MOST_JUDGED: usize = 256;

/// How many inputs are judged by exact numbers otherwise.
const JUDGED: usize = 3;

/// Where inputs are searched for.
pub(super) struct InputSearch<'a> {
    committee: &'a Committee,
    /// Whether the committee is all candidates.
    is_whole: bool,
    features: usize,
    legal: Legal<'a>,
    /// What is legal, and preferred.
    preferred: Option<Legal<'a>>,
    /// All legal inputs, as far as candidates speak of them, or those of the pool.
    table: Option<InputTable>,
    /// For each input of the table its row in the pool.
    rows: Option<Vec<usize>>,
    preferred_table: Option<InputTable>,
    /// Inputs that are not to be proposed.
    refused: HashSet<&'a Sample>,
}

impl<'a> InputSearch<'a> {
    /// Lists the inputs that there are, if they are few enough. Of equals those are better whose features have their `first` values.
    pub(super) fn new(
        (committee, is_whole): (&'a Committee, bool),
        inputs: &'a Inputs,
        domain: &'a Domain,
        first: &[bool],
        run: &Run,
    ) -> InputSearch<'a> {
        let features = first.len();
        let (inputs, refused) = inputs.split();
        let legal = Legal::new(domain, features).with_first(first);
        let mut search = InputSearch {
            committee,
            is_whole,
            features,
            legal,
            preferred: None,
            table: None,
            rows: None,
            preferred_table: None,
            refused,
        };
        match inputs {
            Inputs::Pool(pool) => {
                let is_legal = |row: &usize| search.legal.contains(&pool[*row]);
                let is_refused = |row: &usize| search.refused.contains(&*pool[*row]);
                let rows: Vec<usize> = (0..pool.len()).filter(|row| is_legal(row) && !is_refused(row)).collect();
                let samples = rows.iter().map(|&row| &*pool[row]);
                search.table = Some(InputTable::of_rows(features, samples));
                search.rows = Some(rows);
            }
            Inputs::Any | Inputs::Without(..) => search.table = search.all_of(&search.legal, run),
            Inputs::Prefer(domain) => {
                search.table = search.all_of(&search.legal, run);
                let preferred = Legal::new(domain, features).with_first(first);
                search.preferred_table = search.all_of(&preferred, run);
                search.preferred = Some(preferred);
            }
        }
        search
    }

    /// The inputs among which one was chosen: those that are preferred, or all legal ones.
    pub(super) fn legal(&self, is_preferred: Option<bool>) -> &Legal<'a> {
        self.preferred.as_ref().filter(|_| is_preferred == Some(true)).unwrap_or(&self.legal)
    }

    /// An input that may be proposed in place of one, as it has the same literals: itself, or the first that is not refused.
    /// With it the number of such inputs. `None` if there is none.
    pub(super) fn proposed(
        &self,
        legal: &Legal<'_>,
        input: OwnedSample,
        literals: &[Literal],
    ) -> Option<(OwnedSample, BigUint)> {
        let has_all = |row: &&&Sample| literals.iter().all(|literal| literal.accepts(row)) && legal.contains(row);
        let refused = self.refused.iter().filter(has_all).count();
        let alike = legal.count_with(literals);
        if !self.refused.contains(&*input) {
            return Some((input, alike - refused));
        }
        let all: Vec<usize> = (0..self.features).filter(|_| self.rows.is_none()).collect();
        let mut found = None;
        legal.each_assignment(&all, literals, refused + 1, &mut |chosen| {
            let other: OwnedSample =
                (0..self.features).map(|feature| chosen[feature].unwrap_or(input[feature])).collect();
            found = Some(other).filter(|other| !self.refused.contains(&**other));
            found.is_none()
        });
        found.map(|found| (found, alike - refused))
    }

    /// The least number of candidates that an input can leave at worst, whatever it is; `None` if not all inputs were looked at, some
    /// are refused, or the run must end.
    pub(super) fn least_remainder(&self, run: &Run) -> Option<u32> {
        let table = self.table.as_ref().filter(|_| self.is_whole && self.refused.is_empty())?;
        let groups = vec![0; self.committee.members.len()];
        let found = best(table, self.committee, (&groups, Goal::Split), 1, run).ok()?;
        found.first().map(|(_, worth)| worth.count)
    }

    /// Inputs that come near to the goal, the best ones first. If the committee is everyone, it is one that is best.
    /// Otherwise some are to be judged by exact numbers. None if no input is of use, as far as the search has seen.
    ///
    /// # Errors
    ///
    /// The reason to stop, if the run must end before anything was found.
    pub(super) fn choose(
        &self,
        (groups, goal): (&[u32], Goal),
        random: &mut ChaCha8Rng,
        run: &Run,
    ) -> Result<Vec<Choice>, StopReason> {
        if let Some(preferred) = &self.preferred {
            let table = self.preferred_table.as_ref();
            let found = self.choose_from((table, preferred), (groups, goal), random, run)?;
            if !found.is_empty() {
                return Ok(found.into_iter().map(|choice| Choice { is_preferred: Some(true), ..choice }).collect());
            }
        }
        let found = self.choose_from((self.table.as_ref(), &self.legal), (groups, goal), random, run)?;
        let is_preferred = self.preferred.as_ref().map(|_| false);
        Ok(found.into_iter().map(|choice| Choice { is_preferred, ..choice }).collect())
    }

    fn choose_from(
        &self,
        (table, legal): (Option<&InputTable>, &Legal<'_>),
        (groups, goal): (&[u32], Goal),
        random: &mut ChaCha8Rng,
        run: &Run,
    ) -> Result<Vec<Choice>, StopReason> {
        if let Some(table) = table {
            let most = match self.is_whole {
                true => 1,
                false if table.len() <= MOST_JUDGED => MOST_JUDGED,
                false => JUDGED,
            };
            // The best ones may be refused.
            let most = most.saturating_add(self.refused.len());
            let found = best(table, self.committee, (groups, goal), most, run)?;
            let row = |index: usize| self.rows.as_ref().map(|rows| rows[index]);
            let choice =
                |(index, _)| Choice { input: table.input(index), row: row(index), is_preferred: None, cost: 0.0 };
            return Ok(found.into_iter().map(choice).collect());
        }
        let mut found: Vec<Choice> = Vec::new();
        for start in 0..STARTS {
            if let Some(reason) = run.stopped() {
                return if found.is_empty() { Err(reason) } else { Ok(found) };
            }
            // The last start is one that the candidates certainly have.
            let start = match start + 1 {
                STARTS if found.is_empty() => certain_start(self.committee, legal, groups, goal),
                _ => random_start(self.committee, legal, groups, goal, random),
            };
            let Some(start) = start else { continue };
            let poll = self.committee.poll(descend(self.committee, legal, start, groups, goal), groups, goal);
            if useful(groups, goal, |member| poll.accepts(member)) {
                found.push(Choice { cost: poll.cost(), input: poll.input, row: None, is_preferred: None });
            }
        }
        found.sort_by(|a, b| a.cost.total_cmp(&b.cost).then_with(|| a.input.cmp(&b.input)));
        found.dedup_by(|a, b| a.input == b.input);
        found.truncate(if self.is_whole { 1 } else { JUDGED } + self.refused.len());
        Ok(found)
    }

    /// All inputs that are legal here, up to features that no candidate speaks of; `None` if they are too many, or the run must end.
    fn all_of(&self, legal: &Legal<'_>, run: &Run) -> Option<InputTable> {
        let mut rest = vec![false; self.features];
        let all: Vec<usize> = (0..self.features).collect();
        legal.complete(&[], &all, &mut rest)?;
        if !self.is_whole {
            // The candidates may speak of features of which the committee does not.
            if let Some(table) = InputTable::of_legal((legal, &all), &rest, MOST_JUDGED, run) {
                return Some(table);
            }
        }
        InputTable::of_legal((legal, &legal.closure(self.committee.spoken_of())), &rest, MOST_INPUTS, run)
    }
}

/// Whether some who are still together vote differently, or someone new is tested.
fn useful(groups: &[u32], goal: Goal, accepts: impl Fn(usize) -> bool) -> bool {
    match goal {
        Goal::Test(label) => (0..groups.len()).any(|member| groups[member] == 0 && accepts(member) == label),
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
fn random_start(
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
    let fixed = match goal {
        Goal::Split if groups[one] == groups[other] => {
            let values = falsify::difference(yes, no, features).or_else(|| falsify::difference(no, yes, features));
            let values = values.into_iter().flatten().enumerate();
            values.filter_map(|(feature, value)| Some(Literal::matching(feature, value?))).collect()
        }
        Goal::Split | Goal::Test(false) => Vec::new(),
        Goal::Test(true) => yes.terms()[below(yes.terms().len(), random)].literals().to_vec(),
    };
    let mut input: Vec<bool> = (0..features).map(|_| random.next_u32() & 1 == 1).collect();
    legal.complete(&fixed, &(0..features).collect::<Vec<_>>(), &mut input)?;
    Some(input)
}

/// A legal input that is of use, if two candidates that are still together differ on one, or one of them can be tested.
fn certain_start(committee: &Committee, legal: &Legal<'_>, groups: &[u32], goal: Goal) -> Option<Vec<bool>> {
    let features = committee.features();
    let dnf = |member: usize| &committee.members[member].dnf;
    let literals: Vec<Literal> = match goal {
        Goal::Split => {
            let one = (0..groups.len()).find(|&one| groups[one + 1..].contains(&groups[one]))?;
            let other = one + 1 + groups[one + 1..].iter().position(|&group| group == groups[one])?;
            legal.difference(dnf(one), dnf(other)).or_else(|| legal.difference(dnf(other), dnf(one)))?
        }
        Goal::Test(true) => {
            let terms = (0..groups.len()).filter(|&member| groups[member] == 0).flat_map(|member| dnf(member).terms());
            terms.map(vesc_col_core::Term::literals).find(|literals| legal.allows(literals))?.to_vec()
        }
        Goal::Test(false) => {
            (0..groups.len()).filter(|&member| groups[member] == 0).find_map(|member| legal.falsifying(dnf(member)))?
        }
    };
    let mut input = vec![false; features];
    legal.complete(&literals, &(0..features).collect::<Vec<_>>(), &mut input)?;
    Some(input)
}

/// Changes one feature at a time, with those that must change with it, always the one that helps most, until none helps.
fn descend(committee: &Committee, legal: &Legal<'_>, start: Vec<bool>, groups: &[u32], goal: Goal) -> Vec<bool> {
    let mut poll = committee.poll(start, groups, goal);
    // Other ordered features change nothing by themselves, and may be many.
    let spoken: Vec<usize> = committee.spoken_of().collect();
    let is_tried = |feature: &usize| !legal.is_ordered(*feature) || spoken.binary_search(feature).is_ok();
    let tried: Vec<usize> = (0..committee.features()).filter(is_tried).collect();
    loop {
        let mut best: Option<(f64, Vec<usize>)> = None;
        for &feature in &tried {
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

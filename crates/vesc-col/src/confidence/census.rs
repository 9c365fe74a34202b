//! How many consistent terms of each size there are, by the positives that they cover.

use vesc_col_core::{Dataset, Dnf, Domain, Literal, Run, StopReason, TermRules};

use super::allowed::Allowed;
use super::dice::Dice;
use super::hitting::{Cut, Hitting, LegalInputs, TermCounts, Work};
use super::narrow::Narrow;
use super::sets::distance;
use super::tested::Tested;
use super::uncertain::Uncertain;

/// The share of the terms of one size that reject all negatives, by the positives that they cover; in the order of a
/// [`TermCounts`].
#[derive(Clone, Debug)]
pub(super) struct RejectingShare {
    /// What was counted exactly.
    pub(super) exact: Vec<f64>,
    /// What was estimated from random branches of the search.
    pub(super) estimated: Vec<f64>,
    /// How far an estimate may be off, relative to it: two standard errors.
    pub(super) error: f64,
}

/// The terms of a data set: for each size the share that is consistent.
#[derive(Clone, Debug)]
pub(super) struct Census {
    /// How many features the terms test.
    pub(super) features: usize,
    /// How many positives are told apart, a bit each.
    pub(super) positives: usize,
    /// How many runs a term may fail to reject.
    pub(super) spare: u32,
    /// Element `m - 1` is for terms of `m` literals.
    pub(super) shares: Vec<RejectingShare>,
    /// How many terms of each size there are over the legal inputs.
    pub(super) terms: Vec<f64>,
    /// Whether all rows are looked at. If not, more formulas seem to explain the data than do.
    pub(super) is_whole: bool,
}

/// How much exact counting may cost, in words looked at. The whole takes about 50 ms.
const WORK: u64 = 14_000_000;
/// How many cells are looked at, over all searches: where there are more, the rows that are easy to reject are left out.
const MOST_CELLS: usize = 40_000_000;
/// Random branches, at most, from which the terms of a size are estimated where counting costs too much.
const PROBES: usize = 160;
/// Fewer are never taken: their standard error says little.
const LEAST_PROBES: usize = 24;
/// How much the estimate of a size may cost, in words looked at. Up to 120 features hardly any costs as much.
const PROBE_WORK: u64 = 3_000_000;
/// The same times the features: over many, terms are estimated for more sets of positives and sizes, and the whole stays short.
const PROBE_WORK_BY_FEATURE: u64 = 360_000_000;
/// Random terms from which the share of possible ones over declared inputs is estimated.
const TRIED_TERMS: usize = 4000;

impl Census {
    /// Counts the terms of up to eight literals, or as many as `longest` where that is more. All cells are known, and terms reject
    /// all negatives. They keep to rules: of an ordered column all literals are forbidden, or none. `answers` say [which
    /// positives](Tested::new) are told apart. The work is one of so many equal parts.
    pub(super) fn new(
        (data, domain, rules): (&Dataset, &Domain, &TermRules),
        (answers, longest): (&[&Dnf], usize),
        (parts, run): (u64, &Run),
    ) -> Result<Census, StopReason> {
        let tested = Tested::new(data, answers, run)?;
        let positives: Vec<&[u64]> = tested.positives.iter().map(|row| &**row).collect();
        let negatives: Vec<&[u64]> = tested.negatives.iter().map(|row| &**row).collect();
        let features = tested.features.len();
        let most_rows = MOST_CELLS / (features.max(1) * (positives.len() + 2));
        let narrow = Narrow::new(features, &tested.columns);
        let allowed = Allowed::new(&tested.features, rules);
        let legal = Some(domain).filter(|domain| !domain.is_free()).map(|domain| (domain, &tested));
        let sizes = allowed.sizes(longest);
        let terms: Vec<f64> =
            (1..=sizes).map(|size| possible_terms((&allowed, &narrow), size, legal, &positives)).collect();
        let on_all = positives.first().map(|first| {
            let shared = shared(&positives, &allowed.on(first));
            let rows = hardest(first, negatives.iter().copied(), most_rows);
            Hitting::true_on(first, &shared, &narrow, &positives, &rows)
        });
        let on_first = |first: usize| match positives.get(first) {
            Some(row) => {
                let rows = hardest(row, negatives.iter().chain(&positives[..first]).copied(), most_rows);
                Hitting::true_on(row, &allowed.on(row), &narrow, &positives, &rows)
            }
            None => {
                let mut rows = least(negatives.iter().map(|row| (0, *row)).collect(), most_rows);
                rows.extend(positives.iter().take(most_rows - rows.len()));
                Hitting::anywhere(features, &allowed.literals(), &narrow, (&positives, &rows), legal)
            }
        };
        let is_whole = tested.has_all_positives && negatives.len() <= most_rows;
        let empty = Census { features, positives: positives.len(), spare: 0, shares: Vec::new(), terms, is_whole };
        empty.count(on_all, on_first, (parts, run))
    }

    /// The same where cells are unknown, or labels may be wrong. No column is ordered.
    pub(super) fn uncertain(
        (data, domain): (&Dataset, &Domain),
        rows: &Uncertain,
        longest: usize,
        (parts, run): (u64, &Run),
    ) -> Result<Census, StopReason> {
        let tested = Tested::new(data, &[], run)?;
        let features = data.features().len();
        let legal = Some(domain).filter(|domain| !domain.is_free()).map(|domain| (domain, &tested));
        let narrow = Narrow::new(features, &[]);
        let allowed = Allowed::new(&tested.features, &TermRules::default());
        let sizes = allowed.sizes(longest);
        let terms = (1..=sizes).map(|size| possible_terms((&allowed, &narrow), size, legal, &[])).collect();
        let (positives, spare, is_whole) = (rows.positives.len(), rows.spare, rows.has_all_positives);
        let empty = Census { features, positives, spare, shares: Vec::new(), terms, is_whole };
        let on_all = (positives > 0).then(|| rows.on_all(legal));
        empty.count(on_all, |first| rows.on_first(first, legal), (parts, run))
    }

    /// Counts the terms that are true on all positives, and those whose first positive is the given one; the last are true on
    /// none.
    fn count<'a>(
        self,
        on_all: Option<Hitting<'a>>,
        on_first: impl Fn(usize) -> Hitting<'a>,
        (parts, run): (u64, &Run),
    ) -> Result<Census, StopReason> {
        let (sizes, all) = (self.terms.len(), (1usize << self.positives) - 1);
        let length = (self.spare as usize + 1) << self.positives;
        let empty = || vec![0.0; length];
        let mut shares: Vec<RejectingShare> =
            (0..sizes).map(|_| RejectingShare { exact: empty(), estimated: empty(), error: 0.0 }).collect();
        let whole_work = WORK / parts;
        let probe_work = PROBE_WORK.min(PROBE_WORK_BY_FEATURE / self.features.max(1) as u64);
        let most = (PROBES / parts as usize, probe_work / parts);

        // Those that are true on all positives matter most, and are few: counted apart, and exactly if possible.
        let mut known = vec![false; sizes];
        if let Some(hitting) = on_all {
            let mut work = Work::new(whole_work / 3, run);
            for size in 1..=sizes {
                let tally = match hitting.count(size, length, &mut work) {
                    Ok(tally) => tally,
                    Err(Cut::TooMuch) => break,
                    Err(Cut::Stopped(reason)) => return Err(reason),
                };
                let places = (all..length).step_by(all + 1);
                places.for_each(|place| shares[size - 1].exact[place] += tally[place]);
                known[size - 1] = true;
            }
        }
        // Each other term belongs to the first positive that it covers, or to none.
        for first in 0..=self.positives {
            run.check()?;
            let hitting = on_first(first);
            let mut work = Work::new(whole_work / (2 * (self.positives as u64 + 1)), run);
            let mut is_exact = true;
            for size in 1..=sizes {
                let share = &mut shares[size - 1];
                let without = known[size - 1].then_some(all);
                let exact = if is_exact { hitting.count(size, length, &mut work) } else { Err(Cut::TooMuch) };
                match exact {
                    Ok(tally) => add(&mut share.exact, &tally, (without, all + 1)),
                    Err(Cut::TooMuch) => {
                        is_exact = false;
                        share.estimate(&hitting, size, (first, (without, all + 1)), most, run)?;
                    }
                    Err(Cut::Stopped(reason)) => return Err(reason),
                }
            }
        }
        for (share, &terms) in shares.iter_mut().zip(&self.terms) {
            let scale = if terms > 0.0 { 1.0 / terms } else { 0.0 };
            share.exact.iter_mut().chain(&mut share.estimated).for_each(|count| *count *= scale);
        }
        Ok(Census { shares, ..self })
    }
}

impl RejectingShare {
    /// Adds an estimate of the terms of one class; `without` is a set whose terms are known, and how many sets there are. There is a
    /// limit to its random branches, and to the words that these look at.
    fn estimate(
        &mut self,
        hitting: &Hitting<'_>,
        size: usize,
        (class, without): (usize, (Option<usize>, usize)),
        (most_probes, most_work): (usize, u64),
        run: &Run,
    ) -> Result<(), StopReason> {
        let mut dice = Dice::new((class * 64 + size) as u64);
        let (mut sum, mut squares) = (0.0, 0.0);
        let mut tally: TermCounts = vec![0.0; self.estimated.len()];
        let mut before = 0.0;
        // What is begun is done, whatever it costs.
        let (mut probes, mut work) = (0, Work::new(u64::MAX, run));
        while probes < most_probes && (probes < LEAST_PROBES || u64::MAX - work.left < most_work) {
            tally = match hitting.probe(size, tally, &mut dice, &mut work) {
                Ok(tally) => tally,
                Err(Cut::Stopped(reason)) => return Err(reason),
                Err(Cut::TooMuch) => unreachable!("no search looks at 2^64 words"),
            };
            probes += 1;
            let now: f64 = tally.iter().sum();
            sum += now - before;
            squares += (now - before) * (now - before);
            before = now;
        }
        let count = f64::from(probes as u32);
        tally.iter_mut().for_each(|weight| *weight /= count);
        add(&mut self.estimated, &tally, without);
        if sum > 0.0 {
            let (mean, variance) = (sum / count, (squares - sum * sum / count).max(0.0) / (count - 1.0));
            self.error = self.error.max(2.0 * (variance / count).sqrt() / mean);
        }
        Ok(())
    }
}

fn add(to: &mut [f64], tally: &[f64], (without, sets): (Option<usize>, usize)) {
    for (place, (sum, count)) in to.iter_mut().zip(tally).enumerate() {
        if Some(place % sets) != without {
            *sum += count;
        }
    }
}

/// The features of a set in which all rows agree.
fn shared(rows: &[&[u64]], within: &[u64]) -> Vec<u64> {
    let mut shared = within.to_vec();
    for row in rows {
        shared.iter_mut().zip(rows[0]).zip(*row).for_each(|((shared, first), word)| *shared &= !(first ^ word));
    }
    shared
}

/// The rows that differ least from this one.
fn hardest<'a>(on: &[u64], rows: impl Iterator<Item = &'a [u64]>, most: usize) -> Vec<&'a [u64]> {
    least(rows.map(|row| (distance(on, row), row)).collect(), most)
}

/// The rows with the least numbers, and among equal ones those with the least cells, in no particular order.
fn least(mut rows: Vec<(u32, &[u64])>, most: usize) -> Vec<&[u64]> {
    if most < rows.len() {
        rows.select_nth_unstable(most);
        rows.truncate(most);
    }
    rows.into_iter().map(|(_, row)| row).collect()
}

/// How many narrow terms of a size hold on some legal input: exactly over free inputs, estimated over declared ones.
fn possible_terms(
    (allowed, narrow): (&Allowed, &Narrow),
    size: usize,
    legal: LegalInputs<'_>,
    positives: &[&[u64]],
) -> f64 {
    let all = allowed.terms(size);
    if legal.is_none() && !narrow.has_families() {
        return all;
    }
    let is_legal = |term: &[Literal]| legal.is_none_or(|(domain, tested)| tested.allows(domain, term));
    let mut dice = Dice::new(size as u64);
    let mut possible = 0;
    for _ in 0..TRIED_TERMS {
        let term = allowed.draw(size, &mut dice);
        possible += usize::from(is_legal(&term) && narrow.is_narrow(&term, positives));
    }
    // One more, lest there be none.
    all * (possible + 1) as f64 / (TRIED_TERMS + 1) as f64
}

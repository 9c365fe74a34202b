//! How many further runs are expected until one candidate is left.

use std::collections::BTreeSet;

use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use vesc_col_core::{Dataset, Dnf, Domain, OwnedSample, Run, Sample, StopReason, Term};

use super::candidates::Candidates;
use super::legal::Legal;
use super::table::InputTable;
use crate::confidence::{MOST_CONFIRMING, Prior, confirming_once_alone};

/// How many further runs are expected until one candidate is left; see [`Candidates::further_runs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct FurtherRuns {
    /// Runs on inputs that are chosen one by one, each by all answers before it.
    pub chosen: Band,
    /// Rows of the pool in random order; `None` if there is no pool.
    pub pool: Option<PoolRuns>,
    /// Runs like those in the file, on inputs that nobody chooses. There is no upper end: some candidates may differ on no input that
    /// the system ever makes. `None` for fewer than 200 different rows, with which it was not tried.
    pub random: Option<Band>,
}

/// From how many to how many: in about nine of ten trials the number lay between the ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Band {
    /// The lower end.
    pub low: usize,
    /// The upper end; `None` if it is not known, or if there may be none.
    pub high: Option<usize>,
}

impl Band {
    /// This many and no more.
    ///
    /// ```
    /// use vesc_col::next::Band;
    ///
    /// assert_eq!((Band::exactly(3).high, Band::at_least(3).high), (Some(3), None));
    /// ```
    #[must_use]
    pub fn exactly(runs: usize) -> Band {
        Band { low: runs, high: Some(runs) }
    }

    /// This many or more.
    #[must_use]
    pub fn at_least(runs: usize) -> Band {
        Band { low: runs, high: None }
    }
}

/// What the rows of a pool can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct PoolRuns {
    /// How many rows it takes until one candidate is left. Without an upper end all rows of the pool may leave several.
    pub runs: Band,
    /// How many candidates all rows leave; `None` if candidates are too many to be listed, or the pool is too large to be looked through.
    pub left: Option<Band>,
}

/// How many rows are looked at in each of several random orders.
const LOOKED_AT: usize = 1 << 14;
const ORDERS: usize = 8;
/// How many candidates are taken for the cause in each order.
const CAUSES: usize = 25;
/// The least number of different rows that the trials had.
const LEAST_ROWS_OF_TRIALS: usize = 200;
/// Where the ends of a band are among the numbers that these needed, in twentieths. One pair is for rows of a pool and
/// what it leaves, one for runs of which less is known.
///
/// They were chosen in trials of other seeds than those of `docs/guide/trust.md`. With a lower end at 4 the bands of pools held in 16 of 35
/// trials only, where they had an upper end.
const BAND_OF_KNOWN: (usize, usize) = (1, 19);
const BAND_OF_UNKNOWN: (usize, usize) = (2, 19);

impl Candidates {
    /// How many further runs are expected until one candidate is left. `data` are the rows that these candidates explain.
    ///
    /// Candidates are drawn by their weight. Each one is taken for the cause, and rows are gone through until all
    /// others differ from it on some row. The rows are those of a pool, or rows that are made of those in the data,
    /// each column from a row of its own. Columns that `likely` ties together come from one row. `likely` has the
    /// inputs that the system makes, such as those that respect what [the rows suggest](crate::columns::suggest).
    ///
    /// `None` where nothing tells when one candidate is the cause. That is so without rows of both labels, within an
    /// error budget, with unknown cells, and if the measuring was stopped.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::data::Domain;
    /// use vesc_col::next::Candidates;
    /// use vesc_col::engine::BddEngine;
    /// use vesc_col::{Dataset, DnfSpace, Features, Run};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(9));
    /// builder.push(true, [true; 9])?;
    /// builder.push(false, [false; 9])?;
    /// let data = Arc::new(builder.build()?);
    /// let run = Run::new();
    /// let candidates = Candidates::measure(&BddEngine::default(), &data, DnfSpace::up_to(9, 1, 1), &run)?;
    /// // Nine literals are told apart by three or four runs.
    /// let further = candidates.further_runs(&data, None, &Domain::free(), 1, &run)?.expect("rows of both labels");
    /// assert_eq!((further.chosen.low, further.chosen.high), (2, Some(4)));
    /// assert!(further.random.is_none() && further.pool.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Why the run ended, if it ended before.
    pub fn further_runs(
        &self,
        data: &Dataset,
        pool: Option<&[OwnedSample]>,
        likely: &Domain,
        seed: u64,
        run: &Run,
    ) -> Result<Option<FurtherRuns>, StopReason> {
        if !self.can_end() {
            return Ok(None);
        }
        let legal = Legal::new(likely, self.features);
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let made = match data.distinct() >= LEAST_ROWS_OF_TRIALS {
            true => Some(self.times(|random, used| made_of(data, &legal, (random, used)), &mut random, run)?),
            false => None,
        };
        let of_pool = |rows: &[OwnedSample]| {
            let rows: Vec<&Sample> = rows.iter().map(|row| &**row).filter(|row| self.domain.contains(row)).collect();
            let found = self.times(|random, used| shuffled(&rows, self.features, (random, used)), &mut random, run)?;
            let is_whole = self.are_listed() && rows.len() <= LOOKED_AT;
            let left = is_whole
                .then(|| band(BAND_OF_KNOWN, found.iter().map(|one| Some(one.left)), self.committee().members.len()));
            Ok(PoolRuns {
                runs: band(BAND_OF_KNOWN, found.iter().map(|one| one.runs), rows.len().min(LOOKED_AT)),
                left,
            })
        };
        let pool = pool.map(of_pool).transpose()?;
        let at_least =
            |made: Vec<Time>| Band { high: None, ..band(BAND_OF_UNKNOWN, made.iter().map(|one| one.runs), LOOKED_AT) };
        Ok(Some(FurtherRuns { chosen: self.chosen(), pool, random: made.map(at_least) }))
    }

    /// How many [confirming inputs](super::confirming) must agree, once one candidate is left, before it is as probable as the target.
    ///
    /// `None` where [`Candidates::further_runs`] says nothing, and for data with which the rule was not tried. It was
    /// tried with 200 to 5000 different rows, 20 to 120 features, up to 12 different positives, and every input legal.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::confidence::Prior;
    /// use vesc_col::next::Candidates;
    /// use vesc_col::engine::BddEngine;
    /// use vesc_col::{Dataset, DnfSpace, Features, Run};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(20));
    /// builder.push(true, [true; 20])?;
    /// for row in 0..255u32 {
    ///     builder.push(false, (0..20).map(|feature| feature < 8 && row >> feature & 1 == 1))?;
    /// }
    /// let data = Arc::new(builder.build()?);
    /// let run = Run::new();
    /// let candidates = Candidates::measure(&BddEngine::default(), &data, DnfSpace::up_to(20, 1, 1), &run)?;
    /// let runs = candidates.confirming_runs(&data, (&Prior::default(), 0.95), 1, &run)?.expect("such data were tried");
    /// assert!(runs.low >= 8 && runs.high.is_none_or(|high| high >= runs.low));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Why the run ended, if it ended before.
    pub fn confirming_runs(
        &self,
        data: &Dataset,
        (prior, target): (&Prior, f64),
        seed: u64,
        run: &Run,
    ) -> Result<Option<Band>, StopReason> {
        if !self.can_end() {
            return Ok(None);
        }
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let drawn: Vec<&Dnf> =
            (0..ORDERS * CAUSES).map(|_| &self.committee().members[self.draw(&mut random)].dnf).collect();
        let formulas = self.known_formulas();
        confirming_runs_after((&drawn, &formulas), (data, &self.domain), (prior, target), run)
    }

    /// The band for inputs that are chosen one by one.
    fn chosen(&self) -> Band {
        chosen_runs(&self.known_formulas(), self.are_listed().then(|| self.committee().members.len()))
    }

    /// Whether there are several candidates, and further runs can leave one that is then called unique.
    fn can_end(&self) -> bool {
        let has_live = self.layers.iter().all(|layer| layer.live.is_some());
        let has_labels = self.labels.positive && self.labels.negative;
        self.stopped.is_none() && has_live && has_labels && self.committee().members.len() > 1
    }

    /// How many rows it takes until no other candidate is left beside a random one, and how many are left after all of them.
    /// `rows` makes the rows, as far as the candidates speak of them.
    fn times(
        &self,
        rows: impl Fn(&mut ChaCha8Rng, &[usize]) -> InputTable,
        random: &mut ChaCha8Rng,
        run: &Run,
    ) -> Result<Vec<Time>, StopReason> {
        let literals = self.committee().members.iter().flat_map(|member| member.dnf.terms()).flat_map(Term::literals);
        let used: Vec<usize> = literals.map(|literal| literal.feature()).collect::<BTreeSet<_>>().into_iter().collect();
        let mut times = Vec::with_capacity(ORDERS * CAUSES);
        for _ in 0..ORDERS {
            let table = rows(random, &used);
            let mut votes: Vec<Vec<u64>> = Vec::new();
            for member in &self.committee().members {
                run.check()?;
                votes.push(table.accepted_by(&member.dnf));
            }
            for _ in 0..CAUSES {
                run.check()?;
                let cause = &votes[self.draw(random)];
                let (mut most, mut left) = (0, 0);
                for other in &votes {
                    match first_difference(cause, other) {
                        Some(first) => most = most.max(first + 1),
                        None => left += 1,
                    }
                }
                times.push(Time { runs: (left == 1).then_some(most), left });
            }
        }
        Ok(times)
    }

    /// The place of a member, each by its weight.
    fn draw(&self, random: &mut ChaCha8Rng) -> usize {
        let weights = &self.committee().weights;
        let mut ticket = unit(random) * weights.iter().sum::<f64>();
        let is_drawn = |weight: &f64| {
            ticket -= weight;
            ticket < 0.0
        };
        weights.iter().position(is_drawn).unwrap_or(0)
    }
}

/// What rows in some order did for one candidate that was taken for the cause.
#[derive(Clone, Copy, Debug)]
struct Time {
    /// After how many rows it was the only one left; `None` if others agree with it on all of them.
    runs: Option<usize>,
    /// How many candidates agree with it on all rows, itself among them.
    left: usize,
}

/// How many chosen inputs leave one concept of so many formulas. Each is chosen by all answers before it, to leave as few as possible.
/// `concepts` says how many concepts they are, where that is known: each input leaves one out at least.
///
/// A best choice halves them each time. The ends were fitted on loops of simulations, from 2^1 to 2^19 formulas.
///
/// ```
/// use vesc_col::next::chosen_runs;
///
/// let runs = chosen_runs(&256u32.into(), None);
/// assert_eq!((runs.low, runs.high), (6, Some(8)));
/// let runs = chosen_runs(&256u32.into(), Some(4));
/// assert_eq!((runs.low, runs.high), (1, Some(3)));
/// ```
#[must_use]
pub fn chosen_runs(formulas: &BigUint, concepts: Option<usize>) -> Band {
    let ends = |number: &BigUint| {
        let bits = log2(number);
        let low = (0.9 * bits - 0.5).floor().max(1.0) as usize;
        (low, ((bits + (bits - 9.0).max(0.0)).ceil().max(1.0) as usize).max(low))
    };
    let (low, high) = ends(formulas);
    match concepts {
        None => Band { low, high: Some(high) },
        Some(concepts) => {
            let most = concepts.saturating_sub(1).max(1);
            Band { low: ends(&BigUint::from(concepts)).0.min(most), high: Some(high.min(most)) }
        }
    }
}

/// How many [confirming inputs](super::confirming) must agree before one of these answers is as probable as the target. So many formulas
/// fit now, and chosen inputs refute all others first.
///
/// `None` for data with which the rule was not tried: see [`Candidates::confirming_runs`].
///
/// ```
/// use vesc_col::confidence::Prior;
/// use vesc_col::data::Domain;
/// use vesc_col::next::confirming_runs_after;
/// use vesc_col::{Dataset, Dnf, Features, Run};
///
/// let features = Features::numbered(2);
/// let answer = Dnf::parse("x0", &features)?;
/// let mut builder = Dataset::builder(features);
/// builder.push(true, [true, true])?;
/// builder.push(false, [false, true])?;
/// let (data, target) = (builder.build()?, (&Prior::default(), 0.95));
/// // There are not as many rows as in the trials.
/// let found = confirming_runs_after((&[&answer], &8u32.into()), (&data, &Domain::free()), target, &Run::new())?;
/// assert_eq!(found, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Why the run ended, if it ended before.
pub fn confirming_runs_after(
    (answers, formulas): (&[&Dnf], &BigUint),
    (data, domain): (&Dataset, &Domain),
    (prior, target): (&Prior, f64),
    run: &Run,
) -> Result<Option<Band>, StopReason> {
    // About every second chosen run has the event.
    let positives = (log2(formulas) / 2.0).round() as usize;
    let found = confirming_once_alone(answers, (data, domain), positives, (prior, target), run)?;
    Ok(found.map(|runs| band(BAND_OF_UNKNOWN, runs.into_iter(), MOST_CONFIRMING)))
}

/// The band between two places among these numbers, in twentieths; `None` is a number that is larger than `most`.
fn band((low, high): (usize, usize), numbers: impl Iterator<Item = Option<usize>>, most: usize) -> Band {
    let mut numbers: Vec<Option<usize>> = numbers.collect();
    numbers.sort_unstable_by_key(|number| number.unwrap_or(usize::MAX));
    let at = |twentieths: usize| numbers.get(numbers.len() * twentieths / 20).copied().flatten();
    Band { low: at(low).unwrap_or(most), high: at(high) }
}

/// Rows that look like those of the data: each column has the value that it has in some row, tied ones in the same. Only the
/// features that are used are set.
fn made_of(data: &Dataset, legal: &Legal<'_>, (random, used): (&mut ChaCha8Rng, &[usize])) -> InputTable {
    let rows: Vec<&Sample> = data.positives().iter().chain(data.negatives().iter()).collect();
    let features = data.features().len();
    let parts =
        (0..features).map(|feature| (feature, legal.tied(feature))).filter(|(feature, part)| part[0] == *feature);
    let is_used = |feature: &usize| used.binary_search(feature).is_ok();
    let parts: Vec<Vec<usize>> = parts.map(|(_, part)| part.iter().copied().filter(is_used).collect()).collect();
    let mut table = InputTable::zeros(LOOKED_AT, features);
    for index in 0..LOOKED_AT {
        for part in &parts {
            let from = rows[below(rows.len(), random)];
            part.iter().filter(|&&feature| from[feature]).for_each(|&feature| table.set(feature, index));
        }
    }
    table
}

/// The rows in a random order, as many as are looked at. Only the features that are used are set.
fn shuffled(rows: &[&Sample], features: usize, (random, used): (&mut ChaCha8Rng, &[usize])) -> InputTable {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    let looked_at = rows.len().min(LOOKED_AT);
    let mut table = InputTable::zeros(looked_at, features);
    for place in 0..looked_at {
        let other = place + below(rows.len() - place, random);
        order.swap(place, other);
        let row = rows[order[place]];
        used.iter().filter(|&&feature| row[feature]).for_each(|&feature| table.set(feature, place));
    }
    table
}

/// The first place where two sets differ.
fn first_difference(one: &[u64], other: &[u64]) -> Option<usize> {
    let word = one.iter().zip(other).position(|(one, other)| one != other)?;
    Some(64 * word + (one[word] ^ other[word]).trailing_zeros() as usize)
}

fn log2(number: &BigUint) -> f64 {
    let dropped = number.bits().saturating_sub(53);
    u64::try_from(number >> dropped).map_or(0.0, |top| (top as f64).log2() + dropped as f64)
}

/// At least 0 and less than 1.
fn unit(random: &mut ChaCha8Rng) -> f64 {
    (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

fn below(bound: usize, random: &mut ChaCha8Rng) -> usize {
    ((unit(random) * bound as f64) as usize).min(bound.saturating_sub(1))
}

#[cfg(all(test, feature = "bdd"))]
mod tests {
    use std::sync::Arc;

    use vesc_col_core::{DnfSpace, Features};

    use super::*;

    /// Two literals are told apart by the first row on which they differ.
    #[test]
    fn rows_of_a_pool_are_counted_until_all_rivals_differ() {
        let mut builder = Dataset::builder(Features::numbered(2));
        builder.push(true, [true, true]).unwrap();
        builder.push(false, [false, false]).unwrap();
        let data = Arc::new(builder.build().unwrap());
        let run = Run::new();
        let engine = vesc_col_bdd::BddEngine::default();
        let candidates = Candidates::measure(&engine, &data, DnfSpace::up_to(2, 1, 1), &run).unwrap();
        let found = |rows: &[[bool; 2]]| {
            let pool: Vec<OwnedSample> = rows.iter().map(|row| row.iter().collect()).collect();
            candidates.further_runs(&data, Some(&pool), &Domain::free(), 1, &run).unwrap().unwrap().pool
        };
        let one = Band { low: 1, high: Some(1) };
        assert_eq!(found(&[[true, false]]), Some(PoolRuns { runs: one, left: Some(one) }));
        let both = Band { low: 2, high: Some(2) };
        assert_eq!(
            found(&[[true, true], [false, false]]),
            Some(PoolRuns { runs: Band { low: 2, high: None }, left: Some(both) })
        );
        // One row of ten tells: it comes at any place.
        let mut rows = vec![[true, true]; 9];
        rows.push([false, true]);
        let runs = found(&rows).unwrap().runs;
        assert!(runs.low == 1 && runs.high.is_some_and(|high| (9..=10).contains(&high)), "{runs:?}");
    }

    #[test]
    fn the_band_of_chosen_runs_is_about_the_bits() {
        assert_eq!(chosen_runs(&2u32.into(), None), Band { low: 1, high: Some(1) });
        assert_eq!(chosen_runs(&256u32.into(), None), Band { low: 6, high: Some(8) });
        assert_eq!(chosen_runs(&65536u32.into(), None), Band { low: 13, high: Some(23) });
    }
}

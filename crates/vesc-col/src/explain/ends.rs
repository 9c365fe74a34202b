//! Ends of a version space by questions to an engine, where it is too large to be listed.

use std::sync::Arc;

use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use vesc_col_core::{Dataset, Dnf, Domain, Engine, EngineError, Literal, OwnedSample, Query, Run, Session, SubSpace};

use super::boundary::{Boundary, boundary, is_incomparable};
use crate::formula::as_dnf::as_dnf;
use crate::guard::{GuardedSession, ask_space};
use crate::next::{Legal, legal_difference};
use crate::rows::interrupted::Interrupted;

/// Some of the boundary of a version space that is too large to be listed, such as one of 10^8 formulas. It has up to
/// `starts` most specific and as many most general concepts, in canonical order. Each of them *is* one, among all
/// concepts of the version space. Only whether there are more is not known. If there are a thousand concepts or fewer,
/// it is the whole boundary. `None` if nothing fits, if the run was stopped before an end was found, or if the
/// hypotheses are not DNF. The same seed gives the same concepts.
///
/// Up to ten thousand concepts are listed, and the ways go within the list. Beyond, the engine is asked for version
/// spaces of a thousand concepts or fewer. A start is drawn by adding random samples, each of them positive if
/// something still fits, until that is so. What implies a formula f rejects every input that f rejects. So random
/// inputs that f rejects are added as negative samples until few enough are left. All that imply f are among them, and
/// the way goes down within this list to its end. That nothing else implies that end is proven, since it would have
/// been listed. Upwards it is the same with inputs that f accepts. Where thousands of samples do not bring that about,
/// the start is left out. Terms of one size over free inputs [need no proof](is_incomparable).
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::explain::some_boundary;
/// use vesc_col::{Dataset, DnfSpace, Features, Portfolio, Run, SubSpace};
///
/// let mut builder = Dataset::builder(Features::numbered(6));
/// builder.push(true, [true; 6])?;
/// let data = builder.build()?;
/// // Of the 450 formulas of this size.
/// let space: Arc<dyn SubSpace> = Arc::new(DnfSpace::new(6, 3, 2));
/// let found = some_boundary(&Portfolio::default(), &data, &space, 3, 1, &Run::new())?.expect("something fits");
/// assert!(found.is_complete && !found.general.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`EngineError`] if the engine does not support the sub-space or fails.
pub fn some_boundary(
    engine: &dyn Engine,
    data: &Dataset,
    space: &Arc<dyn SubSpace>,
    starts: usize,
    seed: u64,
    run: &Run,
) -> Result<Option<Boundary>, EngineError> {
    let random = ChaCha8Rng::seed_from_u64(seed);
    let legal = ask_space(&**space, |space| Legal::new(space.domain(), space.features()))?;
    EndSearch { engine, data, space, legal, random, run, limits: LIMITS }.ends(starts)
}

/// Rows that are copied between two looks at the run.
const CHECK_INTERVAL: usize = 1 << 10;

/// Up to how many concepts are listed.
#[derive(Clone, Copy)]
struct ListLimits {
    /// To be compared each with each.
    complete: usize,
    /// To go ways within.
    listed: usize,
    /// After samples were added.
    few: usize,
}

const LIMITS: ListLimits = ListLimits { complete: 1000, listed: 10_000, few: 1000 };
/// Largest number of samples added to draw a formula.
const MOST_DRAWN: usize = 500;
/// Samples that are added to prove an end: at most, and at first. Each time it is twice as many.
const MOST_ADDED: usize = 4096;
const FIRST_ADDED: usize = 16;
/// Number of samples tried for one step where thousands leave many.
const MOST_TRIED: usize = 30;

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Specific,
    General,
}

/// A sample beside those of the data, with its label.
type Added = (OwnedSample, bool);

/// What fits the data and the samples added to it.
enum Found {
    /// These concepts, and no others.
    All(Vec<Dnf>),
    /// More than a few.
    Many,
    /// The run was stopped, or they are not DNF.
    Unknown,
}

struct EndSearch<'a> {
    engine: &'a dyn Engine,
    data: &'a Dataset,
    space: &'a Arc<dyn SubSpace>,
    legal: Legal<'a>,
    random: ChaCha8Rng,
    run: &'a Run,
    limits: ListLimits,
}

impl EndSearch<'_> {
    fn ends(mut self, starts: usize) -> Result<Option<Boundary>, EngineError> {
        let space = self.space;
        let listed = match self.ask(&[], self.limits.listed)? {
            Found::All(concepts) if concepts.is_empty() => return Ok(None),
            Found::All(concepts) if concepts.len() <= self.limits.complete => {
                return Ok(Some(boundary(&concepts, space.domain())));
            }
            Found::All(concepts) => Some(concepts),
            Found::Many => None,
            Found::Unknown => return Ok(None),
        };
        let is_incomparable = is_incomparable(&**space);
        let mut found = Boundary { specific: Vec::new(), general: Vec::new(), is_complete: false };
        for _ in 0..starts {
            let start = match &listed {
                Some(concepts) => Some(concepts[self.below(concepts.len())].clone()),
                None => self.draw()?,
            };
            let Some(start) = start else { break };
            for (end, ends) in [(End::Specific, &mut found.specific), (End::General, &mut found.general)] {
                let reached = match &listed {
                    _ if is_incomparable => Some(start.clone()),
                    Some(concepts) => Some(self.end_within(concepts, start.clone(), end)),
                    None => self.end_beyond(&start, end)?,
                };
                ends.extend(reached.and_then(|end| least(&end, &**space)));
            }
        }
        for ends in [&mut found.specific, &mut found.general] {
            ends.sort_unstable();
            ends.dedup();
        }
        Ok(if found.specific.is_empty() && found.general.is_empty() { None } else { Some(found) })
    }

    /// What fits, if there are few concepts.
    fn ask(&self, added: &[Added], few: usize) -> Result<Found, EngineError> {
        let Ok(data) = Interrupted::settle(self.with(added))? else { return Ok(Found::Unknown) };
        let query = Query::new(Arc::clone(self.space)).with_bound(few);
        let found = GuardedSession::new(self.engine, data).measure(&query, self.run)?;
        Ok(if found.is_listed() {
            let dnfs = found.hypotheses.iter().map(|dnf| as_dnf(&**dnf).cloned());
            dnfs.collect::<Option<_>>().map_or(Found::Unknown, Found::All)
        } else if *found.concepts.lower() > BigUint::from(few) {
            Found::Many
        } else {
            Found::Unknown
        })
    }

    /// The data with these samples beside them.
    fn with(&self, added: &[Added]) -> Result<Dataset, Interrupted> {
        let mut builder = Dataset::builder(self.data.features().clone()).with_contradictions();
        for (samples, label) in [(self.data.positives(), true), (self.data.negatives(), false)] {
            for (index, sample) in samples.iter().enumerate() {
                if index.is_multiple_of(CHECK_INTERVAL) {
                    Interrupted::check(self.run, 0)?;
                }
                builder.push(label, sample.iter().by_vals())?;
            }
        }
        for (sample, label) in added {
            builder.push(*label, sample.iter().by_vals())?;
        }
        builder.build_within(|| Interrupted::check(self.run, 0))
    }

    /// Some formula; `None` if none was found.
    fn draw(&mut self) -> Result<Option<Dnf>, EngineError> {
        let mut added: Vec<Added> = Vec::new();
        while added.len() < MOST_DRAWN {
            // A positive sample leaves much less, and makes the next questions easy.
            let Some(input) = self.input(&[]) else { break };
            added.push((input, true));
            let found = match (self.ask(&added, self.limits.few)?, added.last_mut()) {
                (Found::All(none), Some(last)) if none.is_empty() => {
                    last.1 = false;
                    self.ask(&added, self.limits.few)?
                }
                (found, _) => found,
            };
            match found {
                Found::All(mut concepts) if !concepts.is_empty() => {
                    let chosen = self.below(concepts.len());
                    return Ok(Some(concepts.swap_remove(chosen)));
                }
                Found::Many => {}
                Found::All(_) | Found::Unknown => return Ok(None),
            }
        }
        Ok(None)
    }

    /// An end beyond a formula within a list that has all that is beyond it.
    fn end_within(&self, concepts: &[Dnf], start: Dnf, end: End) -> Dnf {
        let mut best = start;
        while let Some(further) = concepts.iter().find(|dnf| self.is_beyond(dnf, &best, end)) {
            best = further.clone();
        }
        best
    }

    /// An end beyond a formula; `None` if none could be proven to be one.
    fn end_beyond(&mut self, start: &Dnf, end: End) -> Result<Option<Dnf>, EngineError> {
        let mut best = start.clone();
        let mut added: Vec<Added> = Vec::new();
        let mut batch = FIRST_ADDED;
        loop {
            let before = added.len();
            for _ in 0..batch {
                added.extend(self.agreed(&best, end));
            }
            batch *= 2;
            match self.ask(&added, self.limits.few)? {
                Found::All(concepts) => {
                    return Ok(Some(self.end_within(&concepts, best, end)));
                }
                Found::Unknown => return Ok(None),
                // A formula that is true everywhere has no sample on which what is more specific must agree with it.
                Found::Many if before < added.len() && added.len() < MOST_ADDED => {}
                Found::Many => match self.step(&best, end, &added)? {
                    // What all that is beyond `best` agrees on, all that is beyond the next one does.
                    Some(next) => (best, batch) = (next, FIRST_ADDED),
                    None => return Ok(None),
                },
            }
        }
    }

    /// Where many are beyond a formula, one of them: samples on which what is beyond it may differ leave few.
    fn step(&mut self, best: &Dnf, end: End, agreed: &[Added]) -> Result<Option<Dnf>, EngineError> {
        let label = end == End::General;
        let mut added = agreed.to_vec();
        for _ in 0..MOST_TRIED {
            let Some(input) = self.where_it_is(!label, best) else { return Ok(None) };
            added.push((input, label));
            match self.ask(&added, self.limits.few)? {
                Found::All(concepts) => match concepts.into_iter().find(|dnf| self.is_beyond(dnf, best, end)) {
                    Some(further) => return Ok(Some(further)),
                    // This sample was one too many.
                    None => drop(added.pop()),
                },
                Found::Many => {}
                Found::Unknown => return Ok(None),
            }
        }
        Ok(None)
    }

    /// A random sample on which all that is beyond a formula agree with it.
    fn agreed(&mut self, best: &Dnf, end: End) -> Option<Added> {
        let label = end == End::General;
        Some((self.where_it_is(label, best)?, label))
    }

    /// A random legal input on which a formula has this value, often near to where it changes; `None` if none was found.
    fn where_it_is(&mut self, value: bool, best: &Dnf) -> Option<OwnedSample> {
        const TRIES: usize = 20;
        for _ in 0..TRIES {
            let mut fixed: Vec<Literal> = Vec::new();
            if value || self.below(2) == 0 {
                let term = self.below(best.terms().len());
                fixed.extend_from_slice(best.terms()[term].literals());
            }
            if !value && !fixed.is_empty() {
                let flipped = self.below(fixed.len());
                fixed[flipped] = !fixed[flipped];
            }
            let input = self.input(&fixed);
            if let Some(input) = input.filter(|input| best.accepts(input) == value) {
                return Some(input);
            }
        }
        None
    }

    /// A random legal input that has these literals.
    fn input(&mut self, fixed: &[Literal]) -> Option<OwnedSample> {
        let features = self.space.features();
        let mut values: Vec<bool> = (0..features).map(|_| self.below(2) == 0).collect();
        self.legal.complete(fixed, &(0..features).collect::<Vec<_>>(), &mut values)?;
        Some(values.into_iter().collect())
    }

    fn is_beyond(&self, one: &Dnf, other: &Dnf, end: End) -> bool {
        let (narrow, wide) = if end == End::Specific { (one, other) } else { (other, one) };
        let implies = |one, other| is_within(one, other, self.space.domain());
        implies(narrow, wide) && !implies(wide, narrow)
    }

    fn below(&mut self, count: usize) -> usize {
        (self.random.next_u64() % count as u64) as usize
    }
}

/// Whether one formula implies another one on all legal inputs.
fn is_within(one: &Dnf, other: &Dnf, domain: &Domain) -> bool {
    legal_difference(one, other, domain).is_none()
}

/// The formula that is shown for a formula's concept.
fn least(formula: &Dnf, space: &dyn SubSpace) -> Option<Dnf> {
    let bits = space.bits_of(formula)?;
    as_dnf(&*space.decode(&space.canonical(&bits))).cloned()
}

#[cfg(all(test, feature = "cover"))]
mod tests;

//! How much a small answer to few positive samples is worth: what random choices of as many samples would give.

use std::sync::Arc;

use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use vesc_col_core::{Dataset, Engine, EngineError, Query, Run, SubSpace};

use super::part_session::PartSession;
use super::sample_id::SampleId;

/// How many random choices of as many samples as there are positive ones a formula no larger than the answer explains.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::explain::{Shuffles, fragility};
/// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
///
/// // Each of the four inputs would be as unique as the one that failed.
/// let mut builder = Dataset::builder(Features::new(["irq", "lhu"])?);
/// for (label, row) in [(true, [true, true]), (false, [true, false]), (false, [false, true]), (false, [false, false])] {
///     builder.push(label, row)?;
/// }
/// let (data, engine, run) = (Arc::new(builder.build()?), Portfolio::default(), Run::new());
/// let spaces = || DnfSpace::up_to(2, 3, 2);
/// let report = engine.search(&data, spaces(), &Settings::default(), &run)?;
/// let found = fragility(&engine, &data, spaces(), &report, (3, 2), &run)?;
/// let shuffles: Shuffles = found.shuffles.expect("there is one positive sample");
/// assert_eq!((shuffles.explained, shuffles.tried), (20, 20));
/// assert!(shuffles.is_chance());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Shuffles {
    /// How many choices were drawn.
    pub tried: usize,
    /// How many of them a formula explains that is no larger than the answer.
    pub explained: usize,
}

/// Number of choices. One of them in twenty is the usual border of chance.
const SHUFFLES: usize = 20;
/// Where the randomness starts.
const SEED: u64 = 1;

impl Shuffles {
    /// With more different positive samples a small answer is hardly ever found for random labels, so none are drawn.
    pub const MOST_POSITIVES: usize = 3;

    /// Whether more than one in twenty is explained: then that the answer is so small is no evidence.
    #[must_use]
    pub fn is_chance(self) -> bool {
        self.explained * SHUFFLES > self.tried
    }
}

/// Draws choices of samples, and asks for each whether one of the sub-spaces, of which the last is the answer's, is not empty.
///
/// `None` if there are more than a few positive samples, or if the run was stopped before all choices were judged. Cells must
/// be known, and equal samples have one label.
pub(super) fn shuffles(
    engine: &dyn Engine,
    data: &Dataset,
    spaces: &[Arc<dyn SubSpace>],
    run: &Run,
) -> Result<Option<Shuffles>, EngineError> {
    let positives = data.positives().distinct();
    if positives > Shuffles::MOST_POSITIVES {
        return Ok(None);
    }
    let mut random = ChaCha8Rng::seed_from_u64(SEED);
    let mut explained = 0;
    for _ in 0..SHUFFLES {
        // To copy the rows takes time, too.
        if run.stopped().is_some() {
            return Ok(None);
        }
        let mut samples: Vec<SampleId> = SampleId::all(data).collect();
        for place in 0..positives {
            let left = samples.len() - place;
            samples.swap(place, place + (random.next_u64() % left as u64) as usize);
        }
        let chosen = &samples[..positives];
        let mut session = PartSession::new(engine, data, |sample| Some(chosen.contains(&sample)));
        // Where something small fits, something of the answer's size mostly does.
        for space in spaces.iter().rev() {
            let found = session.measure(&Query::new(Arc::clone(space)).with_bound(1), run)?.concepts;
            if *found.lower() > BigUint::ZERO {
                explained += 1;
                break;
            }
            if !found.is_zero() {
                return Ok(None);
            }
        }
    }
    Ok(Some(Shuffles { tried: SHUFFLES, explained }))
}

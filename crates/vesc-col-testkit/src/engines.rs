//! Reference engines: right by being too simple to be wrong.

use std::sync::Arc;

use vesc_col_core::{
    Cardinality, Dataset, DnfSpace, Engine, EngineError, Event, Fit, Query, Run, Session, Shape, SubSpace, VersionSpace,
};

use crate::{Instance, MAX_INSTANCE_FEATURES, Truth, World, brute_force, dnf_world};

/// Answers from the exhaustive [`World`] of a sub-space; also an example of a minimal engine.
///
/// It supports every fit, and every sub-space, opaque ones too, of at most [`MAX_FEATURES`](crate::MAX_FEATURES)
/// features and [`MAX_WIDTH`](crate::MAX_WIDTH) decision bits, and refuses larger ones with
/// [`EngineError::Unsupported`].
///
/// ```
/// use std::sync::Arc;
/// use vesc_col_core::{DnfSpace, Engine, Query, Run};
/// use vesc_col_testkit::{Instance, OracleEngine};
///
/// let data = Instance::new(3, [(0b011, true), (0b001, false)]).dataset();
/// let query = Query::new(Arc::new(DnfSpace::new(3, 1, 1)));
/// let answer = OracleEngine.open(data).measure(&query, &Run::new())?;
/// assert_eq!(answer.hypotheses[0].to_string(), "x1");
/// # Ok::<(), vesc_col_core::EngineError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct OracleEngine;

impl Engine for OracleEngine {
    fn name(&self) -> &str {
        "oracle"
    }

    fn open(&self, data: Arc<Dataset>) -> Box<dyn Session> {
        Box::new(OracleSession { data })
    }
}

struct OracleSession {
    data: Arc<Dataset>,
}

impl Session for OracleSession {
    fn measure(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        query.require_few_completions("oracle", &self.data)?;
        answer("oracle", query, run, || {
            let world = match query.space().shape() {
                Shape::Dnf(space) if query.space().domain().is_free() => dnf_world(*space),
                _ => World::of(&**query.space()).map(Arc::new),
            };
            let world = world.ok_or_else(|| EngineError::unsupported("oracle", "so large a sub-space"))?;
            if *query.fit() != Fit::Exact || self.data.contradictions() > 0 {
                return Ok(world.fitting(&self.data, query.fit()));
            }
            let (positives, negatives) = Instance::from_dataset(&self.data).tables();
            Ok(world.truth(positives, negatives))
        })
    }
}

/// Answers by [`brute_force`] over the formulas of k-term DNF.
///
/// It supports sub-spaces of at most [`MAX_INSTANCE_FEATURES`] features and about a million formulas, none of which has
/// more than 6 features. It refuses others with [`EngineError::Unsupported`].
///
/// ```
/// use std::sync::Arc;
/// use vesc_col_core::{DnfSpace, Engine, Query, Run};
/// use vesc_col_testkit::{BruteEngine, Instance};
///
/// let data = Instance::new(3, [(0b011, true), (0b001, false)]).dataset();
/// let query = Query::new(Arc::new(DnfSpace::new(3, 1, 1)));
/// let answer = BruteEngine.open(data).measure(&query, &Run::new())?;
/// assert_eq!(answer.hypotheses[0].to_string(), "x1");
/// # Ok::<(), vesc_col_core::EngineError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct BruteEngine;

/// Above this many formulas the brute force is not tried.
const MOST_FORMULAS: f64 = 2e6;

impl Engine for BruteEngine {
    fn name(&self) -> &str {
        "brute"
    }

    fn open(&self, data: Arc<Dataset>) -> Box<dyn Session> {
        Box::new(BruteSession { data })
    }
}

struct BruteSession {
    data: Arc<Dataset>,
}

impl Session for BruteSession {
    fn measure(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        query.require_plain("brute", &self.data)?;
        if self.data.contradictions() > 0 {
            return Err(EngineError::unsupported("brute", "contradictions"));
        }
        answer("brute", query, run, || {
            let Shape::Dnf(space) = query.space().shape() else {
                return Err(EngineError::unsupported("brute", "opaque sub-spaces"));
            };
            let features = self.data.features().len();
            let appearing = features.min(space.literals());
            if features > MAX_INSTANCE_FEATURES || appearing > 6 || estimated_formulas(space) > MOST_FORMULAS {
                return Err(EngineError::unsupported("brute", "so large a sub-space"));
            }
            Ok(brute_force(&Instance::from_dataset(&self.data), space.literals(), space.terms()))
        })
    }
}

/// An upper bound on the formulas of the sub-space. It is the choices of the given number of literals from those of all
/// terms, over the orders of the terms.
fn estimated_formulas(space: &DnfSpace) -> f64 {
    let symbols = (space.features() * space.terms()) as f64;
    let choices: f64 = (0..space.literals()).map(|i| (symbols - i as f64).max(0.0) * 2.0 / (i + 1) as f64).product();
    choices / (1..=space.terms()).map(|i| i as f64).product::<f64>()
}

/// What every engine does around its own work: obey the run, keep to the listing limit.
fn answer(
    engine: &str,
    query: &Query,
    run: &Run,
    truth: impl FnOnce() -> Result<Truth, EngineError>,
) -> Result<VersionSpace, EngineError> {
    run.report(&Event::Progress { engine, activity: "enumerating", done: 0, total: Some(1) });
    if let Some(reason) = run.stopped() {
        return Ok(VersionSpace::unknown(engine, reason));
    }
    let truth = truth()?;
    let count = Cardinality::exact(truth.concepts.len());
    let mut answer = VersionSpace::new(engine, count, Cardinality::exact(truth.formulas));
    answer.hypotheses = truth.concepts;
    answer.hypotheses.truncate(query.list_limit());
    Ok(answer)
}

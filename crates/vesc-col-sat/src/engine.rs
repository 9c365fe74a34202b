//! The engine.

use std::sync::Arc;

use vesc_col_core::{Dataset, Engine, EngineError, MirrorSession, Query, Run, Session, StopReason, VersionSpace};

use crate::error::MeasureError;
use crate::findings::Findings;
use crate::samples::SampleMemory;
use crate::search::Search;
use crate::{Backend, NAME, SatEncoding, Varisat};

/// Measures version spaces by satisfiability.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col_core::{Cardinality, Dataset, DnfSpace, Engine, Features, Query, Run};
/// use vesc_col_sat::{SatEngine, Varisat};
///
/// let data = Arc::new(Dataset::builder(Features::numbered(3)).build()?);
/// let query = Query::new(Arc::new(DnfSpace::new(3, 1, 1)));
/// let found = SatEngine::with_backend(Varisat).open(data).measure(&query, &Run::new())?;
/// assert_eq!(found.concepts, Cardinality::exact(6u32));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Cost
///
/// A [`DnfSpace`](vesc_col_core::DnfSpace) of n features, k terms and l literals takes O(n k l) clauses for each
/// partition of l into k sizes. A negative sample takes k clauses of n literals, a positive one n k clauses of two.
/// Some samples of each label become clauses at first, and later those that models violate. So time hardly depends on
/// the number of rows. The solver's searches dominate: their time peaks where the version space is just about empty.
///
/// Each formula counted takes one search. Unless the question is exact, the engine answers with an interval and
/// [`StopReason::ListLimit`](vesc_col_core::StopReason::ListLimit) beyond [`Query::list_limit`] and 10 000 formulas.
///
/// # Limits
///
/// Cancel token and deadline are obeyed in the solver, while clauses are written, and while samples are checked. The
/// memory budget is compared with an estimate: clauses, variables and packed samples are counted one by one, learned
/// clauses only by a margin.
#[derive(Clone, Debug)]
pub struct SatEngine {
    backend: Arc<dyn Backend>,
    encoding: SatEncoding,
}

impl Default for SatEngine {
    /// The engine on [`Varisat`].
    fn default() -> SatEngine {
        SatEngine::with_backend(Varisat)
    }
}

impl SatEngine {
    /// The engine on another solver.
    #[must_use]
    pub fn with_backend(backend: impl Backend) -> SatEngine {
        SatEngine { backend: Arc::new(backend), encoding: SatEncoding::default() }
    }

    /// The same engine with another way to write clauses.
    ///
    /// ```
    /// use vesc_col_sat::{Counter, SatEncoding, SatEngine};
    ///
    /// let encoding = SatEncoding { counter: Counter::Sequential, ..SatEncoding::default() };
    /// let engine = SatEngine::default().with_encoding(encoding);
    /// ```
    #[must_use]
    pub fn with_encoding(self, encoding: SatEncoding) -> SatEngine {
        SatEngine { encoding, ..self }
    }
}

impl Engine for SatEngine {
    fn name(&self) -> &str {
        NAME
    }

    fn open(&self, data: Arc<Dataset>) -> Box<dyn Session> {
        Box::new(SatSession::new(self.clone(), data))
    }
}

/// Keeps the samples that its questions met; each question gets a fresh solver.
struct SatSession {
    engine: SatEngine,
    data: Arc<Dataset>,
    /// Of the negative samples, and of the positive ones.
    memory: [SampleMemory; 2],
    /// For CNF, on the mirrored data.
    mirror: MirrorSession<SatSession>,
}

impl SatSession {
    fn new(engine: SatEngine, data: Arc<Dataset>) -> SatSession {
        SatSession { engine, data, memory: Default::default(), mirror: MirrorSession::default() }
    }
}

/// The decision bits of the largest sub-spaces that are encoded. Set: as variables alone they take gigabytes.
const MOST_BITS: usize = 1 << 26;
/// A variable takes more bytes in each solver. Set.
const BYTES_PER_BIT: usize = 32;

impl Session for SatSession {
    fn measure(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        query.require_few_completions(NAME, &self.data)?;
        let bits = query.space().width();
        let room =
            run.memory().map_or(usize::MAX, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX) / BYTES_PER_BIT);
        if bits > MOST_BITS.min(room) {
            let reason = if bits > MOST_BITS { StopReason::EngineLimit } else { StopReason::Memory };
            return Ok(VersionSpace::unknown(NAME, reason));
        }
        let run = &run.clone().reporting_as(NAME);
        if let Some(mirrored) = query.mirrored() {
            if run.memory().is_some() && !self.mirror.is_open() {
                self.memory = Default::default();
            }
            let open = |data| SatSession::new(self.engine.clone(), data);
            return match self.mirror.within(&self.data, run, open) {
                Ok((mirror, run)) => Ok(query.unmirrored(mirror.measure(&mirrored, &run)?)),
                Err(reason) => Ok(VersionSpace::unknown(NAME, reason)),
            };
        }
        if run.memory().is_some() {
            self.mirror = MirrorSession::default();
        }
        let SatEngine { backend, encoding } = &self.engine;
        let mut findings = Findings::default();
        let answer =
            Search::new(&**backend, *encoding, &self.data, query, run, &mut self.memory, &mut findings).answer();
        match answer {
            Ok(stopped) => Ok(findings.answer(query, stopped)),
            Err(MeasureError::Stopped(reason)) => Ok(findings.answer(query, Some(reason))),
            Err(MeasureError::Failed(error)) => Err(error),
        }
    }
}

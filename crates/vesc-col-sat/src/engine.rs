//! The engine.

use std::sync::Arc;

use vesc_col_core::{Dataset, Engine, EngineError, Fit, Query, Run, Session, Shape, VersionSpace};

use crate::dnf::{Desk, Library};
use crate::findings::Findings;
use crate::formulas::Formulas;
use crate::halt::Halt;
use crate::search::Search;
use crate::{Backend, Encoding, Lowering, NAME, Varisat};

/// The engine's name in reports and errors.
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
/// O(n k) clauses for the members of a [`DnfSpace`](vesc_col_core::DnfSpace) with n features, k terms and l literals and
/// O(n k l) for counting them, one clause of n literals for each term and negative sample, n clauses for each term and
/// positive sample. The searches dominate: their time peaks where the version space is just about empty. Counting formulas
/// takes one search each, so the engine stops counting where nothing is decided by it: unless the question is exact, it
/// answers with an interval and [`StopReason::ListLimit`](vesc_col_core::StopReason::ListLimit) beyond
/// [`Query::list_limit`] and 10 000 formulas.
///
/// # Limits
///
/// Cancel token and deadline are obeyed while encoding and inside the solver. The memory budget is held against an estimate:
/// clauses and variables are accounted one by one, the clauses that the solver learns only by a margin.
#[derive(Clone, Debug)]
pub struct SatEngine {
    backend: Arc<dyn Backend>,
    encoding: Encoding,
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
        SatEngine { backend: Arc::new(backend), encoding: Encoding::default() }
    }

    /// The same engine with another way to write clauses.
    ///
    /// ```
    /// use vesc_col_sat::{Encoding, Lowering, SatEngine};
    ///
    /// // What the engine does for every sub-space of which it knows no more than the circuits.
    /// let generic = SatEngine::default().with_encoding(Encoding { lowering: Lowering::Circuits, ..Encoding::default() });
    /// ```
    #[must_use]
    pub fn with_encoding(self, encoding: Encoding) -> SatEngine {
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

/// Keeps the small families of terms that it has found in full; each question gets fresh solvers.
struct SatSession {
    engine: SatEngine,
    data: Arc<Dataset>,
    library: Library,
    /// For CNF, on the mirrored data.
    mirror: Option<Box<SatSession>>,
}

impl SatSession {
    fn new(engine: SatEngine, data: Arc<Dataset>) -> SatSession {
        SatSession { engine, data, library: Library::default(), mirror: None }
    }
}

impl Session for SatSession {
    fn measure(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        query.require_few_completions(NAME, &self.data)?;
        if self.engine.encoding.lowering == Lowering::Structure
            && let Some(mirrored) = query.mirrored()
        {
            let open = || Box::new(SatSession::new(self.engine.clone(), Arc::new(self.data.mirrored())));
            let answer = self.mirror.get_or_insert_with(open).measure(&mirrored, run)?;
            return Ok(query.unmirrored(answer));
        }
        let desk = Desk::new(&*self.engine.backend, self.engine.encoding, run);
        let mut findings = Findings::default();
        if matches!(query.space().shape(), Shape::Dnf(space) if !space.has_room()) {
            (findings.all_concepts, findings.all_formulas) = (true, true);
            return Ok(findings.answer(query, None));
        }
        let answer = match (query.space().shape(), self.engine.encoding.lowering) {
            // The families of terms rest on every negative sample being rejected.
            (Shape::Dnf(space), Lowering::Structure) if *query.fit() == Fit::Exact => {
                Formulas::new(&desk, &self.data, query, space).answer(&mut self.library, &mut findings)
            }
            _ => Search::new(&desk, &self.data, query, &mut findings).and_then(|mut search| search.answer()),
        };
        match answer {
            Ok(stopped) => Ok(findings.answer(query, stopped)),
            Err(Halt::Stopped(reason)) => Ok(findings.answer(query, Some(reason))),
            Err(Halt::Failed(error)) => Err(error),
        }
    }
}

//! The engine.

use std::sync::Arc;

use vesc_col_core::{Dataset, Engine, EngineError, Query, Run, Session, Shape, VersionSpace};

use crate::dnf::{Desk, Library};
use crate::findings::Findings;
use crate::formulas::Formulas;
use crate::halt::Halt;
use crate::search::Search;
use crate::{Backend, Encoding, Lowering, Varisat};

/// The engine's name in reports and errors.
pub(crate) const NAME: &str = "sat";

/// Measures version spaces by satisfiability.
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
        Box::new(SatSession { engine: self.clone(), data, library: Library::default() })
    }
}

/// Keeps the small families of terms that it has found in full; each question gets fresh solvers.
struct SatSession {
    engine: SatEngine,
    data: Arc<Dataset>,
    library: Library,
}

impl Session for SatSession {
    fn measure(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        query.require_exact(NAME, &self.data)?;
        let desk = Desk::new(&*self.engine.backend, self.engine.encoding, run);
        let mut findings = Findings::default();
        if matches!(query.space().shape(), Shape::Dnf(space) if !space.has_room()) {
            (findings.all_concepts, findings.all_formulas) = (true, true);
            return Ok(findings.answer(query, None));
        }
        let answer = match (query.space().shape(), self.engine.encoding.lowering) {
            (Shape::Dnf(space), Lowering::Structure) => {
                Formulas::new(&desk, &self.data, query, space).answer(&mut self.library, &mut findings)
            }
            _ => Search::new(&desk, &self.data, query, &mut findings).answer(),
        };
        match answer {
            Ok(stopped) => Ok(findings.answer(query, stopped)),
            Err(Halt::Stopped(reason)) => Ok(findings.answer(query, Some(reason))),
            Err(Halt::Failed(error)) => Err(error),
        }
    }
}

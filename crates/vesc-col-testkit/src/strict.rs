//! An engine that is held to treating everything.

use std::sync::Arc;

use vesc_col_core::{Dataset, Engine, EngineError, Query, Run, Session, VersionSpace};

/// An engine that claims to support every DNF and every opaque sub-space, also with errors or over declared inputs. The
/// suite passes a refusal by; this makes it a failure.
///
/// ```
/// vesc_col_testkit::conformance!(vesc_col_testkit::Strict(vesc_col_testkit::OracleEngine));
/// ```
///
/// (The oracle would fail these tests: it refuses sub-spaces over 8 features.)
#[derive(Clone, Copy, Debug, Default)]
pub struct Strict<E>(pub E);

impl<E: Engine> Engine for Strict<E> {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn open(&self, data: Arc<Dataset>) -> Box<dyn Session> {
        let session = self.0.open(Arc::clone(&data));
        Box::new(StrictSession { engine: self.name().to_owned(), data, session })
    }
}

struct StrictSession {
    engine: String,
    data: Arc<Dataset>,
    session: Box<dyn Session>,
}

impl Session for StrictSession {
    fn measure(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        let sensible = query.require_few_completions(&self.engine, &self.data).is_ok();
        self.session.measure(query, run).map_err(|error| match error {
            EngineError::Unsupported { .. } if sensible => EngineError::failed(&self.engine, error),
            error => error,
        })
    }
}

//! A session whose answers can be relied on: whatever an engine or a language does wrong comes back as an error.

mod blame;
mod consistency;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use vesc_col_core::{Dataset, Engine, EngineError, Query, Run, Session, SubSpace, VersionSpace};

use blame::{Blamed, SubSpacePanic};

/// A session of an engine.
///
/// * A panic of the engine is [`EngineError::Failed`], one of the sub-space or its hypotheses [`EngineError::SubSpace`]. The
///   next question goes to a new session.
/// * A panic while the session is dropped is passed over.
/// * An answer that cannot be right is [`EngineError::Inconsistent`].
pub(crate) struct GuardedSession<'a, E: ?Sized> {
    engine: &'a E,
    data: Arc<Dataset>,
    /// Opened with the first question.
    session: Option<Box<dyn Session>>,
}

impl<'a, E: Engine + ?Sized> GuardedSession<'a, E> {
    pub(crate) fn new(engine: &'a E, data: Arc<Dataset>) -> GuardedSession<'a, E> {
        GuardedSession { engine, data, session: None }
    }

    /// The data that are asked about.
    pub(crate) fn data(&self) -> &Dataset {
        &self.data
    }
}

impl<E: Engine + ?Sized> Session for GuardedSession<'_, E> {
    fn measure(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        let space = query.space();
        let traced = query.clone().with_space(Arc::new(Blamed::new(Arc::clone(space))));
        let asked = catch_unwind(AssertUnwindSafe(|| {
            let open = || self.engine.open(Arc::clone(&self.data));
            let result = self.session.get_or_insert_with(open).measure(&traced, run)?;
            let name = self.engine.name();
            // Hypotheses belong to the language, too.
            blame::on_sub_space(|| consistency::check(name, (query, &self.data), &result, run))?;
            Ok(result)
        }));
        asked.unwrap_or_else(|panic| {
            self.close();
            Err(match panic.downcast::<SubSpacePanic>() {
                Ok(panic) => panicked(&**space, &panic.message),
                Err(panic) => EngineError::failed(name(self.engine), format!("it panicked: {}", message(&*panic))),
            })
        })
    }
}

impl<E: ?Sized> GuardedSession<'_, E> {
    /// Drops the session, which may be in any state after a panic. Its destructor may panic, too.
    fn close(&mut self) {
        let session = self.session.take();
        let _ = catch_unwind(AssertUnwindSafe(|| drop(session)));
    }
}

impl<E: ?Sized> Drop for GuardedSession<'_, E> {
    fn drop(&mut self) {
        self.close();
    }
}

/// What a sub-space says of itself, before any engine is asked.
///
/// # Errors
///
/// [`EngineError::SubSpace`] if it panics.
pub(crate) fn ask_space<'a, T>(
    space: &'a dyn SubSpace,
    ask: impl FnOnce(&'a dyn SubSpace) -> T,
) -> Result<T, EngineError> {
    catch_unwind(AssertUnwindSafe(|| ask(space))).map_err(|panic| panicked(space, message(&*panic)))
}

/// An engine's name, if it can tell it.
pub(crate) fn name<E: Engine + ?Sized>(engine: &E) -> &str {
    catch_unwind(AssertUnwindSafe(|| engine.name())).unwrap_or("(its name panics)")
}

/// The failure of a sub-space that panicked.
fn panicked(space: &dyn SubSpace, message: &str) -> EngineError {
    EngineError::SubSpace { space: shown(space), reason: format!("it panicked: {message}").into() }
}

/// A sub-space as its `Debug` shows it, if it can.
fn shown(space: &dyn SubSpace) -> String {
    catch_unwind(AssertUnwindSafe(|| format!("{space:?}"))).unwrap_or_else(|_| "(its Debug panics)".to_owned())
}

fn message(panic: &(dyn Any + Send)) -> &str {
    panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message")
}

//! What an engine keeps to answer questions about CNF by those about DNF.

use std::sync::Arc;

use crate::{Dataset, Run, StopReason};

/// An engine's own session on the [mirrored](Dataset::mirrored) data, opened with the first question about
/// [CNF](crate::Shape::Cnf).
///
/// The copy of the data is charged to the memory budget. So an engine with a budget keeps either this session or what it
/// knows of the data themselves, not both.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col_core::{Dataset, Features, MirrorSession, Run, StopReason};
///
/// let data = Dataset::builder(Features::numbered(2)).build()?;
/// let mut mirror: MirrorSession<Arc<Dataset>> = MirrorSession::default();
/// let (session, run) = mirror.within(&data, &Run::new().with_memory(1000), |data| data)?;
/// assert_eq!(**session, data);
/// assert_eq!(run.memory(), Some(1000 - data.bytes()));
/// assert!(mirror.is_open());
/// assert_eq!(mirror.within(&data, &Run::new().with_memory(1), |data| data).err(), Some(StopReason::Memory));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct MirrorSession<S> {
    session: Option<Box<S>>,
}

impl<S> Default for MirrorSession<S> {
    fn default() -> MirrorSession<S> {
        MirrorSession { session: None }
    }
}

impl<S> MirrorSession<S> {
    /// Whether a session is open. If not, an engine with a memory budget releases what it knows of the data themselves first.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.session.is_some()
    }

    /// The session on the mirror of `data`, which are always the same, and the run with the memory that the mirror leaves.
    ///
    /// # Errors
    ///
    /// [`StopReason::Memory`] if the mirror takes more than the budget; it is released then. Why the run ended, if that
    /// was while the data were copied.
    pub fn within(
        &mut self,
        data: &Dataset,
        run: &Run,
        open: impl FnOnce(Arc<Dataset>) -> S,
    ) -> Result<(&mut S, Run), StopReason> {
        let left = run.charged(data.bytes()).inspect_err(|_| self.session = None)?;
        let session = match self.session.take() {
            Some(session) => session,
            None => Box::new(open(Arc::new(data.try_mirrored(|| run.check())?))),
        };
        Ok((self.session.insert(session), left))
    }
}

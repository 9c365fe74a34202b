//! What possibly fits one sub-space.

use std::sync::Arc;

use vesc_col_core::{Dataset, Engine, EngineError, Query, Run, Session, SubSpace, VersionSpace};

use super::Settings;
use crate::guard::{GuardedSession, ask_space};
use crate::possible_fits::PossibleFits;

/// The concepts of one sub-space that keep to the error budget of the settings. Each unknown cell has the value that
/// suits the concept best. They are listed up to [`Settings::list_limit`]; if there are more, they are not all counted.
/// A budget of any form is supported.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::search::{ErrorBudget, possible};
/// use vesc_col::{Dataset, DnfSpace, Features, Portfolio, Run, Settings};
///
/// let mut builder = Dataset::builder(Features::new(["irq", "mask"])?);
/// builder.push_partial(true, [Some(true), None])?;
/// builder.push(false, [false, true])?;
/// builder.push(false, [true, false])?;
/// let (data, space) = (Arc::new(builder.build()?), Arc::new(DnfSpace::new(2, 1, 1)));
/// let settings = Settings::default().with_errors(ErrorBudget::default().with_total(1));
/// let found = possible(&Portfolio::default(), &data, space, &settings, &Run::new())?;
/// // `irq` and `mask` make one error each; so does `!mask`, and `!irq` makes two.
/// assert_eq!(found.hypotheses.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`EngineError`] if the engine does not support the sub-space or fails, or a row is not a legal input.
pub fn possible(
    engine: &dyn Engine,
    data: &Arc<Dataset>,
    space: Arc<dyn SubSpace>,
    settings: &Settings,
    run: &Run,
) -> Result<VersionSpace, EngineError> {
    ask_space(&*space, SubSpace::domain)?.check(data)?;
    let fits = PossibleFits::of(data, settings);
    if fits.are_too_tight(data) {
        return Ok(VersionSpace::empty(engine.name()));
    }
    let mut session = GuardedSession::new(engine, Arc::clone(data));
    let query = Query::new(space).with_bound(settings.list_limit());
    fits.measure(&query, settings.list_limit(), |query| session.measure(query, run))
}

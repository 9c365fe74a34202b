//! The first size with something that fits whatever the unknown cells are.

use std::sync::Arc;

use num_bigint::BigUint;
use vesc_col_core::{Dataset, Engine, EngineError, Run, StopReason, SubSpace};

use super::{NextCertain, Settings};
use crate::guard::ask_space;
use crate::measure::Measure;

/// Finds the first of these sub-spaces in which something fits whatever the unknown cells are, within the error budget of the settings.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::search::{NextCertain, next_certain};
/// use vesc_col::{Dataset, DnfSpace, Features, Portfolio, Run, Settings};
///
/// // `a` fits if the unknown cell is 1, and `a | b` whatever it is.
/// let mut builder = Dataset::builder(Features::new(["a", "b"])?);
/// builder.push_partial(true, [None, Some(true)])?;
/// builder.push(true, [true, false])?;
/// builder.push(false, [false, false])?;
/// let data = Arc::new(builder.build()?);
/// let spaces = DnfSpace::up_to(2, 4, 2).skip(1);
/// let found = next_certain(&Portfolio::default(), &data, spaces, &Settings::default(), &Run::new())?;
/// assert!(matches!(found, NextCertain::Found(size, _) if size.to_string() == "2 literals, 2 terms"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`EngineError`] as for [`search`](super::search()).
pub fn next_certain<S: SubSpace>(
    engine: &dyn Engine,
    data: &Arc<Dataset>,
    spaces: impl IntoIterator<Item = S>,
    settings: &Settings,
    run: &Run,
) -> Result<NextCertain, EngineError> {
    let mut measure = Measure::begin(engine, data, settings);
    for space in spaces {
        let space: Arc<dyn SubSpace> = Arc::new(space);
        // Where nothing is asked, or is empty at once, no engine looks at the run.
        let complexity = ask_space(&*space, SubSpace::complexity)?;
        if let Some(reason) = run.stopped() {
            return Ok(NextCertain::Stopped(complexity, reason));
        }
        ask_space(&*space, SubSpace::domain)?;
        let found = measure.certainly(space, run)?;
        if *found.concepts.lower() > BigUint::ZERO {
            return Ok(NextCertain::Found(complexity, found.concepts));
        }
        if !found.concepts.is_zero() {
            let reason = run.stopped().or(found.stopped).unwrap_or(StopReason::EngineLimit);
            return Ok(NextCertain::Stopped(complexity, reason));
        }
    }
    Ok(NextCertain::Nothing)
}

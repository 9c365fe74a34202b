//! `learn --errors auto`: the least errors at which something fits.

use std::sync::Arc;

use vesc_col::report::Warning;
use vesc_col::search::{ErrorBudget, LeastErrors};
use vesc_col::{Dataset, Engine, Report, Run, Settings};

use crate::error::CliError;
use crate::language::Spaces;

/// The errors within which to search.
pub(super) struct Least(LeastErrors);

/// Finds the least number of errors, and of these the fewest false negatives.
pub(super) fn least_errors(
    engine: &dyn Engine,
    data: &Arc<Dataset>,
    spaces: impl Fn() -> Result<Spaces, CliError>,
    settings: &Settings,
    run: &Run,
) -> Result<Least, CliError> {
    // The options were suitable for the first list, so they are for all others.
    drop(spaces()?);
    let listed = || spaces().unwrap_or_else(|_| Box::new(std::iter::empty()));
    Ok(Least(vesc_col::search::least_errors(engine, data, listed, settings, run)?))
}

impl Least {
    /// The search within these errors.
    pub(super) fn search(
        self,
        engine: &dyn Engine,
        data: &Arc<Dataset>,
        spaces: Spaces,
        settings: &Settings,
        run: &Run,
    ) -> Result<Report, CliError> {
        let search = |budget: ErrorBudget| {
            let settings = settings.clone().with_errors(budget);
            vesc_col::search(engine, data, spaces, &settings, run)
        };
        Ok(match self.0 {
            LeastErrors::Found { false_positives, false_negatives } => {
                search(ErrorBudget::new(false_positives, false_negatives).with_least())?
            }
            LeastErrors::Stopped { at_least } => {
                let note = format!("stopped before the least number of errors was known: it is at least {at_least}");
                search(ErrorBudget::default().with_total(at_least))?.with_warning(Warning::Note(note))
            }
            _ => search(ErrorBudget::new(data.negatives().rows() as u64, data.positives().rows() as u64))?,
        })
    }
}

//! `--errors auto`: the least errors at which something fits.

use std::sync::Arc;

use vesc_col::report::{DataSummary, OpenErrors};
use vesc_col::search::{EmptySpaces, ErrorBudget, LeastErrors, least_errors_beyond};
use vesc_col::{Dataset, Engine, Run, Settings, SubSpace};

use crate::args::LeastErrorsArgs;
use crate::error::CliError;

/// The settings with the least number of errors at which something in these sub-spaces fits, and of these the fewest false
/// negatives. Beside them what is known of it if the run was stopped before. The settings as they are if nobody asked for it.
pub(super) fn with_least_errors<S: SubSpace, I: IntoIterator<Item = S>>(
    args: &LeastErrorsArgs,
    rows: (&dyn Engine, &Arc<Dataset>),
    spaces: impl Fn() -> I,
    settings: Settings,
    run: &Run,
) -> Result<(Settings, Option<OpenErrors>), CliError> {
    with_least_errors_beyond(args, rows, spaces, settings, (&mut EmptySpaces::default(), run))
}

/// The same, which notes for the search that follows in which sub-spaces nothing fits.
pub(super) fn with_least_errors_beyond<S: SubSpace, I: IntoIterator<Item = S>>(
    args: &LeastErrorsArgs,
    (engine, data): (&dyn Engine, &Arc<Dataset>),
    spaces: impl Fn() -> I,
    settings: Settings,
    (empty, run): (&mut EmptySpaces, &Run),
) -> Result<(Settings, Option<OpenErrors>), CliError> {
    // One class is not searched at all.
    if !args.is_auto() || DataSummary::of(data).is_one_class() && !settings.one_class() {
        return Ok((settings, None));
    }
    // The rest of the time is for the answer.
    Ok(match least_errors_beyond(engine, data, spaces, &settings, empty, &run.share(2))? {
        LeastErrors::Found { false_positives, false_negatives } => {
            (settings.with_errors(ErrorBudget::new(false_positives, false_negatives).with_least()), None)
        }
        LeastErrors::Stopped { at_least, reason } => {
            let open = OpenErrors { at_least, stopped: reason };
            (settings.with_errors(ErrorBudget::default().with_total(at_least)), Some(open))
        }
        _ => {
            let [positives, negatives] = data.weights();
            (settings.with_errors(ErrorBudget::new(negatives, positives)), None)
        }
    })
}

//! The engines of commands that do not leave the choice to the user.

use std::time::Duration;

use vesc_col::Portfolio;

use crate::args::EngineChoice;
use crate::error::CliError;

/// How long an engine works alone on one of many short questions: the first one mostly answers within this time.
const HEAD_START: Duration = Duration::from_millis(200);

/// All engines that this build has, for many short questions.
pub(super) fn for_many_questions() -> Portfolio {
    Portfolio::default().with_head_start(HEAD_START)
}

/// The engine that hands out whole version spaces.
pub(super) fn of_live_version_spaces() -> Result<EngineChoice, CliError> {
    EngineChoice::parse("bdd").map_err(CliError::Usage)
}

//! Ctrl-C, and the polite signals of a job scheduler.

use std::sync::atomic::{AtomicBool, Ordering};

use vesc_col::run::CancelToken;

use crate::error::CliError;
use crate::status;

/// Installs the handler of interrupts. The first interrupt cancels the run, so that what is known is reported. The second one
/// ends the process at once. On Unix, SIGTERM and SIGHUP count as interrupts too.
pub(crate) fn catch_interrupts(token: CancelToken) -> Result<(), CliError> {
    let was_interrupted = AtomicBool::new(false);
    let handler = move || {
        if was_interrupted.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(status::INTERRUPTED));
        }
        token.cancel();
    };
    ctrlc::set_handler(handler).map_err(|error| {
        let source = match error {
            ctrlc::Error::System(source) => source,
            other => std::io::Error::other(other),
        };
        CliError::System { what: "listen to interrupts", source }
    })
}

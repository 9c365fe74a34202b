//! Ctrl-C, and the polite signals of a job scheduler.
//!
//! One request to stop may arrive as several signals: `timeout` signals its child and then the child's group, and a terminal
//! that is closed signals twice. So however many signals come, they are one request, which ends in a report. Only a person
//! who presses Ctrl-C again, after having waited for the report, means something else.

use std::time::{Duration, Instant};

use vesc_col::run::CancelToken;

use crate::error::CliError;
use crate::status;

/// The time after the first Ctrl-C from which another one ends the process at once. Signals of one request come within some
/// milliseconds.
const SECOND_INTERRUPT_AFTER: Duration = Duration::from_secs(1);

/// Installs the handler of interrupts. Ctrl-C, and on Unix SIGTERM and SIGHUP, cancel the run, so that what is known is
/// reported. A Ctrl-C that comes a second or more after the first one ends the process at once.
///
/// SIGHUP and Ctrl-C stay ignored where the parent process ignores them, as `nohup` does.
///
/// They are caught until what is returned is dropped, or on other systems than Unix for good.
pub(crate) fn catch_interrupts(token: CancelToken) -> Result<Caught, CliError> {
    let mut ctrl_c = CtrlC::default();
    listen(move |request| {
        if request == Request::CtrlC && ctrl_c.is_impatient(Instant::now()) {
            std::process::exit(i32::from(status::INTERRUPTED));
        }
        token.cancel();
    })
    .map_err(|source| CliError::System { what: "listen to interrupts", source })
}

/// Signals that are caught, until this is dropped.
#[cfg(unix)]
pub(crate) struct Caught(signal_hook::iterator::Handle);

#[cfg(not(unix))]
pub(crate) struct Caught();

#[cfg(unix)]
impl Drop for Caught {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// What a signal means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Request {
    /// A person at the terminal wants to stop.
    CtrlC,
    /// Another process wants this one to stop.
    Stop,
}

/// When Ctrl-C came first.
#[derive(Debug, Default)]
struct CtrlC {
    first: Option<Instant>,
}

impl CtrlC {
    /// Whether a Ctrl-C at this moment is a second one, after the patience has ended.
    fn is_impatient(&mut self, now: Instant) -> bool {
        now.duration_since(*self.first.get_or_insert(now)) >= SECOND_INTERRUPT_AFTER
    }
}

#[cfg(unix)]
fn listen(mut answer: impl FnMut(Request) + Send + 'static) -> std::io::Result<Caught> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let heeded = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| signal == SIGTERM || !is_ignored(signal));
    let mut signals = Signals::new(heeded)?;
    let caught = Caught(signals.handle());
    let wait = move || {
        for signal in signals.forever() {
            answer(if signal == SIGINT { Request::CtrlC } else { Request::Stop });
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(wait).map(|_| caught)
}

#[cfg(not(unix))]
fn listen(mut answer: impl FnMut(Request) + Send + 'static) -> std::io::Result<Caught> {
    ctrlc::set_handler(move || answer(Request::CtrlC)).map(|()| Caught()).map_err(|error| match error {
        ctrlc::Error::System(source) => source,
        other => std::io::Error::other(other),
    })
}

/// Whether the process was started with this signal ignored; known on Linux only.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    std::fs::read_to_string("/proc/self/status").is_ok_and(|status| is_in_mask(&status, "SigIgn:", signal))
}

/// Whether a signal is in the mask behind a name in the format of `/proc/self/status`: `SigIgn: 0000000000001001`, bit 0
/// for signal 1.
#[cfg(unix)]
fn is_in_mask(status: &str, name: &str, signal: i32) -> bool {
    let mask = status.lines().find_map(|line| line.strip_prefix(name));
    let mask = mask.and_then(|digits| u64::from_str_radix(digits.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals_of_one_request_are_not_impatient() {
        let (start, mut ctrl_c) = (Instant::now(), CtrlC::default());
        let pressed = [0, 3, 999, 1000, 5000].map(|wait| ctrl_c.is_impatient(start + Duration::from_millis(wait)));
        assert_eq!(pressed, [false, false, false, true, true]);
    }

    #[test]
    #[cfg(unix)]
    fn masks_are_read() {
        let status = "SigBlk:\t0000000000000000\nSigIgn:\t0000000000001001\n";
        assert_eq!([1, 2, 13].map(|signal| is_in_mask(status, "SigIgn:", signal)), [true, false, true]);
        assert!(!is_in_mask("Name:\tvesc-col\n", "SigIgn:", 1));
    }
}

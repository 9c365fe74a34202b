//! Signals that are ignored here, and so by each program that a test starts.
//!
//! `nohup` ignores SIGHUP. A shell without job control ignores SIGINT and SIGQUIT in its background jobs. The program heeds
//! SIGTERM in any case.

/// A signal by its name and its number.
#[derive(Clone, Copy)]
pub(crate) struct Signal {
    name: &'static str,
    number: u32,
}

pub(crate) const HANG_UP: Signal = Signal { name: "SIGHUP", number: 1 };
pub(crate) const INTERRUPT: Signal = Signal { name: "SIGINT", number: 2 };

/// Whether a test of this signal is skipped, since the signal is ignored here; says so. Known on Linux only.
pub(crate) fn is_skipped(signal: Signal) -> bool {
    let Signal { name, number } = signal;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // Signal 1 is the lowest bit.
    let is_ignored = ignored.is_some_and(|mask| mask >> (number - 1) & 1 == 1);
    if is_ignored {
        eprintln!("skipped: {name} is ignored here, as under `nohup` or in a background job of a shell");
    }
    is_ignored
}

//! Panics of engines, in words.
//!
//! A portfolio outlives an engine that panics: another one answers. Rust would print a raw message and a backtrace all
//! the same. So panics on the threads of engines are kept here, and printed as warnings after the report.

use std::any::Any;
use std::io::Write;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Descriptions of the panics so far, no two of them equal.
static KEPT: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// The names of a portfolio's threads begin with this, and the engine's name follows.
const ENGINE_THREAD: &str = "vesc-col ";

/// Runs a command. After its success, prints a warning for each engine that panicked.
///
/// An error is left alone, as it says in one line what went wrong. A panic that nothing caught goes on, after all that is
/// known about it is printed.
pub(crate) fn in_words<T, E>(command: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    let others = panic::take_hook();
    panic::set_hook(Box::new(move |info| if is_engine_thread() { keep(info) } else { others(info) }));
    match panic::catch_unwind(AssertUnwindSafe(command)) {
        Ok(Ok(value)) => {
            print(|panic| format!("warning: {panic}; the report is from the other engines"));
            Ok(value)
        }
        Ok(Err(error)) => Err(error),
        Err(payload) => {
            print(|panic| format!("error: {panic}"));
            panic::resume_unwind(payload)
        }
    }
}

/// Whether this thread is one of a portfolio, or one without a name, as engines start them.
fn is_engine_thread() -> bool {
    thread::current().name().is_none_or(|name| name.starts_with(ENGINE_THREAD))
}

fn keep(info: &PanicHookInfo<'_>) {
    let thread = thread::current();
    let engine = match thread.name().and_then(|name| name.strip_prefix(ENGINE_THREAD)) {
        Some(name) => format!("the engine `{name}`"),
        None => "an engine".to_owned(),
    };
    let place = info.location().map(|place| format!(" at {place}")).unwrap_or_default();
    let panic = format!("{engine} failed (it panicked{place}: {})", message(info.payload()));
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if !kept.contains(&panic) {
        kept.push(panic);
    }
}

fn message(payload: &dyn Any) -> &str {
    payload
        .downcast_ref::<String>()
        .map(String::as_str)
        .or(payload.downcast_ref::<&str>().copied())
        .unwrap_or("unknown")
}

/// Prints a line for each panic, and forgets it.
fn print(line: impl Fn(&str) -> String) {
    let kept = std::mem::take(&mut *KEPT.lock().unwrap_or_else(PoisonError::into_inner));
    for panic in kept {
        // A closed standard error leaves the exit status to speak.
        let _ = writeln!(std::io::stderr(), "{}", line(&panic));
    }
}

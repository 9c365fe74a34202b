//! The time that one of several questions may take.

use std::time::Instant;

use vesc_col_core::Run;

/// The run for the next one of so many questions that are left: it may take an equal part of the time until the deadline. Without a
/// deadline it is the run itself.
pub(super) fn share(run: &Run, questions: u32) -> Run {
    let now = Instant::now();
    match run.deadline() {
        Some(deadline) => run.clone().with_deadline(now + deadline.saturating_duration_since(now) / questions.max(1)),
        None => run.clone(),
    }
}

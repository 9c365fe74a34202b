//! Which parts a worker takes, if nobody told it.

use std::collections::VecDeque;
use std::process;

use super::folder::{Folder, answer_name, heartbeat_name};
use super::progress::{SILENCE, silence};
use super::record::Plan;
use crate::error::CliError;

/// Parts that a worker takes one by one.
///
/// A part belongs to whoever makes its heartbeat. Should two workers take over a dead one's part at once, both answer it; it
/// counts once.
#[derive(Debug)]
pub(super) struct Claims<'f> {
    folder: &'f Folder,
    plan: &'f Plan,
    /// Those that were open when they were last looked at, in the order in which they are taken.
    open: VecDeque<usize>,
    /// Those that another worker had.
    taken: VecDeque<usize>,
}

impl<'f> Claims<'f> {
    pub(super) fn new(folder: &'f Folder, plan: &'f Plan) -> Claims<'f> {
        let open = plan.parts().iter().map(|part| part.number).collect();
        Claims { folder, plan, open, taken: VecDeque::new() }
    }

    /// The next part that nobody has answered or works on. Without any, one whose worker has fallen silent.
    pub(super) fn next(&mut self) -> Result<Option<usize>, CliError> {
        while let Some(number) = self.open.pop_front() {
            if self.is_answered(number) {
                continue;
            }
            let heartbeat = heartbeat_name(self.plan, number);
            if !self.folder.write_new(&heartbeat, &heartbeat_text(number))? {
                self.taken.push_back(number);
            } else if !self.is_answered(number) {
                return Ok(Some(number));
            } else {
                // Its worker has ended in between.
                self.folder.remove(&heartbeat);
            }
        }
        while let Some(number) = self.taken.pop_front() {
            let is_silent =
                || silence(self.folder, &heartbeat_name(self.plan, number)).is_none_or(|time| time >= SILENCE);
            if !self.is_answered(number) && is_silent() {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// Whether there is an answer, or smaller parts in its place.
    fn is_answered(&self, number: usize) -> bool {
        self.folder.answer(self.plan, &self.folder.file(&answer_name(self.plan, number))).is_some()
    }
}

/// What a heartbeat says.
pub(super) fn heartbeat_text(number: usize) -> String {
    format!("{{\"part\": {number}, \"process\": {}}}\n", process::id())
}

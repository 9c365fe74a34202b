//! Which parts a worker takes, if nobody told it.

use std::collections::VecDeque;
use std::process;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use super::folder::{Folder, answer_name, heartbeat_name};
use super::progress::{SILENCE, silence, written_at};
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
    /// Those that another worker had, and when its heartbeat was written last.
    taken: VecDeque<(usize, Option<SystemTime>)>,
}

/// How long is waited between two looks at other workers' heartbeats.
const PAUSE: Duration = Duration::from_millis(200);

impl<'f> Claims<'f> {
    pub(super) fn new(folder: &'f Folder, plan: &'f Plan) -> Claims<'f> {
        let open = plan.parts().iter().map(|part| part.number).collect();
        Claims { folder, plan, open, taken: VecDeque::new() }
    }

    /// The next part that nobody has answered or works on. Without any, one whose worker has fallen silent. A worker that has
    /// ended leaves no part to a dead one: it waits until each heartbeat is renewed, or old.
    pub(super) fn next(&mut self) -> Result<Option<usize>, CliError> {
        while let Some(number) = self.open.pop_front() {
            if self.is_answered(number) {
                continue;
            }
            let heartbeat = heartbeat_name(self.plan, number);
            if !self.folder.write_new(&heartbeat, &heartbeat_text(number))? {
                self.taken.push_back((number, written_at(self.folder, &heartbeat)));
            } else if !self.is_answered(number) {
                return Ok(Some(number));
            } else {
                // Its worker has ended in between.
                self.folder.remove(&heartbeat);
            }
        }
        let begun = Instant::now();
        while let Some((number, seen)) = self.taken.pop_front() {
            let heartbeat = heartbeat_name(self.plan, number);
            if self.is_answered(number) {
                continue;
            }
            // Clocks of machines differ: what counts, too, is how long nothing was written.
            let is_silent = silence(self.folder, &heartbeat).is_none_or(|time| time >= SILENCE);
            if is_silent || begun.elapsed() >= SILENCE {
                return Ok(Some(number));
            }
            if written_at(self.folder, &heartbeat) == seen {
                self.taken.push_back((number, seen));
                thread::sleep(PAUSE);
            }
        }
        Ok(None)
    }

    /// Whether there is an answer, or smaller parts in its place. A part that was not finished and cannot be cut is open: this worker
    /// may have more time or memory.
    fn is_answered(&self, number: usize) -> bool {
        let answer = self.folder.answer(self.plan, &self.folder.file(&answer_name(self.plan, number)));
        answer.is_some_and(|answer| answer.part == number && (answer.finished || !answer.smaller.is_empty()))
    }
}

/// What a heartbeat says.
pub(super) fn heartbeat_text(number: usize) -> String {
    format!("{{\"part\": {number}, \"process\": {}}}\n", process::id())
}

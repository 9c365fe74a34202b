//! How far each part of a job is.

use std::collections::BTreeMap;
use std::fs;
use std::time::{Duration, SystemTime};

use super::folder::{Folder, heartbeat_name};
use super::record::{AnswerRecord, Plan};

/// A worker that was silent for so long is taken for dead.
pub(super) const SILENCE: Duration = Duration::from_secs(60);

/// The numbers of the parts that count, by their state.
#[derive(Debug, Default)]
pub(super) struct PartsByState {
    pub(super) done: Vec<usize>,
    /// A worker wrote a heartbeat not long ago.
    pub(super) running: Vec<usize>,
    /// A worker has stopped writing its heartbeat.
    pub(super) failed: Vec<usize>,
    /// Handed back as smaller parts.
    pub(super) back: Vec<usize>,
    /// Not finished, and not to be cut.
    pub(super) stuck: Vec<usize>,
    /// Nobody has begun.
    pub(super) open: Vec<usize>,
}

impl PartsByState {
    pub(super) fn of(folder: &Folder, plan: &Plan, answers: &BTreeMap<usize, AnswerRecord>) -> PartsByState {
        let mut progress = PartsByState::default();
        for part in plan.parts() {
            let list = match answers.get(&part.number) {
                Some(answer) if answer.finished => &mut progress.done,
                Some(answer) if answer.smaller.is_empty() => &mut progress.stuck,
                Some(_) => &mut progress.back,
                None => match silence(folder, &heartbeat_name(plan, part.number)) {
                    Some(silence) if silence < SILENCE => &mut progress.running,
                    Some(_) => &mut progress.failed,
                    None => &mut progress.open,
                },
            };
            list.push(part.number);
        }
        progress
    }

    /// The parts that nobody has answered or works on, ascending.
    pub(super) fn missing(&self) -> Vec<usize> {
        let mut missing: Vec<usize> = self.failed.iter().chain(&self.open).copied().collect();
        missing.sort_unstable();
        missing
    }
}

/// How long ago the file was written, if it is there. A clock that was set back counts as now.
pub(super) fn silence(folder: &Folder, name: &str) -> Option<Duration> {
    Some(written_at(folder, name)?.elapsed().unwrap_or_default())
}

/// When the file was written, if it is there.
pub(super) fn written_at(folder: &Folder, name: &str) -> Option<SystemTime> {
    fs::metadata(folder.file(name)).and_then(|known| known.modified()).ok()
}

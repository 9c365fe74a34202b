//! `merge`: the report of the whole question.

use super::divided::{Job, Mode};
use super::folder::Folder;
use super::progress::PartsByState;
use super::question::{arguments, asked, divided};
use crate::args::{MergeArgs, ranges};
use crate::error::CliError;
use crate::text::{OneLine, shell_path};

/// Puts the answers of the parts together, and prints the report of `learn` or `count`.
pub(crate) fn merge(args: &MergeArgs) -> Result<u8, CliError> {
    let folder = Folder(args.job.clone());
    let plan = folder.plan()?;
    let (answers, strange) = folder.answers(&plan);
    let planned = arguments(&plan)?;
    let mode = Mode::Merge { local: planned.local };
    let mut question = asked(planned);
    question.read_copies(&folder, &plan);
    let progress = PartsByState::of(&folder, &plan, &answers);
    question.limits().timeout = None;
    let engine = divided(&question, Job::new(plan, answers), mode);
    let status = question.ask(&engine, args.output.clone())?;
    if let Some(reason) = &engine.job().refused {
        return Err(folder.refuse(&folder.0, reason.clone()));
    }
    for name in strange {
        eprintln!("{}: is no whole answer of this plan, and was left out", OneLine::path(&folder.file(&name)));
    }
    if engine.job().is_open {
        let place = shell_path(&OneLine::path(&folder.0));
        advice(&progress, &place).iter().for_each(|line| eprintln!("{line}"));
    }
    Ok(status)
}

/// That parts were stopped before they were finished, and what to do.
pub(super) fn handed_back(parts: &[usize], place: &str) -> String {
    let (these, were) = if parts.len() == 1 { ("part", "was") } else { ("parts", "were") };
    format!("{these} {} {were} handed back: `vesc-col plan --continue {place}` has smaller ones", ranges(parts))
}

/// What leads to a whole answer, a line for each state in which parts are.
fn advice(progress: &PartsByState, place: &str) -> Vec<String> {
    let missing = progress.missing();
    let PartsByState { running, back, stuck, .. } = progress;
    let mut lines = Vec::new();
    if !missing.is_empty() {
        lines.push(format!("parts are missing: `vesc-col work {place} --part {}`", ranges(&missing)));
    }
    if !running.is_empty() {
        lines.push(format!(
            "workers answer {} {}: `vesc-col status {place}` says how far they are",
            if running.len() == 1 { "part" } else { "parts" },
            ranges(running)
        ));
    }
    if !back.is_empty() {
        lines.push(handed_back(back, place));
    }
    if !stuck.is_empty() {
        let (parts, (these, need)) =
            (ranges(stuck), if stuck.len() == 1 { ("part", "needs") } else { ("parts", "need") });
        lines.push(format!(
            "{these} {parts} {need} more time or memory: `vesc-col work {place} --part {parts}` with a larger --timeout or --memory"
        ));
    }
    if lines.is_empty() {
        lines.push(format!("all parts are answered, and more is to be planned: `vesc-col plan --continue {place}`"));
    }
    lines
}

//! `work`: answers some parts.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use vesc_col::run::StopReason;

use super::claim::{Claims, heartbeat_text};
use super::divided::{Job, Mode};
use super::folder::{Folder, answer_name, heartbeat_name};
use super::merging::handed_back;
use super::question::{arguments, asked, divided};
use super::record::{AnswerRecord, Plan};
use crate::args::WorkArgs;
use crate::error::CliError;
use crate::status::UNDECIDED;
use crate::text::{OneLine, shell_path};

/// How often a worker says that it is alive.
const BEAT: Duration = Duration::from_secs(10);

/// Answers some parts.
pub(crate) fn work(args: &WorkArgs) -> Result<u8, CliError> {
    let folder = Folder(args.job.clone());
    let plan = folder.plan()?;
    folder.tidy();
    let (back, unbegun) = match &args.parts {
        Some(parts) => answer_given(&folder, &plan, args, &parts.0)?,
        None => answer_any(&folder, &plan, args)?,
    };
    if !args.limits.quiet && !back.is_empty() {
        let place = shell_path(&OneLine::path(&folder.0));
        eprintln!("{}", handed_back(&back, &place));
    }
    if let Some(number) = unbegun.filter(|_| !args.limits.quiet) {
        eprintln!("part {number} was not begun: the run was ended");
    }
    Ok(if back.is_empty() && unbegun.is_none() { 0 } else { UNDECIDED })
}

/// The parts that were handed back, and the one before which the worker was told to end.
type Unfinished = (Vec<usize>, Option<usize>);

/// Answers the parts with these numbers, unless they are answered; which ones are not finished.
fn answer_given(folder: &Folder, plan: &Plan, args: &WorkArgs, numbers: &[usize]) -> Result<Unfinished, CliError> {
    let known: Vec<usize> =
        plan.questions.iter().flat_map(|question| &question.parts).map(|part| part.number).collect();
    if let Some(number) = numbers.iter().find(|number| !known.contains(number)) {
        let what = match known.iter().max() {
            Some(last) => format!("there is no part {number}, the last one is {last}"),
            None => format!("there is no part {number}: plan has answered all, and merge prints it"),
        };
        return Err(folder.refuse(&folder.0, what));
    }
    let (answers, _) = folder.answers(plan);
    let is_finished = |number: &usize| answers.get(number).is_some_and(|answer| answer.finished);
    let mut open = numbers.iter().copied().filter(|number| !is_finished(number));
    answer_each((folder, plan, args), || Ok(open.next()))
}

/// Answers parts until others have answered the rest, or work on it; which ones are not finished.
fn answer_any(folder: &Folder, plan: &Plan, args: &WorkArgs) -> Result<Unfinished, CliError> {
    let mut claims = Claims::new(folder, plan);
    answer_each((folder, plan, args), || claims.next())
}

/// Answers one part after the other, until the worker is told to end; which ones are not finished.
fn answer_each(
    (folder, plan, args): (&Folder, &Plan, &WorkArgs),
    mut next: impl FnMut() -> Result<Option<usize>, CliError>,
) -> Result<Unfinished, CliError> {
    let mut back = Vec::new();
    while let Some(number) = next()? {
        let Some(answer) = answer_part(folder, plan, args, number)? else { return Ok((back, Some(number))) };
        if !answer.finished {
            back.push(number);
        }
        if answer.stopped == Some(StopReason::Cancelled) {
            break;
        }
    }
    Ok((back, None))
}

/// Answers one part; `None` if the worker was told to end before.
fn answer_part(folder: &Folder, plan: &Plan, args: &WorkArgs, number: usize) -> Result<Option<AnswerRecord>, CliError> {
    let mut question = asked(arguments(plan)?);
    question.read_copies(folder, plan);
    let limits = question.limits();
    // The time is that of the part: however long the data take to be read, the part is answered or handed back.
    let patience = args.limits.timeout.or(limits.timeout.take());
    limits.memory = args.limits.memory.or(limits.memory);
    limits.threads = args.limits.threads.or(limits.threads);
    let engine =
        divided(&question, Job::new(plan.clone(), std::collections::BTreeMap::new()), Mode::Work { number, patience });
    beating(folder, plan, number, || {
        question.ask_silently(&engine)?;
        let found = engine.job().found.take();
        let Some(answer) = found else {
            if !engine.job().was_asked(number) {
                return Ok(None);
            }
            let what = format!("part {number} cannot be answered: the language cannot be divided");
            return Err(folder.refuse(&folder.0, what));
        };
        folder.write(&answer_name(plan, number), &(serde_json::to_string(&answer)? + "\n"))?;
        Ok(Some(answer))
    })
}

/// Does something while a small file says that a part is being worked on.
fn beating<T>(folder: &Folder, plan: &Plan, number: usize, work: impl FnOnce() -> T) -> T {
    let name = heartbeat_name(plan, number);
    let text = heartbeat_text(number);
    thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        let name = &name;
        scope.spawn(move || {
            loop {
                // Without it `status` and other workers take the part for open, which does no harm.
                let _ = folder.write(name, &text);
                if is_done.recv_timeout(BEAT) != Err(RecvTimeoutError::Timeout) {
                    break;
                }
            }
            folder.remove(name);
        });
        let result = work();
        drop(done);
        result
    })
}

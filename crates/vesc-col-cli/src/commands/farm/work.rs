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
use crate::text::{OneLine, shell_word};

/// How often a worker says that it is alive.
const BEAT: Duration = Duration::from_secs(10);

/// Answers some parts.
pub(crate) fn work(args: &WorkArgs) -> Result<u8, CliError> {
    let folder = Folder(args.job.clone());
    let plan = folder.plan()?;
    folder.tidy();
    let back = match &args.parts {
        Some(parts) => answer_given(&folder, &plan, args, &parts.0)?,
        None => answer_any(&folder, &plan, args)?,
    };
    if back.is_empty() {
        return Ok(0);
    }
    if !args.limits.quiet {
        let place = shell_word(&OneLine::path(&folder.0));
        eprintln!("{}", handed_back(&back, &place));
    }
    Ok(UNDECIDED)
}

/// Answers the parts with these numbers, unless they are answered; which ones are handed back.
fn answer_given(folder: &Folder, plan: &Plan, args: &WorkArgs, numbers: &[usize]) -> Result<Vec<usize>, CliError> {
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

/// Answers parts until others have answered the rest, or work on it; which ones are handed back.
fn answer_any(folder: &Folder, plan: &Plan, args: &WorkArgs) -> Result<Vec<usize>, CliError> {
    let mut claims = Claims::new(folder, plan);
    answer_each((folder, plan, args), || claims.next())
}

/// Answers one part after the other, until the worker is told to end; which ones are handed back.
fn answer_each(
    (folder, plan, args): (&Folder, &Plan, &WorkArgs),
    mut next: impl FnMut() -> Result<Option<usize>, CliError>,
) -> Result<Vec<usize>, CliError> {
    let mut back = Vec::new();
    while let Some(number) = next()? {
        let answer = answer_part(folder, plan, args, number)?;
        if !answer.finished {
            back.push(number);
        }
        if answer.stopped == Some(StopReason::Cancelled) {
            break;
        }
    }
    Ok(back)
}

/// Answers one part.
fn answer_part(folder: &Folder, plan: &Plan, args: &WorkArgs, number: usize) -> Result<AnswerRecord, CliError> {
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
            let what =
                format!("part {number} cannot be answered: the run was ended, or the language cannot be divided");
            return Err(folder.refuse(&folder.0, what));
        };
        folder.write(&answer_name(plan, number), &(serde_json::to_string(&answer)? + "\n"))?;
        Ok(answer)
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

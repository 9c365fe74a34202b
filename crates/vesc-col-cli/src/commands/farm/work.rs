//! `work`: answers some parts.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use std::{fs, process, thread};

use super::divided::{Job, Mode};
use super::folder::{Folder, answer_name, heartbeat_name};
use super::merging::handed_back;
use super::question::{arguments, asked, divided};
use super::record::Plan;
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
    let known: Vec<usize> =
        plan.questions.iter().flat_map(|question| &question.parts).map(|part| part.number).collect();
    if let Some(number) = args.parts.0.iter().find(|number| !known.contains(number)) {
        let what = match known.iter().max() {
            Some(last) => format!("there is no part {number}, the last one is {last}"),
            None => format!("there is no part {number}: plan has answered all, and merge prints it"),
        };
        return Err(folder.refuse(&folder.0, what));
    }
    folder.tidy();
    let (answers, _) = folder.answers(&plan);
    let (mut status, mut back) = (0, Vec::new());
    for &number in &args.parts.0 {
        if answers.get(&number).is_some_and(|answer| answer.finished) {
            continue;
        }
        if !answer_part(&folder, &plan, args, number)? {
            status = UNDECIDED;
            back.push(number);
        }
    }
    if !back.is_empty() && !args.limits.quiet {
        let place = shell_word(&OneLine::path(&folder.0));
        eprintln!("{}", handed_back(&back, &place));
    }
    Ok(status)
}

/// Answers one part; whether it is finished.
fn answer_part(folder: &Folder, plan: &Plan, args: &WorkArgs, number: usize) -> Result<bool, CliError> {
    let mut question = asked(arguments(plan)?);
    question.read_copies(folder, plan);
    let limits = question.limits();
    // The time is that of the part: however long the data take to be read, the part is answered or handed back.
    let patience = args.limits.timeout.or(limits.timeout.take());
    limits.memory = args.limits.memory.or(limits.memory);
    limits.threads = args.limits.threads.or(limits.threads);
    let engine =
        divided(&question, Job::new(plan.clone(), std::collections::BTreeMap::new()), Mode::Work { number, patience });
    let asked = beating(folder, plan, number, || question.ask_silently(&engine));
    asked?;
    let found = engine.job().found.take();
    let Some(answer) = found else {
        let what = format!("part {number} cannot be answered: the run was ended, or the language cannot be divided");
        return Err(folder.refuse(&folder.0, what));
    };
    folder.write(&answer_name(plan, number), &(serde_json::to_string(&answer)? + "\n"))?;
    Ok(answer.finished)
}

/// Does something while a small file says that a part is being worked on.
fn beating<T>(folder: &Folder, plan: &Plan, number: usize, work: impl FnOnce() -> T) -> T {
    let name = heartbeat_name(plan, number);
    let text = format!("{{\"part\": {number}, \"process\": {}}}\n", process::id());
    thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        let name = &name;
        scope.spawn(move || {
            loop {
                // Only `status` reads it.
                let _ = folder.write(name, &text);
                if is_done.recv_timeout(BEAT) != Err(RecvTimeoutError::Timeout) {
                    break;
                }
            }
            let _ = fs::remove_file(folder.file(name));
        });
        let result = work();
        drop(done);
        result
    })
}

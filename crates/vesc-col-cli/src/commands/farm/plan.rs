//! `plan`: cuts what takes too long.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::Read;
use std::path::Path;
use std::{fs, io};

use super::divided::{Job, Mode};
use super::folder::{COLUMNS, Folder};
use super::question::{AskedCommand, arguments, asked, divided};
use super::record::{AnswerRecord, DataFile, Plan, PlannedPart, SCHEMA, sha256};
use super::submit;
use crate::args::{PlanArgs, ranges};
use crate::error::CliError;
use crate::output::Output;
use crate::text::{OneLine, shell_path};

/// Makes a job, or plans what is left of one. `line` is what was typed.
pub(crate) fn plan(args: PlanArgs, line: &[OsString]) -> Result<u8, CliError> {
    match args.go_on.clone() {
        Some(job) => {
            require_no_question(line)?;
            go_on(&Folder(job), &args)
        }
        None => begin(args, line),
    }
}

/// What may be typed beside `--continue`.
const BESIDE_CONTINUE: [&str; 5] = ["--continue", "--for", "--workers", "--quiet", "--color"];

/// Refuses options of another question beside `--continue`: the job has its own.
fn require_no_question(line: &[OsString]) -> Result<(), CliError> {
    let words = line.iter().filter_map(|word| word.to_str());
    let mut options = words.filter(|word| word.starts_with("--")).map(|word| word.split('=').next().unwrap_or(word));
    match options.find(|option| !BESIDE_CONTINUE.contains(option)) {
        None => Ok(()),
        Some(option) => Err(CliError::Usage(format!(
            "{option} says something of a question, and `plan --continue` goes on with that of the job; for another one make a new job"
        ))),
    }
}

fn begin(args: PlanArgs, line: &[OsString]) -> Result<u8, CliError> {
    let learn = &args.learn;
    for (option, given) in [
        ("--html", learn.html.is_some()),
        ("--details", learn.details),
        ("--certify", learn.certify.is_some()),
        ("--resume", learn.resume.is_some()),
    ] {
        if given {
            return Err(CliError::Usage(format!("{option} is for a search on one machine, not for a plan")));
        }
    }
    let texts = line.iter().skip(1).map(|text| text.to_str().map(ToOwned::to_owned));
    let Some(arguments) = texts.collect::<Option<Vec<String>>>() else {
        return Err(CliError::Usage("the arguments of `plan` must be UTF-8, so that they can be kept".to_owned()));
    };
    let folder = Folder(learn.output.output.clone().unwrap_or_default());
    let files = || std::iter::once(&learn.input.file).chain(&learn.input.more_files);
    let data = files().zip(0..).map(|(file, number)| Ok((copy_name(file, number), read(file)?)));
    let data: Vec<(String, Vec<u8>)> = data.collect::<Result<_, CliError>>()?;
    let has_stdin = files().any(|file| file == Path::new("-"));
    let schema = learn.input.schema.as_deref().map(read).transpose()?;
    let has_schema = schema.is_some();
    let copies: Vec<(String, Vec<u8>)> =
        data.into_iter().chain(schema.map(|schema| (COLUMNS.to_owned(), schema))).collect();
    folder.create()?;
    let made = fill(&folder, args, arguments, (&copies, has_schema, has_stdin));
    if made.is_err() {
        // Nothing was there before.
        copies.iter().for_each(|(name, _)| drop(fs::remove_file(folder.file(name))));
        let _ = fs::remove_dir(&folder.0);
    }
    made
}

/// Fills a new folder with the copies of the files, the schema last, and a plan.
fn fill(
    folder: &Folder,
    args: PlanArgs,
    arguments: Vec<String>,
    (copies, has_schema, has_stdin): (&[(String, Vec<u8>)], bool, bool),
) -> Result<u8, CliError> {
    for (name, bytes) in copies {
        fs::write(folder.file(name), bytes).map_err(|source| CliError::Write { file: folder.file(name), source })?;
    }
    let data = &copies[..copies.len() - usize::from(has_schema)];
    let data: Vec<DataFile> =
        data.iter().map(|(name, bytes)| DataFile { name: name.clone(), sha256: sha256(&[bytes]) }).collect();
    let digest = folder.digest(&arguments, &data, has_schema)?;
    let plan = Plan { schema: SCHEMA, digest, arguments, data, has_schema, questions: Vec::new() };
    let (mode, system, workers) = (mode(&args), args.system, args.workers);
    let mut question = asked(args);
    if has_stdin {
        question.read_copies(folder, &plan);
    }
    let plan = work_out(&mut question, Job::new(plan, BTreeMap::new()), mode)?;
    folder.write_plan(&plan)?;
    let left = left(&plan, &BTreeMap::new());
    if let Some(system) = system {
        submit::write(folder, &plan, &left, (system, workers))?;
    }
    say(folder, &plan, &left)
}

/// The name of a copy: its ending says how a table is written.
fn copy_name(file: &Path, number: usize) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let ending = name.split_once('.').map_or("csv", |(_, ending)| ending);
    format!("data-{number}.{ending}")
}

/// Puts smaller parts in the place of those that were handed back, and plans what is asked next.
fn go_on(folder: &Folder, given: &PlanArgs) -> Result<u8, CliError> {
    let mut plan = folder.plan()?;
    folder.tidy();
    let (answers, _) = folder.answers(&plan);
    let mut number = plan.next_number();
    for question in plan.questions.iter_mut().filter(|question| question.known.is_none()) {
        let mut smaller = Vec::new();
        for part in question.parts.iter_mut().filter(|part| !part.replaced) {
            let handed_back = answers.get(&part.number).filter(|answer| !answer.finished && !answer.smaller.is_empty());
            for choices in handed_back.into_iter().flat_map(|answer| &answer.smaller) {
                part.replaced = true;
                smaller.push(PlannedPart { number, choices: choices.clone(), replaced: false });
                number += 1;
            }
        }
        question.parts.extend(smaller);
    }
    let args = arguments(&plan)?;
    let (mode, system, workers) = (mode(&args), given.system.or(args.system), given.workers.or(args.workers));
    let mut question = asked(args);
    question.read_copies(folder, &plan);
    let plan = work_out(&mut question, Job::new(plan, answers.clone()), mode)?;
    folder.write_plan(&plan)?;
    let left = left(&plan, &answers);
    if let Some(system) = system {
        submit::write(folder, &plan, &left, (system, workers))?;
    }
    say(folder, &plan, &left)
}

fn mode(args: &PlanArgs) -> Mode {
    Mode::Plan { local: args.local, parts: args.parts, open: args.ahead.saturating_add(1) }
}

/// Asks, and returns the plan with what was cut.
fn work_out(question: &mut AskedCommand, job: Job, mode: Mode) -> Result<Plan, CliError> {
    question.limits().timeout = None;
    let engine = divided(question, job, mode);
    question.ask_silently(&engine)?;
    let mut job = engine.job();
    job.mark_needless();
    match &job.refused {
        Some(reason) => Err(CliError::Usage(format!("the answers of the parts cannot be right: {reason}"))),
        None => Ok(job.plan.clone()),
    }
}

/// The parts that are not finished.
fn left(plan: &Plan, answers: &BTreeMap<usize, AnswerRecord>) -> Vec<usize> {
    let numbers = plan.parts().into_iter().map(|part| part.number);
    numbers.filter(|number| answers.get(number).is_none_or(|answer| !answer.finished)).collect()
}

/// Says what to do next.
fn say(folder: &Folder, plan: &Plan, left: &[usize]) -> Result<u8, CliError> {
    let place = shell_path(&OneLine::path(&folder.0));
    let mut text = String::new();
    for question in plan.questions.iter().filter(|question| question.is_open()) {
        let parts = question.parts.iter().filter(|part| !part.replaced).count();
        text += &format!("{}: {parts} parts\n", question.about);
    }
    text += &match left.is_empty() {
        true => format!("nothing is left to work on: `vesc-col merge {place}`\n"),
        false => format!(
            "next: `vesc-col work {place} --part {}` on any machines, then `vesc-col merge {place}`\n",
            ranges(left)
        ),
    };
    Output::prepare(None)?.write(&text)?;
    Ok(0)
}

fn read(file: &Path) -> Result<Vec<u8>, CliError> {
    let mut bytes = Vec::new();
    let read = match file == Path::new("-") {
        true => io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes),
        false => fs::read(file),
    };
    read.map_err(|error| CliError::Job { file: file.to_owned(), reason: format!("cannot read: {error}") })
}

//! The question of a job, from the arguments in its plan.

use std::ffi::OsString;
use std::sync::{Arc, Mutex};

use clap::Parser;

use super::divided::{Divided, Job, Mode};
use super::folder::{COLUMNS, Folder};
use super::record::Plan;
use crate::args::{Cli, Command, CountArgs, EngineChoice, LearnArgs, LimitArgs, OutputArgs, PlanArgs};
use crate::commands::{count, learn};
use crate::error::CliError;

/// What is asked.
#[derive(Debug)]
pub(super) enum AskedCommand {
    Learn(Box<LearnArgs>),
    Count(Box<CountArgs>),
}

/// The arguments of `plan` that a plan has.
pub(super) fn arguments(plan: &Plan) -> Result<PlanArgs, CliError> {
    let line = [OsString::from("vesc-col")].into_iter().chain(plan.arguments.iter().map(OsString::from));
    match Cli::try_parse_from(line) {
        Ok(Cli { command: Command::Plan(args), .. }) => Ok(*args),
        Ok(_) => Err(CliError::Usage("the arguments in the plan are not those of `plan`".to_owned())),
        Err(error) => Err(CliError::from_clap(&error)),
    }
}

/// What `plan` was asked: `count` if one size is named, `learn` otherwise.
pub(super) fn asked(args: PlanArgs) -> AskedCommand {
    let PlanArgs { learn, size, .. } = args;
    let is_one_size = size.literals.or(size.terms).or(size.size).or(size.needed).is_some();
    if !is_one_size {
        return AskedCommand::Learn(Box::new(learn));
    }
    let LearnArgs { input, noise, least, language, listing, run, output, .. } = learn;
    AskedCommand::Count(Box::new(CountArgs { input, noise, least, language, size, listing, run, output }))
}

/// The engine that knows a job, for some purpose.
pub(super) fn divided(asked: &AskedCommand, job: Job, mode: Mode) -> Divided {
    let run = match asked {
        AskedCommand::Learn(args) => &args.run,
        AskedCommand::Count(args) => &args.run,
    };
    Divided { inner: run.engine.clone(), mode, job: Arc::new(Mutex::new(job)) }
}

impl AskedCommand {
    /// Reads the copies of the data in the folder.
    pub(super) fn read_copies(&mut self, folder: &Folder, plan: &Plan) {
        let input = match self {
            AskedCommand::Learn(args) => &mut args.input,
            AskedCommand::Count(args) => &mut args.input,
        };
        let mut files = plan.data.iter().map(|data| folder.file(&data.name));
        input.file = files.next().unwrap_or_default();
        input.more_files = files.collect();
        input.schema = plan.has_schema.then(|| folder.file(COLUMNS));
    }

    /// The limits of the run.
    pub(super) fn limits(&mut self) -> &mut LimitArgs {
        match self {
            AskedCommand::Learn(args) => &mut args.run.limits,
            AskedCommand::Count(args) => &mut args.run.limits,
        }
    }

    /// Asks, and prints nothing.
    pub(super) fn ask_silently(&mut self, engine: &Divided) -> Result<(), CliError> {
        let nowhere = OutputArgs::default();
        self.limits().quiet = true;
        let engine = EngineChoice::of(Arc::new(engine.clone()));
        match self {
            AskedCommand::Learn(args) => {
                (args.run.engine, args.output) = (engine, nowhere);
                learn::silently(args)
            }
            AskedCommand::Count(args) => {
                (args.run.engine, args.output) = (engine, nowhere);
                count::silently(args)
            }
        }
    }

    /// Asks, and prints the report. Returns the exit status.
    pub(super) fn ask(&mut self, engine: &Divided, output: OutputArgs) -> Result<u8, CliError> {
        let engine = EngineChoice::of(Arc::new(engine.clone()));
        match self {
            AskedCommand::Learn(args) => {
                (args.run.engine, args.output, args.is_merged) = (engine, output, true);
                learn::learn(args)
            }
            AskedCommand::Count(args) => {
                (args.run.engine, args.output) = (engine, output);
                count::count(args)
            }
        }
    }
}

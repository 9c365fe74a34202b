//! `inspect`: one version space, asked more.

mod answers;
mod report;

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use vesc_col::{DataSummary, Dnf, Query, StopReason};

use super::data_line;
use super::running::Running;
use crate::args::{Format, InspectArgs, NoiseArgs};
use crate::engine_choice::EngineChoice;
use crate::error::CliError;
use crate::input::{self, Loaded, Source};
use crate::output::Output;
use crate::status;
use answers::{Answers, LISTED, Wanted};
use report::Inspection;

/// Says what the formulas of one size have in common, how they vote, and shows some.
pub(crate) fn inspect(args: &InspectArgs) -> Result<u8, CliError> {
    let start = Instant::now();
    let destination = Output::prepare_beside(args.output.output.as_deref(), &args.input.file)?;
    let engine = EngineChoice::of_live_version_spaces()?;
    let Loaded { data, domain, encoding, label, .. } = input::load(&args.input, &NoiseArgs::default())?;
    let space = args.language.space(&args.size, data.features(), &domain)?;
    let formula = args.contains.as_deref().map(|text| Dnf::parse(text, data.features())).transpose()?;
    let load = |file: &Path| input::load_pool(file, &encoding, data.features(), &domain);
    let pool = args.votes.as_deref().map(load).transpose()?;
    let (rows, lines) = pool.map(|pool| (pool.rows, pool.lines)).unwrap_or_default();

    let mut running = Running::start(&args.limits, start)?;
    let query = Query::new(Arc::clone(&space)).with_exact(true).with_list_limit(LISTED).with_live(true);
    let found = engine.engine().open(Arc::clone(&data)).measure(&query, &running.run)?;
    let answers = match &found.live {
        Some(live) => {
            let wanted = Wanted { sample: args.sample, concepts: args.concepts, seed: args.seed, formula, rows: &rows };
            Answers::of(live, &*space, &wanted, &running.run)
        }
        None => Err(found.stopped.unwrap_or(StopReason::EngineLimit)),
    };
    running.end_progress();
    let stopped = answers.is_err();
    let inspection = Inspection { space: &*space, found: &found, answers, data: &data, lines, args };
    destination.write(&match args.output.format {
        Format::Text => {
            let source = Source::new(&args.input.file);
            format!("{}\n{inspection}", data_line(&source, &label, DataSummary::of(&data)))
        }
        Format::Json => inspection.json().to_string() + "\n",
    })?;
    Ok(if stopped { status::UNDECIDED } else { 0 })
}

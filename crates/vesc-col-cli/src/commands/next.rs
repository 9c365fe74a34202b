//! `next`: what to simulate.

mod input_row;
mod json;
mod report;

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use vesc_col::columns::exclusive;
use vesc_col::data::Domain;
use vesc_col::next::{Candidates, Inputs};
use vesc_col::report::Warning;
use vesc_col::{Dataset, DnfSpace, Portfolio, Run};

use super::engines;
use super::question::settings;
use crate::args::{Format, NextArgs};
use crate::error::CliError;
use crate::input::{self, Loaded, Source};
use crate::limits::Running;
use crate::output::Output;
use crate::report::DataLine;
use crate::status;
use report::{Advice, Ending};

/// Proposes inputs that tell the remaining candidates apart.
pub(crate) fn next(args: &NextArgs) -> Result<u8, CliError> {
    let start = Instant::now();
    let destination = Output::prepare_beside(args.output.output.as_deref(), &args.input.file)?;
    let mut running = Running::start(&args.limits, start)?;
    let Loaded { data, domain, columns, encoding, header, label, .. } =
        input::load(&args.input, &args.noise, &running.run)?;
    let load = |file: &Path| input::load_pool(file, &encoding, data.features(), &domain, &running.run);
    let mut pool = args.pool.as_deref().map(load).transpose()?;
    let table = args.inputs.as_deref().map(|file| Output::prepare_beside(Some(file), &args.input.file)).transpose()?;
    let suspected = exclusive(&data, &domain);
    let inputs = match (&mut pool, suspected.tighten(&domain, data.features().len())) {
        (Some(pool), _) => Inputs::Pool(std::mem::take(&mut pool.rows)),
        (None, Some(tighter)) => Inputs::Prefer(tighter),
        (None, None) => Inputs::Any,
    };
    let candidates = candidates(args, &data, &domain, &running.run)?;
    let plan = candidates.plan(&inputs, args.count, args.seed, &running.run);
    running.end_progress();

    let label_note = label.warning().map(Warning::Note);
    let warnings: Vec<Warning> = label_note.into_iter().chain(Warning::about(&data)).collect();
    let advice = Advice {
        data: &data,
        encoding: &encoding,
        header: &header,
        cap: args.up_to,
        candidates: &candidates,
        plan: &plan,
        pool: pool.as_ref(),
        columns: &columns,
        suspected: &suspected,
        warnings: &warnings,
    };
    if let Some(table) = table {
        table.write(&advice.inputs()?)?;
    }
    destination.write(&match args.output.format {
        Format::Text => {
            let source = Source::new(&args.input.file);
            format!(
                "{}{advice}",
                DataLine { source: &source, label: &label, data: vesc_col::report::DataSummary::of(&data) }
            )
        }
        Format::Json => serde_json::to_string(&advice)? + "\n",
    })?;
    Ok(match advice.ending() {
        Ending::Undecided => status::UNDECIDED,
        Ending::Proposed | Ending::Unique => 0,
        Ending::Empty | Ending::Indistinct => status::NOT_LEARNED,
    })
}

/// Measures what is still possible up to the cap.
fn candidates(args: &NextArgs, data: &Arc<Dataset>, domain: &Domain, run: &Run) -> Result<Candidates, CliError> {
    let (literals, terms) = args.up_to;
    let spaces = DnfSpace::up_to(data.features().len(), literals, terms).map(|space| space.within(domain));
    Ok(match args.noise.is_given() {
        // Diagrams know no errors.
        true => Candidates::measure_within(&Portfolio::default(), data, spaces, &settings(&args.noise), run)?,
        false => Candidates::measure(engines::of_live_version_spaces()?.engine(), data, spaces, run)?,
    })
}

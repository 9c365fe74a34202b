//! `next`: what to simulate.

mod input_row;
mod report;

use std::path::Path;
use std::time::Instant;

use vesc_col::DnfSpace;
use vesc_col::next::{Candidates, Inputs};

use super::engines;
use crate::args::{Format, NextArgs, NoiseArgs};
use crate::error::CliError;
use crate::input::{self, Loaded, Source};
use crate::limits::Running;
use crate::output::Output;
use crate::report::DataLine;
use crate::status;
use report::Advice;

/// Proposes inputs that tell the remaining candidates apart.
pub(crate) fn next(args: &NextArgs) -> Result<u8, CliError> {
    let start = Instant::now();
    let destination = Output::prepare_beside(args.output.output.as_deref(), &args.input.file)?;
    let engine = engines::of_live_version_spaces()?;
    let mut running = Running::start(&args.limits, start)?;
    let Loaded { data, domain, encoding, header, label, .. } =
        input::load(&args.input, &NoiseArgs::default(), &running.run)?;
    let load = |file: &Path| input::load_pool(file, &encoding, data.features(), &domain, &running.run);
    let mut pool = args.pool.as_deref().map(load).transpose()?;
    let table = args.inputs.as_deref().map(|file| Output::prepare_beside(Some(file), &args.input.file)).transpose()?;
    let inputs = pool.as_mut().map_or(Inputs::Any, |pool| Inputs::Pool(std::mem::take(&mut pool.rows)));
    let (literals, terms) = args.up_to;
    let spaces = DnfSpace::up_to(data.features().len(), literals, terms).map(|space| space.within(&domain));
    let candidates = Candidates::measure(engine.engine(), &data, spaces, &running.run)?;
    let plan = candidates.plan(&inputs, args.count, args.seed, &running.run);
    running.end_progress();

    let advice = Advice {
        data: &data,
        encoding: &encoding,
        header: &header,
        cap: args.up_to,
        candidates: &candidates,
        plan: &plan,
        pool: pool.as_ref(),
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
    Ok(match advice.outcome() {
        _ if candidates.stopped().is_some() => status::UNDECIDED,
        "proposed" | "unique" => 0,
        _ => status::NOT_LEARNED,
    })
}

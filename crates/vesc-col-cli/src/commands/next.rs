//! `next`: what to simulate.

mod confirm;
mod confirming;
mod further;
mod input_row;
mod json;
mod report;
mod rivals;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;
use vesc_col::columns::Suggestions;
use vesc_col::confidence::Prior;
use vesc_col::data::Domain;
use vesc_col::next::{Candidates, Inputs};
use vesc_col::report::Warning;
use vesc_col::sub_space::LegalDnfSpace;
use vesc_col::{Dataset, Dnf, DnfSpace, Portfolio, Run, Settings};

use super::advice::next_caps;
use super::engines;
use super::explain::{Question, WhatFits, can_be_asked};
use super::least_errors::with_least_errors;
use super::question::{settings, suspected};
use super::rows::Rows;
use crate::args::{Format, NextArgs};
use crate::error::CliError;
use crate::input::{self, Loaded, Source};
use crate::limits::{Running, within};
use crate::output::{Output, refuse_same_outputs};
use crate::report::DataLine;
use crate::status;
use confirm::Confirm;
use further::Further;
use report::{Advice, Ending};
pub(super) use rivals::{Rival, rivals};

/// Proposes inputs that tell the remaining candidates apart.
pub(crate) fn next(args: &NextArgs) -> Result<u8, CliError> {
    let start = Instant::now();
    let mut inputs = args.input.files();
    inputs.extend(args.pool.iter().map(|pool| ("the pool", &**pool)));
    let destination = Output::of_report(&args.output, &inputs)?;
    let table = args.inputs.as_deref().map(|file| Output::prepare_beside(Some(file), &inputs)).transpose()?;
    let report = args.output.output.as_deref().unwrap_or(Path::new("-"));
    // People may read both one after the other.
    let is_readable = matches!(args.output.format, Format::Text);
    let apart = args.inputs.as_deref().filter(|file| !is_readable || *file != Path::new("-"));
    let apart = apart.map(|file| ("the table of inputs", file));
    refuse_same_outputs(&apart.into_iter().chain([("the output", report)]).collect::<Vec<_>>())?;
    let mut running = Running::start(&args.limits, start)?;
    let (settings, errors) = settings(&args.noise, &args.least);
    let noise = (&args.noise, errors.are_allowed());
    let loaded = input::load_beside(&args.input, noise, args.pool.as_deref(), &running.run)?;
    let Loaded { data, domain, encoding, label, .. } = &loaded;
    let load = |file: &Path| input::load_pool(file, encoding, data.features(), domain, &running.run);
    let mut pool = args.pool.as_deref().map(load).transpose()?;
    running.set_data_apart();
    if args.confirmed > data.rows() {
        let rows = data.rows();
        return Err(CliError::Usage(format!("--confirmed {}: there are {rows} rows with a label", args.confirmed)));
    }
    let (suspected, cut) = suspected((data, domain), &running.run);
    let inputs = match &mut pool {
        Some(pool) => Inputs::Pool(std::mem::take(&mut pool.rows)),
        None => likely_inputs(&loaded, &suspected),
    };
    let engine = Portfolio::default();
    let all = || spaces((data, domain), args.up_to);
    let (settings, open) = with_least_errors(&args.least, (&engine, data), all, settings, &running.run)?;
    running.show_activity("finding what still fits");
    let candidates = candidates(args.up_to, (data, domain), &settings, &running.run)?;
    let is_empty = candidates.layers().is_empty() && candidates.stopped().is_none();
    let open = open.map(|open| if is_empty { open.beyond() } else { open });
    running.show_activity("comparing inputs");
    let plan = candidates.plan(&inputs, args.count, args.seed, &running.run);
    let confirm = |answer: &Dnf| Confirm::new(args, answer, (&loaded, &settings, &inputs), &running.run);
    let confirm = candidates.unique().map(confirm).transpose()?;
    let prior = args.prior.up_to(args.up_to.1);
    let likely = likely_domain(&loaded, &suspected);
    let rows = if let Inputs::Pool(rows) = &inputs { Some(&**rows) } else { None };
    let likely = likely.as_ref().unwrap_or(domain);
    let further = Further::new(&candidates, (&loaded, rows, likely), (&prior, args.target), &running.run);
    let what_fits = match is_empty && plan.stopped().is_none() && settings.errors().is_none() && can_be_asked(data) {
        true => Some(what_fits(args, &loaded, &running)?),
        false => None,
    };
    running.end_progress();

    let families = candidates.families(data);
    let label_notes = label.remarks().map(Warning::Note);
    let warnings: Vec<Warning> = label_notes
        .chain(Warning::about(data))
        .chain(open.map(|open| Warning::Note(open.to_string())))
        .chain(cut)
        .collect();
    let advice = Advice {
        loaded: &loaded,
        cap: args.up_to,
        count: args.count,
        candidates: &candidates,
        plan: &plan,
        families: families.as_deref(),
        confirm: confirm.as_ref(),
        further: further.as_ref().map(Option::as_ref).map_err(|reason| *reason),
        what_fits: what_fits.as_ref(),
        pool: pool.as_ref(),
        suspected: &suspected,
        warnings: &warnings,
        errors: settings.errors(),
        open,
    };
    if let Some(table) = table {
        table.write(&advice.inputs()?)?;
    }
    destination.write(&match args.output.format {
        Format::Text => {
            let source = Source::of(&args.input);
            format!("{}{advice}", DataLine { source: &source, label, data: vesc_col::report::DataSummary::of(data) })
        }
        Format::Json => serde_json::to_string(&advice)? + "\n",
    })?;
    Ok(match advice.ending() {
        Ending::Open | Ending::Undecided => status::UNDECIDED,
        Ending::Proposed | Ending::Unique | Ending::TargetMet => 0,
        Ending::Empty | Ending::Indistinct => status::NOT_LEARNED,
    })
}

/// Proposes a few inputs that tell apart what explains the data up to a size, as JSON of this command. With it the candidates.
pub(super) fn proposals(loaded: &Loaded, cap: (usize, usize), run: &Run) -> Result<(Value, Candidates), CliError> {
    let candidates = Candidates::measure(
        engines::of_live_version_spaces()?.engine(),
        &loaded.data,
        spaces((&loaded.data, &loaded.domain), cap),
        run,
    )?;
    let (suspected, _) = suspected((&loaded.data, &loaded.domain), run);
    let plan = candidates.plan(&likely_inputs(loaded, &suspected), FEW, SEED, run);
    let prior = Prior::default().with_terms(cap.1);
    let likely = likely_domain(loaded, &suspected);
    let likely = likely.as_ref().unwrap_or(&loaded.domain);
    let further = Further::new(&candidates, (loaded, None, likely), (&prior, TARGET), run);
    let families = candidates.families(&loaded.data);
    let warnings = [];
    let advice = Advice {
        loaded,
        cap,
        count: FEW,
        candidates: &candidates,
        plan: &plan,
        families: families.as_deref(),
        confirm: None,
        further: further.as_ref().map(Option::as_ref).map_err(|reason| *reason),
        what_fits: None,
        pool: None,
        suspected: &suspected,
        warnings: &warnings,
        errors: None,
        open: None,
    };
    let mut json = serde_json::to_value(&advice)?;
    if let Value::Object(fields) = &mut json {
        // These stand in the answer's own JSON.
        let elsewhere = ["schema", "columns", "suggestions", "data", "warnings"];
        fields.retain(|field, _| !elsewhere.contains(&field.as_str()));
    }
    Ok((json, candidates))
}

/// What would fit where no candidate is left.
fn what_fits(args: &NextArgs, loaded: &Loaded, running: &Running) -> Result<WhatFits, CliError> {
    running.show_activity("trying what would fit");
    let Loaded { data, domain, lines, .. } = loaded;
    let larger = next_caps(data, args.up_to).into_iter().map(|cap| (report::typed(cap), cap)).collect();
    let rows = Rows { data, domain, lines };
    let question = Question { engine: &Portfolio::default(), input: &args.input, rows, cap: args.up_to, larger };
    question.answer(&within(&running.run, PATIENCE))
}

/// How long is tried what would fit, all tries together.
const PATIENCE: Duration = Duration::from_secs(10);

/// How many inputs are proposed with an answer, and the seed that draws them.
const FEW: usize = 3;
const SEED: u64 = 1;
/// How probable the answer must be, as where nothing is asked for.
const TARGET: f64 = 0.95;

/// Any legal input; those first that respect what is suspected.
fn likely_inputs(loaded: &Loaded, suspected: &Suggestions) -> Inputs {
    likely_domain(loaded, suspected).map_or(Inputs::Any, Inputs::Prefer)
}

/// The legal inputs that respect what is suspected, if anything is.
fn likely_domain(loaded: &Loaded, suspected: &Suggestions) -> Option<Domain> {
    suspected.tighten(&loaded.domain, loaded.data.features().len())
}

/// Measures what is still possible up to the cap.
fn candidates(
    cap: (usize, usize),
    (data, domain): (&Arc<Dataset>, &Domain),
    settings: &Settings,
    run: &Run,
) -> Result<Candidates, CliError> {
    let spaces = spaces((data, domain), cap);
    Ok(match settings.errors().is_some() || data.unknown_cells() > 0 {
        // Diagrams know no errors.
        true => Candidates::measure_within(&Portfolio::default(), data, spaces, settings, run)?,
        false => Candidates::measure(engines::of_live_version_spaces()?.engine(), data, spaces, run)?,
    })
}

fn spaces(
    (data, domain): (&Dataset, &Domain),
    (literals, terms): (usize, usize),
) -> impl Iterator<Item = LegalDnfSpace> {
    DnfSpace::up_to(data.features().len(), literals, terms).map(|space| space.within(domain))
}

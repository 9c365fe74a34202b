//! `next`: what to simulate.

mod confirm;
mod confirming;
mod further;
mod headline;
mod input_row;
mod json;
mod outputs;
mod report;
mod rivals;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use vesc_col::columns::Suggestions;
use vesc_col::confidence::Prior;
use vesc_col::data::{Domain, OwnedSample};
use vesc_col::next::{Candidates, Inputs};
use vesc_col::report::{OpenErrors, Warning};
use vesc_col::run::StopReason;
use vesc_col::sub_space::LegalDnfSpace;
use vesc_col::{Dataset, Dnf, DnfSpace, Portfolio, Run, Settings};

use super::advice::next_caps;
use super::explain::{UnansweredQuestion, WhatFits, can_be_asked};
use super::least_errors::with_least_errors;
use super::nothing_known::nothing_known;
use super::question::{settings, suspected};
use super::questions::Questions;
use super::rows::Rows;
use crate::args::{InputArgs, NextArgs, TARGET};
use crate::error::CliError;
use crate::input::{self, LeftOut, Loaded, Pool};
use crate::limits::Running;
use confirm::Confirm;
use further::Further;
use outputs::Outputs;
use report::Advice;
pub(super) use rivals::{Rival, rivals};

/// Proposes inputs that tell the remaining candidates apart.
pub(crate) fn next(args: &NextArgs) -> Result<u8, CliError> {
    let start = Instant::now();
    let outputs = Outputs::prepare(args)?;
    let mut running = Running::start(&args.limits, start)?;
    let (loaded, left_out, pool) = match load(args, &running.run) {
        Ok(loaded) => loaded,
        Err(error) => {
            running.end_progress();
            return nothing_known(error, (outputs.into_report(), args.output.format), no_advice(args));
        }
    };
    running.set_data_apart();
    let rows = left_out.rows(loaded.data.rows());
    if args.confirmed > rows {
        return Err(CliError::Usage(format!("--confirmed {}: there are {rows} rows with a label", args.confirmed)));
    }
    let advice = advise(args, (&loaded, &left_out, pool), &running)?;
    running.end_progress();
    outputs.write(&advice, args)?;
    Ok(advice.status())
}

/// The fields of an answer to a question that was not asked.
fn no_advice(args: &NextArgs) -> Value {
    let (literals, terms) = args.up_to;
    json!({
        "up_to": {"literals": literals, "terms": terms},
        "unique": null,
        "leader": null,
        "steps": [],
        "proposals": [],
        "confirming": [],
        "confirmation": null,
        "further_runs": null,
        "cut": [],
    })
}

/// Reads the file, and the pool if there is one.
fn load(args: &NextArgs, run: &Run) -> Result<(Loaded, LeftOut, Option<Pool>), CliError> {
    let noise = (&args.noise, settings(&args.noise, &args.least).1.are_allowed());
    let loaded = input::load_beside(&args.input, noise, args.pool.as_deref(), run)?;
    let left_out = LeftOut::read(&args.input, &loaded, run)?;
    let Loaded { data, domain, encoding, .. } = &loaded;
    let read = |file: &Path| input::load_pool(file, encoding, data.features(), domain, run);
    let pool = args.pool.as_deref().map(read).transpose()?;
    Ok((loaded, left_out, pool))
}

/// Measures what is still possible, and asks all questions about it.
fn advise<'a>(
    args: &NextArgs,
    (loaded, left_out, mut pool): (&'a Loaded, &'a LeftOut, Option<Pool>),
    running: &Running,
) -> Result<Advice<'a>, CliError> {
    let (data, domain, run) = (&loaded.data, &loaded.domain, &running.run);
    let (suspected, cut) = suspected(&args.input, (data, domain), run);
    let inputs = match &mut pool {
        Some(pool) => Inputs::Pool(std::mem::take(&mut pool.rows)),
        None => likely_inputs(loaded, &suspected),
    };
    let refused = left_out.inputs.clone();
    let inputs = if refused.is_empty() { inputs } else { Inputs::Without(Box::new(inputs), refused) };
    let engine = Portfolio::default();
    let all = || spaces((data, domain), args.up_to);
    let (settings, _) = settings(&args.noise, &args.least);
    let (settings, open) = with_least_errors(&args.least, (&engine, data), all, settings, run)?;
    running.show_activity("finding what still fits");
    let candidates = candidates(args.up_to, (data, domain), &settings, run)?;
    let is_empty = candidates.layers().is_empty() && candidates.stopped().is_none();
    let open = open.map(|open| if is_empty { open.beyond() } else { open });
    running.show_activity("comparing inputs");
    let plan = candidates.plan(&inputs, args.count, args.seed, run);
    let confirm = |answer: &Dnf| Confirm::new(args, answer, (loaded, left_out), (&settings, &inputs), run);
    let confirm = candidates.unique().map(confirm).transpose()?;
    let rows = pool_of(&inputs);
    let prior = args.prior.up_to(args.up_to.1);
    let mut questions = Questions::unlimited(run);
    let further = further(&candidates, (loaded, rows, &suspected), (&prior, args.target), &mut questions);
    let what_fits = match is_empty && settings.errors().is_none() && can_be_asked(data) {
        true => {
            let ((literals, terms), file) = (args.up_to, args.input.as_typed());
            let noise = args.noise.as_typed();
            let more =
                format!("vesc-col explain {file}{noise} --max-literals {literals} --max-terms {terms} --patience");
            questions = Questions::within(run, TIME_TO_FIT, 1, more);
            Some(what_fits(args, loaded, &mut questions)?)
        }
        false => None,
    };
    Ok(Advice {
        loaded,
        refused: &left_out.inputs,
        cap: args.up_to,
        count: args.count,
        families: candidates.families(data),
        candidates,
        plan,
        confirm,
        further,
        what_fits,
        pool,
        suspected,
        warnings: warnings(loaded, open, cut),
        errors: settings.errors().cloned(),
        open,
        questions,
    })
}

/// How many further runs are expected. Notes why that is not known, if the run ended before.
fn further(
    candidates: &Candidates,
    (loaded, pool, suspected): (&Loaded, Option<&[OwnedSample]>, &Suggestions),
    prior: (&Prior, f64),
    questions: &mut Questions,
) -> Result<Option<Further>, StopReason> {
    // The trials knew of columns that exclude each other.
    let mut groups = suspected.clone();
    groups.implies.clear();
    let likely = likely_domain(loaded, &groups);
    let likely = likely.as_ref().unwrap_or(&loaded.domain);
    let found = Further::new(candidates, (loaded, pool, likely), prior, questions.run());
    // Of candidates that are not all known nothing is said.
    let stopped = found.as_ref().err().copied().filter(|_| candidates.stopped().is_none());
    questions.note("how many runs it takes until one concept is left", stopped);
    found
}

/// What would fit where no candidate is left.
fn what_fits(args: &NextArgs, loaded: &Loaded, questions: &mut Questions) -> Result<WhatFits, CliError> {
    let Loaded { data, domain, lines, .. } = loaded;
    let larger = next_caps(data, args.up_to, !args.noise.is_given() && !args.least.is_auto())
        .into_iter()
        .map(|cap| (report::typed(cap), cap))
        .collect();
    let rows = Rows { data, domain, lines };
    let question =
        UnansweredQuestion { engine: &Portfolio::default(), input: &args.input, rows, cap: args.up_to, larger };
    question.answer_in(1, questions)
}

/// What is said before the answer. `open` is why the least errors are not known, `cut` what was not looked for to the end.
fn warnings(loaded: &Loaded, open: Option<OpenErrors>, cut: Option<Warning>) -> Vec<Warning> {
    let label = loaded.label.remarks().map(Warning::Note);
    let open = open.map(|open| Warning::Note(open.to_string()));
    label.chain(Warning::about(&loaded.data)).chain(open).chain(cut).collect()
}

/// Proposes a few inputs that tell apart what explains the data up to a size, as JSON of this command. With it the candidates.
pub(super) fn proposals(
    input: &InputArgs,
    loaded: &Loaded,
    cap: (usize, usize),
    run: &Run,
) -> Result<(Value, Candidates), CliError> {
    let spaces = spaces((&loaded.data, &loaded.domain), cap);
    let candidates = Candidates::measure(&Portfolio::default(), &loaded.data, spaces, run)?;
    let (suspected, _) = suspected(input, (&loaded.data, &loaded.domain), run);
    let mut questions = Questions::unlimited(run);
    let prior = Prior::default().with_terms(cap.1);
    let advice = Advice {
        loaded,
        refused: &[],
        cap,
        count: PROPOSED,
        plan: candidates.plan(&likely_inputs(loaded, &suspected), PROPOSED, SEED, run),
        families: candidates.families(&loaded.data),
        confirm: None,
        further: further(&candidates, (loaded, None, &suspected), (&prior, TARGET), &mut questions),
        candidates,
        what_fits: None,
        pool: None,
        suspected,
        warnings: Vec::new(),
        errors: None,
        open: None,
        questions,
    };
    let mut json = serde_json::to_value(&advice)?;
    if let Value::Object(fields) = &mut json {
        // These stand in the answer's own JSON.
        let elsewhere = ["schema", "columns", "suggestions", "data", "warnings"];
        fields.retain(|field, _| !elsewhere.contains(&field.as_str()));
    }
    Ok((json, advice.candidates))
}

/// How long is tried what would fit, all tries together.
const TIME_TO_FIT: Duration = Duration::from_secs(10);

/// How many inputs are proposed with an answer, and the seed that draws them.
const PROPOSED: usize = 3;
const SEED: u64 = 1;

/// The rows of the pool, if inputs are to be chosen among some.
fn pool_of(inputs: &Inputs) -> Option<&[OwnedSample]> {
    match inputs {
        Inputs::Pool(rows) => Some(rows),
        Inputs::Without(inputs, _) => pool_of(inputs),
        _ => None,
    }
}

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
        false => Candidates::measure(&Portfolio::default(), data, spaces, run)?,
    })
}

fn spaces(
    (data, domain): (&Dataset, &Domain),
    (literals, terms): (usize, usize),
) -> impl Iterator<Item = LegalDnfSpace> {
    DnfSpace::up_to(data.features().len(), literals, terms).map(|space| space.within(domain))
}

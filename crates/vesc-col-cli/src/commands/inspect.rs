//! `inspect`: one version space, asked more.

mod answers;
mod counts;
mod listed;
mod report;

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use vesc_col::engine::{EngineError, Query, VersionSpace};
use vesc_col::report::{DataSummary, Warning};
use vesc_col::run::StopReason;
use vesc_col::{Cardinality, Dataset, Dnf, Run, SubSpace};

use super::engines;
use crate::args::{EngineChoice, Format, InspectArgs, NoiseArgs};
use crate::error::CliError;
use crate::input::{self, Loaded, Source};
use crate::language;
use crate::limits::{Running, within};
use crate::output::Output;
use crate::report::{BOUNDARY_PATIENCE, DataLine, columns_in_text, json_with_columns};
use crate::status;
use answers::{Overview, contains, live_boundary};
use counts::{Counts, LISTED, Wanted};
use listed::ListedFormulas;
use report::Inspection;

/// Says what the formulas of one size have in common, how they vote, and shows some.
pub(crate) fn inspect(args: &InspectArgs) -> Result<u8, CliError> {
    let start = Instant::now();
    let destination = Output::prepare_beside(args.output.output.as_deref(), &args.input.file)?;
    let engine = engines::of_live_version_spaces()?;
    let mut running = Running::start(&args.limits, start)?;
    let Loaded { data, domain, columns, encoding, label, .. } =
        input::load(&args.input, &NoiseArgs::default(), &running.run)?;
    let space = language::space(&args.language, &args.size, data.features(), &domain)?;
    let formula = args.contains.as_deref().map(|text| Dnf::parse(text, data.features())).transpose();
    let formula = formula.map_err(CliError::Contains)?;
    let load = |file: &Path| input::load_pool(file, &encoding, data.features(), &domain, &running.run);
    let pool = args.votes.as_deref().map(load).transpose()?;
    let (rows, lines) = pool.map(|pool| (pool.rows, pool.lines)).unwrap_or_default();
    let mut voted: Vec<(u64, usize)> =
        (0..).zip(&lines).flat_map(|(row, lines)| lines.iter().map(move |&line| (line, row))).collect();
    voted.sort_unstable();

    let run = &running.run;
    let auto = engines::for_many_questions();
    let boundary_patience = args.patience.max(BOUNDARY_PATIENCE);
    let overview = Overview::of(&auto, &data, &space, (args.seed, boundary_patience, rows.len()), run)?;
    let is_large = overview.as_ref().is_some_and(|overview| overview.is_large);
    let wanted = Wanted { sample: args.sample, concepts: args.concepts, seed: args.seed, rows: &rows };
    let listed = overview.as_ref().and_then(|overview| ListedFormulas::of(&overview.found, rows.len()));
    let (found, counted, counts) = match (&overview, listed) {
        (Some(overview), Some(listed)) => (overview.found.clone(), None, listed.counts(&wanted, run)),
        _ => {
            let counted = match EngineChoice::parse("cover") {
                Ok(cover) if is_large => Some(count(&cover, &data, &space, &within(run, args.patience / 2))?),
                _ => None,
            };
            let patient = if is_large { within(run, args.patience) } else { run.clone() };
            let query = Query::new(Arc::clone(&space)).with_exact(true).with_list_limit(LISTED).with_live(true);
            let found = engine.engine().open(Arc::clone(&data)).measure(&query, &patient)?;
            let counts = match &found.live {
                Some(live) => Counts::of(live, &wanted, &patient),
                // An engine that is stopped may see no more than that it got nowhere.
                None => Err(patient.stopped().or(found.stopped).unwrap_or(StopReason::EngineLimit)),
            };
            (found, counted, counts)
        }
    };
    let (shared, boundary) = match (&overview, &found.live) {
        (Some(overview), _) => (overview.shared.clone(), overview.boundary.clone()),
        (None, Some(live)) => {
            (None, live_boundary(&**live, &auto, &data, &space, (args.seed, &within(run, boundary_patience)))?)
        }
        (None, None) => (None, None),
    };
    let others = || overview.iter().map(|overview| &overview.found).chain(&counted);
    // What patience leaves out is no answer cut short: more of it costs nothing but time.
    let stopped = counts.as_ref().err().copied().filter(|_| !is_large || run.stopped().is_some());
    running.end_progress();
    let mut inspection = Inspection {
        space: &*space,
        concepts: known(&found.concepts, others().map(|other| &other.concepts)),
        formulas: known(&found.formulas, others().map(|other| &other.formulas)),
        engine: &found.engine,
        contains: formula.map(|formula| contains(&*space, &data, &formula)),
        shared,
        boundary,
        counts,
        stopped,
        data: &data,
        voted,
        warnings: Warning::about(&data),
        args,
    };
    destination.write(&match args.output.format {
        Format::Text => {
            let source = Source::of(&args.input);
            let line = DataLine { source: &source, label: &label, data: DataSummary::of(&data) };
            format!("{line}{}{inspection}", columns_in_text(&columns))
        }
        Format::Json => {
            inspection.warnings.splice(0..0, label.remarks().map(Warning::Note));
            json_with_columns(inspection.json(), &columns)?
        }
    })?;
    Ok(if stopped.is_some() { status::UNDECIDED } else { 0 })
}

/// How many formulas there are, as far as that is known without a diagram. Nothing is known if the engine does not support them.
fn count(
    engine: &EngineChoice,
    data: &Arc<Dataset>,
    space: &Arc<dyn SubSpace>,
    run: &Run,
) -> Result<VersionSpace, EngineError> {
    let query = Query::new(Arc::clone(space)).with_bound(1).with_exact(true);
    match engine.engine().open(Arc::clone(data)).measure(&query, run) {
        Err(EngineError::Unsupported { .. }) => Ok(VersionSpace::unknown("cover", StopReason::EngineLimit)),
        answer => answer,
    }
}

/// What several answers to one question tell together.
fn known<'a>(one: &Cardinality, others: impl Iterator<Item = &'a Cardinality>) -> Cardinality {
    others.fold(one.clone(), |known, other| known.intersect(other).unwrap_or(known))
}

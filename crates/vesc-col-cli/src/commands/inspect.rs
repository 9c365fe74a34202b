//! `inspect`: one version space, asked more.

mod answers;
mod counts;
mod listed;
mod measured;
mod report;
mod table;

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use serde_json::json;
use vesc_col::columns::Column;
use vesc_col::data::{Domain, Test};
use vesc_col::report::{DataSummary, Warning};
use vesc_col::{Cardinality, Dataset, Dnf, Report, Run, Settings, SubSpace};

use super::engines;
use super::least_errors::with_least_errors;
use super::nothing_known::nothing_known;
use super::question::{settings, suggestions};
use crate::args::{Format, InspectArgs};
use crate::error::CliError;
use crate::input::{self, Label, Loaded, Source};
use crate::language;
use crate::limits::Running;
use crate::output::{Output, Purpose};
use crate::report::{BOUNDARY_PATIENCE, DataLine, columns_in_text, json_with_columns};
use crate::status;
use answers::{LISTED_ONCE, contains};
use counts::CountOptions;
use measured::{Measured, Patience};
use report::Inspection;
use table::TableReport;

/// Says what the formulas of one size have in common, how they vote, and shows some.
pub(crate) fn inspect(args: &InspectArgs) -> Result<u8, CliError> {
    let start = Instant::now();
    let votes = args.votes.as_deref().map(|file| ("the inputs to vote on", file));
    let files: Vec<Purpose<'_>> = args.input.files().into_iter().chain(votes).collect();
    let destination = Output::of_report(&args.output, &files)?;
    let mut running = Running::start(&args.limits, start)?;
    let (settings, errors) = settings(&args.noise, &args.least);
    let loaded = match input::load(&args.input, (&args.noise, errors.are_allowed()), &running.run) {
        Ok(loaded) => loaded,
        Err(error) => {
            running.end_progress();
            let others = json!({"complexity": null, "engine": null});
            return nothing_known(error.into(), (destination, args.output.format), others);
        }
    };
    running.set_data_apart();
    if !args.asks() {
        let text = table(args, &loaded, &running.run)?;
        running.end_progress();
        destination.write(&text)?;
        return Ok(0);
    }
    let Loaded { data, domain, columns, encoding, label, .. } = loaded;
    let space = language::space(&args.language, &args.size, data.features(), &domain)?;
    let formula = args.contains.as_deref().map(|text| Dnf::parse(text, data.features())).transpose();
    let formula = formula.map_err(CliError::Contains)?;
    let load = |file: &Path| input::load_pool(file, &encoding, data.features(), &domain, &running.run);
    let pool = args.votes.as_deref().map(load).transpose()?;
    let (rows, lines) = pool.map(|pool| (pool.rows, pool.lines)).unwrap_or_default();

    let run = &running.run;
    running.show_activity("counting the formulas of this size");
    let spaces = || [Arc::clone(&space)];
    let (settings, open) =
        with_least_errors(&args.least, (&engines::for_many_questions(), &data), spaces, settings, run)?;
    let wanted = CountOptions { sample: args.sample, concepts: args.concepts, seed: args.seed, rows: &rows };
    let is_exact = settings.errors().is_none() && data.unknown_cells() == 0;
    let patience = Patience { diagram: args.patience, boundary: args.patience.max(BOUNDARY_PATIENCE) };
    let measured = match is_exact {
        true => Measured::exactly((&data, &space), &wanted, patience, run)?,
        false => Measured::possibly((&data, &space), &wanted, &settings, run)?,
    };
    // What patience leaves out is no answer cut short: more of it costs nothing but time.
    let stopped = measured.counts.as_ref().err().copied().filter(|_| !measured.is_large || run.stopped().is_some());
    let certain = certain(&data, &space, &settings, run)?;
    let families = families(&measured.concepts, (&data, &space), &settings, run)?;
    running.end_progress();
    let open = open.map(|open| if measured.concepts.is_zero() { open.beyond() } else { open });
    let stopped = stopped.or(open.filter(|_| measured.concepts.is_zero()).map(|open| open.stopped));
    let warnings = warnings(&data, &domain).chain(open.map(|open| Warning::Note(open.to_string()))).collect();
    let inspection = Inspection {
        space: &*space,
        contains: formula.map(|formula| contains(&*space, &data, &formula, settings.errors())),
        is_exact,
        errors: settings.errors(),
        certain,
        families,
        measured,
        stopped,
        data: &data,
        voted: rows_by_line(&lines),
        warnings,
        args,
    };
    destination.write(&in_format(inspection, &label, &columns)?)?;
    Ok(if stopped.is_some() { status::UNDECIDED } else { 0 })
}

/// The answer as text or JSON, with what is to be said of the label and the columns.
fn in_format(mut inspection: Inspection<'_>, label: &Label, columns: &[Column]) -> Result<String, CliError> {
    let args = inspection.args;
    match args.output.format {
        Format::Text => {
            let source = Source::of(&args.input);
            let line = DataLine { source: &source, label, data: DataSummary::of(inspection.data) };
            Ok(format!("{line}{}{inspection}", columns_in_text(columns)))
        }
        Format::Json => {
            inspection.warnings.splice(0..0, label.remarks().map(Warning::Note));
            Ok(json_with_columns(inspection.json(), columns)?)
        }
    }
}

/// What the table has, where nothing is asked about a size.
fn table(args: &InspectArgs, loaded: &Loaded, run: &Run) -> Result<String, CliError> {
    let Loaded { data, domain, columns, label, .. } = loaded;
    let source = Source::of(&args.input);
    let (suggestions, cut) = suggestions(&args.input, (data, domain), run);
    let warnings = warnings(data, domain).chain(cut).collect();
    let table = TableReport { source: &source, label, data, columns, suggestions, warnings };
    Ok(match args.output.format {
        Format::Text => table.to_string(),
        Format::Json => json_with_columns(table.json(), columns)?,
    })
}

/// The warnings about the data, as far as the legal inputs do not explain them.
fn warnings(data: &Dataset, domain: &Domain) -> impl Iterator<Item = Warning> {
    Warning::about(data).into_iter().filter_map(|warning| warning.within(domain))
}

/// The lines of a file, in order, each with the number of its distinct row. `lines` has the lines of each distinct row.
fn rows_by_line(lines: &[Vec<u64>]) -> Vec<(u64, usize)> {
    let rows = (0..).zip(lines);
    let mut by_line: Vec<(u64, usize)> =
        rows.flat_map(|(row, lines)| lines.iter().map(move |&line| (line, row))).collect();
    by_line.sort_unstable();
    by_line
}

/// How many families the concepts make; `None` if no feature is a threshold, or if they are not all listed.
fn families(
    concepts: &Cardinality,
    (data, space): (&Arc<Dataset>, &Arc<dyn SubSpace>),
    settings: &Settings,
    run: &Run,
) -> Result<Option<Cardinality>, CliError> {
    let is_listed = data.unknown_cells() == 0 && !concepts.exceeds(LISTED_ONCE);
    Ok(match is_listed && has_thresholds(data) {
        // A family has a concept.
        true if concepts.is_zero() => Some(concepts.clone()),
        true => Some(counted(data, space, settings, run)?.families()),
        false => None,
    })
}

/// How many concepts fit whatever the unknown cells are; `None` if all cells are known.
fn certain(
    data: &Arc<Dataset>,
    space: &Arc<dyn SubSpace>,
    settings: &Settings,
    run: &Run,
) -> Result<Option<Cardinality>, CliError> {
    if data.unknown_cells() == 0 {
        return Ok(None);
    }
    Ok(Some(counted(data, space, settings, run)?.cardinality()))
}

/// What `count` says.
fn counted(data: &Arc<Dataset>, space: &Arc<dyn SubSpace>, settings: &Settings, run: &Run) -> Result<Report, CliError> {
    let settings = settings.clone().with_exact(true).with_list_limit(LISTED_ONCE);
    Ok(vesc_col::count(&engines::for_many_questions(), data, Arc::clone(space), &settings, run)?)
}

/// Whether some feature is a threshold, so that concepts may be fewer families.
fn has_thresholds(data: &Dataset) -> bool {
    let is_threshold = |feature| matches!(data.features().test(feature), Some((_, Test::AtLeast(_))));
    (0..data.features().len()).any(is_threshold)
}

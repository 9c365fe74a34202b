//! `explain`: why, and why not.

mod answer;
mod explained;
mod formula;
mod further;
mod hypothesis;
mod page;
mod robust;
mod size;
mod trust;
mod what_fits;

use std::time::Instant;

use serde_json::{Value, json};
use vesc_col::explain::fragility;
use vesc_col::report::{DataSummary, Warning};
use vesc_col::{DnfSpace, Engine, Run};

use super::nothing_known::{no_report, nothing_known};
use super::question::{Answer, settings};
use super::rows::Rows;
use crate::args::{ExplainArgs, Format};
use crate::error::CliError;
use crate::input::{self, Loaded, Source};
use crate::limits::Running;
use crate::output::Output;
use crate::report::{DataLine, columns_in_text, json_with_columns};
use page::Page;
pub(super) use what_fits::{UnansweredQuestion, WhatFits, can_be_asked};

/// The fields of an explanation that was not begun.
fn no_explanation() -> Value {
    let mut fields = no_report();
    fields["conflict"] = Value::Null;
    fields["fragility"] = Value::Null;
    fields["profile"] = json!([]);
    fields["further_runs"] = Value::Null;
    fields["cut"] = json!([]);
    fields
}

/// Says why a formula or a size is excluded, or how much a learned answer rests on single samples.
pub(crate) fn explain(args: &ExplainArgs) -> Result<u8, CliError> {
    if args.sizes.max_size.is_some() {
        return Err(CliError::Usage(
            "--max-size is for other languages than dnf, and explain knows dnf alone".to_owned(),
        ));
    }
    let start = Instant::now();
    let destination = Output::of_report(&args.output, &args.input.files())?;
    let mut running = Running::start(&args.run.limits, start)?;
    // A formula is judged also where equal rows have different labels.
    let allowed = args.hypothesis.is_some() || settings(&args.noise, &args.least).1.are_allowed();
    let loaded = input::load(&args.input, (&args.noise, allowed), &running.run);
    let alone = |error| match &args.hypothesis {
        Some(text) => hypothesis::load_alone(text, args, error, &running.run),
        None => Err(error),
    };
    let loaded = match loaded.or_else(alone) {
        Ok(loaded) => loaded,
        Err(error) => {
            // It leaves rows out, and knows neither errors nor unknown cells.
            let error = if args.robust.is_some() { error.of_exact_rows() } else { error };
            running.end_progress();
            return nothing_known(error.into(), (destination, args.output.format), no_explanation());
        }
    };
    // What is wrong with the formula is said before anything else is.
    let formula = match &args.hypothesis {
        None => None,
        Some(text) => Some(hypothesis::read(text, args, &loaded, &running.run)?),
    };
    let Loaded { data, domain, columns, label, lines, .. } = &loaded;
    running.set_data_apart();
    if args.robust.is_some() && data.unknown_cells() > 0 {
        return Err(CliError::Usage(
            "--robust leaves out rows on which a formula is wrong, and with unknown cells it may be wrong or not; \
             give these cells values, or leave --robust out"
                .to_owned(),
        ));
    }
    let rows = Rows { data, domain, lines };
    let is_text = matches!(args.output.format, Format::Text);
    let mut page = Page::new(&destination, &running, is_text);
    let source = Source::of(&args.input);
    page.add(&DataLine { source: &source, label, data: DataSummary::of(data) }.to_string())?;
    // The report on an answer shows the columns itself.
    if args.hypothesis.is_some() || args.literals.is_some() {
        page.add(&columns_in_text(columns))?;
    }
    // The report on an answer warns itself.
    let is_asked = args.hypothesis.is_some() || args.literals.is_some();
    let no_positives = (data.positives().rows() == 0).then_some(Warning::NoPositives);
    let no_negatives = (data.negatives().rows() == 0).then_some(Warning::NoNegatives);
    let one_class = no_positives.into_iter().chain(no_negatives).filter(|_| is_asked);
    let one_class: Vec<String> = one_class.map(|warning| warning.display(data.features()).to_string()).collect();
    page.add(&one_class.iter().map(|warning| format!("warning: {warning}\n")).collect::<String>())?;
    let located = |error: CliError| error.located(&source, lines);
    let mut explained = match (formula, args.literals.zip(args.terms)) {
        (Some((dnf, own)), _) => {
            let own = own.as_ref().map(|own| Rows { data: &own.data, domain: &own.domain, lines: &own.lines });
            formula::explain(&dnf, own.as_ref().unwrap_or(&rows), args.noise.budget.budget().as_ref(), page)?
        }
        (None, Some(size)) => size::explain(args, &rows, size, &running.run, page).map_err(located)?,
        (None, None) => answer::explain(args, &loaded, label.missing(), &rows, &running.run, page).map_err(located)?,
    };
    running.end_progress();
    if let (Some(Value::Array(warnings)), notes) = (explained.json.get_mut("warnings"), label.remarks()) {
        warnings.extend(one_class.into_iter().chain(notes).map(Value::from));
    }
    destination.write(&match args.output.format {
        Format::Text => explained.text,
        Format::Json => json_with_columns(explained.json, columns)?,
    })?;
    Ok(explained.status)
}

/// What an answer rests on, as in the JSON of this command; null if nothing was learned. `cap` is the largest size to look for further
/// causes in.
pub(super) fn rests_on(
    engine: &dyn Engine,
    answer: &Answer<'_>,
    cap: (usize, usize),
    run: &Run,
) -> Result<Value, CliError> {
    let Loaded { data, domain, lines, .. } = answer.loaded;
    if !trust::has_trust(answer.report) {
        return Ok(Value::Null);
    }
    let spaces = DnfSpace::up_to(data.features().len(), cap.0, cap.1).map(|space| space.within(domain));
    let mut found = fragility(engine, data, spaces, answer.report, cap, run)?;
    trust::without_chance(&mut found, answer.report);
    Ok(trust::fragility_json(&found, answer.report, &Rows { data, domain, lines }))
}

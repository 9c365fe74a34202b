//! Why a sub-space is empty.

use std::sync::Arc;

use num_bigint::BigUint;
use serde_json::{Value, json};
use vesc_col::explain::{Conflict, SampleId, conflict_within};
use vesc_col::run::StopReason;
use vesc_col::{DnfSpace, Engine, Run, Settings, SubSpace};

use super::explained::Explained;
use super::page::Page;
use crate::args::ExplainArgs;
use crate::commands::least_errors::with_least_errors;
use crate::commands::question::settings;
use crate::commands::rows::Rows;
use crate::error::CliError;
use crate::status;

/// Names few samples that leave no formula of a size.
pub(super) fn explain(
    args: &ExplainArgs,
    rows: &Rows<'_>,
    (literals, terms): (usize, usize),
    run: &Run,
    mut page: Page<'_>,
) -> Result<Explained, CliError> {
    let space = DnfSpace::new(rows.data.features().len(), literals, terms).within(rows.domain);
    let complexity = space.complexity();
    let space: Arc<dyn SubSpace> = Arc::new(space);
    let engine = args.run.engine.engine();
    let (settings, _) = settings(&args.noise, &args.least);
    let spaces = || [Arc::clone(&space)];
    let (settings, open) = with_least_errors(&args.least, (engine, rows.data), spaces, settings, run)?;
    let found = conflict_within(engine, rows.data, &space, (&settings, false), run)?;
    let is_empty = matches!(found, Conflict::Samples { .. } | Conflict::Empty(_));
    let open = open.map(|open| if is_empty { open.beyond() } else { open });
    let is_open = found == Conflict::None && is_open(engine, rows, &space, &settings, run)?;
    let status = if is_open || open.is_some() || stopped(&found).is_some() { status::UNDECIDED } else { 0 };
    let mut json = json!({
        "schema": 1,
        "outcome": "explained",
        "complexity": complexity,
        "conflict": json(&found, rows),
        "warnings": open.iter().map(ToString::to_string).collect::<Vec<_>>(),
    });
    if rows.data.unknown_cells() > 0 && found == Conflict::None {
        json["conflict"]["certain"] = json!(!is_open);
    }
    let answer = match is_open {
        true => {
            "no formula of this size explains the data whatever the unknown cells are; for some values of them one does"
        }
        false => &text(&found, rows),
    };
    page.add(&format!("{complexity}: {answer}\n"))?;
    if let Some(budget) = settings.errors() {
        json["error_budget"] = json!(budget);
        page.add(&format!("    within {budget}\n"))?;
    }
    if let Some(open) = open {
        page.add(&format!("warning: {open}\n"))?;
    }
    Ok(Explained { text: page.rest(), json, status })
}

/// Whether what fits does so for some values of unknown cells only, or nobody can tell.
fn is_open(
    engine: &dyn Engine,
    rows: &Rows<'_>,
    space: &Arc<dyn SubSpace>,
    settings: &Settings,
    run: &Run,
) -> Result<bool, CliError> {
    if rows.data.unknown_cells() == 0 {
        return Ok(false);
    }
    let report = vesc_col::count(engine, rows.data, Arc::clone(space), settings, run)?;
    Ok(report.steps().iter().all(|step| *step.result().concepts.lower() == BigUint::ZERO))
}

/// The limit that cut the question off.
pub(super) fn stopped(conflict: &Conflict) -> Option<StopReason> {
    match conflict {
        Conflict::Samples { stopped, .. } => *stopped,
        Conflict::Empty(reason) | Conflict::Unknown(reason) => Some(*reason),
        _ => None,
    }
}

pub(super) fn text(conflict: &Conflict, rows: &Rows<'_>) -> String {
    match conflict {
        Conflict::None => "some formula of this size explains the data".to_owned(),
        Conflict::Samples { samples, .. } if samples.is_empty() => "there is no formula of this size at all".to_owned(),
        Conflict::Samples { samples, stopped } => {
            let (positives, negatives): (Vec<&SampleId>, Vec<&SampleId>) =
                samples.iter().partition(|sample| sample.is_positive());
            let side = |samples: Vec<&SampleId>, word: &str| match rows.count_all(samples.iter().copied()) {
                0 => None,
                count => Some(format!("{count} {word} ({})", rows.text(samples))),
            };
            let sides: Vec<String> =
                [side(positives, "positive"), side(negatives, "negative")].into_iter().flatten().collect();
            let least = match stopped {
                // Rows that are equal stand together.
                None if rows.count_all(samples) > samples.len() as u64 => {
                    "none of whose inputs can be left out".to_owned()
                }
                None => "none of which can be left out".to_owned(),
                Some(reason) => format!("of which some may not be needed ({reason})"),
            };
            format!("already {} exclude every formula of this size, {least}", sides.join(" and "))
        }
        Conflict::Empty(reason) => {
            format!(
                "no formula of this size explains the data; which samples are enough for that is not known ({reason})"
            )
        }
        Conflict::Unknown(reason) => format!("unknown whether a formula of this size explains the data ({reason})"),
        _ => "unknown".to_owned(),
    }
}

/// The samples, or null if the sub-space is not empty or not known to be.
pub(super) fn json(conflict: &Conflict, rows: &Rows<'_>) -> Value {
    match conflict {
        Conflict::Samples { samples, stopped } => {
            json!({"empty": true, "samples": rows.places(samples), "irreducible": stopped.is_none(), "stopped": stopped})
        }
        Conflict::Empty(reason) => json!({"empty": true, "samples": null, "irreducible": false, "stopped": reason}),
        Conflict::Unknown(reason) => json!({"empty": null, "samples": null, "irreducible": false, "stopped": reason}),
        _ => json!({"empty": false, "samples": null, "irreducible": false, "stopped": null}),
    }
}

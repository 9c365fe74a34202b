//! Why a sub-space is empty.

use std::sync::Arc;

use serde_json::{Value, json};
use vesc_col::explain::{Conflict, SampleId, conflict};
use vesc_col::sub_space::LegalDnfSpace;
use vesc_col::{DnfSpace, Engine, Run, SubSpace};

use super::explained::Explained;
use super::rows::Rows;
use crate::error::CliError;
use crate::status;

/// Names few samples that leave no formula of a size.
pub(super) fn explain(
    engine: &dyn Engine,
    rows: &Rows<'_>,
    (literals, terms): (usize, usize),
    run: &Run,
) -> Result<Explained, CliError> {
    let space = DnfSpace::new(rows.data.features().len(), literals, terms).within(rows.domain);
    let complexity = space.complexity();
    let found = conflict_of(engine, rows, space, run)?;
    let status = if matches!(found, Conflict::Unknown(_)) { status::UNDECIDED } else { 0 };
    let json = json!({
        "schema": 1,
        "outcome": "explained",
        "complexity": complexity,
        "conflict": json(&found, rows),
    });
    Ok(Explained { text: format!("{complexity}: {}\n", text(&found, rows)), json, status })
}

pub(super) fn conflict_of(
    engine: &dyn Engine,
    rows: &Rows<'_>,
    space: LegalDnfSpace,
    run: &Run,
) -> Result<Conflict, CliError> {
    let space: Arc<dyn SubSpace> = Arc::new(space);
    Ok(conflict(engine, rows.data, &space, run)?)
}

pub(super) fn text(conflict: &Conflict, rows: &Rows<'_>) -> String {
    match conflict {
        Conflict::None => "some formula of this size explains the data".to_owned(),
        Conflict::Samples { samples, .. } if samples.is_empty() => "there is no formula of this size at all".to_owned(),
        Conflict::Samples { samples, stopped } => {
            let (positives, negatives): (Vec<&SampleId>, Vec<&SampleId>) =
                samples.iter().partition(|sample| sample.is_positive());
            let side = |samples: Vec<&SampleId>, word: &str| match samples.len() {
                0 => None,
                count => Some(format!("{count} {word} ({})", rows.text(samples))),
            };
            let sides: Vec<String> =
                [side(positives, "positive"), side(negatives, "negative")].into_iter().flatten().collect();
            let least = match stopped {
                None => "none of which can be left out".to_owned(),
                Some(reason) => format!("of which some may not be needed ({reason})"),
            };
            format!("already {} exclude every formula of this size, {least}", sides.join(" and "))
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
        Conflict::Unknown(reason) => json!({"empty": null, "samples": null, "irreducible": false, "stopped": reason}),
        _ => json!({"empty": false, "samples": null, "irreducible": false, "stopped": null}),
    }
}

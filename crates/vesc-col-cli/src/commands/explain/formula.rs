//! Why a formula is excluded.

use std::fmt::Write;

use serde_json::{Value, json};
use vesc_col::Dnf;
use vesc_col::explain::{Exclusion, ExclusionReason as Reason, exclusions_within};
use vesc_col::search::ErrorBudget;

use super::explained::Explained;
use super::page::Page;
use crate::commands::rows::Rows;
use crate::error::CliError;
use crate::report::MadeErrors;
use crate::text::counted;

/// How many exclusions the text lists.
const SHOWN_EXCLUSIONS: usize = 10;

/// Names the samples on which a formula is wrong, and says why. Equal rows with different labels are no hindrance: one of them is wrong.
pub(super) fn explain(
    dnf: &Dnf,
    rows: &Rows<'_>,
    budget: Option<&ErrorBudget>,
    mut page: Page<'_>,
) -> Result<Explained, CliError> {
    let found: Vec<Exclusion> = exclusions_within(dnf, rows.data, rows.domain.clone()).collect();
    let errors = made_errors(&found, rows);
    page.add(&text(dnf, &found, (&errors, budget), rows))?;
    Ok(Explained { text: page.rest(), json: json(dnf, &found, (&errors, budget), rows), status: 0 })
}

fn text(
    dnf: &Dnf,
    found: &[Exclusion],
    (errors, budget): (&MadeErrors, Option<&ErrorBudget>),
    rows: &Rows<'_>,
) -> String {
    let is_within = budget.and_then(|budget| errors.keep_to(budget)) == Some(true);
    let mut text = match certain_and_open(found, rows) {
        (certain @ 1.., 0) if is_within => {
            format!("within the budget: the formula is wrong on {}\n", counted(certain as usize, "sample"))
        }
        (0, 0) => "consistent: no sample excludes the formula\n".to_owned(),
        (0, open) => format!("open: the unknown cells decide whether {} the formula\n", excludes(open)),
        (certain, 0) => format!("inconsistent: {} the formula\n", excludes(certain)),
        (certain, open) => {
            format!(
                "inconsistent: {} the formula, and {open} more for some values of unknown cells\n",
                excludes(certain)
            )
        }
    };
    let _ = writeln!(text, "    {}", dnf.display(rows.data.features()));
    if let Some(budget) = budget {
        text += &errors.text(budget);
    }
    text += "\n";
    for exclusion in found.iter().take(SHOWN_EXCLUSIONS) {
        let _ = fmt_exclusion(&mut text, exclusion, rows);
    }
    let more: u64 = found.iter().skip(SHOWN_EXCLUSIONS).map(|exclusion| rows.count(exclusion.sample)).sum();
    if more > 0 {
        let _ = writeln!(text, "and {more} more");
    }
    text
}

/// One sample that excludes the formula, and the terms that are to blame.
fn fmt_exclusion(text: &mut String, exclusion: &Exclusion, rows: &Rows<'_>) -> std::fmt::Result {
    let features = rows.data.features();
    let Exclusion { sample, reason, is_certain, .. } = exclusion;
    let line = rows.text([sample]);
    let may = if *is_certain { "" } else { "perhaps " };
    match reason {
        Reason::Accepted(terms) => {
            let verb = if terms.len() == 1 { "holds" } else { "hold" };
            let terms: Vec<String> = terms.iter().map(|term| format!("`{}`", term.display(features))).collect();
            writeln!(text, "{line} (negative): {may}{} {verb}", terms.join(" and "))
        }
        // It lacks all of itself.
        Reason::Rejected(Some((term, literals))) if literals.len() == term.len() => {
            writeln!(text, "{line} (positive): {may}no term holds")
        }
        Reason::Rejected(Some((term, literals))) => {
            let literals: Vec<String> =
                literals.iter().map(|literal| format!("`{}`", literal.display(features))).collect();
            let (term, literals) = (term.display(features), literals.join(", "));
            writeln!(text, "{line} (positive): {may}no term holds; `{term}` comes nearest, without {literals}")
        }
        _ => writeln!(text, "{line}"),
    }
}

fn json(
    dnf: &Dnf,
    found: &[Exclusion],
    (errors, budget): (&MadeErrors, Option<&ErrorBudget>),
    rows: &Rows<'_>,
) -> Value {
    let features = rows.data.features();
    let exclusion = |exclusion: &Exclusion| -> Value {
        let (terms, lacking) = match &exclusion.reason {
            Reason::Accepted(terms) => (terms.clone(), Vec::new()),
            Reason::Rejected(Some((term, literals))) => (vec![term.clone()], literals.clone()),
            _ => (Vec::new(), Vec::new()),
        };
        json!({
            "sample": rows.place(exclusion.sample),
            "certain": exclusion.is_certain,
            "terms": terms.iter().map(|term| term.display(features).to_string()).collect::<Vec<_>>(),
            "lacking": lacking.iter().map(|literal| literal.display(features).to_string()).collect::<Vec<_>>(),
        })
    };
    let is_consistent = match certain_and_open(found, rows) {
        (0, 0) => Some(true),
        (0, _) => None,
        _ => Some(false),
    };
    let [false_positives, false_negatives] = errors.json();
    let mut json = json!({
        "schema": 1,
        "outcome": "explained",
        "hypothesis": {"text": dnf.display(features).to_string()},
        "consistent": is_consistent,
        "false_positives": false_positives,
        "false_negatives": false_negatives,
        "within_budget": budget.and_then(|budget| errors.keep_to(budget)),
        "exclusions": found.iter().map(exclusion).collect::<Vec<_>>(),
        "warnings": [],
    });
    if let Some(budget) = budget {
        json["error_budget"] = json!(budget);
    }
    json
}

/// How many samples exclude the formula, and how many more may, depending on unknown cells. Equal ones count each: samples that are the
/// same to this formula may differ in the file.
fn certain_and_open(found: &[Exclusion], rows: &Rows<'_>) -> (u64, u64) {
    let (certain, open): (Vec<&Exclusion>, Vec<&Exclusion>) = found.iter().partition(|exclusion| exclusion.is_certain);
    let count = |some: &[&Exclusion]| some.iter().map(|exclusion| rows.count(exclusion.sample)).sum();
    (count(&certain), count(&open))
}

fn excludes(count: u64) -> String {
    if count == 1 { "one sample excludes".to_owned() } else { format!("{count} samples exclude") }
}

/// On how many rows a formula is wrong.
fn made_errors(found: &[Exclusion], rows: &Rows<'_>) -> MadeErrors {
    let count = |positive: bool, at_worst: bool| {
        let wrong = found.iter().filter(|exclusion| exclusion.sample.is_positive() == positive);
        wrong.filter(|exclusion| exclusion.is_certain || at_worst).map(|exclusion| rows.count(exclusion.sample)).sum()
    };
    MadeErrors {
        least: (count(false, false), count(true, false)),
        most: (count(false, true), count(true, true)),
        positives: rows.data.positives().total_weight(),
    }
}

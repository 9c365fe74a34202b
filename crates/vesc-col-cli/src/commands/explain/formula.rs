//! Why a formula is excluded.

use std::fmt::Write;

use serde_json::{Value, json};
use vesc_col::Dnf;
use vesc_col::explain::{Exclusion, Reason, exclusions_within};

use super::explained::Explained;
use super::page::Page;
use super::rows::Rows;
use crate::error::CliError;

/// How many exclusions the text lists.
const SHOWN: usize = 10;

/// Names the samples on which a formula is wrong, and says why. Equal rows with different labels are no hindrance: one of them is wrong.
pub(super) fn explain(
    text: &str,
    rows: &Rows<'_>,
    budget: Option<(u64, u64)>,
    mut page: Page<'_>,
) -> Result<Explained, CliError> {
    let features = rows.data.features();
    let dnf = Dnf::parse(text, features)?;
    let found: Vec<Exclusion> = exclusions_within(&dnf, rows.data, rows.domain.clone()).collect();
    let errors = Errors::of(&found, rows);
    let certain = found.iter().filter(|exclusion| exclusion.is_certain).count();
    let mut lines = match (certain, found.len() - certain) {
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
    let _ = writeln!(lines, "    {}", dnf.display(features));
    if let Some(budget) = budget {
        lines += &errors.text(budget);
    }
    lines += "\n";
    for exclusion in found.iter().take(SHOWN) {
        let Exclusion { sample, reason, is_certain, .. } = exclusion;
        let line = rows.text([sample]);
        let may = if *is_certain { "" } else { "perhaps " };
        let _ = match reason {
            Reason::Accepted(terms) => {
                let verb = if terms.len() == 1 { "holds" } else { "hold" };
                let terms: Vec<String> = terms.iter().map(|term| format!("`{}`", term.display(features))).collect();
                writeln!(lines, "{line} (negative): {may}{} {verb}", terms.join(" and "))
            }
            Reason::Rejected(Some((term, literals))) => {
                let literals: Vec<String> =
                    literals.iter().map(|literal| format!("`{}`", literal.display(features))).collect();
                let literals = literals.join(", ");
                writeln!(
                    lines,
                    "{line} (positive): {may}no term holds; `{}` comes nearest, without {literals}",
                    term.display(features)
                )
            }
            _ => writeln!(lines, "{line}"),
        };
    }
    if found.len() > SHOWN {
        let _ = writeln!(lines, "and {} more", found.len() - SHOWN);
    }
    page.add(&lines)?;
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
    let is_consistent = match (certain, found.len() - certain) {
        (0, 0) => Some(true),
        (0, _) => None,
        _ => Some(false),
    };
    let json = json!({
        "schema": 1,
        "outcome": "explained",
        "hypothesis": {"text": dnf.display(features).to_string()},
        "consistent": is_consistent,
        "false_positives": errors.json(errors.false_positives),
        "false_negatives": errors.json(errors.false_negatives),
        "within_budget": budget.map(|budget| errors.is_within(budget)),
        "exclusions": found.iter().map(exclusion).collect::<Vec<_>>(),
    });
    Ok(Explained { text: page.rest(), json, status: 0 })
}

fn excludes(count: usize) -> String {
    if count == 1 { "one distinct sample excludes".to_owned() } else { format!("{count} distinct samples exclude") }
}

/// On how many rows a formula is wrong: certainly, and at worst.
struct Errors {
    false_positives: (u64, u64),
    false_negatives: (u64, u64),
}

impl Errors {
    fn of(found: &[Exclusion], rows: &Rows<'_>) -> Errors {
        let count = |positive: bool, certain: bool| {
            let wrong = found.iter().filter(|exclusion| exclusion.sample.is_positive() == positive);
            wrong
                .filter(|exclusion| exclusion.is_certain || !certain)
                .map(|exclusion| rows.count(exclusion.sample))
                .sum()
        };
        Errors {
            false_positives: (count(false, true), count(false, false)),
            false_negatives: (count(true, true), count(true, false)),
        }
    }

    /// Whether the formula keeps to a budget; `None` if unknown cells decide that.
    fn is_within(&self, (false_positives, false_negatives): (u64, u64)) -> Option<bool> {
        let is_certain = self.false_positives.1 <= false_positives && self.false_negatives.1 <= false_negatives;
        let is_possible = self.false_positives.0 <= false_positives && self.false_negatives.0 <= false_negatives;
        if is_certain || !is_possible { Some(is_certain) } else { None }
    }

    fn text(&self, budget: (u64, u64)) -> String {
        let range =
            |(least, most): (u64, u64)| if least == most { least.to_string() } else { format!("{least} to {most}") };
        let verdict = match self.is_within(budget) {
            Some(true) => "within the budget",
            Some(false) => "beyond the budget",
            None => "the unknown cells decide whether that is within the budget",
        };
        format!(
            "    false positives: {} (allowed {}), false negatives: {} (allowed {}): {verdict}\n",
            range(self.false_positives),
            budget.0,
            range(self.false_negatives),
            budget.1
        )
    }

    fn json(&self, (least, most): (u64, u64)) -> Value {
        json!({"lower": least.to_string(), "upper": most.to_string()})
    }
}

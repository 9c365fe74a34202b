//! Why a formula is excluded.

use std::fmt::Write;

use serde_json::{Value, json};
use vesc_col::Dnf;
use vesc_col::explain::{Exclusion, Reason, exclusions};

use super::explained::Explained;
use super::rows::Rows;
use crate::error::CliError;

/// How many exclusions the text lists.
const SHOWN: usize = 10;

/// Names the samples on which a formula is wrong, and says why.
pub(super) fn explain(text: &str, rows: &Rows<'_>) -> Result<Explained, CliError> {
    let features = rows.data.features();
    let dnf = Dnf::parse(text, features)?;
    let wrong: Vec<Exclusion> = exclusions(&dnf, rows.data).collect();
    let mut text = match wrong.len() {
        0 => "consistent: no sample excludes the formula\n".to_owned(),
        1 => "inconsistent: one distinct sample excludes the formula\n".to_owned(),
        count => format!("inconsistent: {count} distinct samples exclude the formula\n"),
    };
    let _ = writeln!(text, "    {}\n", dnf.display(features));
    for Exclusion { sample, reason } in wrong.iter().take(SHOWN) {
        let line = rows.text([sample]);
        let _ = match reason {
            Reason::Accepted(terms) => {
                let terms: Vec<String> = terms.iter().map(|term| format!("`{}`", term.display(features))).collect();
                writeln!(text, "{line} (negative): {} holds", terms.join(" and "))
            }
            Reason::Rejected(Some((term, literals))) => {
                let literals: Vec<String> =
                    literals.iter().map(|literal| format!("`{}`", literal.display(features))).collect();
                let literals = literals.join(", ");
                writeln!(
                    text,
                    "{line} (positive): no term holds; `{}` comes nearest, without {literals}",
                    term.display(features)
                )
            }
            _ => writeln!(text, "{line}"),
        };
    }
    if wrong.len() > SHOWN {
        let _ = writeln!(text, "and {} more", wrong.len() - SHOWN);
    }
    let exclusion = |exclusion: &Exclusion| -> Value {
        let (terms, lacking) = match &exclusion.reason {
            Reason::Accepted(terms) => (terms.clone(), Vec::new()),
            Reason::Rejected(Some((term, literals))) => (vec![term.clone()], literals.clone()),
            _ => (Vec::new(), Vec::new()),
        };
        json!({
            "sample": rows.place(exclusion.sample),
            "terms": terms.iter().map(|term| term.display(features).to_string()).collect::<Vec<_>>(),
            "lacking": lacking.iter().map(|literal| literal.display(features).to_string()).collect::<Vec<_>>(),
        })
    };
    let json = json!({
        "schema": 1,
        "outcome": "explained",
        "hypothesis": {"text": dnf.display(features).to_string()},
        "consistent": wrong.is_empty(),
        "exclusions": wrong.iter().map(exclusion).collect::<Vec<_>>(),
    });
    Ok(Explained { text, json, status: 0 })
}

//! How far to trust a learned answer.

use std::fmt::Write;
use std::sync::Arc;

use serde_json::{Value, json};
use vesc_col::explain::{Fragility, Grade, fragility, some_boundary};
use vesc_col::report::Step;
use vesc_col::sub_space::{Complexity, LegalDnfSpace};
use vesc_col::{Dataset, DnfSpace, Outcome, Report, Run, Settings, SubSpace};

use super::explained::Explained;
use super::rows::Rows;
use super::size;
use crate::args::ExplainArgs;
use crate::commands::shared::with_shared;
use crate::error::CliError;
use crate::limits::within;
use crate::report::{BOUNDARY_PATIENCE, BoundaryReport};
use crate::status;

/// How many of a kind the text lists.
const SHOWN: usize = 5;

/// The number of formulas of an overfit answer from which most specific and most general concepts are sought, and the seed
/// that draws them.
const STARTS: usize = 5;
const SEED: u64 = 1;

/// Learns, and says what the answer rests on, why nothing simpler fits, and what else there is near it.
pub(super) fn explain(
    args: &ExplainArgs,
    data: &Arc<Dataset>,
    rows: &Rows<'_>,
    run: &Run,
) -> Result<Explained, CliError> {
    let engine = args.run.engine.engine();
    let (literals, terms) = (args.sizes.literals(), args.sizes.terms());
    let spaces = || DnfSpace::up_to(data.features().len(), literals, terms).map(|space| space.within(rows.domain));
    let settings = Settings::default().with_bound(args.bound).with_one_class(args.one_class.one_class);
    let report = vesc_col::search(engine, data, spaces(), &settings, run)?;
    let found = fragility(engine, data, spaces(), &report, (literals, terms), run)?;
    let before: Option<LegalDnfSpace> = report.steps().len().checked_sub(2).and_then(|last| spaces().nth(last));
    let conflict = match before {
        Some(space) if report.deciding_step().is_some() => {
            Some((space.complexity(), size::conflict_of(engine, rows, space, run)?))
        }
        _ => None,
    };
    let profile = profile(args, data, rows, &report, run)?;
    let report = with_shared(report, engine, (data, rows.domain), run)?;
    let overfit = spaces().nth(report.steps().len().wrapping_sub(1)).filter(|_| report.outcome() == Outcome::Overfit);
    let overfit = overfit.map(|space| Arc::new(space) as Arc<dyn SubSpace>);
    let boundary = match &overfit {
        Some(space) => some_boundary(engine, data, space, STARTS, SEED, &within(run, BOUNDARY_PATIENCE))?,
        None => None,
    };
    let boundary_report = overfit.iter().zip(&boundary).next();
    let boundary_report = boundary_report.map(|(space, boundary)| BoundaryReport {
        boundary,
        space: &**space,
        features: data.features(),
        if_each: true,
    });

    let mut text = format!("\n{report}");
    if report.outcome() == Outcome::Learned {
        fmt_fragility(&mut text, &found, rows);
    }
    if let Some(boundary_report) = &boundary_report {
        let _ = write!(text, "{boundary_report}");
    }
    if let Some((complexity, conflict)) = &conflict {
        let _ = writeln!(text, "\nwhy not {complexity}: {}", size::text(conflict, rows));
    }
    if !profile.is_empty() {
        let _ = writeln!(text, "\nsimilar sizes:");
    }
    for step in &profile {
        let result = step.result();
        let _ = writeln!(text, "    {}: |VS| {}, formulas {}", step.complexity(), result.concepts, result.formulas);
    }
    let mut json = serde_json::to_value(&report)?;
    json["fragility"] = fragility_json(&found, &report, rows);
    json["conflict"] = match &conflict {
        Some((complexity, conflict)) => json!({"complexity": complexity, "conflict": size::json(conflict, rows)}),
        None => Value::Null,
    };
    json["profile"] = serde_json::to_value(&profile)?;
    if report.outcome() == Outcome::Overfit {
        BoundaryReport::write(boundary_report.as_ref(), &mut json);
    }
    let status = if found.stopped.is_some() { status::UNDECIDED } else { status::of(&report) };
    Ok(Explained { text, json, status })
}

/// The version spaces of the answer's length with other numbers of terms, and of one literal more.
fn profile(
    args: &ExplainArgs,
    data: &Arc<Dataset>,
    rows: &Rows<'_>,
    report: &Report,
    run: &Run,
) -> Result<Vec<Step>, CliError> {
    let Some(decided) = report.steps().len().checked_sub(1).filter(|_| report.outcome() == Outcome::Learned) else {
        return Ok(Vec::new());
    };
    let features = data.features().len();
    let (literals, terms) = (args.sizes.literals(), args.sizes.terms());
    let Some(answer) = DnfSpace::up_to(features, literals, terms).nth(decided) else { return Ok(Vec::new()) };
    let near =
        |space: &DnfSpace| space != &answer && (answer.literals()..=answer.literals() + 1).contains(&space.literals());
    let settings = Settings::default().with_bound(args.bound).with_exact(true).with_list_limit(PROFILE_LISTED);
    DnfSpace::up_to(features, answer.literals() + 1, terms)
        .filter(near)
        .map(|space| {
            Ok(vesc_col::count(args.run.engine.engine(), data, space.within(rows.domain), &settings, run)?.steps()[0]
                .clone())
        })
        .collect()
}

/// Up to how many concepts of each sub-space are told apart for the profile.
const PROFILE_LISTED: usize = 10_000;

fn fmt_fragility(text: &mut String, found: &Fragility, rows: &Rows<'_>) {
    let features = rows.data.features();
    let verdict = match (found.stopped, found.grade()) {
        (Some(reason), _) => format!("how fragile the answer is, is not known ({reason})"),
        (None, Grade::Fragile) if found.hole.is_some() => {
            "fragile: a further cause could hide where no run has been".to_owned()
        }
        (None, Grade::Fragile) => {
            "fragile: it rests on single runs, and the cap leaves no room to look for a further cause".to_owned()
        }
        (None, Grade::SingleRuns) => {
            "not fragile, though it rests on single runs: runs have been wherever a further cause up to the cap could hide"
                .to_owned()
        }
        (None, _) => "not fragile: no single positive sample decides the answer".to_owned(),
    };
    let _ = writeln!(text, "\n{verdict}");
    for (sample, complexity) in found.deciding.iter().take(SHOWN) {
        let instead = match complexity {
            Some(complexity) => format!("{complexity} would do"),
            None => "nothing would be learned".to_owned(),
        };
        let _ = writeln!(text, "    without {} (positive) {instead}", rows.text([sample]));
    }
    let _ = fmt_more(text, found.deciding.len());
    for resting in found.resting.iter().take(SHOWN) {
        let _ =
            writeln!(text, "    `{}` rests on {} alone", resting.term.display(features), rows.text([&resting.sample]));
    }
    let _ = fmt_more(text, found.resting.len());
    if let Some(hole) = &found.hole {
        let shown: Vec<String> =
            hole.terms.iter().take(SHOWN).map(|term| format!("`{}`", term.display(features))).collect();
        let of = if shown.is_empty() { String::new() } else { format!(", such as {}", shown.join(", ")) };
        let _ =
            writeln!(text, "    no negative run has been in {} regions of {} literals{of}", hole.count, hole.literals);
    }
    for miss in found.near_misses.iter().take(SHOWN) {
        let rivals: Vec<String> =
            miss.rivals.iter().take(2).map(|rival| format!("`{}`", rival.display(features))).collect();
        let more = match (miss.is_complete, miss.rivals.len().saturating_sub(2)) {
            (true, 0) => String::new(),
            (true, more) => format!(" and {more} more"),
            (false, _) => " and many more".to_owned(),
        };
        let _ =
            writeln!(text, "    {} (negative) alone keeps out {}{more}", rows.text([&miss.sample]), rivals.join(", "));
    }
    let _ = fmt_more(text, found.near_misses.len());
}

fn fmt_more(text: &mut String, count: usize) -> std::fmt::Result {
    if count > SHOWN { writeln!(text, "    and {} more", count - SHOWN) } else { Ok(()) }
}

/// Null if nothing was learned.
fn fragility_json(found: &Fragility, report: &Report, rows: &Rows<'_>) -> Value {
    if report.outcome() != Outcome::Learned {
        return Value::Null;
    }
    let features = rows.data.features();
    let deciding = |(sample, complexity): &(_, Option<Complexity>)| json!({"sample": rows.place(*sample), "complexity_without": complexity});
    json!({
        "fragile": found.is_fragile(),
        "grade": found.grade(),
        "has_room": found.has_room,
        "deciding": found.deciding.iter().map(deciding).collect::<Vec<_>>(),
        "resting": found.resting.iter().map(|resting| json!({
            "hypothesis": {"text": resting.formula.display(features).to_string()},
            "term": resting.term.display(features).to_string(),
            "sample": rows.place(resting.sample),
        })).collect::<Vec<_>>(),
        "hole": found.hole.as_ref().map(|hole| json!({
            "literals": hole.literals,
            "count": hole.count.to_string(),
            "terms": hole.terms.iter().map(|term| term.display(features).to_string()).collect::<Vec<_>>(),
        })),
        "near_misses": found.near_misses.iter().map(|miss| json!({
            "sample": rows.place(miss.sample),
            "complete": miss.is_complete,
            "rivals": miss.rivals.iter().map(|rival| json!({"text": rival.display(features).to_string()})).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "stopped": found.stopped,
    })
}

//! How far to trust a learned answer.

use std::sync::Arc;
use std::time::Instant;

use num_bigint::BigUint;
use serde_json::{Value, json};
use vesc_col::confidence::{Assessment, Confidence};
use vesc_col::explain::{
    Conflict, FragilityQuestion as Question, Robustness, conflict_within, fragility, robust, some_boundary,
};
use vesc_col::report::{Step, short_count};
use vesc_col::run::StopReason;
use vesc_col::search::{EmptySpaces, search_beyond};
use vesc_col::sub_space::{Complexity, LegalDnfSpace};
use vesc_col::{Dataset, DnfSpace, Engine, Outcome, Report, Run, Settings, SubSpace};

use super::explained::Explained;
use super::further::{Further, Near};
use super::page::Page;
use super::robust;
use super::size;
use super::trust::{fmt_fragility, fmt_missed, fmt_reasons, fragility_json, has_trust, without_chance};
use super::what_fits::{self, can_be_asked};
use crate::args::{ExplainArgs, TARGET};
use crate::commands::advice::{Asked, advice, larger_caps};
use crate::commands::least_errors::with_least_errors_beyond;
use crate::commands::question::{settings, suspected};
use crate::commands::questions::Questions;
use crate::commands::rows::Rows;
use crate::commands::shared::{with_classes, with_shared};
use crate::error::CliError;
use crate::input::Loaded;
use crate::report::{BOUNDARY_STARTS, BoundaryReport};
use crate::status;

/// The seed that draws the formulas of an overfit answer from which its most specific and most general concepts are
/// sought.
const SEED: u64 = 1;

/// How many equal parts of the time the question how robust an answer is may take.
const ROBUST_PARTS: u32 = 5;
/// The same for what would fit where nothing does: the rows, two larger caps, and five languages.
const TRIES_PARTS: u32 = 8;

/// Learns, and says what the answer rests on, why nothing simpler fits, and what else there is near it. What is cheap comes first.
pub(super) fn explain(
    args: &ExplainArgs,
    loaded: &Loaded,
    missing_label: Option<String>,
    rows: &Rows<'_>,
    run: &Run,
    mut page: Page<'_>,
) -> Result<Explained, CliError> {
    let start = Instant::now();
    let data = &loaded.data;
    let engine = args.run.engine.engine();
    let cap = (args.sizes.literals(), args.sizes.terms());
    let spaces = || DnfSpace::up_to(data.features().len(), cap.0, cap.1).map(|space| space.within(rows.domain));
    let (report, settings, is_exact) = learned(args, loaded, rows, run)?;

    let near = near(&report, data, rows, cap);
    let near_count = near.len();
    let most_literals = near.iter().map(LegalDnfSpace::literals).max().unwrap_or_default();
    // No formula has more terms than literals.
    let up_to = (most_literals, cap.1.min(most_literals));
    let is_tried = report.outcome() == Outcome::Underfit && is_exact && can_be_asked(data);
    let count = questions_count(args, &report, is_tried, near.len());
    let mut questions = Questions::new(run, args.patience, start, count);
    let overfit = spaces().nth(report.steps().len().wrapping_sub(1)).filter(|_| report.outcome() == Outcome::Overfit);
    let overfit = overfit.filter(|_| is_exact);
    let report = if overfit.is_some() { in_common(engine, report, rows, &mut questions)? } else { report };
    let report = judged(args, loaded, report, rows, run);
    let (input, sizes) = (&args.input, &args.sizes);
    let (noise, least, bound) = (&args.noise, &args.least, args.bound);
    let asked = Asked { noise, least, sizes, bound, missing_label, learn: None, input, is_tried };
    let mut json = show(&report, (rows, &asked), &mut page)?;

    let conflict = why_not_smaller(engine, (&report, &settings), rows, spaces().collect(), &mut questions)?;
    if let Some((complexity, conflict)) = &conflict {
        page.add(&format!("\nwhy not {complexity}: {}\n", size::text(conflict, rows)))?;
    }
    json["conflict"] = match &conflict {
        Some((complexity, conflict)) => json!({"complexity": complexity, "conflict": size::json(conflict, rows)}),
        None => Value::Null,
    };

    if is_tried {
        let larger = larger_caps(data, &asked);
        let question = what_fits::UnansweredQuestion { engine, input, rows: *rows, cap, larger };
        let found = question.answer_in(TRIES_PARTS, &mut questions)?;
        page.add(&format!("\nwhat would fit:\n{}", found.text(rows)))?;
        json["contradiction"] = found.json(rows);
    }

    let rests = rests_on(engine, (&report, spaces(), cap), rows, &mut questions, &mut json)?;
    let ends = overfit.map(|space| ends(engine, space, data, &mut questions, &mut json)).transpose()?;
    page.add(&(rests + &ends.unwrap_or_default()))?;
    if let Some(most_errors) = args.robust {
        // With an error on every row all is said.
        let most_errors = most_errors.min(rows.data.weights().iter().sum());
        let found = how_robust(engine, (&report, spaces()), (rows, most_errors), &mut questions)?;
        page.add(&found.as_ref().map(|found| robust::text(found, rows)).unwrap_or_default())?;
        json["robust"] = found.map_or(Value::Null, |found| robust::json(&found, &report, rows));
    }

    let settings = settings.with_exact(true).with_list_limit(PROFILE_LISTED);
    let profile = similar_sizes(engine, (&report, &settings), (data, near), &mut questions, &mut page)?;
    json["profile"] = serde_json::to_value(&profile)?;
    let near = Near { steps: &profile, up_to, are_all: profile.len() == near_count, unseen: unseen(loaded) };
    json["further_runs"] = match is_exact && has_trust(&report) {
        true => further(args, (&report, &near), rows, &mut questions, &mut page)?,
        false => Value::Null,
    };
    json["cut"] = serde_json::to_value(&questions.cut)?;
    page.add(&questions.text())?;
    Ok(Explained { text: page.rest(), json, status: questions.status(status::of(&report)) })
}

/// The answer of the search, the settings with which it was found, and whether no errors are allowed and all cells are known.
fn learned(
    args: &ExplainArgs,
    loaded: &Loaded,
    rows: &Rows<'_>,
    run: &Run,
) -> Result<(Report, Settings, bool), CliError> {
    let (data, engine) = (&loaded.data, args.run.engine.engine());
    let (literals, terms) = (args.sizes.literals(), args.sizes.terms());
    let spaces = || DnfSpace::up_to(data.features().len(), literals, terms).map(|space| space.within(rows.domain));
    let (settings, errors) = settings(&args.noise, &args.least);
    let is_exact = !errors.are_allowed() && data.unknown_cells() == 0;
    let settings = settings.with_bound(args.bound).with_one_class(args.one_class.one_class);
    let mut empty = EmptySpaces::default();
    let (settings, open) = with_least_errors_beyond(&args.least, (engine, data), spaces, settings, (&mut empty, run))?;
    let report = search_beyond(engine, data, spaces(), &settings, &mut empty, run)?;
    let report = report.with_columns(loaded.columns.clone());
    let (suspected, cut) = suspected(&args.input, (data, rows.domain), run);
    let report = cut.into_iter().fold(report.with_suggestions(suspected), Report::with_warning);
    Ok((open.into_iter().fold(report, Report::with_open_errors), settings, is_exact))
}

/// How many questions are asked about an answer, each as many as the parts of the time that it gets.
fn questions_count(args: &ExplainArgs, report: &Report, is_tried: bool, near: usize) -> u32 {
    // The holes, the deciding positives and the near misses; or what all formulas have in common, and their ends; and why not smaller.
    let others = if has_trust(report) { 3 } else { 2 };
    let tries = if is_tried { TRIES_PARTS } else { 0 };
    let robust = if args.robust.is_some() { ROBUST_PARTS } else { 0 };
    1 + others + robust + tries + near as u32
}

/// The report of an overfit answer with what all concepts have in common.
fn in_common(
    engine: &dyn Engine,
    report: Report,
    rows: &Rows<'_>,
    questions: &mut Questions,
) -> Result<Report, CliError> {
    const QUESTION: &str = "what all of them have in common";
    let share = questions.next(1, QUESTION);
    let report = with_classes(report, engine, (rows.data, rows.domain, None), &share.share(2))?;
    let report = with_shared(report, engine, (rows.data, rows.domain, None), &share)?;
    questions.note(QUESTION, share.stopped().filter(|_| report.shared().is_none()));
    Ok(report)
}

/// The report with the probability that its answer is right.
fn judged(args: &ExplainArgs, loaded: &Loaded, report: Report, rows: &Rows<'_>, run: &Run) -> Report {
    let prior = args.prior.up_to(args.sizes.terms());
    let assessment = loaded.judged(Assessment::new(&loaded.data, rows.domain).with_prior(&prior));
    let found = loaded.undisputed.iter().fold(assessment, Assessment::with_undisputed).of_report(&report, run);
    report.with_confidence(found)
}

/// Shows the answer with what can be done about it, and what moves its probability. Returns it for programs.
fn show(report: &Report, (rows, asked): (&Rows<'_>, &Asked<'_>), page: &mut Page<'_>) -> Result<Value, CliError> {
    let reasons = report.confidence().map(Confidence::reasons).unwrap_or_default();
    page.add(&format!("\n{report}{}", advice(report, rows, asked)))?;
    page.add(&fmt_missed(report.confidence()))?;
    page.add(&fmt_reasons(&reasons))?;
    let mut json = serde_json::to_value(report)?;
    json["reasons"] = serde_json::to_value(&reasons)?;
    Ok(json)
}

/// Without which rows, and with how many errors, the answer is the same.
fn how_robust(
    engine: &dyn Engine,
    (report, spaces): (&Report, impl Iterator<Item = LegalDnfSpace>),
    (rows, most_errors): (&Rows<'_>, u64),
    questions: &mut Questions,
) -> Result<Option<Robustness>, CliError> {
    const QUESTION: &str = "how robust the answer is";
    let share = questions.next(ROBUST_PARTS, QUESTION);
    let found = robust(engine, rows.data, spaces, report, most_errors, &share)?;
    questions.note(QUESTION, found.as_ref().and_then(|found| found.stopped));
    Ok(found)
}

/// Why the sub-space before the answer's is empty. That it is was proven by the search.
fn why_not_smaller(
    engine: &dyn Engine,
    (report, settings): (&Report, &Settings),
    rows: &Rows<'_>,
    spaces: Vec<LegalDnfSpace>,
    questions: &mut Questions,
) -> Result<Option<(Complexity, Conflict)>, CliError> {
    let before = report.steps().len().checked_sub(2).filter(|_| report.deciding_step().is_some());
    let Some((step, space)) = before.and_then(|before| Some((&report.steps()[before], spaces.get(before)?))) else {
        return Ok(None);
    };
    let is_empty = step.possible().unwrap_or(step.result()).concepts.is_zero();
    let space: Arc<dyn SubSpace> = Arc::new(space.clone());
    let conflict = conflict_within(
        engine,
        rows.data,
        &space,
        (settings, is_empty),
        &questions.next(1, "which samples exclude the size before"),
    )?;
    questions.note("which samples exclude the size before", size::stopped(&conflict));
    Ok(Some((space.complexity(), conflict)))
}

/// What the answer rests on, if that can be said. Writes `fragility`.
fn rests_on(
    engine: &dyn Engine,
    (report, spaces, cap): (&Report, impl Iterator<Item = LegalDnfSpace>, (usize, usize)),
    rows: &Rows<'_>,
    questions: &mut Questions,
    json: &mut Value,
) -> Result<String, CliError> {
    let mut text = String::new();
    json["fragility"] = Value::Null;
    if has_trust(report) {
        let run = questions.next(3, "what the answer rests on");
        let mut found = fragility(engine, rows.data, spaces, report, cap, &run)?;
        without_chance(&mut found, report);
        for &(question, reason) in &found.open {
            let question = match question {
                Question::Hole => "where a further cause could hide",
                Question::Deciding => "which positives decide",
                _ => "which negatives alone keep rivals out",
            };
            questions.note(question, Some(reason));
        }
        fmt_fragility(&mut text, &found, (report, questions), rows);
        json["fragility"] = fragility_json(&found, report, rows);
    }
    Ok(text)
}

/// The most specific and the most general concepts of an overfit answer. Writes them and `boundary`.
fn ends(
    engine: &dyn Engine,
    space: LegalDnfSpace,
    data: &Dataset,
    questions: &mut Questions,
    json: &mut Value,
) -> Result<String, CliError> {
    let space: Arc<dyn SubSpace> = Arc::new(space);
    let share = questions.next(1, "the most specific and most general concepts");
    let boundary = some_boundary(engine, data, &space, BOUNDARY_STARTS, SEED, &share)?;
    let is_whole = boundary.as_ref().is_some_and(|boundary| boundary.is_complete);
    questions.note("the most specific and most general concepts", share.stopped().filter(|_| !is_whole));
    let features = data.features();
    let report = boundary.as_ref().map(|boundary| BoundaryReport { boundary, space: &*space, features });
    BoundaryReport::write(report.as_ref(), json);
    Ok(report.map(|report| report.to_string()).unwrap_or_default())
}

/// Counts the sub-spaces near the answer and adds them to the page one by one.
fn similar_sizes(
    engine: &dyn Engine,
    (report, settings): (&Report, &Settings),
    (data, near): (&Arc<Dataset>, Vec<LegalDnfSpace>),
    questions: &mut Questions,
    page: &mut Page<'_>,
) -> Result<Vec<Step>, CliError> {
    let mut profile: Vec<Step> = Vec::new();
    let mut cut = None;
    for space in near {
        let step = match known(report, &space) {
            Some(step) => step.clone(),
            None => {
                let share = questions.next(1, "similar sizes");
                if let Some(reason) = share.stopped() {
                    cut = cut.or(Some(reason));
                    continue;
                }
                vesc_col::count(engine, data, space, settings, &share)?.steps()[0].clone()
            }
        };
        let result = step.result();
        cut = cut.or(result.stopped.filter(|&reason| reason != StopReason::ListLimit));
        let title = if profile.is_empty() { "\nsimilar sizes:\n" } else { "" };
        let [concepts, formulas] = [&result.concepts, &result.formulas].map(short_count);
        let possible = step.possible().map(|possible| format!(", possibly {}", short_count(&possible.concepts)));
        let possible = possible.unwrap_or_default();
        let line = format!("    {}: |VS| {concepts}{possible}, formulas {formulas}\n", step.complexity());
        page.add(&(title.to_owned() + &line))?;
        profile.push(step);
    }
    questions.note("similar sizes", cut);
    Ok(profile)
}

/// How many inputs are no row yet, and whether an answer that holds on all of them is certain. The label of a single run may be an accident.
fn unseen(loaded: &Loaded) -> Option<(usize, bool)> {
    let is_sure = loaded.data.weights().iter().all(|&runs| runs > 1) && loaded.undisputed.is_none();
    let unseen = loaded.judged(Assessment::new(&loaded.data, &loaded.domain)).unseen_inputs();
    unseen.map(|unseen| (unseen, is_sure))
}

/// How many further runs are expected. Adds that to the page.
fn further(
    args: &ExplainArgs,
    (report, near): (&Report, &Near<'_>),
    rows: &Rows<'_>,
    questions: &mut Questions,
    page: &mut Page<'_>,
) -> Result<Value, CliError> {
    const QUESTION: &str = "how many further runs are expected";
    let prior = args.prior.up_to(args.sizes.terms());
    let found = match Further::new(report, near, rows, (&prior, args.target), &questions.next(1, QUESTION)) {
        Ok(found) => found,
        Err(reason) => {
            questions.note(QUESTION, Some(reason));
            None
        }
    };
    let Some(found) = found else { return Ok(Value::Null) };
    let (file, (literals, terms)) = (args.input.as_typed(), near.up_to);
    let mut typed = format!("vesc-col next {file} --up-to {literals},{terms}");
    if args.target != TARGET {
        typed += &format!(" --target {}", args.target);
    }
    typed += &args.prior.as_typed();
    page.add(&format!("\nfurther runs (proposed by `{typed}`):\n{found}"))?;
    Ok(found.json())
}

/// The sub-spaces of the answer's length with other numbers of terms, and of one literal more; none if nothing was learned.
fn near(report: &Report, data: &Dataset, rows: &Rows<'_>, (literals, terms): (usize, usize)) -> Vec<LegalDnfSpace> {
    let features = data.features().len();
    let decided = report.steps().len().checked_sub(1).filter(|_| report.outcome() == Outcome::Learned);
    let Some(answer) = decided.and_then(|decided| DnfSpace::up_to(features, literals, terms).nth(decided)) else {
        return Vec::new();
    };
    let is_near =
        |space: &DnfSpace| space != &answer && (answer.literals()..=answer.literals() + 1).contains(&space.literals());
    let spaces = DnfSpace::up_to(features, answer.literals() + 1, terms).filter(is_near);
    spaces.map(|space| space.within(rows.domain)).collect()
}

/// What the search has found out about a sub-space, if that is all.
fn known<'a>(report: &'a Report, space: &LegalDnfSpace) -> Option<&'a Step> {
    let complexity = space.complexity();
    let step = report.steps().iter().find(|step| *step.complexity() == complexity)?;
    (*step.result().concepts.lower() == BigUint::ZERO && step.result().concepts.is_zero()).then_some(step)
}

/// Up to how many concepts of each sub-space are told apart for the profile.
const PROFILE_LISTED: usize = 10_000;

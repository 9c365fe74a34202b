//! Over which error budgets, and without which rows, an answer stays the same.

use std::sync::Arc;

use serde_json::{Value, json};
use vesc_col::explain::{Core, DecidingRows, Ending, Robustness, SampleId, Tally};
use vesc_col::report::relation;
use vesc_col::sub_space::Complexity;
use vesc_col::{Cardinality, Features, Hypothesis, Report};

use crate::commands::rows::Rows;
use crate::text::{counted, first_of};

/// How many sets of rows the text lists, and how many JSON does.
const SHOWN_IN_TEXT: usize = 5;
const LISTED_IN_JSON: usize = 1000;

/// How robust an answer is, in words.
pub(super) fn text(found: &Robustness, rows: &Rows<'_>) -> String {
    let fits_nothing = |whole: &Ending| whole.complexity.is_none() && whole.is_simplest;
    let is_underfit = found.budgets.first().is_some_and(fits_nothing);
    let title = if is_underfit { "how robust it is that nothing fits" } else { "how robust the answer is" };
    let mut lines = vec![format!("\n{title}:")];
    let features = rows.data.features();
    lines.extend(budget_lines(found, features));
    let noun = if rows.are_counted() { "run" } else { "row" };
    let what = [(format!("one {noun}"), format!("{noun}s")), (format!("two {noun}s"), "pairs".to_owned())];
    lines.extend([found.single_rows, found.pairs].iter().zip(what).map(|(tally, what)| tally_line(tally, &what)));
    lines.extend(deciding_lines(found, rows));
    lines.extend(found.core.as_ref().map(|core| core_line(core, features)));
    lines.join("\n") + "\n"
}

/// A line for each of the first sets of deciding rows, and one for how many more there are.
pub(super) fn deciding_lines(found: &Robustness, rows: &Rows<'_>) -> Vec<String> {
    let line = |DecidingRows { samples, without, .. }: &DecidingRows| {
        format!("    without {}: {}", named(samples, rows), ending(without, rows.data.features()))
    };
    let mut lines: Vec<String> = found.deciding.iter().take(SHOWN_IN_TEXT).map(line).collect();
    lines.extend(found.deciding.len().checked_sub(SHOWN_IN_TEXT + 1).map(|more| format!("    and {} more", more + 1)));
    lines
}

/// The greatest budget within which the answer is the same, and all greater ones.
fn budget_lines(found: &Robustness, features: &Features) -> Vec<String> {
    let within = |errors: usize| format!("    with up to {}", counted(errors, "wrong label"));
    let is_same = |errors: usize| found.is_same_within(errors);
    let same = (1..found.budgets.len()).take_while(|&errors| is_same(errors) == Some(true)).last();
    let others = (same.unwrap_or(0) + 1..found.budgets.len()).map(|errors| {
        let is_open = is_same(errors).is_none() && found.budgets[errors].complexity.is_some();
        let tail = if is_open { "; whether it is the same is not known" } else { "" };
        format!("{}: {}{tail}", within(errors), ending(&found.budgets[errors], features))
    });
    same.map(|errors| format!("{}: the same", within(errors))).into_iter().chain(others).collect()
}

/// For how many choices of rows the answer is the same.
fn tally_line(tally: &Tally, (without, choices): &(String, String)) -> String {
    let &Tally { tried, changed, open, .. } = tally;
    match (tried, changed, open) {
        (0, _, _) => format!("    without {without}: not asked, as one label would have no row left"),
        (_, 0, 0) => format!("    without {without}: the same for all {tried} {choices}"),
        (_, _, 0) => format!("    without {without}: the same for {} of {tried} {choices}", tally.unchanged()),
        (_, 0, _) => format!(
            "    without {without}: the same for {} of {tried} {choices}, and not known for the others",
            tally.unchanged()
        ),
        _ => format!("    without {without}: another one for at least {changed} of {tried} {choices}"),
    }
}

fn ending(ending: &Ending, features: &Features) -> String {
    let Some(complexity) = &ending.complexity else {
        return if ending.is_simplest { "nothing fits" } else { "not known" }.to_owned();
    };
    match ending.is_simplest {
        true => fitting(complexity, &ending.concepts, ending.example.as_ref(), features),
        false => format!("{complexity}, or a simpler size"),
    }
}

/// `2 literals, 1 term, |VS| = 3, such as `a & b``.
pub(super) fn fitting(
    complexity: &Complexity,
    concepts: &Cardinality,
    example: Option<&Arc<dyn Hypothesis>>,
    features: &Features,
) -> String {
    let size = format!("{complexity}, |VS| {}", relation(concepts));
    let such_as = if concepts.exceeds(1) { ", such as" } else { ":" };
    example.map_or(size.clone(), |example| format!("{size}{such_as} `{}`", example.display(features)))
}

/// `line 7 (positive)`, `both runs of line 7 (positive)`, `lines 7, 9 (negative)`, `line 3 (positive) and line 7 (negative)`.
fn named(samples: &[SampleId], rows: &Rows<'_>) -> String {
    let labels = [(true, "positive"), (false, "negative")];
    let is_of_both = matches!(samples, &[sample] if sample.rows(rows.data).len() == 1 && rows.count(sample) == 2);
    let of_label = labels.iter().filter_map(|&(label, word)| {
        let mut samples = samples.iter().filter(|sample| sample.is_positive() == label).peekable();
        let whole = if is_of_both { "both runs of " } else { "" };
        samples.peek().is_some().then(|| format!("{whole}{} ({word})", rows.text(samples)))
    });
    of_label.collect::<Vec<_>>().join(" and ")
}

/// What every answer has: terms, then literals that are in none of these, then columns of which no literal is named.
fn core_line(core: &Core, features: &Features) -> String {
    let terms: Vec<String> = core.terms.iter().map(|term| format!("`{}`", term.display(features))).collect();
    let is_in_term = |literal| core.terms.iter().any(|term| term.literals().contains(literal));
    let literals = core.literals.iter().filter(|literal| !is_in_term(literal));
    let literals: Vec<String> = literals.map(|literal| format!("`{}`", literal.display(features))).collect();
    let parts = [("term", terms), ("literal", literals)].into_iter().filter(|(_, named)| !named.is_empty());
    let parts = parts.map(|(noun, named)| {
        let noun = if named.len() == 1 { noun.to_owned() } else { format!("{noun}s") };
        format!("the {noun} {}", first_of(named.into_iter()))
    });
    let parts = parts.collect::<Vec<_>>().join(", and ");
    match (parts.is_empty(), core.is_complete, core.columns.is_empty()) {
        (true, _, true) => "    no column is in all of these answers".to_owned(),
        (true, true, false) => format!("    all of these answers speak of {}", columns(core, features)),
        (true, false, false) => format!("    all known answers speak of {}", columns(core, features)),
        (false, true, _) => format!("    all of these answers have {parts}"),
        (false, false, _) => format!("    all known answers have {parts}"),
    }
}

fn columns(core: &Core, features: &Features) -> String {
    let names = column_names(core, features);
    first_of(names.iter())
}

fn column_names<'a>(core: &Core, features: &'a Features) -> Vec<&'a str> {
    let name = |&feature: &usize| features.test(feature).map_or_else(|| features.name(feature), |(name, _)| name);
    core.columns.iter().map(name).collect()
}

/// How robust an answer is, for programs.
pub(super) fn json(found: &Robustness, report: &Report, rows: &Rows<'_>) -> Value {
    let features = rows.data.features();
    let budget = |(errors, found_within): (usize, &Ending)| {
        let mut json = ending_json(found_within, features);
        json["errors"] = errors.into();
        json["same"] = found.is_same_within(errors).into();
        json
    };
    let hypothesis = |hypothesis: &Arc<dyn Hypothesis>| json!({"text": hypothesis.display(features).to_string()});
    let concepts = |core: &Core| {
        core.keeps_concepts
            .map(|keeps| report.hypotheses().iter().filter(|_| keeps).map(hypothesis).collect::<Vec<_>>())
    };
    json!({
        "budgets": found.budgets.iter().enumerate().map(budget).collect::<Vec<_>>(),
        "single_rows": found.single_rows,
        "pairs": found.pairs,
        "deciding": deciding_json(found, rows),
        "deciding_count": found.deciding.len(),
        "core": found.core.as_ref().map(|core| json!({
            "keeps_concepts": core.keeps_concepts,
            "concepts": concepts(core),
            "terms": core.terms.iter().map(|term| term.display(features).to_string()).collect::<Vec<_>>(),
            "literals": core.literals.iter().map(|literal| literal.display(features).to_string()).collect::<Vec<_>>(),
            "columns": column_names(core, features),
            "complete": core.is_complete,
        })),
        "stopped": found.stopped,
    })
}

/// The first deciding rows, each with the answer without them.
pub(super) fn deciding_json(found: &Robustness, rows: &Rows<'_>) -> Vec<Value> {
    let deciding = |deciding: &DecidingRows| {
        let mut json = ending_json(&deciding.without, rows.data.features());
        json["samples"] = json!(rows.places(&deciding.samples));
        json
    };
    found.deciding.iter().take(LISTED_IN_JSON).map(deciding).collect()
}

fn ending_json(ending: &Ending, features: &Features) -> Value {
    json!({
        "complexity": ending.complexity,
        "cardinality": ending.concepts,
        "example": ending.example.as_ref().map(|example| json!({"text": example.display(features).to_string()})),
        "simplest": ending.is_simplest,
    })
}

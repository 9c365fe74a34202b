//! The verdict in one sentence, and what to do next.

use std::borrow::Cow;
use std::cmp::Ordering;

use serde::Serialize;
use vesc_col::search::{ErrorBudget, Share};

use super::concepts::{capitalised, that};
use super::document::{Confidence, Data, Document, Expected, Hypothesis, Interval};
use super::evidence::size as size_in_words;
use super::numbers::{counted, ends, interval, percent, rest};

/// What is to be done next, before and after the command that does it, if there is one.
type NextStep = (Cow<'static, str>, &'static str, &'static str);

#[derive(Debug, Serialize)]
pub(super) struct Verdict {
    /// The outcome as one word, for the style sheet; `unlikely` for an answer that is rather wrong than right.
    outcome: String,
    sentence: String,
    /// The cause, if there is one.
    formula: Option<String>,
    /// The probabilities in words; `None` without them.
    chance: Option<String>,
    next: NextStep,
    /// How many inputs the page proposes to simulate, and what for.
    tests: Option<(String, &'static str)>,
    /// The size up to which the cause is the only one, where that is known beyond its own size.
    only_up_to: Option<String>,
}

pub(super) fn verdict(document: &Document) -> Verdict {
    let number = interval(number(document));
    let formula = (number == "1").then(|| document.hypotheses.first()).flatten().map(|first| first.text.clone());
    let plan = document.details.as_ref().and_then(|details| details.next.as_ref());
    let tests = plan.map(|plan| plan.proposals.len()).filter(|&tests| tests > 0);
    let aim = if number == "1" { "To test it" } else { "To tell them apart" };
    let mut chances = document.hypotheses.iter().filter_map(|hypothesis| hypothesis.confidence.as_ref()).peekable();
    let is_unlikely = chances.peek().is_some() && chances.all(|confidence| confidence.correct < 0.5);
    Verdict {
        outcome: if is_unlikely { "unlikely".to_owned() } else { document.outcome.clone() },
        sentence: sentence(document, &number),
        formula,
        chance: chance(document),
        next: next(document, number == "1"),
        tests: tests.map(|tests| (counted(tests as u64, "run"), aim)),
        // Where every input is in the data there is nothing to be said of sizes.
        only_up_to: plan
            .filter(|plan| plan.outcome == "unique" && !is_certain(document))
            .map(|plan| size_in_words(&plan.up_to)),
    }
}

fn sentence(document: &Document, number: &str) -> String {
    let size = document.complexity.as_ref().map(size_in_words);
    let of_size = size.as_ref().map(|size| format!(" of {size}")).unwrap_or_default();
    let runs = match document.data.positives {
        1 => "the positive run".to_owned(),
        many => format!("all {many} positive runs"),
    };
    let explained = match document.error_budget.as_ref().map(errors_in_words).filter(|errors| !errors.is_empty()) {
        Some(errors) => format!("the data within {errors}"),
        None => format!("{runs} and no negative one"),
    };
    let is_settled = document.details.as_ref().is_some_and(|details| !details.disputed_lines.is_empty());
    let explained = if is_settled { explained + ", once equal runs have one label" } else { explained };
    let explain = if explained.starts_with("the data") { "fit" } else { "explain" };
    match document.outcome.as_str() {
        "learned" if explains_nothing(document) => {
            format!("{}, and that is no evidence of a cause.", capitalised(&that(document, "", "fit")))
        }
        "learned" => {
            let which = match (document.cardinality.exact(), number) {
                (Some("1"), _) => "",
                (_, "1") if possible(document).is_some() => " Those that do in any case differ in thresholds only.",
                (_, "1") => " They differ in thresholds only.",
                _ => " The data cannot tell which.",
            };
            let perhaps = possible(document).map_or_else(String::new, |possible| {
                format!(" whatever the unknown cells are; for some values of them {possible} may")
            });
            format!("{} {explained}{perhaps}.{which}", capitalised(&that(document, &of_size, explain)))
        }
        "overfit" => format!(
            "No cause was learned: {} the data, more than a person can review.",
            that(document, &of_size, "fit")
        ),
        "underfit" => "No cause was learned: no formula of the sizes searched fits the data.".to_owned(),
        "one-class" => {
            let Data { positives, negatives, .. } = document.data;
            let missing = match (positives, negatives) {
                (0, 0) => "there is no row",
                (0, _) => "no row is positive",
                _ => "no row is negative",
            };
            format!("Nothing can be learned from one class: {missing}.")
        }
        "counted" => format!("{} the data.", capitalised(&that(document, &of_size, "fit"))),
        _ => match size {
            None if document.open_errors.is_some() => {
                "Undecided: nothing fits within the errors tried, and how many it takes is not known.".to_owned()
            }
            None => "Undecided: the search was stopped before the first size was decided.".to_owned(),
            Some(size) => match open(document) {
                Some(possible) => format!(
                    "Open: whatever the unknown cells are, no concept of {size} explains the data; for some values of them \
                     {possible} may."
                ),
                None if interval(&document.cardinality) == "unknown" => {
                    format!("Undecided: the search was stopped at {size}, before anything was found.")
                }
                None => format!("Undecided: the search was stopped at {size}, where {}.", that(document, "", "fit")),
            },
        },
    }
}

/// How many concepts possibly fit, where more do than certainly.
fn possible(document: &Document) -> Option<String> {
    let step = document.steps.iter().find(|step| document.complexity.as_ref() == Some(&step.complexity))?;
    let possible = interval(&step.possible.as_ref()?.cardinality);
    (possible != interval(&document.cardinality)).then_some(possible)
}

/// How many concepts possibly fit where the answer is open: no limit was reached, and nothing certainly fits.
fn open(document: &Document) -> Option<String> {
    let step = document.steps.last().filter(|_| document.outcome == "undecided")?;
    let possible = step.possible.as_ref().filter(|_| step.stopped.is_none())?;
    Some(interval(&possible.cardinality))
}

/// Whether every input is in the data.
fn is_certain(document: &Document) -> bool {
    document.confidence.as_ref().is_some_and(|confidence| confidence.certain)
}

/// Whether formulas fit that explain nothing: the rows have one label, or the errors allowed are enough for that.
fn explains_nothing(document: &Document) -> bool {
    let Data { positives, negatives, .. } = document.data;
    let budget = document.error_budget.as_ref();
    let is_loose = budget.is_some_and(|budget| budget.allows_all_of(positives, negatives).is_some());
    positives == 0 || negatives == 0 || is_loose
}

/// `1 error`, `1 false positive and 2 false negatives`, `a precision of at least 0.9`; empty for none at all.
fn errors_in_words(budget: &ErrorBudget) -> String {
    let number =
        |number: Option<u64>, one: &str| number.filter(|&number| number > 0).map(|number| counted(number, one));
    let share = |share: Option<Share>, of: &str| share.map(|share| format!("a {of} of at least {share}"));
    let parts = [
        number(budget.total(), "error"),
        number(budget.false_positives(), "false positive"),
        number(budget.false_negatives(), "false negative"),
        share(budget.min_precision(), "precision"),
        share(budget.min_recall(), "recall"),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

fn next(document: &Document, is_only: bool) -> NextStep {
    // `next` knows no rules of formulas.
    let is_dnf = match document.details.as_ref().and_then(|details| details.limits.as_ref()) {
        Some(limits) => limits.language == "dnf" && limits.rules.is_empty(),
        None => document.hypotheses.iter().all(|hypothesis| hypothesis.terms.is_some()),
    };
    let has_rivals = document.details.as_ref().is_some_and(|details| !details.rivals.is_empty());
    let is_untestable = document.details.as_ref().is_some_and(|details| details.is_testable == Some(false));
    let (what, command, for_what) = match document.outcome.as_str() {
        "learned" if is_certain(document) => {
            ("Every input is in the data, so that no run is left to be simulated.", "", "")
        }
        "learned" if document.data.positives == 0 || document.data.negatives == 0 => {
            ("Simulate runs of both labels.", "", "")
        }
        "learned" if explains_nothing(document) => ("Allow fewer errors than a label has rows.", "", ""),
        "undecided" if open(document).is_some() => {
            ("Find out what the unknown cells are, those of the possible causes first.", "", "")
        }
        "learned" if is_only && is_untestable => ("No input was found that would test it and is no row yet.", "", ""),
        "learned" if !is_only && has_rivals => ("To tell them apart, simulate the inputs below.", "", ""),
        "learned" if is_dnf && is_only => ("To test it, simulate the runs that", "vesc-col next", "proposes."),
        "learned" if is_dnf => ("To tell them apart, simulate the runs that", "vesc-col next", "proposes."),
        "learned" => ("To test it, simulate new runs:", "vesc-col eval", "says on which of them it is wrong."),
        "overfit" if is_dnf => ("Simulate more runs:", "vesc-col next", "proposes those that tell most."),
        "overfit" => ("Simulate more runs.", "", ""),
        "underfit" => return (Cow::Owned(after_nothing(document)), "", ""),
        "one-class" => ("Add runs of the label that is missing, or choose another label with --positive.", "", ""),
        "counted" => ("", "", ""),
        _ => after_stop(document),
    };
    (Cow::Borrowed(what), command, for_what)
}

/// What to do about a search that was stopped.
fn after_stop(document: &Document) -> (&'static str, &'static str, &'static str) {
    let open = document.open_errors.as_ref().map(|open| &*open.stopped);
    match open.or(document.steps.last().and_then(|step| step.stopped.as_deref())) {
        Some("cancelled") => ("Run it again, and let it come to its end.", "", ""),
        Some("missing-parts") => ("Let all parts of the job be answered, and merge them again.", "", ""),
        Some("list-limit") => ("To list more concepts, run it again with", "--exact", "or a larger --list-limit."),
        Some("engine-limit") => ("Run it again with", "--engine auto", "which asks all engines."),
        _ => ("Run it again with more time or memory.", "", ""),
    }
}

/// What to do where nothing fits: larger sizes are named only where something of them can fit.
fn after_nothing(document: &Document) -> String {
    let details = document.details.as_ref();
    let reason = details.and_then(|details| details.no_larger.as_ref());
    let typed = details.and_then(|details| details.larger.as_ref()).filter(|typed| !typed.is_empty());
    let larger = match (reason, typed) {
        (Some(reason), _) => format!(" No larger formula can fit: {reason}."),
        (None, Some(typed)) => {
            let Data { features, distinct, .. } = document.data;
            let inputs = u32::try_from(features).ok().and_then(|features| 1u64.checked_shl(features));
            // Equal rows of both labels leave no larger formula.
            let worth = match inputs == Some(distinct) && details.is_some_and(|details| details.unknown_cells == 0) {
                true => "; every input is in the data, so that all that fit without an error are one concept",
                false => ", but large formulas fit by chance",
            };
            format!(" A larger size may fit ({}){worth}.", typed.join(" or "))
        }
        (None, None) => String::new(),
    };
    format!("Check labels and columns first.{larger}")
}

/// The number that decides: that of families where there are ordered columns, otherwise of concepts.
pub(super) fn number(document: &Document) -> &Interval {
    document.families.as_ref().unwrap_or(&document.cardinality)
}

/// The probabilities of the answer, or of the likeliest of several.
fn chance(document: &Document) -> Option<String> {
    let known = |hypothesis: &'_ Hypothesis| hypothesis.confidence.as_ref().map(|confidence| confidence.correct);
    let likeliest = document.hypotheses.iter().enumerate().filter(|(_, hypothesis)| hypothesis.confidence.is_some());
    let likeliest =
        likeliest.rev().max_by(|one, other| known(one.1).partial_cmp(&known(other.1)).unwrap_or(Ordering::Equal));
    let (confidence, of, answer) = match (&document.confidence, likeliest) {
        (Some(confidence), _) => (confidence, "The terms shown are causes".to_owned(), "this answer"),
        (None, Some((at, hypothesis))) => {
            let as_good = document.hypotheses.iter().filter(|other| known(other) == known(hypothesis)).count();
            let of = match as_good {
                1 => format!("Formula {} is the likeliest: its terms are causes", at + 1),
                _ => format!("Formula {} is one of the {as_good} likeliest: its terms are causes", at + 1),
            };
            (hypothesis.confidence.as_ref()?, of, "it")
        }
        (None, None) => {
            return document.no_confidence.as_ref().map(|reason| format!("No probability is known: {reason}."));
        }
    };
    if confidence.certain {
        return Some(
            "The answer is certain if these columns hold all that matters: every input is in the data.".to_owned(),
        );
    }
    let &Confidence { correct, low, high, terms, complete, ref extrapolated_from, ref assumed, .. } = confidence;
    let assumed = assumed.as_ref().map(|assumed| format!(" Assumed: {assumed}.")).unwrap_or_default();
    let tried = extrapolated_from.as_ref().map(|trials| format!(", extrapolated from {trials}")).unwrap_or_default();
    let is_somewhere = if confidence.components.leaves_some() { "exists" } else { "is unseen" };
    let missed = document.confidence.as_ref().and_then(missed).unwrap_or_default();
    Some(format!(
        "{of} with a probability of {}. If they are, another cause {is_somewhere} with {}. So {answer} is right with {} ({}){tried}.{missed}{assumed}",
        percent(terms),
        rest(complete),
        percent(correct),
        ends(low, high),
    ))
}

/// What the only answer is expected to miss on further runs.
fn missed(confidence: &Confidence) -> Option<String> {
    let shown = |share: &Expected| format!("{} ({})", percent(share.value), ends(share.low, share.high));
    Some(format!(
        " On further runs like these it is expected to hold on {} of the events. Of the runs on which it holds, {} are expected to be events.",
        shown(confidence.recall.as_ref()?),
        shown(confidence.precision.as_ref()?)
    ))
}

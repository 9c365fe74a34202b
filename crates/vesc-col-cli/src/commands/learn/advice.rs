//! What to do about an answer that learns nothing: options that can help, and what they mean.

use std::path::Path;

use vesc_col::report::Step;
use vesc_col::{Dataset, Outcome, Report};

use crate::args::{Language, LearnArgs};
use crate::report::after_stop;
use crate::text::shell_word;

/// The advice below an answer of `learn`, a line each. It names only what is possible.
pub(super) fn advice(report: &Report, data: &Dataset, args: &LearnArgs) -> String {
    let lines = match report.outcome() {
        Outcome::OneClass => of_one_class(report, args),
        Outcome::Overfit => of_overfit(report, args),
        Outcome::Underfit => of_underfit(report, data, args),
        Outcome::Undecided => of_undecided(report),
        _ => Vec::new(),
    };
    lines.iter().map(|line| format!("    {line}\n")).collect()
}

fn file(args: &LearnArgs) -> String {
    shell_word(&args.input.file.to_string_lossy())
}

/// Whether `next` can ask the same question: it has no options about languages, errors and unknown cells.
fn is_for_next(args: &LearnArgs) -> bool {
    let dnf = &args.language.dnf;
    args.language.language == Language::Dnf
        && dnf.first_given(true).is_none()
        && !args.noise.is_given()
        && !args.least.is_auto()
        && args.input.file != Path::new("-")
}

fn of_one_class(report: &Report, args: &LearnArgs) -> Vec<String> {
    let mut lines = Vec::new();
    if report.data().positives == 0 && is_for_next(args) {
        lines.push(format!("to reach a first positive run: vesc-col next {} --up-to 2,1", file(args)));
    }
    lines.push("to search all the same: --one-class; what fits is then no evidence of a cause".to_owned());
    lines
}

fn of_overfit(report: &Report, args: &LearnArgs) -> Vec<String> {
    let mut lines = Vec::new();
    let size = report.deciding_step().map(|step| step.complexity().measures()).unwrap_or_default();
    if let ([(_, literals), (_, terms)], true) = (size, is_for_next(args)) {
        lines.push(format!(
            "runs on which they differ, if such runs can be made: vesc-col next {} --up-to {literals},{terms}",
            file(args)
        ));
    }
    if report.hypotheses().is_empty() && report.found().is_empty() {
        lines.push("to see some of them: --list 10".to_owned());
    }
    lines
}

/// Larger formulas are named only where there are any, and with what they are worth.
fn of_underfit(report: &Report, data: &Dataset, args: &LearnArgs) -> Vec<String> {
    let mut lines = Vec::new();
    let (features, positives) = (data.features().len(), data.positives().distinct());
    if args.language.language.has_terms() {
        let (literals, terms) = (args.sizes.literals(), args.sizes.terms());
        let mut larger = Vec::new();
        // A term has each feature at most once.
        if literals < features * terms {
            larger.push(format!("--max-literals {}", (literals + 2).min(features * terms)));
        }
        // In the first size that fits every term has a positive row of its own.
        if args.language.language == Language::Dnf && terms < positives {
            larger.push(format!("--max-terms {}", terms + 1));
        }
        if !larger.is_empty() {
            lines.push(format!(
                "larger formulas: {}; the larger they are, the more of them fit by chance",
                larger.join(" or "),
            ));
        }
    }
    let is_plain = args.language.language == Language::Dnf && args.language.dnf.first_given(true).is_none();
    if is_plain && !args.one_by_one && args.noise.unknown.is_none() && !report.data().is_one_class() {
        lines.push("several causes, one by one: --one-by-one".to_owned());
    }
    let is_exact = !args.noise.is_given() && !args.least.is_auto();
    if is_exact && !report.data().is_one_class() {
        lines.push("labels may be wrong: --max-false-positives 1, --max-false-negatives 1".to_owned());
    }
    lines
}

fn of_undecided(report: &Report) -> Vec<String> {
    let stopped = report.deciding_step().and_then(Step::stopped);
    stopped.and_then(after_stop).into_iter().map(str::to_owned).collect()
}

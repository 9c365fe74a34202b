//! What to do about an answer that learns nothing: options that can help, and what they mean.

use std::path::Path;

use vesc_col::report::Step;
use vesc_col::{Dataset, Outcome, Report};

use crate::args::{InputArgs, Language, LearnArgs, LeastErrorsArgs, MaxSizeArgs, NoiseArgs};
use crate::report::after_stop;

/// A question that `learn` or `explain` was asked.
pub(super) struct Asked<'a> {
    pub(super) input: &'a InputArgs,
    pub(super) noise: &'a NoiseArgs,
    pub(super) least: &'a LeastErrorsArgs,
    pub(super) sizes: &'a MaxSizeArgs,
    /// All options of `learn`. `explain` has fewer: its question is the same without any of the others.
    pub(super) learn: Option<&'a LearnArgs>,
    /// Whether larger formulas and wrong labels are tried, so that they need not be named.
    pub(super) is_tried: bool,
}

impl<'a> Asked<'a> {
    pub(super) fn of_learn(args: &'a LearnArgs) -> Asked<'a> {
        Asked {
            input: &args.input,
            noise: &args.noise,
            least: &args.least,
            sizes: &args.sizes,
            learn: Some(args),
            is_tried: false,
        }
    }

    fn language(&self) -> Language {
        self.learn.map(|args| args.language.language).unwrap_or_default()
    }

    fn is_plain_dnf(&self) -> bool {
        let restriction = self.learn.and_then(|args| args.language.dnf.first_given(true));
        self.language() == Language::Dnf && restriction.is_none()
    }

    /// Whether `next` can ask the same question.
    fn is_for_next(&self) -> bool {
        self.is_plain_dnf() && self.input.file != Path::new("-")
    }

    /// Another command about the same rows.
    fn command(&self, command: &str, options: &str) -> String {
        let errors = if self.least.is_auto() { " --errors auto" } else { "" };
        format!("vesc-col {command} {}{}{errors} {options}", self.input.as_typed(), self.noise.as_typed())
    }

    /// An option of `learn`: with the command, if that was another one.
    fn option_of_learn(&self, option: &str) -> String {
        match self.learn {
            Some(_) => option.to_owned(),
            None => self.command("learn", &format!("{}{option}", self.sizes.as_typed())),
        }
    }
}

/// The advice below an answer, a line each. It names only what is possible.
pub(super) fn advice(report: &Report, data: &Dataset, asked: &Asked<'_>) -> String {
    let lines = match report.outcome() {
        Outcome::OneClass => of_one_class(report, asked),
        Outcome::Overfit => of_overfit(report, asked),
        Outcome::Underfit => of_underfit(report, data, asked),
        Outcome::Undecided => of_undecided(report),
        _ => Vec::new(),
    };
    lines.iter().map(|line| format!("    {line}\n")).collect()
}

fn of_one_class(report: &Report, asked: &Asked<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    if report.data().positives == 0 && asked.is_for_next() {
        lines.push(format!("to reach a first positive run: {}", asked.command("next", "--up-to 2,1")));
    }
    lines.push("to search all the same: --one-class; what fits is then no evidence of a cause".to_owned());
    lines
}

fn of_overfit(report: &Report, asked: &Asked<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let size = report.deciding_step().map(|step| step.complexity().measures()).unwrap_or_default();
    if let ([(_, literals), (_, terms)], true) = (size, asked.is_for_next()) {
        let command = asked.command("next", &format!("--up-to {literals},{terms}"));
        lines.push(format!("runs on which they differ, if such runs can be made: {command}"));
    }
    if report.hypotheses().is_empty() && report.found().is_empty() {
        lines.push(format!("to see some of them: {}", asked.option_of_learn("--list 10")));
    }
    lines
}

/// Larger formulas are named only where there are any, and with what they are worth.
fn of_underfit(report: &Report, data: &Dataset, asked: &Asked<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let mut typed: Vec<String> = larger_caps(data, asked).into_iter().map(|(typed, _)| typed).collect();
    let size = asked.sizes.size();
    match asked.language() {
        Language::Dnf | Language::Cnf => {}
        // Over so many features there is nothing larger.
        Language::Parity | Language::Threshold if size >= data.features().len() => {}
        _ => typed.push(format!("--max-size {}", size + 1)),
    }
    if !typed.is_empty() && !asked.is_tried {
        lines.push(format!(
            "larger formulas: {}; the larger they are, the more of them fit by chance",
            typed.join(" or ")
        ));
    }
    let is_asked = asked.learn.is_some_and(|args| args.one_by_one);
    let is_possible = asked.is_plain_dnf() && asked.noise.unknown.is_none() && has_uncontradicted_positive(data);
    if is_possible && !is_asked && !report.data().is_one_class() {
        lines.push(format!("several causes, one by one: {}", asked.option_of_learn("--one-by-one")));
    }
    if asked.noise.budget.budget().is_some() && data.unknown_cells() == 0 && !asked.is_tried {
        lines.push(format!(
            "the fewest errors with which something fits: --errors auto instead of {}",
            asked.noise.as_typed().trim()
        ));
    }
    let is_exact = !asked.noise.is_given() && !asked.least.is_auto();
    if is_exact && !report.data().is_one_class() && !asked.is_tried {
        // Errors on all rows of a label would let formulas fit that explain nothing.
        let can_be_wrong = [
            ("--max-false-positives 1", data.negatives().rows()),
            ("--max-false-negatives 1", data.positives().rows()),
        ];
        let options: Vec<&str> =
            can_be_wrong.into_iter().filter(|&(_, rows)| rows > 1).map(|(option, _)| option).collect();
        if !options.is_empty() {
            lines.push(format!("labels may be wrong: {}", options.join(", ")));
        }
    }
    lines
}

/// Whether some positive row has the values of no negative one, so that a term can explain it without a false one.
fn has_uncontradicted_positive(data: &Dataset) -> bool {
    data.equal_pairs().len() < data.positives().distinct()
}

/// The next larger caps in which anything may fit, as `learn` takes them and in literals and terms.
pub(super) fn larger_caps(data: &Dataset, asked: &Asked<'_>) -> Vec<(String, (usize, usize))> {
    let (literals, terms) = (asked.sizes.literals(), asked.sizes.terms());
    let language = asked.language();
    // How many clauses a CNF needs is not bounded by the number of positives.
    let is_possible = |more_terms: usize| language == Language::Dnf || language.has_terms() && more_terms == terms;
    let caps = next_caps(data, (literals, terms)).into_iter().filter(|&(_, more_terms)| is_possible(more_terms));
    let typed = |cap: (usize, usize)| {
        let option = |name: &str, now: usize, more: usize| (more > now).then(|| format!("{name} {more}"));
        let options = [option("--max-literals", literals, cap.0), option("--max-terms", terms, cap.1)];
        (options.into_iter().flatten().collect::<Vec<_>>().join(" "), cap)
    };
    caps.map(typed).collect()
}

/// The next larger caps in which a DNF may fit that is not within this one: more literals, and one more term.
pub(super) fn next_caps(data: &Dataset, (literals, terms): (usize, usize)) -> Vec<(usize, usize)> {
    let (features, positives) = (data.features().len(), data.positives().distinct());
    let mut larger = Vec::new();
    // A term has each feature at most once.
    if literals < features * terms {
        larger.push(((literals + 2).min(features * terms), terms));
    }
    // In the first size that fits every term has a positive row of its own. No formula has more terms than literals.
    if terms < positives && terms < literals {
        // Where each term has all features, one more needs literals, too.
        let is_full = literals >= features * terms;
        let more = if is_full { (literals + 2).min(features * (terms + 1)) } else { literals };
        larger.push((more.max(literals), terms + 1));
    }
    larger
}

fn of_undecided(report: &Report) -> Vec<String> {
    let stopped = report.deciding_step().and_then(Step::stopped);
    stopped.and_then(after_stop).into_iter().map(str::to_owned).collect()
}

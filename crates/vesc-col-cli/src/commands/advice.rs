//! What to do about an answer that learns nothing: options that can help, and what they mean.

use std::path::Path;
use std::sync::Arc;

use vesc_col::columns::{Column, Kind};
use vesc_col::data::{Domain, Samples};
use vesc_col::explain::impossible_sample;
use vesc_col::formula::Literal;
use vesc_col::next::unseen_inputs;
use vesc_col::report::Step;
use vesc_col::run::StopReason;
use vesc_col::search::{ErrorBudget, ForcedErrors};
use vesc_col::spaces::DnfOptions;
use vesc_col::{Dataset, Dnf, Outcome, Report, Settings};

use super::inseparable::inseparable;
use super::rows::Rows;
use crate::args::{InputArgs, Language, LearnArgs, LeastErrorsArgs, MaxSizeArgs, NoiseArgs, SizeOrder, Types};
use crate::input::Label;
use crate::language::{as_dnf, restrictions};
use crate::report::after_stop;
use crate::text::{as_typed, counted, first_of};

/// A question that `learn` or `explain` was asked.
pub(super) struct Asked<'a> {
    pub(super) input: &'a InputArgs,
    pub(super) noise: &'a NoiseArgs,
    pub(super) least: &'a LeastErrorsArgs,
    pub(super) sizes: &'a MaxSizeArgs,
    pub(super) bound: usize,
    /// What to type for another label, if no row has the one that was chosen.
    pub(super) missing_label: Option<String>,
    /// All options of `learn`. `explain` has fewer: its question is the same without any of the others.
    pub(super) learn: Option<&'a LearnArgs>,
    /// Whether larger formulas and wrong labels are tried, so that they need not be named.
    pub(super) is_tried: bool,
}

impl<'a> Asked<'a> {
    pub(super) fn of_learn(args: &'a LearnArgs, label: &Label) -> Asked<'a> {
        Asked {
            input: &args.input,
            noise: &args.noise,
            least: &args.least,
            sizes: &args.sizes,
            bound: args.bound,
            missing_label: label.missing(),
            learn: Some(args),
            is_tried: false,
        }
    }

    fn language(&self) -> Language {
        self.learn.map(|args| args.language.language).unwrap_or_default()
    }

    /// What the options say of the terms of a DNF, if they do.
    fn rules(&self, data: &Dataset) -> Option<Arc<DnfOptions>> {
        restrictions(&self.learn?.language.dnf, data.features()).ok()?
    }

    fn is_plain_dnf(&self) -> bool {
        let restriction = self.learn.and_then(|args| args.language.dnf.first_given(true));
        self.language() == Language::Dnf && restriction.is_none()
    }

    /// Whether types are inferred, so that options about them are possible.
    fn is_for_types(&self) -> bool {
        self.input.types == Types::Auto
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
            Some(args) if !args.is_merged => option.to_owned(),
            _ => self.with_learn(option),
        }
    }

    /// Options of `learn` and of `explain`, each of which can be chosen: with the command, if that was `merge`, which has no such
    /// options.
    fn options(&self, choices: &[impl AsRef<str>]) -> String {
        let is_merged = self.learn.is_some_and(|args| args.is_merged);
        let typed = |option: &str| if is_merged { self.with_learn(option) } else { option.to_owned() };
        choices.iter().map(|option| typed(option.as_ref())).collect::<Vec<_>>().join(" or ")
    }

    /// `learn` with these options, beside the bound, the language, the sizes that they leave as they are, and the rules for
    /// formulas.
    fn with_learn(&self, options: &str) -> String {
        let sizes = self.sizes.as_typed_but(options);
        let is_by_terms = self.learn.is_some_and(|args| args.order == SizeOrder::Terms);
        let order = if is_by_terms { "--order terms " } else { "" };
        let language = match self.language() {
            Language::Dnf => String::new(),
            other => format!("--language {} ", other.name()),
        };
        let is_default = self.bound == Settings::default().bound();
        let bound = if is_default { String::new() } else { format!("--bound {} ", self.bound) };
        let rules: String = self
            .learn
            .map(|args| args.language.as_typed())
            .unwrap_or_default()
            .iter()
            .map(|rule| format!("{rule} "))
            .collect();
        self.command("learn", &format!("{language}{bound}{rules}{order}{sizes}{options}"))
    }
}

/// The advice below an answer, a line each. It names only what is possible.
pub(super) fn advice(report: &Report, rows: &Rows<'_>, asked: &Asked<'_>) -> String {
    let lines = match report.outcome() {
        Outcome::OneClass => of_one_class(report, rows, asked),
        Outcome::Overfit => of_overfit(report, asked),
        Outcome::Underfit => of_underfit(report, rows, asked),
        Outcome::Undecided => of_undecided(report, asked),
        _ => Vec::new(),
    };
    lines.iter().map(|line| format!("    {line}\n")).collect()
}

fn of_one_class(report: &Report, rows: &Rows<'_>, asked: &Asked<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(label) = &asked.missing_label {
        lines.push(format!("to choose a label that rows have: {label}"));
    } else if has_every_input(rows.data) {
        lines.push("every input is in the data, and none has the other label".to_owned());
    } else if asked.is_for_next() {
        let missing = if report.data().positives == 0 { "positive" } else { "negative" };
        lines.push(format!("to reach a first {missing} run: {}", asked.command("next", "--up-to 2,1")));
    }
    let option = asked.options(&["--one-class"]);
    lines.push(format!("to search all the same: {option}; what fits is then no evidence of a cause"));
    lines
}

fn of_overfit(report: &Report, asked: &Asked<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let size = report.deciding_step().map(|step| step.complexity().measures()).unwrap_or_default();
    if let ([(_, literals), (_, terms)], true) = (size, asked.is_for_next()) {
        let command = asked.command("next", &format!("--up-to {literals},{terms}"));
        lines.push(format!("runs on which they differ, if such runs can be made: {command}"));
    }
    let can_list = asked.learn.is_none_or(|args| args.listing.list == 0 && args.listing.list_limit >= 10);
    if report.hypotheses().is_empty() && report.found().is_empty() && can_list {
        lines.push(format!("to see some of them: {}", asked.option_of_learn("--list 10")));
    }
    lines.extend(of_open_values(report, asked));
    lines
}

/// That values may be declared to be all there are, where formulas may differ in what they say of others.
fn of_open_values(report: &Report, asked: &Asked<'_>) -> Vec<String> {
    let is_open = |column: &&Column| column.inferred && column.kind == Kind::Categorical && !column.closed;
    let features = report.features();
    // Of formulas that are not shown nobody knows what they test.
    let is_tested = |column: &&Column| {
        let literals = report.hypotheses().iter().filter_map(|hypothesis| as_dnf(&**hypothesis)).flat_map(Dnf::terms);
        let mut tests = literals.flat_map(|term| term.iter()).filter_map(|literal| features.test(literal.feature()));
        report.hypotheses().is_empty() || tests.any(|(name, _)| name == column.name)
    };
    let open: Vec<String> = report
        .columns()
        .iter()
        .filter(is_open)
        .filter(is_tested)
        .map(|column| as_typed(&column.name).into_owned())
        .collect();
    match (open.is_empty(), asked.input.open.is_empty() && asked.is_for_types()) {
        (false, true) => {
            let names = first_of(open.into_iter());
            vec![format!(
                "if {names} can have no other values than those in the file: {}",
                asked.options(&["--closed"])
            )]
        }
        _ => Vec::new(),
    }
}

/// Larger formulas are named only where there are any, and with what they are worth.
fn of_underfit(report: &Report, rows: &Rows<'_>, asked: &Asked<'_>) -> Vec<String> {
    let data = rows.data;
    let mut lines: Vec<String> = left_out(report.columns()).into_iter().collect();
    match larger(rows, asked) {
        Ok(_) if asked.is_tried => {}
        Ok(typed) => {
            lines.push(format!("larger formulas: {}; {}", asked.options(&typed), worth_of_larger(data)));
        }
        Err(reason) => lines.push(format!("no larger formula can fit: {reason}")),
    }
    let is_asked = asked.learn.is_some_and(|args| args.one_by_one);
    let is_possible = asked.is_plain_dnf() && asked.noise.unknown.is_none() && has_uncontradicted_positive(data);
    if is_possible && !is_asked && !report.data().is_one_class() {
        lines.push(format!("several causes, one by one: {}", asked.option_of_learn("--one-by-one")));
    }
    // It does not go with --unknown.
    if asked.noise.budget.budget().is_some() && asked.noise.unknown.is_none() && !asked.is_tried {
        let one_by_one = if is_asked { " and --one-by-one" } else { "" };
        lines.push(format!(
            "the fewest errors with which something fits: {}--errors auto instead of {}{one_by_one}",
            if asked.learn.is_some_and(|args| args.is_merged) { "learn " } else { "" },
            asked.noise.as_typed().trim()
        ));
    }
    let is_exact = !asked.noise.is_given() && !asked.least.is_auto();
    if is_exact && !report.data().is_one_class() && !asked.is_tried {
        // Errors on all rows of a label would let formulas fit that explain nothing.
        let can_be_wrong = [
            ("--max-false-positives 1", data.negatives().total_weight(), (1, 0)),
            ("--max-false-negatives 1", data.positives().total_weight(), (0, 1)),
        ];
        let forced = ForcedErrors::of(data);
        let is_possible = |&(_, rows, most): &(&str, u64, (u64, u64))| rows > 1 && forced.keep_to(&[most]);
        let options: Vec<&str> = can_be_wrong.into_iter().filter(is_possible).map(|(option, ..)| option).collect();
        if !options.is_empty() {
            lines.push(format!("labels may be wrong: {}", asked.options(&options)));
        }
    }
    lines
}

/// That the schema leaves thresholds out, with which something may fit, and how to have them.
pub(super) fn left_out(columns: &[Column]) -> Option<String> {
    let capped = columns.iter().filter_map(|column| {
        let (kept, all) = (column.values.len(), column.unlimited?);
        Some(format!("{kept} of {all} of {}", as_typed(&column.name)))
    });
    let capped: Vec<String> = capped.collect();
    let more = "leave it out of the schema, or make it larger";
    match &capped[..] {
        [] => None,
        _ => Some(format!(
            "max_thresholds leaves out thresholds with which something may fit, and keeps {}: {more}",
            first_of(capped.into_iter())
        )),
    }
}

/// What it is worth that a larger formula fits.
pub(super) fn worth_of_larger(data: &Dataset) -> &'static str {
    match has_every_input(data) {
        true => "every input is in the data, so that all that fit without an error are one concept",
        false => "the larger they are, the more of them fit by chance",
    }
}

/// Whether each of the 2^n inputs is a row with one label.
pub(super) fn has_every_input(data: &Dataset) -> bool {
    unseen_inputs(data, &Domain::free()) == Some(0) && data.contradictions() == 0
}

/// Whether some positive row has the values of no negative one, so that a term can explain it without a false one.
fn has_uncontradicted_positive(data: &Dataset) -> bool {
    data.equal_pairs().len() < data.positives().distinct()
}

/// The options with which larger formulas are searched, or why none of them can fit.
pub(super) fn larger(rows: &Rows<'_>, asked: &Asked<'_>) -> Result<Vec<String>, String> {
    let budget = asked.noise.budget.budget();
    // The least errors with which something fits are not known here.
    let reason = if asked.least.is_auto() { None } else { no_formula(rows, budget.as_ref()) };
    if let Some(reason) = reason {
        return Err(reason);
    }
    let features = rows.data.features().len();
    let rules = asked.rules(rows.data);
    let is_exact = budget.is_none() && !asked.least.is_auto();
    if let Some(reason) = rules.as_ref().filter(|_| is_exact).and_then(|rules| inseparable(rows, rules)) {
        return Err(reason);
    }
    let mut typed: Vec<String> = larger_caps(rows.data, asked).into_iter().map(|(typed, _)| typed).collect();
    let (language, size) = (asked.language(), asked.sizes.size());
    match language {
        Language::Dnf | Language::Cnf => {}
        // Over so many features there is nothing larger; a list that asks a feature again is no other than a shorter one.
        Language::Parity | Language::Threshold | Language::List if size >= features => {
            return Err(format!(
                "--language {} has nothing larger over {}",
                language.name(),
                counted(features, "feature")
            ));
        }
        Language::Parity | Language::Threshold | Language::List | Language::Tree | Language::Obdd => {
            typed.push(format!("--max-size {}", size + 1));
        }
    }
    if typed.is_empty() { Err("every size that could fit was searched".to_owned()) } else { Ok(typed) }
}

/// Why no formula of any size or language can fit, as far as a look at the rows tells.
pub(super) fn no_formula(rows: &Rows<'_>, budget: Option<&ErrorBudget>) -> Option<String> {
    let data = rows.data;
    let forced = ForcedErrors::of(data);
    if !budget.map_or_else(|| forced.keep_to(&[(0, 0)]), |budget| forced.keep_within(budget, data)) {
        return Some(format!("rows that are the same to every formula force more errors than are allowed: {forced}"));
    }
    let sample = if budget.is_none() { impossible_sample(data, rows.domain) } else { None }?;
    let other = if sample.is_positive() { "negative" } else { "positive" };
    Some(format!("whatever the unknown cells of {} are, a {other} row has the same values", rows.text([&sample])))
}

/// The next larger caps in which anything may fit, as `learn` takes them and in literals and terms.
pub(super) fn larger_caps(data: &Dataset, asked: &Asked<'_>) -> Vec<(String, (usize, usize))> {
    let (literals, terms) = (asked.sizes.literals(), asked.sizes.terms());
    let (cap, is_exact) = ((literals, terms), asked.noise.budget.budget().is_none() && !asked.least.is_auto());
    let mut caps = match asked.language() {
        Language::Dnf => {
            let longest = longest_term(data, asked);
            caps_over((data.positives(), data.negatives()), longest, cap, is_exact)
        }
        // In the first size that fits every clause has a negative row of its own.
        Language::Cnf => caps_over((data.negatives(), data.positives()), data.features().len(), cap, is_exact),
        _ => Vec::new(),
    };
    // What a literal weighs is not known here.
    let weighs = asked.learn.is_some_and(|args| !args.language.dnf.weight.is_empty());
    if weighs && !caps.iter().any(|&(_, more_terms)| more_terms == terms) {
        caps.insert(0, (literals + 2, terms));
    }
    let typed = |cap: (usize, usize)| {
        let option = |name: &str, now: usize, more: usize| (more > now).then(|| format!("{name} {more}"));
        let options = [option("--max-literals", literals, cap.0), option("--max-terms", terms, cap.1)];
        (options.into_iter().flatten().collect::<Vec<_>>().join(" "), cap)
    };
    caps.into_iter().map(typed).collect()
}

/// The next larger caps in which a DNF may fit that is not within this one: more literals, and one more term. `is_exact` says
/// whether it must fit every row.
pub(super) fn next_caps(data: &Dataset, cap: (usize, usize), is_exact: bool) -> Vec<(usize, usize)> {
    // In the first size that fits every term has a positive row of its own.
    caps_over((data.positives(), data.negatives()), data.features().len(), cap, is_exact)
}

/// How many literals all samples share; 0 if these do not tell them from all others. `None` where that is not known.
fn shared_literals(samples: &Samples, others: &Samples) -> Option<usize> {
    let has_unknown = |samples: &Samples| (0..samples.distinct()).any(|index| samples.unknown(index).is_some());
    if samples.distinct() == 0 || has_unknown(samples) || has_unknown(others) {
        return None;
    }
    let first = samples.words(0);
    let differs =
        |at: usize| (1..samples.distinct()).fold(0, |differs, index| differs | samples.words(index)[at] ^ first[at]);
    let differing: Vec<u64> = (0..first.len()).map(differs).collect();
    let is_apart = |other: usize| {
        let rows = first.iter().zip(others.words(other)).zip(&differing);
        rows.into_iter().any(|((first, other), differing)| (first ^ other) & !differing != 0)
    };
    let shared = samples.get(0).len() - differing.iter().map(|word| word.count_ones() as usize).sum::<usize>();
    Some(if (0..others.distinct()).all(is_apart) { shared } else { 0 })
}

/// How many literals a term can have at most: each feature once, where a literal of it is allowed.
fn longest_term(data: &Dataset, asked: &Asked<'_>) -> usize {
    let features = data.features().len();
    let Some(rules) = asked.rules(data) else { return features };
    let is_forbidden = |feature: usize, value: bool| rules.forbids(Literal::matching(feature, value));
    let is_usable = |&feature: &usize| !is_forbidden(feature, true) || !is_forbidden(feature, false);
    (0..features).filter(is_usable).count().min(rules.max_term_literals().unwrap_or(features))
}

/// The same where terms have a sample of their own each, hold on none of the others, and have at most `longest` literals.
fn caps_over(
    (samples, others): (&Samples, &Samples),
    longest: usize,
    (literals, terms): (usize, usize),
    is_exact: bool,
) -> Vec<(usize, usize)> {
    let most = samples.distinct();
    let mut larger = Vec::new();
    // A single term holds on all samples, and on none of the others.
    let shared = if terms == 1 && is_exact { shared_literals(samples, others) } else { None };
    let in_all = shared.map_or(longest * terms, |shared| shared.min(longest));
    if literals < in_all {
        larger.push(((literals + 2).min(in_all), terms));
    }
    // No formula has more terms than literals.
    if terms < most && (terms < literals || larger.is_empty()) {
        // Where each term has all literals that it can, one more needs literals, too.
        let is_full = literals >= longest * terms;
        let more = if is_full { (literals + 2).min(longest * (terms + 1)) } else { literals };
        larger.push((more.max(literals).max(terms + 1), terms + 1));
    }
    larger
}

fn of_undecided(report: &Report, asked: &Asked<'_>) -> Vec<String> {
    match (report.deciding_step().and_then(Step::stopped), asked.learn) {
        // Without these options concepts are not listed up to that limit.
        (Some(StopReason::ListLimit), Some(learn)) if !learn.exact && learn.listing.list == 0 => {
            vec![format!("--exact lists up to {} concepts, and takes longer", learn.listing.list_limit)]
        }
        (Some(StopReason::ListLimit), None) => vec!["learn --exact may list all of them".to_owned()],
        (stopped, _) => stopped
            .or(report.open_errors().map(|open| open.stopped))
            .and_then(after_stop)
            .into_iter()
            .map(str::to_owned)
            .collect(),
    }
}

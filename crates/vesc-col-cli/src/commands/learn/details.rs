//! `--details`: what only the rows know about an answer.

mod about_data;
mod history;
mod shape;
mod support;
mod ways;
mod wrong;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
use vesc_col::data::Samples;
use vesc_col::formula::Term;
use vesc_col::next::{Candidates, Inputs, confirming};
use vesc_col::report::Step;
use vesc_col::{Cardinality, Hypothesis, Outcome, Report, Run};

use super::super::question::{Answer, WithLabels};
use crate::args::{LearnArgs, Link};
use crate::certificates::WrittenCertificates;
use crate::commands::advice::{Asked, larger};
use crate::commands::explain;
use crate::commands::next::{self, Rival};
use crate::error::CliError;
use crate::input::{self, Label, Loaded};
use crate::language::{self, as_dnf};
use crate::limits::within;
use crate::page::Shape;
use crate::text::shell_word;
use about_data::{AboutData, FurtherFile, about_data, further_files, limits, sha256};
use history::{Moment, history};
use shape::shape;
use support::{TermSupport, support};
use ways::ways;
use wrong::{Wrong, wrong};

/// Positive rows that are listed, at most.
const MOST_POSITIVES: usize = 200;

/// Hypotheses whose support is given, at most.
const MOST_HYPOTHESES: usize = 10;

/// Further hypotheses that are told from the first one, at most, and rivals that no search has shown.
const MOST_OTHERS: usize = 100;
const MOST_RIVALS: usize = 20;

/// Lines that are given for a literal, a contradiction or a run, at most.
const MOST_LINES: usize = 10;

/// Writes the report as JSON with `details`.
pub(super) fn json(answer: &Answer<'_>, one_by_one: Option<Value>, args: &LearnArgs) -> Result<String, CliError> {
    let detailed = Detailed { report: answer.with_labels(one_by_one), details: details(answer, args)? };
    Ok(serde_json::to_string(&detailed)? + "\n")
}

#[derive(Serialize)]
struct Detailed<'a> {
    #[serde(flatten)]
    report: WithLabels<'a>,
    details: Details,
}

/// What only the rows know.
#[derive(Serialize)]
struct Details {
    file: String,
    label: String,
    /// What each label makes of its row, where that is not plain, and what a row stands for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    about_label: Vec<String>,
    label_values: LabelValues,
    /// The digest of the file, unless it is standard input.
    sha256: Option<String>,
    /// The other files of the same data set.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    more_files: Vec<FurtherFile>,
    version: &'static str,
    command: Vec<String>,
    limits: Value,
    /// The directory of certificates, if some were written.
    certificates: Option<String>,
    #[serde(flatten)]
    data: AboutData,
    /// The first positive rows.
    positives: Vec<PositiveRow>,
    /// For each of the first hypotheses that are DNF, its terms.
    support: Vec<Vec<TermSupport>>,
    /// The ways through the first hypothesis that end with "positive", where it is a list, a tree or a diagram.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ways: Vec<Way>,
    /// The rows on which the first hypothesis is wrong, where errors are allowed, and those of which unknown cells
    /// decide. If none certainly fits, it is the first that possibly does.
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong: Option<Wrong>,
    /// The parts of the first hypothesis, where it is no DNF.
    shape: Option<Shape>,
    /// What to simulate, in the JSON of `next`. It tells the answers apart, or the only one from those of one literal
    /// more. Null without an answer, and for other languages, errors and unknown cells.
    next: Option<Value>,
    /// Whether some input that is no row yet would test the only answer, a DNF.
    #[serde(skip_serializing_if = "Option::is_none")]
    is_testable: Option<bool>,
    /// Where nothing fits, the options with which larger formulas are searched; empty with a reason in `no_larger`.
    #[serde(skip_serializing_if = "Option::is_none")]
    larger: Option<Vec<String>>,
    /// Why no larger formula can fit.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_larger: Option<String>,
    /// What else is possible, each with an input that tells it from the first hypothesis: the other hypotheses, or else some of `next`.
    rivals: Vec<Rival>,
    /// What the answer rests on, in the JSON of `explain`; null as `next` is.
    fragility: Option<Value>,
    /// How many concepts of the answer's size fitted the first rows of the file; empty where `next` is null.
    history: Vec<Moment>,
    /// What `--link` makes of each line named above; empty without it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    links: BTreeMap<u64, String>,
}

/// Which labels are positive, and which were said to be negative. If none was chosen, the positive ones are those of the file.
#[derive(Serialize)]
struct LabelValues {
    positive: Vec<String>,
    negative: Vec<String>,
    chosen: bool,
}

impl LabelValues {
    fn of(label: &Label) -> LabelValues {
        let (positive, negative) = label.values();
        LabelValues { positive: positive.to_vec(), negative: negative.to_vec(), chosen: label.is_chosen() }
    }
}

#[derive(Serialize)]
struct PositiveRow {
    line: u64,
    /// How many runs it stands for, if they are several.
    #[serde(skip_serializing_if = "is_one")]
    runs: usize,
}

/// A way through a hypothesis that asks questions.
#[derive(Serialize)]
struct Way {
    /// What its answers say.
    answers: Vec<String>,
    #[serde(flatten)]
    support: TermSupport,
}

fn details(answer: &Answer<'_>, args: &LearnArgs) -> Result<Details, CliError> {
    let runs = positive_runs(answer);
    // All other questions about an answer need all thresholds.
    let size = answer_of_dnf(answer.report, args).filter(|_| !answer.is_near);
    let asked = asked(answer, args, size)?;
    let supports = supports(answer, &runs);
    let first = answer.report.hypotheses().first();
    let ways = first.map_or_else(Vec::new, |first| ways_of(&**first, answer, &runs));
    let wrong = wrong(answer);
    let data = about_data(answer, args)?;
    let lines = &answer.loaded.lines;
    let read = |row: usize| (lines[row], answer.loaded.data.row_weight(row).get() as usize);
    let positives = runs.iter().map(|&(row, _)| read(row)).map(|(line, runs)| PositiveRow { line, runs });
    let positives: Vec<PositiveRow> = positives.collect();
    let links = match &args.link {
        Some(link) => {
            let terms = supports.iter().flatten().chain(ways.iter().map(|way| &way.support));
            let near = terms.flat_map(|term| &term.literals).flat_map(|literal| &literal.lines);
            let named = near.copied().chain(positives.iter().map(|row| row.line));
            let named = named.chain(wrong.iter().flat_map(Wrong::lines)).chain(data.contradicting_lines());
            links(link, args, named.chain(asked.fragility.iter().flat_map(lines_of_fragility)).collect(), answer.run)?
        }
        None => BTreeMap::new(),
    };
    let (larger, no_larger) = larger_sizes(answer, args);
    Ok(Details {
        is_testable: is_testable(answer),
        larger,
        no_larger,
        file: args.input.file.display().to_string(),
        label: answer.loaded.label.name.clone(),
        about_label: answer.loaded.label.about(),
        label_values: LabelValues::of(&answer.loaded.label),
        sha256: sha256(&args.input.file)?,
        more_files: further_files(args)?,
        version: env!("CARGO_PKG_VERSION"),
        command: command(),
        limits: limits(args),
        certificates: answer.certificates.and_then(WrittenCertificates::directory).map(str::to_owned),
        data,
        positives,
        rivals: rivals(answer, args, asked.candidates.as_ref()),
        support: supports,
        ways,
        wrong,
        shape: first.and_then(|first| shape(&**first, &answer.loaded.data)),
        next: asked.next,
        fragility: asked.fragility,
        history: asked.history,
        links,
    })
}

/// What other commands say of an answer; nothing without one.
#[derive(Default)]
struct AskedOf {
    next: Option<Value>,
    candidates: Option<Candidates>,
    fragility: Option<Value>,
    history: Vec<Moment>,
}

/// Asks `next` and `explain` about an answer of this size, and how many concepts of it fitted the first rows.
fn asked(answer: &Answer<'_>, args: &LearnArgs, size: Option<(usize, usize)>) -> Result<AskedOf, CliError> {
    let Some(size) = size else { return Ok(AskedOf::default()) };
    let (engine, share) = (args.run.engine.engine(), || share(answer));
    let (next, candidates) =
        next::proposals(&args.input, answer.loaded, size_of_rivals(answer.report, size), &share())?;
    let cap = (args.sizes.literals(), args.sizes.terms());
    let fragility = explain::rests_on(engine, answer, cap, &share())?;
    let history = history(engine, answer, size, &share())?;
    Ok(AskedOf { next: Some(next), candidates: Some(candidates), fragility: Some(fragility), history })
}

/// The first positive rows, each with the position of its sample.
fn positive_runs(answer: &Answer<'_>) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = rows(answer.loaded.data.positives()).collect();
    runs.sort_unstable();
    runs.truncate(MOST_POSITIVES);
    runs
}

/// The terms of the first hypotheses that are DNF.
fn supports(answer: &Answer<'_>, runs: &[(usize, usize)]) -> Vec<Vec<TermSupport>> {
    let formulas =
        answer.report.hypotheses().iter().take(MOST_HYPOTHESES).map_while(|hypothesis| as_dnf(&**hypothesis));
    formulas.map(|dnf| dnf.terms().iter().map(|term| support(term, (dnf, answer), runs)).collect()).collect()
}

/// The options with which larger formulas are searched where nothing fits, and why there are none.
fn larger_sizes(answer: &Answer<'_>, args: &LearnArgs) -> (Option<Vec<String>>, Option<String>) {
    if answer.report.outcome() != Outcome::Underfit {
        return (None, None);
    }
    match larger(&answer.rows(), &Asked::of_learn(args, &answer.loaded.label)) {
        Ok(typed) => (Some(typed), None),
        Err(reason) => (Some(Vec::new()), Some(reason)),
    }
}

/// The command as it was typed.
fn command() -> Vec<String> {
    let words = std::env::args_os().skip(1).map(|word| shell_word(&word.to_string_lossy()));
    std::iter::once("vesc-col".to_owned()).chain(words).collect()
}

fn ways_of(hypothesis: &dyn Hypothesis, answer: &Answer<'_>, runs: &[(usize, usize)]) -> Vec<Way> {
    let features = answer.loaded.data.features();
    let way = |way: &Term| Way {
        answers: way.iter().map(|literal| literal.display(features).to_string()).collect(),
        support: support(way, (hypothesis, answer), runs),
    };
    ways(hypothesis).iter().map(way).collect()
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it")]
fn is_one(number: &usize) -> bool {
    *number == 1
}

/// Some lines of rows in order, and how many there are beside the first ones.
fn first_lines(mut lines: Vec<u64>) -> (Vec<u64>, usize) {
    lines.sort_unstable();
    let more = lines.len().saturating_sub(MOST_LINES);
    lines.truncate(MOST_LINES);
    (lines, more)
}

fn is_testable(answer: &Answer<'_>) -> Option<bool> {
    let Loaded { data, domain, .. } = answer.loaded;
    let [only] = answer.report.hypotheses() else { return None };
    if answer.report.errors_allowed().is_some() {
        return None;
    }
    let found = confirming(as_dnf(&**only)?, (data, domain), &Inputs::Any, (0, 1), 1);
    Some(!found.is_empty())
}

/// The address of each line.
fn links(link: &Link, args: &LearnArgs, lines: BTreeSet<u64>, run: &Run) -> Result<BTreeMap<u64, String>, CliError> {
    if args.input.file == Path::new("-") {
        return Err(CliError::Usage("--link reads the file again, so it needs one".to_owned()));
    }
    let cells = match input::cells(&args.input, link.columns(), &lines, run) {
        // The answer is worth more than its links.
        Err(error) if error.is_stopped() => return Ok(BTreeMap::new()),
        cells => cells?,
    };
    Ok(cells.into_iter().map(|(line, cells)| (line, link.with(&cells))).collect())
}

/// The lines that what an answer rests on names.
fn lines_of_fragility(fragility: &Value) -> impl Iterator<Item = u64> {
    let named = ["deciding", "resting", "near_misses"].into_iter().filter_map(|part| fragility[part].as_array());
    let lines = named.flatten().filter_map(|item| item["sample"]["lines"].as_array());
    lines.flat_map(|lines| lines.iter().take(MOST_LINES).filter_map(Value::as_u64))
}

/// The literals and terms of an answer, where the questions about it are those of DNF without errors.
fn answer_of_dnf(report: &Report, args: &LearnArgs) -> Option<(usize, usize)> {
    let asked =
        language::require_plain_dnf(&args.language, "").is_ok() && !args.noise.is_given() && !args.least.is_auto();
    let found = matches!(report.outcome(), Outcome::Learned | Outcome::Overfit) && !report.data().is_one_class();
    let complexity = report.deciding_step().filter(|_| asked && found)?.complexity();
    match complexity.measures() {
        &[("literals", literals), ("terms", terms)] => usize::try_from(literals).ok().zip(usize::try_from(terms).ok()),
        _ => None,
    }
}

/// The size up to which rivals of an answer are sought. It is the answer's own, and one literal more where the answer
/// is the only one.
fn size_of_rivals(report: &Report, (literals, terms): (usize, usize)) -> (usize, usize) {
    let is_only = report.cardinality() == Cardinality::exact(1u32);
    (literals + usize::from(is_only), terms)
}

/// What else is possible: the other hypotheses, and where there is only one, the simplest of those up to one literal more.
fn rivals(answer: &Answer<'_>, args: &LearnArgs, candidates: Option<&Candidates>) -> Vec<Rival> {
    let hypotheses = answer.report.hypotheses();
    let Some((first, others)) = hypotheses.split_first().filter(|_| !answer.is_near) else { return Vec::new() };
    let run = share(answer);
    match candidates.filter(|_| others.is_empty()) {
        None => {
            let others = others.iter().take(MOST_OTHERS).map(|other| &**other);
            next::rivals((&args.input, answer.loaded), &**first, others, &run)
        }
        Some(candidates) => {
            let known = candidates.known().filter(|&dnf| as_dnf(&**first) != Some(dnf));
            let known = known.take(MOST_RIVALS).map(|dnf| dnf as &dyn Hypothesis);
            next::rivals((&args.input, answer.loaded), &**first, known, &run)
        }
    }
}

/// The run for a question about the answer: it may take as long as the search, and ten seconds where that took less.
fn share(answer: &Answer<'_>) -> Run {
    let search: Duration = answer.report.steps().iter().map(Step::time).sum();
    within(answer.run, search.max(Duration::from_secs(10)))
}

/// Each row of some samples, with the position of its sample.
fn rows(samples: &Samples) -> impl Iterator<Item = (usize, usize)> {
    (0..samples.distinct()).flat_map(|index| samples.sources(index).iter().map(move |&row| (row, index)))
}

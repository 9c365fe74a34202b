//! `learn`: the simplest hypotheses that explain the label.

mod certify;
mod details;
mod one_by_one;
mod resume;

use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use vesc_col::confidence::Assessment;
use vesc_col::data::Domain;
use vesc_col::report::Warning;
use vesc_col::search::{EmptySpaces, OnOverfit, next_certain, search_beyond, search_near_positives};
use vesc_col::sub_space::{Shape, SubSpace, TermRules};
use vesc_col::{Report, Run, Settings};

use super::advice::{Asked, advice};
use super::least_errors::with_least_errors_beyond;
use super::question::{Answer, Errors, Question, Wanted, settings};
use super::shared::with_shared_soon;
use crate::args::{Contradictions, Form, Format, Language, LearnArgs, SizeOrder};
use crate::error::CliError;
use crate::language;
use crate::limits::within;
use crate::output::{Output, Purpose, refuse_same_outputs};
use crate::page::{self, Document};
use crate::status;
use one_by_one::{Leads, leads};
use resume::StateFile;

/// Finds the simplest hypotheses that explain the label.
pub(crate) fn learn(args: &LearnArgs) -> Result<u8, CliError> {
    if args.link.is_some() && !args.details && args.html.is_none() {
        return Err(CliError::Usage("--link is for --html and --details".to_owned()));
    }
    refuse_same_outputs(&outputs(args))?;
    let page = args.html.as_deref().map(|file| html_beside(file, args)).transpose()?;
    let destination = Output::of_report(&args.output, &args.input.files())?;
    learn_and_write((args, args.details || page.is_some()), destination, |answer, leads| {
        // A list of texts and numbers.
        let one_by_one = leads.and_then(|leads| serde_json::to_value(leads).ok());
        if let Some(page) = &page {
            page.write(&page::html(&document(&details::json(answer, one_by_one.clone(), args)?)?)?)?;
        }
        match args.output.format {
            Format::Json if args.details => details::json(answer, one_by_one, args),
            format => answer.in_format(format, one_by_one, || text(answer, leads, args)),
        }
    })
}

/// All files that are written, each with what it is; `-` stands for standard output.
fn outputs(args: &LearnArgs) -> Vec<Purpose<'_>> {
    let report = args.output.output.as_deref().unwrap_or(Path::new("-"));
    let page = args.html.iter().map(|file| ("the page", &**file));
    // A state on standard output is refused for another reason.
    let state = args.resume.iter().filter(|file| **file != Path::new("-")).map(|file| ("the state", &**file));
    page.chain(state).chain([("the output", report)]).collect()
}

/// The page beside the report.
fn html_beside(file: &Path, args: &LearnArgs) -> Result<Output, CliError> {
    Output::of_page(("--html", Some(file)), Form::Html, &args.input.files())
}

/// Finds the same, and writes it as a page.
pub(super) fn learn_as_page(args: &LearnArgs, form: Form) -> Result<u8, CliError> {
    refuse_same_outputs(&outputs(args))?;
    let file = args.output.output.as_deref();
    let destination = Output::of_page(("--output", file), form, &args.input.files())?;
    learn_and_write((args, true), destination, |answer, _| {
        let document = document(&details::json(answer, None, args)?)?;
        match form {
            Form::Html => page::html(&document),
            Form::Markdown => page::markdown(&document),
        }
    })
}

/// Asks the same question, and writes nothing.
pub(super) fn silently(args: &LearnArgs) -> Result<(), CliError> {
    let nowhere = Output::prepare(None)?;
    learn_and_write((args, args.details), nowhere, |_, _| Ok(String::new())).map(drop)
}

/// Reads what a page needs from the JSON of an answer.
fn document(json: &str) -> Result<Document, CliError> {
    Ok(serde_json::from_str(json)?)
}

/// The report in words, with what was found beside the search, and what to do next.
fn text(answer: &Answer<'_>, leads: Option<&Leads>, args: &LearnArgs) -> String {
    let report = answer.report;
    let before = leads.map(|leads| format!("{leads}\n")).unwrap_or_default();
    let text = if args.steps { format!("{report:#}") } else { report.to_string() };
    let certificates = answer.certificates.map(ToString::to_string).unwrap_or_default();
    before + &text + &advice(report, &answer.rows(), &Asked::of_learn(args, &answer.loaded.label)) + &certificates
}

/// Searches, and writes the answer as `present` makes it, with or without details.
fn learn_and_write(
    (args, wants_details): (&LearnArgs, bool),
    destination: Output,
    present: impl FnOnce(&Answer<'_>, Option<&Leads>) -> Result<String, CliError>,
) -> Result<u8, CliError> {
    let (settings, errors) = settings_of(args);
    check(args)?;
    let state = args.resume.as_deref().map(|file| StateFile::open(file, args)).transpose()?;
    // Rivals of the answer may lie at cuts that it does not need.
    let wants_rivals = args.one_by_one || wants_details;
    let keeps_rows = args.input.contradictions == Contradictions::Refuse;
    let wanted = match state.is_none() && is_first_size(args, errors) {
        // Labels that were settled are counted over all cuts.
        true if wants_rivals || !keeps_rows => Wanted::AllCutsIfFew,
        true => Wanted::NearPositives,
        false => Wanted::AllCuts(&args.noise, errors),
    };
    let mut question = match Question::load((&args.input, wanted), &args.run, (destination, args.output.format))? {
        ControlFlow::Continue(question) => question,
        ControlFlow::Break(status) => return Ok(status),
    };
    let is_partial = wants_rivals && question.cuts().is_some();
    let partial = is_partial.then(|| Warning::Note(TOO_MANY_THRESHOLDS.to_owned()));
    // Half of the time is for causes one by one.
    let run = question.run().share(if args.one_by_one { 2 } else { 1 });
    let report = search(args, (&question, &run), state, (settings, errors), partial);
    let report = report.map_err(|error| question.located(error))?;
    let leads = args.one_by_one.then(|| leads_of(args, &question)).transpose();
    let leads = leads.map_err(|error| question.located(error))?;
    let certify = |directory: &Path| certify::certify(directory, question.rows(), args, &report, question.run());
    let (certificates, failed) = args.certify.as_deref().map(certify).transpose()?.unzip();
    let report = question.write((report, certificates.as_ref()), |answer| present(answer, leads.as_ref()))?;
    match failed.flatten() {
        Some(error) => Err(error),
        None => Ok(status::of(&report)),
    }
}

fn settings_of(args: &LearnArgs) -> (Settings, Errors) {
    let (settings, errors) = settings(&args.noise, &args.least);
    let settings = settings
        .with_bound(args.bound)
        .with_exact(args.exact)
        .with_list_limit(args.listing.list_limit)
        .with_list(args.listing.list)
        .with_on_overfit(args.on_overfit.into())
        .with_one_class(args.one_class.one_class);
    (settings, errors)
}

/// Refuses options that do not go together, and prepares the directory of certificates.
fn check(args: &LearnArgs) -> Result<(), CliError> {
    if let Some(directory) = &args.certify {
        language::require_plain_dnf(&args.language, "--certify")?;
        if args.noise.is_given() {
            return Err(CliError::Usage("--certify is for rows without errors and unknown cells".to_owned()));
        }
        certify::prepare(directory)?;
    }
    if args.one_by_one {
        language::require_plain_dnf(&args.language, "--one-by-one")?;
    }
    Ok(())
}

fn is_plain_dnf(args: &LearnArgs) -> bool {
    language::require_plain_dnf(&args.language, "").is_ok()
}

/// Whether the formulas are plain DNF that fit every row.
fn is_plain(args: &LearnArgs, errors: Errors) -> bool {
    is_plain_dnf(args) && !args.noise.is_given() && !errors.are_allowed()
}

/// Whether only the first size that is not empty is asked for.
fn is_first_size(args: &LearnArgs, errors: Errors) -> bool {
    let stops = OnOverfit::from(args.on_overfit) == OnOverfit::Stop;
    is_plain(args, errors) && args.certify.is_none() && stops && !args.exact
}

fn leads_of(args: &LearnArgs, question: &Question<'_>) -> Result<Leads, CliError> {
    let sizes = (args.sizes.literals(), args.sizes.terms());
    let (free, (data, domain)) = (Domain::free(), question.rows());
    let inputs = if question.cuts().is_some() { &free } else { domain };
    let run = match args.run.limits.timeout {
        Some(_) => question.run().clone(),
        None => within(question.run(), LEADS),
    };
    leads(args.run.engine.engine(), (data, inputs, question.cuts()), sizes, &run)
}

/// Goes through the sub-spaces, and judges what was found. `partial` is what to say of the thresholds.
fn search(
    args: &LearnArgs,
    (question, run): (&Question<'_>, &Run),
    state: Option<StateFile>,
    (settings, errors): (Settings, Errors),
    partial: Option<Warning>,
) -> Result<Report, CliError> {
    let ((data, domain), cuts) = (question.rows(), question.cuts());
    let engine = args.run.engine.engine();
    let free = Domain::free();
    let inputs = if cuts.is_some() { &free } else { domain };
    let spaces = || language::spaces(&args.language, (&args.sizes, args.order), data.features(), inputs);
    // The options were suitable for the first list, so they are for all others.
    let rules = spaces()?.next().map(|space| term_rules(&*space)).unwrap_or_default();
    let listed = || spaces().unwrap_or_else(|_| Box::new(std::iter::empty()));
    let mut empty = EmptySpaces::default();
    let (settings, open) = with_least_errors_beyond(&args.least, (engine, data), listed, settings, (&mut empty, run))?;
    let start = Instant::now();
    let report = match (state, cuts) {
        (Some(state), _) => state.search(args, data, spaces()?, &settings, run)?,
        (None, Some(cuts)) => search_near_positives(engine, (data, domain, cuts), spaces()?, &settings, run)?,
        (None, None) => search_beyond(engine, data, spaces()?, &settings, &mut empty, run)?,
    };
    let report = partial.into_iter().fold(report, Report::with_warning);
    let report = open.into_iter().fold(report, Report::with_open_errors);
    let report = report.with_terms_first(args.order == SizeOrder::Terms);
    let time = start.elapsed();
    if report.is_open() {
        let later = spaces()?.skip(report.steps().len());
        let next = next_certain(engine, data, later, &settings, &within(run, time.max(LOOK_BEYOND)))?;
        return Ok(report.with_next_certain(next));
    }
    let report = with_confidence(report, args, (question, run), rules);
    if !is_plain(args, errors) {
        return Ok(report);
    }
    let asked = format!("{} {}", args.input.as_typed(), args.sizes.as_typed());
    with_shared_soon(report, engine, (data, domain, cuts), (run, time, asked.trim_end()))
}

/// The report with the probability that its answer is right. `rules` are the [`term_rules`].
fn with_confidence(
    report: Report,
    args: &LearnArgs,
    (question, run): (&Question<'_>, &Run),
    (rules, has_more): (TermRules, bool),
) -> Report {
    let (data, domain) = question.rows();
    let prior = args.prior.up_to(args.sizes.terms());
    let mut assessment = question.loaded.judged(Assessment::new(data, domain).with_prior(&prior));
    assessment = question.loaded.undisputed.iter().fold(assessment, Assessment::with_undisputed);
    assessment = question.cuts().into_iter().fold(assessment, Assessment::with_cuts);
    if args.language.language == Language::Dnf && !is_plain_dnf(args) {
        assessment = assessment.with_rules(&rules, has_more);
    }
    let confidence = assessment.of_report(&report, run);
    report.with_confidence(confidence)
}

/// What each term of a sub-space of DNF must keep to, and whether there are further rules.
fn term_rules(space: &dyn SubSpace) -> (TermRules, bool) {
    match space.shape() {
        Shape::RestrictedDnf { rules, .. } => (rules.clone(), false),
        Shape::RequiringDnf { rules, .. } => (rules.clone(), true),
        _ => (TermRules::default(), true),
    }
}

/// What to say where the rows have the thresholds next to positives only, and more was asked for.
const TOO_MANY_THRESHOLDS: &str = "a column has so many thresholds that only those next to positive samples are used: equally good \
     terms are counted over these, and rivals, history and what the answer rests on are left out";

/// How long to look for causes one by one where nobody says how long the program may take.
const LEADS: Duration = Duration::from_secs(30);

/// How long to look beyond an open answer, even if the search was faster.
const LOOK_BEYOND: Duration = Duration::from_secs(10);

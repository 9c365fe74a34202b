//! `learn`: the simplest hypotheses that explain the label.

mod certify;
mod details;
mod one_by_one;
mod resume;

use std::cell::RefCell;
use std::time::{Duration, Instant};

use vesc_col::Report;
use vesc_col::confidence::Assessment;
use vesc_col::data::Domain;
use vesc_col::report::Warning;
use vesc_col::search::{OnOverfit, next_certain, search_near_positives};
use vesc_col::sub_space::{Shape, SubSpace, TermRules};

use super::advice::{Asked, advice};
use super::least_errors::with_least_errors;
use super::question::{Answer, Wanted, report, settings};
use super::shared::with_shared_soon;
use crate::args::{Contradictions, Form, Format, Language, LearnArgs, SizeOrder};
use crate::error::CliError;
use crate::language;
use crate::limits::within;
use crate::output::Output;
use crate::page::{self, Document};
use one_by_one::{Leads, leads};
use resume::State;

/// Finds the simplest hypotheses that explain the label.
pub(crate) fn learn(args: &LearnArgs) -> Result<u8, CliError> {
    if args.link.is_some() && !args.details && args.html.is_none() {
        return Err(CliError::Usage("--link is for --html and --details".to_owned()));
    }
    let page = args.html.as_deref().map(|file| Output::prepare_beside(Some(file), &args.input.file)).transpose()?;
    learn_and_write((args, args.details || page.is_some()), |answer, leads| {
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

/// Finds the same, and writes it as a page.
pub(super) fn learn_as_page(args: &LearnArgs, form: Form) -> Result<u8, CliError> {
    learn_and_write((args, true), |answer, _| {
        let document = document(&details::json(answer, None, args)?)?;
        match form {
            Form::Html => page::html(&document),
            Form::Markdown => page::markdown(&document),
        }
    })
}

/// Asks the same question, and writes nothing.
pub(super) fn silently(args: &LearnArgs) -> Result<(), CliError> {
    learn_and_write((args, args.details), |_, _| Ok(String::new())).map(drop)
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
    before + &text + &advice(report, &answer.rows(), &Asked::of_learn(args))
}

/// Searches, and writes the answer as `present` makes it, with or without details.
fn learn_and_write(
    (args, wants_details): (&LearnArgs, bool),
    present: impl FnOnce(&Answer<'_>, Option<&Leads>) -> Result<String, CliError>,
) -> Result<u8, CliError> {
    let (settings, errors) = settings(&args.noise, &args.least);
    let settings = settings
        .with_bound(args.bound)
        .with_exact(args.exact)
        .with_list_limit(args.listing.list_limit)
        .with_list(args.listing.list)
        .with_on_overfit(args.on_overfit.into())
        .with_one_class(args.one_class.one_class);
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
    let found: RefCell<Option<Leads>> = RefCell::new(None);
    let state = args.resume.as_deref().map(|file| State::open(file, args)).transpose()?;
    let is_exact = !args.noise.is_given() && !errors.are_allowed();
    let is_plain_dnf = language::require_plain_dnf(&args.language, "").is_ok();
    let has_rules = args.language.language == Language::Dnf && !is_plain_dnf;
    let plain = is_plain_dnf && is_exact;
    // Everything else asks for more than the first size that is not empty, or for formulas that are not narrow.
    let is_first_size = plain && args.certify.is_none() && state.is_none() && settings.on_overfit() == OnOverfit::Stop;
    let keeps_rows = args.input.contradictions == Contradictions::Refuse;
    // Rivals of the answer may lie at cuts that it does not need.
    let wants_rivals = args.one_by_one || wants_details;
    let wanted = match is_first_size && !args.exact {
        // Labels that were settled are counted over all cuts.
        true if wants_rivals || !keeps_rows => Wanted::AllCutsIfFew,
        true => Wanted::NearPositives,
        false => Wanted::AllCuts(&args.noise, errors),
    };
    report(
        (&args.input, wanted),
        &args.run,
        &args.output,
        |(loaded, cuts), run| {
            let (data, domain) = (&loaded.data, &loaded.domain);
            let engine = args.run.engine.engine();
            let free = Domain::free();
            let inputs = if cuts.is_some() { &free } else { domain };
            if args.one_by_one {
                let sizes = (args.sizes.literals(), args.sizes.terms());
                // The rest of the time is for the search.
                *found.borrow_mut() = Some(leads(engine, (data, inputs), sizes, &run.share(2))?);
            }
            let spaces = || language::spaces(&args.language, (&args.sizes, args.order), data.features(), inputs);
            // The options were suitable for the first list, so they are for all others.
            drop(spaces()?);
            let listed = || spaces().unwrap_or_else(|_| Box::new(std::iter::empty()));
            let (rules, has_more) = spaces()?.next().map(|space| term_rules(&*space)).unwrap_or_default();
            let (settings, note) = with_least_errors(&args.least, (engine, data), listed, settings, run)?;
            let spaces = spaces()?;
            let start = Instant::now();
            let report = match (state, cuts) {
                (Some(state), _) => state.search(args, data, spaces, &settings, run)?,
                (None, Some(cuts)) => search_near_positives(engine, (data, domain, cuts), spaces, &settings, run)?,
                (None, None) => vesc_col::search(engine, data, spaces, &settings, run)?,
            };
            let is_partial = cuts.is_some() && wants_rivals;
            let partial = is_partial.then(|| Warning::Note(TOO_MANY_THRESHOLDS.to_owned()));
            let report = note.into_iter().chain(partial).fold(report, Report::with_warning);
            let report = report.with_terms_first(args.order == SizeOrder::Terms);
            let search = start.elapsed();
            if report.is_open() {
                let later = language::spaces(&args.language, (&args.sizes, args.order), data.features(), inputs)?;
                let later = later.skip(report.steps().len());
                let patient = within(run, search.max(PATIENCE));
                let next = next_certain(engine, data, later, &settings, &patient)?;
                return Ok(report.with_next_certain(next));
            }
            let prior = args.prior.up_to(args.sizes.terms());
            let mut assessment = Assessment::new(data, domain).with_prior(&prior);
            assessment = loaded.undisputed.iter().fold(assessment, Assessment::with_undisputed);
            assessment = cuts.into_iter().fold(assessment, Assessment::with_cuts);
            if has_rules {
                assessment = assessment.with_rules(&rules, has_more);
            }
            let confidence = assessment.of_report(&report, run);
            let report = report.with_confidence(confidence);
            if !plain {
                return Ok(report);
            }
            with_shared_soon(report, engine, (data, domain, cuts), (run, search))
        },
        |answer| present(answer, found.borrow().as_ref()),
        |(data, domain), report, run| match &args.certify {
            Some(directory) => certify::certify(directory, (data, domain), args, report, run),
            None => Ok(()),
        },
    )
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

/// How long to look beyond an open answer, even if the search was faster.
const PATIENCE: Duration = Duration::from_secs(10);

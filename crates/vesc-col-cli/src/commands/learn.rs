//! `learn`: the simplest hypotheses that explain the label.

mod advice;
mod certify;
mod details;
mod resume;

use std::time::Instant;

use vesc_col::confidence::{Prior, confidence};
use vesc_col::data::Domain;
use vesc_col::search::{OnOverfit, search_near_positives};

use super::question::{Answer, Wanted, report, settings};
use super::shared::with_shared_soon;
use crate::args::{Form, Format, LearnArgs, SizeOrder};
use crate::error::CliError;
use crate::language;
use crate::output::Output;
use crate::page::{self, Document};
use resume::State;

/// Finds the simplest hypotheses that explain the label.
pub(crate) fn learn(args: &LearnArgs) -> Result<u8, CliError> {
    let page = args.html.as_deref().map(|file| Output::prepare_beside(Some(file), &args.input.file)).transpose()?;
    learn_and_write((args, args.details || page.is_some()), |answer| {
        if let Some(page) = &page {
            page.write(&page::html(&document(&details::json(answer, args)?)?)?)?;
        }
        match args.output.format {
            Format::Json if args.details => details::json(answer, args),
            format => answer.in_format(format, || text(answer, args)),
        }
    })
}

/// Finds the same, and writes it as a page.
pub(super) fn learn_as_page(args: &LearnArgs, form: Form) -> Result<u8, CliError> {
    learn_and_write((args, true), |answer| {
        let document = document(&details::json(answer, args)?)?;
        match form {
            Form::Html => page::html(&document),
            Form::Markdown => page::markdown(&document),
        }
    })
}

/// Reads what a page needs from the JSON of an answer.
fn document(json: &str) -> Result<Document, CliError> {
    Ok(serde_json::from_str(json)?)
}

/// The report in words, with what to do next.
fn text(answer: &Answer<'_>, args: &LearnArgs) -> String {
    let report = answer.report;
    let text = if args.steps { format!("{report:#}") } else { report.to_string() };
    text + &advice::advice(report, &answer.loaded.data, args)
}

/// Searches, and writes the answer as `present` makes it, with or without details.
fn learn_and_write(
    (args, wants_details): (&LearnArgs, bool),
    present: impl FnOnce(&Answer<'_>) -> Result<String, CliError>,
) -> Result<u8, CliError> {
    let settings = settings(&args.noise)
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
    let state = args.resume.as_deref().map(|file| State::open(file, args)).transpose()?;
    let plain = language::require_plain_dnf(&args.language, "").is_ok() && !args.noise.is_given();
    // Everything else asks for more than the first size that is not empty, or for formulas that are not narrow.
    let is_first_size = plain && args.certify.is_none() && state.is_none() && settings.on_overfit() == OnOverfit::Stop;
    // Rivals of the answer may lie at cuts that it does not need.
    let wanted = if is_first_size && !args.exact && !wants_details {
        Wanted::NearPositives
    } else {
        Wanted::AllCuts(&args.noise)
    };
    report(
        (&args.input, wanted),
        &args.run,
        &args.output,
        |(data, domain, cuts), run| {
            if args.certify.is_some() && !domain.is_free() {
                return Err(CliError::Usage(
                    "--certify is for free inputs, without typed columns and groups".to_owned(),
                ));
            }
            let engine = args.run.engine.engine();
            let free = Domain::free();
            let inputs = if cuts.is_some() { &free } else { domain };
            let spaces = language::spaces(&args.language, (&args.sizes, args.order), data.features(), inputs)?;
            let start = Instant::now();
            let report = match (state, cuts) {
                (Some(state), _) => state.search(args, data, spaces, &settings, run)?,
                (None, Some(cuts)) => search_near_positives(engine, (data, domain, cuts), spaces, &settings, run)?,
                (None, None) => vesc_col::search(engine, data, spaces, &settings, run)?,
            };
            let report = report.with_terms_first(args.order == SizeOrder::Terms);
            let search = start.elapsed();
            if !plain {
                return Ok(report);
            }
            let prior = Prior::default().with_outside(args.prior).with_terms(args.sizes.terms());
            // With cuts the data lack those that the answer does not need, so that rivals at them would not be counted.
            let confidence = match cuts {
                None if run.check().is_ok() => confidence(&report, data, domain, &prior).ok(),
                _ => None,
            };
            let report = report.with_confidence(confidence);
            with_shared_soon(report, engine, (data, domain, cuts), (run, search))
        },
        present,
        |data, report, run| match &args.certify {
            Some(directory) => certify::certify(directory, data, args, report, run),
            None => Ok(()),
        },
    )
}

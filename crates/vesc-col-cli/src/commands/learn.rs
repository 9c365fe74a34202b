//! `learn`: the simplest hypotheses that explain the label.

mod advice;
mod certify;
mod resume;

use super::question::{report, settings};
use super::shared::with_shared;
use crate::args::{LearnArgs, SizeOrder};
use crate::error::CliError;
use crate::language;
use resume::State;

/// Finds the simplest hypotheses that explain the label.
pub(crate) fn learn(args: &LearnArgs) -> Result<u8, CliError> {
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
    report(
        (&args.input, &args.noise),
        &args.run,
        &args.output,
        |data, domain, run| {
            if args.certify.is_some() && !domain.is_free() {
                return Err(CliError::Usage(
                    "--certify is for free inputs, without typed columns and groups".to_owned(),
                ));
            }
            let spaces = language::spaces(&args.language, (&args.sizes, args.order), data.features(), domain)?;
            let report = match state {
                Some(state) => state.search(args, data, spaces, &settings, run)?,
                None => vesc_col::search(args.run.engine.engine(), data, spaces, &settings, run)?,
            };
            let report = report.with_terms_first(args.order == SizeOrder::Terms);
            let plain = language::require_plain_dnf(&args.language, "").is_ok() && !args.noise.is_given();
            if plain { with_shared(report, args.run.engine.engine(), (data, domain), run) } else { Ok(report) }
        },
        |data, report| {
            let text = if args.steps { format!("{report:#}") } else { report.to_string() };
            text + &advice::advice(report, data, args)
        },
        |data, report, run| match &args.certify {
            Some(directory) => certify::certify(directory, data, args, report, run),
            None => Ok(()),
        },
    )
}

//! `count`: one sub-space, measured exactly.

use super::question::{report, settings};
use crate::args::CountArgs;
use crate::error::CliError;
use crate::language;

/// Measures one sub-space.
pub(crate) fn count(args: &CountArgs) -> Result<u8, CliError> {
    let settings =
        settings(&args.noise).with_exact(true).with_list_limit(args.listing.list_limit).with_list(args.listing.list);
    report(
        (&args.input, &args.noise),
        &args.run,
        &args.output,
        |data, domain, run| {
            let space = language::space(&args.language, &args.size, data.features(), domain)?;
            Ok(vesc_col::count(args.run.engine.engine(), data, space, &settings, run)?)
        },
        |_, _, _| Ok(()),
    )
}

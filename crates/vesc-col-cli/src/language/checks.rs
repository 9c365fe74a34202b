//! Which options make sense with each other, the language and the columns.

use vesc_col::data::Domain;

use crate::args::{Language, LanguageArgs};
use crate::error::CliError;

/// Refuses `option` unless the language is DNF without further options.
pub(crate) fn require_plain_dnf(args: &LanguageArgs, option: &str) -> Result<(), CliError> {
    match args.dnf.first_given(true) {
        Some(other) => Err(CliError::Usage(format!("the option '{option}' cannot be used with '{other}'"))),
        None if args.language == Language::Dnf => Ok(()),
        None => Err(unsuitable(args, option)),
    }
}

/// Refuses declared inputs where the least formula of a concept takes a solver, and there is none.
pub(super) fn require_known_inputs(args: &LanguageArgs, domain: &Domain) -> Result<(), CliError> {
    let needs_solver = match args.dnf.first_for_free_inputs() {
        Some(option) => Some(option.to_owned()),
        None if args.language.has_terms() => None,
        None => Some(format!("--language {}", args.language.name())),
    };
    match needs_solver {
        Some(option) if !cfg!(feature = "sat") && !domain.is_free() => Err(CliError::Usage(format!(
            "'{option}' over typed columns and declared groups needs the engine `sat`, and this program was built without it"
        ))),
        _ => Ok(()),
    }
}

/// Refuses sizes whose circuit alone would take long or not fit, because no limit of a run applies while it is built.
pub(super) fn require_small(args: &LanguageArgs, option: &str, size: usize, features: usize) -> Result<(), CliError> {
    let fits = |size: usize| gates(args.language, size, features) <= MAX_GATES;
    if fits(size) {
        return Ok(());
    }
    let most = (1..size).rev().find(|&size| fits(size)).unwrap_or(0);
    Err(CliError::Usage(format!(
        "'{option} {size}' is too large for '--language {}' over {features} features: choose {most} or less",
        args.language.name()
    )))
}

/// Refuses options that make no sense with the language, or with each other.
pub(super) fn require_suitable(
    args: &LanguageArgs,
    in_terms: &[(&'static str, bool)],
    others: &[(&'static str, bool)],
) -> Result<(), CliError> {
    let sizes = match args.language {
        Language::Dnf | Language::Cnf => others,
        _ => in_terms,
    };
    let order = ("--column-order", args.language != Language::Obdd && args.column_order.is_some());
    let size = sizes.iter().copied().chain([order]).find(|(_, given)| *given).map(|(option, _)| option);
    let of_dnf = args.dnf.first_given(true).filter(|_| args.language != Language::Dnf);
    if let Some(option) = size.or(of_dnf) {
        return Err(unsuitable(args, option));
    }
    match args.dnf.first_given(false).filter(|_| !args.dnf.groups.is_empty()) {
        Some(option) => {
            let group = if args.dnf.groups.group.is_empty() { "--ordered-group" } else { "--group" };
            Err(CliError::Usage(format!("the option '{option}' cannot be used with '{group}' (see --help)")))
        }
        None => Ok(()),
    }
}

pub(super) fn unsuitable(args: &LanguageArgs, option: &str) -> CliError {
    CliError::Usage(format!(
        "the option '{option}' cannot be used with '--language {}' (see --help)",
        args.language.name()
    ))
}

pub(super) fn missing(args: &LanguageArgs, option: &str) -> CliError {
    CliError::Usage(format!(
        "the option '{option}' is required with '--language {}' (see --help)",
        args.language.name()
    ))
}

/// The largest number of gates of a circuit: to build them takes some seconds.
const MAX_GATES: usize = 1 << 22;

/// About how many gates a circuit has in those languages in which it can be far larger than the data.
fn gates(language: Language, size: usize, features: usize) -> usize {
    match language {
        Language::List if size <= features => size.saturating_mul(features),
        Language::Tree | Language::Obdd => size.saturating_mul(size).saturating_mul(size.saturating_add(features)),
        _ => 0,
    }
}

//! The formula syntax.
use crate::{Dnf, Features};
use std::fmt;

/// Why a text is not a formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("todo")]
pub struct ParseError {}

pub(crate) fn fmt_name(name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(name)
}

pub(crate) fn parse_dnf(_text: &str, _features: &Features) -> Result<Dnf, ParseError> {
    Err(ParseError {})
}

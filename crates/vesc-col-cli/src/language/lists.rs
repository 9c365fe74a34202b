//! Lists of columns in options.

use vesc_col::Features;

use crate::error::CliError;
use crate::text::{OneLine, names_in};

/// Which option a list stands in, for messages.
#[derive(Clone, Copy)]
pub(super) struct Listed {
    pub(super) option: &'static str,
    /// What the option's help calls its value.
    pub(super) value: &'static str,
}

impl Listed {
    pub(super) fn refuse(self, reason: impl std::fmt::Display) -> CliError {
        CliError::Usage(format!("invalid value for '{} <{}>': {reason}", self.option, self.value))
    }

    /// The feature of this name.
    pub(super) fn feature(self, name: &str, features: &Features) -> Result<usize, CliError> {
        features.position(name).ok_or_else(|| {
            let hint = features.closest(name).map(|close| format!(", did you mean `{}`?", OneLine(close)));
            self.refuse(format_args!("there is no feature `{}`{}", OneLine(name), hint.unwrap_or_default()))
        })
    }
}

/// Reads columns separated by commas, none twice.
pub(super) fn columns(listed: Listed, text: &str, features: &Features) -> Result<Vec<usize>, CliError> {
    let mut found = Vec::new();
    for name in names_in(text) {
        let feature = listed.feature(&name, features)?;
        if found.contains(&feature) {
            return Err(listed.refuse(format_args!("`{}` is there twice", OneLine(&name))));
        }
        found.push(feature);
    }
    Ok(found)
}

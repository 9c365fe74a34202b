//! Lists of columns in options.

use vesc_col::Features;

use crate::error::CliError;
use crate::text::{OneLine, item_of, names_in};

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

    /// The feature of this name, or those that test the column of this name.
    pub(super) fn features(self, name: &str, features: &Features) -> Result<Vec<usize>, CliError> {
        match (features.position(name), tests_of(name, features)) {
            (None, tests) if !tests.is_empty() => Ok(tests),
            _ => Ok(vec![self.feature(name, features)?]),
        }
    }

    /// The feature of this name.
    pub(super) fn feature(self, name: &str, features: &Features) -> Result<usize, CliError> {
        features.position(name).ok_or_else(|| {
            let hint = features.closest(name).map(|close| format!(", did you mean `{}`?", OneLine(close)));
            self.refuse(format_args!("there is no feature `{}`{}", OneLine(name), hint.unwrap_or_default()))
        })
    }
}

/// The features that test the column of this name, or else those for its items or bits, as `tags[ui]`; none for a Boolean column.
pub(super) fn tests_of(name: &str, features: &Features) -> Vec<usize> {
    let is_test = |feature: &usize| features.test(*feature).is_some_and(|(column, _)| column == name);
    let is_item =
        |feature: &usize| features.test(*feature).is_none() && item_of(features.name(*feature), name).is_some();
    let tests: Vec<usize> = (0..features.len()).filter(is_test).collect();
    if tests.is_empty() { (0..features.len()).filter(is_item).collect() } else { tests }
}

/// Reads columns separated by commas, each with all of its features. None is there twice.
pub(super) fn columns_with_features(
    listed: Listed,
    text: &str,
    features: &Features,
) -> Result<Vec<Vec<usize>>, CliError> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    for name in names_in(text) {
        let tests = listed.features(&name, features)?;
        if found.iter().flatten().any(|feature| tests.contains(feature)) {
            return Err(listed.refuse(format_args!("`{}` is there twice", OneLine(&name))));
        }
        found.push(tests);
    }
    Ok(found)
}

/// Reads features separated by commas, none twice.
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

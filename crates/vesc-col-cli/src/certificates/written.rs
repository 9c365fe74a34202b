//! What `learn --certify` has written, for its report.

use std::fmt;
#[cfg(feature = "sat")]
use std::path::Path;

use serde::Serialize;
#[cfg(feature = "sat")]
use vesc_col::sub_space::LegalDnfSpace;

#[cfg(feature = "sat")]
use super::Certified;
#[cfg(feature = "sat")]
use crate::error::CliError;
use crate::text::{OneLine, counted, size_in_words};

/// What was written for a report, and what was not.
#[derive(Debug, Default, Serialize)]
pub(crate) struct WrittenCertificates {
    /// The directory, as the user named it; null if nothing was written.
    directory: Option<String>,
    sub_spaces: usize,
    proofs: usize,
    bytes: u64,
    /// The first decided sub-space without a certificate; those after it have none, either.
    without: Option<Without>,
}

/// A decided sub-space that has no certificate.
#[derive(Debug, Serialize)]
struct Without {
    literals: usize,
    terms: usize,
    reason: String,
}

impl WrittenCertificates {
    /// What was proven, and the sub-space that was not. Nothing of it is kept yet.
    #[cfg(feature = "sat")]
    pub(crate) fn new(steps: &[Certified], without: Option<(&LegalDnfSpace, &CliError)>) -> WrittenCertificates {
        let without = without.map(|(space, error)| Without {
            literals: space.literals(),
            terms: space.terms(),
            reason: match error {
                CliError::Certify { reason, .. } => reason.clone(),
                other => other.to_string(),
            },
        });
        let proofs = steps.iter().map(|step| step.cases.len()).sum();
        WrittenCertificates { sub_spaces: steps.len(), proofs, without, ..WrittenCertificates::default() }
    }

    /// Notes where it is kept.
    #[cfg(feature = "sat")]
    pub(crate) fn keep(&mut self, directory: &Path, bytes: u64) {
        (self.directory, self.bytes) = (Some(directory.display().to_string()), bytes);
    }

    /// The directory, if it has certificates.
    pub(crate) fn directory(&self) -> Option<&str> {
        self.directory.as_deref()
    }
}

/// One line, or two.
impl fmt::Display for WrittenCertificates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(directory) = &self.directory {
            writeln!(
                f,
                "{}: certified: {}, {}, {}",
                OneLine(directory),
                counted(self.sub_spaces, "sub-space"),
                counted(self.proofs, "proof"),
                bytesize::ByteSize(self.bytes),
            )?;
        }
        match &self.without {
            Some(Without { literals, terms, reason }) => {
                writeln!(f, "not certified from {} on: {reason}", size_in_words(*literals, *terms))
            }
            None => Ok(()),
        }
    }
}

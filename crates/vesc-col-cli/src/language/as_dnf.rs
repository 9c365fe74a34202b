//! The DNF behind an answer.

use vesc_col::formula::Formula;
use vesc_col::{Dnf, Hypothesis};

/// The hypothesis as a DNF, if it is one, or the narrow formula of a family.
pub(crate) fn as_dnf(hypothesis: &dyn Hypothesis) -> Option<&Dnf> {
    match Formula::of(hypothesis) {
        Formula::Dnf(dnf) => Some(dnf),
        _ => None,
    }
}

//! The DNF behind a hypothesis of whatever language.

use std::any::Any;

use vesc_col_core::{Dnf, Hypothesis};

/// The hypothesis as a DNF, if it is one.
pub(crate) fn as_dnf(hypothesis: &dyn Hypothesis) -> Option<&Dnf> {
    (hypothesis as &dyn Any).downcast_ref()
}

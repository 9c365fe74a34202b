//! The DNF behind a hypothesis of whatever language.

use std::any::Any;

use vesc_col_core::{Dnf, Hypothesis};

use crate::formula::family_formula::FamilyFormula;

/// The hypothesis as a DNF, if it is one, or the narrow formula of a family.
pub(crate) fn as_dnf(hypothesis: &dyn Hypothesis) -> Option<&Dnf> {
    let any = hypothesis as &dyn Any;
    any.downcast_ref().or_else(|| Some(any.downcast_ref::<FamilyFormula>()?.dnf()))
}

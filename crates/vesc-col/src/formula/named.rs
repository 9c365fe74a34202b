//! Something beside the features that give its text their names.

use vesc_col_core::Features;

/// What is shown with the features' names; what that means says the implementation of `Display` beside each type.
pub(crate) struct Named<'a, T> {
    pub(crate) shown: &'a T,
    pub(crate) features: &'a Features,
}

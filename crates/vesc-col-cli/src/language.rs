//! From options about hypotheses to sub-spaces, and from text to hypotheses.

mod as_dnf;
mod checks;
mod groups;
mod lists;
mod read;
mod restrictions;
mod spaces;

pub(crate) use as_dnf::as_dnf;
pub(crate) use checks::require_plain_dnf;
pub(crate) use groups::groups;
pub(crate) use read::{read, read_sets};
pub(crate) use restrictions::restrictions;
pub(crate) use spaces::{Spaces, space, spaces};

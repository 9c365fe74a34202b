//! What a search learns on its way, for all of its threads.

use super::bundles::Credit;
use super::dependence::Dependence;

/// It changes how long a search takes, and never what it finds.
#[derive(Debug, Default)]
pub(crate) struct Lessons {
    pub(super) credit: Credit,
    pub(super) dependence: Dependence,
}

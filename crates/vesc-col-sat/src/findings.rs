//! What is known so far.

use std::collections::BTreeMap;
use std::sync::Arc;

use vesc_col_core::{Cardinality, Hypothesis, Query, StopReason, VersionSpace};

use crate::engine::NAME;

/// The concepts and formulas found, and whether they are all that there are.
#[derive(Default)]
pub(crate) struct Findings {
    /// The concepts, each by its least formula, in canonical order: all that were found, or one more than are to be
    /// listed. Those found from then on are not told apart any more.
    pub(crate) concepts: BTreeMap<Vec<u32>, Arc<dyn Hypothesis>>,
    pub(crate) formulas: u64,
    pub(crate) all_concepts: bool,
    pub(crate) all_formulas: bool,
}

impl Findings {
    /// Whether there are more concepts than are to be listed.
    pub(crate) fn too_many(&self, query: &Query) -> bool {
        self.concepts.len() > query.list_limit()
    }

    /// What is known, as an answer.
    pub(crate) fn answer(self, query: &Query, stopped: Option<StopReason>) -> VersionSpace {
        let found = self.concepts.len();
        VersionSpace {
            concepts: match (self.all_concepts && !self.too_many(query), self.all_formulas) {
                (true, _) => Cardinality::exact(found),
                (false, true) => Cardinality::between(found, self.formulas),
                (false, false) => Cardinality::at_least(found),
            },
            formulas: match self.all_formulas {
                true => Cardinality::exact(self.formulas),
                false => Cardinality::at_least(self.formulas),
            },
            hypotheses: self.concepts.into_values().take(query.list_limit()).collect(),
            engine: NAME.to_owned(),
            stopped,
            live: None,
        }
    }
}

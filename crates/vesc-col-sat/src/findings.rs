//! What is known so far.

use std::collections::BTreeMap;
use std::sync::Arc;

use vesc_col_core::{Cardinality, Hypothesis, Query, StopReason, VersionSpace};

use crate::NAME;

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
        let formulas = match self.all_formulas {
            true => Cardinality::exact(self.formulas),
            false => Cardinality::at_least(self.formulas),
        };
        let concepts = match self.all_concepts && !self.too_many(query) {
            true => Cardinality::exact(found),
            false if query.space().formulas_are_concepts() => formulas.clone(),
            false if self.all_formulas => Cardinality::between(found, self.formulas),
            false => Cardinality::at_least(found),
        };
        let stopped = match stopped {
            // Too many to list, but all of them counted.
            Some(StopReason::ListLimit) if concepts.is_exact() => None,
            reason => reason,
        };
        let hypotheses = self.concepts.into_values().take(query.list_limit()).collect();
        VersionSpace::new(NAME, concepts, formulas).with_hypotheses(hypotheses).with_stopped(stopped)
    }
}

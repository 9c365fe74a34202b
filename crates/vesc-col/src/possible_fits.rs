//! What possibly fits: within some part of an error budget, if the unknown cells are what suits a hypothesis best.

use vesc_col_core::{Cardinality, Dataset, EngineError, Fit, Query, StopReason, VersionSpace};

use crate::errors::forced::ForcedErrors;
use crate::errors::union::union;
use crate::settings::Settings;

/// The senses of fitting of which a hypothesis needs one: a number of errors of each kind, or none at all.
///
/// Shares of a budget are counted over all rows of the data. Of fewer rows the same numbers may be wrong.
#[derive(Clone, Debug)]
pub(crate) struct PossibleFits {
    /// False positives and false negatives, if errors are allowed for: see [`ErrorBudget::corners`](crate::search::ErrorBudget::corners).
    budgets: Option<Vec<(u64, u64)>>,
    /// Whether there are more of these than are asked about.
    is_cut: bool,
    /// Whether any cells are unknown.
    is_partial: bool,
}

impl PossibleFits {
    /// What the settings ask for on these rows.
    pub(crate) fn of(data: &Dataset, settings: &Settings) -> PossibleFits {
        let (budgets, are_all) = settings.errors().map(|budget| budget.corners_of(data)).unzip();
        PossibleFits { budgets, is_cut: are_all == Some(false), is_partial: data.unknown_cells() > 0 }
    }

    /// The pairs of false positives and false negatives, if errors are allowed for.
    pub(crate) fn budgets(&self) -> Option<&[(u64, u64)]> {
        self.budgets.as_deref()
    }

    /// The pairs of false positives and false negatives with which a formula still fits, at least one.
    pub(crate) fn errors(&self) -> &[(u64, u64)] {
        self.budgets().unwrap_or(&[(0, 0)])
    }

    /// Whether equal rows of different labels alone force more errors than the budget has.
    pub(crate) fn are_too_tight(&self, data: &Dataset) -> bool {
        !self.is_cut && self.budgets().is_some_and(|budgets| !ForcedErrors::of(data).keep_to(budgets))
    }

    /// The version space of what possibly fits. More than `enough` concepts are not counted exactly.
    ///
    /// # Errors
    ///
    /// Those of `ask`, which answers one question.
    pub(crate) fn measure(
        &self,
        query: &Query,
        enough: usize,
        mut ask: impl FnMut(&Query) -> Result<VersionSpace, EngineError>,
    ) -> Result<VersionSpace, EngineError> {
        if self.budgets.is_none() {
            let fit = if self.is_partial { Fit::Possible } else { Fit::Exact };
            return ask(&query.clone().with_fit(fit));
        }
        self.within_any(enough, |(false_positives, false_negatives)| {
            ask(&query.clone().with_fit(match self.is_partial {
                true => Fit::PossibleWithin { false_positives, false_negatives },
                false => Fit::Budget { false_positives, false_negatives },
            }))
        })
    }

    /// What keeps to any of the budgets. It is not known whole if not all of these are asked about.
    ///
    /// # Errors
    ///
    /// Those of `ask`, which answers for one budget.
    pub(crate) fn within_any(
        &self,
        enough: usize,
        ask: impl FnMut((u64, u64)) -> Result<VersionSpace, EngineError>,
    ) -> Result<VersionSpace, EngineError> {
        let mut found = union(self.errors(), enough, ask)?;
        if self.is_cut {
            found.concepts = Cardinality::at_least(found.concepts.lower().clone());
            found.formulas = Cardinality::at_least(found.formulas.lower().clone());
            found.stopped = found.stopped.or(Some(StopReason::EngineLimit));
        }
        Ok(found)
    }
}

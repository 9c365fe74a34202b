//! The errors that one formula makes, and whether they keep to a budget.

use serde_json::{Value, json};
use vesc_col::search::ErrorBudget;

/// On how many rows a formula is wrong. Unknown cells may leave that open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MadeErrors {
    /// False positives and false negatives whatever the unknown cells are.
    pub(crate) least: (u64, u64),
    /// The same at worst.
    pub(crate) most: (u64, u64),
    /// Number of positive rows.
    pub(crate) positives: u64,
}

impl MadeErrors {
    /// Whether the formula keeps to a budget; `None` if unknown cells decide that.
    pub(crate) fn keep_to(&self, budget: &ErrorBudget) -> Option<bool> {
        match (budget.allows(self.least, self.positives), budget.allows(self.most, self.positives)) {
            (true, false) => None,
            (_, is_certain) => Some(is_certain),
        }
    }

    /// The numbers beside a budget, as a line.
    pub(crate) fn text(&self, budget: &ErrorBudget) -> String {
        let range =
            |least: u64, most: u64| if least == most { least.to_string() } else { format!("{least} to {most}") };
        let verdict = match self.keep_to(budget) {
            Some(true) => "within the budget",
            Some(false) => "beyond the budget",
            None => "the unknown cells decide whether that is within the budget",
        };
        format!(
            "    false positives: {}, false negatives: {}, allowed: {budget}: {verdict}\n",
            range(self.least.0, self.most.0),
            range(self.least.1, self.most.1),
        )
    }

    /// The numbers of false positives and of false negatives as intervals.
    pub(crate) fn json(&self) -> [Value; 2] {
        let range = |least: u64, most: u64| json!({"lower": least.to_string(), "upper": most.to_string()});
        [range(self.least.0, self.most.0), range(self.least.1, self.most.1)]
    }
}

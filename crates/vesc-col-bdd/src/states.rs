//! How many errors are left: what fits the samples so far, within every part of an error budget.

use oxidd::bdd::BDDFunction;
use vesc_col_core::{Dataset, Fit, Run, StopReason};

use crate::diagrams::Diagrams;

/// Whether an error budget has at most `most` parts, to keep a diagram for each.
pub(crate) fn is_bearable(fit: &Fit, data: &Dataset, most: usize) -> bool {
    let [false_positives, false_negatives] = parts(fit, data);
    false_positives.checked_mul(false_negatives).is_some_and(|states| states <= most)
}

/// How many parts a budget has for false positives, and for false negatives. Nobody is wrong on more rows than there
/// are.
fn parts(fit: &Fit, data: &Dataset) -> [usize; 2] {
    let (false_positives, false_negatives) = fit.budget();
    let parts = |budget: u64, weight: u64| {
        usize::try_from(budget.min(weight)).map_or(usize::MAX, |most| most.saturating_add(1))
    };
    [parts(false_positives, data.negatives().total_weight()), parts(false_negatives, data.positives().total_weight())]
}

/// For each part of the budget the hypotheses that keep to it on the samples so far.
///
/// Within a budget of e errors, a sample of weight w keeps those that are right on it. It also keeps those that are
/// wrong and had kept to e - w before. Without a budget it is a conjunction.
pub(crate) struct States {
    /// By false positives, then by false negatives.
    within: Vec<BDDFunction>,
    /// How many parts there are for false positives, and for false negatives.
    counts: [usize; 2],
}

impl States {
    /// Before the first sample: all members keep to all parts.
    pub(crate) fn new(fit: &Fit, data: &Dataset, member: BDDFunction) -> States {
        let counts = parts(fit, data);
        States { within: vec![member; counts[0] * counts[1]], counts }
    }

    /// Those that keep to the whole budget.
    pub(crate) fn within(&self) -> &BDDFunction {
        self.within.last().expect("there is one part at least")
    }

    /// The same at the end.
    pub(crate) fn into_within(mut self) -> BDDFunction {
        self.within.pop().expect("there is one part at least")
    }

    /// Conjoins a sample that stands for `weight` rows of a label; `right` holds the hypotheses that are right on it.
    pub(crate) fn take(
        &mut self,
        right: &BDDFunction,
        weight: u64,
        positive: bool,
        diagrams: &Diagrams,
        run: &Run,
    ) -> Result<(), StopReason> {
        let [_, columns] = self.counts;
        // What weighs more than any budget is right on all parts.
        let weight = usize::try_from(weight).unwrap_or(usize::MAX);
        // The parts with more left first: each is made from itself and one with less.
        for part in (0..self.within.len()).rev() {
            let (allowed, step) = if positive { (part % columns, 1) } else { (part / columns, columns) };
            self.within[part] = match allowed.checked_sub(weight) {
                Some(_) => diagrams.ite(right, &self.within[part], &self.within[part - weight * step], run)?,
                None => diagrams.and(&self.within[part], right, run)?,
            };
        }
        Ok(())
    }
}

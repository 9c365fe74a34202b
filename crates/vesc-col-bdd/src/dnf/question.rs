//! From a question about DNF to its answer.

use num_bigint::BigUint;
use vesc_col_core::{Cardinality, DnfSpace, LegalDnfSpace, Query, Run, StopReason, SubSpace, VersionSpace};

use crate::NAME;
use crate::dnf::Families;
use crate::dnf::formulas::combinations;
use crate::dnf::listing::{Listing, Outcome};
use crate::dnf::live::LiveDnf;
use crate::run_context::RunContext;
use crate::tuning::Tuning;

/// A question about k-term DNF.
#[derive(Debug)]
pub(crate) struct DnfQuestion<'a> {
    pub(crate) query: &'a Query,
    pub(crate) space: LegalDnfSpace,
    pub(crate) run: &'a Run,
    pub(crate) tuning: &'static Tuning,
}

impl DnfQuestion<'_> {
    /// Counts the consistent formulas and lists their concepts.
    pub(crate) fn answer(&self, families: &mut Families, memory: usize) -> Outcome {
        let space = *self.space.unconstrained();
        if !space.has_room() && !is_countable(space, self.tuning) {
            // A sub-space this large without a formula needs no live version space.
            return Outcome::Answered(VersionSpace::new(NAME, Cardinality::exact(0u32), Cardinality::exact(0u32)));
        }
        let mut context = RunContext::new(self.run, self.tuning);
        let live = families
            .begin(self.space.domain(), memory, &mut context)
            .and_then(|()| LiveDnf::new(self.space.clone(), families, &mut context));
        families.end(self.tuning);
        match live {
            Ok(live) => Listing::new(live).begin(self.query, self.run),
            Err(reason) => Outcome::Answered(self.stopped(reason)),
        }
    }

    /// The answer when a limit is reached: at most all formulas of the sub-space are consistent.
    fn stopped(&self, reason: StopReason) -> VersionSpace {
        let mut answer = VersionSpace::unknown(NAME, reason);
        if let Some(all) = space_size(*self.space.unconstrained(), self.tuning) {
            answer.formulas = Cardinality::between(0u32, all);
            answer.concepts = answer.formulas.clone();
        }
        answer
    }
}

/// Whether a sub-space can be counted in a short time.
fn is_countable(space: DnfSpace, tuning: &Tuning) -> bool {
    space.literals().saturating_mul(space.terms()) <= tuning.largest_space_counted
}

/// How many formulas a sub-space has, unless it takes long to tell.
fn space_size(space: DnfSpace, tuning: &Tuning) -> Option<BigUint> {
    if !space.has_room() || !is_countable(space, tuning) {
        return None;
    }
    let (literals, terms) = (space.literals(), space.terms());
    // `ways[t][l]`: the number of ways to choose t terms with l literals.
    let mut ways = vec![vec![BigUint::ZERO; literals + 1]; terms + 1];
    ways[0][0] = BigUint::from(1u32);
    let mut available = BigUint::from(1u32);
    for size in 1..=(literals + 1 - terms).min(space.features()) {
        available = available * (2 * (space.features() + 1 - size)) / size;
        for taking in (1..=terms).rev() {
            for using in (size..=literals).rev() {
                let more: BigUint = (1..=taking.min(using / size))
                    .map(|taken| &ways[taking - taken][using - taken * size] * combinations(&available, taken as u32))
                    .sum();
                ways[taking][using] += more;
            }
        }
    }
    Some(std::mem::take(&mut ways[terms][literals]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_small_spaces() {
        let size = |n, l, k| space_size(DnfSpace::new(n, l, k), &Tuning::DEFAULT).map(|size| size.to_string());
        assert_eq!(size(3, 1, 1).as_deref(), Some("6"));
        assert_eq!(size(3, 3, 1).as_deref(), Some("8"));
        assert_eq!(size(3, 2, 2).as_deref(), Some("15"));
        assert_eq!(size(3, 3, 2).as_deref(), Some("72"));
        // {1,1,4}: none over 3 features; {1,2,3}: 6 * 12 * 8; {2,2,2}: C(12, 3).
        assert_eq!(size(3, 6, 3).as_deref(), Some("796"));
        assert_eq!(size(3, 10, 3), None);
    }
}

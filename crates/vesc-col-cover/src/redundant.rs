//! Formulas in sub-spaces where a term may cover nothing of its own.
//!
//! Beyond the first non-empty sub-space, consistent formulas may be padded with any terms that reject all negatives. Here
//! all such terms are listed first and then combined.

use std::ops::ControlFlow;

use num_bigint::{BigInt, BigUint, Sign};
use vesc_col_core::Dataset;

use crate::branching::End;
use crate::cover::Cover;
use crate::crew::Crew;
use crate::family::{Families, Interrupt, Member};

/// Up to so many positives, formulas are counted by inclusion-exclusion over them; it costs two to their power.
const EXCLUDED: usize = 14;

/// All consistent terms that a formula of a sub-space may have.
pub(crate) struct Pool {
    members: Vec<Member>,
    positives: usize,
    literals: usize,
    terms: usize,
}

impl Pool {
    pub(crate) fn list(
        data: &Dataset,
        families: &mut Families,
        (literals, terms): (usize, usize),
        crew: Crew<'_>,
    ) -> Result<Pool, Interrupt> {
        let positives = data.positives().distinct();
        let mut members = Vec::new();
        for size in 1..=literals + 1 - terms {
            members.extend_from_slice(&families.covering(data, &Cover::none(positives), 0, size, crew)?);
        }
        Ok(Pool { members, positives, literals, terms })
    }

    /// The number of formulas, if inclusion-exclusion can tell: `sum over B of (-1)^|B| [x^l y^k] prod_s (1 + x^s y)^N(s, B)`
    /// with `N(s, B)` the terms of size s that cover nothing of B.
    pub(crate) fn count(&self, crew: Crew<'_>) -> Option<BigUint> {
        if self.positives > EXCLUDED {
            return None;
        }
        // By size and cover: first how many terms have just this cover, then how many have a subset of it.
        let subsets = 1usize << self.positives;
        let mut within = vec![vec![0u64; subsets]; self.literals + 1];
        for member in &self.members {
            within[member.term.len()][member.cover.iter().fold(0, |mask, sample| mask | 1 << sample)] += 1;
        }
        for counts in &mut within {
            for bit in 0..self.positives {
                for mask in (0..subsets).filter(|mask| mask >> bit & 1 == 1) {
                    counts[mask] += counts[mask ^ 1 << bit];
                }
            }
        }
        let mut sum = BigInt::ZERO;
        for avoided in 0..subsets {
            crew.run.check().ok()?;
            let rest = !avoided & (subsets - 1);
            let choices = self.choices(|size| within[size][rest]);
            let sign = if avoided.count_ones() % 2 == 0 { Sign::Plus } else { Sign::Minus };
            sum += BigInt::from_biguint(sign, choices);
        }
        sum.to_biguint()
    }

    /// The ways to choose the right number of terms with the right number of literals, given how many terms of each size
    /// there are.
    fn choices(&self, available: impl Fn(usize) -> u64) -> BigUint {
        // `ways[t][l]`: so many ways to choose t terms with l literals.
        let mut ways = vec![vec![BigUint::ZERO; self.literals + 1]; self.terms + 1];
        ways[0][0] = BigUint::from(1u32);
        for size in 1..=self.literals + 1 - self.terms {
            let available = available(size);
            for terms in (1..=self.terms).rev() {
                for literals in (size..=self.literals).rev() {
                    let mut binomial = BigUint::from(1u32);
                    let mut more = BigUint::ZERO;
                    for taken in 1..=terms.min(literals / size) {
                        let Some(left) = available.checked_sub(taken as u64 - 1) else { break };
                        binomial = binomial * left / taken;
                        more += &ways[terms - taken][literals - taken * size] * &binomial;
                    }
                    ways[terms][literals] += more;
                }
            }
        }
        std::mem::take(&mut ways[self.terms][self.literals])
    }

    /// Gives all formulas, each once.
    pub(crate) fn each(&self, crew: Crew<'_>, mut emit: impl FnMut(&[&Member]) -> ControlFlow<()>) -> Result<(), End> {
        let mut chosen = Vec::new();
        self.extend(crew, &Cover::all(self.positives), self.literals, &mut chosen, &mut emit)
    }

    /// Extends the chosen terms, each with the positive for whose sake it was chosen: no term of a smaller number that
    /// covers it may follow.
    fn extend(
        &self,
        crew: Crew<'_>,
        residual: &Cover,
        literals: usize,
        chosen: &mut Vec<(usize, Option<usize>)>,
        emit: &mut impl FnMut(&[&Member]) -> ControlFlow<()>,
    ) -> Result<(), End> {
        crew.run.check().map_err(|reason| End::Interrupted(Interrupt::Stopped(reason)))?;
        let to_go = self.terms - chosen.len();
        if to_go == 0 {
            if literals > 0 || !residual.is_empty() {
                return Ok(());
            }
            let members: Vec<&Member> = chosen.iter().map(|&(number, _)| &self.members[number]).collect();
            return if emit(&members).is_break() { Err(End::Enough) } else { Ok(()) };
        }
        let wanted = residual.iter().next();
        for (number, member) in self.members.iter().enumerate() {
            let size = member.term.len();
            let fits = if to_go == 1 { size == literals } else { size + to_go <= literals + 1 };
            let serves = match wanted {
                Some(sample) => member.cover.contains(sample),
                None => true,
            };
            // Terms chosen for no positive's sake follow each other in order.
            let in_order = chosen.iter().all(|&(earlier, sample)| match sample {
                Some(sample) => earlier != number && !(member.cover.contains(sample) && number < earlier),
                None => earlier < number,
            });
            if fits && serves && in_order {
                chosen.push((number, wanted));
                let result = self.extend(crew, &residual.and_not(&member.cover), literals - size, chosen, emit);
                chosen.pop();
                result?;
            }
        }
        Ok(())
    }
}

//! A version space that can be asked more than how large it is.

use std::fmt;
use std::sync::Arc;

use num_bigint::BigUint;

use crate::{Hypothesis, Literal, Run, Sample, StopReason};

/// A whole version space, kept by the engine that measured it so that it can be asked further questions.
///
/// It can be asked which formula is the i-th, what most of them contain, and how they would vote on a sample.
///
/// Ask for one with [`Query::with_live`](crate::Query::with_live); it arrives in
/// [`VersionSpace::live`](crate::VersionSpace::live) if the engine can hand it out and has counted all formulas. It
/// depends on neither the session nor the data set any more, and can go to another thread. Nothing changes it: a sample
/// is added by making the smaller one.
///
/// Formulas are numbered from 0 in an order of the engine's own, fixed for one live version space.
///
/// ```
/// use vesc_col_core::{LiveVersionSpace, Run, Sample, StopReason};
///
/// /// Whether half of the formulas or more accept a sample: which simulation to run next.
/// fn majority(space: &dyn LiveVersionSpace, sample: &Sample) -> Result<bool, StopReason> {
///     let accepting = space.accepting(sample, &Run::new())?;
///     Ok(accepting * 2u32 >= *space.formula_count())
/// }
/// ```
///
/// # For implementors
///
/// Methods that take a [`Run`] look at it every few milliseconds; without limits they do not fail. A version space that
/// is no more than a list, where no two formulas are one concept:
///
/// ```
/// use std::any::Any;
/// use std::collections::BTreeMap;
/// use std::sync::Arc;
/// use num_bigint::BigUint;
/// use vesc_col_core::{Dnf, Features, Hypothesis, Literal, LiveVersionSpace, OwnedSample, Run, Sample, StopReason};
///
/// #[derive(Debug)]
/// struct Listed {
///     formulas: Vec<Dnf>,
///     count: BigUint,
/// }
///
/// impl Listed {
///     fn new(formulas: Vec<Dnf>) -> Listed {
///         Listed { count: formulas.len().into(), formulas }
///     }
/// }
///
/// impl LiveVersionSpace for Listed {
///     fn formula_count(&self) -> &BigUint {
///         &self.count
///     }
///     fn formula(&self, index: &BigUint) -> Option<Box<dyn Hypothesis>> {
///         let formula = self.formulas.get(usize::try_from(index).ok()?)?;
///         Some(Box::new(formula.clone()))
///     }
///     fn contains(&self, formula: &dyn Hypothesis) -> bool {
///         (formula as &dyn Any).downcast_ref().is_some_and(|dnf| self.formulas.contains(dnf))
///     }
///     fn is_least(&self, formula: &dyn Hypothesis) -> bool {
///         self.contains(formula)
///     }
///     fn accepting(&self, sample: &Sample, run: &Run) -> Result<BigUint, StopReason> {
///         run.check()?;
///         Ok(self.formulas.iter().filter(|dnf| dnf.accepts(sample)).count().into())
///     }
///     fn literal_frequencies(&self, run: &Run) -> Result<Vec<(Literal, BigUint)>, StopReason> {
///         run.check()?;
///         let mut frequencies: BTreeMap<Literal, BigUint> = BTreeMap::new();
///         for dnf in &self.formulas {
///             let mut literals: Vec<Literal> = dnf.terms().iter().flat_map(|term| term.iter().copied()).collect();
///             literals.sort_unstable();
///             literals.dedup();
///             for literal in literals {
///                 *frequencies.entry(literal).or_default() += 1u32;
///             }
///         }
///         Ok(frequencies.into_iter().collect())
///     }
///     fn with_sample(
///         &self,
///         sample: &Sample,
///         positive: bool,
///         run: &Run,
///     ) -> Result<Arc<dyn LiveVersionSpace>, StopReason> {
///         run.check()?;
///         let right = self.formulas.iter().filter(|dnf| dnf.accepts(sample) == positive).cloned();
///         Ok(Arc::new(Listed::new(right.collect())))
///     }
/// }
///
/// let features = Features::new(["irq", "lhu", "aligned"])?;
/// let formulas = ["irq & !aligned", "lhu & !aligned"].map(|text| Dnf::parse(text, &features));
/// let space: &dyn LiveVersionSpace = &Listed::new(formulas.into_iter().collect::<Result<_, _>>()?);
/// let run = Run::new();
/// assert_eq!(space.literal_frequencies(&run).expect("no limits")[2], (Literal::negative(2), 2u32.into()));
/// let sample: OwnedSample = [true, false, false].into_iter().collect();
/// assert_eq!(space.accepting(&sample, &run), Ok(1u32.into()));
/// let smaller = space.with_sample(&sample, true, &run).expect("no limits");
/// let left = smaller.formula(&0u32.into()).expect("one is left");
/// assert_eq!(left.display(&features).to_string(), "irq & !aligned");
/// assert!(space.contains(&*left) && space.is_least(&*left));
/// assert_eq!(smaller.sample_formulas(3, 1).len(), 3);
/// assert!(smaller.sample_concepts(2, 1, &run).is_ok_and(|drawn| drawn.len() == 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait LiveVersionSpace: fmt::Debug + Send + Sync {
    /// How many formulas there are, exactly.
    fn formula_count(&self) -> &BigUint;

    /// The formula with this number, or `None` if there are fewer.
    fn formula(&self, index: &BigUint) -> Option<Box<dyn Hypothesis>>;

    /// Whether a formula belongs to the version space. A hypothesis of another language does not.
    fn contains(&self, formula: &dyn Hypothesis) -> bool;

    /// Whether a formula is the one that is shown for its concept: the least one of the sub-space.
    fn is_least(&self, formula: &dyn Hypothesis) -> bool;

    /// How many formulas accept a sample.
    ///
    /// # Errors
    ///
    /// The reason to stop, if the run must end.
    ///
    /// # Panics
    ///
    /// If the sample has another number of features than the data.
    fn accepting(&self, sample: &Sample, run: &Run) -> Result<BigUint, StopReason>;

    /// In how many formulas each literal appears, in canonical order, literals that appear in none left out. Empty if
    /// the hypotheses are not made of literals.
    ///
    /// # Errors
    ///
    /// The reason to stop, if the run must end.
    fn literal_frequencies(&self, run: &Run) -> Result<Vec<(Literal, BigUint)>, StopReason>;

    /// The version space of those formulas that are also right on one more sample.
    ///
    /// # Errors
    ///
    /// The reason to stop, if the run must end or its memory does not suffice.
    ///
    /// # Panics
    ///
    /// If the sample has another number of features than the data.
    fn with_sample(&self, sample: &Sample, positive: bool, run: &Run) -> Result<Arc<dyn LiveVersionSpace>, StopReason>;
}

impl dyn LiveVersionSpace {
    /// `count` formulas, each uniform among all and independent of the others; none if there is none. The same seed
    /// gives the same formulas.
    #[must_use]
    pub fn sample_formulas(&self, count: usize, seed: u64) -> Vec<Box<dyn Hypothesis>> {
        let mut random = Random(seed);
        let draw = || self.formula(&random.below(self.formula_count())?);
        std::iter::repeat_with(draw).take(count).flatten().collect()
    }

    /// `count` concepts, each uniform among all and independent of the others, each by its least formula; none if there
    /// is none. The same seed gives the same concepts.
    ///
    /// A formula is drawn, and kept only if it is the least of its concept. The chance of that is one over the number
    /// of formulas of the concept. So this takes as many draws for each concept as there are formulas for each concept
    /// on the average.
    ///
    /// # Errors
    ///
    /// The reason to stop, if the run must end.
    pub fn sample_concepts(&self, count: usize, seed: u64, run: &Run) -> Result<Vec<Box<dyn Hypothesis>>, StopReason> {
        let mut random = Random(seed);
        let mut concepts = Vec::new();
        while concepts.len() < count {
            run.check()?;
            let drawn = random.below(self.formula_count()).and_then(|index| self.formula(&index));
            let Some(formula) = drawn else { break };
            if self.is_least(&*formula) {
                concepts.push(formula);
            }
        }
        Ok(concepts)
    }
}

/// SplitMix64: small, and the same on every platform.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    /// Uniform among the numbers below `bound`, by rejection; `None` if there are none.
    fn below(&mut self, bound: &BigUint) -> Option<BigUint> {
        let bits = bound.bits();
        if bits == 0 {
            return None;
        }
        loop {
            let digits = (0..bits.div_ceil(32)).map(|_| (self.next() >> 32) as u32).collect();
            let number = BigUint::new(digits) >> (bits.next_multiple_of(32) - bits);
            if number < *bound {
                return Some(number);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_are_below_the_bound_and_reach_all_of_it() {
        let mut random = Random(1);
        assert_eq!(random.below(&BigUint::ZERO), None);
        for bound in [1u32, 2, 3, 7, 8] {
            let mut seen = vec![0; bound as usize];
            for _ in 0..200 * bound {
                let number = random.below(&bound.into()).unwrap();
                seen[usize::try_from(number).unwrap()] += 1;
            }
            assert!(seen.iter().all(|&count| (140..260).contains(&count)), "{seen:?}");
        }
        let wide = BigUint::from(1u32) << 100;
        assert!((0..100).any(|_| random.below(&wide).unwrap().bits() == 100));
    }
}

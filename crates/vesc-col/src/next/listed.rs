//! A version space that is a list.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use num_bigint::BigUint;
use vesc_col_core::{Cardinality, Dnf, Hypothesis, Literal, LiveVersionSpace, Run, Sample, StopReason, VersionSpace};

use crate::formula::as_dnf::as_dnf;

/// All formulas of a version space, no two of which are one concept.
#[derive(Debug)]
pub(super) struct Listed {
    /// In order.
    formulas: Vec<Dnf>,
    count: BigUint,
}

/// How many formulas are asked between two looks at the run.
const FORMULAS_BETWEEN_LOOKS: usize = 1000;

impl Listed {
    /// The version space of an answer; `None` unless the answer lists all formulas.
    pub(super) fn of(answer: &VersionSpace) -> Option<Listed> {
        if !answer.is_listed() || answer.formulas != Cardinality::exact(answer.hypotheses.len()) {
            return None;
        }
        let formulas = answer.hypotheses.iter().map(|one| as_dnf(&**one).cloned());
        let mut formulas = formulas.collect::<Option<Vec<Dnf>>>()?;
        formulas.sort_unstable();
        Some(Listed::new(formulas))
    }

    fn new(formulas: Vec<Dnf>) -> Listed {
        Listed { count: formulas.len().into(), formulas }
    }

    /// The formulas that accept a sample, or those that do not.
    fn right(&self, sample: &Sample, positive: bool, run: &Run) -> Result<Vec<&Dnf>, StopReason> {
        let mut right = Vec::new();
        for formulas in self.formulas.chunks(FORMULAS_BETWEEN_LOOKS) {
            run.check()?;
            right.extend(formulas.iter().filter(|dnf| dnf.accepts(sample) == positive));
        }
        Ok(right)
    }
}

impl LiveVersionSpace for Listed {
    fn formula_count(&self) -> &BigUint {
        &self.count
    }

    fn formula(&self, index: &BigUint) -> Option<Box<dyn Hypothesis>> {
        let formula = self.formulas.get(usize::try_from(index).ok()?)?;
        Some(Box::new(formula.clone()))
    }

    fn contains(&self, formula: &dyn Hypothesis) -> bool {
        (formula as &dyn Any).downcast_ref().is_some_and(|dnf| self.formulas.binary_search(dnf).is_ok())
    }

    fn is_least(&self, formula: &dyn Hypothesis) -> bool {
        self.contains(formula)
    }

    fn accepting(&self, sample: &Sample, run: &Run) -> Result<BigUint, StopReason> {
        Ok(self.right(sample, true, run)?.len().into())
    }

    fn literal_frequencies(&self, run: &Run) -> Result<Vec<(Literal, BigUint)>, StopReason> {
        run.check()?;
        let mut frequencies: BTreeMap<Literal, u32> = BTreeMap::new();
        for dnf in &self.formulas {
            let literals: BTreeSet<Literal> = dnf.terms().iter().flat_map(|term| term.iter().copied()).collect();
            literals.into_iter().for_each(|literal| *frequencies.entry(literal).or_default() += 1);
        }
        Ok(frequencies.into_iter().map(|(literal, count)| (literal, count.into())).collect())
    }

    fn with_sample(&self, sample: &Sample, positive: bool, run: &Run) -> Result<Arc<dyn LiveVersionSpace>, StopReason> {
        Ok(Arc::new(Listed::new(self.right(sample, positive, run)?.into_iter().cloned().collect())))
    }
}

#[cfg(all(test, feature = "bdd", feature = "cover"))]
mod tests {
    use vesc_col_core::{DnfSpace, Engine, Query};

    use super::*;
    use crate::engine::{BddEngine, CoverEngine};
    use crate::generate::Recipe;

    /// A list and a diagram are the same version space.
    #[test]
    fn a_list_answers_as_a_diagram_does() {
        let run = Run::new();
        let mut compared = 0;
        for (seed, negatives) in (1..=6).zip([20, 40, 60, 80, 100, 120]) {
            let recipe = Recipe { features: 12, terms: vec![2, 3], positives: 4, negatives, seed };
            let (data, _) = recipe.make().unwrap();
            for (literals, terms) in [(3, 1), (4, 1), (4, 2), (5, 2)] {
                let query = Query::new(Arc::new(DnfSpace::new(12, literals, terms))).with_bound(5000);
                let answer = CoverEngine::default().open(Arc::clone(&data)).measure(&query, &run).unwrap();
                let Some(listed) = Listed::of(&answer) else { continue };
                let exact = query.with_exact(true).with_live(true);
                let diagram = BddEngine::default().open(Arc::clone(&data)).measure(&exact, &run).unwrap().live.unwrap();
                let formulas = |live: &dyn LiveVersionSpace| -> BTreeSet<String> {
                    let all = (0u32..).map_while(|index| live.formula(&index.into()));
                    all.map(|formula| formula.display(data.features()).to_string()).collect()
                };
                assert_eq!(listed.formula_count(), diagram.formula_count());
                assert_eq!(formulas(&listed), formulas(&*diagram));
                assert_eq!(listed.literal_frequencies(&run), diagram.literal_frequencies(&run));
                for row in data.negatives().iter().chain(data.positives().iter()) {
                    let mut sample = row.to_owned();
                    sample.set(seed as usize, !row[seed as usize]);
                    assert_eq!(listed.accepting(&sample, &run), diagram.accepting(&sample, &run));
                    for label in [true, false] {
                        let listed = listed.with_sample(&sample, label, &run).unwrap();
                        let diagram = diagram.with_sample(&sample, label, &run).unwrap();
                        assert_eq!(listed.formula_count(), diagram.formula_count());
                        for index in (0u32..).take_while(|&index| BigUint::from(index) < *listed.formula_count()) {
                            let formula = listed.formula(&index.into()).unwrap();
                            assert!(diagram.contains(&*formula) && listed.is_least(&*formula));
                            compared += 1;
                        }
                    }
                }
            }
        }
        assert!(compared > 1000, "{compared}");
    }
}

//! The counts for terms that keep to rules beside all formulas of small worlds, one by one.

use proptest::prelude::*;
use vesc_col_core::{Domain, Literal, Run, Term, TermRules};

use super::{prior, terms, worlds};
use crate::confidence::census::Census;
use crate::confidence::posterior::Posterior;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn terms_that_keep_to_rules_are_counted(
        data in worlds(),
        forbidden in proptest::collection::vec((0..4usize, any::<bool>()), 0..5),
        most in proptest::option::of(1..4usize),
    ) {
        let literals = forbidden.iter().map(|&(feature, negated)| Literal::matching(feature, !negated));
        let rules = TermRules::new(literals, most);
        let terms: Vec<Term> = terms().into_iter().filter(|term| rules.allow(term)).collect();
        prop_assume!(!terms.is_empty());
        // The sizes that no term has have no weight.
        let total: f64 = terms.iter().map(|term| prior(term, &terms)).sum();
        let prior = |term: &Term| prior(term, &terms) / total;
        let rejects = |term: &&Term| data.negatives().iter().all(|row| !term.accepts(row));
        let consistent: Vec<&Term> = terms.iter().filter(rejects).collect();
        let mut expected = 0.0;
        for one in &consistent {
            let explains = |other: &Term| data.positives().iter().all(|row| one.accepts(row) || other.accepts(row));
            expected += if explains(one) { prior(one) / 2.0 } else { 0.0 };
            expected += consistent.iter().filter(|other| explains(other)).map(|other| prior(one) * prior(other) / 2.0).sum::<f64>();
        }
        let census = Census::new((&data, &Domain::free(), &rules), (&[], 1), (1, &Run::new())).unwrap();
        for (found, size) in census.terms.iter().zip(1..) {
            let all = terms.iter().filter(|term| term.len() == size).count();
            prop_assert!((found - all as f64).abs() < 1e-9, "{found} of {all} terms of {size} literals");
        }
        let found = Posterior::new(&census, 2).of_all();
        prop_assert!((found - expected).abs() < 1e-9, "{found} and not {expected}");
    }
}

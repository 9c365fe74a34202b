//! What an answer says about itself.

use std::sync::Arc;

use vesc_col_core::{Cardinality, Dnf, Features, Hypothesis, StopReason, VersionSpace};

/// So many concepts, of which `listed` are shown.
fn answer(concepts: Cardinality, listed: usize) -> VersionSpace {
    let dnf: Arc<dyn Hypothesis> = Arc::new(Dnf::parse("x0", &Features::numbered(1)).unwrap());
    VersionSpace::new("test", concepts.clone(), concepts).with_hypotheses(vec![dnf; listed])
}

#[test]
fn an_answer_is_listed_if_it_shows_all() {
    for (concepts, listed, expected) in [
        (Cardinality::exact(0u32), 0, true),
        (Cardinality::exact(2u32), 2, true),
        (Cardinality::exact(2u32), 1, false),
        (Cardinality::between(2u32, 3u32), 2, false),
        (Cardinality::at_least(2u32), 2, false),
    ] {
        assert_eq!(answer(concepts.clone(), listed).is_listed(), expected, "{concepts}, {listed}");
    }
}

#[test]
fn an_answer_decides_if_all_are_listed_or_more_are_known_than_the_bound() {
    assert!(answer(Cardinality::exact(2u32), 2).decides(1) && answer(Cardinality::exact(2u32), 2).decides(2));
    assert!(answer(Cardinality::at_least(3u32), 0).decides(2) && !answer(Cardinality::at_least(3u32), 0).decides(3));
    assert!(!VersionSpace::unknown("test", StopReason::Deadline).decides(0));
}

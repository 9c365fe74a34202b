//! Ends found where next to nothing may be listed, against the boundary of all concepts.

use proptest::prelude::*;
use vesc_col_core::{DnfSpace, Features};
use vesc_col_cover::CoverEngine;

use super::*;

/// Rows over a number of features, of which the first ones may be tied together.
fn question(
    features: usize,
    rows: &[(u64, bool)],
    (literals, terms): (usize, usize),
    declared: bool,
) -> Option<(Dataset, Arc<dyn SubSpace>)> {
    let builder = Domain::builder(features);
    let [a, b, c] = [0, 1, 2].map(Literal::positive);
    let domain = if declared { builder.at_most_one([a, b]).implies(c, !b) } else { builder };
    let domain = domain.build().expect("some input is legal");
    let mut builder = Dataset::builder(Features::numbered(features)).with_contradictions();
    for &(input, label) in rows {
        builder.push(label, (0..features).map(|feature| input >> feature & 1 == 1)).expect("as many cells as features");
    }
    let data = builder.build().expect("contradictions are allowed");
    domain.check(&data).ok()?;
    Some((data, Arc::new(DnfSpace::new(features, literals, terms).within(&domain))))
}

fn search<'a>(
    engine: &'a dyn Engine,
    (data, space): (&'a Dataset, &'a Arc<dyn SubSpace>),
    run: &'a Run,
    limits: ListLimits,
) -> EndSearch<'a> {
    let (random, legal) = (ChaCha8Rng::seed_from_u64(1), Legal::new(space.domain(), space.features()));
    EndSearch { engine, data, space, legal, random, run, limits }
}

/// There is no sample on which it is false, and so none on which all that is more specific would agree with it: the search once went
/// on trying to find one.
#[test]
fn a_formula_that_is_true_everywhere_has_an_end() {
    let (data, space) = question(5, &[(0, true)], (2, 2), false).expect("all inputs are legal");
    let always = Dnf::parse("x0 | !x0", data.features()).expect("two terms");
    let (engine, run) = (CoverEngine::default(), Run::new());
    let limits = ListLimits { complete: 0, listed: 0, few: 3 };
    let mut search = search(&engine, (&data, &space), &run, limits);
    let specific = search.end_beyond(&always, End::Specific).expect("supported").expect("a few samples leave few");
    assert!(search.is_beyond(&specific, &always, End::Specific));
    assert_eq!(search.end_beyond(&always, End::General).expect("supported"), Some(always));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ends_are_ends_whatever_may_be_listed(
        features in 3usize..6,
        rows in prop::collection::vec((any::<u64>(), any::<bool>()), 1..5),
        size in prop::sample::select(vec![(2, 1), (3, 1), (2, 2), (3, 2), (4, 2), (3, 3), (4, 3)]),
        declared: bool,
    ) {
        let rows: Vec<(u64, bool)> = rows.into_iter().map(|(input, label)| (input & ((1 << features) - 1), label)).collect();
        let Some((data, space)) = question(features, &rows, size, declared) else { return Ok(()) };
        let (engine, run, question) = (CoverEngine::default(), Run::new(), (&data, &space));
        let everything = ListLimits { complete: 1200, listed: 1200, few: 1200 };
        let Found::All(concepts) = search(&engine, question, &run, everything).ask(&[], 1200).expect("supported") else { return Ok(()) };
        let all = boundary(&concepts, space.domain());
        for limits in [
            ListLimits { complete: 0, listed: 0, few: 30 },
            ListLimits { complete: 0, listed: 1200, few: 30 },
        ] {
            let found = search(&engine, question, &run, limits).ends(4).expect("supported");
            let Some(found) = found else {
                prop_assert!(concepts.is_empty(), "nothing was found of {concepts:?}");
                continue;
            };
            prop_assert!(!found.is_complete);
            prop_assert!(found.specific.iter().all(|dnf| all.specific.contains(dnf)), "{found:?} {all:?}");
            prop_assert!(found.general.iter().all(|dnf| all.general.contains(dnf)), "{found:?} {all:?}");
        }
    }
}

//! Live version spaces against the list of all their formulas.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use num_bigint::BigUint;
use proptest::prelude::*;
use vesc_col_bdd::BddEngine;
use vesc_col_core::{
    Concept, Dataset, Dnf, DnfSpace, Features, Hypothesis, Literal, LiveVersionSpace, Query, Run, Sample, Session,
    StopReason, SubSpace, Term,
};
use vesc_col_testkit::{Instance, OracleEngine};

fn live(data: &Arc<Dataset>, literals: usize, terms: usize) -> Arc<dyn LiveVersionSpace> {
    let query = Query::new(Arc::new(DnfSpace::new(data.features().len(), literals, terms))).with_live(true);
    let found = BddEngine::default().session(Arc::clone(data)).measure(&query, &Run::new()).unwrap();
    found.live.expect("it was asked for")
}

fn dnf(formula: Box<dyn Hypothesis>) -> Dnf {
    *(formula as Box<dyn Any>).downcast().expect("these are formulas")
}

/// Every formula of a sub-space, consistent or not.
fn all_formulas(features: usize, literals: usize, terms: usize) -> Vec<Dnf> {
    let codes = 1..3usize.pow(features as u32);
    let all: Vec<Term> = codes
        .map(|code| {
            let digits = (0..features).map(|feature| (feature, code / 3usize.pow(feature as u32) % 3));
            Term::new(digits.filter(|&(_, digit)| digit > 0).map(|(f, digit)| Literal::matching(f, digit == 1)))
                .unwrap()
        })
        .collect();
    let mut sets: Vec<(usize, Vec<usize>, usize)> = vec![(0, Vec::new(), 0)];
    for _ in 0..terms {
        sets = sets
            .into_iter()
            .flat_map(|(next, chosen, size)| {
                let all = &all;
                (next..all.len())
                    .filter(move |&i| size + all[i].len() <= literals)
                    .map(move |i| (i + 1, [&chosen[..], &[i]].concat(), size + all[i].len()))
            })
            .collect();
    }
    let full = sets.into_iter().filter(|&(_, _, size)| size == literals);
    full.map(|(_, chosen, _)| Dnf::new(chosen.iter().map(|&i| all[i].clone())).unwrap()).collect()
}

fn fits(dnf: &Dnf, data: &Dataset) -> bool {
    data.positives().iter().all(|x| dnf.accepts(x)) && !data.negatives().iter().any(|x| dnf.accepts(x))
}

/// Compares all that a live version space says with the list of its formulas.
fn check(live: &dyn LiveVersionSpace, all: &[Dnf], expected: &BTreeSet<Dnf>, features: usize) {
    let run = Run::new();
    assert_eq!(*live.formula_count(), BigUint::from(expected.len()));
    let listed: Vec<Dnf> = (0..expected.len()).map(|i| dnf(live.formula(&i.into()).unwrap())).collect();
    assert_eq!(listed.iter().cloned().collect::<BTreeSet<_>>(), *expected);
    assert!(live.formula(&expected.len().into()).is_none());
    for formula in all {
        assert_eq!(live.contains(formula), expected.contains(formula), "{formula}");
    }
    let mut frequencies: BTreeMap<Literal, usize> = BTreeMap::new();
    for formula in expected {
        let literals: BTreeSet<Literal> = formula.terms().iter().flat_map(|term| term.iter().copied()).collect();
        literals.into_iter().for_each(|literal| *frequencies.entry(literal).or_default() += 1);
    }
    let told = live.literal_frequencies(&run).unwrap();
    assert!(
        told.iter()
            .map(|(literal, count)| (*literal, count.clone()))
            .eq(frequencies.iter().map(|(literal, &count)| (*literal, BigUint::from(count))))
    );
    for input in 0..1u64 << features {
        let words = [input];
        let sample = &Sample::from_slice(&words)[..features];
        let accepting = expected.iter().filter(|formula| formula.accepts(sample)).count();
        assert_eq!(live.accepting(sample, &run).unwrap(), accepting.into());
    }
}

#[test]
fn everything_about_small_version_spaces() {
    for (features, literals, terms, rows) in [
        (3, 2, 1, vec![]),
        (3, 3, 2, vec![]),
        (3, 5, 3, vec![(0b101, true)]),
        (3, 4, 3, vec![(0b101, true), (0b010, false)]),
        (4, 4, 2, vec![(0b1101, true), (0b0110, true), (0b0000, false)]),
        (4, 3, 1, vec![(0b1101, true), (0b0100, false)]),
        (4, 5, 3, vec![(0b1111, true), (0b0000, true), (0b1010, false), (0b0011, true)]),
    ] {
        let data = Instance::new(features, rows).dataset();
        let all = all_formulas(features, literals, terms);
        let expected: BTreeSet<Dnf> = all.iter().filter(|dnf| fits(dnf, &data)).cloned().collect();
        let start = live(&data, literals, terms);
        check(&*start, &all, &expected, features);
        // Sample after sample is added, whatever it is; and none is forgotten.
        let (mut small, mut left) = (start, expected);
        for input in [0b0110u64, 0b1011, 0b0001, 0b1110] {
            for positive in [true, false] {
                let words = [input];
                let sample = &Sample::from_slice(&words)[..features];
                let added = small.with_sample(sample, positive, &Run::new()).unwrap();
                let rest: BTreeSet<Dnf> =
                    left.iter().filter(|formula| formula.accepts(sample) == positive).cloned().collect();
                check(&*added, &all, &rest, features);
                if !positive {
                    (small, left) = (added, rest);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]
    #[test]
    fn samples_can_be_added_in_any_order(
        tables in (any::<u32>(), any::<u32>()),
        (literals, terms) in (1..6usize, 1..4usize),
        keep in any::<u32>(),
    ) {
        let (positive, negative) = (tables.0 & tables.1, !tables.0 & !tables.1);
        let instance = Instance::from_tables(5, positive.into(), negative.into());
        let rows = |kept: bool| instance.rows().iter().filter(move |row| (keep >> row.0 & 1 == 1) == kept);
        let first = Instance::new(5, rows(true).copied());
        let mut grown = live(&first.dataset(), literals, terms);
        for &(input, label) in rows(false) {
            grown = grown.with_sample(&Sample::from_slice(&[input as u64])[..5], label, &Run::new()).unwrap();
        }
        let whole = live(&instance.dataset(), literals, terms);
        prop_assert_eq!(grown.formula_count(), whole.formula_count());
        let formulas = |live: &dyn LiveVersionSpace| -> BTreeSet<Dnf> {
            let count = u64::try_from(live.formula_count()).unwrap().min(300);
            (0..count).map(|i| dnf(live.formula(&i.into()).unwrap())).collect()
        };
        prop_assert!(formulas(&*grown).iter().all(|formula| whole.contains(formula)));
        prop_assert!(formulas(&*whole).iter().all(|formula| grown.contains(formula)));
    }
}

#[test]
fn drawing_is_uniform_and_reproducible() {
    let data = Instance::new(4, [(0b0011, true), (0b1100, false)]).dataset();
    let live = live(&data, 4, 2);
    let count = usize::try_from(live.formula_count()).unwrap();
    let mut tally: BTreeMap<Dnf, usize> = BTreeMap::new();
    for formula in live.sample_formulas(100 * count, 3) {
        *tally.entry(dnf(formula)).or_default() += 1;
    }
    assert_eq!(tally.len(), count);
    // A hundred draws each: five standard deviations.
    assert!(tally.values().all(|&draws| (50..150).contains(&draws)), "{tally:?}");

    let concepts: BTreeSet<Concept> = tally.keys().map(Concept::of).collect();
    let mut tally: BTreeMap<Concept, usize> = BTreeMap::new();
    for formula in live.sample_concepts(100 * concepts.len(), 4, &Run::new()).unwrap() {
        let formula = dnf(formula);
        assert!(live.is_least(&formula));
        *tally.entry(Concept::of(&formula)).or_default() += 1;
    }
    assert_eq!(tally.keys().cloned().collect::<BTreeSet<_>>(), concepts);
    assert!(concepts.len() < count, "some concepts have several formulas here");
    assert!(tally.values().all(|&draws| (50..150).contains(&draws)), "{tally:?}");

    let drawn = |seed| live.sample_formulas(5, seed).into_iter().map(dnf).collect::<Vec<_>>();
    assert_eq!(drawn(1), drawn(1));
    assert_ne!(drawn(1), drawn(2));
}

#[test]
fn an_empty_version_space_is_alive_too() {
    let data = Instance::new(2, [(0b00, false), (0b01, false), (0b10, false), (0b11, false)]).dataset();
    let live = live(&data, 2, 1);
    assert!(live.sample_formulas(3, 1).is_empty());
    assert!(live.sample_concepts(3, 1, &Run::new()).unwrap().is_empty());
    assert!(live.literal_frequencies(&Run::new()).unwrap().is_empty());
    let sample = &Sample::from_slice(&[1])[..2];
    assert_eq!(*live.with_sample(sample, true, &Run::new()).unwrap().formula_count(), 0u32.into());
}

#[test]
fn huge_version_spaces() {
    let data = Arc::new(Dataset::builder(Features::numbered(60)).build().unwrap());
    let live = live(&data, 14, 2);
    assert!(live.formula_count().bits() > 64);
    let sample = &Sample::from_slice(&[0x5555])[..60];
    let run = Run::new();
    let accepting = live.accepting(sample, &run).unwrap();
    let yes = live.with_sample(sample, true, &run).unwrap();
    let no = live.with_sample(sample, false, &run).unwrap();
    assert_eq!(*yes.formula_count(), accepting);
    assert_eq!(yes.formula_count() + no.formula_count(), *live.formula_count());
    // By symmetry all literals are equally frequent.
    let frequencies = live.literal_frequencies(&run).unwrap();
    assert_eq!(frequencies.len(), 120);
    assert!(frequencies.iter().all(|(_, count)| *count == frequencies[0].1));
    for formula in yes.sample_formulas(20, 9) {
        assert!(
            formula.accepts(sample) && live.contains(&*formula) && yes.contains(&*formula) && !no.contains(&*formula)
        );
    }
    let last = live.formula_count() - 1u32;
    assert!(live.contains(&*live.formula(&last).unwrap()));
}

#[test]
fn a_live_version_space_travels_and_obeys() {
    let space = DnfSpace::new(4, 3, 2);
    let data = Instance::new(space.features(), [(0b0011, true), (0b1100, false)]).dataset();
    let live = live(&data, space.literals(), space.terms());
    let count = live.formula_count().clone();
    let there = std::thread::spawn(move || {
        let cancelled = Run::new();
        cancelled.cancel_token().cancel();
        assert_eq!(live.sample_concepts(1, 1, &cancelled).err(), Some(StopReason::Cancelled));
        live.formula_count().clone()
    });
    assert_eq!(there.join().unwrap(), count);
    // Nobody asked, or the engine has none.
    let query = Query::new(Arc::new(space));
    let found = BddEngine::default().session(Arc::clone(&data)).measure(&query, &Run::new()).unwrap();
    assert!(found.live.is_none());
    let oracle = vesc_col_core::Engine::open(&OracleEngine, data).measure(&query.with_live(true), &Run::new()).unwrap();
    assert!(oracle.live.is_none());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, ..ProptestConfig::default() })]
    #[test]
    fn each_of_sixty_steps(
        inputs in proptest::collection::vec(0..1u64 << 5, 60),
        (literals, terms) in prop_oneof![Just((3, 1)), Just((4, 2)), Just((5, 2)), Just((5, 3)), Just((6, 3))],
        target in any::<proptest::sample::Index>(),
        mistakes in any::<bool>(),
    ) {
        let all = all_formulas(5, literals, terms);
        let target = target.get(&all);
        let mut left: BTreeSet<Dnf> = all.iter().cloned().collect();
        let mut grown = live(&Instance::new(5, vec![]).dataset(), literals, terms);
        for (step, input) in inputs.into_iter().enumerate() {
            let words = [input];
            let sample = &Sample::from_slice(&words)[..5];
            // With a mistake in the end nothing may be left.
            let positive = target.accepts(sample) != (mistakes && step > 50);
            grown = grown.with_sample(sample, positive, &Run::new()).unwrap();
            left.retain(|formula| formula.accepts(sample) == positive);
            prop_assert_eq!(grown.formula_count(), &BigUint::from(left.len()));
            let listed: BTreeSet<Dnf> = (0..left.len()).map(|i| dnf(grown.formula(&i.into()).unwrap())).collect();
            prop_assert_eq!(&listed, &left);
        }
    }
}

/// What a step takes as samples come, beside what it takes to measure all of them afresh.
#[test]
#[ignore = "prints times: run with `--release -- --ignored --nocapture`"]
fn times_of_sixty_steps() {
    let target = Dnf::parse("x0 & x1 | x2 & !x3 & x4", &Features::numbered(10)).unwrap();
    let mut spaces: Vec<_> = DnfSpace::up_to(10, 5, 2)
        .map(|space| {
            let (literals, terms) = (space.literals(), space.terms());
            (literals, terms, live(&Instance::new(10, vec![]).dataset(), literals, terms))
        })
        .collect();
    let (mut rows, mut random) = (Vec::new(), 0x0bdd_u64);
    for _ in 0..60 {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let words = [random >> 40 & 0x3ff];
        let sample = &Sample::from_slice(&words)[..10];
        let positive = target.accepts(sample);
        rows.push((words[0].into(), positive));
        let start = Instant::now();
        for (_, _, live) in &mut spaces {
            *live = live.with_sample(sample, positive, &Run::new()).unwrap();
        }
        let step = start.elapsed();
        let data = Instance::new(10, rows.iter().copied()).dataset();
        let start = Instant::now();
        let afresh: Vec<_> = spaces.iter().map(|&(literals, terms, _)| live(&data, literals, terms)).collect();
        let whole = start.elapsed();
        for ((_, _, grown), afresh) in spaces.iter().zip(afresh) {
            assert_eq!(grown.formula_count(), afresh.formula_count());
        }
        let left: BigUint = spaces.iter().map(|(_, _, live)| live.formula_count()).sum();
        let positives = rows.iter().filter(|row| row.1).count();
        println!(
            "{:2} samples, {positives:2} positive: {step:10.1?} a step, {whole:10.1?} afresh, {left} formulas",
            rows.len()
        );
    }
}

//! Live version spaces of these languages, as the diagram engine hands them out, against the list of all members.

use std::collections::BTreeSet;
use std::sync::Arc;

use num_bigint::BigUint;
use vesc_col_bdd::BddEngine;
use vesc_col_core::{
    Circuit, Dataset, Dnf, Domain, Engine, Features, Hypothesis, Literal, LiveVersionSpace, Query, Run, Sample,
    StopReason, SubSpace,
};
use vesc_col_spaces::{
    CnfSpace, DnfOptions, ListSpace, ObddSpace, Parity, ParitySpace, RestrictedDnfSpace, SetDnfSpace, ThresholdSpace,
    TreeSpace, ValueGroup,
};
use vesc_col_testkit::Instance;

fn live(space: &Arc<dyn SubSpace>, data: Arc<Dataset>) -> Arc<dyn LiveVersionSpace> {
    let query = Query::new(Arc::clone(space)).with_live(true);
    let found = BddEngine::default().open(data).measure(&query, &Run::new()).unwrap();
    found.live.expect("these sub-spaces know the bits of their hypotheses")
}

/// The bits of all members.
fn members(space: &dyn SubSpace) -> Vec<Vec<bool>> {
    let mut circuit = Circuit::new();
    let h = circuit.inputs(space.width());
    let member = space.member(&mut circuit, &h);
    let strings = (0..1u32 << space.width()).map(|code| (0..space.width()).map(|bit| code >> bit & 1 == 1).collect());
    strings.filter(|bits: &Vec<bool>| circuit.eval(member, bits)).collect()
}

fn small_spaces() -> Vec<Arc<dyn SubSpace>> {
    let forbidding = Arc::new(DnfOptions::default().forbid([Literal::negative(1)]));
    // The rows below are legal.
    let one_at_least = Domain::builder(3).at_least_one([0, 2].map(Literal::positive)).build().unwrap();
    let group = ValueGroup::new("kind", [("a", 1), ("b", 2), ("c", 3)]);
    vec![
        Arc::new(ParitySpace::new(4, 2)),
        Arc::new(ThresholdSpace::new(4, 3, 2)),
        Arc::new(CnfSpace::new(3, 3, 2)),
        Arc::new(RestrictedDnfSpace::new(3, 3, 2, Arc::clone(&forbidding))),
        Arc::new(RestrictedDnfSpace::new(3, 3, 2, forbidding).within(&one_at_least)),
        Arc::new(ListSpace::new(4, 2)),
        Arc::new(TreeSpace::new(4, 2)),
        Arc::new(ObddSpace::new(3, 2)),
        Arc::new(SetDnfSpace::new(4, 3, 2, [group]).unwrap()),
    ]
}

/// Compares all that a live version space says with the list of its members.
fn check(live: &dyn LiveVersionSpace, space: &dyn SubSpace, all: &[Vec<bool>], expected: &[Vec<bool>]) {
    let run = Run::new();
    assert_eq!(*live.formula_count(), BigUint::from(expected.len()), "{space:?}");
    let keys: BTreeSet<Vec<u32>> = expected.iter().map(|bits| space.decode(bits).order_key()).collect();
    let listed = (0..expected.len()).map(|i| live.formula(&i.into()).expect("there are so many"));
    assert_eq!(listed.map(|formula| formula.order_key()).collect::<BTreeSet<_>>(), keys, "{space:?}");
    assert!(live.formula(&expected.len().into()).is_none());
    for bits in all {
        let (formula, is_in) = (space.decode(bits), expected.contains(bits));
        assert_eq!(live.contains(&*formula), is_in, "{space:?}: {formula}");
        assert_eq!(live.is_least(&*formula), is_in && space.canonical(bits) == *bits, "{space:?}: {formula}");
    }
    for input in 0..1u64 << space.features() {
        let words = [input];
        let sample = &Sample::from_slice(&words)[..space.features()];
        let accepting = expected.iter().filter(|bits| space.decode(bits).accepts(sample)).count();
        assert_eq!(live.accepting(sample, &run).unwrap(), accepting.into(), "{space:?}");
    }
    assert!(live.literal_frequencies(&run).unwrap().is_empty());
}

#[test]
fn everything_about_small_version_spaces() {
    for space in small_spaces() {
        let all = members(&*space);
        let features = space.features();
        for rows in [vec![], vec![(0b0101, true)], vec![(0b0110, true), (0b0001, false)]] {
            let rows = rows.into_iter().map(|(input, label)| (input & ((1 << features) - 1), label));
            let instance = Instance::new(features, rows);
            let right = |bits: &&Vec<bool>, (input, label): (u64, bool)| {
                space.decode(bits).accepts(&Sample::from_slice(&[input])[..features]) == label
            };
            let fits =
                |bits: &&Vec<bool>| instance.rows().iter().all(|&(input, label)| right(bits, (input as u64, label)));
            let mut left: Vec<Vec<bool>> = all.iter().filter(fits).cloned().collect();
            let mut small = live(&space, instance.dataset());
            check(&*small, &*space, &all, &left);
            // Sample after sample is added; the larger version spaces stay what they are.
            for (input, label) in [(0b011, true), (0b100, false)] {
                let words = [input];
                let sample = &Sample::from_slice(&words)[..features];
                for positive in [!label, label] {
                    let added = small.with_sample(sample, positive, &Run::new()).unwrap();
                    let rest: Vec<Vec<bool>> =
                        left.iter().filter(|bits| right(bits, (input, positive))).cloned().collect();
                    check(&*added, &*space, &all, &rest);
                    if positive == label {
                        (small, left) = (added, rest);
                    }
                }
            }
        }
    }
}

#[test]
fn concepts_are_drawn_by_their_least_formula() {
    let space: Arc<dyn SubSpace> = Arc::new(TreeSpace::new(4, 3));
    let live = live(&space, Instance::new(4, [(0b0011, true), (0b1100, false)]).dataset());
    let concepts = live.sample_concepts(200, 1, &Run::new()).unwrap();
    assert_eq!(concepts.len(), 200);
    assert!(concepts.iter().all(|concept| live.is_least(&**concept) && live.contains(&**concept)));
    let formulas = live.sample_formulas(200, 1);
    assert!(formulas.iter().any(|formula| !live.is_least(&**formula)), "some concepts have several formulas here");
}

#[test]
fn large_version_spaces_are_split_by_a_sample() {
    for space in [Arc::new(ParitySpace::new(60, 20)) as Arc<dyn SubSpace>, Arc::new(ThresholdSpace::new(40, 9, 4))] {
        let data = Dataset::builder(Features::numbered(space.features())).build().unwrap();
        let live = live(&space, Arc::new(data));
        assert!(live.formula_count().bits() > 32);
        let words = [0x0123_4567_89ab_cdef];
        let sample = &Sample::from_slice(&words)[..space.features()];
        let run = Run::new();
        let [no, yes] = [false, true].map(|label| live.with_sample(sample, label, &run).unwrap());
        assert_eq!(*yes.formula_count(), live.accepting(sample, &run).unwrap());
        assert_eq!(yes.formula_count() + no.formula_count(), *live.formula_count());
        for formula in yes.sample_formulas(20, 9) {
            assert!(formula.accepts(sample) && yes.contains(&*formula) && !no.contains(&*formula));
        }
    }
}

#[test]
fn it_travels_and_obeys() {
    let space: Arc<dyn SubSpace> = Arc::new(ParitySpace::new(40, 12));
    let live = live(&space, Arc::new(Dataset::builder(Features::numbered(40)).build().unwrap()));
    let count = live.formula_count().clone();
    let there = std::thread::spawn(move || {
        let words = [5];
        let sample = &Sample::from_slice(&words)[..40];
        let cancelled = Run::new();
        cancelled.cancel_token().cancel();
        assert_eq!(live.accepting(sample, &cancelled).err(), Some(StopReason::Cancelled));
        assert_eq!(live.with_sample(sample, true, &cancelled).err(), Some(StopReason::Cancelled));
        for bytes in [0, 1 << 10, 16 << 10] {
            let tight = Run::new().with_memory(bytes);
            assert_eq!(live.with_sample(sample, true, &tight).err(), Some(StopReason::Memory));
        }
        live.formula_count().clone()
    });
    assert_eq!(there.join().unwrap(), count);
}

#[test]
fn strangers_are_no_members() {
    let space: Arc<dyn SubSpace> = Arc::new(ParitySpace::new(4, 2));
    let live = live(&space, Instance::new(4, []).dataset());
    let features = Features::numbered(9);
    let strangers: Vec<Box<dyn Hypothesis>> = vec![
        Box::new(Dnf::parse("x0 & x1", &features).unwrap()),
        Box::new(Parity::new([0, 1, 2], false)),
        Box::new(Parity::new([0, 8], false)),
    ];
    assert!(strangers.iter().all(|stranger| !live.contains(&**stranger) && !live.is_least(&**stranger)));
    assert!(live.contains(&Parity::new([0, 3], true)));
}

//! Every language over declared legal inputs, by brute force.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

use vesc_col::data::{Domain, Sample};
use vesc_col::engine::{BddEngine, Engine, SatEngine};
use vesc_col::formula::Literal;
use vesc_col::spaces::{
    DnfOptions, ListSpace, ObddSpace, ParitySpace, RestrictedDnfSpace, SetDnf, SetDnfSpace, ThresholdSpace, TreeSpace,
    ValueGroup,
};
use vesc_col::sub_space::{Circuit, DeclaredSpace, SubSpace, from_key};
use vesc_col::{Dataset, Dnf, Features, Portfolio, Run, Settings};
use vesc_col_core::Query;
use vesc_col_testkit::{Instance, World, check_answer, check_keys, check_space};

/// One-hot groups, open and closed, thresholds, and implications.
fn domains() -> Vec<(usize, Domain)> {
    let [a, b, c, d] = [0, 1, 2, 3].map(Literal::positive);
    let builders = [
        (3, Domain::builder(3).exactly_one([0, 1])),
        (3, Domain::builder(3).ordered([0, 1, 2])),
        (3, Domain::builder(3).implies(a, !c)),
        (4, Domain::builder(4).exactly_one([0, 1, 2])),
        (4, Domain::builder(4).at_most_one([a, b]).implies(c, d)),
    ];
    builders.into_iter().map(|(features, builder)| (features, builder.build().expect("some input is legal"))).collect()
}

fn options() -> Vec<Arc<DnfOptions>> {
    let [a, b, c] = [0, 1, 2].map(Literal::positive);
    let options = [
        DnfOptions::default().require([a]),
        DnfOptions::default().require([!b]).forbid([c]),
        DnfOptions::default().with_at_most_one_of([0, 1]),
        DnfOptions::default().with_weight(1, 2).with_weight(2, 3),
        DnfOptions::default().require([b]).with_weight(0, 2).monotone(),
    ];
    options.map(Arc::new).into()
}

fn groups(features: usize, domain: &Domain) -> Vec<SetDnfSpace> {
    let group =
        |features: &[usize]| features.iter().map(|&feature| (format!("v{feature}"), feature)).collect::<Vec<_>>();
    let kinds = [
        vec![ValueGroup::new("er", group(&[0, 1]))],
        vec![ValueGroup::ordered("len", group(&[0, 1, 2]))],
        vec![ValueGroup::new("er", group(&[1, features - 1]))],
    ];
    let sizes = [(1, 1), (2, 1), (2, 2), (3, 2), (4, 2)];
    let spaces = kinds.into_iter().flat_map(|groups| {
        let first = SetDnfSpace::new(features, 1, 1, groups).expect("groups over these features");
        let first = first.with_possible_terms(domain).expect("few patterns");
        sizes.map(move |(conditions, terms)| first.with_size(conditions, terms))
    });
    spaces.collect()
}

/// Each language over these inputs.
fn spaces(features: usize, domain: &Domain) -> Vec<DeclaredSpace> {
    let mut spaces = Vec::new();
    for size in 1..=3 {
        spaces.push(DeclaredSpace::new(ParitySpace::new(features, size), domain));
        spaces.push(DeclaredSpace::new(ListSpace::new(features, size), domain));
        spaces.extend((1..=size).map(|needed| DeclaredSpace::new(ThresholdSpace::new(features, size, needed), domain)));
    }
    for size in 1..=2 {
        spaces.push(DeclaredSpace::new(TreeSpace::new(features, size), domain));
        let obdd = ObddSpace::with_order(0..features, size).expect("each feature once");
        spaces.push(DeclaredSpace::new(obdd, domain));
    }
    for options in options() {
        for (size, terms) in [(1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (4, 2)] {
            let space = RestrictedDnfSpace::new(features, size, terms, Arc::clone(&options));
            spaces.push(DeclaredSpace::new(space.with_possible_terms(domain), domain));
        }
    }
    spaces.extend(groups(features, domain).into_iter().map(|space| DeclaredSpace::new(space, domain)));
    spaces.retain(|space| space.width() <= if features == 3 { 14 } else { 16 });
    spaces
}

fn inputs(features: usize) -> impl Iterator<Item = u64> {
    0..1 << features
}

fn is_legal(domain: &Domain, features: usize, input: u64) -> bool {
    domain.contains(&Sample::from_slice(&[input])[..features])
}

/// A small generator, the same numbers in each run.
fn next(word: &mut u64) -> u64 {
    *word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *word >> 33
}

#[test]
fn declared_languages_keep_their_promises() {
    for (features, domain) in domains() {
        let spaces = spaces(features, &domain);
        for space in spaces.iter().filter(|space| space.width() <= 12) {
            check_space(space);
        }
        let small: Vec<&dyn SubSpace> =
            spaces.iter().filter(|space| space.width() <= 10).map(|space| space as _).collect();
        check_keys(&small);
        for space in &spaces {
            let key = space.key().expect("all of them have one");
            let again = from_key(&key).expect("and can be read");
            assert_eq!((again.key(), again.domain(), again.width()), (Some(key), &domain, space.width()));
        }
    }
}

#[test]
fn engines_count_concepts_on_legal_inputs() {
    let mut questions = 0;
    for (number, (features, domain)) in domains().into_iter().enumerate() {
        let spaces: Vec<(Arc<DeclaredSpace>, World)> = spaces(features, &domain)
            .into_iter()
            .map(|space| (World::of(&space), Arc::new(space)))
            .filter_map(|(world, space)| world.map(|world| (space, world)))
            .collect();
        let mut word = number as u64;
        for rows in [0, 1, 2, 4, 6] {
            let (mut positives, mut negatives) = (0u64, 0u64);
            for _ in 0..rows {
                let input = next(&mut word) % (1 << features);
                if is_legal(&domain, features, input) && (positives | negatives) >> input & 1 == 0 {
                    *(if next(&mut word).is_multiple_of(2) { &mut positives } else { &mut negatives }) |= 1 << input;
                }
            }
            let instance = Instance::from_tables(features, positives, negatives);
            let engines: [&dyn Engine; 2] = [&BddEngine::default(), &SatEngine::default()];
            for engine in engines {
                let mut session = engine.open(instance.dataset());
                for (place, (space, world)) in spaces.iter().enumerate() {
                    let query = Query::new(Arc::clone(space) as Arc<dyn SubSpace>);
                    let query = match place % 3 {
                        0 => query.with_bound(1),
                        1 => query.with_bound(2).with_list_limit(8),
                        _ => query.with_list_limit(60).with_exact(true),
                    };
                    let answer = session.measure(&query, &Run::new()).expect("an answer");
                    let truth = world.truth(positives, negatives);
                    let wrong = check_answer(&truth, &query, &answer);
                    assert_eq!(
                        wrong,
                        Ok(()),
                        "{} on {instance}, {space:?}: expected {truth}, got {answer:?}",
                        engine.name()
                    );
                    questions += 1;
                }
            }
        }
    }
    assert!(questions > 2000, "{questions}");
}

/// All formulas of a sub-space by their texts, with whether each term is true on some legal input.
fn texts(space: &dyn SubSpace, domain: &Domain) -> BTreeMap<String, bool> {
    let bits = |number: u64| (0..space.width()).map(|bit| number >> bit & 1 == 1).collect::<Vec<bool>>();
    let mut circuit = Circuit::new();
    let h = circuit.inputs(space.width());
    let member = space.member(&mut circuit, &h);
    let members = (0..1u64 << space.width()).map(bits).filter(|bits| circuit.eval(member, bits));
    members.map(|bits| (space.decode(&bits).to_string(), terms_are_possible(space, &bits, domain))).collect()
}

/// Whether each term of a formula is true on some legal input.
fn terms_are_possible(space: &dyn SubSpace, bits: &[bool], domain: &Domain) -> bool {
    let hypothesis = space.decode(bits);
    let hypothesis: &dyn Any = &*hypothesis;
    let features = space.features();
    let holds = |accepts: &dyn Fn(&Sample) -> bool| {
        inputs(features)
            .any(|input| is_legal(domain, features, input) && accepts(&Sample::from_slice(&[input])[..features]))
    };
    match (hypothesis.downcast_ref::<Dnf>(), hypothesis.downcast_ref::<SetDnf>()) {
        (Some(dnf), _) => dnf.terms().iter().all(|term| holds(&|sample| term.accepts(sample))),
        (_, Some(dnf)) => dnf.terms().iter().all(|term| {
            holds(&|sample: &Sample| {
                let names = |group: &ValueGroup, places: &[usize]| {
                    group.features().enumerate().any(|(place, feature)| places.contains(&place) && sample[feature])
                };
                term.literals().iter().all(|literal| literal.accepts(sample))
                    && term.sets().all(|(group, places)| names(group, places))
            })
        }),
        _ => panic!("of terms"),
    }
}

#[test]
fn only_terms_of_legal_inputs_are_terms() {
    for (features, domain) in domains() {
        for narrowed in groups(features, &domain).into_iter().filter(|space| space.width() <= 14) {
            check_space(&narrowed);
            let all = narrowed.clone().with_possible_terms(&Domain::free()).expect("no patterns");
            check(&all, &narrowed, &domain);
        }
        for options in options() {
            for (size, terms) in [(2, 1), (3, 1), (3, 2)] {
                let all = RestrictedDnfSpace::new(features, size, terms, Arc::clone(&options));
                let narrowed = all.clone().with_possible_terms(&domain);
                check_space(&narrowed);
                check(&all, &narrowed, &domain);
            }
        }
    }
}

/// One sub-space has those formulas of the other all terms of which are true on some legal input.
fn check(all: &dyn SubSpace, narrowed: &dyn SubSpace, domain: &Domain) {
    let mut expected = texts(all, domain);
    expected.retain(|_, is_possible| *is_possible);
    assert_eq!(texts(narrowed, domain), expected, "{narrowed:?}");
}

/// Messages name a sub-space by its `Debug`, however long it has been at work.
#[test]
fn a_declared_sub_space_is_shown_without_what_it_has_found() {
    let domain = Domain::builder(4).exactly_one([0, 1, 2]).build().expect("three of four features");
    let space = DeclaredSpace::new(ParitySpace::new(4, 2), &domain);
    let before = format!("{space:?}");
    let mut builder = Dataset::builder(Features::numbered(4));
    builder.push(true, [true, false, false, true]).expect("4 cells");
    let data = Arc::new(builder.build().expect("one row"));
    let settings = Settings::default().with_exact(true);
    let report = vesc_col::count(&Portfolio::default(), &data, space.clone(), &settings, &Run::new());
    assert!(report.expect("it is supported").steps()[0].result().concepts.exceeds(0));
    assert_eq!(format!("{space:?}"), before);
}

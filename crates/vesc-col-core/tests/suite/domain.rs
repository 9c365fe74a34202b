//! Declared legal inputs against brute force: what is legal, what is a term, what is one concept, and how it is shown.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use bitvec::order::Lsb0;
use bitvec::vec::BitVec;
use proptest::prelude::*;
use vesc_col_core::{
    Circuit, DataError, Dataset, Dnf, DnfSpace, Domain, DomainBuilder, DomainError, Features, LegalConcept, Literal,
    Shape, SubSpace, Term, TermRules,
};

type Never = Vec<Vec<Literal>>;

fn pos(feature: usize) -> Literal {
    Literal::positive(feature)
}

fn neg(feature: usize) -> Literal {
    Literal::negative(feature)
}

fn declare(features: usize, never: &Never) -> Result<Domain, DomainError> {
    never.iter().cloned().fold(Domain::builder(features), DomainBuilder::never).build()
}

fn holds(literals: &[Literal], x: u64) -> bool {
    literals.iter().all(|literal| (x >> literal.feature() & 1 == 1) != literal.is_negated())
}

/// The truth table of what the constraints leave.
fn legal(features: usize, never: &Never) -> u64 {
    let is_legal = |x: u64| !never.iter().any(|literals| holds(literals, x));
    (0..1u64 << features).map(|x| u64::from(is_legal(x)) << x).sum()
}

fn table(literals: &[Literal], features: usize) -> u64 {
    (0..1u64 << features).map(|x| u64::from(holds(literals, x)) << x).sum()
}

/// All terms, in canonical order.
fn all_terms(features: usize) -> Vec<Term> {
    let mut terms = Vec::new();
    for code in 1..3usize.pow(features as u32) {
        let digits = (0..features).map(|feature| (feature, code / 3usize.pow(feature as u32) % 3));
        let literals = digits.filter(|&(_, digit)| digit > 0);
        terms.push(Term::new(literals.map(|(feature, digit)| Literal::matching(feature, digit == 1))).unwrap());
    }
    terms.sort();
    terms
}

fn for_each_formula(terms: &[Term], count: usize, chosen: &mut Vec<Term>, visit: &mut impl FnMut(&[Term])) {
    if count == 0 {
        return visit(chosen);
    }
    for (i, term) in terms.iter().enumerate() {
        chosen.push(term.clone());
        for_each_formula(&terms[i + 1..], count - 1, chosen, visit);
        chosen.pop();
    }
}

/// The nogoods by definition, legality of inputs and conjunctions, and the circuit.
fn check_domain(features: usize, never: &Never) {
    let Ok(domain) = declare(features, never) else {
        assert_eq!(legal(features, never), 0, "{never:?}");
        return;
    };
    let legal = legal(features, never);
    let impossible: Vec<Term> =
        all_terms(features).into_iter().filter(|term| table(term, features) & legal == 0).collect();
    let is_minimal = |term: &&Term| {
        !impossible.iter().any(|other| other.len() < term.len() && other.iter().all(|literal| term.contains(literal)))
    };
    let expected: BTreeSet<Vec<Literal>> = impossible.iter().filter(is_minimal).map(|term| term.to_vec()).collect();
    let nogoods: BTreeSet<Vec<Literal>> = domain.nogoods().collect();
    assert_eq!(nogoods, expected, "{never:?}");
    for term in all_terms(features) {
        assert_eq!(domain.allows(&term), table(&term, features) & legal != 0, "{term} under {never:?}");
    }
    let mut circuit = Circuit::new();
    let x = circuit.inputs(features);
    let output = domain.legal(&mut circuit, &x);
    for input in 0..1u64 << features {
        let values: Vec<bool> = (0..features).map(|i| input >> i & 1 == 1).collect();
        let sample: BitVec<u64, Lsb0> = values.iter().copied().collect();
        assert_eq!(domain.contains(&sample), legal >> input & 1 == 1, "{input:b} under {never:?}");
        assert_eq!(circuit.eval(output, &values), legal >> input & 1 == 1, "{input:b} under {never:?}");
    }
}

/// All formulas of so many terms: concepts are functions on the legal inputs, and are shown by their least formulas.
fn check_concepts(features: usize, terms: usize, never: &Never) {
    check_concepts_by(features, (features * terms + 1, terms), never, &TermRules::default());
}

/// The same for formulas of up to so many literals; what is shown is the least of those that the rules allow.
fn check_concepts_by(features: usize, (literals, terms): (usize, usize), never: &Never, rules: &TermRules) {
    let Ok(domain) = declare(features, never) else { return };
    let legal = legal(features, never);
    let is_possible = |term: &Term| table(term, features) & legal != 0 && term.len() + terms <= literals + 1;
    let possible: Vec<Term> = all_terms(features).into_iter().filter(is_possible).collect();
    let mut least: HashMap<(u64, usize), Dnf> = HashMap::new();
    let mut concepts: BTreeMap<u64, LegalConcept> = BTreeMap::new();
    let mut functions: HashMap<LegalConcept, u64> = HashMap::new();
    let mut codes: HashMap<Vec<u32>, u64> = HashMap::new();
    let mut formulas = Vec::new();
    for_each_formula(&possible, terms, &mut Vec::new(), &mut |chosen| {
        let dnf = Dnf::new(chosen.iter().cloned()).unwrap();
        if dnf.literal_count() > literals {
            return;
        }
        let function = legal & chosen.iter().fold(0, |all, term| all | table(term, features));
        let concept = LegalConcept::of(&dnf, &domain);
        assert_eq!(*functions.entry(concept.clone()).or_insert(function), function, "{dnf} under {never:?}");
        assert_eq!(*concepts.entry(function).or_insert_with(|| concept.clone()), concept, "{dnf} under {never:?}");
        assert_eq!(*codes.entry(concept.code()).or_insert(function), function, "{dnf} under {never:?}");
        if chosen.iter().all(|term| rules.allow(term)) {
            least.entry((function, dnf.literal_count())).or_insert_with(|| dnf.clone());
        }
        formulas.push((dnf, function));
    });
    assert_eq!(codes.len(), concepts.len(), "{never:?}");
    // What the sub-space itself says of some formulas, which knows no rules.
    for (dnf, function) in formulas.iter().step_by(29).filter(|_| rules.allow_all()) {
        let space = DnfSpace::new(features, dnf.literal_count(), terms).within(&domain);
        let expected = &least[&(*function, dnf.literal_count())];
        assert_eq!(space.concept(dnf), concepts[function], "{dnf} under {never:?}");
        assert_eq!(space.least(dnf), *expected, "{dnf} under {never:?}");
        let shown = space.canonical(&space.bits_of(dnf).unwrap());
        assert_eq!(space.decode(&shown).to_string(), expected.to_string(), "{dnf} under {never:?}");
    }
    for (&function, concept) in &concepts {
        for literals in 0..=literals {
            let space = DnfSpace::new(features, literals, terms);
            let found = concept.least_formula_by(&space, rules);
            let expected = least.get(&(function, literals));
            assert_eq!(found.as_ref(), expected, "({literals}, {terms}) under {never:?} by {rules:?}");
            if rules.allow_all() {
                assert_eq!(found, concept.least_formula(&space));
            }
        }
    }
}

/// Constraints of each kind, over four features.
fn kinds() -> Vec<Never> {
    let pairs = |features: &[usize]| -> Never {
        features
            .iter()
            .enumerate()
            .flat_map(|(i, &a)| features[..i].iter().map(move |&b| vec![pos(b), pos(a)]))
            .collect()
    };
    let closed = |features: &[usize]| [pairs(features), vec![features.iter().copied().map(neg).collect()]].concat();
    vec![
        vec![],
        closed(&[0, 1]),
        closed(&[0, 1, 2]),
        closed(&[3, 1, 0, 2]),
        pairs(&[0, 1, 3]),
        vec![vec![pos(1), neg(0)], vec![pos(2), neg(1)]],
        vec![vec![pos(2), neg(3)]],
        vec![vec![pos(0), pos(1), pos(2)]],
        [closed(&[0, 1]), vec![vec![pos(3), neg(2)]]].concat(),
        [closed(&[0, 1, 2]), vec![vec![pos(0), pos(3)]]].concat(),
        vec![vec![pos(1)]],
        vec![vec![neg(1)], vec![pos(0), pos(2)]],
        vec![vec![pos(1), neg(1)], vec![pos(2), pos(2), neg(3)]],
    ]
}

fn nevers(features: usize) -> impl Strategy<Value = Never> {
    let literals = prop::collection::vec((0..features, any::<bool>()), 1..=3);
    let literals = literals.prop_map(|literals| literals.into_iter().map(|(f, v)| Literal::matching(f, v)).collect());
    prop::collection::vec(literals, 0..=5)
}

#[test]
fn what_follows_from_constraints_of_each_kind() {
    kinds().iter().for_each(|never| check_domain(4, never));
}

#[test]
fn concepts_of_two_terms_under_constraints_of_each_kind() {
    for never in kinds() {
        check_concepts(4, 1, &never);
        check_concepts(4, 2, &never);
    }
}

#[test]
fn concepts_of_three_terms() {
    let closed = vec![vec![pos(0), pos(1)], vec![pos(0), pos(2)], vec![pos(1), pos(2)], vec![neg(0), neg(1), neg(2)]];
    check_concepts(3, 3, &closed);
    check_concepts(3, 3, &vec![vec![pos(1), neg(0)], vec![pos(2), neg(1)]]);
    check_concepts(3, 3, &vec![vec![pos(1), neg(0)]]);
}

/// Each of these features is implied by the next.
fn order(features: &[usize]) -> Never {
    features.windows(2).map(|pair| vec![pos(pair[1]), neg(pair[0])]).collect()
}

/// Thresholds, that is, beside each other and beside free features, in either direction.
#[test]
fn concepts_over_ordered_features() {
    for never in [order(&[0, 1, 2, 3]), order(&[4, 2, 1, 0]), [order(&[0, 2, 4]), order(&[3, 1])].concat()] {
        check_concepts(5, 1, &never);
        check_concepts_by(5, (6, 2), &never, &TermRules::default());
    }
    for never in [order(&[0, 1, 2, 3]), [order(&[0, 1]), order(&[3, 2])].concat()] {
        check_concepts_by(4, (6, 3), &never, &TermRules::default());
    }
}

/// More ordered features than a formula has literals: only those next to what the function depends on can be in its least
/// one. Not so by rules that tell them apart.
#[test]
fn concepts_over_many_ordered_features() {
    let rules = [
        TermRules::default(),
        TermRules::new([], Some(1)),
        TermRules::new([neg(1), pos(4)], None),
        TermRules::new([pos(0), neg(0), pos(5), neg(5)], None),
    ];
    for never in [order(&[0, 1, 2, 3, 4, 5]), order(&[5, 4, 3, 1]), [order(&[0, 2, 4]), order(&[5, 3, 1])].concat()] {
        for rules in &rules {
            check_concepts_by(6, (3, 1), &never, rules);
            check_concepts_by(6, (4, 2), &never, rules);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_follows_from_random_constraints(never in nevers(5)) {
        check_domain(5, &never);
    }

    #[test]
    fn concepts_under_random_constraints(never in nevers(4), terms in 1..=2usize) {
        check_concepts(4, terms, &never);
    }

    #[test]
    fn concepts_by_random_rules(
        never in nevers(4),
        forbidden in prop::collection::vec((0..4usize, any::<bool>()), 0..=5),
        longest in prop::option::of(1..=4usize),
        terms in 1..=2usize,
    ) {
        let forbidden = forbidden.into_iter().map(|(feature, value)| Literal::matching(feature, value));
        check_concepts_by(4, (4 * terms + 1, terms), &never, &TermRules::new(forbidden, longest));
    }

    #[test]
    fn concepts_of_three_terms_under_random_constraints(never in nevers(3)) {
        check_concepts(3, 3, &never);
    }
}

/// Rules of each kind, over four features.
fn rules() -> Vec<TermRules> {
    let negated = || (0..4).map(neg);
    vec![
        TermRules::new([], Some(1)),
        TermRules::new([], Some(2)),
        TermRules::new(negated(), None),
        TermRules::new(negated().chain([pos(3)]), Some(2)),
        TermRules::new([pos(0), neg(0)], None),
        TermRules::new([pos(1), neg(2)], None),
        TermRules::new([neg(0), pos(2), pos(3), neg(3)], Some(3)),
        TermRules::new([pos(0), pos(1), pos(2), pos(3)], None),
        TermRules::new((0..4).flat_map(|feature| [pos(feature), neg(feature)]), None),
        TermRules::new([], Some(0)),
    ]
}

#[test]
fn concepts_by_rules_of_each_kind() {
    for (never, rules) in kinds().iter().zip(rules().iter().cycle()) {
        check_concepts_by(4, (5, 1), never, rules);
        check_concepts_by(4, (9, 2), never, rules);
    }
}

#[test]
#[ignore = "a minute"]
fn concepts_by_rules_of_each_kind_under_constraints_of_each_kind() {
    for never in kinds() {
        for rules in rules() {
            check_concepts_by(4, (5, 1), &never, &rules);
            check_concepts_by(4, (9, 2), &never, &rules);
        }
    }
}

#[test]
fn concepts_of_three_terms_by_rules() {
    let one_of_two = vec![vec![pos(0), pos(1)], vec![neg(0), neg(1)]];
    for never in [vec![], one_of_two, vec![vec![pos(1), neg(0)], vec![pos(2), neg(1)]]] {
        for rules in [TermRules::new([neg(0), pos(2)], None), TermRules::new([pos(1)], Some(2))] {
            check_concepts_by(3, (10, 3), &never, &rules);
        }
    }
}

/// More free features of a kind than a formula has literals.
#[test]
fn concepts_by_rules_with_many_free_features() {
    for never in [vec![], vec![vec![pos(2), pos(5)], vec![neg(2), neg(5)]]] {
        for forbidden in [vec![], vec![pos(0), pos(1), neg(3)], vec![neg(0), neg(4), pos(4), neg(1), pos(3)]] {
            for size in [(3, 1), (3, 2)] {
                check_concepts_by(6, size, &never, &TermRules::new(forbidden.iter().copied(), None));
            }
        }
    }
}

/// Padding takes the first of those free features that are alike: several kinds of them, none, and a formula of all.
#[test]
fn padding_by_rules() {
    let domain = Domain::builder(12).exactly_one([0, 1]).build().unwrap();
    let mut forbidden: Vec<Literal> = [2, 3, 4].map(pos).to_vec();
    forbidden.extend([5, 6].map(neg));
    forbidden.extend([pos(7), neg(7), pos(1), neg(1)]);
    let rules = TermRules::new(forbidden, Some(3));
    let features = Features::numbered(12);
    for (text, literals, terms, expected) in [
        ("!x1", 1, 1, Some("x0")),
        ("x1", 1, 1, Some("!x0")),
        ("x11", 3, 2, Some("x0 & x11 | x11")),
        ("x0", 4, 2, Some("x0 | x0 & !x2 & !x3")),
        ("!x2", 6, 3, Some("x0 & !x2 | x0 & !x2 & !x3 | !x2")),
        ("x11", 10, 3, None),
        ("x8", 9, 3, None),
        ("x7", 1, 1, None),
        ("x0 & !x2 & x5 & x8", 4, 1, None),
    ] {
        let concept = LegalConcept::of(&Dnf::parse(text, &features).unwrap(), &domain);
        let found = concept.least_formula_by(&DnfSpace::new(12, literals, terms), &rules);
        assert_eq!(found.map(|dnf| dnf.to_string()).as_deref(), expected, "{text} as ({literals}, {terms})");
    }
}

/// Features behind one of which both literals are forbidden serve as well.
#[test]
fn padding_behind_a_forbidden_feature() {
    let domain = Domain::builder(3).build().unwrap();
    let rules = TermRules::new([pos(1), neg(1)], None);
    let concept = LegalConcept::of(&Dnf::parse("x0", &Features::numbered(3)).unwrap(), &domain);
    let found = concept.least_formula_by(&DnfSpace::new(3, 3, 2), &rules).unwrap();
    assert_eq!(found.to_string(), "x0 | x0 & x2");
}

#[test]
fn members_are_the_formulas_of_possible_terms() {
    for never in kinds() {
        let Ok(domain) = declare(4, &never) else { continue };
        for (literals, terms) in [(1, 1), (2, 1), (3, 1), (2, 2), (4, 2)] {
            let space = DnfSpace::new(4, literals, terms).within(&domain);
            let mut circuit = Circuit::new();
            let h = circuit.inputs(space.width());
            let member = space.member(&mut circuit, &h);
            for_each_formula(&all_terms(4), terms, &mut Vec::new(), &mut |chosen| {
                let dnf = Dnf::new(chosen.iter().cloned()).unwrap();
                if let Some(bits) = space.unconstrained().encode(&dnf) {
                    let possible = chosen.iter().all(|term| domain.allows(term));
                    assert_eq!(circuit.eval(member, &bits), possible, "{dnf} under {never:?}");
                }
            });
        }
    }
}

/// A part of 70 patterns, which take more than one word, and a feature beside it.
#[test]
fn concepts_of_a_part_with_many_patterns() {
    let domain = Domain::builder(71).exactly_one(0..70).build().unwrap();
    // Legal input i has feature i % 70, and the last one in the second half.
    let function = |dnf: &Dnf| -> Vec<bool> {
        let value = |input: usize, feature: usize| if feature == 70 { input >= 70 } else { input % 70 == feature };
        let holds = |term: &Term, i| term.iter().all(|literal| value(i, literal.feature()) != literal.is_negated());
        (0..140).map(|input| dnf.terms().iter().any(|term| holds(term, input))).collect()
    };
    let literals: Vec<Literal> =
        [0, 1, 63, 64, 69, 70].into_iter().flat_map(|feature| [pos(feature), neg(feature)]).collect();
    let pairs = literals.iter().flat_map(|&one| literals.iter().map(move |&other| vec![one, other]));
    let terms: Vec<Term> = pairs.filter_map(|pair| Term::new(pair).ok()).filter(|term| domain.allows(term)).collect();
    let mut concepts: HashMap<Vec<bool>, LegalConcept> = HashMap::new();
    for (i, one) in terms.iter().enumerate() {
        for other in &terms[i + 1..] {
            let Ok(dnf) = Dnf::new([one.clone(), other.clone()]) else { continue };
            let concept = LegalConcept::of(&dnf, &domain);
            assert_eq!(*concepts.entry(function(&dnf)).or_insert_with(|| concept.clone()), concept, "{dnf}");
        }
    }
    let distinct: HashSet<&LegalConcept> = concepts.values().collect();
    let codes: HashSet<Vec<u32>> = concepts.values().map(LegalConcept::code).collect();
    assert_eq!((distinct.len(), codes.len()), (concepts.len(), concepts.len()));

    let single = |term: &Term| Dnf::new([term.clone()]).unwrap();
    let codes = (0..142).flat_map(|one| (0..one).map(move |other| [one, other]));
    let pairs = codes.map(|codes| codes.map(|code| Literal::matching(code / 2, code % 2 == 0)));
    let mut least: HashMap<Vec<bool>, Dnf> = HashMap::new();
    for term in pairs.filter_map(|pair| Term::new(pair).ok()).filter(|term| domain.allows(term)) {
        let dnf = single(&term);
        let known = least.entry(function(&dnf)).or_insert_with(|| dnf.clone());
        *known = dnf.min(known.clone());
    }
    for term in terms.iter().filter(|term| term.len() == 2) {
        let found = LegalConcept::of(&single(term), &domain).least_formula(&DnfSpace::new(71, 2, 1));
        assert_eq!(found.as_ref(), least.get(&function(&single(term))), "{term}");
    }
}

#[test]
fn a_concept_has_no_formula_over_fewer_features() {
    let domain = declare(4, &kinds()[1]).unwrap();
    let concept = LegalConcept::of(&Dnf::new([Term::new([pos(3)]).unwrap()]).unwrap(), &domain);
    assert!(concept.least_formula(&DnfSpace::new(4, 1, 1)).is_some());
    assert_eq!(concept.least_formula(&DnfSpace::new(3, 1, 1)), None);

    // Nor with features of a part that the sub-space has not, to make it longer.
    let domain = Domain::builder(4).exactly_one([2, 3]).build().unwrap();
    let concept = LegalConcept::of(&Dnf::new([Term::new([pos(0)]).unwrap()]).unwrap(), &domain);
    let rules = TermRules::new([pos(1), neg(1)], None);
    assert!(concept.least_formula_by(&DnfSpace::new(3, 3, 2), &rules).is_some());
    assert_eq!(concept.least_formula_by(&DnfSpace::new(2, 3, 2), &rules), None);
}

#[test]
fn over_declared_inputs_a_sub_space_has_the_sizes_and_predictions_of_that_over_all() {
    for (domain, terms) in [(Domain::free(), 1), (Domain::free(), 2), (declare(4, &kinds()[1]).unwrap(), 1)] {
        let plain = DnfSpace::new(4, 3, terms);
        let space = plain.within(&domain);
        assert_eq!((space.literals(), space.terms(), space.features()), (3, terms, 4));
        assert_eq!((space.width(), space.complexity()), (plain.width(), plain.complexity()));
        assert_eq!((space.unconstrained(), space.domain()), (&plain, &domain));
        assert!(matches!(space.shape(), Shape::Dnf(shape) if *shape == plain));
        assert_eq!(space.formulas_are_concepts(), domain.is_free() && terms == 1);
        let mut circuit = Circuit::new();
        let (h, x) = (circuit.inputs(space.width()), circuit.inputs(4));
        let prediction = space.predict(&mut circuit, &h, &x);
        for_each_formula(&all_terms(4), terms, &mut Vec::new(), &mut |chosen| {
            let dnf = Dnf::new(chosen.iter().cloned()).unwrap();
            let Some(bits) = space.bits_of(&dnf) else { return };
            for input in 0..16 {
                let values: Vec<bool> = (0..4).map(|i| input >> i & 1 == 1).collect();
                let expected = chosen.iter().any(|term| holds(term, input));
                assert_eq!(circuit.eval(prediction, &[bits.clone(), values].concat()), expected, "{dnf} on {input:b}");
            }
        });
    }
}

#[test]
fn many_thresholds_stay_ordered_in_what_is_made_of_them() {
    // Far more nogoods than other constraints may have.
    let domain = Domain::builder(400).ordered(0..400).build().unwrap();
    assert_eq!(domain.tighten(400).build().unwrap(), domain);
    let mirrored = domain.mirrored();
    let [low, high] = [3, 300].map(Literal::positive);
    assert!(domain.allows(&[low, !high]) && !domain.allows(&[!low, high]));
    assert!(mirrored.allows(&[!low, high]) && !mirrored.allows(&[low, !high]));
    assert_eq!(mirrored.mirrored(), domain);
}

/// Ten thousand thresholds would have fifty million nogoods.
#[test]
fn ten_thousand_thresholds_are_declared_and_asked_without_their_pairs() {
    let count = 10_000;
    let domain = Domain::builder(count + 2).ordered(0..count).implies(pos(count), pos(count + 1)).build().unwrap();
    assert_eq!(domain.nogoods_beside_orders().count(), 0);
    assert_eq!(domain.orders().map(|order| order.len()).collect::<Vec<_>>(), [count, 2]);
    assert!(domain.allows(&[pos(17), neg(9000)]) && !domain.allows(&[neg(17), pos(9000)]));
    assert_eq!(domain.tighten(count + 2).build().unwrap(), domain);
    assert_eq!(domain.mirrored().mirrored(), domain);
    assert!(domain.mirrored().allows(&[neg(17), pos(9000)]));
    assert!(domain.key().starts_with(" ordered=0>1>2>"));
    let row = |reached: usize| (0..count + 2).map(move |feature| feature < reached).collect::<BitVec<u64, Lsb0>>();
    assert!(domain.contains(&row(0)) && domain.contains(&row(5000)));
    let mut broken = row(5000);
    broken.set(7000, true);
    assert_eq!(domain.broken_by(&broken), Some(vec![neg(5000), pos(7000)]));
    let mut builder = Dataset::builder(Features::numbered(count + 2));
    builder.push(true, row(300).iter().by_vals()).unwrap();
    builder.push(false, row(299).iter().by_vals()).unwrap();
    assert_eq!(domain.check(&builder.clone().build().unwrap()), Ok(()));
    builder.push(false, broken.iter().by_vals()).unwrap();
    let error = domain.check(&builder.build().unwrap()).expect_err("it is in no order").to_string();
    assert!(error.contains("!x5000 & x7000"), "{error}");
    let mut circuit = Circuit::new();
    let x = circuit.inputs(count + 2);
    let legal = domain.legal(&mut circuit, &x);
    assert!(circuit.eval(legal, &row(5000).iter().by_vals().collect::<Vec<bool>>()));
    assert!(!circuit.eval(legal, &broken.iter().by_vals().collect::<Vec<bool>>()));
    let features = Features::numbered(count + 2);
    let same = ["x7 & x3", "x7"].map(|text| LegalConcept::of(&Dnf::parse(text, &features).unwrap(), &domain));
    assert_eq!(same[0], same[1]);
    // More values than patterns that a part may have are refused, and at once.
    let most = DomainBuilder::MOST_ORDERED;
    assert!(Domain::builder(most).ordered(0..most).build().is_ok());
    let refused = Domain::builder(most + 1).ordered(0..=most).build();
    assert!(matches!(refused, Err(DomainError::TooTight { .. })));
}

proptest! {
    /// Whether an order is declared as one, by its pairs, or by the pairs and what follows from them, whatever else is
    /// declared beside it: the domains are equal in all that can be asked.
    #[test]
    fn an_order_is_what_its_pairs_are(
        length in 2..6usize,
        is_rising: bool,
        redundant in any::<u16>(),
        more in prop::collection::vec(prop::collection::vec((0..6usize, any::<bool>()), 1..4), 0..3),
    ) {
        let order: Vec<usize> = if is_rising { (0..length).rev().collect() } else { (0..length).collect() };
        let more: Never =
            more.iter().map(|one| one.iter().map(|&(feature, value)| Literal::matching(feature, value)).collect()).collect();
        let add = |builder: DomainBuilder| more.iter().cloned().fold(builder, DomainBuilder::never);
        let pairs = (0..length).flat_map(|low| (low + 1..length).map(move |high| (low, high)));
        let pairs: Vec<Vec<Literal>> = pairs.map(|(low, high)| vec![neg(order[low]), pos(order[high])]).collect();
        let steps = order.windows(2).map(|pair| vec![neg(pair[0]), pos(pair[1])]);
        let some = pairs.iter().enumerate().filter(|(at, _)| redundant >> at & 1 == 1).map(|(_, pair)| pair.clone());
        let declared = [
            add(Domain::builder(6).ordered(order.iter().copied())).build(),
            declare(6, &[&pairs[..], &more].concat()),
            declare(6, &[&some.chain(steps).collect::<Never>()[..], &more].concat()),
        ];
        prop_assert_eq!(&declared[0], &declared[1]);
        prop_assert_eq!(&declared[0], &declared[2]);
        let [Ok(domain), Ok(other), Ok(_)] = declared else { return Ok(()) };
        prop_assert_eq!(domain.key(), other.key());
        prop_assert_eq!(domain.mirrored().mirrored(), domain.clone());
        prop_assert_eq!(domain.tighten(6).build(), Ok(domain.clone()));
        check_domain(6, &[&pairs[..], &more].concat());
        if more.is_empty() {
            prop_assert_eq!(domain.orders().collect::<Vec<_>>(), [order]);
        }
        // What a conjunction may have, one literal at a time, all at once, and as a circuit.
        let mut circuit = Circuit::new();
        let code = circuit.inputs(12);
        let of = |literal: Literal| 2 * literal.feature() + usize::from(literal.is_negated());
        let allowed = domain.allows_conjunction(&mut circuit, |_, literal| code[of(literal)]);
        let never = [&pairs[..], &more].concat();
        let legal = legal(6, &never);
        for term in all_terms(6) {
            let is_possible = table(&term, 6) & legal != 0;
            let mut has = vec![false; 12];
            term.iter().for_each(|&literal| has[of(literal)] = true);
            prop_assert_eq!(circuit.eval(allowed, &has), is_possible, "{}", term);
            if is_possible && term.len() < 4 {
                let beside = domain.allows_beside(&term);
                for literal in (0..6).flat_map(|feature| [pos(feature), neg(feature)]) {
                    let both = [&term[..], &[literal]].concat();
                    prop_assert_eq!(beside(literal), table(&both, 6) & legal != 0, "{} {:?}", term, literal);
                }
            }
        }
        // Rows with unknown cells: legal if they have a legal completion, and the first nogood is named.
        for code in 0..3u32.pow(6) {
            let cells: Vec<Option<bool>> =
                (0..6).map(|f| [None, Some(true), Some(false)][(code / 3u32.pow(f) % 3) as usize]).collect();
            let known: Vec<Literal> =
                cells.iter().enumerate().filter_map(|(f, cell)| Some(Literal::matching(f, (*cell)?))).collect();
            let mut builder = Dataset::builder(Features::numbered(6));
            builder.push_partial(true, cells).unwrap();
            let data = builder.build().unwrap();
            let found = domain.check(&data);
            prop_assert_eq!(found.is_ok(), table(&known, 6) & legal != 0);
            prop_assert_eq!(found, other.check(&data));
        }
    }
}

#[test]
fn what_cannot_be_declared_is_an_error() {
    assert!(matches!(
        Domain::builder(3).never([pos(3)]).build(),
        Err(DomainError::UnknownFeature { feature: 3, features: 3 })
    ));
    let contradiction = Domain::builder(3).implies(pos(0), pos(1)).implies(pos(0), neg(1)).never([neg(0)]);
    assert!(matches!(contradiction.build(), Err(DomainError::NothingLegal { .. })));
    let star = (1..40).fold(Domain::builder(40), |builder, other| builder.implies(pos(0), pos(other)));
    let Err(error @ DomainError::TooTight { .. }) = star.build() else { panic!("2^39 patterns") };
    assert!(error.to_string().contains("40 features"));
    // A hundred values are no trouble, nor are many thresholds.
    assert_eq!(Domain::builder(100).exactly_one(0..100).build().unwrap().nogoods().count(), 100 * 99 / 2 + 1);
    assert_eq!(Domain::builder(64).ordered(0..64).build().unwrap().nogoods().count(), 64 * 63 / 2);
    assert!(Domain::builder(3).build().unwrap().is_free());
    assert!(Domain::builder(3).never([]).build().is_err());
}

/// Of every row over four features, each cell known or not, exactly the legal completions, each once.
#[test]
fn completions_are_the_legal_ones() {
    let domains = [
        Domain::free(),
        Domain::builder(4).exactly_one([0, 1, 2]).build().unwrap(),
        Domain::builder(4).ordered([1, 0, 3]).build().unwrap(),
        Domain::builder(4).at_most_one([pos(0), pos(1)]).implies(pos(2), neg(3)).build().unwrap(),
    ];
    for domain in domains {
        let features = Features::numbered(4);
        for code in 0..81usize {
            let cell = |feature: u32| [Some(false), Some(true), None][code / 3usize.pow(feature) % 3];
            let agrees =
                |x: &u64| (0..4).all(|feature| cell(feature).is_none_or(|value| (x >> feature & 1 == 1) == value));
            let is_legal = |x: &u64| domain.contains(&BitVec::<u64, Lsb0>::from_element(*x)[..4]);
            let expected: Vec<u64> = (0..16).filter(agrees).filter(is_legal).collect();
            let mut builder = Dataset::builder(features.clone());
            builder.push_partial(true, (0..4).map(cell)).unwrap();
            let data = builder.build().unwrap();
            assert_eq!(domain.check(&data).is_ok(), !expected.is_empty());
            if expected.is_empty() {
                assert!(matches!(data.completed_within(&domain), Err(DataError::IllegalRow { row: 0, .. })));
                continue;
            }
            let mut found: Vec<u64> = data.positives().completions_within(0, &domain).map(|words| words[0]).collect();
            found.sort_unstable();
            assert_eq!(found, expected, "{domain:?}");
            assert_eq!(data.completed_within(&domain).unwrap().positives().distinct(), expected.len());
        }
    }
}

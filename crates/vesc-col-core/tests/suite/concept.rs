//! Concepts and their least formulas against brute force.

use std::collections::HashMap;

use proptest::prelude::*;
use vesc_col_core::{Concept, Dnf, DnfSpace, Features, Literal, OwnedSample, Term};

/// All terms over so many features, in canonical order.
fn all_terms(features: usize) -> Vec<Term> {
    let mut terms = Vec::new();
    for code in 1..3usize.pow(features as u32) {
        let digits = (0..features).map(|feature| (feature, code / 3usize.pow(feature as u32) % 3));
        let literals =
            digits.filter(|&(_, digit)| digit > 0).map(|(feature, digit)| Literal::matching(feature, digit == 1));
        terms.push(Term::new(literals).unwrap());
    }
    terms.sort();
    terms
}

/// The truth table of a term: bit `x` is its value on the input whose feature `i` is bit `i` of `x`.
fn table(term: &[Literal], features: usize) -> u64 {
    let holds = |x: u64| term.iter().all(|literal| (x >> literal.feature() & 1 == 1) != literal.is_negated());
    (0..1u64 << features).map(|x| u64::from(holds(x)) << x).sum()
}

fn dnf_table(dnf: &Dnf, features: usize) -> u64 {
    dnf.terms().iter().fold(0, |all, term| all | table(term, features))
}

/// Calls back with every set of `count` of the terms, in lexicographic order.
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

/// The prime implicants by definition.
fn primes_by_definition(function: u64, features: usize) -> Vec<Vec<Literal>> {
    let full = if features == 6 { !0 } else { (1 << (1 << features)) - 1 };
    if function == full {
        return vec![vec![]];
    }
    let terms = all_terms(features);
    let implicants: Vec<&Term> = terms.iter().filter(|term| table(term, features) & !function == 0).collect();
    let is_prime = |term: &Term| {
        implicants.iter().all(|other| other.len() >= term.len() || !other.iter().all(|literal| term.contains(literal)))
    };
    implicants.iter().filter(|term| is_prime(term)).map(|term| term.to_vec()).collect()
}

/// For all formulas with so many features and terms: primes by definition, and the first formula of each function in
/// lexicographic order is the least one, whichever formula it is asked of.
fn check_all(features: usize, terms: usize) {
    let all = all_terms(features);
    let mut least: HashMap<(u64, usize), Dnf> = HashMap::new();
    let mut concepts: HashMap<u64, Concept> = HashMap::new();
    for_each_formula(&all, terms, &mut Vec::new(), &mut |chosen| {
        let dnf = Dnf::new(chosen.iter().cloned()).unwrap();
        let function = dnf_table(&dnf, features);
        let concept = Concept::of(&dnf);
        let known = concepts.entry(function).or_insert_with(|| {
            let primes: Vec<Vec<Literal>> = concept.primes().map(<[Literal]>::to_vec).collect();
            assert_eq!(primes, primes_by_definition(function, features), "primes of {dnf}");
            concept.clone()
        });
        assert_eq!(*known, concept, "{dnf}");
        least.entry((function, dnf.literal_count())).or_insert(dnf);
    });
    for (&function, concept) in &concepts {
        for literals in 0..=features * terms + 1 {
            let found = concept.least_formula(&DnfSpace::new(features, literals, terms));
            assert_eq!(found.as_ref(), least.get(&(function, literals)), "{concept} at ({literals}, {terms})");
        }
    }
}

#[test]
fn all_formulas_up_to_three_features_and_terms() {
    for features in 1..=3 {
        for terms in 1..=3 {
            check_all(features, terms);
        }
    }
}

#[test]
fn all_formulas_of_four_terms_over_two_features() {
    check_all(2, 4);
    check_all(2, 5);
}

#[test]
fn all_formulas_of_four_features_and_two_terms() {
    check_all(4, 1);
    check_all(4, 2);
}

#[test]
#[ignore = "seconds in a release build, a minute without"]
fn all_formulas_of_four_features_and_three_terms() {
    check_all(4, 3);
    check_all(3, 4);
}

fn parse(text: &str, features: usize) -> Dnf {
    Dnf::parse(text, &Features::numbered(features)).unwrap()
}

fn least(text: &str, features: usize, literals: usize, terms: usize) -> Option<String> {
    let concept = Concept::of(&parse(text, features));
    let least = concept.least_formula(&DnfSpace::new(features, literals, terms))?;
    assert_eq!(Concept::of(&least), concept);
    assert_eq!((least.literal_count(), least.terms().len()), (literals, terms));
    Some(least.to_string())
}

#[test]
fn two_formulas_of_one_concept() {
    let expected = Some("x0 & !x1 | !x0 & x2 | x1 & !x2".to_owned());
    assert_eq!(least("x0 & !x1 | x1 & !x2 | x2 & !x0", 3, 6, 3), expected);
    assert_eq!(least("!x0 & x1 | !x1 & x2 | !x2 & x0", 3, 6, 3), expected);
    assert_eq!(least("!x0 & x1 | !x1 & x2 | !x2 & x0", 1000, 6, 3), expected);
}

#[test]
fn no_formula_where_a_feature_is_missing() {
    let concept = Concept::of(&parse("x0 & x3", 4));
    assert!(concept.least_formula(&DnfSpace::new(4, 2, 1)).is_some());
    assert_eq!(concept.least_formula(&DnfSpace::new(3, 2, 1)), None);
}

#[test]
fn the_constant_true() {
    let truth = "x0 | !x0";
    let concept = Concept::of(&parse(truth, 1));
    assert!(concept.is_true());
    assert_eq!(concept.to_string(), "true");
    assert_eq!(concept.primes().collect::<Vec<_>>(), [&[]]);
    assert_eq!(least(truth, 50, 1, 1), None);
    assert_eq!(least(truth, 50, 2, 2).unwrap(), "x0 | !x0");
    assert_eq!(least(truth, 50, 3, 2), None);
    assert_eq!(least(truth, 50, 3, 3).unwrap(), "x0 | !x0 | x1");
    assert_eq!(least(truth, 1, 3, 3), None);
    assert_eq!(least(truth, 50, 4, 3).unwrap(), "x0 | x0 & x1 | !x0");
    assert_eq!(least(truth, 50, 7, 3).unwrap(), "x0 | x0 & x1 & x2 & x3 & x4 | !x0");
    assert_eq!(least(truth, 500, 30, 4).unwrap().matches('&').count(), 26);
}

#[test]
fn padding_in_wide_data() {
    assert_eq!(least("x50", 100, 10, 3).unwrap(), "x0 & x1 & x2 & x3 & x4 & x5 & x50 | x0 & x50 | x50");
    assert_eq!(least("x0", 100, 10, 3).unwrap(), "x0 | x0 & x1 | x0 & x1 & x2 & x3 & x4 & x5 & x6");
    assert_eq!(least("x50 & !x60", 1000, 9, 2).unwrap(), "x0 & x1 & x2 & x3 & x4 & x50 & !x60 | x50 & !x60");
    assert_eq!(least("x0 & x1 | x2 & x3", 1000, 30, 2), None);
    assert_eq!(least("x0 & x1 | x2 & x3", 100, 8, 3).unwrap(), "x0 & x1 | x0 & x1 & x2 & x3 | x2 & x3");
    for (literals, terms) in [(12, 4), (20, 4), (30, 5), (40, 6)] {
        assert!(least("x70 & x71 | !x70 & x80 & x81 | x90", 300, literals, terms).is_some());
    }
}

#[test]
fn many_terms() {
    let lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    let wins: Vec<String> = lines.iter().map(|[a, b, c]| format!("x{a} & x{b} & x{c}")).collect();
    let formula = parse(&wins.join(" | "), 27);
    assert_eq!(Concept::of(&formula).primes().len(), 8);
    assert_eq!(least(&wins.join(" | "), 27, 24, 8).unwrap(), formula.to_string());
    assert_eq!(least(&wins.join(" | "), 27, 27, 8), None);
    assert!(least(&wins.join(" | "), 27, 30, 9).is_some());
    let monk = "x0 & x3 | x1 & x4 | x2 & x5 | x9";
    assert_eq!(least(monk, 17, 7, 4).unwrap(), monk);
    let multiplexer = "!x0 & !x1 & x3 | !x0 & x1 & x4 | x0 & !x1 & x5 | x0 & x1 & x6";
    assert_eq!(least(multiplexer, 17, 12, 4).unwrap(), "x0 & x1 & x6 | x0 & !x1 & x5 | !x0 & x1 & x4 | !x0 & !x1 & x3");
    assert_eq!(least(multiplexer, 17, 14, 4), None);
    assert_eq!(least(multiplexer, 17, 14, 5), None);
    assert!(least(multiplexer, 17, 16, 5).is_some());
    let cycle = "x0 & !x1 | x1 & !x2 | x2 & !x3 | x3 & !x4 | x4 & !x0";
    let expected = "x0 & !x1 | !x0 & x2 | x1 & !x3 | !x2 & x4 | x3 & !x4";
    assert_eq!(Concept::of(&parse(cycle, 5)).primes().len(), 20);
    assert_eq!(least(cycle, 20, 10, 5).unwrap(), expected);
    assert!(least(cycle, 20, 13, 6).is_some());
}

#[test]
fn no_limit_of_size() {
    let wide: Vec<String> = (0..1000).map(|i| format!("x{}", 5 * i)).collect();
    let term = wide.join(" & ");
    assert_eq!(least(&term, 5000, 1000, 1).unwrap(), term);
    assert!(least(&format!("{term} | !x0"), 5000, 1001, 2).is_some());
    let terms: Vec<String> = (0..500).map(|i| format!("x{} & !x{}", 10 * i, 10 * i + 5)).collect();
    let terms = terms.join(" | ");
    assert_eq!(least(&terms, 5000, 1000, 500).unwrap(), terms);
}

/// The first of all sorted sequences of implicants that make the function.
fn least_by_definition(function: u64, features: usize, literals: usize, terms: usize) -> Option<Dnf> {
    fn search(rest: &[(Term, u64)], missing: u64, literals: usize, terms: usize, chosen: &mut Vec<Term>) -> bool {
        if terms == 0 {
            return literals == 0 && missing == 0;
        }
        rest.iter().enumerate().any(|(i, (term, table))| {
            if term.len() > literals {
                return false;
            }
            chosen.push(term.clone());
            let found = search(&rest[i + 1..], missing & !table, literals - term.len(), terms - 1, chosen);
            if !found {
                chosen.pop();
            }
            found
        })
    }
    let all = all_terms(features).into_iter().map(|term| (table(&term, features), term));
    let implicants: Vec<(Term, u64)> =
        all.filter(|(own, _)| own & !function == 0).map(|(own, term)| (term, own)).collect();
    let mut chosen = Vec::new();
    search(&implicants, function, literals, terms, &mut chosen).then(|| Dnf::new(chosen).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Equal concepts have equal least formulas, because they depend on the function alone.
    #[test]
    fn least_formulas_of_larger_functions(
        features in 5..=6usize,
        codes in prop::collection::btree_set(1..729usize, 1..=4),
        padding in 0..4usize,
        more in 0..2usize,
    ) {
        let all = all_terms(features);
        let terms: std::collections::BTreeSet<&Term> = codes.iter().map(|code| &all[code % all.len()]).collect();
        let dnf = Dnf::new(terms.into_iter().cloned()).unwrap();
        let function = dnf_table(&dnf, features);
        let concept = Concept::of(&dnf);
        let primes: Vec<Vec<Literal>> = concept.primes().map(<[Literal]>::to_vec).collect();
        prop_assert_eq!(primes, primes_by_definition(function, features));
        let count = dnf.terms().len();
        let count = if count < 3 { count + more } else { count };
        for literals in [dnf.literal_count(), dnf.literal_count() + padding] {
            let space = DnfSpace::new(features, literals, count);
            let least = concept.least_formula(&space);
            prop_assert_eq!(&least, &least_by_definition(function, features, literals, count), "{} at {:?}", dnf, space);
            if let Some(least) = least {
                prop_assert_eq!(Concept::of(&least), concept.clone());
                prop_assert_eq!(Concept::of(&least).least_formula(&space), Some(least));
            }
        }
    }
}

#[test]
fn a_concept_is_written_as_its_primes() {
    let written = |text: &str| {
        let features = Features::new(["a", "b", "c"]).unwrap();
        let concept = Concept::of(&Dnf::parse(text, &features).unwrap());
        (concept.to_string(), concept.display(&features).to_string())
    };
    assert_eq!(written("a & !b | c | c & b"), ("x0 & !x1 | x2".to_owned(), "a & !b | c".to_owned()));
    assert_eq!(written("a | !a"), ("true".to_owned(), "true".to_owned()));
}

#[test]
fn a_concept_accepts_what_its_formula_does() {
    let dnf = Dnf::parse("x0 & !x1 | x2 & x0 | x1 & x3", &Features::numbered(4)).unwrap();
    for row in 0..16 {
        let sample: OwnedSample = (0..4).map(|i| row >> i & 1 == 1).collect();
        assert_eq!(Concept::of(&dnf).accepts(&sample), dnf.accepts(&sample), "{row:b}");
    }
}

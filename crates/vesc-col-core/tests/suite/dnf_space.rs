//! The sub-space's circuit against the meaning of formulas.

use std::collections::HashSet;

use bitvec::order::Lsb0;
use bitvec::vec::BitVec;
use vesc_col_core::{Circuit, Dnf, DnfSpace, Literal, SubSpace, Term};

/// All formulas over so many features with so many terms.
fn formulas(features: usize, terms: usize) -> Vec<Dnf> {
    let all: Vec<Term> = (1..3usize.pow(features as u32))
        .map(|code| {
            let digits = (0..features).map(|feature| (feature, code / 3usize.pow(feature as u32) % 3));
            let literals = digits.filter(|&(_, digit)| digit > 0);
            Term::new(literals.map(|(feature, digit)| Literal::matching(feature, digit == 1))).unwrap()
        })
        .collect();
    let mut sets: Vec<Vec<usize>> = vec![vec![]];
    for _ in 0..terms {
        let longer = |set: &Vec<usize>| {
            let set = set.clone();
            let from = set.last().map_or(0, |last| last + 1);
            (from..all.len()).map(move |next| [&set[..], &[next]].concat())
        };
        sets = sets.iter().flat_map(longer).collect();
    }
    sets.iter().map(|set| Dnf::new(set.iter().map(|&i| all[i].clone())).unwrap()).collect()
}

/// The number of formulas by the generating function: sets of `k` terms out of C(n, s) 2^s of each size s.
fn count(features: usize, literals: usize, terms: usize) -> u64 {
    let binomial = |n: u64, k: u64| (0..k).fold(1, |product, i| product * (n - i.min(n)) / (i + 1));
    // ways[k][l]: sets of k terms with l literals among the sizes so far.
    let mut ways = vec![vec![0; literals + 1]; terms + 1];
    ways[0][0] = 1;
    for size in 1..=features {
        let available = binomial(features as u64, size as u64) << size;
        for k in (0..=terms).rev() {
            for l in (0..=literals).rev() {
                ways[k][l] = (0..=k.min(l / size))
                    .map(|taken| ways[k - taken][l - taken * size] * binomial(available, taken as u64))
                    .sum();
            }
        }
    }
    ways[terms][literals]
}

fn values(bits: u64, width: usize) -> Vec<bool> {
    (0..width).map(|i| bits >> i & 1 == 1).collect()
}

/// Which of all bit strings are members, as a list.
fn members(space: &DnfSpace) -> Vec<Vec<bool>> {
    let mut circuit = Circuit::new();
    let h = circuit.inputs(space.width());
    let member = space.member(&mut circuit, &h);
    let mut found = Vec::new();
    for base in (0..1u64 << space.width()).step_by(64) {
        let inputs: Vec<u64> =
            (0..space.width()).map(|i| (0..64).map(|lane| ((base + lane) >> i & 1) << lane).sum()).collect();
        let word = circuit.eval_words(&[member], &inputs)[0];
        let lanes = (0..64).filter(|lane| word >> lane & 1 == 1 && base + lane < 1 << space.width());
        found.extend(lanes.map(|lane| values(base + lane, space.width())));
    }
    found
}

#[test]
fn every_formula_has_exactly_one_member() {
    for (features, terms) in [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (2, 4), (4, 2), (3, 3)] {
        let formulas = formulas(features, terms);
        for literals in 0..=features * terms + 1 {
            let space = DnfSpace::new(features, literals, terms);
            let expected: HashSet<&Dnf> = formulas.iter().filter(|dnf| dnf.literal_count() == literals).collect();
            assert_eq!(expected.len() as u64, count(features, literals, terms), "{space:?}");
            let members = members(&space);
            assert_eq!(members.len(), expected.len(), "{space:?}");
            let mut decoded = HashSet::new();
            for bits in &members {
                let dnf = space.decode_dnf(bits);
                assert_eq!(space.encode(&dnf).as_ref(), Some(bits), "{dnf}");
                decoded.insert(dnf);
            }
            assert!(decoded.iter().collect::<HashSet<_>>() == expected, "{space:?}");
        }
    }
}

#[test]
fn predictions_are_what_formulas_say() {
    for (features, terms) in [(1, 1), (1, 2), (2, 2), (2, 3), (3, 1), (3, 2), (3, 3)] {
        let space = DnfSpace::new(features, features * terms, terms);
        let mut circuit = Circuit::new();
        let h = circuit.inputs(space.width());
        let x = circuit.inputs(features);
        let general = space.predict(&mut circuit, &h, &x);
        // The same with the input known when the circuit is built, as engines do it.
        let constant: Vec<_> = (0..1u64 << features)
            .map(|input| {
                let x: Vec<_> = values(input, features).into_iter().map(Into::into).collect();
                space.predict(&mut circuit, &h, &x)
            })
            .collect();
        for dnf in formulas(features, terms) {
            let space = DnfSpace::new(features, dnf.literal_count(), terms);
            let bits = space.encode(&dnf).unwrap();
            for input in 0..1u64 << features {
                let values = values(input, features);
                let sample: BitVec<u64, Lsb0> = values.iter().copied().collect();
                let expected = dnf.accepts(&sample);
                let all = [bits.clone(), values].concat();
                assert_eq!(circuit.eval(general, &all), expected, "{dnf} on {input:b}");
                assert_eq!(circuit.eval(constant[input as usize], &all), expected, "{dnf} on {input:b}");
            }
        }
    }
}

#[test]
fn foreign_formulas_are_not_encoded() {
    let dnf = Dnf::new([Term::new([Literal::positive(4)]).unwrap()]).unwrap();
    assert!(DnfSpace::new(5, 1, 1).encode(&dnf).is_some());
    assert_eq!(DnfSpace::new(4, 1, 1).encode(&dnf), None);
    assert_eq!(DnfSpace::new(5, 2, 1).encode(&dnf), None);
    assert_eq!(DnfSpace::new(5, 1, 2).encode(&dnf), None);
    // As many literals, in one term and not in two.
    let pair = Dnf::new([Term::new([Literal::positive(3), Literal::positive(4)]).unwrap()]).unwrap();
    assert!(DnfSpace::new(5, 2, 1).encode(&pair).is_some());
    assert_eq!(DnfSpace::new(5, 2, 2).encode(&pair), None);
}

#[test]
fn sizes_without_room() {
    for (features, literals, terms) in [(3, 0, 0), (3, 1, 0), (3, 1, 2), (3, 7, 2), (0, 1, 1), (1, 3, 3)] {
        assert!(!DnfSpace::new(features, literals, terms).has_room(), "{features}, {literals}, {terms}");
    }
    assert!(DnfSpace::new(3, 6, 2).has_room() && DnfSpace::new(1, 2, 2).has_room());
}

#[test]
fn canonical_members_agree_for_equal_functions() {
    let space = DnfSpace::new(3, 6, 3);
    let parse = |text: &str| Dnf::parse(text, &vesc_col_core::Features::numbered(3)).unwrap();
    let one = space.encode(&parse("x0 & !x1 | x1 & !x2 | x2 & !x0")).unwrap();
    let other = space.encode(&parse("!x0 & x1 | !x1 & x2 | !x2 & x0")).unwrap();
    assert_ne!(one, other);
    let least = space.encode(&parse("x0 & !x1 | !x0 & x2 | x1 & !x2"));
    assert_eq!(Some(space.canonical(&one)), least);
    assert_eq!(Some(space.canonical(&other)), least);
}

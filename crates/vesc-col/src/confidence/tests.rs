//! The counts beside all terms of small worlds, one by one.

use proptest::prelude::*;
use vesc_col_core::{Dataset, Dnf, Domain, Features, Literal, Run, Term};

use super::census::Census;
use super::dice::Dice;
use super::hitting::{Cut, Hitting, Work};
use super::posterior::Posterior;

const FEATURES: usize = 4;

/// All terms over four features.
fn terms() -> Vec<Term> {
    let term = |code: usize| {
        let digit = |feature: usize| code / 3usize.pow(feature as u32) % 3;
        let literals = (0..FEATURES).filter(|&feature| digit(feature) > 0);
        Term::new(literals.map(|feature| Literal::matching(feature, digit(feature) == 1))).unwrap()
    };
    (1..3usize.pow(FEATURES as u32)).map(term).collect()
}

fn data(positives: &[usize], negatives: &[usize]) -> Dataset {
    let mut builder = Dataset::builder(Features::numbered(FEATURES));
    let cells = |code: usize| (0..FEATURES).map(move |feature| code >> feature & 1 == 1);
    positives.iter().for_each(|&code| builder.push(true, cells(code)).unwrap());
    negatives.iter().for_each(|&code| builder.push(false, cells(code)).unwrap());
    builder.build().unwrap()
}

/// Each input is a positive row, a negative row, or not seen.
fn worlds() -> impl Strategy<Value = Dataset> {
    proptest::collection::vec(0..3u8, 1 << FEATURES).prop_map(|labels| {
        let with = |wanted: u8| (0..labels.len()).filter(|&code| labels[code] == wanted).collect::<Vec<_>>();
        data(&with(1), &with(2))
    })
}

/// The prior weight of a term: its size with weight 2^-m, then each term of the size alike.
fn prior(term: &Term, terms: &[Term]) -> f64 {
    let weight = |size: usize| 0.5f64.powi(size as i32);
    let total: f64 = (1..=FEATURES).map(weight).sum();
    weight(term.len()) / total / terms.iter().filter(|other| other.len() == term.len()).count() as f64
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The posterior is that of drawing the terms one by one, counted over all draws of up to two terms.
    #[test]
    fn the_posterior_is_that_of_random_draws(data in worlds()) {
        let terms = terms();
        let rejects = |term: &&Term| data.negatives().iter().all(|row| !term.accepts(row));
        let consistent: Vec<&Term> = terms.iter().filter(rejects).collect();
        let mut evidence = 0.0;
        for one in &consistent {
            let explains = |others: &[&Term]| {
                data.positives().iter().all(|row| one.accepts(row) || others.iter().any(|other| other.accepts(row)))
            };
            if explains(&[]) {
                evidence += prior(one, &terms) / 2.0;
            }
            for other in consistent.iter().filter(|other| explains(&[other])) {
                evidence += prior(one, &terms) * prior(other, &terms) / 2.0;
            }
        }
        let census = Census::new(&data, &Domain::free(), 1, &Run::new()).unwrap();
        let posterior = Posterior::new(&census, 2);
        let explains = |dnf: &Dnf| data.positives().iter().all(|row| dnf.accepts(row));
        for one in &consistent {
            for other in &consistent {
                let Ok(dnf) = Dnf::new([(*one).clone(), (*other).clone()]) else { continue };
                if dnf.terms().len() < 2 || !explains(&dnf) {
                    continue;
                }
                let found = posterior.of(&[one.len(), other.len()]);
                let expected = prior(one, &terms) * prior(other, &terms) / evidence;
                prop_assert!((found.value - expected.min(1.0)).abs() < 1e-9, "{} and not {expected}", found.value);
                prop_assert_eq!((found.low, found.high), (found.value, found.value));
            }
        }
    }
}

/// The literals that are true on the row of nine ones, and all literals.
fn literals() -> [Vec<Literal>; 2] {
    let both = |feature: usize| [Literal::positive(feature), Literal::negative(feature)];
    [(0..9).map(Literal::positive).collect(), (0..9).flat_map(both).collect()]
}

/// The searches over these literals.
fn searches<'a>(positives: &[&[u64]], rows: &[&[u64]]) -> [Hitting<'a>; 2] {
    [Hitting::true_on(&[0x1ff], &[0x1ff], positives, rows), Hitting::anywhere(9, positives, rows, None)]
}

/// Nine features, and rows that differ from one another.
fn rows(count: u64, seed: u64) -> Vec<[u64; 1]> {
    let mut dice = Dice::new(seed);
    (0..count).map(|_| [dice.below(1 << 9) as u64]).collect()
}

fn words(rows: &[[u64; 1]]) -> Vec<&[u64]> {
    rows.iter().map(<[u64; 1]>::as_slice).collect()
}

/// How many terms of a size reject all rows, by the positives that they cover: one by one.
fn one_by_one(literals: &[Literal], size: usize, positives: &[&[u64]], rows: &[&[u64]]) -> Vec<f64> {
    let mut tally = vec![0.0; 1 << positives.len()];
    for set in 0..1u32 << literals.len() {
        let chosen = literals.iter().enumerate().filter(|&(at, _)| set >> at & 1 == 1).map(|(_, &literal)| literal);
        let Ok(term) = Term::new(chosen) else { continue };
        let accepts = |row: &[u64]| term.iter().all(|&literal| super::hitting::holds(literal, row));
        if term.len() == size && !rows.iter().any(|row| accepts(row)) {
            let cover = (0..positives.len()).filter(|&at| accepts(positives[at])).map(|at| 1 << at).sum::<usize>();
            tally[cover] += 1.0;
        }
    }
    tally
}

#[test]
fn terms_are_counted_as_they_are_one_by_one() {
    let (positives, negatives) = (rows(3, 1), rows(20, 2));
    for rejected in [0, 5, 20] {
        let (positives, rejected) = (words(&positives), words(&negatives[..rejected]));
        for (literals, hitting) in literals().iter().zip(searches(&positives, &rejected)) {
            for size in 1..=4 {
                let found = hitting.count(size, 8, &mut Work::new(u64::MAX, &Run::new())).unwrap();
                assert_eq!(found, one_by_one(literals, size, &positives, &rejected), "{size} literals");
                assert!(matches!(hitting.count(size, 8, &mut Work::new(3, &Run::new())), Err(Cut::TooMuch)));
            }
        }
    }
}

#[test]
fn only_possible_terms_are_counted() {
    let domain = Domain::builder(9).exactly_one([0, 1, 2]).build().unwrap();
    let [_, literals] = literals();
    for size in 1..=3 {
        let hitting = Hitting::anywhere(9, &[], &[], Some(&domain));
        let found = hitting.count(size, 1, &mut Work::new(u64::MAX, &Run::new())).unwrap()[0];
        let all = one_by_one(&literals, size, &[], &[])[0];
        let terms = (0..1u32 << literals.len()).filter(|set| set.count_ones() as usize == size);
        let possible = terms.filter(|set| {
            let chosen = literals.iter().enumerate().filter(|&(at, _)| set >> at & 1 == 1).map(|(_, &literal)| literal);
            Term::new(chosen).is_ok_and(|term| domain.allows(&term))
        });
        assert_eq!(found, possible.count() as f64);
        assert_eq!(found < all, size > 1);
    }
}

/// Random branches give the exact counts in the mean.
#[test]
fn estimates_are_not_biased() {
    let (positives, negatives) = (rows(3, 3), rows(20, 4));
    let (positives, negatives) = (words(&positives), words(&negatives));
    let run = Run::new();
    for hitting in searches(&positives, &negatives) {
        for size in 3..=5 {
            let expected = hitting.count(size, 8, &mut Work::new(u64::MAX, &Run::new())).unwrap();
            let (mut dice, mut work) = (Dice::new(5), Work::new(u64::MAX, &run));
            let probes = 20_000;
            let draw = |tally, _| hitting.probe(size, tally, &mut dice, &mut work).unwrap();
            let found = (0..probes).fold(vec![0.0; 8], draw);
            for (found, expected) in found.iter().map(|sum| sum / f64::from(probes)).zip(expected) {
                assert!((found - expected).abs() <= 0.05 * expected + 0.3, "{found} and not {expected}");
            }
        }
    }
}

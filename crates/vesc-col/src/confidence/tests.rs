//! The counts beside all terms of small worlds, one by one.

mod noisy;
mod rules;

use proptest::prelude::*;
use vesc_col_core::{Dataset, Dnf, Domain, Features, Literal, Run, Term, TermRules, Test};

use super::census::Census;
use super::dice::Dice;
use super::hitting::{Cut, Hitting, Work};
use super::narrow::Narrow;
use super::posterior::Posterior;
use super::sets::full;
use super::tested::Tested;

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

/// The counts without rules.
fn census(data: &Dataset, domain: &Domain, longest: usize) -> Census {
    Census::new((data, domain, &TermRules::default()), (&[], longest), (1, &Run::new())).unwrap()
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
        let census = census(&data, &Domain::free(), 1);
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
    let narrow = Narrow::new(9, &[]);
    [
        Hitting::true_on(&[0x1ff], &[0x1ff], &narrow, positives, rows),
        Hitting::anywhere(9, &full(18), &narrow, (positives, rows), None),
    ]
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
        let accepts = |row: &[u64]| term.iter().all(|&literal| super::sets::holds(literal, row));
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
    let rows = Dataset::builder(Features::numbered(9)).build().unwrap();
    let tested = Tested::new(&rows, &[], &Run::new()).unwrap();
    for size in 1..=3 {
        let hitting = Hitting::anywhere(9, &full(18), &Narrow::new(9, &[]), (&[], &[]), Some((&domain, &tested)));
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

/// Over many features a branch draws the last literals but one, and still gives the exact counts in the mean.
#[test]
fn estimates_over_many_features_are_not_biased() {
    const MANY: usize = 700;
    let mut dice = Dice::new(6);
    let mut row = |_| {
        let mut row = vec![0; MANY.div_ceil(64)];
        (0..MANY).filter(|_| dice.below(2) == 1).for_each(|feature| super::sets::insert(&mut row, feature));
        row
    };
    let rows: Vec<Vec<u64>> = (0..15).map(&mut row).collect();
    let rows: Vec<&[u64]> = rows.iter().map(Vec::as_slice).collect();
    let (positives, negatives) = rows.split_at(3);
    let (narrow, run) = (Narrow::new(MANY, &[]), Run::new());
    let searches = [
        Hitting::true_on(positives[0], &full(MANY), &narrow, positives, negatives),
        Hitting::anywhere(MANY, &full(2 * MANY), &narrow, (positives, negatives), None),
    ];
    for hitting in searches {
        let mut work = Work::new(u64::MAX, &run);
        let expected = hitting.count(2, 8, &mut work).unwrap();
        let all = u64::MAX - work.left;
        let (mut dice, mut work) = (Dice::new(5), Work::new(u64::MAX, &run));
        let probes = 600;
        let draw = |tally, _| hitting.probe(2, tally, &mut dice, &mut work).unwrap();
        let found = (0..probes).fold(vec![0.0; 8], draw);
        assert!(u64::MAX - work.left < all / 3 * probes, "a few begin");
        assert!(expected.iter().sum::<f64>() > 10.0);
        for (found, expected) in found.iter().map(|sum| sum / probes as f64).zip(expected) {
            assert!((found - expected).abs() <= 0.1 * expected + 0.3, "{found} and not {expected}");
        }
    }
}

/// Two Boolean columns, and two ordered ones with four and two cuts.
fn ordered_features() -> Features {
    let cut = |column: &str, at: u32| (column.to_owned(), Some(Test::AtLeast(at.to_string())));
    let boolean = |name: &str| (name.to_owned(), None);
    let cuts = (1..=4).map(|at| cut("len", at)).chain((1..=2).map(|at| cut("gap", at)));
    Features::typed([boolean("a"), boolean("b")].into_iter().chain(cuts)).unwrap()
}

const LEN: std::ops::Range<usize> = 2..6;
const GAP: std::ops::Range<usize> = 6..8;

/// A term is narrow if no cut can move inwards, and the term still covers the positives that it covers.
fn is_narrow(term: &Term, positives: &[&[u64]]) -> bool {
    let covered = |literals: &[Literal]| -> Vec<bool> {
        positives.iter().map(|row| literals.iter().all(|&literal| super::sets::holds(literal, row))).collect()
    };
    let known = covered(term.literals());
    let moves_inwards = |place: usize| {
        let literal = term.literals()[place];
        let column = [LEN, GAP].into_iter().find(|column| column.contains(&literal.feature()));
        column.into_iter().flatten().any(|feature| {
            let is_inwards =
                if literal.is_negated() { feature < literal.feature() } else { feature > literal.feature() };
            let mut moved = term.literals().to_vec();
            moved[place] = Literal::matching(feature, !literal.is_negated());
            is_inwards && covered(&moved) == known
        })
    };
    !known.contains(&true) || !(0..term.len()).any(moves_inwards)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Over ordered columns the consistent narrow terms are counted, and how many there could be is estimated.
    #[test]
    fn narrow_terms_are_counted_once(rows in proptest::collection::vec((0..4u64, 0..5u32, 0..3u32, 0..4u8), 1..14)) {
        let mut builder = Dataset::builder(ordered_features());
        for &(booleans, len, gap, label) in &rows {
            let cells = booleans | ((1 << len) - 1) << LEN.start | ((1 << gap) - 1) << GAP.start;
            builder.push(label == 0, (0..8).map(|feature| cells >> feature & 1 == 1)).unwrap();
        }
        let data = builder.build();
        // Equal rows with both labels are not for this test.
        prop_assume!(data.is_ok());
        let data = data.unwrap();
        let domain = Domain::builder(8).ordered(LEN).ordered(GAP).build().unwrap();
        let census = census(&data, &domain, 3);

        let tested = Tested::new(&data, &[], &Run::new()).unwrap();
        // In the order of the census, over all features.
        let place = |row: &[u64]| -> Vec<bool> {
            let is_one = |&feature: &usize| row[0] >> feature & 1 == 1;
            tested.features.iter().rev().map(is_one).collect()
        };
        let mut positives: Vec<&[u64]> = (0..data.positives().distinct()).map(|at| data.positives().words(at)).collect();
        positives.sort_unstable_by_key(|row| place(row));
        let tested = tested.features.clone();
        let literals: Vec<Literal> =
            tested.iter().flat_map(|&feature| [Literal::positive(feature), Literal::negative(feature)]).collect();
        for size in 1..=3.min(census.shares.len()) {
            let mut expected = vec![0.0; 1 << positives.len()];
            let mut possible = 0.0;
            for set in (0..1u32 << literals.len()).filter(|set| set.count_ones() as usize == size) {
                let chosen = literals.iter().enumerate().filter(|&(at, _)| set >> at & 1 == 1).map(|(_, &literal)| literal);
                let Ok(term) = Term::new(chosen) else { continue };
                if !domain.allows(&term) || !is_narrow(&term, &positives) {
                    continue;
                }
                possible += 1.0;
                if data.negatives().iter().all(|row| !term.accepts(row)) {
                    let accepts = |at: &usize| term.accepts(data.positives().iter().nth(*at).unwrap());
                    let at_place = |at: usize| positives.iter().position(|row| *row == data.positives().words(at)).unwrap();
                    let cover = (0..positives.len()).filter(accepts).map(|at| 1 << at_place(at)).sum::<usize>();
                    expected[cover] += 1.0;
                }
            }
            let terms = census.terms[size - 1];
            for (found, expected) in census.shares[size - 1].exact.iter().zip(&expected) {
                prop_assert!((found * terms - expected).abs() < 1e-6, "{} and not {expected}", found * terms);
            }
            prop_assert!((terms - possible).abs() <= 0.15 * possible + 2.0, "{terms} and not {possible}");
        }
    }
}

/// Of an ordered column only the cuts next to positives are tested, two for each.
#[test]
fn cuts_next_to_positives_are_tested() {
    let tested = |lens: &[u32]| {
        let mut builder = Dataset::builder(ordered_features());
        for &len in lens {
            builder
                .push(true, (0..8).map(|feature| LEN.contains(&feature) && feature < LEN.start + len as usize))
                .unwrap();
        }
        Tested::new(&builder.build().unwrap(), &[], &Run::new()).unwrap().features
    };
    assert_eq!(tested(&[1]), [0, 1, 2, 3, 6]);
    assert_eq!(tested(&[4]), [0, 1, 5, 6]);
    assert_eq!(tested(&[1, 4]), [0, 1, 2, 3, 5, 6]);
    assert_eq!(tested(&[]), [0, 1]);
}

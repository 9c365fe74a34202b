//! Sets of each size against plain branching: with all vector instructions, over several words and at their borders.
//!
//! All with and without relaxed choices.

use std::convert::Infallible;
use std::sync::atomic::AtomicUsize;

use proptest::prelude::*;
use vesc_col_core::{Dataset, Features, Literal};

use super::nodes::Node;
use super::*;
use crate::term::all_words;
use crate::term::problem::common_literals;
use crate::term::sink::{Counter, Lister, ListingCounter};
use crate::tuning::Tuning;

/// Rows that are checked with four and five literals to go.
const FOUR: usize = Tuning::SMALL.rows_for_four;
const FIVE: usize = Tuning::SMALL.rows_for_five;

/// Random negatives, and a positive or none: a simple generator that shrinks with its seed.
fn dataset(features: usize, negatives: usize, positive: bool, seed: u64) -> Dataset {
    let mut state = seed;
    let mut random = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ mixed >> 29) >> 40 & 1 == 1
    };
    let mut builder = Dataset::builder(Features::numbered(features));
    if positive {
        builder.push(true, (0..features).map(|_| true)).unwrap();
    }
    for _ in 0..negatives {
        // The first feature is false, so that no negative is the positive.
        builder.push(false, (0..features).map(|feature| feature > 0 && random())).unwrap();
    }
    builder.build().unwrap()
}

fn random(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    }
}

/// These negatives and no positive: all literals are candidates.
fn two_sided(negatives: &[Vec<bool>]) -> Dataset {
    with(None, negatives)
}

/// These negatives and a positive on which all features are true.
fn one_sided(negatives: &[Vec<bool>]) -> Dataset {
    with(Some(vec![true; negatives[0].len()]), negatives)
}

fn with(positive: Option<Vec<bool>>, negatives: &[Vec<bool>]) -> Dataset {
    let mut builder = Dataset::builder(Features::numbered(negatives[0].len()));
    positive.into_iter().for_each(|row| builder.push(true, row).unwrap());
    negatives.iter().for_each(|row| builder.push(false, row.iter().copied()).unwrap());
    builder.build().unwrap()
}

/// Every set once, by plain branching on the first row that is missed.
fn plainly<const W: usize>(
    problem: &Problem<W>,
    candidates: Bits<W>,
    chosen: &mut Vec<usize>,
    size: usize,
    sets: &mut Vec<Vec<usize>>,
) {
    let missed = problem.rows.iter().find(|row| !chosen.iter().any(|&candidate| row.contains(candidate)));
    if size == 0 {
        if missed.is_none() {
            let mut set = chosen.clone();
            set.sort_unstable();
            sets.push(set);
        }
        return;
    }
    let mut rest = candidates;
    for candidate in missed.map_or(candidates, |row| row.and(&candidates)).iter() {
        rest = problem.without(&rest, candidate);
        chosen.push(candidate);
        plainly(problem, problem.beside(&rest, candidate), chosen, size - 1, sets);
        chosen.pop();
    }
}

fn check(features: usize, negatives: usize, positive: bool, size: usize, seed: u64) {
    check_data::<4>(&dataset(features, negatives, positive, seed), size);
}

fn check_data<const W: usize>(data: &Dataset, size: usize) {
    check_allowed::<W>(data, size, |_| true);
}

fn check_allowed<const W: usize>(data: &Dataset, size: usize, allowed: impl Fn(Literal) -> bool) {
    let (literals, two_sided) = shared_literals(data, allowed);
    let mut problem = Problem::<W>::new(data, literals, two_sided);
    let mut expected = Vec::new();
    plainly(&problem, problem.candidates(), &mut Vec::new(), size, &mut expected);
    expected.sort_unstable();
    // Relaxed choices are made where they pay, and wherever there are rows enough.
    for (level, left) in
        SimdLevel::all().into_iter().flat_map(|level| [(level, Tuning::SMALL.relaxed_survivors), (level, 1.0)])
    {
        problem.tuning.relaxed_survivors = left;
        let [kept, kept_in_parts, kept_of_all, kept_of_half] = [0; 4].map(AtomicUsize::new);
        let half = expected.len() / 2;
        let (mut counter, mut lister) = (Counter::default(), Lister::new(usize::MAX, &kept));
        let mut in_parts = Lister::new(usize::MAX, &kept_in_parts);
        let mut both = ListingCounter::new(expected.len(), &kept_of_all);
        let mut half_listed = ListingCounter::new(half, &kept_of_half);
        let sinks: [(&mut dyn Sink<W>, _); 5] =
            [(&mut counter, 0), (&mut lister, 0), (&mut in_parts, 2), (&mut both, 2), (&mut half_listed, 0)];
        for (sink, levels) in sinks {
            let (budget, check) = (RefinementBudget::new(&problem.tuning), &mut || Ok(()));
            let mut search = Search::with_simd(level, &problem, &budget, sink, check);
            let first = Node::first(&problem, size);
            let (flow, nodes) = match levels {
                0 => (search.run(&first), Vec::new()),
                _ => search.split(&first, size.saturating_sub(levels)),
            };
            assert!(flow.is_continue() && nodes.iter().all(|node| search.run(node).is_continue()));
        }
        for tally in [counter.tally, both.counter.tally, half_listed.counter.tally] {
            assert_eq!(tally.total(), expected.len().into(), "counted at {level:?}");
        }
        assert_eq!(half_listed.lister.sets.len(), expected.len().min(half + 1));
        half_listed.lister.sets.iter_mut().for_each(|set| set.sort_unstable());
        assert!(half_listed.lister.sets.iter().all(|set| expected.binary_search(set).is_ok()));
        for mut found in [lister.sets, in_parts.sets, both.lister.sets] {
            found.iter_mut().for_each(|set| set.sort_unstable());
            found.sort_unstable();
            assert_eq!(found, expected, "listed at {level:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn all_levels_agree_with_plain_branching(
        features in prop_oneof![1usize..12, 31usize..34, 62usize..67, 126usize..129, 190usize..201],
        negatives in prop_oneof![0usize..12, 50usize..80, 200usize..400],
        positive: bool,
        size in 0usize..=4,
        seed: u64,
    ) {
        // Two-sided features make twice as many candidates, of which four words hold 256. Large numbers of sets take
        // long.
        let candidates = if positive { features } else { 2 * features };
        prop_assume!(candidates <= 256);
        let size = if negatives < 50 && candidates > 24 { size.min(2) } else { size };
        let size = if candidates > 70 { size.min(3) } else { size };
        check(features, negatives, positive, size, seed);
    }
}

/// The rows of a few features, given as numbers. With a positive, the row of ones is left out.
fn few_rows(features: usize, positive: bool, rows: impl IntoIterator<Item = u32>) -> Vec<Vec<bool>> {
    let all = (1 << features) - 1;
    let rows = rows.into_iter().map(|row| row & all).filter(|&row| !(positive && row == all));
    rows.map(|row| (0..features).map(|feature| row >> feature & 1 == 1).collect()).collect()
}

fn check_few_rows(features: usize, positive: bool, rows: &[Vec<bool>], size: usize) {
    if !rows.is_empty() {
        check_data::<1>(&if positive { one_sided(rows) } else { two_sided(rows) }, size);
    }
    assert!(rows.iter().all(|row| row.len() == features));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Long terms over few features: branches run out of candidates before the term is complete.
    #[test]
    fn few_rows_and_terms_about_as_long_as_there_are_features(
        features in 3usize..=7,
        positive: bool,
        rows in prop::collection::vec(any::<u32>(), 1..=6),
        missing in 0usize..=2,
    ) {
        check_few_rows(features, positive, &few_rows(features, positive, rows), features - missing);
    }
}

#[test]
fn every_set_of_rows_over_up_to_three_features() {
    for features in 1..=3 {
        for set in 1u32..1 << (1 << features) {
            let rows = (0..1 << features).filter(|row| set >> row & 1 == 1);
            for (positive, size) in
                [false, true].into_iter().flat_map(|positive| [2, 3, 4].map(|size| (positive, size)))
            {
                check_few_rows(features, positive, &few_rows(features, positive, rows.clone()), size);
            }
        }
    }
}

/// Terms of all features that reject three rows: some branches have no candidate left while three literals are to go.
#[test]
fn branches_without_candidates() {
    for (second, third) in (1..32).flat_map(|second| (second + 1..32).map(move |third| (second, third))) {
        check_few_rows(5, false, &few_rows(5, false, [0, second, third]), 5);
    }
    check_few_rows(6, false, &few_rows(6, false, [0b110000, 0b011001, 0b101110, 0b001110]), 6);
}

#[test]
fn four_and_five_to_go_over_several_words() {
    for seed in 0..2 {
        check(66, 900, true, 5, seed);
        check(34, 700, false, 4, seed);
        check(130, 1500, true, 4, seed);
        check(12, 60, false, 6, seed);
    }
}

/// Makes `rows` rows, each hit by one of the planted literals. The cells of all other features are random.
fn planted(features: usize, rows: usize, hits: &[usize], seed: u64, is_one: impl Fn(u64) -> bool) -> Vec<Vec<bool>> {
    let mut random = random(seed);
    let mut row = |hit| (0..features).map(|feature| feature != hit && is_one(random())).collect();
    (0..rows).map(|number| row(hits[number % hits.len()])).collect()
}

/// Rows with few candidates, four of which together hit all. There are as many as one window takes for four literals,
/// as the blocks behind it may have tables for, and more.
#[test]
fn four_to_go_in_one_window() {
    for (rows, seed) in [58, 60, 61, 75, 89, 91, 119, 121, 150, 179, 181, 241, 400].into_iter().zip(1..) {
        let negatives = planted(60, rows, &[3, 17, 40, 58], seed, |random| random % 10 > 2);
        check_data::<4>(&one_sided(&negatives), 4);
        check_data::<4>(&one_sided(&negatives), 5);
        // The same, with both sides of three features, and of twelve.
        for every in [20, 5] {
            let allowed = |literal: Literal| !literal.is_negated() || literal.feature().is_multiple_of(every);
            check_allowed::<4>(&two_sided(&negatives), 4, allowed);
        }
    }
}

/// One candidate hits all of the tightest rows, which are checked first, and none of those behind them.
#[test]
fn rows_behind_those_that_are_looked_at() {
    for (tight, size) in [(FOUR + 40, 4), (FOUR + 40, 5), (FIVE + 40, 5)] {
        let mut random = random(tight as u64);
        let mut builder = Dataset::builder(Features::numbered(60));
        builder.push(true, [true; 60]).unwrap();
        for row in 0..tight + 100 {
            let mut values = [true; 60];
            values[7] = row >= tight;
            let others = if row < tight { 4 } else { 12 };
            (0..others).for_each(|_| values[10 + random() as usize % 50] = false);
            builder.push(false, values).unwrap();
        }
        check_data::<1>(&builder.build().unwrap(), size);
    }
}

/// The same where rows have so many candidates that no window will do for four literals, and no relaxed choice pays.
#[test]
fn rows_behind_those_that_are_branched_on() {
    for (tight, size) in [(FOUR + 40, 4), (FIVE + 40, 5)] {
        let mut random = random(tight as u64);
        let mut row = |number: usize| {
            let hits = if number < tight { 6 } else { 9 };
            let mut values: Vec<bool> = (0..40).map(|feature| feature == 0 || random() % 10 >= hits).collect();
            values[7] = number >= tight;
            values
        };
        let negatives: Vec<Vec<bool>> = (0..tight + 100).map(&mut row).collect();
        check_data::<1>(&one_sided(&negatives), size);
    }
}

/// Enough candidates of one side for packed indices to be sorted into buckets.
#[test]
fn packed_indices_in_the_order_of_their_buckets() {
    for (features, rows, share, size) in [(330, 70, 5, 3), (390, 100, 5, 3), (511, 61, 4, 3), (350, 130, 9, 4)] {
        let hits = &[3, features - 1, 170, 64][..size];
        let negatives = planted(features, rows, hits, rows as u64, |random| random % share > 0);
        check_data::<8>(&one_sided(&negatives), size);
        // A feature with both sides: there are no buckets.
        let allowed = |literal: Literal| (!literal.is_negated() && literal.feature() > 0) || literal.feature() == 100;
        check_allowed::<8>(&two_sided(&negatives), size, allowed);
    }
}

/// More packed indices than a vector can hold as open: sets are handed over, and not counted in the lanes.
#[test]
fn more_packed_indices_than_can_be_counted() {
    let negatives = planted(1000, 24, &[3, 999, 170], 24, |random| random % 4 > 0);
    check_data::<16>(&one_sided(&negatives), 3);
    // With complements, packed indices are not masked by what is open.
    check_data::<16>(&dataset(300, 70, false, 9), 3);
}

/// Two literals are the only ones that hit their rows, and all others may come last, some of each word.
#[test]
fn places_of_all_words_are_left() {
    const FEATURES: usize = 600;
    let hits = [|feature| feature == 77, |feature| feature == 333, |feature| feature != 77 && feature != 333];
    let negatives = hits.map(|hit| (0..FEATURES).map(|feature| !hit(feature)).collect::<Vec<bool>>());
    check_data::<16>(&one_sided(&negatives), 3);
}

/// Very many rows, so that choices are relaxed. Each of the planted terms is false on all of them, and so are terms
/// that resemble them by accident. Features copy one of few others, but for one cell in `noise`.
fn many_rows(features: usize, rows: usize, planted: usize, size: usize, noise: u64, seed: u64) -> Vec<Vec<bool>> {
    let mut random = random(seed);
    let terms: Vec<Vec<(usize, bool)>> = (0..planted)
        .map(|_| (0..size).map(|_| (random() as usize % features, random().is_multiple_of(2))).collect())
        .collect();
    let mut drawn = Vec::new();
    while drawn.len() < rows {
        let mut row: Vec<bool> = Vec::new();
        for feature in 0..features {
            let copies = feature >= 6 && !random().is_multiple_of(noise);
            row.push(if copies { row[feature % 6] } else { random().is_multiple_of(2) });
        }
        if !terms.iter().any(|term| term.iter().all(|&(feature, value)| row[feature] == value)) {
            drawn.push(row);
        }
    }
    drawn
}

#[test]
fn relaxed_choices_leave_what_there_is() {
    for (seed, noise) in [(1, 1), (3, 2), (4, 4), (5, 20)] {
        for (features, size) in [(62, 4), (16, 5), (24, 5), (14, 6)] {
            let negatives = many_rows(features, 4000, 12, size, noise, seed);
            check_data::<2>(&two_sided(&negatives), size);
        }
        for (features, size) in [(125, 4), (40, 5), (30, 6)] {
            let mut negatives = many_rows(features, 3000, 12, size, noise, seed);
            negatives.retain(|row| row.iter().any(|&value| !value));
            check_data::<2>(&one_sided(&negatives), size);
        }
    }
}

/// A window for four literals leaves many sets that hit all of the first rows, and some that miss later ones.
#[test]
fn four_to_go_where_much_is_left() {
    for (seed, noise) in [(1, 1), (2, 4), (3, 10)] {
        let negatives = many_rows(70, 2500, 60, 4, noise, seed);
        check_data::<2>(&one_sided(&negatives), 4);
        check_data::<2>(&two_sided(&many_rows(40, 2500, 20, 4, noise, seed)), 4);
    }
}

/// Wherever the budget is spent while the search is split, the parts find everything.
#[test]
fn relaxed_choices_are_refined_while_the_search_is_split() {
    const SIZE: usize = 7;
    let negatives = two_sided(&many_rows(13, 3000, 12, SIZE, 1, 2));
    let mut problem = Problem::<1>::new(&negatives, both_sides(13), 26);
    problem.tuning.relaxed_survivors = 1.0;
    let mut expected = Vec::new();
    plainly(&problem, problem.candidates(), &mut Vec::new(), SIZE, &mut expected);
    for spent_at in 1..40 {
        let (budget, mut counter, mut asked) = (RefinementBudget::new(&problem.tuning), Counter::default(), 0);
        let check = &mut || {
            asked += 1;
            if asked == spent_at {
                budget.spend(budget.most());
            }
            Ok(())
        };
        let mut search = Search::new(&problem, &budget, &mut counter, check);
        let (flow, nodes) = search.split(&Node::first(&problem, SIZE), 4);
        assert!(flow.is_continue() && nodes.iter().all(|node| search.run(node).is_continue()));
        assert_eq!(counter.tally.total(), expected.len().into(), "spent at {spent_at}");
    }
}

/// Whoever makes a node goes through all rows that there are.
#[test]
fn a_search_that_is_split_looks_at_the_run_for_each_node() {
    const SIZE: usize = 7;
    let negatives = two_sided(&many_rows(13, 3000, 12, SIZE, 1, 2));
    let problem = Problem::<1>::new(&negatives, both_sides(13), 26);
    let (budget, counter) = (RefinementBudget::new(&problem.tuning), &mut Counter::default());
    let mut asked = 0;
    let check = &mut || {
        asked += 1;
        Ok(())
    };
    let (_, nodes) = Search::new(&problem, &budget, counter, check).split(&Node::first(&problem, SIZE), SIZE - 1);
    assert!(nodes.len() > 4 && asked > nodes.len(), "{asked} looks for {} nodes", nodes.len());
}

/// Each second one of many rows is taken in pieces.
#[test]
fn rows_are_taken_with_a_look_at_the_run_for_each_piece() {
    const PIECES: usize = 3;
    let negatives = two_sided(&many_rows(13, 100, 12, 3, 1, 2));
    let problem = Problem::<1>::new(&negatives, both_sides(13), 26);
    let (budget, counter) = (RefinementBudget::new(&problem.tuning), &mut Counter::default());
    let mut asked = 0;
    let check = &mut || {
        asked += 1;
        Ok(())
    };
    let words = (PIECES - 1) * WORDS_BETWEEN_CHECKS + 1;
    let rows: Vec<Bits<1>> = (0..64 * words as u64).map(|row| Bits([row])).collect();
    let mut taken = vec![Bits([7]); 5];
    let flow =
        Search::new(&problem, &budget, counter, check).take(&rows, &vec![0x5555_5555_5555_5555; words], &mut taken);
    assert!(flow.is_continue());
    assert_eq!(asked, PIECES);
    assert!(taken.iter().copied().eq(rows.iter().copied().step_by(2)));
}

/// With uniform rows half of which each literal hits.
#[test]
fn relaxed_choices_are_as_large_as_the_rows_allow() {
    for (rows, size, expected) in [(5000, 5, 3), (5000, 4, 6), (1150, 5, 2), (400, 5, 1), (1150, 4, 4), (400, 4, 2)] {
        let problem = Problem::<4>::new(&two_sided(&many_rows(100, rows, 0, size, 1, 1)), both_sides(100), 200);
        let (budget, counter, check) =
            (RefinementBudget::new(&problem.tuning), &mut Counter::default(), &mut || Ok(()));
        let search = Search::new(&problem, &budget, counter, check);
        let all = Rows::all(&problem.rows);
        let choices: Vec<usize> = problem.rows[0].iter().collect();
        let relaxation = search.relaxation(all, &problem.candidates(), size);
        let (mut columns, mut missed) = (ChoiceColumns::default(), Vec::new());
        search.simd.run(FillColumns { columns: &mut columns, rows: all.near, choices: &choices });
        let end = search.next_relaxed(relaxation, all.near.len(), &columns, 0..choices.len(), &mut missed);
        assert_eq!(end, expected, "{rows} rows, {size} to go");
    }
}

/// The allowed literals that are true on all positives.
fn shared_literals(data: &Dataset, allowed: impl Fn(Literal) -> bool) -> (Vec<Literal>, usize) {
    let positives = all_words(data.positives());
    let Ok(literals) = common_literals(data.features().len(), positives, allowed, || Ok::<(), Infallible>(()));
    literals
}

fn both_sides(features: usize) -> Vec<Literal> {
    let Ok((literals, _)) = common_literals(features, [], |_| true, || Ok::<(), Infallible>(()));
    literals
}

#[test]
fn a_run_that_is_over_stops_the_search() {
    let data = dataset(40, 300, true, 1);
    let (literals, two_sided) = shared_literals(&data, |_| true);
    let problem = Problem::<1>::new(&data, literals, two_sided);
    let mut asked = 0;
    let check = &mut || {
        asked += 1;
        if asked > 3 { Err(StopReason::Cancelled) } else { Ok(()) }
    };
    let counter = &mut Counter::default();
    let budget = RefinementBudget::new(&problem.tuning);
    let mut search = Search::new(&problem, &budget, counter, check);
    assert!(search.run(&Node::first(&problem, 5)).is_break());
    assert_eq!(search.stopped, Some(StopReason::Cancelled));
}

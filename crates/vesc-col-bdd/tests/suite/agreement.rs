//! The lowering made for DNF against the generic one and the brute force, on random data.

use std::sync::Arc;

use vesc_col::generate::Recipe;
use vesc_col_bdd::{BddEngine, Lowering};
use vesc_col_core::{Dataset, DnfSpace, Features, Query, Run, Session, SubSpace, VersionSpace};
use vesc_col_testkit::{Instance, brute_force, check_answer};

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

fn shown(found: &VersionSpace) -> (String, String, Vec<String>) {
    assert_eq!(found.stopped, None);
    let hypotheses = found.hypotheses.iter().map(ToString::to_string).collect();
    (found.concepts.to_string(), found.formulas.to_string(), hypotheses)
}

/// Both lowerings on the given sub-spaces, each with one session.
fn compare(data: &Arc<Dataset>, spaces: impl IntoIterator<Item = (usize, usize)>) {
    let mut families = BddEngine::default().session(Arc::clone(data));
    let mut circuits = BddEngine::default().with_lowering(Lowering::Circuit).session(Arc::clone(data));
    for (literals, terms) in spaces {
        let space = DnfSpace::new(data.features().len(), literals, terms);
        // Where there are more concepts than that, which ones are found first is up to each.
        let query = Query::new(Arc::new(space)).with_bound(300);
        let [found, expected] =
            [&mut families, &mut circuits].map(|session| session.measure(&query, &Run::new()).unwrap());
        assert_eq!(found.formulas, expected.formulas, "{space:?}");
        if expected.is_listed() {
            assert_eq!(shown(&found), shown(&expected), "{space:?}");
        } else {
            assert!(found.concepts.exceeds(300) && !found.is_listed());
        }
    }
}

/// Each sub-space with a session of its own; concepts are listed beyond the bound up to a limit.
fn compare_with_brute_force(instance: &Instance, list_limit: usize, spaces: impl IntoIterator<Item = (usize, usize)>) {
    let data = instance.dataset();
    for (literals, terms) in spaces {
        let truth = brute_force(instance, literals, terms);
        let space = DnfSpace::new(data.features().len(), literals, terms);
        let query = Query::new(Arc::new(space)).with_list_limit(list_limit).with_exact(true);
        let found = BddEngine::default().session(Arc::clone(&data)).measure(&query, &Run::new()).unwrap();
        check_answer(&truth, &query, &found).unwrap();
    }
}

#[test]
fn planted_instances_over_many_features() {
    for (seed, (features, sizes, positives, negatives)) in [
        (130, vec![2], 0, 60),
        (130, vec![3], 2, 200),
        (130, vec![1, 2], 3, 90),
        (65, vec![2, 2], 5, 150),
        (64, vec![1, 1], 40, 40),
        (40, vec![1, 2], 100, 30),
        (33, vec![2, 2], 1, 20),
    ]
    .into_iter()
    .enumerate()
    {
        let (data, _) = Recipe { features, terms: sizes, positives, negatives, seed: seed as u64 }.make().unwrap();
        compare(&data, [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2)]);
    }
}

#[test]
fn planted_instances_over_few_features() {
    for seed in 0..12 {
        let sizes = [vec![2, 3], vec![1, 2, 2], vec![4], vec![2, 2]][seed as usize % 4].clone();
        let (positives, negatives) = [(1, 30), (12, 12), (60, 60)][seed as usize % 3];
        let (data, _) = Recipe { features: 9, terms: sizes, positives, negatives, seed }.make().unwrap();
        compare(&data, [(4, 1), (4, 2), (4, 3), (5, 2), (5, 3), (6, 3)]);
    }
}

/// Equal, complementary and constant columns make rows and covers coincide.
#[test]
fn columns_that_repeat() {
    let mut random = Random(5);
    for _ in 0..15 {
        let width = 4 + random.below(3);
        let kinds: Vec<(usize, u64)> = (0..width).map(|_| (random.below(3), random.next() % 4)).collect();
        let rows: Vec<(u128, bool)> = (0..40)
            .map(|_| {
                let base = random.next();
                let cell = |&(column, kind): &(usize, u64)| match kind {
                    0 => u128::from(base >> column & 1),
                    1 => u128::from(!base >> column & 1),
                    2 => u128::from(base >> (8 + column) & 1),
                    _ => 1,
                };
                let input = kinds.iter().enumerate().map(|(i, kind)| cell(kind) << i).sum();
                (input, base & 3 == 0 || base >> 9 & 3 == 1)
            })
            .collect();
        let instance = Instance::new(width, rows);
        compare(&instance.dataset(), [(2, 1), (3, 2), (4, 2), (4, 3)]);
        compare_with_brute_force(&instance, 100_000, [(2, 2), (4, 2), (5, 3)]);
    }
}

/// Many positives: terms are counted out by what they cover.
#[test]
fn many_positives() {
    let mut random = Random(7);
    for round in 0..12 {
        let features = 6 + random.below(2);
        // The cause has a few terms, so that few terms can cover the many positives.
        let causes: Vec<(u128, u128)> = (0..2 + round % 3)
            .map(|_| {
                let mask = 1 << random.below(features) | 1 << random.below(features) | 1 << random.below(features);
                (mask, u128::from(random.next()) & mask)
            })
            .collect();
        let rows = (0..150).map(|_| {
            let input = u128::from(random.next()) & ((1 << features) - 1);
            (input, causes.iter().any(|&(mask, value)| input & mask == value))
        });
        let instance = Instance::new(features, rows.collect::<Vec<_>>());
        compare_with_brute_force(&instance, 0, [(4, 2), (6, 2), (5, 3), (6, 3)]);
    }
}

/// Terms that must cover their share of more positives than a word has bits.
#[test]
fn positives_of_several_words() {
    let pairs = [0b11, 0b1100, 0b11_0000];
    let instance = Instance::new(7, (0..128u128).map(|input| (input, pairs.iter().any(|pair| input | pair == input))));
    assert_eq!(instance.dataset().positives().rows(), 74);
    compare_with_brute_force(&instance, 0, [(5, 3), (6, 2), (6, 3), (7, 3)]);
}

/// The longest term covers more than all others that fit: what each must cover follows from it.
#[test]
fn the_longest_term_covers_most() {
    let label = |input: u128| match input & 0b11 {
        0 => Some(input & 0b11100 == 0b11100),
        0b11 => None,
        // A few rows are covered by x0 or x1 only.
        _ => (input >> 2 == 0b100 || input >> 2 == 0b1011 || input >> 2 == 0b11_0001).then_some(true),
    };
    let instance = Instance::new(9, (0..512).filter_map(|input| Some((input, label(input)?))));
    assert_eq!(instance.dataset().positives().rows(), 22);
    compare_with_brute_force(&instance, 0, [(4, 3), (5, 2), (5, 3)]);
}

#[test]
fn sub_spaces_without_room() {
    let data = Arc::new(Dataset::builder(Features::numbered(2)).build().unwrap());
    for (literals, terms) in [
        (0, 0),
        (1, 0),
        (0, 1),
        (1, 2),
        (3, 1),
        (5, 2),
        (12, 8),
        (12, 9),
        (40, 9),
        (1, 40),
        (1, 1 << 40),
        (1 << 40, 3),
        (1 << 40, 1 << 40),
    ] {
        let space = DnfSpace::new(2, literals, terms);
        let query = Query::new(Arc::new(space)).with_exact(true);
        let found = BddEngine::default().session(Arc::clone(&data)).measure(&query, &Run::new()).unwrap();
        // All eight terms together have 4 + 2 * 4 literals.
        let expected = u32::from((literals, terms) == (12, 8));
        assert_eq!(found.formulas, vesc_col_core::Cardinality::exact(expected), "{space:?} {}", space.features());
    }
}

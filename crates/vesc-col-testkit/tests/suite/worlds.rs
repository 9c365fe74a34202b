//! The oracle against the brute force, and both against closed forms.

use vesc_col_core::{Dnf, DnfSpace, Features, Hypothesis, SubSpace};
use vesc_col_testkit::{
    Instance, MAX_WIDTH, PairSpace, ParitySpace, ThresholdSpace, Truth, World, brute_force, dnf_world,
};

#[test]
fn oracle_and_brute_force_agree_up_to_three_features() {
    for features in 1..=3 {
        for terms in 0..=3 {
            for literals in 0..=features * terms + 1 {
                agree(features, literals, terms);
            }
        }
    }
}

#[test]
fn oracle_and_brute_force_agree_on_some_larger_sub_spaces() {
    for (features, literals, terms) in
        [(2, 3, 4), (4, 1, 1), (4, 4, 1), (4, 2, 2), (4, 5, 2), (4, 8, 2), (4, 9, 2), (5, 3, 1), (5, 4, 2), (6, 3, 1)]
    {
        agree(features, literals, terms);
    }
}

/// On some data sets, the empty one among them.
fn agree(features: usize, literals: usize, terms: usize) {
    let space = DnfSpace::new(features, literals, terms);
    let world = World::of(&space).expect("a small world");
    let inputs = 1u64 << features;
    let used = u64::MAX >> (64 - inputs);
    let mut scramble = 1u64;
    for round in 0..12 {
        scramble = scramble.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Few rows, so that something is consistent; none in the first round.
        let rows = (0..round).fold(0, |rows, row| rows | 1 << (scramble >> (row * 5) & (inputs - 1)));
        let labels = scramble.rotate_left(21) & used;
        let (positives, negatives) = (rows & labels, rows & !labels);
        let (oracle, brute) = (
            world.truth(positives, negatives),
            brute_force(&Instance::from_tables(features, positives, negatives), literals, terms),
        );
        assert_eq!(shown(&oracle), shown(&brute), "{space:?} on {positives:b}, {negatives:b}");
    }
}

fn shown(truth: &Truth) -> (u64, Vec<String>) {
    (truth.formulas, truth.concepts.iter().map(ToString::to_string).collect())
}

#[test]
fn sub_spaces_have_as_many_formulas_as_the_generating_function_says() {
    for features in 1..=4 {
        for terms in 1..=3 {
            for literals in 0..=features * terms + 1 {
                let expected = formulas(features, literals, terms);
                assert_eq!(brute_force(&Instance::new(features, []), literals, terms).formulas, expected);
                let space = DnfSpace::new(features, literals, terms);
                if space.width() <= 18 {
                    assert_eq!(dnf_world(space).expect("small").truth(0, 0).formulas, expected, "{space:?}");
                }
            }
        }
    }
    assert_eq!(formulas(2, 2, 2), 6); // ten with the four that have an empty term
    assert_eq!(brute_force(&Instance::new(6, []), 5, 3).formulas, formulas(6, 5, 3));
}

/// The coefficient of y^terms z^literals in the product over m of (1 + y z^m)^(C(features, m) 2^m).
fn formulas(features: usize, literals: usize, terms: usize) -> u64 {
    let binomial = |n: u64, k: u64| (0..k).fold(1, |product, i| product * n.saturating_sub(i) / (i + 1));
    let mut counts = vec![vec![0u64; literals + 1]; terms + 1];
    counts[0][0] = 1;
    for size in 1..=features {
        let conjunctions = binomial(features as u64, size as u64) << size;
        let before = counts.clone();
        for chosen in 1..=terms {
            for (used_terms, row) in before.iter().enumerate() {
                for (used, count) in row.iter().enumerate() {
                    let (terms_after, literals_after) = (used_terms + chosen, used + size * chosen);
                    if terms_after <= terms && literals_after <= literals {
                        counts[terms_after][literals_after] += count * binomial(conjunctions, chosen as u64);
                    }
                }
            }
        }
    }
    counts[terms][literals]
}

#[test]
fn a_concept_with_two_formulas_at_six_three() {
    // a & !b | b & !c | c & !a is !a & b | !b & c | !c & a: all but 000 and 111.
    let instance = Instance::from_tables(3, 0b0111_1110, 0b1000_0001);
    for truth in [Truth::of_dnf(&instance, DnfSpace::new(3, 6, 3)), brute_force(&instance, 6, 3)] {
        assert_eq!(truth.formulas, 2);
        let [least] = &truth.concepts[..] else { panic!("one concept") };
        let other = Dnf::parse("x0 & !x1 | !x0 & x2 | x1 & !x2", &Features::numbered(3)).expect("a formula");
        assert_eq!(least.order_key(), other.order_key());
    }
}

#[test]
fn true_has_one_formula_for_each_feature() {
    let positives_only = Instance::new(3, [(0, true), (1, true), (2, true), (4, true), (7, true)]);
    let truth = brute_force(&positives_only, 2, 2);
    assert_eq!(truth.to_string(), "1 concepts in 3 formulas: x0 | !x0");
}

#[test]
fn wide_words() {
    let instance = Instance::new(128, [(1 << 127 | 1 << 64, true), (1 << 64, false), (1 << 127, false)]);
    assert_eq!(brute_force(&instance, 2, 1).to_string(), "1 concepts in 1 formulas: x64 & x127");
    assert_eq!(Instance::from_dataset(&instance.dataset()), instance);
}

#[test]
fn opaque_worlds_have_their_closed_forms() {
    let count = |space: &dyn SubSpace| {
        let truth = World::of(space).expect("small").truth(0, 0);
        (truth.concepts.len(), truth.formulas)
    };
    assert_eq!(count(&ParitySpace::new(5, 2)), (20, 20));
    assert_eq!(count(&ParitySpace::new(5, 6)), (0, 0));
    assert_eq!(count(&ThresholdSpace::new(5, 3, 2)), (10, 10));
    assert_eq!(count(&ThresholdSpace::new(5, 3, 0)), (1, 10));
    assert_eq!(count(&PairSpace::new(4)), (10, 16));
    assert!(World::of(&ParitySpace::new(7, 1)).is_none());
    assert!(World::of(&DnfSpace::new(6, 2, 2)).is_none(), "wider than {MAX_WIDTH}");
}

//! No input makes a parser panic, nor any size a sub-space.

use vesc_col_core::{Circuit, Features, Hypothesis, ParseError, Sample, SubSpace};
use vesc_col_spaces::{
    Cnf, CnfSpace, DecisionList, DecisionTree, DnfOptions, ListSpace, Obdd, ObddSpace, Parity, ValueGroup,
};
use vesc_col_spaces::{ParitySpace, RestrictedDnfSpace, SetDnf, SetDnfSpace, Threshold, ThresholdSpace, TreeSpace};

fn parse_all(text: &str) -> usize {
    let features = Features::new(["a", "b", "c", "!", "0"]).expect("different names");
    let group = ValueGroup::ordered("len", [("0", 3), ("4", 4)]);
    let space = SetDnfSpace::new(5, 1, 1, [group]).expect("it suits");
    fn ok<H: Hypothesis>(result: Result<H, ParseError>, features: &Features) -> usize {
        let Ok(hypothesis) = result else { return 0 };
        hypothesis.accepts(&Sample::from_slice(&[5])[..5]);
        (&hypothesis as &dyn Hypothesis).display(features).to_string().len()
    }
    ok(Cnf::parse(text, &features), &features)
        + ok(Parity::parse(text, &features), &features)
        + ok(Threshold::parse(text, &features), &features)
        + ok(DecisionList::parse(text, &features), &features)
        + ok(DecisionTree::parse(text, &features), &features)
        + ok(Obdd::parse(text, &features), &features)
        + ok(SetDnf::parse(text, &features, &space), &features)
}

#[test]
fn random_texts() {
    let pieces = [
        "a",
        "b",
        "c",
        "\"!\"",
        "0",
        "1",
        "!",
        "&",
        "|",
        "(",
        ")",
        "?",
        ":",
        ";",
        "=",
        "n0",
        "n1",
        ",",
        "{",
        "}",
        "<",
        "odd",
        "at",
        "least",
        "of",
        "in",
        "len",
        "4",
        " ",
        "\"",
        "é",
        "18446744073709551616",
    ];
    let mut state = 1u64;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..state % 16 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            text += pieces[(state >> 33) as usize % pieces.len()];
            text += if state >> 62 == 0 { " " } else { "" };
        }
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
        parse_all(&text);
    }
}

#[test]
fn texts_nested_deep() {
    const DEPTH: usize = 100_000;
    let tree = "(a ? 0 : ".repeat(DEPTH) + "1" + &")".repeat(DEPTH);
    assert!(parse_all(&tree) > DEPTH);
    assert!(parse_all(&("a ? (".repeat(DEPTH) + "b ? 1 : 0" + &") : 0".repeat(DEPTH))) > DEPTH);
    assert_eq!(parse_all(&"(".repeat(DEPTH)), 0);
    let diagram: String = (0..DEPTH)
        .map(|node| {
            format!("n{node} = a ? 1 : {}; ", if node == 0 { "0".to_owned() } else { format!("n{}", node - 1) })
        })
        .collect();
    assert!(parse_all(&(diagram + "b ? 0 : 1")) > DEPTH);
}

#[test]
fn sizes_without_sense() {
    let options = std::sync::Arc::new(DnfOptions::default().with_weight(9, u32::MAX).with_at_most_one_of([7, 8]));
    for features in [0, 1, 2] {
        for size in [0, 1, 3] {
            let spaces: Vec<Box<dyn SubSpace>> = vec![
                Box::new(CnfSpace::new(features, size, 2)),
                Box::new(ParitySpace::new(features, size)),
                Box::new(ThresholdSpace::new(features, size, 2)),
                Box::new(ListSpace::new(features, size)),
                Box::new(TreeSpace::new(features, size)),
                Box::new(ObddSpace::new(features, size)),
                Box::new(RestrictedDnfSpace::new(features, size, 2, options.clone())),
                Box::new(
                    SetDnfSpace::new(features, size, 2, [ValueGroup::new::<String>("none", [])]).expect("it suits"),
                ),
            ];
            for space in spaces {
                let mut circuit = Circuit::new();
                let h = circuit.inputs(space.width());
                let x = circuit.inputs(features);
                space.member(&mut circuit, &h);
                space.predict(&mut circuit, &h, &x);
            }
        }
    }
    // Too wide for any engine, which says so; but to ask for the width is no mistake.
    for huge in [usize::MAX, 1 << 40] {
        let spaces: [Box<dyn SubSpace>; 4] = [
            Box::new(CnfSpace::new(1 << 30, huge, 3)),
            Box::new(ListSpace::new(1 << 30, 1 << 29)),
            Box::new(TreeSpace::new(1 << 30, huge)),
            Box::new(ThresholdSpace::new(1 << 30, huge, 1)),
        ];
        spaces.iter().for_each(|space| drop((space.width(), space.complexity())));
    }
}

#[test]
fn what_does_not_belong_is_not_encoded() {
    let features = Features::numbered(3);
    let tree = |text: &str| DecisionTree::parse(text, &features).expect("it is a tree");
    let space = TreeSpace::new(3, 2);
    assert!(space.encode(&tree("x0 ? x1 ? 1 : 0 : 1")).is_some());
    for other in ["x0 ? x0 ? 1 : 0 : 1", "x0 ? x1 ? 1 : 1 : 0", "x0 ? 1 : 0", "x0 ? (x1 ? 1 : 0) : x2 ? 1 : 0"] {
        assert_eq!(space.encode(&tree(other)), None, "{other}");
    }
    let list = DecisionList::parse("x0 ? 1 : x2 ? 0 : 1", &features).expect("it is a list");
    assert!(ListSpace::new(3, 2).encode(&list).is_some());
    assert_eq!(ListSpace::new(2, 2).encode(&list), None);
    assert_eq!(ListSpace::new(3, 3).encode(&list), None);
}

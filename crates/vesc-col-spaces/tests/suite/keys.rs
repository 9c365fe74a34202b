//! Keys of sub-spaces: no two different ones share one, and they stay as they are from version to version.

use std::collections::HashSet;
use std::sync::Arc;

use vesc_col_core::{DnfSpace, Domain, Literal, SubSpace};
use vesc_col_spaces::{
    CnfSpace, DnfOptions, ListSpace, ObddSpace, ParitySpace, RestrictedDnfSpace, SetDnfSpace, ThresholdSpace,
    TreeSpace, ValueGroup,
};
use vesc_col_testkit::check_keys;

fn spaces() -> Vec<Box<dyn SubSpace>> {
    let [a, b, c] = [0, 1, 2].map(Literal::positive);
    let implies = Domain::builder(3).implies(a, b).build().expect("it has legal inputs");
    let one_hot = Domain::builder(3).exactly_one([0, 1, 2]).build().expect("it has legal inputs");
    let mut spaces: Vec<Box<dyn SubSpace>> = Vec::new();
    for (features, literals, terms) in [(2, 2, 1), (3, 2, 1), (3, 3, 1), (3, 3, 2)] {
        spaces.push(Box::new(DnfSpace::new(features, literals, terms)));
        spaces.push(Box::new(CnfSpace::new(features, literals, terms)));
        spaces.push(Box::new(ThresholdSpace::new(features, literals, terms)));
    }
    for domain in [&implies, &one_hot] {
        spaces.push(Box::new(DnfSpace::new(3, 2, 1).within(domain)));
        spaces.push(Box::new(CnfSpace::new(3, 2, 1).within(domain)));
    }
    let options = [
        DnfOptions::default(),
        DnfOptions::default().monotone(),
        DnfOptions::default().with_max_term_literals(1),
        DnfOptions::default().forbid([c]),
        DnfOptions::default().forbid([!c]),
        DnfOptions::default().require([c]),
        DnfOptions::default().require([a, c]),
        DnfOptions::default().with_at_most_one_of([0, 1]),
        DnfOptions::default().with_at_most_one_of([0, 1, 2]),
        DnfOptions::default().with_at_most_one_of([0, 1]).with_at_most_one_of([1, 2]),
        DnfOptions::default().with_weight(1, 2),
        DnfOptions::default().with_weight(2, 2),
    ];
    for options in options {
        spaces.push(Box::new(RestrictedDnfSpace::new(3, 2, 2, Arc::new(options))));
    }
    for (features, size) in [(2, 1), (3, 1), (3, 2)] {
        spaces.push(Box::new(ListSpace::new(features, size)));
        spaces.push(Box::new(ParitySpace::new(features, size)));
        spaces.push(Box::new(TreeSpace::new(features, size)));
        spaces.push(Box::new(ObddSpace::new(features, size)));
    }
    spaces.push(Box::new(SetDnfSpace::new(3, 2, 1, []).expect("no group")));
    for values in [vec![("x", 0), ("y", 1)], vec![("x", 1), ("y", 0)], vec![("x", 0), ("y", 1), ("z", 2)]] {
        for group in [ValueGroup::new("g", values.clone()), ValueGroup::ordered("g", values)] {
            spaces.push(Box::new(SetDnfSpace::new(3, 2, 1, [group]).expect("a group of different features")));
        }
    }
    spaces
}

#[test]
fn no_two_sub_spaces_have_one_key() {
    let spaces = spaces();
    let keys: HashSet<String> = spaces.iter().map(|space| space.key().expect("each has one")).collect();
    assert_eq!(keys.len(), spaces.len());
    let narrow: Vec<&dyn SubSpace> = spaces.iter().map(|space| &**space).filter(|space| space.width() <= 14).collect();
    check_keys(&narrow);
}

/// A file of a campaign has them: whoever changes one of these must also see to it that older files are refused.
#[test]
fn keys_stay_as_they_are() {
    let last = |wanted: &str| {
        let keys = spaces().into_iter().filter_map(|space| space.key());
        keys.filter(|key| key.starts_with(wanted)).last().unwrap_or_default()
    };
    let expected = [
        "dnf features=3 literals=2 terms=1 never=0&1,0&2,!0&!1&!2,1&2",
        "cnf features=3 literals=2 terms=1 never=0&1,0&2,!0&!1&!2,1&2",
        "threshold features=3 literals=3 needed=2",
        "restricted-dnf features=3 size=2 terms=2 weights=2:2",
        "list features=3 rules=2",
        "parity features=3 size=2",
        "tree features=3 splits=2",
        "obdd order=0,1,2 nodes=2",
        "set-dnf conditions=2 terms=1 features=3 groups=0<1<2",
    ];
    for key in expected {
        assert_eq!(last(key.split_once(' ').map_or(key, |(language, _)| language)), key);
    }
}

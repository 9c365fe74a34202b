//! What is printed can be read back.

use std::error::Error;

use super::enumerate;
use super::harness::check_round_trip;
use vesc_col_core::{Features, Test};
use vesc_col_spaces::{Cnf, DecisionList, DecisionTree, Obdd, Parity, SetDnf, SetDnfSpace, Threshold};

#[test]
fn texts_read_back() {
    for size in 1..=4 {
        check_round_trip(enumerate::parities(7, size), Parity::parse);
        check_round_trip(enumerate::thresholds(5, size, size.div_ceil(2)), Threshold::parse);
    }
    check_round_trip(enumerate::cnfs(4, 3, 2), Cnf::parse);
    check_round_trip(enumerate::lists(4, 3), DecisionList::parse);
    check_round_trip(enumerate::trees(3, 3), DecisionTree::parse);
    check_round_trip(enumerate::diagrams(&[2, 0, 1], 4), Obdd::parse);
    let [groups, _] = super::groups(7);
    let space = SetDnfSpace::new(7, 0, 0, groups.clone()).unwrap();
    let read = |text: &str, features: &Features| SetDnf::parse(text, features, &space);
    check_round_trip(enumerate::set_dnfs(7, &groups, &space, 3, 1), read);
    check_round_trip(enumerate::set_dnfs(7, &groups, &space, 2, 2), read);
}

/// A column is compared with a value as in a DNF, with blanks or without, and a Boolean feature with 0 or 1.
#[test]
fn comparisons_are_read_in_every_language() -> Result<(), Box<dyn Error>> {
    let at_least = Some(Test::AtLeast("4".to_owned()));
    let features = Features::typed([("len", at_least), ("irq", None), ("rx", None)])?;
    for (len, irq) in
        [("len>=4", "irq"), ("len >= 4", "irq=1"), ("\"len\" >=4", "irq == true"), ("len>= 4 (4..7)", "irq != 0")]
    {
        let texts = [
            Cnf::parse(&format!("({len} | {irq}) & rx"), &features)?.to_string(),
            Threshold::parse(&format!("at least 2 of ({len}, {irq}, rx)"), &features)?.to_string(),
            Parity::parse(&format!("odd({len}, {irq})"), &features)?.to_string(),
            DecisionTree::parse(&format!("{len} ? ({irq} ? 0 : 1) : 0"), &features)?.to_string(),
            Obdd::parse(&format!("n0 = {irq} ? 1 : 0; {len} ? n0 : 0"), &features)?.to_string(),
        ];
        let expected = [
            "(x0 | x1) & x2",
            "at least 2 of (x0, x1, x2)",
            "odd(x0, x1)",
            "x0 ? (x1 ? 0 : 1) : 0",
            "n0 = x1 ? 1 : 0; x0 ? n0 : 0",
        ];
        assert_eq!(texts, expected, "{len}, {irq}");
    }
    assert!(Cnf::parse("(irq = 2)", &features).is_err());
    Ok(())
}

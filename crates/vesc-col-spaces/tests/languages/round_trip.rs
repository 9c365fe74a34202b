//! What is printed can be read back.

use crate::enumerate;
use crate::harness::check_round_trip;
use vesc_col_core::Features;
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
    let [groups, _] = crate::groups(7);
    let space = SetDnfSpace::new(7, 0, 0, groups.clone()).unwrap();
    let read = |text: &str, features: &Features| SetDnf::parse(text, features, &space);
    check_round_trip(enumerate::set_dnfs(7, &groups, &space, 3, 1), read);
    check_round_trip(enumerate::set_dnfs(7, &groups, &space, 2, 2), read);
}

//! What is printed can be read back.

use crate::enumerate;
use crate::harness::check_round_trip;
use vesc_col_spaces::{Cnf, DecisionList, DecisionTree, Obdd, Parity, SetTerm, SetTermSpace, Threshold};

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
    let groups = crate::groups(7);
    let space = SetTermSpace::new(7, 0, groups.clone()).unwrap();
    let terms = enumerate::set_terms(7, &groups, &space).into_iter().map(|(_, term)| term);
    check_round_trip(terms, |text, features| SetTerm::parse(text, features, &space));
}

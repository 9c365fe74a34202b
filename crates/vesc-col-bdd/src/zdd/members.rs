//! Single sets of a family. Each walks one path from the root.

use num_bigint::BigUint;

use crate::zdd::{Family, Store};

/// Whether a family contains a set, given as its elements in ascending order.
pub(crate) fn contains(store: &Store, family: Family, set: &[u32]) -> bool {
    let (mut family, mut rest) = (family, set);
    while !family.is_terminal() {
        let node = store.node(family);
        family = match rest {
            [first, others @ ..] if *first == node.element => {
                rest = others;
                node.with
            }
            // The element of a node that was passed by is never met again.
            [first, ..] if *first < node.element => return false,
            _ => node.without,
        };
    }
    family == Family::UNIT && rest.is_empty()
}

/// The only set of a family, if it has just one.
pub(crate) fn only_member(store: &Store, family: Family) -> Option<Vec<u32>> {
    let (mut family, mut set) = (family, Vec::new());
    while !family.is_terminal() {
        let node = store.node(family);
        if node.without != Family::EMPTY {
            return None;
        }
        set.push(node.element);
        family = node.with;
    }
    (family == Family::UNIT).then_some(set)
}

/// The set with this number, sets with lesser elements first. `counts` has the number of sets of each node by its
/// index.
///
/// # Panics
///
/// If the family has no more sets than `index`.
pub(crate) fn pick(store: &Store, counts: &[BigUint], family: Family, index: BigUint) -> Vec<u32> {
    let (mut family, mut index, mut set) = (family, index, Vec::new());
    while !family.is_terminal() {
        let node = store.node(family);
        let with = &counts[node.with.index()];
        if index < *with {
            set.push(node.element);
            family = node.with;
        } else {
            index -= with;
            family = node.without;
        }
    }
    assert!(family == Family::UNIT && index == BigUint::ZERO, "there are not so many sets");
    set
}

//! How many sets: exact, whatever the number.

use num_bigint::BigUint;
use vesc_col_core::StopReason;

use crate::bits;
use crate::run_context::RunContext;
use crate::zdd::{Family, Store, Walk};

/// The number of sets in each family.
///
/// # Errors
///
/// The reason to stop, if the run must end.
pub(crate) fn count(
    store: &Store,
    walk: &mut Walk,
    families: &[Family],
    context: &mut RunContext<'_>,
) -> Result<Vec<BigUint>, StopReason> {
    count_without(store, walk, families, &[], context)
}

/// The number of sets in each family that contain none of the given elements; no elements may be given as an empty set
/// of words.
///
/// # Errors
///
/// The reason to stop, if the run must end.
pub(crate) fn count_without(
    store: &Store,
    walk: &mut Walk,
    families: &[Family],
    elements: &[u64],
    context: &mut RunContext<'_>,
) -> Result<Vec<BigUint>, StopReason> {
    let counts = counts(store, walk, families, elements, context)?;
    Ok(families.iter().map(|&family| of(walk, &counts, family)).collect())
}

/// The number of sets of every node of a store, by its index.
///
/// # Errors
///
/// The reason to stop, if the run must end.
pub(crate) fn count_all(store: &Store, context: &mut RunContext<'_>) -> Result<Vec<BigUint>, StopReason> {
    let mut counts: Vec<BigUint> = Vec::with_capacity(store.len() + 2);
    counts.extend([BigUint::ZERO, BigUint::from(1u32)]);
    for family in store.families() {
        context.spend(128)?;
        let node = store.node(family);
        counts.push(&counts[node.with.index()] + &counts[node.without.index()]);
    }
    Ok(counts)
}

/// In how many sets of a family each element appears, as pairs in ascending order.
///
/// # Errors
///
/// The reason to stop, if the run must end.
pub(crate) fn count_by_element(
    store: &Store,
    walk: &mut Walk,
    family: Family,
    context: &mut RunContext<'_>,
) -> Result<Vec<(u32, BigUint)>, StopReason> {
    let counts = counts(store, walk, &[family], &[], context)?;
    // How many ways lead from the root to each node.
    let mut ways = vec![BigUint::ZERO; counts.len()];
    let mut appearing: Vec<(u32, BigUint)> = Vec::new();
    if !family.is_terminal() {
        ways[walk.position(family)] = BigUint::from(1u32);
    }
    for (position, &family) in walk.order().iter().enumerate().rev() {
        context.spend(256)?;
        let node = store.node(family);
        let here = std::mem::take(&mut ways[position]);
        appearing.push((node.element, &here * of(walk, &counts, node.with)));
        for below in [node.with, node.without] {
            if !below.is_terminal() {
                ways[walk.position(below)] += &here;
            }
        }
    }
    appearing.sort_by_key(|&(element, _)| element);
    let mut merged: Vec<(u32, BigUint)> = Vec::new();
    for (element, more) in appearing {
        match merged.last_mut() {
            Some((last, count)) if *last == element => *count += more,
            _ => merged.push((element, more)),
        }
    }
    Ok(merged)
}

/// The counts of all nodes that can be reached, in the order of the walk.
fn counts(
    store: &Store,
    walk: &mut Walk,
    families: &[Family],
    elements: &[u64],
    context: &mut RunContext<'_>,
) -> Result<Vec<BigUint>, StopReason> {
    let excluded = |element: u32| !elements.is_empty() && bits::contains(elements, element as usize);
    walk.reach(store, families, context, |family| {
        let node = store.node(family);
        [if excluded(node.element) { Family::EMPTY } else { node.with }, node.without]
    })?;
    let mut counts: Vec<BigUint> = Vec::with_capacity(walk.order().len());
    for &family in walk.order() {
        context.spend(128)?;
        let node = store.node(family);
        let without = of(walk, &counts, node.without);
        counts.push(if excluded(node.element) { without } else { without + of(walk, &counts, node.with) });
    }
    Ok(counts)
}

fn of(walk: &Walk, counts: &[BigUint], family: Family) -> BigUint {
    match family {
        Family::EMPTY => BigUint::ZERO,
        Family::UNIT => BigUint::from(1u32),
        _ => counts[walk.position(family)].clone(),
    }
}

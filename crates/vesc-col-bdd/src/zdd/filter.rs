//! The sets that hit some elements, and the sets that do not.

use vesc_col_core::StopReason;

use crate::bits;
use crate::pulse::Pulse;
use crate::zdd::{Family, Store, Walk};

/// The sets that contain at least one of the given elements. What lies below one of them stays as it is, and is not even
/// looked at.
///
/// # Errors
///
/// The reason to stop, if the run must end or memory does not suffice.
pub(crate) fn hitting(
    store: &mut Store,
    walk: &mut Walk,
    family: Family,
    elements: &[u64],
    pulse: &mut Pulse<'_>,
) -> Result<Family, StopReason> {
    let hits = |element| bits::contains(elements, element as usize);
    walk.reach(store, &[family], pulse, |family| {
        let node = store.node(family);
        [if hits(node.element) { Family::EMPTY } else { node.with }, node.without]
    })?;
    transform(
        store,
        walk,
        family,
        Family::EMPTY,
        pulse,
        |node_element, with, filtered| {
            if hits(node_element) { with } else { filtered(with) }
        },
    )
}

/// The sets that contain none of the given elements.
///
/// # Errors
///
/// The reason to stop, if the run must end or memory does not suffice.
pub(crate) fn avoiding(
    store: &mut Store,
    walk: &mut Walk,
    family: Family,
    elements: &[u64],
    pulse: &mut Pulse<'_>,
) -> Result<Family, StopReason> {
    let hits = |element| bits::contains(elements, element as usize);
    walk.reach(store, &[family], pulse, |family| {
        let node = store.node(family);
        [if hits(node.element) { Family::EMPTY } else { node.with }, node.without]
    })?;
    transform(
        store,
        walk,
        family,
        Family::UNIT,
        pulse,
        |node_element, with, filtered| {
            if hits(node_element) { Family::EMPTY } else { filtered(with) }
        },
    )
}

/// Makes the nodes reached anew: `unit` becomes of the empty set, and `with` says what becomes of the sets with an element.
fn transform(
    store: &mut Store,
    walk: &Walk,
    root: Family,
    unit: Family,
    pulse: &mut Pulse<'_>,
    with: impl Fn(u32, Family, &dyn Fn(Family) -> Family) -> Family,
) -> Result<Family, StopReason> {
    let mut results: Vec<Family> = Vec::with_capacity(walk.order().len());
    for &family in walk.order() {
        pulse.spend(32)?;
        let node = store.node(family);
        let filtered = |below| filtered(walk, &results, unit, below);
        let (with, without) = (with(node.element, node.with, &filtered), filtered(node.without));
        results.push(store.make(node.element, with, without)?);
    }
    Ok(filtered(walk, &results, unit, root))
}

fn filtered(walk: &Walk, results: &[Family], unit: Family, family: Family) -> Family {
    match family {
        Family::EMPTY => Family::EMPTY,
        Family::UNIT => unit,
        _ => results[walk.position(family)],
    }
}

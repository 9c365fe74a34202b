//! The sets that hit some elements, and the sets that do not.

use vesc_col_core::StopReason;

use crate::bits;
use crate::run_context::RunContext;
use crate::zdd::{Family, Store, Walk};

/// The sets that contain at least one of the given elements. What lies below one of them stays as it is, and is not
/// even looked at.
///
/// # Errors
///
/// The reason to stop, if the run must end or memory does not suffice.
pub(crate) fn hitting(
    store: &mut Store,
    walk: &mut Walk,
    family: Family,
    elements: &[u64],
    context: &mut RunContext<'_>,
) -> Result<Family, StopReason> {
    Ok(filter(store, walk, &[family], elements, Side::Hitting, context)?[0])
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
    context: &mut RunContext<'_>,
) -> Result<Family, StopReason> {
    Ok(filter(store, walk, &[family], elements, Side::Avoiding, context)?[0])
}

/// Which sets are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// Those that contain at least one of the given elements.
    Hitting,
    /// Those that contain none.
    Avoiding,
}

/// The sets of one side in each family. Makes the nodes reached anew, each once.
///
/// # Errors
///
/// The reason to stop, if the run must end or memory does not suffice.
pub(crate) fn filter(
    store: &mut Store,
    walk: &mut Walk,
    families: &[Family],
    elements: &[u64],
    side: Side,
    context: &mut RunContext<'_>,
) -> Result<Vec<Family>, StopReason> {
    let hits = |element| bits::contains(elements, element as usize);
    walk.reach(store, families, context, |family| {
        let node = store.node(family);
        [if hits(node.element) { Family::EMPTY } else { node.with }, node.without]
    })?;
    let unit = if side == Side::Avoiding { Family::UNIT } else { Family::EMPTY };
    let mut results: Vec<Family> = Vec::with_capacity(walk.order().len());
    for &family in walk.order() {
        context.spend(32)?;
        let node = store.node(family);
        let with = match side {
            _ if !hits(node.element) => filtered(walk, &results, unit, node.with),
            Side::Hitting => node.with,
            Side::Avoiding => Family::EMPTY,
        };
        let without = filtered(walk, &results, unit, node.without);
        results.push(store.make(node.element, with, without)?);
    }
    Ok(families.iter().map(|&family| filtered(walk, &results, unit, family)).collect())
}

fn filtered(walk: &Walk, results: &[Family], unit: Family, family: Family) -> Family {
    match family {
        Family::EMPTY => Family::EMPTY,
        Family::UNIT => unit,
        _ => results[walk.position(family)],
    }
}

//! Copying what some families need into a store of its own.

use vesc_col_core::StopReason;

use crate::run_context::RunContext;
use crate::zdd::{Family, Store, Walk};

/// Copies the nodes that the families `roots` need into a new store, and renumbers the families for it.
///
/// The new store may take `budget` bytes. The old store stays as it is.
///
/// # Errors
///
/// The reason to stop, if the run must end or memory does not suffice; then the families are as they were.
pub(crate) fn extract<'a>(
    store: &Store,
    roots: impl Iterator<Item = &'a mut Family>,
    budget: usize,
    context: &mut RunContext<'_>,
) -> Result<Store, StopReason> {
    let mut roots: Vec<&mut Family> = roots.collect();
    let families: Vec<Family> = roots.iter().map(|root| **root).collect();
    let mut walk = Walk::default();
    walk.reach(store, &families, context, |family| [store.node(family).with, store.node(family).without])?;
    let mut extracted = Store::new(budget);
    let mut copies: Vec<Family> = Vec::with_capacity(walk.order().len());
    let copy = |copies: &[Family], family: Family| match family.is_terminal() {
        true => family,
        false => copies[walk.position(family)],
    };
    for &family in walk.order() {
        context.spend(32)?;
        let node = store.node(family);
        let (with, without) = (copy(&copies, node.with), copy(&copies, node.without));
        copies.push(extracted.make(node.element, with, without)?);
    }
    for root in &mut roots {
        **root = copy(&copies, **root);
    }
    Ok(extracted)
}

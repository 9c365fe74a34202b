//! Operations on large diagrams, which can be stopped at any step.
//!
//! The operations of oxidd cannot be stopped, and recurse on the caller's stack. These look at the run as they go and
//! keep a stack of their own; they cost about twice as much a step.

mod exists;
mod ite;
mod known;
mod recursion;
#[cfg(test)]
mod tests;

pub(crate) use exists::and_exists;
pub(crate) use ite::ite;

use oxidd::bdd::BDDFunction;
use oxidd::{Function, LevelNo, Manager, Node};
use oxidd_core::util::Ref;

type BddManager<'id> = <BDDFunction as Function>::Manager<'id>;
type Edge<'id> = <BddManager<'id> as Manager>::Edge;

/// The operands of an operation.
type Key<'a, 'id, const N: usize> = [Ref<'a, Edge<'id>>; N];

/// The level of a node; below all others for a constant.
fn level<'id>(manager: &BddManager<'id>, edge: Ref<'_, Edge<'id>>) -> LevelNo {
    match manager.get_node(edge) {
        node @ Node::Inner(_) => node.level(),
        Node::Terminal(_) => LevelNo::MAX,
    }
}

//! Walking through the models of a diagram.

use std::ops::ControlFlow;

use oxidd::bdd::BDDFunction;
use oxidd::{BooleanFunction, Function, Manager, Node, VarNo};

/// Calls `visit` with each assignment that satisfies a function of the given variables, listed from the top, until it
/// breaks.
///
/// Assignments come in ascending lexicographic order. Returns what `visit` broke with. Starts behind the assignment
/// `after`, which need not be a model, if there is one.
///
/// Takes O(variables) per model, since no node but false is without one, and keeps a stack as large.
pub(crate) fn each_model<B>(
    function: &BDDFunction,
    levels: &[VarNo],
    after: Option<&[bool]>,
    mut visit: impl FnMut(&[bool]) -> ControlFlow<B>,
) -> Option<B> {
    function.with_manager_shared(|manager, root| {
        let constant_false = BDDFunction::f(manager);
        let constant_false = constant_false.as_edge(manager);
        if root == constant_false {
            return None;
        }
        let mut bits = vec![false; levels.len()];
        // Where true is still to be tried: the bit, and the edge to go on with.
        let mut pending = Vec::new();
        let (mut bit, mut edge) = (0, root);
        // While the path agrees with it: the assignment to start behind.
        let mut tight = after;
        loop {
            while let Some(&level) = levels.get(bit) {
                let here = matches!(manager.get_node(edge), node @ Node::Inner(_) if node.level() == level);
                // A variable that the path skips may have either value.
                let (high, low) = match BDDFunction::cofactors_edge(manager, edge) {
                    Some(cofactors) if here => cofactors,
                    _ => (edge, edge),
                };
                let least = tight.is_some_and(|after| after[bit]);
                let value = least || low == constant_false;
                if value && high == constant_false {
                    break;
                }
                if !value && high != constant_false {
                    pending.push((bit, high));
                }
                tight = tight.filter(|_| value == least);
                bits[bit] = value;
                edge = if value { high } else { low };
                bit += 1;
            }
            let complete = bit == levels.len() && tight.is_none();
            if complete && let ControlFlow::Break(result) = visit(&bits) {
                return Some(result);
            }
            tight = None;
            let (flipped, high) = pending.pop()?;
            bits[flipped] = true;
            (bit, edge) = (flipped + 1, high);
        }
    })
}

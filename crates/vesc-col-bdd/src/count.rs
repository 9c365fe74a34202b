//! Counting the models of a diagram.

use std::collections::HashMap;

use num_bigint::BigUint;
use oxidd::bdd::BDDFunction;
use oxidd::{BooleanFunction, Function, LevelNo, Manager, Node};
use vesc_col_core::{Run, StopReason};

/// How many nodes are counted between two looks at the run.
const CHECK_INTERVAL: usize = 1 << 12;

/// How many assignments to the given variables, listed from the top, satisfy a function of them. Exact, whatever the
/// number.
///
/// Walks each node once, with a stack of its own. (oxidd's own count starts from 2^variables and recurses, and nothing
/// stops it.)
///
/// # Errors
///
/// The reason to stop, if the run must end; [`StopReason::Memory`] if there are more than `max_nodes` nodes.
pub(crate) fn count_models(
    function: &BDDFunction,
    levels: &[LevelNo],
    max_nodes: usize,
    run: &Run,
) -> Result<BigUint, StopReason> {
    function.with_manager_shared(|manager, root| {
        let constant_true = BDDFunction::t(manager);
        // How many of the variables lie above a node.
        let above = |edge| match manager.get_node(edge) {
            node @ Node::Inner(_) => levels.partition_point(|&level| level < node.level()),
            Node::Terminal(_) => levels.len(),
        };
        // For each node the models over the variables from its own down.
        let mut counts = HashMap::new();
        let mut stack = vec![root];
        let mut steps = 0usize;
        while let Some(&edge) = stack.last() {
            steps += 1;
            if steps.is_multiple_of(CHECK_INTERVAL) {
                run.check()?;
            }
            if counts.contains_key(&edge) {
                stack.pop();
                continue;
            }
            let count = match BDDFunction::cofactors_edge(manager, edge) {
                None => BigUint::from(edge == constant_true.as_edge(manager)),
                Some((high, low)) => match (counts.get(&high), counts.get(&low)) {
                    (Some(high_count), Some(low_count)) => {
                        let skipped = |child| above(child) - above(edge) - 1;
                        (high_count << skipped(high)) + (low_count << skipped(low))
                    }
                    (high_count, low_count) => {
                        stack.extend(high_count.is_none().then_some(high));
                        stack.extend(low_count.is_none().then_some(low));
                        continue;
                    }
                },
            };
            if counts.len() >= max_nodes {
                return Err(StopReason::Memory);
            }
            counts.insert(edge, count);
            stack.pop();
        }
        Ok(&counts[&root] << above(root))
    })
}

//! One walk over all nodes of a diagram.

use oxidd::bdd::BDDFunction;
use oxidd::{BooleanFunction, Function, LevelNo, Manager};
use rustc_hash::FxHashMap;
use vesc_col_core::{Run, StopReason};

/// How many steps are taken between two looks at the run.
const CHECK_INTERVAL: usize = 1 << 12;

/// Makes a value of each node from those of its children, each node once, with a stack of its own; gives the root's.
///
/// `levels` lists the variables of the function from the top. `constants` are the values of false and true. `node` gets
/// the position in `levels` of the variable that a node asks, and the values of its children for true and for false.
///
/// # Errors
///
/// The reason to stop, if the run must end, and the errors of `node`.
pub(crate) fn fold<T>(
    function: &BDDFunction,
    levels: &[LevelNo],
    constants: [T; 2],
    run: &Run,
    mut node: impl FnMut(usize, &T, &T) -> Result<T, StopReason>,
) -> Result<T, StopReason> {
    function.with_manager_shared(|manager, root| {
        let functions = [BDDFunction::f(manager), BDDFunction::t(manager)];
        let mut values: FxHashMap<_, T> =
            functions.iter().zip(constants).map(|(function, value)| (function.as_edge(manager), value)).collect();
        let mut stack = vec![root];
        let mut steps = 0usize;
        while let Some(&edge) = stack.last() {
            steps += 1;
            if steps.is_multiple_of(CHECK_INTERVAL) {
                run.check()?;
            }
            if values.contains_key(&edge) {
                stack.pop();
                continue;
            }
            let children = BDDFunction::cofactors_edge(manager, edge);
            let (high, low) = children.expect("only the constants have no children, and their values are known");
            if let (Some(of_high), Some(of_low)) = (values.get(&high), values.get(&low)) {
                let level = manager.get_node(edge).level();
                let value = node(levels.partition_point(|&above| above < level), of_high, of_low)?;
                values.insert(edge, value);
                stack.pop();
            } else {
                stack.extend([high, low].into_iter().filter(|child| !values.contains_key(child)));
            }
        }
        Ok(values.remove(&root).expect("the walk ends with the root"))
    })
}

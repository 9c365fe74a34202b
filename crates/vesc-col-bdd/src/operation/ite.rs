//! If-then-else: every other operation that quantifies nothing is a special case.

use oxidd::bdd::BDDFunction;
use oxidd::{BooleanFunction, Function};
use oxidd_core::util::Ref;
use vesc_col_core::{Run, StopReason};

use super::recursion::{Recursion, Shortcut, give_back, node};
use super::{Edge, Key};

/// `consequence` where `condition` holds, `alternative` elsewhere.
///
/// # Errors
///
/// The reason to stop, if the run must end: then the manager is to be given up. [`StopReason::Memory`] if the node
/// table is full.
pub(crate) fn ite(
    condition: &BDDFunction,
    consequence: &BDDFunction,
    alternative: &BDDFunction,
    remembered: usize,
    run: &Run,
) -> Result<BDDFunction, StopReason> {
    condition.with_manager_shared(|manager, root| {
        let constants = [BDDFunction::f(manager), BDDFunction::t(manager)];
        let constants = [constants[0].as_edge(manager), constants[1].as_edge(manager)];
        let key = [root, consequence.as_edge(manager), alternative.as_edge(manager)];
        let mut recursion = Recursion::new(manager, remembered, run);
        let result =
            recursion.result(key, |key| shortcut(key, constants), |level, cofactors| node(manager, level, cofactors));
        give_back(manager, recursion.into_edges(), result.as_ref().err().copied());
        result.map(|edge| BDDFunction::from_edge(manager, edge))
    })
}

/// What can be said of an if-then-else by its operands alone.
pub(super) fn shortcut<'a, 'id>(
    [condition, mut consequence, mut alternative]: Key<'a, 'id, 3>,
    [no, yes]: [Ref<'a, Edge<'id>>; 2],
) -> Shortcut<'a, 'id, 3> {
    // Where the condition itself is asked for, its value is known.
    if consequence == condition {
        consequence = yes;
    }
    if alternative == condition {
        alternative = no;
    }
    if condition == yes || consequence == alternative {
        return Shortcut::Result(consequence);
    }
    if condition == no {
        return Shortcut::Result(alternative);
    }
    if consequence == yes && alternative == no {
        return Shortcut::Result(condition);
    }
    // A conjunction has no first operand, and neither has a disjunction.
    Shortcut::Key(match () {
        () if alternative == no && consequence < condition => [consequence, condition, no],
        () if consequence == yes && alternative < condition => [alternative, yes, condition],
        () => [condition, consequence, alternative],
    })
}

//! The relational product.

use oxidd::bdd::BDDFunction;
use oxidd::{BooleanFunction, Function, LevelNo};
use oxidd_core::util::{Own, Ref};
use typed_arena::Arena;
use vesc_col_core::{Run, StopReason};

use super::recursion::{Recursion, Shortcut, give_back, node};
use super::{Edge, Key, ite};

/// Where `part` holds, and `relation` for some values of the quantified variables, which are in ascending order and
/// none of which `part` speaks of.
///
/// # Errors
///
/// As for [`ite`](super::ite()).
pub(crate) fn and_exists(
    part: &BDDFunction,
    relation: &BDDFunction,
    quantified: &[LevelNo],
    remembered: usize,
    run: &Run,
) -> Result<BDDFunction, StopReason> {
    part.with_manager_shared(|manager, part| {
        let constants = [BDDFunction::f(manager), BDDFunction::t(manager)];
        let constants @ [_, yes] = [constants[0].as_edge(manager), constants[1].as_edge(manager)];
        // What a disjunction is made of stays, as later ones may be made of the same.
        let disjuncts: Arena<Own<Edge<'_>>> = Arena::new();
        let mut disjunction = Recursion::new(manager, remembered, run);
        let mut product = Recursion::new(manager, remembered, run);
        let result = product.result(
            [part, relation.as_edge(manager)],
            |key| shortcut(key, constants),
            |level, cofactors| {
                if quantified.binary_search(&level).is_err() {
                    return node(manager, level, cofactors);
                }
                let [high, low] = cofactors.map(|edge| disjuncts.alloc(edge).borrowed());
                disjunction.result(
                    [high, yes, low],
                    |key| ite::shortcut(key, constants),
                    |level, cofactors| node(manager, level, cofactors),
                )
            },
        );
        let stopped = result.as_ref().err().copied();
        give_back(manager, product.into_edges().chain(disjunction.into_edges()), stopped);
        give_back(manager, disjuncts.into_vec().into_iter(), stopped);
        result.map(|edge| BDDFunction::from_edge(manager, edge))
    })
}

/// What can be said of a relational product by its operands alone.
fn shortcut<'a, 'id>([part, relation]: Key<'a, 'id, 2>, [no, yes]: [Ref<'a, Edge<'id>>; 2]) -> Shortcut<'a, 'id, 2> {
    match () {
        () if part == no || relation == no => Shortcut::Result(no),
        // It speaks of nothing that is quantified.
        () if relation == yes => Shortcut::Result(part),
        () => Shortcut::Key([part, relation]),
    }
}

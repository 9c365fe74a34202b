//! Counting the models of a diagram.

use num_bigint::BigUint;
use oxidd::LevelNo;
use oxidd::bdd::BDDFunction;
use vesc_col_core::{Run, StopReason};

use crate::fold::fold;

/// How many assignments to the given variables, listed from the top, satisfy a function of them. Exact, whatever the
/// number.
///
/// (oxidd's own count starts from 2^variables and recurses, and nothing stops it.)
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
    // For each node its place, and the models over the variables from its own down.
    let constants = [false, true].map(|value| (levels.len(), BigUint::from(value)));
    let mut nodes = 0;
    let (place, count) = fold(function, levels, constants, run, |place, high, low| {
        nodes += 1;
        if nodes > max_nodes {
            return Err(StopReason::Memory);
        }
        let from_here = |(child, count): &(usize, BigUint)| count << (child - place - 1);
        Ok((place, from_here(high) + from_here(low)))
    })?;
    Ok(count << place)
}

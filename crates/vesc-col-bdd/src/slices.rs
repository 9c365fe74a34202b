//! A version space in disjoint parts, each small enough to be conjoined in a moment.

use std::time::{Duration, Instant};

use oxidd::bdd::BDDFunction;
use oxidd::{BooleanFunction, Function, LevelNo, Manager, Node};
use vesc_col_core::{Run, StopReason};

use crate::diagrams::Diagrams;

/// A part whose conjunction took longer is split.
const SLOW: Duration = Duration::from_millis(10);
/// How many times in a row a slow part is split.
const SPLITS: usize = 8;
/// No more parts than this, give or take a few.
const MOST_PARTS: usize = 1 << 10;

/// The disjunction of disjoint diagrams.
///
/// No operation of oxidd can be stopped, but one on a part of a diagram is short: a part that took long is split by its topmost
/// decision before the next sample comes. The parts share their nodes and the apply cache, so that little is done twice.
#[derive(Clone)]
pub(crate) struct Slices {
    parts: Vec<BDDFunction>,
}

impl Slices {
    /// All in one part.
    pub(crate) fn new(function: BDDFunction) -> Slices {
        Slices { parts: vec![function] }
    }

    /// The parts.
    pub(crate) fn parts(&self) -> &[BDDFunction] {
        &self.parts
    }

    /// Whether nothing is left.
    pub(crate) fn is_empty(&self) -> bool {
        !self.parts.iter().any(BooleanFunction::satisfiable)
    }

    /// The conjunction with a constraint.
    ///
    /// # Errors
    ///
    /// The reason to stop, if the run must end or the node table is full.
    pub(crate) fn and(
        &self,
        constraint: &BDDFunction,
        diagrams: &Diagrams<BDDFunction>,
        run: &Run,
    ) -> Result<Slices, StopReason> {
        let mut parts = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            run.check()?;
            let start = Instant::now();
            let left = diagrams.and(part, constraint)?;
            if start.elapsed() < SLOW || self.parts.len() >= MOST_PARTS {
                parts.extend(left.satisfiable().then_some(left));
            } else {
                split(left, diagrams, &mut parts)?;
            }
        }
        Ok(Slices { parts })
    }

    /// All in one diagram again. The parts differ in a decision near the top, so that this takes no time.
    ///
    /// # Errors
    ///
    /// [`StopReason::Memory`] if the node table is full.
    pub(crate) fn join(self, diagrams: &Diagrams<BDDFunction>) -> Result<BDDFunction, StopReason> {
        let mut all = diagrams.constant(false);
        for part in self.parts.iter().rev() {
            all = diagrams.retry(|| part.or(&all))?;
        }
        Ok(all)
    }
}

/// Splits off what lies beside the topmost decision, and goes on with the rest.
fn split(
    function: BDDFunction,
    diagrams: &Diagrams<BDDFunction>,
    parts: &mut Vec<BDDFunction>,
) -> Result<(), StopReason> {
    let mut rest = function;
    for _ in 0..SPLITS {
        let Some(level) = topmost_decision(&rest) else { break };
        let [high, low] = [true, false].map(|value| diagrams.literal(level, value));
        parts.push(diagrams.and(&high?, &rest)?);
        rest = diagrams.and(&low?, &rest)?;
    }
    parts.extend(rest.satisfiable().then_some(rest));
    Ok(())
}

/// The first variable that may have either value.
fn topmost_decision(function: &BDDFunction) -> Option<LevelNo> {
    function.with_manager_shared(|manager, root| {
        let constant_false = BDDFunction::f(manager);
        let constant_false = constant_false.as_edge(manager);
        let mut edge = root;
        loop {
            let (high, low) = BDDFunction::cofactors_edge(manager, edge)?;
            edge = match (high == constant_false, low == constant_false) {
                (true, false) => low,
                (false, true) => high,
                _ => {
                    return match manager.get_node(edge) {
                        node @ Node::Inner(_) => Some(node.level()),
                        Node::Terminal(_) => None,
                    };
                }
            };
        }
    })
}

#[cfg(test)]
mod tests {
    use oxidd::bdd;
    use vesc_col_core::Circuit;

    use super::*;
    use crate::lower::lower;

    #[test]
    fn parts_are_disjoint_and_join_to_the_whole() {
        let diagrams = Diagrams::new(bdd::new_manager(1 << 12, 1 << 10, 1), 1 << 12, 1 << 11);
        diagrams.reserve_levels(6);
        let mut circuit = Circuit::new();
        let x = circuit.inputs(6);
        let three = circuit.exactly(3, x.iter().copied());
        let not_both = circuit.and([x[0], x[2]]);
        let output = circuit.and([three, !not_both]);
        let function = lower(&diagrams, &circuit, output, &[0, 1, 2, 3, 4, 5], &Run::new()).unwrap();
        let mut parts = Vec::new();
        split(function.clone(), &diagrams, &mut parts).unwrap();
        assert!(parts.len() > 3);
        for (i, part) in parts.iter().enumerate() {
            assert!(part.satisfiable());
            assert!(parts[..i].iter().all(|other| !diagrams.and(part, other).unwrap().satisfiable()));
        }
        let slices = Slices { parts };
        let constraint = diagrams.literal(3, true).unwrap();
        let expected = diagrams.and(&function, &constraint).unwrap();
        assert!(slices.clone().join(&diagrams).unwrap() == function);
        let narrowed = slices.and(&constraint, &diagrams, &Run::new()).unwrap();
        assert!(!narrowed.is_empty());
        assert!(narrowed.join(&diagrams).unwrap() == expected);
        assert!(Slices::new(diagrams.constant(false)).is_empty());
    }
}

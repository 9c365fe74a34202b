//! The decision variables by which a hypothesis is put to a solver.

mod circuits;
mod dnf;

use vesc_col_core::{Circuit, Query, Shape, Signal};

use crate::Tuning;
use circuits::ByCircuits;
use dnf::BySizes;

/// The decision variables of a sub-space, and the circuits over them.
///
/// The members fall into *cases*, which a solver searches one after the other. Every member is in exactly one case.
pub(crate) trait Formulation {
    /// Returns the number of decision variables.
    fn width(&self) -> usize;

    /// Returns how many distinct samples of each label become clauses before the first search.
    fn first_samples(&self, tuning: &Tuning) -> usize;

    /// Returns what holds of the members of every case.
    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal;

    /// Returns the number of cases.
    fn cases(&self) -> usize;

    /// Returns what holds of the members of one case, in addition to [`member`](Formulation::member).
    fn case(&self, case: usize, circuit: &mut Circuit, h: &[Signal]) -> Signal;

    /// Returns the value of member `h` on the sample `x`.
    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal;

    /// Returns the sub-space's decision bits of a member, given by the values of the decision variables.
    fn decision_bits(&self, model: &[bool]) -> Vec<bool>;

    /// Returns the values of the decision variables for a member, given by the sub-space's decision bits.
    fn model(&self, bits: &[bool]) -> Vec<bool>;

    /// Returns the decision variables whose values tell this member from all others.
    fn distinctive(&self, model: &[bool]) -> Vec<usize>;
}

/// Chooses the formulation of a query's sub-space.
pub(crate) fn of_query<'a>(query: &'a Query, tuning: &Tuning) -> Box<dyn Formulation + 'a> {
    let space = &**query.space();
    let sizes = match space.shape() {
        Shape::Dnf(dnf) => BySizes::new(dnf, space.domain(), None, tuning.max_cases),
        Shape::RestrictedDnf { space: dnf, rules } => BySizes::new(dnf, space.domain(), Some(rules), tuning.max_cases),
        _ => None,
    };
    match sizes {
        Some(sizes) => Box::new(sizes),
        None => Box::new(ByCircuits { space }),
    }
}

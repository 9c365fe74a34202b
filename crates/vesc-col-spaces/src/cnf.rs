//! Conjunctions of clauses.

mod hypothesis;
mod legal;

use std::any::Any;

use vesc_col_core::{Circuit, Complexity, DnfSpace, Hypothesis, Run, Shape, Signal, StopReason, SubSpace, paper_order};

pub use hypothesis::Cnf;
pub use legal::LegalCnfSpace;

/// All k-clause CNF formulas with l literals in all: several causes that are needed together.
///
/// The mirror image of [`DnfSpace`]: with all literals negated, a CNF is the complement of the DNF of the same shape.
/// Formulas are sets of clauses, and several can be one concept.
///
/// # Encoding
///
/// That of [`DnfSpace`], bit for bit, clause for term: 2 n k bits and O(n k) gates for the members and for a sample.
///
/// ```
/// use vesc_col_core::SubSpace;
/// use vesc_col_spaces::CnfSpace;
///
/// let space = CnfSpace::new(100, 5, 2);
/// assert_eq!(space.complexity().to_string(), "5 literals, 2 clauses");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CnfSpace {
    mirror: DnfSpace,
}

impl CnfSpace {
    /// The formulas of `clauses` clauses with `literals` literals over `features` features.
    #[must_use]
    pub fn new(features: usize, literals: usize, clauses: usize) -> CnfSpace {
        CnfSpace { mirror: DnfSpace::new(features, literals, clauses) }
    }

    /// The sub-spaces up to the given complexity in the paper's order.
    ///
    /// ```
    /// use vesc_col_spaces::CnfSpace;
    ///
    /// assert_eq!(CnfSpace::up_to(9, 3, 2).count(), 5);
    /// ```
    pub fn up_to(features: usize, max_literals: usize, max_clauses: usize) -> impl Iterator<Item = CnfSpace> {
        paper_order(max_literals, max_clauses)
            .map(move |(literals, clauses)| CnfSpace::new(features, literals, clauses))
    }

    /// The formula behind a member's bits; [`SubSpace::decode`] with its type.
    ///
    /// ```
    /// use vesc_col_core::{Features, SubSpace};
    /// use vesc_col_spaces::{Cnf, CnfSpace};
    ///
    /// let cnf = Cnf::parse("(x0 | !x2) & x3", &Features::numbered(4))?;
    /// let space = CnfSpace::new(4, 3, 2);
    /// let bits = space.bits_of(&cnf).expect("three literals in two clauses");
    /// assert_eq!(space.decode_cnf(&bits), cnf);
    /// # Ok::<(), vesc_col_core::ParseError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the bits are not a member's.
    #[must_use]
    pub fn decode_cnf(&self, bits: &[bool]) -> Cnf {
        Cnf::mirrored(self.mirror.decode_dnf(bits))
    }
}

impl SubSpace for CnfSpace {
    fn features(&self) -> usize {
        self.mirror.features()
    }

    fn key(&self) -> Option<String> {
        // Bit for bit the DNF of the same sizes, which every sample meets complemented.
        Some(self.mirror.key()?.replacen("dnf", "cnf", 1))
    }

    fn width(&self) -> usize {
        self.mirror.width()
    }

    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        self.mirror.member(circuit, h)
    }

    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal {
        // A term holds on the opposite sample exactly if its literals, as a clause, all fail on the sample.
        let opposite: Vec<Signal> = x.iter().map(|&value| !value).collect();
        let failing = self.mirror.predict(circuit, h, &opposite);
        // Without members any answer will do.
        !failing
    }

    fn complexity(&self) -> Complexity {
        Complexity::new([("literals", self.mirror.literals() as u64), ("clauses", self.mirror.terms() as u64)])
    }

    fn decode(&self, bits: &[bool]) -> Box<dyn Hypothesis> {
        Box::new(self.decode_cnf(bits))
    }

    fn bits_of(&self, hypothesis: &dyn Hypothesis) -> Option<Vec<bool>> {
        let cnf: &Cnf = (hypothesis as &dyn Any).downcast_ref()?;
        self.mirror.encode(cnf.mirror())
    }

    /// Mirrored formulas are one concept exactly if the formulas are, and they compare alike.
    fn canonical(&self, bits: &[bool]) -> Vec<bool> {
        self.mirror.canonical(bits)
    }

    fn canonical_within(&self, bits: &[bool], run: &Run) -> Result<Vec<bool>, StopReason> {
        self.mirror.canonical_within(bits, run)
    }

    fn formulas_are_concepts(&self) -> bool {
        self.mirror.formulas_are_concepts()
    }

    fn shape(&self) -> Shape<'_> {
        Shape::Cnf(&self.mirror)
    }
}

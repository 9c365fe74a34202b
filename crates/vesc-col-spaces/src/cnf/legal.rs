//! Conjunctions of clauses over declared legal inputs.

use std::any::Any;

use vesc_col_core::{Circuit, Complexity, Domain, Hypothesis, LegalDnfSpace, Run, Shape, Signal, StopReason, SubSpace};

use super::{Cnf, CnfSpace};

/// All k-clause CNF formulas with l literals of which every clause is false on some legal input.
///
/// The formulas of a [`CnfSpace`] but for those with a clause that says nothing, as `mode=a | mode!=a` would. Formulas
/// that agree on all legal inputs are one concept. The mirror image of a [`LegalDnfSpace`], over the opposites of the
/// legal inputs.
///
/// ```
/// use vesc_col_core::{Domain, Features, Literal, SubSpace};
/// use vesc_col_spaces::{Cnf, CnfSpace};
///
/// // One of three: `a | b | c` is always true, and `a | b` is `!c`.
/// let domain = Domain::builder(4).exactly_one([0, 1, 2]).build()?;
/// let space = CnfSpace::new(4, 3, 2).within(&domain);
/// assert_eq!((space.domain(), space.complexity().to_string()), (&domain, "3 literals, 2 clauses".to_owned()));
/// let features = Features::new(["a", "b", "c", "d"])?;
/// let [one, other] = ["(a | b) & d", "!c & (d | c)"].map(|text| Cnf::parse(text, &features));
/// let [one, other] = [space.bits_of(&one?), space.bits_of(&other?)].map(Option::unwrap);
/// assert_eq!(space.canonical(&one), space.canonical(&other));
/// assert!(CnfSpace::new(4, 3, 1).within(&domain).bits_of(&Cnf::parse("(a | b | c)", &features)?).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalCnfSpace {
    space: CnfSpace,
    mirror: LegalDnfSpace,
    domain: Domain,
}

impl CnfSpace {
    /// The formulas of this sub-space over these legal inputs.
    ///
    /// ```
    /// use vesc_col_core::{Domain, SubSpace};
    /// use vesc_col_spaces::CnfSpace;
    ///
    /// let domain = Domain::builder(3).exactly_one([0, 1, 2]).build()?;
    /// let space = CnfSpace::new(3, 2, 1).within(&domain);
    /// assert_eq!(space.domain(), &domain);
    /// assert!(!space.formulas_are_concepts()); // `a | b` is `!c`, and `!c | a`, too
    /// # Ok::<(), vesc_col_core::DomainError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the constraints of the domain speak of another number of features.
    #[must_use]
    pub fn within(self, domain: &Domain) -> LegalCnfSpace {
        LegalCnfSpace { space: self, mirror: self.mirror.within(&domain.mirrored()), domain: domain.clone() }
    }
}

impl SubSpace for LegalCnfSpace {
    fn features(&self) -> usize {
        self.space.features()
    }

    fn key(&self) -> Option<String> {
        Some(self.space.key()? + &self.domain.key())
    }

    fn width(&self) -> usize {
        self.space.width()
    }

    /// A clause is false somewhere exactly if the term of its literals holds on the opposite of a legal input.
    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        self.mirror.member(circuit, h)
    }

    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal {
        self.space.predict(circuit, h, x)
    }

    fn complexity(&self) -> Complexity {
        self.space.complexity()
    }

    fn decode(&self, bits: &[bool]) -> Box<dyn Hypothesis> {
        self.space.decode(bits)
    }

    fn bits_of(&self, hypothesis: &dyn Hypothesis) -> Option<Vec<bool>> {
        let cnf: &Cnf = (hypothesis as &dyn Any).downcast_ref()?;
        self.mirror.bits_of(cnf.mirror())
    }

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
        Shape::Cnf(self.mirror.unconstrained())
    }

    fn domain(&self) -> &Domain {
        &self.domain
    }
}

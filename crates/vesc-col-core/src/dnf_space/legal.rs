//! k-term DNF over declared legal inputs.

use std::any::Any;

use crate::{
    Circuit, Complexity, Dnf, DnfSpace, Domain, Hypothesis, LegalConcept, Literal, Run, Shape, Signal, StopReason,
    SubSpace, TermRules,
};

/// All k-term DNF formulas with l literals of which every term holds on some legal input.
///
/// The formulas of a [`DnfSpace`] but for those with a term that contains a nogood of the [`Domain`]. Formulas that
/// agree on all legal inputs are one concept. The encoding is the same, with constraints on each term.
///
/// Beware: several formulas of a size are one concept more often than over free inputs. In a closed group of two, `a`
/// is `!b`; with thresholds, `len>=4` is `len>=4 & len>=2`. So the number of formulas bounds that of concepts only from
/// above.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col_core::{DnfSpace, Domain, Query, SubSpace};
///
/// let domain = Domain::builder(5).exactly_one([0, 1, 2]).build()?;
/// let space = DnfSpace::new(5, 3, 2).within(&domain);
/// assert_eq!(space.complexity().to_string(), "3 literals, 2 terms");
/// let query = Query::new(Arc::new(space));
/// assert!(!query.space().domain().is_free());
/// # Ok::<(), vesc_col_core::DomainError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalDnfSpace {
    space: DnfSpace,
    domain: Domain,
}

/// Why the search for the least formula of a member's concept finds one.
const IS_THERE: &str = "a member's concept has a formula in its sub-space";

impl DnfSpace {
    /// The formulas of this sub-space over these legal inputs.
    ///
    /// ```
    /// use vesc_col_core::{DnfSpace, Domain, SubSpace};
    ///
    /// // One of three: `!a & !b` is left beside the literals, but `a & b` holds nowhere.
    /// let domain = Domain::builder(3).exactly_one([0, 1, 2]).build()?;
    /// let space = DnfSpace::new(3, 2, 1).within(&domain);
    /// assert_eq!(space.domain(), &domain);
    /// assert!(!space.formulas_are_concepts()); // `!a & !b` is `c`, and `c & !a`, too
    /// # Ok::<(), vesc_col_core::DomainError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the constraints of the domain speak of another number of features.
    #[must_use]
    pub fn within(self, domain: &Domain) -> LegalDnfSpace {
        let suits = domain.features().is_none_or(|features| features == self.features());
        assert!(suits, "the constraints speak of another number of features than the sub-space");
        LegalDnfSpace { space: self, domain: domain.clone() }
    }

    /// Says, as a circuit, whether every term of the member with the bits `h` holds on some legal input.
    ///
    /// A sub-space with the bits of this one demands it over declared inputs. It takes a gate for each nogood and term, and a
    /// few for each feature of an order.
    ///
    /// ```
    /// use vesc_col_core::{Circuit, Dnf, DnfSpace, Domain, Features, SubSpace};
    ///
    /// let domain = Domain::builder(3).exactly_one([0, 1, 2]).build()?;
    /// let space = DnfSpace::new(3, 2, 1);
    /// let mut circuit = Circuit::new();
    /// let h = circuit.inputs(space.width());
    /// let possible = space.terms_are_possible(&domain, &mut circuit, &h);
    /// let features = Features::new(["a", "b", "c"])?;
    /// let mut check = |text| Ok::<_, vesc_col_core::ParseError>(space.encode(&Dnf::parse(text, &features)?).unwrap());
    /// assert!(!circuit.eval(possible, &check("a & b")?) && circuit.eval(possible, &check("!a & !b")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn terms_are_possible(&self, domain: &Domain, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        let mut constraints = Vec::new();
        // Without room there are no bits.
        for term in 0..if self.has_room() { self.terms() } else { 0 } {
            let has = |circuit: &mut Circuit, literal: Literal| {
                let bit = self.bit(literal.feature(), term);
                circuit.and([h[bit], h[bit + 1].complement_if(!literal.is_negated())])
            };
            constraints.push(domain.allows_conjunction(circuit, has));
        }
        circuit.and(constraints)
    }
}

/// Over free inputs.
impl From<DnfSpace> for LegalDnfSpace {
    fn from(space: DnfSpace) -> LegalDnfSpace {
        space.within(&Domain::free())
    }
}

impl LegalDnfSpace {
    /// The sub-space over all inputs.
    #[must_use]
    pub fn unconstrained(&self) -> &DnfSpace {
        &self.space
    }

    /// How many literals a formula has.
    #[must_use]
    pub fn literals(&self) -> usize {
        self.space.literals()
    }

    /// How many terms a formula has.
    #[must_use]
    pub fn terms(&self) -> usize {
        self.space.terms()
    }

    /// The concept of a formula on the legal inputs.
    #[must_use]
    pub fn concept(&self, dnf: &Dnf) -> LegalConcept {
        LegalConcept::of(dnf, &self.domain)
    }

    /// The formula that is shown for a formula's concept: the least of this sub-space that is the same concept.
    ///
    /// ```
    /// use vesc_col_core::{Dnf, DnfSpace, Domain, Features};
    ///
    /// let features = Features::new(["idle", "busy", "irq"])?;
    /// let domain = Domain::builder(3).exactly_one([0, 1]).build()?;
    /// let space = DnfSpace::new(3, 2, 1).within(&domain);
    /// let dnf = Dnf::parse("!busy & irq", &features)?;
    /// let least = space.least(&dnf);
    /// assert_eq!(least.display(&features).to_string(), "idle & irq");
    /// assert_eq!(space.concept(&dnf), space.concept(&least));
    /// assert_eq!((space.literals(), space.terms()), (2, 1));
    /// assert_eq!(space.unconstrained(), &DnfSpace::new(3, 2, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the formula does not belong to this sub-space.
    #[must_use]
    pub fn least(&self, dnf: &Dnf) -> Dnf {
        if self.formulas_are_concepts() {
            return dnf.clone();
        }
        self.concept(dnf).least_formula(&self.space).expect(IS_THERE)
    }

    /// [`least`](LegalDnfSpace::least) within a run.
    ///
    /// ```
    /// use vesc_col_core::{Dnf, DnfSpace, Domain, Features, Run, StopReason};
    ///
    /// let space = DnfSpace::new(3, 6, 3).within(&Domain::free());
    /// let dnf = Dnf::parse("!x0 & x1 | !x1 & x2 | !x2 & x0", &Features::numbered(3))?;
    /// assert_eq!(space.least_within(&dnf, &Run::new()), Ok(space.least(&dnf)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Why the run ended, or [`StopReason::EngineLimit`] if the search takes more than about a minute of work.
    ///
    /// # Panics
    ///
    /// If the formula does not belong to this sub-space.
    pub fn least_within(&self, dnf: &Dnf, run: &Run) -> Result<Dnf, StopReason> {
        if self.formulas_are_concepts() {
            return Ok(dnf.clone());
        }
        let concept = LegalConcept::of_within(dnf, &self.domain, run)?;
        Ok(concept.least_formula_within(&self.space, &TermRules::default(), run)?.expect(IS_THERE))
    }
}

impl SubSpace for LegalDnfSpace {
    fn features(&self) -> usize {
        self.space.features()
    }

    fn key(&self) -> Option<String> {
        Some(self.space.key()? + &self.domain.key())
    }

    fn width(&self) -> usize {
        self.space.width()
    }

    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        let members = [self.space.member(circuit, h), self.space.terms_are_possible(&self.domain, circuit, h)];
        circuit.and(members)
    }

    /// A single term over free inputs is its own only prime.
    fn formulas_are_concepts(&self) -> bool {
        self.terms() <= 1 && self.domain.is_free()
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
        let bits = self.space.bits_of(hypothesis)?;
        let dnf = (hypothesis as &dyn Any).downcast_ref::<Dnf>()?;
        dnf.terms().iter().all(|term| self.domain.allows(term.literals())).then_some(bits)
    }

    fn canonical(&self, bits: &[bool]) -> Vec<bool> {
        if self.formulas_are_concepts() {
            return bits.to_vec();
        }
        let least = self.least(&self.space.decode_dnf(bits));
        self.space.encode(&least).expect(IS_THERE)
    }

    fn canonical_within(&self, bits: &[bool], run: &Run) -> Result<Vec<bool>, StopReason> {
        if self.formulas_are_concepts() {
            return Ok(bits.to_vec());
        }
        let least = self.least_within(&self.space.decode_dnf(bits), run)?;
        Ok(self.space.encode(&least).expect(IS_THERE))
    }

    fn shape(&self) -> Shape<'_> {
        Shape::Dnf(&self.space)
    }

    fn domain(&self) -> &Domain {
        &self.domain
    }
}

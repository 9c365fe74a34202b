//! The paper's sub-spaces: k-term DNF with l literals.

mod legal;

use std::any::Any;

pub use legal::LegalDnfSpace;

use crate::{
    Circuit, Complexity, Dnf, Domain, Hypothesis, Literal, Run, Shape, Signal, StopReason, SubSpace, Term, paper_order,
};

/// All k-term DNF formulas with l literals in all over n features: the paper's `(l, k)`-space.
///
/// It is empty if `k > l`, if `l > n * k`, or if there are not enough distinct terms.
///
/// # Encoding
///
/// Two bits for each feature and term, *appears* and *negated*; *negated* is fixed to false where the feature does not
/// appear. The bits are listed feature by feature, all terms of a feature side by side. That keeps the order of the
/// terms, enforced between neighbours, narrow in a decision diagram. The circuit of the membership has O(n k) gates and
/// two counting gates over n k operands; a sample's constraint has O(n k) gates.
///
/// ```
/// use vesc_col_core::{DnfSpace, SubSpace};
///
/// let space = DnfSpace::new(100, 5, 2);
/// assert_eq!(space.complexity().to_string(), "5 literals, 2 terms");
/// assert_eq!(space.width(), 400);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DnfSpace {
    features: usize,
    literals: usize,
    terms: usize,
}

impl DnfSpace {
    /// The formulas of `terms` terms with `literals` literals over `features` features.
    #[must_use]
    pub fn new(features: usize, literals: usize, terms: usize) -> DnfSpace {
        DnfSpace { features, literals, terms }
    }

    /// The sub-spaces up to the given complexity in the paper's order.
    ///
    /// ```
    /// use vesc_col_core::DnfSpace;
    ///
    /// let sizes: Vec<_> = DnfSpace::up_to(9, 3, 2).map(|space| (space.literals(), space.terms())).collect();
    /// assert_eq!(sizes, [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2)]);
    /// ```
    pub fn up_to(features: usize, max_literals: usize, max_terms: usize) -> impl Iterator<Item = DnfSpace> {
        paper_order(max_literals, max_terms).map(move |(literals, terms)| DnfSpace::new(features, literals, terms))
    }

    /// How many literals a formula has.
    #[must_use]
    pub fn literals(&self) -> usize {
        self.literals
    }

    /// How many terms a formula has.
    #[must_use]
    pub fn terms(&self) -> usize {
        self.terms
    }

    /// Whether the sizes leave room for a formula: otherwise there are no members, and no bits to describe one. (There
    /// may be no members even so, if there are not enough short terms.)
    ///
    /// ```
    /// use vesc_col_core::DnfSpace;
    ///
    /// assert!(DnfSpace::new(3, 6, 2).has_room());
    /// assert!(!DnfSpace::new(3, 7, 2).has_room()); // two terms of three features have six literals
    /// assert!(!DnfSpace::new(3, 1, 2).has_room()); // each term has one
    /// ```
    #[must_use]
    pub fn has_room(&self) -> bool {
        let literals = self.features.saturating_mul(self.terms);
        // Each feature is in a term positively, negated, or not at all; the empty term is none.
        let distinct_terms = u32::try_from(self.features).ok().and_then(|features| 3usize.checked_pow(features));
        0 < self.terms
            && self.terms <= self.literals
            && self.literals <= literals
            && distinct_terms.is_none_or(|count| self.terms < count)
    }

    /// Position of the bit that says whether a feature appears in a term. The bit after it says whether negated.
    #[must_use]
    pub fn bit(&self, feature: usize, term: usize) -> usize {
        2 * (feature * self.terms + term)
    }

    /// The formula behind a member's bits; [`SubSpace::decode`] with its type.
    ///
    /// # Panics
    ///
    /// If the bits are not a member's.
    #[must_use]
    pub fn decode_dnf(&self, bits: &[bool]) -> Dnf {
        assert_eq!(bits.len(), self.width(), "not a bit string of this sub-space");
        let terms = (0..self.terms).map(|term| {
            let appearing = (0..self.features).filter(|&feature| bits[self.bit(feature, term)]);
            Term::new(appearing.map(|feature| Literal::matching(feature, !bits[self.bit(feature, term) + 1])))
        });
        terms.collect::<Result<Vec<Term>, _>>().and_then(Dnf::new).expect("a member is a formula")
    }

    /// The bits of a formula, or `None` if it does not belong to this sub-space.
    ///
    /// ```
    /// use vesc_col_core::{Dnf, DnfSpace, Features};
    ///
    /// let features = Features::numbered(4);
    /// let space = DnfSpace::new(4, 3, 2);
    /// let dnf = Dnf::parse("x0 & !x2 | x3", &features)?;
    /// let bits = space.encode(&dnf).expect("three literals in two terms");
    /// assert_eq!(space.decode_dnf(&bits), dnf);
    /// // x2 appears, negated, in one of the terms.
    /// assert!((0..2).any(|term| bits[space.bit(2, term)] && bits[space.bit(2, term) + 1]));
    /// assert_eq!(space.encode(&Dnf::parse("x0 | x1", &features)?), None);
    /// # Ok::<(), vesc_col_core::ParseError>(())
    /// ```
    #[must_use]
    pub fn encode(&self, dnf: &Dnf) -> Option<Vec<bool>> {
        let belongs = self.has_room()
            && dnf.terms().len() == self.terms
            && dnf.literal_count() == self.literals
            && dnf.feature_bound() <= self.features;
        if !belongs {
            return None;
        }
        let mut codes: Vec<Vec<(bool, bool)>> = dnf.terms().iter().map(|term| self.code(term)).collect();
        codes.sort_unstable_by(|a, b| b.cmp(a));
        let mut bits = vec![false; self.width()];
        for (term, code) in codes.iter().enumerate() {
            for (feature, &(appears, negated)) in code.iter().enumerate() {
                bits[self.bit(feature, term)] = appears;
                bits[self.bit(feature, term) + 1] = negated;
            }
        }
        Some(bits)
    }

    /// A term as (appears, negated) per feature. `member` wants the terms in descending order of these codes.
    fn code(&self, term: &Term) -> Vec<(bool, bool)> {
        let mut code = vec![(false, false); self.features];
        for literal in term.literals() {
            code[literal.feature()] = (true, literal.is_negated());
        }
        code
    }

    /// The bits of one term, feature by feature: the string by which terms are ordered.
    fn term_bits(&self, h: &[Signal], term: usize) -> Vec<Signal> {
        (0..self.features).flat_map(|feature| [h[self.bit(feature, term)], h[self.bit(feature, term) + 1]]).collect()
    }
}

impl SubSpace for DnfSpace {
    fn features(&self) -> usize {
        self.features
    }

    fn key(&self) -> Option<String> {
        let DnfSpace { features, literals, terms } = self;
        Some(format!("dnf features={features} literals={literals} terms={terms}"))
    }

    fn width(&self) -> usize {
        if self.has_room() { self.features.saturating_mul(self.terms).saturating_mul(2) } else { 0 }
    }

    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        if !self.has_room() {
            return Signal::FALSE;
        }
        let mut constraints = Vec::new();
        for pair in h.chunks_exact(2) {
            constraints.push(circuit.implies(pair[1], pair[0]));
        }
        constraints.push(circuit.exactly(self.literals, h.iter().copied().step_by(2)));
        let terms: Vec<Vec<Signal>> = (0..self.terms).map(|term| self.term_bits(h, term)).collect();
        // Strictly descending codes: one order of the terms, no term twice, and only the last one could be empty.
        for pair in terms.windows(2) {
            constraints.push(circuit.greater(&pair[0], &pair[1]));
        }
        constraints.push(circuit.or(terms[self.terms - 1].iter().copied().step_by(2)));
        circuit.and(constraints)
    }

    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal {
        if !self.has_room() {
            return Signal::FALSE;
        }
        let terms: Vec<Signal> = (0..self.terms)
            .map(|term| {
                let satisfied: Vec<Signal> = (0..self.features)
                    .map(|feature| {
                        let bit = self.bit(feature, term);
                        // A member's bit *negated* implies *appears*.
                        let (appears, negated, value) = (h[bit], h[bit + 1], x[feature]);
                        let too_high = circuit.and([value, negated]);
                        let too_low = circuit.and([!value, appears, !negated]);
                        circuit.and([!too_high, !too_low])
                    })
                    .collect();
                circuit.and(satisfied)
            })
            .collect();
        circuit.or(terms)
    }

    fn complexity(&self) -> Complexity {
        Complexity::new([("literals", self.literals as u64), ("terms", self.terms as u64)])
    }

    fn decode(&self, bits: &[bool]) -> Box<dyn Hypothesis> {
        Box::new(self.decode_dnf(bits))
    }

    fn bits_of(&self, hypothesis: &dyn Hypothesis) -> Option<Vec<bool>> {
        self.encode((hypothesis as &dyn Any).downcast_ref()?)
    }

    fn canonical(&self, bits: &[bool]) -> Vec<bool> {
        self.within(&Domain::free()).canonical(bits)
    }

    fn canonical_within(&self, bits: &[bool], run: &Run) -> Result<Vec<bool>, StopReason> {
        self.within(&Domain::free()).canonical_within(bits, run)
    }

    fn formulas_are_concepts(&self) -> bool {
        self.terms <= 1
    }

    fn shape(&self) -> Shape<'_> {
        Shape::Dnf(self)
    }
}

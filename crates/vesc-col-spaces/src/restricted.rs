//! k-term DNF of which more is known.

mod least;
mod options;

use std::any::Any;
use std::sync::Arc;

use vesc_col_core::{
    Circuit, Complexity, Concept, Dnf, DnfSpace, Domain, Hypothesis, LegalConcept, Literal, Run, Shape, Signal,
    StopReason, SubSpace, TermRules, paper_order,
};

pub use options::DnfOptions;

use crate::key_in_a_term;

/// The k-term DNF formulas of a size that satisfy some [`DnfOptions`].
///
/// The size is the number of literals, or the sum of their features' weights if there are any.
///
/// # Encoding
///
/// That of [`DnfSpace`], *appears* and *negated* for each feature and term, with small gates for the options. There is
/// one for each forbidden literal and term, and one for each required literal. A counting gate stands for each term and
/// group, and for each term's length. Over declared inputs there is one for each nogood and term.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col_core::{Literal, SubSpace};
/// use vesc_col_spaces::{DnfOptions, RestrictedDnfSpace};
///
/// let options = DnfOptions::default().monotone().with_max_term_literals(2).forbid([Literal::positive(4)]);
/// let space = RestrictedDnfSpace::new(10, 4, 2, Arc::new(options));
/// assert_eq!(space.complexity().to_string(), "4 literals, 2 terms");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestrictedDnfSpace {
    features: usize,
    size: usize,
    terms: usize,
    options: Arc<DnfOptions>,
    /// All formulas of the size, where the options only say which terms there may be, and which literals there must be.
    unrestricted: Option<(DnfSpace, TermRules)>,
    /// The required literals, each a set of its own.
    required: Vec<Vec<Literal>>,
    domain: Domain,
    /// Each term holds on an input of these.
    possible: Domain,
}

impl RestrictedDnfSpace {
    /// The formulas of `terms` terms and this size over `features` features that satisfy the options.
    #[must_use]
    pub fn new(features: usize, size: usize, terms: usize, options: Arc<DnfOptions>) -> RestrictedDnfSpace {
        let rules = options.term_rules(features);
        let unrestricted = rules.map(|rules| (DnfSpace::new(features, size, terms), rules));
        let required = options.required().iter().map(|&literal| vec![literal]).collect();
        let (domain, possible) = (Domain::free(), Domain::free());
        RestrictedDnfSpace { features, size, terms, options, unrestricted, required, domain, possible }
    }

    /// The formulas of this sub-space over these legal inputs: those of which every term holds on some of them.
    /// Formulas that agree on all legal inputs are one concept, of which the least *of these* formulas is shown.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col_core::{Dnf, Domain, Features, Literal, SubSpace};
    /// use vesc_col_spaces::{DnfOptions, RestrictedDnfSpace};
    ///
    /// let features = Features::new(["idle", "busy", "irq"])?;
    /// let domain = Domain::builder(3).exactly_one([0, 1]).build()?;
    /// let options = Arc::new(DnfOptions::default().forbid([Literal::positive(0)]));
    /// let space = RestrictedDnfSpace::new(3, 2, 1, options).within(&domain);
    /// assert_eq!(space.domain(), &domain);
    /// let bits = ["!idle & irq", "busy & irq", "idle & irq", "!idle & !busy"]
    ///     .map(|text| space.encode(&Dnf::parse(text, &features).unwrap()));
    /// assert!(bits[2].is_none() && bits[3].is_none()); // forbidden, and impossible
    /// let [one, other] = [0, 1].map(|i| space.canonical(bits[i].as_ref().unwrap()));
    /// assert_eq!(one, other);
    /// assert_eq!(space.decode(&one).display(&features).to_string(), "!idle & irq");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the constraints of the domain speak of another number of features. Also if not all inputs are legal, and the
    /// options require literals, or have groups or weights. These are for free inputs only ([`DnfOptions::as_rules`]).
    #[must_use]
    pub fn within(self, domain: &Domain) -> RestrictedDnfSpace {
        let only_rules = self.unrestricted.is_some() && self.options.required().is_empty();
        let suits = domain.is_free() || only_rules;
        assert!(suits, "required literals, groups and weights are for free inputs only");
        let domain = self.grid().within(domain).domain().clone();
        RestrictedDnfSpace { possible: domain.clone(), domain, ..self }
    }

    /// The formulas of which every term holds on some input of `domain`. Concepts are still compared on all inputs:
    /// whoever compares them on those of `domain`, whatever the options, builds on this.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col_core::{Dnf, Domain, Features, Literal, SubSpace};
    /// use vesc_col_spaces::{DnfOptions, RestrictedDnfSpace};
    ///
    /// let features = Features::new(["idle", "busy", "irq"])?;
    /// let domain = Domain::builder(3).exactly_one([0, 1]).build()?;
    /// let options = Arc::new(DnfOptions::default().require([Literal::positive(1)]));
    /// let space = RestrictedDnfSpace::new(3, 2, 1, options).with_possible_terms(&domain);
    /// assert!(space.domain().is_free());
    /// let read = |text| Dnf::parse(text, &features);
    /// let is_member = |text| read(text).map(|dnf| space.encode(&dnf).is_some());
    /// assert!(is_member("busy & irq")? && !is_member("idle & busy")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the constraints of the domain speak of another number of features.
    #[must_use]
    pub fn with_possible_terms(self, domain: &Domain) -> RestrictedDnfSpace {
        let possible = self.grid().within(domain).domain().clone();
        // Over free inputs every term is possible, and engines go on to know all that the options say.
        let unrestricted = self.unrestricted.filter(|_| possible.is_free());
        RestrictedDnfSpace { possible, unrestricted, domain: Domain::free(), ..self }
    }

    /// The sub-spaces up to the given complexity, by size, then by the number of terms.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col_spaces::{DnfOptions, RestrictedDnfSpace};
    ///
    /// let options = Arc::new(DnfOptions::default().monotone());
    /// assert_eq!(RestrictedDnfSpace::up_to(9, 3, 2, options).count(), 5);
    /// ```
    pub fn up_to(
        features: usize,
        max_size: usize,
        max_terms: usize,
        options: Arc<DnfOptions>,
    ) -> impl Iterator<Item = RestrictedDnfSpace> {
        paper_order(max_size, max_terms)
            .map(move |(size, terms)| RestrictedDnfSpace::new(features, size, terms, Arc::clone(&options)))
    }

    /// The options.
    pub fn options(&self) -> &DnfOptions {
        &self.options
    }

    /// The formula behind a member's bits; [`SubSpace::decode`] with its type.
    ///
    /// # Panics
    ///
    /// If the bits are not a member's.
    #[must_use]
    pub fn decode_dnf(&self, bits: &[bool]) -> Dnf {
        self.grid().decode_dnf(bits)
    }

    /// The bits of a formula, or `None` if it does not belong to this sub-space.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col_core::{Dnf, Features};
    /// use vesc_col_spaces::{DnfOptions, RestrictedDnfSpace};
    ///
    /// let features = Features::numbered(4);
    /// let monotone = Arc::new(DnfOptions::default().monotone());
    /// let space = RestrictedDnfSpace::new(4, 3, 2, monotone.clone());
    /// assert_eq!(space.options(), &*monotone);
    /// let dnf = Dnf::parse("x0 & x2 | x3", &features)?;
    /// let bits = space.encode(&dnf).expect("three literals, none negated");
    /// assert_eq!(space.decode_dnf(&bits), dnf);
    /// assert_eq!(space.encode(&Dnf::parse("x0 & !x2 | x3", &features)?), None);
    /// # Ok::<(), vesc_col_core::ParseError>(())
    /// ```
    #[must_use]
    pub fn encode(&self, dnf: &Dnf) -> Option<Vec<bool>> {
        let belongs = dnf.terms().len() == self.terms
            && dnf.terms().iter().all(|term| self.options.allow(term) && self.possible.allows(term))
            && self.options.size(dnf.terms().iter().flat_map(|term| term.iter())) == self.size
            && self.options.required().iter().all(|literal| dnf.terms().iter().any(|term| term.contains(literal)));
        // Where a literal's bits lie depends on the number of terms alone.
        let unrestricted = DnfSpace::new(self.features, dnf.literal_count(), self.terms);
        if belongs { unrestricted.encode(dnf) } else { None }
    }

    /// A sub-space with the same bits.
    fn grid(&self) -> DnfSpace {
        DnfSpace::new(self.features, self.terms, self.terms)
    }

    fn forbids(&self, circuit: &mut Circuit, h: &[Signal], constraints: &mut Vec<Signal>) {
        let grid = self.grid();
        for feature in 0..self.features {
            let [positive, negative] =
                [true, false].map(|value| self.options.forbids(Literal::matching(feature, value)));
            for term in 0..self.terms {
                let (appears, negated) = (h[grid.bit(feature, term)], h[grid.bit(feature, term) + 1]);
                if positive {
                    constraints.push(circuit.implies(appears, negated));
                }
                if negative {
                    constraints.push(!negated);
                }
            }
        }
    }

    fn requires(&self, circuit: &mut Circuit, h: &[Signal], constraints: &mut Vec<Signal>) {
        let grid = self.grid();
        for literal in self.options.required() {
            let here: Vec<Signal> = (0..self.terms)
                .filter(|_| literal.feature() < self.features)
                .map(|term| {
                    let bit = grid.bit(literal.feature(), term);
                    circuit.and([h[bit], h[bit + 1].complement_if(!literal.is_negated())])
                })
                .collect();
            constraints.push(circuit.or(here));
        }
    }
}

/// Why the search for the least formula of a member's concept finds one.
const IS_THERE: &str = "a member's concept has a formula in its sub-space";

impl RestrictedDnfSpace {
    /// The least formula of a formula's concept where options of the space as a whole matter.
    fn least_under_options(&self, dnf: &Dnf, run: &Run) -> Result<Option<Dnf>, StopReason> {
        let allow = |term: &[Literal]| self.options.allow(term) && self.possible.allows(term);
        let size = (self.features, self.size, self.terms);
        least::least_formula(&Concept::of(dnf), size, &self.options, &allow, run)
    }
}

impl SubSpace for RestrictedDnfSpace {
    fn features(&self) -> usize {
        self.features
    }

    fn key(&self) -> Option<String> {
        let RestrictedDnfSpace { features, size, terms, options, domain, possible, .. } = self;
        let mut key = format!("restricted-dnf features={features} size={size} terms={terms}{}", options.key());
        if domain.is_free() {
            key += &key_in_a_term(possible);
        }
        Some(key + &domain.key())
    }

    fn width(&self) -> usize {
        self.grid().width()
    }

    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        let grid = self.grid();
        if !grid.has_room() || self.size == 0 {
            return Signal::FALSE;
        }
        let appears = |feature: usize, term: usize| h[grid.bit(feature, term)];
        let mut constraints = Vec::new();
        for pair in h.chunks_exact(2) {
            constraints.push(circuit.implies(pair[1], pair[0]));
        }
        let mut weighed = Vec::new();
        for feature in 0..self.features {
            for term in 0..self.terms {
                let weight = usize::try_from(self.options.weight(feature)).unwrap_or(usize::MAX);
                if weight > self.size {
                    constraints.push(!appears(feature, term));
                } else {
                    weighed.extend(std::iter::repeat_n(appears(feature, term), weight));
                }
            }
        }
        constraints.push(circuit.exactly(self.size, weighed));
        // Strictly descending codes: one order of the terms, no term twice, and only the last one could be empty.
        let code = |term: usize| -> Vec<Signal> {
            (0..self.features)
                .flat_map(|feature| [grid.bit(feature, term), grid.bit(feature, term) + 1])
                .map(|bit| h[bit])
                .collect()
        };
        for term in 1..self.terms {
            constraints.push(circuit.greater(&code(term - 1), &code(term)));
        }
        constraints.push(circuit.or((0..self.features).map(|feature| appears(feature, self.terms - 1))));
        for term in 0..self.terms {
            if let Some(most) = self.options.max_term_literals() {
                constraints.push(circuit.at_most(most, (0..self.features).map(|feature| appears(feature, term))));
            }
            for group in self.options.groups() {
                let known = group.iter().filter(|&&feature| feature < self.features);
                constraints.push(circuit.at_most(1, known.map(|&feature| appears(feature, term))));
            }
        }
        self.forbids(circuit, h, &mut constraints);
        self.requires(circuit, h, &mut constraints);
        constraints.push(grid.terms_are_possible(&self.possible, circuit, h));
        circuit.and(constraints)
    }

    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal {
        self.grid().predict(circuit, h, x)
    }

    fn complexity(&self) -> Complexity {
        let measure = if self.options.has_weights() { "weight" } else { "literals" };
        Complexity::new([(measure, self.size as u64), ("terms", self.terms as u64)])
    }

    fn decode(&self, bits: &[bool]) -> Box<dyn Hypothesis> {
        Box::new(self.decode_dnf(bits))
    }

    fn bits_of(&self, hypothesis: &dyn Hypothesis) -> Option<Vec<bool>> {
        self.encode((hypothesis as &dyn Any).downcast_ref()?)
    }

    /// Exponential at worst, and fast where there is little room to pad, as in the first sub-spaces of a search that
    /// are not empty.
    fn canonical(&self, bits: &[bool]) -> Vec<bool> {
        self.canonical_within(bits, &Run::new()).expect("nothing stops a run without limits")
    }

    fn canonical_within(&self, bits: &[bool], run: &Run) -> Result<Vec<bool>, StopReason> {
        if self.formulas_are_concepts() {
            return Ok(bits.to_vec());
        }
        let dnf = self.decode_dnf(bits);
        let least = match &self.unrestricted {
            Some((space, rules)) if self.options.required().is_empty() => {
                LegalConcept::of_within(&dnf, &self.domain, run)?.least_formula_within(space, rules, run)?
            }
            _ => self.least_under_options(&dnf, run)?,
        };
        Ok(least.and_then(|dnf| self.encode(&dnf)).expect(IS_THERE))
    }

    fn formulas_are_concepts(&self) -> bool {
        self.terms <= 1 && self.domain.is_free()
    }

    fn shape(&self) -> Shape<'_> {
        match (&self.unrestricted, &*self.required) {
            (Some((space, rules)), []) => Shape::RestrictedDnf { space, rules },
            (Some((space, rules)), required) => Shape::RequiringDnf { space, rules, required },
            (None, _) => Shape::Opaque,
        }
    }

    fn domain(&self) -> &Domain {
        &self.domain
    }
}

//! k-term DNF with sets and ranges.

mod conditions;
mod group;
mod hypothesis;
mod least;
mod possible;
mod primes;
mod reader;
mod region;

use std::any::Any;
use std::sync::Arc;

use vesc_col_core::{Circuit, Complexity, Domain, Hypothesis, Literal, Signal, SubSpace, paper_order};

pub use group::{GroupError, ValueGroup};
pub use hypothesis::{SetDnf, SetTerm};

use conditions::Conditions;
use group::Groups;
use possible::Possible;

/// All formulas of k terms with a given number of conditions in all. A condition is a literal, or says that a group of
/// features has one of some values. Each costs the same. `er in {dest, payload} & 4 <= len <= 7 | !reset` has three in
/// two terms.
///
/// A [`ValueGroup`] is the columns of one variable, one for each value. A condition on a group names some of the
/// values, but not all. In an ordered group these are the values between two. It holds where one of their features is
/// true. The features of a group appear in no other condition. Formulas are sets of distinct terms, and over all inputs
/// several of them can be one concept, though not of one term.
///
/// # Encoding
///
/// For each term two bits, *appears* and *negated*, for each feature outside of the groups, then one bit for each value
/// of each group. The bits of all terms for one feature or value are neighbours. Membership has O(n k) gates and two
/// counting gates. The constraint of a sample has at most three gates for each feature and term, and two for each group
/// and term.
///
/// ```
/// use vesc_col_core::SubSpace;
/// use vesc_col_spaces::{ValueGroup, SetDnfSpace};
///
/// let kind = ValueGroup::new("er", [("dest", 0), ("payload", 1), ("fcs", 2), ("none", 3)]);
/// let length = ValueGroup::ordered("len", [("1", 4), ("2", 5), ("4", 6), ("8", 7)]);
/// let space = SetDnfSpace::new(10, 3, 2, [kind, length])?;
/// assert_eq!(space.complexity().to_string(), "3 conditions, 2 terms");
/// assert_eq!(space.width(), 2 * (4 + 8));
/// # Ok::<(), vesc_col_spaces::GroupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetDnfSpace {
    conditions: usize,
    terms: usize,
    groups: Arc<Groups>,
    /// Which terms there may be, if not all.
    possible: Option<Arc<Possible>>,
}

impl SetDnfSpace {
    /// The formulas of `terms` terms with `conditions` conditions over `features` features and these groups.
    ///
    /// # Errors
    ///
    /// [`GroupError`] if a feature is out of range, or stands for two values, or a name is not the only one.
    pub fn new(
        features: usize,
        conditions: usize,
        terms: usize,
        groups: impl IntoIterator<Item = ValueGroup>,
    ) -> Result<SetDnfSpace, GroupError> {
        Ok(SetDnfSpace { conditions, terms, groups: Arc::new(Groups::new(features, groups)?), possible: None })
    }

    /// The sub-spaces up to the given complexity, by the number of conditions, then by that of terms.
    ///
    /// ```
    /// use vesc_col_spaces::{ValueGroup, SetDnfSpace};
    ///
    /// let length = ValueGroup::ordered("len", [("1", 4), ("2", 5), ("4", 6), ("8", 7)]);
    /// assert_eq!(SetDnfSpace::up_to(10, 3, 2, [length])?.count(), 5);
    /// # Ok::<(), vesc_col_spaces::GroupError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`SetDnfSpace::new`].
    pub fn up_to(
        features: usize,
        max_conditions: usize,
        max_terms: usize,
        groups: impl IntoIterator<Item = ValueGroup>,
    ) -> Result<impl Iterator<Item = SetDnfSpace>, GroupError> {
        let groups = Arc::new(Groups::new(features, groups)?);
        let sizes = paper_order(max_conditions, max_terms);
        Ok(sizes.map(move |(conditions, terms)| SetDnfSpace {
            conditions,
            terms,
            groups: Arc::clone(&groups),
            possible: None,
        }))
    }

    /// The formulas of which every term holds on some input of `domain`. Concepts are still compared on all inputs:
    /// whoever compares them on those of `domain` builds on this.
    ///
    /// ```
    /// use vesc_col_core::{Domain, Features, SubSpace};
    /// use vesc_col_spaces::{SetDnf, SetDnfSpace, ValueGroup};
    ///
    /// // The modes exclude each other, and a burst has a length.
    /// let never = [0, 3].map(vesc_col_core::Literal::positive);
    /// let domain = Domain::builder(4).exactly_one([0, 1, 2]).never(never).build()?;
    /// let mode = ValueGroup::new("mode", [("idle", 0), ("burst", 1), ("single", 2)]);
    /// let space = SetDnfSpace::new(4, 2, 1, [mode])?.with_possible_terms(&domain)?;
    /// let features = Features::numbered(4);
    /// let read = |text| SetDnf::parse(text, &features, &space);
    /// let is_member = |text| read(text).map(|dnf| space.encode(&dnf).is_some());
    /// assert!(is_member("x3 & mode in {idle, burst}")? && !is_member("x3 & mode = idle")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`GroupError::TooManyPatterns`] if constraints and groups tie too many features together.
    pub fn with_possible_terms(self, domain: &Domain) -> Result<SetDnfSpace, GroupError> {
        let possible = if domain.is_free() { None } else { Some(Arc::new(Possible::new(domain, &self.groups)?)) };
        Ok(SetDnfSpace { possible, ..self })
    }

    /// The formulas of another size, with the same groups and terms.
    ///
    /// ```
    /// use vesc_col_core::SubSpace;
    /// use vesc_col_spaces::{SetDnfSpace, ValueGroup};
    ///
    /// let space = SetDnfSpace::new(3, 1, 1, [ValueGroup::new("mode", [("idle", 0), ("busy", 1)])])?;
    /// assert_eq!(space.with_size(3, 2).complexity().to_string(), "3 conditions, 2 terms");
    /// # Ok::<(), vesc_col_spaces::GroupError>(())
    /// ```
    #[must_use]
    pub fn with_size(&self, conditions: usize, terms: usize) -> SetDnfSpace {
        SetDnfSpace { conditions, terms, ..self.clone() }
    }

    /// The formula behind a member's bits; [`SubSpace::decode`] with its type.
    ///
    /// # Panics
    ///
    /// If the bits are not of this sub-space.
    #[must_use]
    pub fn decode_dnf(&self, bits: &[bool]) -> SetDnf {
        assert_eq!(bits.len(), self.width(), "not a bit string of this sub-space");
        SetDnf::of_distinct(&self.groups, self.decode_terms(bits))
    }

    /// The bits of a formula, or `None` if it does not belong to this sub-space.
    ///
    /// ```
    /// use vesc_col_core::Features;
    /// use vesc_col_spaces::{ValueGroup, SetDnf, SetDnfSpace};
    ///
    /// let length = ValueGroup::ordered("len", [("1", 1), ("2", 2), ("4", 3)]);
    /// let space = SetDnfSpace::new(4, 2, 2, [length])?;
    /// let dnf = SetDnf::parse("x0 | len <= 2", &Features::numbered(4), &space)?;
    /// let bits = space.encode(&dnf).expect("two conditions in two terms");
    /// assert_eq!(space.decode_dnf(&bits), dnf);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn encode(&self, dnf: &SetDnf) -> Option<Vec<bool>> {
        let terms: Vec<&Conditions> = dnf.terms().iter().map(SetTerm::parts).collect();
        let belongs = self.has_room()
            && terms.len() == self.terms
            && terms.iter().map(|term| term.count()).sum::<usize>() == self.conditions
            && dnf.terms().iter().all(|term| term.groups() == &*self.groups)
            && terms.iter().all(|term| self.is_possible(term));
        belongs.then(|| self.encode_terms(&terms))
    }

    fn is_possible(&self, term: &Conditions) -> bool {
        self.possible.as_ref().is_none_or(|possible| possible.allows(term, &self.groups))
    }

    fn encode_terms(&self, terms: &[&Conditions]) -> Vec<bool> {
        let mut codes: Vec<Vec<bool>> = terms.iter().map(|term| self.code(term)).collect();
        codes.sort_unstable_by(|a, b| b.cmp(a));
        (0..self.groups.width()).flat_map(|place| codes.iter().map(move |code| code[place])).collect()
    }

    fn decode_terms(&self, bits: &[bool]) -> Vec<Conditions> {
        let term = |term: usize| {
            let code: Vec<bool> = bits.iter().skip(term).step_by(self.terms).copied().collect();
            let single = self.groups.single.iter().zip(code.chunks_exact(2)).filter(|(_, bits)| bits[0]);
            let literals = single.map(|(&feature, bits)| Literal::matching(feature, !bits[1])).collect();
            let places = |values: &[bool]| (0..values.len()).filter(|&place| values[place]).collect();
            Conditions { literals, chosen: self.groups.ranges().map(|range| places(&code[range])).collect() }
        };
        (0..self.terms).map(term).collect()
    }

    /// A term as bits. `member` wants the terms in descending order of these codes.
    fn code(&self, term: &Conditions) -> Vec<bool> {
        let mut code = vec![false; self.groups.width()];
        for (place, feature) in self.groups.single.iter().enumerate() {
            if let Some(literal) = term.literals.iter().find(|literal| literal.feature() == *feature) {
                code[2 * place] = true;
                code[2 * place + 1] = literal.is_negated();
            }
        }
        for (range, places) in self.groups.ranges().zip(&term.chosen) {
            places.iter().for_each(|&place| code[range.start + place] = true);
        }
        code
    }

    /// The code of one term.
    fn term<'a>(&self, h: &'a [Signal], term: usize) -> impl Iterator<Item = Signal> + 'a {
        h.iter().copied().skip(term).step_by(self.terms)
    }

    /// Whether the sizes leave room for a formula.
    fn has_room(&self) -> bool {
        0 < self.terms
            && self.terms <= self.conditions
            && self.conditions <= self.terms.saturating_mul(self.groups.most_conditions())
            && self.terms <= self.groups.term_count()
    }

    /// Whether no value that is not chosen has chosen ones on both sides.
    fn is_range(circuit: &mut Circuit, values: &[Signal]) -> Signal {
        // Whether a choice has begun, and whether it has ended.
        let (mut begun, mut ended) = (Signal::FALSE, Signal::FALSE);
        let mut constraints = Vec::with_capacity(values.len());
        for &value in values {
            let ends = circuit.and([begun, !value]);
            ended = circuit.or([ended, ends]);
            begun = circuit.or([begun, value]);
            constraints.push(!circuit.and([ended, value]));
        }
        circuit.and(constraints)
    }

    /// Notes what makes bits a term, and what its conditions are.
    fn constrain_term(&self, circuit: &mut Circuit, code: &[Signal], constraints: &mut Vec<Signal>) -> Vec<Signal> {
        let single = &code[..2 * self.groups.single.len()];
        constraints.extend(single.chunks_exact(2).map(|pair| circuit.implies(pair[1], pair[0])));
        let mut conditions: Vec<Signal> = single.iter().copied().step_by(2).collect();
        for (group, range) in self.groups.groups.iter().zip(self.groups.ranges()) {
            let values = &code[range];
            if !values.is_empty() {
                constraints.push(!circuit.and(values.iter().copied()));
            }
            if group.is_ordered() {
                constraints.push(SetDnfSpace::is_range(circuit, values));
            }
            conditions.push(circuit.or(values.iter().copied()));
        }
        conditions
    }

    /// Whether a term holds on a sample.
    fn holds(&self, circuit: &mut Circuit, code: &[Signal], x: &[Signal]) -> Signal {
        let mut held = Vec::new();
        for (pair, &feature) in code.chunks_exact(2).zip(&self.groups.single) {
            let too_high = circuit.and([x[feature], pair[1]]);
            let too_low = circuit.and([!x[feature], pair[0], !pair[1]]);
            held.push(circuit.and([!too_high, !too_low]));
        }
        for (group, range) in self.groups.groups.iter().zip(self.groups.ranges()) {
            let values = &code[range];
            let used = circuit.or(values.iter().copied());
            let named = values.iter().zip(group.features()).map(|(&value, feature)| circuit.and([value, x[feature]]));
            let named: Vec<Signal> = named.collect();
            let named = circuit.or(named);
            held.push(circuit.implies(used, named));
        }
        circuit.and(held)
    }
}

impl SubSpace for SetDnfSpace {
    fn features(&self) -> usize {
        self.groups.features
    }

    fn key(&self) -> Option<String> {
        let (conditions, terms) = (self.conditions, self.terms);
        let possible = self.possible.as_ref().map_or("", |possible| possible.key());
        Some(format!("set-dnf conditions={conditions} terms={terms} {}{possible}", self.groups.key()))
    }

    fn width(&self) -> usize {
        if self.has_room() { self.terms.saturating_mul(self.groups.width()) } else { 0 }
    }

    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        if !self.has_room() {
            return Signal::FALSE;
        }
        let codes: Vec<Vec<Signal>> = (0..self.terms).map(|term| self.term(h, term).collect()).collect();
        let (mut constraints, mut conditions) = (Vec::new(), Vec::new());
        for code in &codes {
            conditions.extend(self.constrain_term(circuit, code, &mut constraints));
            if let Some(possible) = &self.possible {
                constraints.push(possible.allows_code(circuit, code, &self.groups));
            }
        }
        // Strictly descending codes: one order of the terms, no term twice, and only the last one could be empty.
        for pair in codes.windows(2) {
            constraints.push(circuit.greater(&pair[0], &pair[1]));
        }
        constraints.push(circuit.or(codes[self.terms - 1].iter().copied()));
        constraints.push(circuit.exactly(self.conditions, conditions));
        circuit.and(constraints)
    }

    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal {
        if !self.has_room() {
            return Signal::FALSE;
        }
        let held: Vec<Signal> = (0..self.terms)
            .map(|term| {
                let code: Vec<Signal> = self.term(h, term).collect();
                self.holds(circuit, &code, x)
            })
            .collect();
        circuit.or(held)
    }

    fn complexity(&self) -> Complexity {
        Complexity::new([("conditions", self.conditions as u64), ("terms", self.terms as u64)])
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
        if self.formulas_are_concepts() {
            return bits.to_vec();
        }
        let least = least::least_formula(&self.decode_terms(bits), &self.groups, &|term| self.is_possible(term));
        let least = least.expect("a member's concept has a formula in its sub-space");
        self.encode_terms(&least.iter().collect::<Vec<_>>())
    }

    /// A term is its own greatest.
    fn formulas_are_concepts(&self) -> bool {
        self.terms <= 1
    }
}

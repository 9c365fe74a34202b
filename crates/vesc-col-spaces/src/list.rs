//! Decision lists.

mod hypothesis;

use std::any::Any;

use vesc_col_core::{Circuit, Complexity, Hypothesis, Literal, Signal, SubSpace};

use crate::choice;

pub use hypothesis::{DecisionList, ListError, Rule};

/// All decision lists of a given number of rules: "if a then 1, else if not b then 0, else ...", each rule one literal.
///
/// A list uses no feature twice. What holds when no rule fires is the opposite of the last rule's outcome. All else is
/// a shorter list. Rules of one outcome next to each other are a set, whose order makes no difference; two orders are
/// one formula. One rule of the last group may be turned round and stand last. So a concept has as many formulas as
/// that group can be written in. Empty without rules, or with more rules than features.
///
/// # Encoding
///
/// *negated* and *outcome* for each rule, then for each feature one bit a rule, whether the rule asks it: l (n + 2)
/// bits. Their order keeps decision diagrams narrow that speak of several rules. Membership has O(n l) gates. The
/// constraint of a sample has for each rule one gate over at most n bits, an exclusive or, and a choice.
///
/// ```
/// use vesc_col_core::SubSpace;
/// use vesc_col_spaces::ListSpace;
///
/// let space = ListSpace::new(20, 3);
/// assert_eq!(space.complexity().to_string(), "3 rules");
/// assert_eq!(space.width(), 66);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ListSpace {
    features: usize,
    rules: usize,
}

impl ListSpace {
    /// The lists of `rules` rules over `features` features.
    #[must_use]
    pub fn new(features: usize, rules: usize) -> ListSpace {
        ListSpace { features, rules }
    }

    /// The lists of 1, 2, ... rules.
    ///
    /// ```
    /// use vesc_col_spaces::ListSpace;
    ///
    /// assert_eq!(ListSpace::up_to(20, 4).count(), 4);
    /// ```
    pub fn up_to(features: usize, max_rules: usize) -> impl Iterator<Item = ListSpace> {
        (1..=max_rules).map(move |rules| ListSpace::new(features, rules))
    }

    /// The list behind a member's bits; [`SubSpace::decode`] with its type.
    ///
    /// # Panics
    ///
    /// If the bits are not a member's.
    #[must_use]
    pub fn decode_list(&self, bits: &[bool]) -> DecisionList {
        assert_eq!(bits.len(), self.width(), "not a bit string of this sub-space");
        let rules = (0..self.rules).map(|rule| {
            let asked = (0..self.features).find(|&feature| bits[self.bit(feature, rule)]);
            let feature = asked.expect("a member's rule has a feature");
            Rule { literal: Literal::matching(feature, !bits[2 * rule]), outcome: bits[2 * rule + 1] }
        });
        DecisionList::new(rules).expect("a member is a list")
    }

    /// The bits of a list, or `None` if it does not belong to this sub-space.
    ///
    /// ```
    /// use vesc_col_core::Features;
    /// use vesc_col_spaces::{DecisionList, ListSpace};
    ///
    /// let list = DecisionList::parse("x0 ? 1 : !x2 ? 0 : 1", &Features::numbered(4))?;
    /// let space = ListSpace::new(4, 2);
    /// let bits = space.encode(&list).expect("two rules over four features");
    /// assert_eq!(space.decode_list(&bits), list);
    /// assert_eq!(ListSpace::new(4, 3).encode(&list), None);
    /// # Ok::<(), vesc_col_core::ParseError>(())
    /// ```
    #[must_use]
    pub fn encode(&self, list: &DecisionList) -> Option<Vec<bool>> {
        let rules = list.rules();
        let in_range = rules.iter().all(|rule| rule.literal.feature() < self.features);
        (self.has_room() && rules.len() == self.rules && in_range).then(|| {
            let mut bits = vec![false; self.width()];
            for (number, rule) in rules.iter().enumerate() {
                bits[2 * number] = rule.literal.is_negated();
                bits[2 * number + 1] = rule.outcome;
                bits[self.bit(rule.literal.feature(), number)] = true;
            }
            bits
        })
    }

    fn has_room(&self) -> bool {
        (1..=self.features).contains(&self.rules)
    }

    /// Position of the bit that says whether a rule asks a feature.
    fn bit(&self, feature: usize, rule: usize) -> usize {
        (feature + 2) * self.rules + rule
    }

    /// The bits by which a rule chooses its feature.
    fn choice(&self, h: &[Signal], rule: usize) -> Vec<Signal> {
        (0..self.features).map(|feature| h[self.bit(feature, rule)]).collect()
    }
}

impl SubSpace for ListSpace {
    fn features(&self) -> usize {
        self.features
    }

    fn key(&self) -> Option<String> {
        Some(format!("list features={} rules={}", self.features, self.rules))
    }

    fn width(&self) -> usize {
        if self.has_room() { self.rules.saturating_mul(self.features.saturating_add(2)) } else { 0 }
    }

    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        if !self.has_room() {
            return Signal::FALSE;
        }
        let rules: Vec<Vec<Signal>> = (0..self.rules).map(|rule| self.choice(h, rule)).collect();
        let mut constraints = Vec::new();
        for choice in &rules {
            constraints.push(circuit.exactly(1, choice.iter().copied()));
        }
        for feature in 0..self.features {
            constraints.push(circuit.at_most(1, rules.iter().map(|choice| choice[feature])));
        }
        for (rule, pair) in rules.windows(2).enumerate() {
            let same = circuit.iff(h[2 * rule + 1], h[2 * rule + 3]);
            let reached = choice::reached(circuit, &pair[0]);
            let ascending = choice::precedes(circuit, &reached, &pair[1]);
            constraints.push(circuit.implies(same, ascending));
        }
        circuit.and(constraints)
    }

    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal {
        if !self.has_room() {
            return Signal::FALSE;
        }
        // What holds when no rule fires is the opposite of the last outcome.
        let mut value = !h[2 * self.rules - 1];
        for rule in (0..self.rules).rev() {
            let held = choice::chosen(circuit, &self.choice(h, rule), x);
            let fires = circuit.xor(held, h[2 * rule]);
            value = circuit.ite(fires, h[2 * rule + 1], value);
        }
        value
    }

    fn complexity(&self) -> Complexity {
        Complexity::new([("rules", self.rules as u64)])
    }

    fn decode(&self, bits: &[bool]) -> Box<dyn Hypothesis> {
        Box::new(self.decode_list(bits))
    }

    fn bits_of(&self, hypothesis: &dyn Hypothesis) -> Option<Vec<bool>> {
        self.encode((hypothesis as &dyn Any).downcast_ref()?)
    }

    fn finds_members(&self) -> bool {
        true
    }

    fn canonical(&self, bits: &[bool]) -> Vec<bool> {
        let least = self.decode_list(bits).equal_lists().into_iter().min_by_key(Hypothesis::order_key);
        least.and_then(|list| self.encode(&list)).expect("a list is equal to itself")
    }
}

//! Decision lists.

mod hypothesis;

use vesc_col_core::{Circuit, Complexity, Hypothesis, Literal, Signal, SubSpace};

use crate::choice;

pub use hypothesis::{DecisionList, ListError, Rule};

/// All decision lists of so many rules: "if a then 1, else if not b then 0, else ...", each rule one literal.
///
/// A list uses no feature twice, and what holds when no rule fires is the opposite of the last rule's outcome: all
/// else is a shorter list. Rules of one outcome next to each other are a set, whose order makes no difference; two orders
/// are one formula. So a concept has as many formulas as its last group of rules can be written in: one rule of the group may be
/// turned round and stand last. Empty without rules, or with more rules than features.
///
/// # Encoding
///
/// For each rule one bit a feature, of which one is true, then *negated* and *outcome*: l (n + 2) bits. Membership has O(n l)
/// gates; the constraint of a sample has one gate over at most n bits, an exclusive or and a choice for each rule.
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
        let rules = bits.chunks_exact(self.features + 2).map(|rule| {
            let feature = choice::position(&rule[..self.features]).expect("a member's rule has a feature");
            Rule { literal: Literal::matching(feature, !rule[self.features]), outcome: rule[self.features + 1] }
        });
        DecisionList::new(rules).expect("a member is a list")
    }

    /// The bits of a list, or `None` if it does not belong to this sub-space.
    #[must_use]
    pub fn encode(&self, list: &DecisionList) -> Option<Vec<bool>> {
        let rules = list.rules();
        let in_range = rules.iter().all(|rule| rule.literal.feature() < self.features);
        (self.has_room() && rules.len() == self.rules && in_range).then(|| {
            let code = |rule: &Rule| {
                let feature = choice::one_hot(rule.literal.feature(), self.features);
                feature.chain([rule.literal.is_negated(), rule.outcome]).collect::<Vec<bool>>()
            };
            rules.iter().flat_map(code).collect()
        })
    }

    fn has_room(&self) -> bool {
        (1..=self.features).contains(&self.rules)
    }

    /// The bits of each rule: the features, negated, outcome.
    fn rules<'a>(&self, h: &'a [Signal]) -> impl DoubleEndedIterator<Item = (&'a [Signal], Signal, Signal)> {
        let features = self.features;
        h.chunks_exact(features + 2).map(move |rule| (&rule[..features], rule[features], rule[features + 1]))
    }
}

impl SubSpace for ListSpace {
    fn features(&self) -> usize {
        self.features
    }

    fn width(&self) -> usize {
        if self.has_room() { self.rules.saturating_mul(self.features + 2) } else { 0 }
    }

    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        if !self.has_room() {
            return Signal::FALSE;
        }
        let rules: Vec<_> = self.rules(h).collect();
        let mut constraints = Vec::new();
        for (feature, _, _) in &rules {
            constraints.push(circuit.exactly(1, feature.iter().copied()));
        }
        for feature in 0..self.features {
            constraints.push(circuit.at_most(1, rules.iter().map(|(bits, _, _)| bits[feature])));
        }
        for pair in rules.windows(2) {
            let [(earlier, _, one), (later, _, other)] = [pair[0], pair[1]];
            let same = circuit.iff(one, other);
            let ascending = circuit.greater(earlier, later);
            constraints.push(circuit.implies(same, ascending));
        }
        circuit.and(constraints)
    }

    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal {
        let mut value = None;
        for (feature, negated, outcome) in self.rules(h).rev() {
            let held = choice::chosen(circuit, feature, x);
            let fires = circuit.xor(held, negated);
            value = Some(circuit.ite(fires, outcome, value.unwrap_or(!outcome)));
        }
        value.unwrap_or(Signal::FALSE)
    }

    fn complexity(&self) -> Complexity {
        Complexity::new([("rules", self.rules as u64)])
    }

    fn decode(&self, bits: &[bool]) -> Box<dyn Hypothesis> {
        Box::new(self.decode_list(bits))
    }

    fn canonical(&self, bits: &[bool]) -> Vec<bool> {
        let least = self.decode_list(bits).spellings().into_iter().min_by_key(Hypothesis::order_key);
        least.and_then(|list| self.encode(&list)).expect("a list is one of its own spellings")
    }
}

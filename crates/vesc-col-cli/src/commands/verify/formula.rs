//! The CNF of a case, as `docs/engines/sat.md` has it.
//!
//! Written for checking: clause by clause, from the meaning of each variable to its number.

use std::collections::BTreeSet;

use vesc_col::data::{Domain, Sample};
use vesc_col::formula::Literal;
use vesc_col::{Dataset, Dnf};

/// One clause after the other goes to `check`.
pub(super) struct Formula<'a, E> {
    pub(super) data: &'a Dataset,
    pub(super) domain: &'a Domain,
    pub(super) sizes: &'a [usize],
    pub(super) concepts: &'a [Dnf],
    pub(super) check: E,
}

impl<E: FnMut(Vec<i64>) -> Result<(), String>> Formula<'_, E> {
    fn emit(&mut self, clause: Vec<i64>) -> Result<(), String> {
        (self.check)(clause)
    }

    fn features(&self) -> i64 {
        self.data.features().len() as i64
    }

    fn terms(&self) -> i64 {
        self.sizes.len() as i64
    }

    /// "The feature is a literal of the term", negated or not.
    fn literal(&self, term: i64, feature: i64, negated: bool) -> i64 {
        1 + 2 * (term * self.features() + feature) + i64::from(negated)
    }

    /// The literals of a term that reject a sample.
    fn rejecting(&self, term: i64, sample: &Sample) -> Vec<i64> {
        let features = sample.iter().by_vals().enumerate();
        features.map(|(feature, value)| self.literal(term, feature as i64, value)).collect()
    }

    /// Writes all clauses, and returns the number of variables.
    pub(super) fn write(mut self) -> Result<i64, String> {
        let mut used = 2 * self.features() * self.terms();
        for term in 0..self.terms() {
            used = self.size(term, used)?;
        }
        for term in 1..self.terms() {
            if self.sizes[term as usize - 1] == self.sizes[term as usize] {
                used = self.order(term, used)?;
            }
        }
        for term in 0..self.terms() {
            for nogood in self.nogoods() {
                let literals = nogood.iter();
                let clause = literals.map(|it| -self.literal(term, it.feature() as i64, it.is_negated())).collect();
                self.emit(clause)?;
            }
            for order in self.domain.orders() {
                used = self.order_of_features(term, &order, used)?;
            }
        }
        for sample in self.data.negatives().iter() {
            for term in 0..self.terms() {
                let clause = self.rejecting(term, sample);
                self.emit(clause)?;
            }
        }
        for sample in self.data.positives().iter() {
            let some_term = (1..=self.terms()).map(|term| used + term).collect();
            self.emit(some_term)?;
            for term in 0..self.terms() {
                for literal in self.rejecting(term, sample) {
                    self.emit(vec![-(used + 1 + term), -literal])?;
                }
            }
            used += self.terms();
        }
        for concept in self.concepts {
            used = self.other_than(concept, used)?;
        }
        Ok(used)
    }

    /// The term has as many literals as it should.
    fn size(&mut self, term: i64, used: i64) -> Result<i64, String> {
        let size = self.sizes[term as usize] as i64;
        let first = self.literal(term, 0, false);
        for feature in 0..self.features() {
            let [plain, negated] = [false, true].map(|negated| self.literal(term, feature, negated));
            self.emit(vec![-plain, -negated])?;
        }
        // "Of the first `literals` literals at least `count` are there", for counts from 1 to one more than the size.
        let at_least = |literals: i64, count: i64| used + (literals - 1) * (size + 1) + count;
        for literals in 1..=2 * self.features() {
            let last = first + literals - 1;
            for count in 1..=size + 1 {
                let this = at_least(literals, count);
                let is_first = literals == 1;
                if count == 1 {
                    self.emit(vec![-last, this])?;
                } else if !is_first {
                    self.emit(vec![-last, -at_least(literals - 1, count - 1), this])?;
                }
                if is_first {
                    self.emit(vec![-this, last])?;
                    if count > 1 {
                        self.emit(vec![-this])?;
                    }
                } else {
                    let before = at_least(literals - 1, count);
                    self.emit(vec![-before, this])?;
                    self.emit(vec![-this, before, last])?;
                    if count > 1 {
                        self.emit(vec![-this, before, at_least(literals - 1, count - 1)])?;
                    }
                }
            }
        }
        let literals = 2 * self.features();
        self.emit(vec![at_least(literals, size)])?;
        self.emit(vec![-at_least(literals, size + 1)])?;
        Ok(used + literals * (size + 1))
    }

    /// The term has no literal that says "false" of a feature beside one that says "true" of a later one, which
    /// implies it.
    fn order_of_features(&mut self, term: i64, order: &[usize], used: i64) -> Result<i64, String> {
        // "One of the first `count` features is false by the term."
        let some_false = |count: usize| used + count as i64;
        for count in 1..order.len() {
            let [last, next] = [order[count - 1], order[count]];
            self.emit(vec![-self.literal(term, last as i64, true), some_false(count)])?;
            if count > 1 {
                self.emit(vec![-some_false(count - 1), some_false(count)])?;
            }
            self.emit(vec![-some_false(count), -self.literal(term, next as i64, false)])?;
        }
        Ok(used + order.len() as i64 - 1)
    }

    /// The literals that never hold together, but for what orders say; each set and all sets in canonical order.
    fn nogoods(&self) -> BTreeSet<Vec<Literal>> {
        let sorted = |nogood: &[Literal]| {
            let mut literals = nogood.to_vec();
            literals.sort_unstable();
            literals
        };
        self.domain.nogoods_beside_orders().map(sorted).collect()
    }

    /// The term before this one is greater.
    fn order(&mut self, term: i64, used: i64) -> Result<i64, String> {
        let (greater, less) = (self.literal(term - 1, 0, false), self.literal(term, 0, false));
        let count = 2 * self.features();
        for position in 0..count {
            let so_far = (position > 0).then(|| -(used + position));
            let (a, b, still) = (greater + position, less + position, used + position + 1);
            for rest in [[a, -b], [a, still], [-b, still]] {
                self.emit(so_far.into_iter().chain(rest).collect())?;
            }
        }
        self.emit(vec![-(used + count)])?;
        Ok(used + count)
    }

    /// On some legal input the formula and a concept have different values.
    fn other_than(&mut self, concept: &Dnf, used: i64) -> Result<i64, String> {
        let (features, terms) = (self.features(), self.terms());
        let input = |feature: i64, negated: bool| (used + 1 + feature) * if negated { -1 } else { 1 };
        for nogood in self.nogoods() {
            self.emit(nogood.iter().map(|it| -input(it.feature() as i64, it.is_negated())).collect())?;
        }
        for order in self.domain.orders() {
            for place in 1..order.len() {
                self.emit(vec![input(order[place - 1] as i64, false), input(order[place] as i64, true)])?;
            }
        }
        let value = used + features + 1;
        let holds = |term: i64| value + 1 + term;
        let violated = |term: i64, code: i64| value + terms + 1 + term * 2 * features + code;
        self.emit([-value].into_iter().chain((0..terms).map(holds)).collect())?;
        for term in 0..terms {
            self.emit([value].into_iter().chain((0..2 * features).map(|code| violated(term, code))).collect())?;
            for feature in 0..features {
                for negated in [false, true] {
                    let literal = self.literal(term, feature, negated);
                    let broken = violated(term, 2 * feature + i64::from(negated));
                    self.emit(vec![-holds(term), -literal, input(feature, negated)])?;
                    self.emit(vec![-broken, literal])?;
                    self.emit(vec![-broken, -input(feature, negated)])?;
                }
            }
        }
        let count = concept.terms().len() as i64;
        let chosen = |term: i64| value + terms + 2 * terms * features + 1 + term;
        self.emit([value].into_iter().chain((0..count).map(chosen)).collect())?;
        for (position, term) in concept.terms().iter().enumerate() {
            let literals: Vec<i64> =
                term.iter().map(|literal| input(literal.feature() as i64, literal.is_negated())).collect();
            self.emit([-value].into_iter().chain(literals.iter().map(|literal| -literal)).collect())?;
            for literal in literals {
                self.emit(vec![-chosen(position as i64), literal])?;
            }
        }
        Ok(chosen(count) - 1)
    }
}

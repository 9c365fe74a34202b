//! Legal inputs near given values.

use num_bigint::BigUint;
use vesc_col_core::{Dnf, Domain, Literal, Sample};

use super::falsify::{is_true_with, legal_difference, legal_falsifying};

/// The orders and nogoods of a domain by feature, and which features are tied together by them.
#[derive(Clone, Debug)]
pub(crate) struct Legal<'a> {
    domain: &'a Domain,
    /// For each literal (twice the feature, plus one if negated) the rest of each nogood that it is in, and that no order makes.
    rests: Vec<Vec<Vec<Literal>>>,
    /// For each feature of an order the number of the order, and its place there.
    orders: Vec<Option<(usize, usize)>>,
    /// The features of each order, each implied by the next.
    in_order: Vec<Vec<usize>>,
    /// Features that are tied together, ascending, and for each feature which of these lists it is in.
    ties: Vec<Vec<usize>>,
    tie_of: Vec<usize>,
    /// For each feature the value that is tried first.
    first: Vec<bool>,
}

/// Values of some features.
struct Chosen {
    values: Vec<Option<bool>>,
    /// For each order how many of its features are true at least, and at most: each is implied by the next.
    bounds: Vec<(usize, usize)>,
}

/// Features that get values together.
struct Branch {
    /// Where the first of them stands among all features.
    at: usize,
    /// Each with its place in its order.
    open: Vec<(usize, usize)>,
    /// How many of the order are true, for each choice that is left; the next one is the last.
    ranks: Vec<usize>,
}

impl<'a> Legal<'a> {
    pub(crate) fn new(domain: &'a Domain, features: usize) -> Legal<'a> {
        let mut rests = vec![Vec::new(); 2 * features];
        let mut root: Vec<usize> = (0..features).collect();
        let mut tie = |one: usize, other: usize| {
            let (from, to) = (root[one], root[other]);
            if from != to {
                root.iter_mut().filter(|root| **root == from).for_each(|root| *root = to);
            }
        };
        for nogood in domain.nogoods_beside_orders() {
            for &literal in nogood {
                rests[code(literal)].push(nogood.iter().copied().filter(|&other| other != literal).collect());
                tie(literal.feature(), nogood[0].feature());
            }
        }
        let (mut orders, mut in_order) = (vec![None; features], Vec::new());
        for order in domain.orders() {
            for (place, &feature) in order.iter().enumerate() {
                orders[feature] = Some((in_order.len(), place));
                tie(feature, order[0]);
            }
            in_order.push(order);
        }
        let mut ties = vec![Vec::new(); features];
        (0..features).for_each(|feature| ties[root[feature]].push(feature));
        Legal { domain, rests, orders, in_order, ties, tie_of: root, first: vec![false; features] }
    }

    /// The same, where assignments are visited in another order: by the value of each feature that comes first.
    pub(super) fn with_first(self, first: &[bool]) -> Legal<'a> {
        Legal { first: first.to_vec(), ..self }
    }

    /// Whether an input is legal.
    pub(super) fn contains(&self, input: &Sample) -> bool {
        self.domain.contains(input)
    }

    /// Whether some legal input has these literals.
    pub(super) fn allows(&self, literals: &[Literal]) -> bool {
        self.domain.allows(literals)
    }

    /// Whether some legal input has all literals of two conjunctions.
    pub(super) fn allows_both(&self, one: &[Literal], other: &[Literal]) -> bool {
        if self.domain.is_free() {
            !other.iter().any(|&literal| one.contains(&!literal))
        } else {
            self.allows(&[one, other].concat())
        }
    }

    /// Those of some literals from which the others follow by the orders.
    pub(super) fn tightest(&self, literals: &[Literal]) -> Vec<Literal> {
        // For each order the last feature that is true, and the first that is false.
        let mut ends: Vec<[Option<(usize, Literal)>; 2]> = vec![[None; 2]; self.in_order.len()];
        let mut tightest = Vec::new();
        for &literal in literals {
            let Some((order, place)) = self.orders[literal.feature()] else {
                tightest.push(literal);
                continue;
            };
            let end = &mut ends[order][usize::from(literal.is_negated())];
            if end.is_none_or(|(known, _)| if literal.is_negated() { place < known } else { place > known }) {
                *end = Some((place, literal));
            }
        }
        tightest.extend(ends.into_iter().flatten().flatten().map(|(_, literal)| literal));
        tightest
    }

    /// Whether a formula is true on all legal inputs that have these literals.
    pub(super) fn is_true_with(&self, formula: &Dnf, literals: &[Literal]) -> bool {
        is_true_with(formula, literals, self.domain)
    }

    /// Literals that some legal input has, and which make `yes` true and `no` false; `None` if `yes` implies `no`.
    pub(super) fn difference(&self, yes: &Dnf, no: &Dnf) -> Option<Vec<Literal>> {
        legal_difference(yes, no, self.domain)
    }

    /// Literals that some legal input has, and which make a formula false; `None` if it is true on all legal inputs.
    pub(super) fn falsifying(&self, formula: &Dnf) -> Option<Vec<Literal>> {
        legal_falsifying(formula, self.domain)
    }

    /// Whether a feature can have either value whatever the others have.
    pub(super) fn is_free(&self, feature: usize) -> bool {
        [Literal::positive(feature), Literal::negative(feature)]
            .iter()
            .all(|&literal| self.rests[code(literal)].is_empty() && self.orders[feature].is_none())
    }

    /// Whether all that is said of a feature is its place in an order.
    pub(super) fn is_ordered(&self, feature: usize) -> bool {
        self.orders[feature].is_some()
    }

    /// The features that may have to change when this one does, itself among them.
    pub(super) fn tied(&self, feature: usize) -> &[usize] {
        &self.ties[self.tie_of[feature]]
    }

    /// Changes `values` until no nogood among these features holds in them, feature by feature and as little as that
    /// allows. Those in `fixed` have the values given there. `None` if no legal input has the fixed literals.
    ///
    /// No look ahead is needed. A nogood is a least set of literals that no legal input has, and the domain knows all
    /// of them. So literals that contain none can be completed.
    pub(crate) fn complete(&self, fixed: &[Literal], features: &[usize], values: &mut [bool]) -> Option<()> {
        let mut chosen = self.nothing();
        for &literal in fixed {
            if !self.suits(literal, &chosen) {
                return None;
            }
            self.choose(literal, &mut chosen);
        }
        for &feature in features {
            if chosen.values[feature].is_none() {
                let wanted = Literal::matching(feature, values[feature]);
                self.choose(if self.suits(wanted, &chosen) { wanted } else { !wanted }, &mut chosen);
            }
        }
        for (value, chosen) in values.iter_mut().zip(chosen.values) {
            *value = chosen.unwrap_or(*value);
        }
        Some(())
    }

    /// Features that these are tied to, themselves among them, ascending.
    pub(super) fn closure(&self, features: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let mut all: Vec<usize> = features.into_iter().flat_map(|feature| self.tied(feature).iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Calls `visit` with each way to give these features values that legal inputs have together. The order is fixed,
    /// and `visit` says whether to go on. The features are [closed](Legal::closure); those in `fixed` have the values
    /// given there. `false` if there are more ways than were visited, or than `most`.
    pub(super) fn each_assignment(
        &self,
        features: &[usize],
        fixed: &[Literal],
        most: usize,
        visit: &mut impl FnMut(&[Option<bool>]) -> bool,
    ) -> bool {
        let mut chosen = self.nothing();
        fixed.iter().for_each(|&literal| self.choose(literal, &mut chosen));
        let mut left = most;
        // A stack of its own: there may be more features than calls have room for.
        let mut branches: Vec<Branch> = Vec::new();
        let mut at = 0;
        loop {
            while features.get(at).is_some_and(|&feature| chosen.values[feature].is_some()) {
                at += 1;
            }
            if at < features.len() {
                branches.push(self.branch(features, at, &chosen));
            } else if left == 0 || !visit(&chosen.values) {
                return false;
            } else {
                left -= 1;
            }
            at = loop {
                let Some(branch) = branches.last_mut() else { return true };
                if self.next_value(branch, &mut chosen) {
                    break branch.at + 1;
                }
                branches.pop();
            };
        }
    }

    /// The choices for a feature, or for all features of its order at once.
    fn branch(&self, features: &[usize], at: usize, chosen: &Chosen) -> Branch {
        let first = self.first[features[at]];
        let Some((order, _)) = self.orders[features[at]] else {
            return Branch { at, open: vec![(0, features[at])], ranks: vec![usize::from(!first), usize::from(first)] };
        };
        let (order, (least, most)) = (&self.in_order[order], chosen.bounds[order]);
        let places = order.iter().copied().enumerate();
        let open = places.filter(|(_, feature)| chosen.values[*feature].is_none()).collect();
        // The same order as if the features were tried one by one.
        let (later, sooner): (Vec<usize>, Vec<usize>) = (least..most).partition(|&place| self.first[order[place]]);
        let ranks = later.into_iter().chain([most]).chain(sooner.into_iter().rev()).collect();
        Branch { at, open, ranks }
    }

    /// Makes the next choice of a branch; if there is none, its features have no values any more.
    fn next_value(&self, branch: &mut Branch, chosen: &mut Chosen) -> bool {
        branch.open.iter().for_each(|&(_, feature)| chosen.values[feature] = None);
        while let Some(rank) = branch.ranks.pop() {
            let literals = branch.open.iter().map(|&(place, feature)| Literal::matching(feature, place < rank));
            if literals.clone().all(|literal| self.suits(literal, chosen)) {
                literals.for_each(|literal| chosen.values[literal.feature()] = Some(!literal.is_negated()));
                return true;
            }
        }
        false
    }

    /// Whether there are more than `most` ways to give these features values, even if only few of their tied values are legal. The
    /// features are [closed](Legal::closure).
    pub(super) fn is_sure_to_exceed(&self, features: &[usize], most: usize) -> bool {
        let ways = |&feature: &usize| match self.orders[feature] {
            Some((order, 0)) => self.in_order[order].len() + 1,
            None if self.is_free(feature) => 2,
            _ => 1,
        };
        features.iter().map(ways).fold(1, usize::saturating_mul) > most
    }

    /// How many legal inputs have these literals, which some legal input has.
    pub(super) fn count_with(&self, fixed: &[Literal]) -> BigUint {
        let mut is_seen = vec![false; self.tie_of.len()];
        let mut count = BigUint::from(1u32);
        let mut chosen = self.nothing();
        fixed.iter().for_each(|&literal| self.choose(literal, &mut chosen));
        for feature in 0..self.tie_of.len() {
            if is_seen[feature] {
                continue;
            }
            let tied = self.tied(feature);
            tied.iter().for_each(|&other| is_seen[other] = true);
            if let Some((order, _)) = self.orders[feature] {
                let (least, most) = chosen.bounds[order];
                count *= most + 1 - least;
                continue;
            }
            let mut ways = 0u32;
            // A domain has few patterns for features that are tied together, or it would not have been built.
            self.each_assignment(tied, fixed, usize::MAX, &mut |_| {
                ways += 1;
                true
            });
            count *= ways;
        }
        count
    }

    /// No values yet.
    fn nothing(&self) -> Chosen {
        let bounds = self.in_order.iter().map(|order| (0, order.len())).collect();
        Chosen { values: vec![None; self.tie_of.len()], bounds }
    }

    /// Whether a literal completes no nogood.
    fn suits(&self, literal: Literal, chosen: &Chosen) -> bool {
        let holds = |other: &Literal| chosen.values[other.feature()] == Some(!other.is_negated());
        let suits_order = self.orders[literal.feature()].is_none_or(|(order, place)| {
            let (least, most) = chosen.bounds[order];
            if literal.is_negated() { least <= place } else { place < most }
        });
        suits_order && !self.rests[code(literal)].iter().any(|rest| rest.iter().all(holds))
    }

    fn choose(&self, literal: Literal, chosen: &mut Chosen) {
        chosen.values[literal.feature()] = Some(!literal.is_negated());
        if let Some((order, place)) = self.orders[literal.feature()] {
            let (least, most) = &mut chosen.bounds[order];
            if literal.is_negated() {
                *most = place.min(*most);
            } else {
                *least = (place + 1).max(*least);
            }
        }
    }
}

fn code(literal: Literal) -> usize {
    2 * literal.feature() + usize::from(literal.is_negated())
}

#[cfg(test)]
mod tests {
    use vesc_col_core::OwnedSample;

    use super::*;

    /// Feature by feature, by the value that comes first.
    fn one_by_one(legal: &Legal<'_>, values: &mut Vec<bool>, found: &mut Vec<Vec<bool>>) {
        if values.len() == legal.first.len() {
            found.push(values.clone());
            return;
        }
        for value in [legal.first[values.len()], !legal.first[values.len()]] {
            values.push(value);
            let literals = (0..).zip(values.iter()).map(|(feature, &value)| Literal::matching(feature, value));
            if legal.domain.allows(&literals.collect::<Vec<Literal>>()) {
                one_by_one(legal, values, found);
            }
            values.pop();
        }
    }

    #[test]
    fn assignments_come_by_the_values_that_are_first() {
        let builder = Domain::builder(7).ordered([1, 2, 3]).exactly_one([5, 6]);
        let domain = builder.implies(Literal::positive(0), Literal::negative(4)).build().unwrap();
        let all: Vec<usize> = (0..7).collect();
        for code in 0..128u32 {
            let first: Vec<bool> = (0..7).map(|i| code >> i & 1 == 1).collect();
            let legal = Legal::new(&domain, 7).with_first(&first);
            let (mut expected, mut found) = (Vec::new(), Vec::new());
            one_by_one(&legal, &mut Vec::new(), &mut expected);
            let mut visit = |values: &[Option<bool>]| {
                found.push(values.iter().map(|value| value.unwrap()).collect::<Vec<bool>>());
                true
            };
            assert!(legal.each_assignment(&all, &[], expected.len(), &mut visit));
            assert_eq!(found, expected);
            assert!(!legal.each_assignment(&all, &[], expected.len() - 1, &mut |_| true));
            assert!(legal.is_sure_to_exceed(&all, 3) && !legal.is_sure_to_exceed(&all, expected.len()));
        }
    }

    #[test]
    fn completions_are_legal_and_keep_what_is_fixed() {
        let builder = Domain::builder(7).exactly_one([0, 1, 2]).ordered([3, 4, 5]);
        let domain = builder.implies(Literal::positive(0), Literal::negative(6)).build().unwrap();
        let legal = Legal::new(&domain, 7);
        let all: Vec<usize> = (0..7).collect();
        assert_eq!(legal.tied(6), [0, 1, 2, 6]);
        assert_eq!(legal.tied(4), [3, 4, 5]);
        for start in 0..128u32 {
            let start: Vec<bool> = (0..7).map(|i| start >> i & 1 == 1).collect();
            let sample: OwnedSample = start.iter().collect();
            assert_eq!(legal.contains(&sample), domain.contains(&sample));
            for code in 0..3u32.pow(7) {
                let digit = |feature: usize| code / 3u32.pow(feature as u32) % 3;
                let fixed: Vec<Literal> =
                    (0..7).filter(|&f| digit(f) > 0).map(|f| Literal::matching(f, digit(f) == 1)).collect();
                let mut values = start.clone();
                let done = legal.complete(&fixed, &all, &mut values);
                assert_eq!(done.is_some(), domain.allows(&fixed));
                if start.iter().all(|value| !value) && done.is_some() {
                    let inputs = (0..128u32).map(|x| (0..7).map(|i| x >> i & 1 == 1).collect::<OwnedSample>());
                    let having = |x: &OwnedSample| domain.contains(x) && fixed.iter().all(|literal| literal.accepts(x));
                    assert_eq!(legal.count_with(&fixed), inputs.filter(having).count().into());
                }
                if done.is_some() {
                    let sample: OwnedSample = values.iter().collect();
                    assert!(domain.contains(&sample) && fixed.iter().all(|literal| literal.accepts(&sample)));
                }
            }
        }
    }
}

//! Features that constraints tie together.

use crate::Literal;

/// Some features and the patterns of values that are legal for them.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Ascending.
    features: Vec<usize>,
    /// The prime implicants of "illegal", in canonical order.
    nogoods: Vec<Box<[Literal]>>,
    /// How many legal patterns there are.
    patterns: usize,
    /// By local literal (twice the position of the feature, plus one if negated): on which patterns it is true.
    agreeing: Vec<Box<[u64]>>,
    /// If nothing is said of the features but their order.
    order: Option<Order>,
}

impl Part {
    /// The part of these features with all prime implicants of "illegal", none of them empty; `None` if there are more
    /// than `most` patterns.
    pub(crate) fn new(features: Vec<usize>, nogoods: Vec<Box<[Literal]>>, most: usize) -> Option<Part> {
        let patterns = Patterns::new(&features, &nogoods, most).find()?;
        let words = patterns.len().div_ceil(64);
        let mut agreeing = vec![vec![0; words].into_boxed_slice(); 2 * features.len()];
        for (number, pattern) in patterns.iter().enumerate() {
            for (position, &value) in pattern.iter().enumerate() {
                agreeing[2 * position + usize::from(!value)][number / 64] |= 1 << (number % 64);
            }
        }
        let order =
            [Order::Falling, Order::Rising].into_iter().find(|order| order.has(&features, patterns.len(), &agreeing));
        Some(Part { features, nogoods, patterns: patterns.len(), agreeing, order })
    }

    /// The part of these features, two or more, ascending, of which nothing is said but their order.
    pub(crate) fn ordered(features: Vec<usize>, order: Order) -> Part {
        let pairs = (0..features.len()).flat_map(|low| (low + 1..features.len()).map(move |high| (low, high)));
        let nogoods = pairs.map(|(low, high)| Box::from(order.nogood(features[low], features[high]))).collect();
        let patterns = features.len() + 1;
        let mut agreeing = vec![vec![0; patterns.div_ceil(64)].into_boxed_slice(); 2 * features.len()];
        for number in 0..patterns {
            for position in 0..features.len() {
                let value = number < order.end(position, features.len());
                agreeing[2 * position + usize::from(!value)][number / 64] |= 1 << (number % 64);
            }
        }
        Part { features, nogoods, patterns, agreeing, order: Some(order) }
    }

    pub(crate) fn features(&self) -> &[usize] {
        &self.features
    }

    pub(crate) fn nogoods(&self) -> impl Iterator<Item = &[Literal]> {
        self.nogoods.iter().map(|nogood| &**nogood)
    }

    pub(crate) fn patterns(&self) -> usize {
        self.patterns
    }

    /// The features, each implied by the next, if nothing else is said of them.
    pub(crate) fn in_order(&self) -> Option<Vec<usize>> {
        let features = self.features.iter().copied();
        Some(match self.order? {
            Order::Falling => features.collect(),
            Order::Rising => features.rev().collect(),
        })
    }

    /// If nothing is said of the features but their order: for each feature the pattern from which on it is false. On all
    /// patterns before it is true.
    pub(crate) fn ends(&self) -> Option<impl Iterator<Item = usize> + use<>> {
        let (order, count) = (self.order?, self.features.len());
        Some((0..count).map(move |position| order.end(position, count)))
    }

    /// The patterns on which a literal of this part is true.
    pub(crate) fn agreeing(&self, literal: Literal) -> &[u64] {
        let position = self.features.partition_point(|&feature| feature < literal.feature());
        &self.agreeing[2 * position + usize::from(literal.is_negated())]
    }

    /// Whether some pattern agrees with all of these literals of this part.
    pub(crate) fn allows(&self, literals: impl Iterator<Item = Literal>) -> bool {
        self.agreeing_with(literals).iter().any(|&word| word != 0)
    }

    /// The patterns that agree with all of these literals of this part.
    pub(crate) fn agreeing_with(&self, literals: impl Iterator<Item = Literal>) -> Vec<u64> {
        let mut common = vec![!0; self.patterns.div_ceil(64)];
        for literal in literals {
            common.iter_mut().zip(self.agreeing(literal)).for_each(|(common, &agreeing)| *common &= agreeing);
        }
        let spare = common.len() * 64 - self.patterns;
        if let Some(last) = common.last_mut() {
            *last &= !0 >> spare;
        }
        common
    }
}

/// In which direction features imply each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Each is implied by the next, as thresholds are: `1 1 0 0`.
    Falling,
    /// Each implies the next: `0 0 1 1`.
    Rising,
}

impl Order {
    /// The values of two features, the lower one first, that are impossible.
    pub(crate) fn nogood(self, low: usize, high: usize) -> [Literal; 2] {
        let is_rising = self == Order::Rising;
        [Literal::matching(low, is_rising), Literal::matching(high, !is_rising)]
    }

    /// From which pattern on a feature is false, by its position among all. Patterns are numbered as they are found: first
    /// the one in which all are true, last the one in which none is.
    fn end(self, position: usize, features: usize) -> usize {
        match self {
            Order::Falling => features - position,
            Order::Rising => position + 1,
        }
    }

    /// Whether the patterns are those that the order alone leaves.
    fn has(self, features: &[usize], patterns: usize, agreeing: &[Box<[u64]>]) -> bool {
        let is_true = |position: usize, number: usize| agreeing[2 * position][number / 64] >> (number % 64) & 1 == 1;
        let all = || (0..features.len()).flat_map(|position| (0..patterns).map(move |number| (position, number)));
        patterns == features.len() + 1
            && features.len() > 1
            && all()
                .all(|(position, number)| is_true(position, number) == (number < self.end(position, features.len())))
    }
}

/// The search for the legal patterns, feature by feature.
///
/// The nogoods are *all* prime implicants of "illegal". So values that satisfy none of them can always be completed,
/// and the search never turns back in vain.
struct Patterns<'a> {
    features: &'a [usize],
    /// For each position the nogoods whose last feature it is.
    ending: Vec<Vec<&'a [Literal]>>,
    most: usize,
    found: Vec<Vec<bool>>,
}

impl<'a> Patterns<'a> {
    fn new(features: &'a [usize], nogoods: &'a [Box<[Literal]>], most: usize) -> Patterns<'a> {
        let mut ending = vec![Vec::new(); features.len()];
        for nogood in nogoods {
            let last = nogood.iter().map(|literal| literal.feature()).max().expect("a nogood of a part has a literal");
            ending[position(features, last)].push(&**nogood);
        }
        Patterns { features, ending, most, found: Vec::new() }
    }

    fn find(mut self) -> Option<Vec<Vec<bool>>> {
        self.extend(&mut Vec::new()).then_some(self.found)
    }

    /// Whether there was room for all patterns that begin like this.
    fn extend(&mut self, values: &mut Vec<bool>) -> bool {
        if values.len() == self.features.len() {
            self.found.push(values.clone());
            return self.found.len() <= self.most;
        }
        [true, false].into_iter().all(|value| {
            values.push(value);
            let holds = |literal: &Literal| values[position(self.features, literal.feature())] != literal.is_negated();
            let legal = !self.ending[values.len() - 1].iter().any(|nogood| nogood.iter().all(holds));
            let room = !legal || self.extend(values);
            values.pop();
            room
        })
    }
}

fn position(features: &[usize], feature: usize) -> usize {
    features.partition_point(|&other| other < feature)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::concept::{prime_implicants, unstopped};

    #[test]
    fn an_order_is_the_part_that_its_constraints_make() {
        for (count, order) in (2..9).flat_map(|count| [(count, Order::Falling), (count, Order::Rising)]) {
            let features: Vec<usize> = (0..count).map(|place| 3 * place + 1).collect();
            let steps: Vec<[Literal; 2]> = features.windows(2).map(|pair| order.nogood(pair[0], pair[1])).collect();
            let steps: Vec<&[Literal]> = steps.iter().map(|step| &step[..]).collect();
            let mut nogoods = unstopped(|work| prime_implicants(&steps, 100, work)).unwrap();
            nogoods.sort_unstable();
            assert_eq!(Some(Part::ordered(features.clone(), order)), Part::new(features, nogoods, 100));
        }
    }
}

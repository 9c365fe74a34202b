//! Features that constraints tie together.

use std::ops::Range;

use super::rows::bit;
use crate::Literal;

/// A part of a domain: features that constraints tie together, and the patterns of values that are legal for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DomainPart {
    /// Ascending.
    features: Vec<usize>,
    legal: Legal,
}

/// What is legal for the features of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Legal {
    /// Whatever their order leaves. Of n features that is n + 1 patterns and n (n - 1) / 2 nogoods: none are stored.
    Ordered(Order),
    /// What no order alone says.
    Listed(Listed),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Listed {
    /// The prime implicants of "illegal", in canonical order.
    nogoods: Vec<Box<[Literal]>>,
    /// How many legal patterns there are.
    patterns: usize,
    /// By local literal (twice the position of the feature, plus one if negated): on which patterns it is true.
    agreeing: Vec<Box<[u64]>>,
}

impl DomainPart {
    /// The part of these features with all prime implicants of "illegal", none of them empty; `None` if there are more
    /// than `most` patterns.
    pub(crate) fn new(features: Vec<usize>, nogoods: Vec<Box<[Literal]>>, most: usize) -> Option<DomainPart> {
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
        let legal = match order {
            Some(order) => Legal::Ordered(order),
            None => Legal::Listed(Listed { nogoods, patterns: patterns.len(), agreeing }),
        };
        Some(DomainPart { features, legal })
    }

    /// The part of these features, two or more, ascending, of which nothing is said but their order.
    pub(crate) fn ordered(features: Vec<usize>, order: Order) -> DomainPart {
        DomainPart { features, legal: Legal::Ordered(order) }
    }

    /// The same order of some of the features, ascending; `None` if more is said of them than their order.
    pub(crate) fn of_fewer(&self, features: Vec<usize>) -> Option<DomainPart> {
        Some(DomainPart { features, legal: Legal::Ordered(self.order()?) })
    }

    pub(crate) fn features(&self) -> &[usize] {
        &self.features
    }

    /// The nogoods that are stored: none of an order.
    pub(crate) fn listed_nogoods(&self) -> impl Iterator<Item = &[Literal]> {
        let listed = match &self.legal {
            Legal::Ordered(_) => &[][..],
            Legal::Listed(listed) => &listed.nogoods,
        };
        listed.iter().map(|nogood| &**nogood)
    }

    /// All nogoods, in canonical order; those of an order as they are asked for.
    pub(crate) fn nogoods(&self) -> impl Iterator<Item = Vec<Literal>> + '_ {
        let of_order = self.order().into_iter().flat_map(move |order| {
            let places =
                (0..self.features.len()).flat_map(|low| (low + 1..self.features.len()).map(move |high| (low, high)));
            places.map(move |(low, high)| order.nogood(self.features[low], self.features[high]).to_vec())
        });
        self.listed_nogoods().map(<[Literal]>::to_vec).chain(of_order)
    }

    /// The first nogood, in canonical order, of which all literals hold.
    pub(crate) fn broken(&self, holds: impl Fn(&Literal) -> bool) -> Option<Vec<Literal>> {
        let Some(order) = self.order() else {
            let mut nogoods = self.listed_nogoods();
            return nogoods.find(|nogood| nogood.iter().all(&holds)).map(<[Literal]>::to_vec);
        };
        // What breaks an order with any lower feature breaks it with the first that can.
        let mut features = self.features.iter().copied();
        let low = features.find(|&feature| holds(&order.nogood(feature, feature)[0]))?;
        let high = features.find(|&feature| holds(&order.nogood(feature, feature)[1]))?;
        Some(order.nogood(low, high).to_vec())
    }

    pub(crate) fn patterns(&self) -> usize {
        match &self.legal {
            Legal::Ordered(_) => self.features.len() + 1,
            Legal::Listed(listed) => listed.patterns,
        }
    }

    /// In which direction the features imply each other, if nothing else is said of them.
    fn order(&self) -> Option<Order> {
        match self.legal {
            Legal::Ordered(order) => Some(order),
            Legal::Listed(_) => None,
        }
    }

    /// The features, each implied by the next, if nothing else is said of them.
    pub(crate) fn in_order(&self) -> Option<Vec<usize>> {
        let features = self.features.iter().copied();
        Some(match self.order()? {
            Order::Falling => features.collect(),
            Order::Rising => features.rev().collect(),
        })
    }

    /// If nothing is said of the features but their order: for each feature the pattern from which on it is false. On all
    /// patterns before it is true.
    pub(crate) fn ends(&self) -> Option<impl Iterator<Item = usize> + use<>> {
        let (order, count) = (self.order()?, self.features.len());
        Some((0..count).map(move |position| order.end(position, count)))
    }

    /// Whether a feature of this part is true on a pattern.
    pub(crate) fn is_true(&self, feature: usize, pattern: usize) -> bool {
        let position = position(&self.features, feature);
        match &self.legal {
            Legal::Ordered(order) => pattern < order.end(position, self.features.len()),
            Legal::Listed(listed) => bit(&listed.agreeing[2 * position], pattern),
        }
    }

    /// Takes away the patterns, as bits, on which a literal of this part is false.
    pub(crate) fn narrow(&self, patterns: &mut [u64], literal: Literal) {
        let position = position(&self.features, literal.feature());
        match &self.legal {
            Legal::Ordered(order) => {
                let end = order.end(position, self.features.len());
                let out = if literal.is_negated() { 0..end } else { end..self.features.len() + 1 };
                remove_range(patterns, out);
            }
            Legal::Listed(listed) => {
                let agreeing = &listed.agreeing[2 * position + usize::from(literal.is_negated())];
                patterns.iter_mut().zip(agreeing).for_each(|(word, agreeing)| *word &= agreeing);
            }
        }
    }

    /// Whether packed cells of all features are a pattern, if nothing is said of the features but their order.
    pub(crate) fn are_in_order(&self, cells: &[u64]) -> Option<bool> {
        let order = self.order()?;
        let last = !0 >> ((64 - self.features.len() % 64) % 64);
        let is_last = |at| at + 1 == cells.len();
        // True ones first: those of a rising order are the opposites.
        let word = |at: usize| match order {
            Order::Falling => cells[at],
            Order::Rising => !cells[at] & if is_last(at) { last } else { !0 },
        };
        let full = (0..cells.len()).take_while(|&at| word(at) == !0).count();
        let are_run = full == cells.len() || word(full) & word(full).wrapping_add(1) == 0;
        Some(are_run && (full + 1..cells.len()).all(|at| word(at) == 0))
    }

    /// Whether some pattern agrees with all of these literals of this part.
    pub(crate) fn allows(&self, literals: impl Iterator<Item = Literal>) -> bool {
        match self.order() {
            Some(order) => !self.agreeing_range(order, literals).is_empty(),
            None => self.agreeing_with(literals).iter().any(|&word| word != 0),
        }
    }

    /// The patterns that agree with all of these literals of this part.
    pub(crate) fn agreeing_with(&self, literals: impl Iterator<Item = Literal>) -> Vec<u64> {
        let patterns = self.patterns();
        let mut common = vec![!0; patterns.div_ceil(64)];
        let spare = common.len() * 64 - patterns;
        if let Some(last) = common.last_mut() {
            *last &= !0 >> spare;
        }
        match self.order() {
            Some(order) => {
                let range = self.agreeing_range(order, literals);
                remove_range(&mut common, 0..range.start);
                remove_range(&mut common, range.end..patterns);
            }
            None => literals.for_each(|literal| self.narrow(&mut common, literal)),
        }
        common
    }

    /// The same for an order, which leaves neighbouring patterns.
    fn agreeing_range(&self, order: Order, literals: impl Iterator<Item = Literal>) -> Range<usize> {
        let count = self.features.len();
        literals.fold(0..count + 1, |range, literal| {
            let end = order.end(position(&self.features, literal.feature()), count);
            if literal.is_negated() { range.start.max(end)..range.end } else { range.start..range.end.min(end) }
        })
    }
}

/// Takes a range of bits away; nothing if it ends before it starts.
fn remove_range(words: &mut [u64], range: Range<usize>) {
    if range.is_empty() {
        return;
    }
    let (first, last) = (range.start / 64, (range.end - 1) / 64);
    for (at, word) in words.iter_mut().enumerate().take(last + 1).skip(first) {
        let from = if at == first { !0 << (range.start % 64) } else { !0 };
        let up_to = if at == last { !0 >> (63 - (range.end - 1) % 64) } else { !0 };
        *word &= !(from & up_to);
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
        let is_true = |position: usize, number: usize| bit(&agreeing[2 * position], number);
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
            let whole = DomainPart::new(features.clone(), nogoods.clone(), 100);
            let ordered = DomainPart::ordered(features.clone(), order);
            assert_eq!(whole.as_ref(), Some(&ordered));
            assert_eq!(ordered.nogoods().map(Vec::into_boxed_slice).collect::<Vec<_>>(), nogoods);
            agrees_with_its_nogoods(&ordered, &nogoods, &features);
        }
    }

    /// Every conjunction, by the patterns that are found feature by feature.
    fn agrees_with_its_nogoods(ordered: &DomainPart, nogoods: &[Box<[Literal]>], features: &[usize]) {
        let patterns = Patterns::new(features, nogoods, 100).find().unwrap();
        assert_eq!(ordered.patterns(), patterns.len());
        for code in 0..3usize.pow(features.len() as u32) {
            let digits = features.iter().enumerate().map(|(at, &feature)| (feature, code / 3usize.pow(at as u32) % 3));
            let literals: Vec<Literal> = digits
                .filter(|&(_, digit)| digit > 0)
                .map(|(feature, digit)| Literal::matching(feature, digit == 1))
                .collect();
            let agrees =
                |pattern: &[bool]| literals.iter().all(|l| pattern[position(features, l.feature())] != l.is_negated());
            let found = ordered.agreeing_with(literals.iter().copied());
            let is_within = |nogood: &[Literal]| nogood.iter().all(|literal| literals.contains(literal));
            let broken = nogoods.iter().find(|nogood| is_within(nogood)).map(|nogood| nogood.to_vec());
            assert_eq!(ordered.broken(|literal| literals.contains(literal)), broken, "{literals:?}");
            assert_eq!(ordered.allows(literals.iter().copied()), broken.is_none(), "{literals:?}");
            for (number, pattern) in patterns.iter().enumerate() {
                assert_eq!(bit(&found, number), agrees(pattern), "{literals:?} {number}");
                let truth = features.iter().map(|&feature| ordered.is_true(feature, number));
                assert!(truth.eq(pattern.iter().copied()));
            }
        }
    }

    #[test]
    fn packed_cells_are_in_order_if_they_are_a_pattern() {
        for (count, order) in
            [2, 5, 63, 64, 65, 130].into_iter().flat_map(|n| [(n, Order::Falling), (n, Order::Rising)])
        {
            let part = DomainPart::ordered((0..count).collect(), order);
            let pack = |truth: &[bool]| {
                let word =
                    |chunk: &[bool]| (0..).zip(chunk).fold(0, |word, (at, &value)| word | u64::from(value) << at);
                truth.chunks(64).map(word).collect::<Vec<u64>>()
            };
            for pattern in 0..count + 1 {
                let mut truth: Vec<bool> = (0..count).map(|feature| part.is_true(feature, pattern)).collect();
                assert_eq!(part.are_in_order(&pack(&truth)), Some(true), "{truth:?}");
                for flipped in 0..count {
                    truth[flipped] = !truth[flipped];
                    let holds = |literal: &Literal| truth[literal.feature()] != literal.is_negated();
                    let expected = part.broken(holds).is_none();
                    assert_eq!(part.are_in_order(&pack(&truth)), Some(expected), "{truth:?}");
                    truth[flipped] = !truth[flipped];
                }
            }
        }
    }

    #[test]
    fn ranges_of_bits_are_removed() {
        for (start, end) in (0..200).flat_map(|start| (0..200).map(move |end| (start, end))) {
            let mut words = [!0; 4];
            remove_range(&mut words, start..end);
            assert!((0..256).all(|at| bit(&words, at) != (start..end).contains(&at)), "{start} {end}");
        }
    }
}

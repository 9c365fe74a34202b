//! How many literals a term needs at least that is true on some positives.
//!
//! What is known of one set of positives bounds others. A term that is true on all of a set is true on all of each
//! subset.

use crate::bits::bit_set::PositiveSet;

/// Known bounds on the literals of a consistent term that is true on all of a set of positives.
#[derive(Debug, Default)]
pub(super) struct FewestLiterals {
    /// What known terms cover, and their literals.
    found: Vec<(PositiveSet, usize)>,
    /// Sets of positives, and a number of literals that no term which covers them gets by with.
    refuted: Vec<(PositiveSet, usize)>,
}

/// The facts of a kind that are kept, at most. Set: each is compared with every new question.
const MOST_FACTS: usize = 4096;

impl FewestLiterals {
    /// Each term that is true on all of these positives has at least this many literals.
    pub(super) fn lower_bound(&self, on: &PositiveSet) -> usize {
        let within = self.refuted.iter().filter(|(known, _)| known.is_subset(on));
        within.map(|(_, literals)| literals + 1).max().unwrap_or(0)
    }

    /// The positives that no term of at most `most` literals covers together with `on`.
    pub(super) fn incompatible(&self, on: &PositiveSet, most: usize) -> PositiveSet {
        let mut incompatible = on.emptied();
        for (known, _) in self.refuted.iter().filter(|&&(_, literals)| literals >= most) {
            let mut outside = known.iter_without(on);
            if let (Some(only), None) = (outside.next(), outside.next()) {
                incompatible.insert(only);
            }
        }
        incompatible
    }

    /// The literals of the shortest known term that is true on all of these positives.
    pub(super) fn upper_bound(&self, on: &PositiveSet) -> Option<usize> {
        self.found.iter().filter(|(known, _)| on.is_subset(known)).map(|&(_, literals)| literals).min()
    }

    /// The known terms: their literals, and what they cover.
    pub(super) fn found(&self) -> impl Iterator<Item = (usize, &PositiveSet)> {
        self.found.iter().map(|(cover, literals)| (*literals, cover))
    }

    /// Takes note of a term: how many literals it has, and what it covers.
    pub(super) fn find(&mut self, cover: PositiveSet, literals: usize) {
        self.found.retain(|(known, more)| *more < literals || !known.is_subset(&cover));
        keep(&mut self.found, (cover, literals));
    }

    /// Takes note that each term that is true on all of these positives has more than `literals` literals.
    pub(super) fn refute(&mut self, on: PositiveSet, literals: usize) {
        self.refuted.retain(|(known, fewer)| *fewer > literals || !on.is_subset(known));
        keep(&mut self.refuted, (on, literals));
    }
}

fn keep<T>(facts: &mut Vec<T>, fact: T) {
    if facts.len() == MOST_FACTS {
        // The older half helps least: its questions are answered.
        facts.drain(..MOST_FACTS / 2);
    }
    facts.push(fact);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_hold_for_subsets_and_supersets() {
        let set = |samples: &[usize]| samples.iter().fold(PositiveSet::none(70), |set, &sample| set.with(sample));
        let mut fewest = FewestLiterals::default();
        assert_eq!((fewest.lower_bound(&set(&[1])), fewest.upper_bound(&set(&[1]))), (0, None));
        fewest.find(set(&[1, 2, 65]), 3);
        fewest.find(set(&[1, 2]), 2);
        assert_eq!(fewest.upper_bound(&set(&[1, 2])), Some(2));
        assert_eq!(fewest.upper_bound(&set(&[2, 65])), Some(3));
        assert_eq!(fewest.upper_bound(&set(&[3])), None);
        fewest.refute(set(&[1, 65]), 1);
        fewest.refute(set(&[65]), 2);
        assert_eq!(fewest.lower_bound(&set(&[1, 65])), 3);
        assert_eq!(fewest.lower_bound(&set(&[1])), 0);
        assert_eq!(fewest.incompatible(&set(&[1]), 2), set(&[65]));
        assert_eq!(fewest.incompatible(&set(&[1]), 3), set(&[]));
        assert_eq!(fewest.refuted.len(), 1, "the first fact follows from the second one");
    }
}

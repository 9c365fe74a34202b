//! The legal inputs that agree with known cells.

use super::Domain;
use super::rows::bit;
use crate::Literal;

/// The legal completions of a row, as independent choices.
///
/// There is one choice for each free feature that is not known, and one for each part with unknown features.
#[derive(Clone, Debug)]
pub(crate) struct Completions {
    /// For each choice the alternatives, each the features to be true among those that are not known.
    choices: Vec<Vec<Vec<usize>>>,
}

impl Completions {
    /// The completions of cells of which those that are `None` are not known; no cells at all stand for a row without
    /// any such. What is known as a whole is taken to be legal.
    pub(crate) fn new(domain: &Domain, cells: &[Option<bool>]) -> Completions {
        if cells.is_empty() {
            return Completions { choices: Vec::new() };
        }
        let unknown = |feature: &usize| cells[*feature].is_none();
        let free = (0..cells.len()).filter(unknown).filter(|&feature| domain.part_of(feature).is_none());
        let mut choices: Vec<Vec<Vec<usize>>> = free.map(|feature| vec![Vec::new(), vec![feature]]).collect();
        for part in domain.parts() {
            let open: Vec<usize> = part.features().iter().copied().filter(unknown).collect();
            if open.is_empty() {
                continue;
            }
            let known = part.features().iter().filter_map(|&feature| Some(Literal::matching(feature, cells[feature]?)));
            let agreeing = part.agreeing_with(known);
            let legal = (0..part.patterns()).filter(|&pattern| bit(&agreeing, pattern));
            choices.push(
                legal.map(|pattern| open.iter().copied().filter(|&f| part.is_true(f, pattern)).collect()).collect(),
            );
        }
        Completions { choices }
    }

    /// How many there are; `None` if they are too many for a word.
    pub(crate) fn count(&self) -> Option<u64> {
        if self.choices.iter().any(Vec::is_empty) {
            return Some(0);
        }
        self.choices.iter().try_fold(1u64, |count, choice| count.checked_mul(choice.len() as u64))
    }

    /// Each completion of a row, given as words in which what is not known is false.
    ///
    /// # Panics
    ///
    /// If they are too many for a word.
    pub(crate) fn of(self, words: Vec<u64>) -> impl Iterator<Item = Vec<u64>> {
        let count = self.count().expect("a sample with this number of unknown cells has too many completions");
        (0..count).map(move |mut number| {
            let mut words = words.clone();
            for choice in &self.choices {
                let alternatives = choice.len() as u64;
                for feature in &choice[(number % alternatives) as usize] {
                    words[feature / 64] |= 1 << (feature % 64);
                }
                number /= alternatives;
            }
            words
        })
    }
}

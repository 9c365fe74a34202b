//! The independent brute force: formulas as plain words, without circuits and without sub-spaces.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use vesc_col_core::{Dnf, Hypothesis, Literal, Term};

use crate::{Instance, Truth};

/// A conjunction as two words: the features that appear as they are, and those that appear negated.
///
/// ```
/// use vesc_col_core::{Literal, Term};
/// use vesc_col_testkit::Cube;
///
/// let term = Term::new([Literal::positive(0), Literal::negative(3)])?;
/// let cube = Cube::from(&term);
/// assert_eq!(cube, Cube { positive: 0b1, negative: 0b1000 });
/// assert!(cube.accepts(0b0101) && cube.term() == Some(term));
/// # Ok::<(), vesc_col_core::FormulaError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cube {
    /// The features that must be true.
    pub positive: u128,
    /// The features that must be false.
    pub negative: u128,
}

impl Cube {
    /// Whether the conjunction holds on an input.
    #[must_use]
    pub fn accepts(self, input: u128) -> bool {
        self.positive & !input == 0 && self.negative & input == 0
    }

    /// The term as it stands in a formula, or `None` for the empty conjunction.
    #[must_use]
    pub fn term(self) -> Option<Term> {
        let literals = (0..128).filter(|feature| (self.positive | self.negative) >> feature & 1 == 1);
        Term::new(literals.map(|feature| Literal::matching(feature, self.positive >> feature & 1 == 1))).ok()
    }
}

impl From<&Term> for Cube {
    fn from(term: &Term) -> Cube {
        let mut cube = Cube { positive: 0, negative: 0 };
        for literal in term.literals() {
            let mask = if literal.is_negated() { &mut cube.negative } else { &mut cube.positive };
            *mask |= 1 << literal.feature();
        }
        cube
    }
}

/// A Boolean function by the features that it depends on and its truth table over them. Two formulas have the same one
/// if and only if they are one concept.
///
/// ```
/// use vesc_col_testkit::{ConceptKey, Cube, concept_key};
///
/// let key: ConceptKey = concept_key(&[Cube { positive: 0b100, negative: 0 }]);
/// assert_eq!(key, (0b100, 0b10));
/// ```
pub type ConceptKey = (u128, u64);

/// The concept of a disjunction.
///
/// ```
/// use vesc_col_testkit::{Cube, concept_key};
///
/// // a | a&b is a.
/// let [a, b] = [0b01, 0b11].map(|positive| Cube { positive, negative: 0 });
/// assert_eq!(concept_key(&[a, b]), concept_key(&[a]));
/// ```
///
/// # Panics
///
/// If more than 6 features appear.
#[must_use]
pub fn concept_key(cubes: &[Cube]) -> ConceptKey {
    let appearing = cubes.iter().fold(0, |mask, cube| mask | cube.positive | cube.negative);
    let mut features: Vec<usize> = (0..128).filter(|feature| appearing >> feature & 1 == 1).collect();
    assert!(features.len() <= 6, "a truth table of one word has at most 6 features");
    let value = |features: &[usize], row: u64| {
        let input =
            features.iter().enumerate().fold(0, |input, (i, feature)| input | u128::from(row >> i & 1) << feature);
        cubes.iter().any(|cube| cube.accepts(input))
    };
    // A feature on which the function does not depend may stand at false.
    let needed =
        |i: usize| (0..1u64 << features.len()).any(|row| value(&features, row) != value(&features, row ^ 1 << i));
    let essential: Vec<usize> = (0..features.len()).filter(|&i| needed(i)).map(|i| features[i]).collect();
    features = essential;
    let table = (0..1u64 << features.len()).fold(0, |table, row| table | u64::from(value(&features, row)) << row);
    (features.iter().fold(0, |mask, feature| mask | 1 << feature), table)
}

/// The true version space of the formulas of `terms` terms with `literals` literals in all, by trying every one.
///
/// Shares nothing with the oracle or an engine: it runs over all sets of distinct non-empty conjunctions. Costs one
/// look at the rows for each formula of the sub-space, so a few million formulas are practical.
///
/// ```
/// use vesc_col_testkit::{Instance, brute_force};
///
/// let instance = Instance::new(3, [(0b011, true), (0b100, false)]);
/// assert_eq!(brute_force(&instance, 1, 1).to_string(), "3 concepts in 3 formulas: x0, x1, !x2");
/// ```
///
/// # Panics
///
/// If a formula of more than 6 features is consistent.
#[must_use]
pub fn brute_force(instance: &Instance, literals: usize, terms: usize) -> Truth {
    brute_force_fitting(instance.features(), literals, terms, |accepts| {
        instance.rows().iter().all(|&(input, positive)| accepts(input) == positive)
    })
}

/// The formulas of `terms` terms with `literals` literals in all that pass a test, by trying every one. The test gets
/// the formula as a function.
///
/// ```
/// use vesc_col_testkit::brute_force_fitting;
///
/// // One literal that is true on 011 (feature 2 is the first digit) or false on 100: one of both is enough.
/// let truth = brute_force_fitting(3, 1, 1, |accepts| accepts(0b011) || !accepts(0b100));
/// assert_eq!(truth.to_string(), "3 concepts in 3 formulas: x0, x1, !x2");
/// ```
///
/// # Panics
///
/// If a formula of more than 6 features passes.
#[must_use]
pub fn brute_force_fitting(
    features: usize,
    literals: usize,
    terms: usize,
    fits: impl Fn(&dyn Fn(u128) -> bool) -> bool,
) -> Truth {
    // Every other term has at least one literal.
    let longest = (literals + 1).saturating_sub(terms);
    let cubes = (1..=longest).flat_map(|size| cubes(features, size)).collect();
    let mut search = BruteForce { fits: &fits, cubes, chosen: Vec::new(), least: BTreeMap::new(), formulas: 0 };
    if terms > 0 {
        search.extend(0, literals, terms);
    }
    let mut least: Vec<Dnf> = search.least.into_values().collect();
    least.sort_unstable();
    let concepts = least.into_iter().map(|dnf| Arc::new(dnf) as Arc<dyn Hypothesis>).collect();
    Truth { concepts, formulas: search.formulas }
}

/// Whether a formula, given as a function, is one of those sought.
type Test<'a> = dyn Fn(&dyn Fn(u128) -> bool) -> bool + 'a;

struct BruteForce<'a> {
    fits: &'a Test<'a>,
    /// All conjunctions that can take part, short ones first.
    cubes: Vec<Cube>,
    chosen: Vec<Cube>,
    least: BTreeMap<ConceptKey, Dnf>,
    formulas: u64,
}

impl BruteForce<'_> {
    /// Adds `terms` more conjunctions with `literals` literals in all, from position `start` on.
    fn extend(&mut self, start: usize, literals: usize, terms: usize) {
        if terms == 0 {
            self.finish();
            return;
        }
        // The last conjunction takes all the literals that are left.
        let smallest = if terms == 1 { literals } else { 1 };
        let start = start.max(self.cubes.partition_point(|cube| cube_size(*cube) < smallest));
        for next in start..self.cubes.len() {
            let cube = self.cubes[next];
            if cube_size(cube) * terms > literals {
                break;
            }
            self.chosen.push(cube);
            self.extend(next + 1, literals - cube_size(cube), terms - 1);
            self.chosen.pop();
        }
    }

    fn finish(&mut self) {
        let accepts = |input| self.chosen.iter().any(|cube| cube.accepts(input));
        if !(self.fits)(&accepts) {
            return;
        }
        self.formulas += 1;
        let dnf = Dnf::new(self.chosen.iter().filter_map(|cube| cube.term())).expect("distinct non-empty terms");
        match self.least.entry(concept_key(&self.chosen)) {
            Entry::Vacant(entry) => drop(entry.insert(dnf)),
            Entry::Occupied(mut entry) if dnf < *entry.get() => drop(entry.insert(dnf)),
            Entry::Occupied(_) => {}
        }
    }
}

fn cube_size(cube: Cube) -> usize {
    (cube.positive | cube.negative).count_ones() as usize
}

/// All conjunctions of `size` literals.
fn cubes(features: usize, size: usize) -> Vec<Cube> {
    let mut partial = vec![(0, Cube { positive: 0, negative: 0 })];
    for _ in 0..size {
        partial = partial
            .into_iter()
            .flat_map(|(start, cube)| {
                (start..features).flat_map(move |feature| {
                    let mask = 1 << feature;
                    [
                        (feature + 1, Cube { positive: cube.positive | mask, ..cube }),
                        (feature + 1, Cube { negative: cube.negative | mask, ..cube }),
                    ]
                })
            })
            .collect();
    }
    partial.into_iter().map(|(_, cube)| cube).collect()
}

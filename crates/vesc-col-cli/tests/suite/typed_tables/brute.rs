//! Every formula up to three literals in two terms, over every input that can occur.

use std::collections::{BTreeMap, BTreeSet};

use super::table::{Meaning, Sample, Table};

/// The sizes that are compared, from simple to complex.
pub(crate) const SIZES: [(usize, usize); 5] = [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2)];

/// A set of inputs, one bit each: a formula by where it holds, or the completions of a row.
pub(crate) type Bits = Vec<u64>;

/// False positives and false negatives.
pub(crate) type Errors = (u64, u64);

/// Some inputs: words of a set of all that are not 0, with their positions.
type Inputs = Vec<(usize, u64)>;

/// The samples as sets of inputs.
pub(crate) struct Brute {
    world: Vec<Vec<Meaning>>,
    /// For each sample the inputs that it may be, its label and its runs.
    rows: Vec<(Inputs, bool, u64)>,
    /// Number of positive and of negative runs.
    pub(crate) runs: (u64, u64),
    /// The terms of one, two and three literals that hold somewhere.
    terms: [Vec<Bits>; 3],
}

/// What of one size fits.
#[derive(Default)]
pub(crate) struct Fitting {
    /// The concepts that fit for some values of the unknown cells, and the number of their formulas.
    pub(crate) possible: BTreeSet<Bits>,
    pub(crate) possible_formulas: u64,
    /// Those that fit for all.
    pub(crate) certain: BTreeSet<Bits>,
    pub(crate) certain_formulas: u64,
}

impl Brute {
    pub(crate) fn new(table: &Table, samples: &[Sample<'_>]) -> Brute {
        let world = table.world();
        let bits = |holds: &dyn Fn(&[Meaning]) -> bool| {
            let mut bits = vec![0u64; world.len().div_ceil(64)];
            for (number, _) in world.iter().enumerate().filter(|(_, input)| holds(input)) {
                bits[number / 64] |= 1 << (number % 64);
            }
            bits
        };
        let row = |&(cells, label, runs): &Sample<'_>| {
            let agrees =
                |input: &[Meaning]| cells.iter().zip(input).all(|(cell, value)| cell.is_none_or(|cell| cell == *value));
            let words = bits(&agrees).into_iter().enumerate().filter(|(_, word)| *word != 0);
            (words.collect::<Inputs>(), label, runs)
        };
        let rows: Vec<_> = samples.iter().map(row).collect();
        assert!(rows.iter().all(|(inputs, _, _)| !inputs.is_empty()), "each row is some input: {table:?}");
        let sum = |label: bool| samples.iter().filter(|sample| sample.1 == label).map(|sample| sample.2).sum();
        let features = table.features();
        let literals: Vec<(usize, Bits)> = features
            .iter()
            .enumerate()
            .flat_map(|(number, feature)| {
                [false, true].map(|negated| (number, bits(&|input: &[Meaning]| feature.holds(input) != negated)))
            })
            .collect();
        let mut terms: Vec<Vec<(usize, Bits)>> = vec![literals.clone()];
        for size in 1..3 {
            let longer = terms[size - 1].iter().flat_map(|(last, term)| {
                let later = literals.iter().filter(move |(feature, _)| feature > last);
                later.map(|(feature, literal)| (*feature, term.iter().zip(literal).map(|(a, b)| a & b).collect()))
            });
            terms.push(longer.collect());
        }
        let terms = terms.into_iter().map(|terms| {
            // A term that no input satisfies is none.
            terms
                .into_iter()
                .map(|(_, term): (usize, Bits)| term)
                .filter(|term| term.iter().any(|word| *word != 0))
                .collect()
        });
        let terms: Vec<Vec<Bits>> = terms.collect();
        let runs = (sum(true), sum(false));
        Brute { world, rows, runs, terms: terms.try_into().expect("three sizes") }
    }

    /// The inputs on which a formula as the program prints it holds.
    pub(crate) fn bits_of(&self, table: &Table, formula: &str) -> Bits {
        let mut bits = vec![0u64; self.world.len().div_ceil(64)];
        for (number, _) in self.world.iter().enumerate().filter(|(_, input)| table.holds(formula, input)) {
            bits[number / 64] |= 1 << (number % 64);
        }
        bits
    }

    /// The errors of a formula if the unknown cells are what suits it best, and at worst.
    pub(crate) fn errors(&self, formula: &Bits) -> (Errors, Errors) {
        let (mut least, mut most) = ((0, 0), (0, 0));
        for (inputs, label, runs) in &self.rows {
            let accepted = inputs.iter().any(|(word, bits)| formula[*word] & bits != 0);
            let rejected = inputs.iter().any(|(word, bits)| !formula[*word] & bits != 0);
            let (right, wrong) = if *label { (accepted, rejected) } else { (rejected, accepted) };
            let add = |errors: &mut Errors| *if *label { &mut errors.1 } else { &mut errors.0 } += runs;
            if !right {
                add(&mut least);
            }
            if wrong {
                add(&mut most);
            }
        }
        (least, most)
    }

    /// Calls `visit` with each formula of a size.
    fn each(&self, (literals, terms): (usize, usize), mut visit: impl FnMut(&Bits)) {
        if terms == 1 {
            return self.terms[literals - 1].iter().for_each(visit);
        }
        let mut sum = Vec::new();
        for (number, one) in self.terms[0].iter().enumerate() {
            let others = &self.terms[literals - 2];
            for other in &others[if literals == 2 { number + 1 } else { 0 }..] {
                sum.clear();
                sum.extend(one.iter().zip(other).map(|(a, b)| a | b));
                visit(&sum);
            }
        }
    }

    /// What of a size makes errors that are allowed.
    pub(crate) fn fitting(&self, size: (usize, usize), allows: impl Fn(Errors) -> bool) -> Fitting {
        let mut fitting = Fitting::default();
        self.each(size, |formula| {
            let (least, most) = self.errors(formula);
            if allows(least) {
                fitting.possible_formulas += 1;
                if !fitting.possible.contains(formula) {
                    fitting.possible.insert(formula.clone());
                }
            }
            if allows(most) {
                fitting.certain_formulas += 1;
                if !fitting.certain.contains(formula) {
                    fitting.certain.insert(formula.clone());
                }
            }
        });
        fitting
    }

    /// The least errors of any formula: the fewest in all, and of these the fewest false negatives.
    pub(crate) fn least_errors(&self) -> Errors {
        let mut best: BTreeMap<(u64, u64), Errors> = BTreeMap::new();
        for size in SIZES {
            self.each(size, |formula| {
                let (least, _) = self.errors(formula);
                best.entry((least.0 + least.1, least.1)).or_insert(least);
            });
        }
        best.into_iter().next().map(|(_, errors)| errors).unwrap_or_default()
    }

    /// The most positive runs that a term of up to three literals explains without a negative one.
    pub(crate) fn most_explained(&self) -> u64 {
        let mut most = 0;
        for literals in 1..=3 {
            self.each((literals, 1), |formula| {
                let (least, _) = self.errors(formula);
                if least.0 == 0 {
                    most = most.max(self.runs.0 - least.1);
                }
            });
        }
        most
    }
}

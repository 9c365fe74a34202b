//! Random instances with a planted cause, made as the paper's experiments make theirs.

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use vesc_col_core::{DataError, Dataset, Dnf, Features, FormulaError, Literal, Term};

/// What to make: a random DNF over numbered features, and uniform samples that it explains.
///
/// Negatives are uniform among the inputs that the target rejects. Positives are uniform among those that it accepts,
/// but for the first k. Each of these is explained by one term only, a different one each. The result depends on these
/// fields alone, on every platform.
///
/// ```
/// use vesc_col::generate::Recipe;
///
/// let recipe = Recipe { features: 100, terms: vec![2, 3], positives: 5, negatives: 500, seed: 1 };
/// let (data, target) = recipe.make()?;
/// assert_eq!((data.positives().rows(), data.negatives().rows()), (5, 500));
/// assert_eq!(target.literal_count(), 5);
/// assert!(data.negatives().iter().all(|sample| !target.accepts(sample)));
/// # Ok::<(), vesc_col::generate::GenerateError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// How many features there are, at least 1.
    pub features: usize,
    /// The number of literals of each term, each at least 1.
    pub terms: Vec<usize>,
    /// How many positive rows to make.
    pub positives: usize,
    /// How many negative rows to make.
    pub negatives: usize,
    /// Where the randomness starts.
    pub seed: u64,
}

/// Why a recipe cannot be followed.
///
/// ```
/// use vesc_col::generate::{GenerateError, Recipe};
///
/// let recipe = Recipe { features: 3, terms: vec![4], positives: 1, negatives: 1, seed: 1 };
/// assert!(matches!(recipe.make(), Err(GenerateError::TermSize { literals: 4, features: 3 })));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// There is nothing to make a formula of.
    #[error("a target needs at least one feature and one term")]
    Nothing,
    /// A term is empty or has more literals than there are features.
    #[error("a term of {literals} literals over {features} features is impossible")]
    TermSize {
        /// The wanted size of the term.
        literals: usize,
        /// The number of features.
        features: usize,
    },
    /// A million random tries did not find one.
    #[error(
        "found no {what} in {TRIES} random tries: the target holds nearly everywhere, or nearly nowhere; try another seed"
    )]
    TooRare {
        /// What was looked for.
        what: &'static str,
    },
    /// The rows do not make a data set.
    #[error(transparent)]
    Data(#[from] DataError),
}

/// How often to try before giving up: suitable inputs rarer than one in a million are not what an experiment wants.
const TRIES: usize = 1_000_000;

impl Recipe {
    /// Makes the data, positive rows first, and the target.
    ///
    /// # Errors
    ///
    /// [`GenerateError`] if the recipe cannot be followed.
    pub fn make(&self) -> Result<(Arc<Dataset>, Dnf), GenerateError> {
        self.check()?;
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        let target = self.target(&mut random)?;
        let mut builder = Dataset::builder(Features::numbered(self.features));
        for row in 0..self.positives {
            let sample = self.positive(&target, row, &mut random)?;
            builder.push(true, sample)?;
        }
        for _ in 0..self.negatives {
            let sample = attempt("rejected input", || {
                let sample = self.uniform(&mut random);
                (!accepts(&target, &sample)).then_some(sample)
            })?;
            builder.push(false, sample)?;
        }
        Ok((Arc::new(builder.build()?), target))
    }

    fn check(&self) -> Result<(), GenerateError> {
        if self.features == 0 || self.terms.is_empty() {
            return Err(GenerateError::Nothing);
        }
        match self.terms.iter().find(|&&size| size == 0 || size > self.features) {
            Some(&literals) => Err(GenerateError::TermSize { literals, features: self.features }),
            None => Ok(()),
        }
    }

    /// Random terms of the wanted sizes, none of which implies another.
    fn target(&self, random: &mut ChaCha8Rng) -> Result<Dnf, GenerateError> {
        attempt("target whose terms do not imply each other", || {
            let terms: Result<Vec<Term>, FormulaError> =
                self.terms.iter().map(|&size| random_term(size, self.features, random)).collect();
            let terms = terms.ok()?;
            let implies = |a: &Term, b: &Term| b.iter().all(|literal| a.contains(literal));
            let redundant = (0..terms.len()).any(|i| (0..terms.len()).any(|j| i != j && implies(&terms[i], &terms[j])));
            if redundant { None } else { Dnf::new(terms).ok() }
        })
    }

    /// The first rows are explained by one term only, a different one each; the others are uniform among the accepted.
    fn positive(&self, target: &Dnf, row: usize, random: &mut ChaCha8Rng) -> Result<Vec<bool>, GenerateError> {
        let terms = target.terms();
        attempt("accepted input that only one term explains", || match terms.get(row) {
            Some(term) => {
                let sample = self.within(term, random);
                (explaining(target, &sample) == 1).then_some(sample)
            }
            None => {
                // Choose a term with its share of the inputs, then correct for inputs that several terms explain.
                let term = &terms[weighted(terms, random)];
                let sample = self.within(term, random);
                (below(explaining(target, &sample), random) == 0).then_some(sample)
            }
        })
    }

    fn uniform(&self, random: &mut ChaCha8Rng) -> Vec<bool> {
        (0..self.features).map(|_| random.next_u32() & 1 == 1).collect()
    }

    /// Uniform among the inputs that a term accepts.
    fn within(&self, term: &Term, random: &mut ChaCha8Rng) -> Vec<bool> {
        let mut sample = self.uniform(random);
        for literal in term.literals() {
            sample[literal.feature()] = !literal.is_negated();
        }
        sample
    }
}

fn attempt<T>(what: &'static str, mut make: impl FnMut() -> Option<T>) -> Result<T, GenerateError> {
    (0..TRIES).find_map(|_| make()).ok_or(GenerateError::TooRare { what })
}

fn random_term(size: usize, features: usize, random: &mut ChaCha8Rng) -> Result<Term, FormulaError> {
    let mut chosen: Vec<Literal> = Vec::with_capacity(size);
    while chosen.len() < size {
        let feature = below(features, random);
        if chosen.iter().all(|literal| literal.feature() != feature) {
            chosen.push(Literal::matching(feature, random.next_u32() & 1 == 1));
        }
    }
    Term::new(chosen)
}

/// A term by its share of the inputs, which is 2^-length.
fn weighted(terms: &[Term], random: &mut ChaCha8Rng) -> usize {
    loop {
        let term = below(terms.len(), random);
        let shortest = terms.iter().map(|term| term.len()).min().unwrap_or(0);
        if (shortest..terms[term].len()).all(|_| random.next_u32() & 1 == 1) {
            return term;
        }
    }
}

/// Uniform in `0..bound`, by rejection.
fn below(bound: usize, random: &mut ChaCha8Rng) -> usize {
    let bound = bound.max(1) as u64;
    let limit = u64::MAX - u64::MAX % bound;
    loop {
        let value = random.next_u64();
        if value < limit {
            return (value % bound) as usize;
        }
    }
}

fn holds(term: &Term, sample: &[bool]) -> bool {
    term.iter().all(|literal| sample[literal.feature()] != literal.is_negated())
}

fn explaining(target: &Dnf, sample: &[bool]) -> usize {
    target.terms().iter().filter(|term| holds(term, sample)).count()
}

fn accepts(target: &Dnf, sample: &[bool]) -> bool {
    explaining(target, sample) > 0
}

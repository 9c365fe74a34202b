//! What each literal does to each sample.

use vesc_col_core::{Dataset, Domain, Literal, Samples, Term};

use crate::cover::Cover;
use crate::crew::Crew;
use crate::interrupt::Interrupt;

/// What each literal does to each sample. Literals are numbered feature by feature, the positive one first.
#[derive(Debug)]
pub(crate) struct Tables {
    /// The legal inputs.
    pub(crate) domain: Domain,
    /// For each literal the positives that it may be true on.
    pub(crate) accepts: Vec<Cover>,
    /// For each literal the negatives that it may be false on.
    pub(crate) rejects: Vec<Cover>,
    /// For each negative the literals that may be false on it.
    pub(crate) rejecting: Vec<Cover>,
    /// For how many rows each sample stands.
    pub(crate) positives: Vec<u64>,
    pub(crate) negatives: Vec<u64>,
    /// The literals that are known to be true on positives with unknown cells, if legal inputs tie features together: literals that may
    /// each be true need not be so at once.
    partial: Vec<(usize, Vec<Literal>)>,
}

impl Tables {
    pub(crate) fn new(data: &Dataset, domain: &Domain, crew: Crew<'_>) -> Result<Tables, Interrupt> {
        let literals = 2 * data.features().len();
        let (positives, negatives) = (data.positives(), data.negatives());
        crew.afford(literals * (positives.distinct() + 2 * negatives.distinct()) / 8)?;
        let mut tables = Tables {
            domain: domain.clone(),
            partial: Vec::new(),
            accepts: vec![Cover::none(positives.distinct()); literals],
            rejects: vec![Cover::none(negatives.distinct()); literals],
            rejecting: vec![Cover::none(literals); negatives.distinct()],
            positives: weights(positives),
            negatives: weights(negatives),
        };
        for sample in 0..positives.distinct() {
            crew.check()?;
            for literal in may_be(true, positives, sample, domain) {
                tables.accepts[literal].insert(sample);
            }
            if positives.unknown(sample).is_some() && !domain.is_free() {
                tables.partial.push((sample, known(positives, sample)));
            }
        }
        for sample in 0..negatives.distinct() {
            crew.check()?;
            for literal in may_be(false, negatives, sample, domain) {
                tables.rejects[literal].insert(sample);
                tables.rejecting[sample].insert(literal);
            }
        }
        Ok(tables)
    }

    pub(crate) fn literals(&self) -> usize {
        self.accepts.len()
    }

    /// The literal with this number.
    pub(crate) fn literal(number: usize) -> Literal {
        Literal::matching(number / 2, number.is_multiple_of(2))
    }

    /// Whether a term holds on some legal input.
    pub(crate) fn is_term(&self, term: &Term) -> bool {
        self.domain.allows(term.literals())
    }

    /// Takes away those positives on which the literals of a term may each be true, but not all at once.
    pub(crate) fn retain_joint(&self, term: &Term, covers: &mut Cover) {
        for (positive, known) in &self.partial {
            if covers.contains(*positive) && !self.domain.allows(&[known, term.literals()].concat()) {
                covers.remove(*positive);
            }
        }
    }
}

/// The literals that have this value on a sample, or have it on some legal completion.
fn may_be<'a>(
    value: bool,
    samples: &'a Samples,
    sample: usize,
    domain: &'a Domain,
) -> impl Iterator<Item = usize> + 'a {
    let is_tied = samples.unknown(sample).is_some() && !domain.is_free();
    let mut known = if is_tied { known(samples, sample) } else { Vec::new() };
    samples
        .cells(sample)
        .enumerate()
        .flat_map(move |(feature, cell)| {
            [false, true].map(|negated| {
                let number = 2 * feature + usize::from(negated);
                let possible = match cell {
                    Some(cell) => (cell == value) != negated,
                    None if domain.is_free() => true,
                    None => {
                        known.push(Literal::matching(feature, value != negated));
                        let allowed = domain.allows(&known);
                        known.pop();
                        allowed
                    }
                };
                possible.then_some(number)
            })
        })
        .flatten()
}

/// The literals that are known to be true on a sample.
fn known(samples: &Samples, sample: usize) -> Vec<Literal> {
    let cells = samples.cells(sample).enumerate();
    cells.filter_map(|(feature, cell)| Some(Literal::matching(feature, cell?))).collect()
}

fn weights(samples: &Samples) -> Vec<u64> {
    (0..samples.distinct()).map(|sample| samples.sources(sample).len() as u64).collect()
}

/// The sum of the samples' weights if it is within a budget.
pub(crate) fn weight_within(mut samples: impl Iterator<Item = usize>, weights: &[u64], budget: u64) -> Option<u64> {
    samples.try_fold(0u64, |sum, sample| sum.checked_add(weights[sample]).filter(|&sum| sum <= budget))
}

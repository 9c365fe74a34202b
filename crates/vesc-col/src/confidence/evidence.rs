//! What the counts say for a formula.

use vesc_col_core::{Dataset, Dnf, Domain, Literal, Run, Samples, StopReason, Term};

use super::counts::{Counts, FormulaWeight, Limits};
use super::different::Different;
use super::no_confidence::NoConfidence;
use super::sets::{bits, has};
use super::tested::ROWS_BETWEEN_LOOKS;

pub use super::posterior::Range;

/// What the counts say for one formula, before any trial is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Evidence {
    /// The posterior of the formula, if terms were drawn at random. Each number of terms up to the cap weighs alike.
    /// The size m of a term has weight 2^-m, and terms of a size weigh alike.
    pub posterior: Range,
    /// How much of the posterior is the formula's own. The rest belongs to formulas with one term more, which explain positives
    /// that it leaves unexplained: 1 unless errors are allowed.
    pub own: Range,
    /// How many different positives the term covers that covers the fewest.
    pub weakest: usize,
    /// How many terms there are without which only a single positive would be unexplained.
    pub resting: usize,
    /// How many terms the formula has.
    pub terms: usize,
    /// How many different positives there are.
    pub positives: usize,
    /// How many different rows there are.
    pub rows: usize,
    /// How many features terms test: of an ordered column the cuts next to positives.
    pub features: usize,
    /// On what share of the rows the formula would hold if columns were independent. It is the sum over its terms of
    /// the product of their literals' shares.
    pub rate: f64,
    /// The same for the rarest term.
    pub rarest: f64,
    /// The weight of the formulas with one term more that explain the data, relative to the formula's.
    pub room: f64,
}

/// Causes of more terms are not counted, unless a formula has more: each costs a pass over all sets of positives.
const MOST_TERMS: usize = 6;

impl Evidence {
    /// What the counts say for each of some formulas that explain the data, with causes of up to `most_terms` terms in mind.
    ///
    /// # Errors
    ///
    /// [`NoConfidence::Stopped`] if the run ended before, and [`NoConfidence::Terms`] if no terms are counted as long as one of
    /// theirs.
    pub fn of(
        formulas: &[&Dnf],
        (data, domain): (&Dataset, &Domain),
        most_terms: usize,
        run: &Run,
    ) -> Result<Vec<Evidence>, NoConfidence> {
        let limits = Limits::default();
        Evidence::within(formulas, (data, domain, Different::Features), (most_terms, limits), run)
    }

    /// The same within limits, where `different` says which rows are.
    pub(super) fn within(
        formulas: &[&Dnf],
        (data, domain, different): (&Dataset, &Domain, Different<'_>),
        (most_terms, limits): (usize, Limits<'_>),
        run: &Run,
    ) -> Result<Vec<Evidence>, NoConfidence> {
        let most_terms = formulas.iter().map(|dnf| dnf.terms().len()).fold(most_terms.min(MOST_TERMS), usize::max);
        let counts = Counts::new((data, domain), limits, (formulas, most_terms), run).map_err(NoConfidence::Stopped)?;
        let shares = LiteralShares::new(data, different, run).map_err(NoConfidence::Stopped)?;
        let evidence = |dnf: &&Dnf| {
            let FormulaWeight { posterior, own, room } = counts.of(dnf, data).ok_or(NoConfidence::Terms)?;
            let rows = Evidence::of_rows(dnf, data, &shares);
            // A positive of which the formula says that its label is wrong speaks of no cause.
            let explained = || -> usize {
                let positives = data.positives();
                let explained = (0..positives.distinct()).filter(|&index| dnf.accepts(positives.get(index)));
                explained.map(|index| different.among(positives, index)).sum()
            };
            let positives = if limits.budget.is_some() { explained() } else { rows.positives };
            Ok(Evidence { posterior, own, room, positives, features: counts.features(), ..rows })
        };
        formulas.iter().map(evidence).collect()
    }

    /// What the counts would say for each of some formulas if nothing else explained the data: with this posterior, which is assumed.
    pub(super) fn once_alone(
        formulas: &[&Dnf],
        data: &Dataset,
        posterior: Range,
        run: &Run,
    ) -> Result<Vec<Evidence>, StopReason> {
        let shares = LiteralShares::new(data, Different::Features, run)?;
        Ok(formulas.iter().map(|dnf| Evidence { posterior, ..Evidence::of_rows(dnf, data, &shares) }).collect())
    }

    /// What the rows say for one formula: all but the posterior and the room.
    fn of_rows(dnf: &Dnf, data: &Dataset, shares: &LiteralShares<'_>) -> Evidence {
        let positives = data.positives();
        let different = |row: usize| shares.different.among(positives, row);
        let covers = move |term: usize, row: &usize| covers(&dnf.terms()[term], positives, *row);
        let covered = |term: usize| (0..positives.distinct()).filter(move |row| covers(term, row));
        let alone = |term: usize| {
            let others = move |row: &_| (0..dnf.terms().len()).any(|other| other != term && covers(other, row));
            covered(term).filter(|row| !others(row)).map(different).sum::<usize>()
        };
        let terms = dnf.terms().len();
        let rates = dnf.terms().iter().map(|term| term.iter().map(|&literal| shares.of(literal)).product::<f64>());
        Evidence {
            posterior: Range { low: 0.0, value: 0.0, high: 0.0 },
            own: Range { low: 1.0, value: 1.0, high: 1.0 },
            weakest: (0..terms).map(|term| covered(term).map(different).sum()).min().unwrap_or(0),
            resting: (0..terms).filter(|&term| alone(term) == 1).count(),
            terms,
            positives: (0..positives.distinct()).map(different).sum(),
            rows: shares.rows,
            features: data.features().len(),
            rate: rates.clone().sum(),
            rarest: rates.fold(1.0, f64::min),
            room: 0.0,
        }
    }
}

/// Whether a term is true on a row, whatever its unknown cells are.
fn covers(term: &Term, samples: &Samples, row: usize) -> bool {
    let is_known = |unknown: &[u64]| term.iter().all(|literal| !has(unknown, literal.feature()));
    term.accepts(samples.get(row)) && samples.unknown(row).is_none_or(is_known)
}

/// On what share of the rows each literal is true.
struct LiteralShares<'d> {
    different: Different<'d>,
    ones: Vec<usize>,
    /// On how many rows the cell of each feature is not known.
    unknown: Vec<usize>,
    rows: usize,
}

impl<'d> LiteralShares<'d> {
    fn new(data: &Dataset, different: Different<'d>, run: &Run) -> Result<LiteralShares<'d>, StopReason> {
        let zeros = || vec![0; data.features().len()];
        let mut shares = LiteralShares { different, ones: zeros(), unknown: zeros(), rows: 0 };
        for samples in [data.positives(), data.negatives()] {
            for (index, row) in samples.iter().enumerate() {
                if index % ROWS_BETWEEN_LOOKS == 0 {
                    run.check()?;
                }
                let distinct = different.among(samples, index);
                row.iter_ones().for_each(|feature| shares.ones[feature] += distinct);
                let unknown = samples.unknown(index).into_iter().flat_map(bits);
                unknown.for_each(|feature| shares.unknown[feature] += distinct);
                shares.rows += distinct;
            }
        }
        Ok(shares)
    }

    fn of(&self, literal: Literal) -> f64 {
        let ones = self.ones[literal.feature()];
        let known = self.rows - self.unknown[literal.feature()];
        let holding = if literal.is_negated() { known - ones } else { ones };
        if known > 0 { holding as f64 / known as f64 } else { 0.5 }
    }
}

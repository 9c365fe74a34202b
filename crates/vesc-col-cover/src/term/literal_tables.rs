//! What each literal does to each sample, and what it costs to be wrong on samples.

use std::ops::Range;

use vesc_col_core::{Dataset, Domain, Literal, Samples, Term};

use crate::bits::bit_set::{BitSet, PositiveSet};
use crate::context::{Interrupt, RunContext};

/// What each literal does to each sample. Literals are numbered feature by feature, the positive one first.
///
/// A row with unknown cells is one sample, and a literal says what it *may* be there. If every completion of the row
/// must be right, the row is as many samples as it has legal completions.
#[derive(Debug)]
pub(crate) struct LiteralTables {
    /// The legal inputs.
    pub(crate) domain: Domain,
    /// Whether every completion of a row must be right.
    pub(crate) is_certain: bool,
    /// For each literal the positives that it may be true on.
    pub(crate) accepts: Vec<PositiveSet>,
    /// For each literal the negatives that it may be false on.
    pub(crate) rejects: Vec<BitSet>,
    /// For each negative the literals that may be false on it.
    pub(crate) rejecting: Vec<BitSet>,
    /// For which rows the samples stand.
    pub(crate) positives: WeightedRows,
    pub(crate) negatives: WeightedRows,
    /// The literals that are known to be true on positives with unknown cells, if legal inputs tie features together.
    ///
    /// There, literals that may each be true need not be so at once.
    partial: Vec<(usize, Vec<Literal>)>,
    /// What no legal input has.
    pub(crate) nogoods: Nogoods,
}

/// Literals that are never all true on a legal input, by number.
#[derive(Debug)]
pub(crate) struct Nogoods {
    /// For each literal those that no legal input has beside it, its negation among them, but for what orders say.
    apart: Vec<Vec<usize>>,
    /// Features of which each is implied by the next.
    orders: Vec<Vec<usize>>,
    /// For each feature its order, and its place there.
    places: Vec<Option<(usize, usize)>>,
    /// The nogoods of one literal, or of more than two.
    others: Vec<Vec<usize>>,
}

impl Nogoods {
    fn new(domain: &Domain, literals: usize) -> Nogoods {
        let mut apart: Vec<Vec<usize>> = (0..literals).map(|literal| vec![literal ^ 1]).collect();
        let mut others = Vec::new();
        for nogood in domain.nogoods_beside_orders() {
            let numbers: Vec<usize> = nogood.iter().copied().map(LiteralTables::number).collect();
            if let [one, other] = numbers[..] {
                apart[one].push(other);
                apart[other].push(one);
            } else {
                others.push(numbers);
            }
        }
        let orders: Vec<Vec<usize>> = domain.orders().collect();
        let mut places = vec![None; literals / 2];
        for (number, order) in orders.iter().enumerate() {
            order.iter().enumerate().for_each(|(place, &feature)| places[feature] = Some((number, place)));
        }
        Nogoods { apart, orders, places, others }
    }

    /// The literals that no legal input has beside this one, each once.
    pub(crate) fn apart(&self, literal: usize) -> impl Iterator<Item = usize> + '_ {
        let is_negated = !literal.is_multiple_of(2);
        let of_order = self.places[literal / 2].map_or(&[][..], |(order, place)| match is_negated {
            // What is false makes all that come later false, ...
            true => &self.orders[order][place + 1..],
            // ... and what is true all earlier ones true.
            false => &self.orders[order][..place],
        });
        let of_order = of_order.iter().map(move |&feature| 2 * feature + usize::from(!is_negated));
        self.apart[literal].iter().copied().chain(of_order)
    }

    /// Whether these literals have a nogood of one literal, or of more than two.
    pub(crate) fn is_within(&self, literals: &[usize]) -> bool {
        let mut short = self.others.iter().filter(|nogood| nogood.len() <= literals.len());
        short.any(|nogood| nogood.iter().all(|literal| literals.contains(literal)))
    }
}

impl LiteralTables {
    pub(crate) fn new(
        data: &Dataset,
        domain: &Domain,
        is_certain: bool,
        context: RunContext<'_>,
    ) -> Result<LiteralTables, Interrupt> {
        let literals = 2 * data.features().len();
        let (positives, accepting) = samples(data.positives(), true, (domain, is_certain), context)?;
        let (negatives, rejecting) = samples(data.negatives(), false, (domain, is_certain), context)?;
        let is_tied = |&sample: &usize| data.positives().unknown(sample).is_some() && !domain.is_free();
        let partial = match is_certain {
            true => Vec::new(),
            false => (0..positives.samples())
                .filter(is_tied)
                .map(|sample| (sample, known(data.positives().cells(sample))))
                .collect(),
        };
        Ok(LiteralTables {
            domain: domain.clone(),
            is_certain,
            accepts: transposed(&accepting, literals, context)?,
            rejects: transposed(&rejecting, literals, context)?,
            rejecting,
            positives,
            negatives,
            partial,
            nogoods: Nogoods::new(domain, literals),
        })
    }

    pub(crate) fn literals(&self) -> usize {
        self.accepts.len()
    }

    /// The literal with this number.
    pub(crate) fn literal(number: usize) -> Literal {
        Literal::matching(number / 2, number.is_multiple_of(2))
    }

    /// Whether the samples that a formula of these terms gets wrong cost no more than a budget, of false positives and of
    /// false negatives. All cells are known.
    pub(crate) fn are_within(&self, terms: &[&Term], (false_positives, false_negatives): (u64, u64)) -> bool {
        let mut accepted = BitSet::none(self.negatives.samples());
        let mut left = PositiveSet::all(self.positives.samples());
        for term in terms {
            let (mut passed, mut cover) =
                (BitSet::all(self.negatives.samples()), PositiveSet::all(self.positives.samples()));
            for number in term.iter().copied().map(LiteralTables::number) {
                passed = passed.and_not(&self.rejects[number]);
                cover.retain(&self.accepts[number]);
            }
            accepted = accepted.or(&passed);
            left = left.and_not(&cover);
        }
        self.negatives.can_pay(accepted.iter(), false_positives) && self.positives.can_pay(left.iter(), false_negatives)
    }

    /// The number of this literal.
    fn number(literal: Literal) -> usize {
        2 * literal.feature() + usize::from(literal.is_negated())
    }

    /// Takes away those positives on which the literals of a term may each be true, but not all at once.
    pub(crate) fn retain_joint(&self, term: &Term, covers: &mut PositiveSet) {
        for (positive, known) in &self.partial {
            if covers.contains(*positive) && !self.domain.allows(&[known, term.literals()].concat()) {
                covers.remove(*positive);
            }
        }
    }
}

/// Bytes of a sample beside its literals: where they are, its row, and the row's weight, in lists that may have just grown.
const SAMPLE_BYTES: usize = 64;

/// The rows of a label, and for each of their samples the literals that have this value on it, or may have.
fn samples(
    samples: &Samples,
    value: bool,
    (domain, is_certain): (&Domain, bool),
    context: RunContext<'_>,
) -> Result<(WeightedRows, Vec<BitSet>), Interrupt> {
    let mut rows = WeightedRows::default();
    let mut literals: Vec<BitSet> = Vec::new();
    for index in 0..samples.distinct() {
        context.check()?;
        let cells: Vec<Option<bool>> = samples.cells(index).collect();
        let start = literals.len();
        if is_certain {
            let completions = samples.completions_within(index, domain);
            literals.extend(completions.map(|words| matching(value, &words, cells.len())));
        } else {
            literals.push(may_be(value, &cells, domain));
        }
        rows.push(literals.len() - start, samples.weight(index));
        // The transposed tables take as much again.
        let literal_bytes = 2 * (2 * cells.len()).div_ceil(64) * size_of::<u64>();
        context.check_memory(literals.len() * (literal_bytes + SAMPLE_BYTES))?;
    }
    Ok((rows, literals))
}

/// Samples that are taken over between two checks of the run. Set: each has as many literals as there are features.
const SAMPLES_BETWEEN_CHECKS: usize = 1 << 8;

/// For each literal the samples that have it.
fn transposed(samples: &[BitSet], literals: usize, context: RunContext<'_>) -> Result<Vec<BitSet>, Interrupt> {
    let mut transposed = vec![BitSet::none(samples.len()); literals];
    for (sample, having) in samples.iter().enumerate() {
        if sample.is_multiple_of(SAMPLES_BETWEEN_CHECKS) {
            context.check()?;
        }
        having.iter().for_each(|literal| transposed[literal].insert(sample));
    }
    Ok(transposed)
}

/// The literals that have this value on an input.
fn matching(value: bool, input: &[u64], features: usize) -> BitSet {
    let bit = |feature: usize| input[feature / 64] >> (feature % 64) & 1 == 1;
    let number = |feature| 2 * feature + usize::from(bit(feature) != value);
    (0..features).fold(BitSet::none(2 * features), |literals, feature| literals.with(number(feature)))
}

/// The literals that have this value on some legal completion of these cells.
fn may_be(value: bool, cells: &[Option<bool>], domain: &Domain) -> BitSet {
    let known = known(cells.iter().copied());
    let is_possible_beside = domain.allows_beside(&known);
    let mut literals = BitSet::none(2 * cells.len());
    for (feature, &cell) in cells.iter().enumerate() {
        for negated in [false, true] {
            let is_possible = match cell {
                Some(cell) => (cell == value) != negated,
                None if domain.is_free() => true,
                None => is_possible_beside(Literal::matching(feature, value != negated)),
            };
            if is_possible {
                literals.insert(2 * feature + usize::from(negated));
            }
        }
    }
    literals
}

/// The literals that are known to be true.
fn known(cells: impl Iterator<Item = Option<bool>>) -> Vec<Literal> {
    cells.enumerate().filter_map(|(feature, cell)| Some(Literal::matching(feature, cell?))).collect()
}

/// The rows of a label, each with its samples.
///
/// A row is one sample. Where a hypothesis must be right on every completion, each completion is a sample. To be wrong
/// on some of a row's samples costs its weight once.
#[derive(Debug, Default)]
pub(crate) struct WeightedRows {
    /// For each sample its row; the samples of a row are neighbours.
    of: Vec<usize>,
    /// For each row its first sample.
    first: Vec<usize>,
    weights: Vec<u64>,
}

/// No rows.
pub(crate) static NO_ROWS: WeightedRows = WeightedRows { of: Vec::new(), first: Vec::new(), weights: Vec::new() };

impl WeightedRows {
    /// Rows of one sample and weight 1 each.
    pub(crate) fn single(count: usize) -> WeightedRows {
        let mut rows = WeightedRows::default();
        (0..count).for_each(|_| rows.push(1, 1));
        rows
    }

    /// Adds a row that `samples` equal samples of total weight `weight` make.
    pub(crate) fn push(&mut self, samples: usize, weight: u64) {
        self.first.push(self.of.len());
        self.of.extend(std::iter::repeat_n(self.weights.len(), samples));
        self.weights.push(weight);
    }

    /// How many samples there are.
    pub(crate) fn samples(&self) -> usize {
        self.of.len()
    }

    /// The row of a sample.
    pub(crate) fn of(&self, sample: usize) -> usize {
        self.of[sample]
    }

    /// The samples of a row.
    pub(crate) fn samples_of(&self, row: usize) -> Range<usize> {
        self.first[row]..self.first.get(row + 1).copied().unwrap_or(self.of.len())
    }

    /// What a row costs.
    pub(crate) fn weight(&self, row: usize) -> u64 {
        self.weights[row]
    }

    /// The cost of some rows if it is within a budget.
    pub(crate) fn within(&self, mut rows: impl Iterator<Item = usize>, budget: u64) -> Option<u64> {
        rows.try_fold(0u64, |sum, row| sum.checked_add(self.weights[row]).filter(|&sum| sum <= budget))
    }

    /// Whether the rows of these samples, which come in ascending order, cost no more than a budget.
    pub(crate) fn can_pay(&self, samples: impl Iterator<Item = usize>, budget: u64) -> bool {
        // Where each sample is a row, as nearly always, they have the same numbers.
        match self.of.len() == self.weights.len() {
            true => self.within(samples, budget).is_some(),
            false => self.within(self.of_all(samples), budget).is_some(),
        }
    }

    /// The rows of these samples, which come in ascending order; each row once.
    pub(crate) fn of_all(&self, samples: impl Iterator<Item = usize>) -> impl Iterator<Item = usize> {
        let mut last = None;
        samples.map(|sample| self.of[sample]).filter(move |&row| last.replace(row) != Some(row))
    }
}

#[cfg(test)]
mod tests {
    use super::WeightedRows;

    #[test]
    fn a_row_costs_its_weight_once() {
        let mut rows = WeightedRows::default();
        [(1, 5), (3, 2), (2, 1)].into_iter().for_each(|(samples, weight)| rows.push(samples, weight));
        assert_eq!((rows.samples(), rows.of(3), rows.samples_of(1), rows.samples_of(2)), (6, 1, 1..4, 4..6));
        let samples = || [1, 3, 4, 5].into_iter();
        assert!(rows.can_pay(samples(), 3) && !rows.can_pay(samples(), 2));
        let wrong: Vec<usize> = rows.of_all(samples()).collect();
        assert_eq!(wrong, [1, 2]);
        assert_eq!((rows.within(wrong.iter().copied(), 3), rows.within(wrong.iter().copied(), 2)), (Some(3), None));
    }
}

//! Which terms reject all negatives: a problem of hitting sets.

use vesc_col_core::{Dataset, StopReason};

use crate::bits;
use crate::run_context::RunContext;

/// Rows up to which those that others imply are removed; the time grows with the square of their number.
const MOST_ROWS_COMPARED: usize = 1 << 11;

/// The literals that a term may have, and for each negative sample the *row* of those that reject it. A term of candidates
/// rejects all negatives if it hits all rows.
///
/// A literal's number is twice its feature, plus one if negated: the canonical order.
#[derive(Debug)]
pub(crate) struct Problem {
    /// The candidates' literals, ascending.
    literals: Vec<u32>,
    /// How many words hold a set of candidates.
    candidate_words: usize,
    /// How many words hold a set of rows.
    row_words: usize,
    /// The candidates in each row, the shortest rows first.
    rows: Vec<u64>,
    /// The rows that each candidate hits.
    hits: Vec<u64>,
    /// The rows that the candidates from each on hit together.
    hits_from: Vec<u64>,
}

impl Problem {
    /// The problem of all negatives of a data set over the given candidates, or `None` if no term of theirs can reject some
    /// negative.
    ///
    /// # Errors
    ///
    /// The reason to stop, if the run must end.
    pub(crate) fn new(
        data: &Dataset,
        literals: Vec<u32>,
        context: &mut RunContext<'_>,
    ) -> Result<Option<Problem>, StopReason> {
        let candidate_words = bits::words(literals.len());
        let negatives = data.negatives();
        let mut rows: Vec<Box<[u64]>> = Vec::with_capacity(negatives.distinct());
        for index in 0..negatives.distinct() {
            context.spend(2 * literals.len())?;
            let sample = negatives.words(index);
            let mut row = vec![0; candidate_words].into_boxed_slice();
            for (candidate, &literal) in literals.iter().enumerate() {
                let value = bits::contains(sample, literal as usize / 2);
                row[candidate / 64] |= u64::from(value == (literal & 1 == 1)) << (candidate % 64);
            }
            rows.push(row);
        }
        let mut rows = sorted(rows, context)?;
        rows.dedup();
        if rows.first().is_some_and(|shortest| bits::is_empty(shortest)) {
            return Ok(None);
        }
        if rows.len() <= MOST_ROWS_COMPARED {
            rows = without_implied(rows, context)?;
        }
        Problem::lay_out(literals, &rows, context).map(Some)
    }

    fn lay_out(literals: Vec<u32>, rows: &[Box<[u64]>], context: &mut RunContext<'_>) -> Result<Problem, StopReason> {
        let count = literals.len();
        let (candidate_words, row_words) = (bits::words(count), bits::words(rows.len()));
        let mut hits = vec![0; count * row_words];
        for (number, row) in rows.iter().enumerate() {
            context.spend(4 * bits::len(row))?;
            for candidate in bits::iter(row) {
                bits::insert(&mut hits[candidate * row_words..][..row_words], number);
            }
        }
        let mut hits_from = vec![0; (count + 1) * row_words];
        for candidate in (0..count).rev() {
            context.spend(row_words)?;
            for word in 0..row_words {
                hits_from[candidate * row_words + word] =
                    hits_from[(candidate + 1) * row_words + word] | hits[candidate * row_words + word];
            }
        }
        let rows = rows.concat();
        Ok(Problem { literals, candidate_words, row_words, rows, hits, hits_from })
    }

    /// How many candidates there are.
    pub(crate) fn candidates(&self) -> usize {
        self.literals.len()
    }

    /// A candidate's literal.
    pub(crate) fn literal(&self, candidate: usize) -> u32 {
        self.literals[candidate]
    }

    /// The candidate after this one that may stand in a term with it.
    pub(crate) fn next(&self, candidate: usize) -> usize {
        let complement = self.literals.get(candidate + 1).is_some_and(|&next| next == self.literals[candidate] ^ 1);
        candidate + 1 + usize::from(complement)
    }

    /// How many words hold a set of candidates.
    pub(crate) fn candidate_words(&self) -> usize {
        self.candidate_words
    }

    /// How many words hold a set of rows.
    pub(crate) fn row_words(&self) -> usize {
        self.row_words
    }

    /// The set of all rows.
    pub(crate) fn all_rows(&self) -> &[u64] {
        // Each row is hit by some candidate.
        &self.hits_from[..self.row_words]
    }

    /// The candidates in a row.
    pub(crate) fn row(&self, row: usize) -> &[u64] {
        &self.rows[row * self.candidate_words..][..self.candidate_words]
    }

    /// The rows that a candidate hits.
    pub(crate) fn hits(&self, candidate: usize) -> &[u64] {
        &self.hits[candidate * self.row_words..][..self.row_words]
    }

    /// Makes a set that of the candidates from this one on.
    pub(crate) fn fill_from(&self, candidate: usize, set: &mut [u64]) {
        bits::fill(set, candidate..self.candidates());
    }

    /// How many candidates, from the first on, can be the least of a set that hits all these rows: they and those after
    /// them must hit all.
    pub(crate) fn possible_least(&self, rows: &[u64]) -> usize {
        let (mut low, mut high) = (0, self.candidates());
        while low < high {
            let middle = low.midpoint(high);
            let together = &self.hits_from[middle * self.row_words..][..self.row_words];
            if bits::is_subset(rows, together) { low = middle + 1 } else { high = middle }
        }
        low
    }

    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        8 * (self.rows.len() + self.hits.len() + self.hits_from.len())
    }
}

/// The shortest rows first, equal ones side by side. Runs of rows are sorted and then merged, so that the run is looked at in
/// between, however many rows there are.
fn sorted(rows: Vec<Box<[u64]>>, context: &mut RunContext<'_>) -> Result<Vec<Box<[u64]>>, StopReason> {
    const RUN: usize = 1 << 14;
    let mut keyed: Vec<(usize, Box<[u64]>)> = rows.into_iter().map(|row| (bits::len(&row), row)).collect();
    let mut runs: Vec<Vec<(usize, Box<[u64]>)>> = Vec::new();
    while !keyed.is_empty() {
        context.spend(64 * RUN.min(keyed.len()))?;
        let mut run = keyed.split_off(keyed.len().saturating_sub(RUN));
        run.sort_unstable();
        runs.push(run);
    }
    while runs.len() > 1 {
        let mut merged = Vec::with_capacity(runs.len().div_ceil(2));
        let mut pairs = runs.into_iter();
        while let Some(one) = pairs.next() {
            merged.push(match pairs.next() {
                Some(other) => merge(one, other, context)?,
                None => one,
            });
        }
        runs = merged;
    }
    Ok(runs.pop().unwrap_or_default().into_iter().map(|(_, row)| row).collect())
}

/// Both ascending lists in one.
fn merge<T: Ord>(one: Vec<T>, other: Vec<T>, context: &mut RunContext<'_>) -> Result<Vec<T>, StopReason> {
    let mut merged = Vec::with_capacity(one.len() + other.len());
    let (mut one, mut other) = (one.into_iter().peekable(), other.into_iter().peekable());
    loop {
        context.spend(16)?;
        let first = match (one.peek(), other.peek()) {
            (Some(a), Some(b)) => a <= b,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => return Ok(merged),
        };
        merged.extend(if first { one.next() } else { other.next() });
    }
}

/// A row that contains another one is hit with it.
fn without_implied(rows: Vec<Box<[u64]>>, context: &mut RunContext<'_>) -> Result<Vec<Box<[u64]>>, StopReason> {
    let mut kept: Vec<Box<[u64]>> = Vec::with_capacity(rows.len());
    for row in rows {
        context.spend(2 * kept.len())?;
        if !kept.iter().any(|shorter| bits::is_subset(shorter, &row)) {
            kept.push(row);
        }
    }
    Ok(kept)
}

//! Which terms reject all negatives: a problem of hitting sets.

use vesc_col_core::{Dataset, StopReason};

use crate::bits;
use crate::dnf::row_set::RowSet;
use crate::run_context::RunContext;

/// Work to read one row of the data beside that for its candidates, in units of the [context](RunContext::spend).
const ROW_COST: usize = 16;

/// The literals that a term may have, and for each negative sample the *row* of those that reject it. A term of
/// candidates rejects all negatives if it hits all rows.
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
    /// The problem of all negatives of a data set over the given candidates, or `None` if no term of theirs can reject
    /// some negative. It may take `memory` bytes, and half as much again while it is made.
    ///
    /// # Errors
    ///
    /// The reason to stop, if the run must end or memory does not suffice.
    pub(crate) fn new(
        data: &Dataset,
        literals: Vec<u32>,
        memory: usize,
        context: &mut RunContext<'_>,
    ) -> Result<Option<Problem>, StopReason> {
        let candidate_words = bits::words(literals.len());
        let negatives = data.negatives();
        let rows_compared = context.tuning.rows_compared;
        let mut rows = RowSet::new(candidate_words, context.tuning.rows_sorted_at_once);
        let mut row = vec![0; candidate_words];
        for index in 0..negatives.distinct() {
            context.spend(ROW_COST + 2 * literals.len())?;
            let sample = negatives.words(index);
            row.fill(0);
            for (candidate, &literal) in literals.iter().enumerate() {
                let value = bits::contains(sample, literal as usize / 2);
                row[candidate / 64] |= u64::from(value == (literal & 1 == 1)) << (candidate % 64);
            }
            if bits::is_empty(&row) {
                return Ok(None);
            }
            rows.insert(&row, context)?;
            // Fewer distinct rows may turn out to be implied by others.
            if rows.least() > rows_compared && bytes(literals.len(), rows.least()) > memory {
                return Err(StopReason::Memory);
            }
        }
        let mut rows = rows.into_sorted(context)?;
        if rows.len() <= rows_compared * candidate_words {
            rows = without_implied(&rows, candidate_words, context)?;
        }
        Problem::lay_out(literals, rows, memory, context).map(Some)
    }

    fn lay_out(
        literals: Vec<u32>,
        rows: Vec<u64>,
        memory: usize,
        context: &mut RunContext<'_>,
    ) -> Result<Problem, StopReason> {
        let count = literals.len();
        let candidate_words = bits::words(count);
        let row_count = rows.len() / candidate_words.max(1);
        if bytes(count, row_count) > memory {
            return Err(StopReason::Memory);
        }
        let row_words = bits::words(row_count);
        let mut hits = vec![0; count * row_words];
        for (number, row) in rows.chunks_exact(candidate_words.max(1)).enumerate() {
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

    /// How many candidates, from the first on, can be the least of a set that hits all these rows. They and those after
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
        8 * (self.rows.capacity() + self.hits.len() + self.hits_from.len())
    }
}

/// Returns how many bytes a problem with these numbers of candidates and rows takes.
fn bytes(candidates: usize, rows: usize) -> usize {
    8 * (rows * bits::words(candidates) + (2 * candidates + 1) * bits::words(rows))
}

/// A row that contains another one is hit with it.
fn without_implied(rows: &[u64], width: usize, context: &mut RunContext<'_>) -> Result<Vec<u64>, StopReason> {
    let width = width.max(1);
    let mut kept: Vec<u64> = Vec::new();
    for row in rows.chunks_exact(width) {
        context.spend(2 * kept.len() / width)?;
        if !kept.chunks_exact(width).any(|shorter| bits::is_subset(shorter, row)) {
            kept.extend_from_slice(row);
        }
    }
    Ok(kept)
}

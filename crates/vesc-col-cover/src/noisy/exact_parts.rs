//! Formulas that are wrong on few rows, by questions in which no row may be wrong.
//!
//! Put the negatives into one group more than a formula may accept. Then it rejects all of one group. Put the positives
//! into one group more than it may leave, and it covers all of one. So it fits, without any error, the rows of some pair
//! of groups. What fits a pair is found as if there were no errors, and is then judged by all rows.
//!
//! ```text
//!  one false positive allowed:    n0 n2 n4 ...  |  n1 n3 n5 ...
//!                                    a formula rejects all of these, or all of those
//! ```

use std::sync::Arc;

use vesc_col_core::{Dataset, Domain, Samples, Term};

use super::groups::{groups, larger_groups};
use crate::context::{Interrupt, RunContext};
use crate::session::ExactSession;

/// More pairs of groups than this are not asked one by one. Set: each takes a search of its own.
const MOST_PARTS: usize = 64;
/// Rows that are put into a part between two checks of the run. Set: each is copied and hashed.
const ROWS_BETWEEN_CHECKS: usize = 1 << 8;

/// Questions without errors, whose formulas are all that are within a budget, and perhaps others.
#[derive(Debug)]
pub(super) struct ExactParts {
    /// The weights of the false positives and the false negatives that are allowed.
    budget: (u64, u64),
    domain: Domain,
    sessions: Vec<ExactSession>,
    /// The memory that their data take.
    bytes: usize,
    /// A size at which a part was given up. Larger ones are not tried.
    given_up: Option<(usize, usize)>,
}

impl ExactParts {
    /// `None` if they would be too many, or take too much memory. All cells are known.
    pub(super) fn new(
        data: &Dataset,
        domain: &Domain,
        budget: (u64, u64),
        context: RunContext<'_>,
    ) -> Result<Option<ExactParts>, Interrupt> {
        let weights =
            |samples: &Samples| -> Vec<u64> { (0..samples.distinct()).map(|row| samples.weight(row)).collect() };
        let negatives = groups(&weights(data.negatives()), budget.0, MOST_PARTS);
        let positives = larger_groups(&weights(data.positives()), budget.1, MOST_PARTS);
        let (Some(negatives), Some(positives)) = (negatives, positives) else { return Ok(None) };
        // A formula may be false everywhere.
        let may_be_empty = positives.iter().any(Vec::is_empty);
        let rows: usize = positives.iter().map(|of| negatives.len() * of.len()).sum::<usize>()
            + positives.len() * negatives.iter().map(Vec::len).sum::<usize>();
        let bytes = rows.saturating_mul(data.features().len() / 8);
        // What a session makes of its rows takes as much again.
        if may_be_empty || positives.len() * negatives.len() > MOST_PARTS || 2 * bytes > most_bytes(context) {
            return Ok(None);
        }
        let mut sessions = Vec::new();
        for positives in &positives {
            for negatives in &negatives {
                let part = rows_of(data, positives, negatives, context)?;
                sessions.push(ExactSession::within(Arc::new(part), domain));
            }
        }
        Ok(Some(ExactParts { budget, domain: domain.clone(), sessions, bytes, given_up: None }))
    }

    /// The memory that these take.
    pub(super) fn bytes(&self) -> usize {
        self.bytes + self.sessions.iter().map(ExactSession::bytes).sum::<usize>()
    }

    /// Whether these are for that budget and those legal inputs.
    pub(super) fn are_for(&self, domain: &Domain, budget: (u64, u64)) -> bool {
        self.budget == budget && self.domain == *domain
    }

    /// Gives `take` each formula of a size that fits some part, once for each such part.
    ///
    /// # Errors
    ///
    /// [`Interrupt::TooLong`] if too many terms may take part in some part.
    pub(super) fn each_formula(
        &mut self,
        size @ (literals, terms): (usize, usize),
        context: RunContext<'_>,
        take: &mut dyn FnMut(&[&Term]) -> Result<(), Interrupt>,
    ) -> Result<(), Interrupt> {
        if self.given_up.is_some_and(|(most, most_terms)| literals >= most && terms >= most_terms) {
            return Err(Interrupt::TooLong);
        }
        let most = most_bytes(context) / self.sessions.len();
        for session in &mut self.sessions {
            let found = session.each_formula(size, context, take);
            session.keep_within(most);
            if found == Err(Interrupt::TooLong) {
                self.given_up = Some(size);
            }
            found?;
        }
        Ok(())
    }
}

/// The memory that all parts of a session may take.
pub(super) fn most_bytes(context: RunContext<'_>) -> usize {
    context.memory_budget().map_or(context.tuning.kept_bytes, |budget| budget / 2) / 4
}

/// The data with these rows alone.
fn rows_of(
    data: &Dataset,
    positives: &[usize],
    negatives: &[usize],
    context: RunContext<'_>,
) -> Result<Dataset, Interrupt> {
    let mut builder = Dataset::builder(data.features().clone()).with_contradictions();
    let chosen = [(true, positives), (false, negatives)];
    let rows = chosen.into_iter().flat_map(|(label, rows)| rows.iter().map(move |&row| (label, row)));
    for (number, (label, row)) in rows.enumerate() {
        if number.is_multiple_of(ROWS_BETWEEN_CHECKS) {
            context.check()?;
        }
        let samples = if label { data.positives() } else { data.negatives() };
        builder.push_words(label, samples.words(row)).expect("rows of the same features");
    }
    Ok(builder.build().expect("contradictions are allowed"))
}

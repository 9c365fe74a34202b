//! One search.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use vesc_col::bitvec::order::Lsb0;
use vesc_col::bitvec::vec::BitVec;
use vesc_col::data::{DataError, DatasetBuilder};
use vesc_col::engine::EngineError;
use vesc_col::run::CancelToken;
use vesc_col::{DnfSpace, Features, Learner, Portfolio, Run, Settings};

use crate::Bar;

/// What is to be searched: rows that are packed already, as a simulator has them, and how far to go.
#[derive(Clone, Debug)]
pub struct Job {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// For each row whether the event happened.
    pub labels: BitVec<u64, Lsb0>,
    /// The rows one after the other: column `i` is bit `i % 64` of word `i / 64`.
    pub rows: Vec<u64>,
    /// The longest formula, in literals. There may be no end to it.
    pub max_literals: usize,
    /// The most terms.
    pub max_terms: usize,
    /// How long it may take.
    pub timeout: Duration,
    /// How many bytes it may take.
    pub memory: u64,
}

/// Why a job has no report.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JobError {
    /// The rows make no sense.
    #[error(transparent)]
    Data(#[from] DataError),
    /// No engine has an answer.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The report cannot be written.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// The service is gone.
    #[error("the service is shutting down")]
    Closed,
}

impl Job {
    fn spaces(&self) -> impl Iterator<Item = DnfSpace> + use<> {
        DnfSpace::up_to(self.columns.len(), self.max_literals, self.max_terms)
    }

    /// How many sub-spaces there are at most, if they can be counted in passing.
    pub(crate) fn steps(&self) -> Option<usize> {
        let most = 10_000;
        Some(self.spaces().take(most).count()).filter(|&count| count < most)
    }

    /// Searches, and blocks until that is done.
    pub(crate) fn search(self, token: CancelToken, bar: watch::Sender<Bar>) -> Result<String, JobError> {
        let spaces = self.spaces();
        let data = DatasetBuilder::from_rows(Features::new(self.columns)?, &self.labels, &self.rows)?;
        // Equal rows with both labels are no mistake of the caller: the report says that nothing fits.
        let data = Arc::new(data.with_contradictions().build()?);
        let run = Run::new()
            .with_cancel(token)
            .with_timeout(self.timeout)
            .with_memory(self.memory)
            .with_observer(move |event: &vesc_col::run::Event<'_>| bar.send_modify(|bar| bar.hear(event)));
        let report = Portfolio::default().search(&data, spaces, &Settings::default(), &run)?;
        Ok(serde_json::to_string(&report)?)
    }
}

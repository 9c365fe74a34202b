//! How many further runs are expected, in words and for programs.

use std::fmt;

use serde_json::{Value, json};
use vesc_col::Run;
use vesc_col::confidence::Prior;
use vesc_col::data::{Domain, OwnedSample};
use vesc_col::next::{Band, Candidates, FurtherRuns, PoolRuns};
use vesc_col::run::StopReason;

use super::SEED;
use crate::input::Loaded;
use crate::text::in_words;

/// How many further runs are expected until one candidate is left, and until it is as probable as asked for.
pub(super) struct Further {
    runs: FurtherRuns,
    confirming: Option<Band>,
    /// Whether a probability is given at all.
    is_probable: bool,
    target: f64,
}

impl Further {
    /// `None` where nothing tells it.
    ///
    /// # Errors
    ///
    /// Why the run ended before.
    pub(super) fn new(
        candidates: &Candidates,
        (loaded, pool, likely): (&Loaded, Option<&[OwnedSample]>, &Domain),
        (prior, target): (&Prior, f64),
        run: &Run,
    ) -> Result<Option<Further>, StopReason> {
        let Some(runs) = candidates.further_runs(&loaded.data, pool, likely, SEED, run)? else { return Ok(None) };
        // Where some label is wrong, no probability is given.
        let is_probable = loaded.undisputed.is_none();
        let confirming = candidates.confirming_runs(&loaded.data, (prior, target), SEED, run)?;
        Ok(Some(Further { runs, confirming: confirming.filter(|_| is_probable), is_probable, target }))
    }

    pub(super) fn json(&self) -> Value {
        let Further { runs, confirming, .. } = self;
        json!({"chosen": runs.chosen, "pool": runs.pool, "random": runs.random, "confirming": confirming})
    }
}

/// Up to five lines, indented.
impl fmt::Display for Further {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Further { runs, confirming, is_probable, target } = self;
        writeln!(f, "    until one concept is left: {} on chosen inputs", in_words(runs.chosen, "run"))?;
        if let Some(PoolRuns { runs, left, .. }) = runs.pool {
            write!(f, "        or {} of the pool in random order", in_words(runs, "row"))?;
            match left.filter(|_| runs.high.is_none()) {
                Some(left) => writeln!(f, "; all of its rows leave {}", in_words(left, "concept"))?,
                None => writeln!(f)?,
            }
        }
        if let Some(random) = runs.random {
            writeln!(f, "        or {} like those in the file", in_words(random, "run"))?;
        }
        match confirming {
            Some(confirming) => {
                let target = (1000.0 * target).round() / 10.0;
                let runs = in_words(*confirming, "confirming run");
                writeln!(f, "    then {runs} until it is right with probability {target} %")
            }
            None if *is_probable => {
                let random = if runs.random.is_none() { "how many runs like those in the file, and " } else { "" };
                writeln!(
                    f,
                    "    {random}how many confirming runs follow is not known for data unlike those of the trials"
                )
            }
            None => Ok(()),
        }
    }
}

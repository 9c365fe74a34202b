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
use crate::text::counted;

/// How many further runs are expected until one candidate is left, and until it is as probable as asked for.
pub(super) struct Further {
    runs: FurtherRuns,
    confirming: Option<Band>,
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
        Ok(Some(Further { runs, confirming: confirming.filter(|_| is_probable), target }))
    }

    pub(super) fn json(&self) -> Value {
        let Further { runs, confirming, .. } = self;
        json!({"chosen": runs.chosen, "pool": runs.pool, "random": runs.random, "confirming": confirming})
    }
}

/// Up to four lines, indented.
impl fmt::Display for Further {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Further { runs, confirming, target } = self;
        writeln!(f, "    until one concept is left: {} on chosen inputs", ends(runs.chosen, "run"))?;
        if let Some(PoolRuns { runs, left, .. }) = runs.pool {
            write!(f, "        or {} of the pool in random order", ends(runs, "row"))?;
            match left.filter(|_| runs.high.is_none()) {
                Some(left) => writeln!(f, "; all of its rows leave {}", ends(left, "concept"))?,
                None => writeln!(f)?,
            }
        }
        if let Some(random) = runs.random {
            writeln!(f, "        or {} like those in the file", ends(random, "run"))?;
        }
        if let Some(confirming) = confirming {
            let target = (1000.0 * target).round() / 10.0;
            let runs = ends(*confirming, "confirming run");
            writeln!(f, "    then {runs} until it is right with probability {target} %")?;
        }
        Ok(())
    }
}

/// `3 runs`, `3 to 5 runs`, `3 runs or more`.
fn ends(Band { low, high, .. }: Band, what: &str) -> String {
    match high {
        Some(high) if high == low => counted(low, what),
        Some(high) => format!("{low} to {}", counted(high, what)),
        None => format!("{} or more", counted(low, what)),
    }
}

//! Runs measurements, one after the other.

use std::error::Error;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::job::{Figures, Job};

/// A cell of a table has its answer once this many runs have all reached a limit. The others would reach it, too.
const LIMITED_RUNS: usize = 2;

/// Runs each measurement in a process of its own.
pub(crate) struct Runner {
    program: PathBuf,
}

impl Runner {
    pub(crate) fn new() -> Result<Runner, Box<dyn Error>> {
        Ok(Runner { program: std::env::current_exe()? })
    }

    /// One measurement.
    pub(crate) fn run(&self, job: &Job) -> Result<Figures, Box<dyn Error>> {
        let output = Command::new(&self.program).args(job.arguments()).stderr(Stdio::inherit()).output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        text.parse().map_err(|wrong| format!("{wrong} from {:?}: {}", job.arguments(), output.status).into())
    }

    /// The same measurement with each of the seeds; fewer if all of the first ones strike a limit.
    pub(crate) fn runs(&self, job: &Job, seeds: impl Iterator<Item = u64>) -> Result<Vec<Figures>, Box<dyn Error>> {
        let mut all: Vec<Figures> = Vec::new();
        for seed in seeds {
            all.push(self.run(&Job { seed, ..job.clone() })?);
            if all.len() >= LIMITED_RUNS && all.iter().all(Figures::is_limited) {
                break;
            }
        }
        Ok(all)
    }
}

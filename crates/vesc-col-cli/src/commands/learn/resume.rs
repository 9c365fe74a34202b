//! `learn --resume`: what earlier searches found out.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use vesc_col::campaign::{Campaign, CampaignError};
use vesc_col::{Dataset, Report, Run, Settings};

use crate::args::LearnArgs;
use crate::error::CliError;
use crate::language::Spaces;
use crate::output::Output;
use crate::text::OneLine;

/// What to do with a state that is of no use.
const AFRESH: &str = "name another state, or delete this one to start afresh";

/// A file of what is known, to be read before a search and written after it.
pub(super) struct StateFile {
    file: PathBuf,
    output: Output,
    campaign: Campaign,
}

impl StateFile {
    /// Reads the file if it is there, and sees to it that it can be written.
    pub(super) fn open(file: &Path, args: &LearnArgs) -> Result<StateFile, CliError> {
        if args.noise.is_given() {
            let both = "--resume is for rows without errors and unknown cells";
            return Err(CliError::Usage(both.to_owned()));
        }
        if file == Path::new("-") {
            return Err(CliError::Usage("--resume needs a file, to be read and written".to_owned()));
        }
        let output = Output::prepare_beside(Some(file), &args.input.files())?;
        let refuse = |reason: String| CliError::Resume { file: file.to_owned(), reason };
        // To read a device or a pipe may never end.
        if fs::metadata(file).is_ok_and(|known| !known.is_file()) {
            return Err(refuse("it is not a regular file, which could be read and written again".to_owned()));
        }
        let campaign = match fs::read(file) {
            Ok(text) => serde_json::from_slice(&text).map_err(|error| {
                let reason = error.to_string();
                refuse(format!("the state cannot be read: {}; {AFRESH}", OneLine(&reason)))
            })?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Campaign::new(),
            Err(error) => return Err(refuse(error.to_string())),
        };
        Ok(StateFile { file: file.to_owned(), output, campaign })
    }

    /// Searches, and writes what is known then.
    pub(super) fn search(
        mut self,
        args: &LearnArgs,
        data: &Arc<Dataset>,
        spaces: Spaces,
        settings: &Settings,
        run: &Run,
    ) -> Result<Report, CliError> {
        let searched = self.campaign.search(args.run.engine.engine(), data, spaces, settings, run);
        let report = searched.map_err(|error| match error {
            CampaignError::Engine(error) => CliError::Engine(error),
            other => {
                let difference = other.to_string();
                let help = match other {
                    // With types auto a new value is a new feature.
                    CampaignError::OtherFeatures { .. } => {
                        "rows may be added, but columns must stay, and so must values and thresholds of typed ones, which a schema \
                         can declare"
                    }
                    _ => "rows may be added, but earlier rows must stay",
                };
                let reason = format!("the state of other data: {}; {help}; {AFRESH}", OneLine(&difference));
                CliError::Resume { file: self.file, reason }
            }
        })?;
        self.output.write(&serde_json::to_string(&self.campaign)?)?;
        Ok(report)
    }
}

//! The folder of a job.
//!
//! `plan.json`, a copy of the data, and for each part that was answered a file whose name has the plan's digest. A file is
//! written beside its place and renamed, so it is there whole or not at all.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::NamedTempFile;

use super::record::{AnswerRecord, DataFile, Plan, SCHEMA, sha256};
use crate::error::CliError;
use crate::text::OneLine;

/// The copy of the schema of its columns.
pub(super) const COLUMNS: &str = "schema.toml";
const PLAN_FILE: &str = "plan.json";
/// How the name of a file that is being written begins and ends.
const BEGUN: [&str; 2] = [".part-", ".tmp"];
/// A file that was begun so long ago is a killed worker's. To write one takes less than a second.
const STALE: Duration = Duration::from_secs(3600);

/// The folder of a job.
#[derive(Clone, Debug)]
pub(super) struct Folder(pub(super) PathBuf);

impl Folder {
    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Makes the folder; it must not exist, or be empty.
    pub(super) fn create(&self) -> Result<(), CliError> {
        let made = fs::create_dir_all(&self.0).and_then(|()| Ok(fs::read_dir(&self.0)?.next().is_none()));
        match made {
            Ok(true) => Ok(()),
            Ok(false) => {
                let what = "it is not empty; name a new folder, or go on with this job: `vesc-col plan --continue`";
                Err(self.refuse(&self.0, what.to_owned()))
            }
            Err(source) => Err(CliError::Write { file: self.0.clone(), source }),
        }
    }

    /// Reads the plan, and checks that the data are those that it was made for.
    pub(super) fn plan(&self) -> Result<Plan, CliError> {
        let file = self.file(PLAN_FILE);
        let text = fs::read(&file).map_err(|error| self.refuse(&file, format!("no plan can be read: {error}")))?;
        let plan: Plan =
            serde_json::from_slice(&text).map_err(|error| self.refuse(&file, format!("no plan: {error}")))?;
        if plan.schema != SCHEMA {
            return Err(self.refuse(&file, format!("it has schema {}, and only {SCHEMA} is known here", plan.schema)));
        }
        for known in &plan.data {
            let file = self.file(&known.name);
            let data = fs::read(&file).map_err(|error| self.refuse(&file, error.to_string()))?;
            if sha256(&[&data]) != known.sha256 {
                return Err(self.refuse(&file, "these are not the data that the plan was made for".to_owned()));
            }
        }
        if self.digest(&plan.arguments, &plan.data, plan.has_schema)? != plan.digest {
            return Err(
                self.refuse(&self.file(PLAN_FILE), "its digest is not that of its data and arguments".to_owned())
            );
        }
        Ok(plan)
    }

    /// The digest of a plan with these arguments and data, for the schema that is in the folder.
    pub(super) fn digest(&self, arguments: &[String], data: &[DataFile], has_schema: bool) -> Result<String, CliError> {
        let file = self.file(COLUMNS);
        let schema = if has_schema { fs::read(&file) } else { Ok(Vec::new()) };
        let schema = schema.map_err(|error| self.refuse(&file, error.to_string()))?;
        let data = data.iter().flat_map(|file| [file.name.as_bytes(), file.sha256.as_bytes()]);
        let texts: Vec<&[u8]> = data.chain([schema.as_slice()]).chain(arguments.iter().map(String::as_bytes)).collect();
        Ok(sha256(&texts))
    }

    pub(super) fn write_plan(&self, plan: &Plan) -> Result<(), CliError> {
        self.write(PLAN_FILE, &(serde_json::to_string_pretty(plan)? + "\n"))
    }

    /// Writes a file whole or not at all.
    pub(super) fn write(&self, name: &str, text: &str) -> Result<(), CliError> {
        let file = self.file(name);
        let written = || self.begun(text)?.persist(&file).map(drop).map_err(io::Error::from);
        // Where clocks jump, another worker can take a new file for a stale one.
        let again = |error: io::Error| if error.kind() == io::ErrorKind::NotFound { written() } else { Err(error) };
        written().or_else(again).map_err(|source| CliError::Write { file, source })
    }

    /// Writes a file whole, unless it is there; whether it was written. Of several workers one succeeds.
    pub(super) fn write_new(&self, name: &str, text: &str) -> Result<bool, CliError> {
        let file = self.file(name);
        let written = self.begun(text).and_then(|begun| begun.persist_noclobber(&file).map_err(io::Error::from));
        match written {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            Err(source) => Err(CliError::Write { file, source }),
        }
    }

    /// Removes a file that nobody needs, if it is there.
    pub(super) fn remove(&self, name: &str) {
        let _ = fs::remove_file(self.file(name));
    }

    /// A file with this text that has no name of its own yet.
    fn begun(&self, text: &str) -> io::Result<NamedTempFile> {
        let mut builder = tempfile::Builder::new();
        // Other accounts may work on the job, as far as the folder and the umask let them.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut begun = builder.prefix(BEGUN[0]).suffix(BEGUN[1]).tempfile_in(&self.0)?;
        begun.write_all(text.as_bytes())?;
        begun.as_file().sync_all()?;
        Ok(begun)
    }

    /// Removes files that killed workers began.
    pub(super) fn tidy(&self) {
        let entries = fs::read_dir(&self.0).into_iter().flatten().flatten();
        let is_begun = |name: &str| name.starts_with(BEGUN[0]) && name.ends_with(BEGUN[1]);
        for entry in entries.filter(|entry| is_begun(&entry.file_name().to_string_lossy())) {
            let written = entry.metadata().and_then(|known| known.modified());
            if written.is_ok_and(|written| written.elapsed().is_ok_and(|age| age > STALE)) {
                // It takes up room and does no other harm.
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Reads the answers of the plan's parts. What is no answer of this plan, or is damaged, counts as not there; its name is
    /// returned, too.
    pub(super) fn answers(&self, plan: &Plan) -> (BTreeMap<usize, AnswerRecord>, Vec<String>) {
        let (mut answers, mut strange) = (BTreeMap::new(), Vec::new());
        let entries = fs::read_dir(&self.0).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if !name.starts_with("part-") || !name.ends_with(".json") {
                continue;
            }
            match self.answer(plan, &path) {
                Some(answer) if name == answer_name(plan, answer.part) => drop(answers.insert(answer.part, answer)),
                _ => strange.push(name),
            }
        }
        strange.sort();
        (answers, strange)
    }

    /// The answer in a file, if it is one of this plan.
    pub(super) fn answer(&self, plan: &Plan, path: &Path) -> Option<AnswerRecord> {
        // To read a pipe could take for ever.
        if !fs::metadata(path).ok()?.is_file() {
            return None;
        }
        let answer: AnswerRecord = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
        let question = plan.questions.iter().find(|question| question.digest == answer.question)?;
        let planned = question.parts.iter().find(|part| part.number == answer.part)?;
        let is_of_it = answer.plan == plan.digest && answer.choices == planned.choices;
        Some(answer).filter(|answer| is_of_it && answer.is_whole())
    }

    pub(super) fn refuse(&self, file: &Path, reason: String) -> CliError {
        CliError::Job { file: file.to_owned(), reason: OneLine(&reason).to_string() }
    }
}

/// The name of a part's answer.
pub(super) fn answer_name(plan: &Plan, number: usize) -> String {
    format!("part-{}-{number:06}.json", &plan.digest[..12])
}

/// The name of the file that says that a part is being worked on.
pub(super) fn heartbeat_name(plan: &Plan, number: usize) -> String {
    format!("running-{}-{number:06}.json", &plan.digest[..12])
}

impl Plan {
    /// The first number that no part has.
    pub(super) fn next_number(&self) -> usize {
        let numbers = self.questions.iter().flat_map(|question| &question.parts).map(|part| part.number);
        numbers.max().map_or(1, |last| last + 1)
    }

    /// The parts that count, in the order of their numbers.
    pub(super) fn parts(&self) -> Vec<&super::record::PlannedPart> {
        let open = self.questions.iter().filter(|question| question.is_open());
        let mut parts: Vec<_> = open.flat_map(|question| &question.parts).filter(|part| !part.replaced).collect();
        parts.sort_by_key(|part| part.number);
        parts
    }
}

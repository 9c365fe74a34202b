//! `verify`: certificates against the data.
//!
//! Nothing here is shared with the engines but what a sub-space is: the formulas are written anew, and proofs are checked by
//! unit propagation.

mod case;
mod formula;
mod proof;
mod steps;

use std::fs;
use std::path::Path;
use std::time::Instant;

use vesc_col::run::Event;
use vesc_col::{Dataset, Run};

use crate::args::{NoiseArgs, VerifyArgs};
use crate::certificates::{Claim, DataHash, MANIFEST, Manifest, SCHEMA, in_order};
use crate::error::CliError;
use crate::input::{self, Loaded, Source};
use crate::limits::Running;
use crate::output::Output;
use crate::text::size_in_words;
use case::CaseError;

/// Checks every certificate of a directory, and says what they prove.
pub(crate) fn verify(args: &VerifyArgs) -> Result<u8, CliError> {
    let mut running = Running::start(&args.limits, Instant::now())?;
    let (manifest, proofs) = verified(args, &running.run)?;
    running.end_progress();
    let last = manifest.steps.last().filter(|step| !step.concepts.is_empty());
    let found = last.map_or(String::new(), |step| {
        let more = if step.claim == Claim::All { "" } else { "more than " };
        let count = if step.claim == Claim::All { step.concepts.len() } else { manifest.bound };
        format!(", {}: |VS| = {more}{count}", size_in_words(step.literals, step.terms))
    });
    Output::prepare(None)?.write(&format!(
        "{}: verified: {}{found} ({} sub-spaces, {proofs} proofs)\n",
        Source::new(&args.directory),
        manifest.outcome,
        manifest.steps.len(),
    ))?;
    Ok(0)
}

/// A manifest all of whose claims hold, and how many proofs they took.
pub(crate) fn verified(args: &VerifyArgs, run: &Run) -> Result<(Manifest, usize), CliError> {
    let manifest = read(&args.directory)?;
    let Loaded { data, domain, .. } = input::load(&args.input, (&NoiseArgs::default(), false), run)?;
    if !domain.is_free() {
        return Err(CliError::Usage(
            "certificates are about free inputs: leave --types, --schema and --one-hot out".to_owned(),
        ));
    }
    let data = in_order(&data)?;
    same_data(&manifest, &data, &args.input.file)?;
    let path = args.directory.join(MANIFEST);
    steps::check(&manifest, &data).map_err(|reason| CliError::Refuted { file: path, reason })?;
    let total = manifest.steps.iter().map(|step| step.cases.len()).sum();
    let mut done = 0;
    for step in &manifest.steps {
        let concepts = steps::concepts(step, &data).unwrap_or_default();
        for case in &step.cases {
            let progress = (done as u64, Some(total as u64));
            run.report(&Event::Progress {
                engine: "",
                activity: "checking proofs",
                done: progress.0,
                total: progress.1,
            });
            case::check(&args.directory, case, &data, &concepts, run).map_err(|error| match error {
                CaseError::Refuted { file, reason } => CliError::Refuted { file, reason },
                CaseError::Stopped(reason) => {
                    CliError::VerifyStopped { directory: args.directory.clone(), reason, done, total }
                }
            })?;
            done += 1;
        }
    }
    Ok((manifest, done))
}

fn read(directory: &Path) -> Result<Manifest, CliError> {
    let path = directory.join(MANIFEST);
    let refuse = |reason: String| CliError::Verify { file: path.clone(), reason };
    let text = fs::read_to_string(&path).map_err(|error| {
        refuse(format!("cannot read: {error}; verify takes what learn --certify has written, then the CSV"))
    })?;
    let refute = |reason: String| CliError::Refuted { file: path.clone(), reason };
    let manifest: Manifest =
        serde_json::from_str(&text).map_err(|error| refute(format!("this is not a manifest: {error}")))?;
    match manifest.schema {
        SCHEMA => Ok(manifest),
        other => Err(refuse(format!("this manifest has the schema {other}, not {SCHEMA}: certify again"))),
    }
}

fn same_data(manifest: &Manifest, data: &Dataset, file: &Path) -> Result<(), CliError> {
    if manifest.data == DataHash::of(data) {
        return Ok(());
    }
    let DataHash { features, positives, negatives, .. } = manifest.data;
    let reason = format!(
        "these are not the data that the certificates are about, which have {features} features and {positives} positive \
         and {negatives} negative distinct samples"
    );
    Err(CliError::Refuted { file: file.to_owned(), reason })
}

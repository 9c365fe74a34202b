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

use vesc_col::data::Domain;
use vesc_col::run::Event;
use vesc_col::{Dataset, Run};

use crate::args::{NoiseArgs, VerifyArgs};
use crate::certificates::{Claim, DataHash, MANIFEST, Manifest, SCHEMA, in_order};
use crate::error::CliError;
use crate::input::{self, InputError, Loaded, Source};
use crate::limits::Running;
use crate::output::Output;
use crate::status::UNDECIDED;
use crate::text::{counted, size_in_words};
use case::CaseError;

/// Checks every certificate of a directory, and says what they prove.
pub(crate) fn verify(args: &VerifyArgs) -> Result<u8, CliError> {
    let mut running = Running::start(&args.limits, Instant::now())?;
    let verified = verified(args, &running.run)?;
    running.end_progress();
    let Verified { manifest, proofs, .. } = &verified;
    Output::prepare(None)?.write(&format!(
        "{}: verified: {}{} ({}, {})\n",
        Source::new(&args.directory),
        manifest.outcome,
        in_words(&verified),
        counted(manifest.steps.len(), "sub-space"),
        counted(*proofs, "proof"),
    ))?;
    Ok(if manifest.outcome == UNDECIDED_OUTCOME { UNDECIDED } else { 0 })
}

/// The outcome of a search that was stopped: its certificates hold, but prove no answer.
const UNDECIDED_OUTCOME: &str = "undecided";

/// What the last step says: how many concepts and families there are, or that there are none.
fn in_words(verified: &Verified) -> String {
    let Verified { manifest, families, .. } = verified;
    let Some(step) = manifest.steps.last() else { return String::new() };
    let size = size_in_words(step.literals, step.terms);
    let (concepts, bound) = (step.concepts.len(), manifest.bound);
    match step.claim {
        Claim::All if concepts == 0 => format!(", nothing fits up to {size}"),
        Claim::All if *families == concepts => format!(", {size}: |VS| = {concepts}"),
        Claim::All => {
            let noun = if *families == 1 { "family" } else { "families" };
            format!(", {size}: {families} {noun}, |VS| = {concepts}")
        }
        Claim::MoreThanBound => format!(", {size}: |VS| > {bound}"),
    }
}

/// Certificates all of whose claims hold.
pub(crate) struct Verified {
    pub(crate) manifest: Manifest,
    /// How many families the concepts of the last step make.
    families: usize,
    /// How many proofs were checked.
    proofs: usize,
}

/// Reads certificates, and checks all that they claim.
pub(crate) fn verified(args: &VerifyArgs, run: &Run) -> Result<Verified, CliError> {
    let manifest = read(&args.directory)?;
    let Loaded { data, domain, .. } =
        input::load(&args.input, (&NoiseArgs::default(), false), run).map_err(InputError::of_exact_rows)?;
    let data = in_order(&data)?;
    let rows = (&data, &domain);
    same_data(&manifest, rows, &args.input.file)?;
    let path = args.directory.join(MANIFEST);
    let families = steps::check(&manifest, rows, run).map_err(|reason| CliError::Refuted { file: path, reason })?;
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
            case::check(&args.directory, case, rows, &concepts, run).map_err(|error| match error {
                CaseError::Refuted { file, reason } => CliError::Refuted { file, reason },
                CaseError::Stopped(reason) => {
                    CliError::VerifyStopped { directory: args.directory.clone(), reason, done, total }
                }
            })?;
            done += 1;
        }
    }
    Ok(Verified { manifest, families, proofs: done })
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

fn same_data(manifest: &Manifest, (data, domain): (&Dataset, &Domain), file: &Path) -> Result<(), CliError> {
    if manifest.data == DataHash::of(data, domain) {
        return Ok(());
    }
    let DataHash { features, positives, negatives, .. } = manifest.data;
    let reason = format!(
        "these are not the data that the certificates are about, which have {features} features and {positives} positive \
         and {negatives} negative distinct samples; read them with the options of `learn` about columns"
    );
    Err(CliError::Refuted { file: file.to_owned(), reason })
}

//! `learn --certify`: the proofs behind a report.

#[cfg(feature = "sat")]
mod file;
#[cfg(feature = "sat")]
mod proving;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use vesc_col::data::Domain;
use vesc_col::{Dataset, Report, Run};

use crate::args::LearnArgs;
use crate::certificates::MANIFEST;
use crate::error::CliError;

/// Makes the directory, and sees that it has no certificates yet: two searches must not be mixed.
pub(crate) fn prepare(directory: &Path) -> Result<(), CliError> {
    let refuse = |source| CliError::Write { file: directory.to_owned(), source };
    fs::create_dir_all(directory).map_err(refuse)?;
    if directory.join(MANIFEST).exists() {
        let there = std::io::Error::new(
            std::io::ErrorKind::AlreadyExists,
            "it has certificates already; name another directory",
        );
        return Err(refuse(there));
    }
    Ok(())
}

#[cfg(not(feature = "sat"))]
pub(crate) fn certify(
    _: &Path,
    _: (&Arc<Dataset>, &Domain),
    _: &LearnArgs,
    _: &Report,
    _: &Run,
) -> Result<(), CliError> {
    Err(CliError::Usage("this build cannot certify, it has no engine `sat`".to_owned()))
}

/// Proves every decided step of a report, writes the manifest last, and says on standard error what was written. What is
/// incomplete is removed.
#[cfg(feature = "sat")]
pub(crate) fn certify(
    directory: &Path,
    (data, domain): (&Arc<Dataset>, &Domain),
    args: &LearnArgs,
    report: &Report,
    run: &Run,
) -> Result<(), CliError> {
    use std::io::Write;

    use vesc_col::DnfSpace;

    use crate::certificates::{DataHash, Manifest, SCHEMA, in_order};
    use crate::text::{OneLine, counted};

    let data = Arc::new(in_order(data)?);
    let (bound, features) = (args.bound, data.features().len());
    let sizes = args.order.sizes(args.sizes.literals(), args.sizes.terms());
    let spaces = sizes.map(|(literals, terms)| DnfSpace::new(features, literals, terms).within(domain));
    let steps: Vec<_> = report.steps().iter().zip(spaces).filter(|(step, _)| step.decides(bound)).collect();
    let mut proofs = proving::Proofs::new(directory, (&data, domain), bound, &steps);
    let steps: Result<Vec<_>, CliError> = steps.iter().map(|(step, space)| proofs.add(step, space, run)).collect();
    let manifest = Manifest {
        schema: SCHEMA,
        data: DataHash::of(&data, domain),
        bound,
        max_literals: args.sizes.literals(),
        max_terms: args.sizes.terms(),
        order: args.order,
        outcome: report.outcome().word().to_owned(),
        steps: steps?,
    };
    proofs.files().write(MANIFEST, |file| Ok(serde_json::to_writer_pretty(file, &manifest)?))?;
    let count: usize = manifest.steps.iter().map(|step| step.cases.len()).sum();
    let bytes = proofs.keep();
    if !args.run.limits.quiet {
        // A closed standard error leaves the exit status to speak.
        let _ = writeln!(
            std::io::stderr(),
            "{}: certified: {}, {}, {}",
            OneLine::path(directory),
            counted(manifest.steps.len(), "sub-space"),
            counted(count, "proof"),
            bytesize::ByteSize(bytes),
        );
    }
    Ok(())
}

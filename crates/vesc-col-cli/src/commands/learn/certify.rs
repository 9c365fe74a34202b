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
use crate::certificates::{MANIFEST, WrittenCertificates};
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
) -> Result<(WrittenCertificates, Option<CliError>), CliError> {
    Err(CliError::Usage("this build cannot certify, it has no engine `sat`".to_owned()))
}

/// Proves the decided steps of a report one after the other, and writes the manifest last. The first step that is not proven is
/// removed, and ends it; with what was written comes why.
#[cfg(feature = "sat")]
pub(crate) fn certify(
    directory: &Path,
    (data, domain): (&Arc<Dataset>, &Domain),
    args: &LearnArgs,
    report: &Report,
    run: &Run,
) -> Result<(WrittenCertificates, Option<CliError>), CliError> {
    use vesc_col::DnfSpace;

    use crate::certificates::{DataHash, Manifest, SCHEMA, in_order};

    let data = Arc::new(in_order(data)?);
    let (bound, features) = (args.bound, data.features().len());
    let sizes = args.order.sizes(args.sizes.literals(), args.sizes.terms());
    let spaces = sizes.map(|(literals, terms)| DnfSpace::new(features, literals, terms).within(domain));
    let decided: Vec<_> = report.steps().iter().zip(spaces).filter(|(step, _)| step.decides(bound)).collect();
    let mut proofs = proving::Proofs::new(directory, (&data, domain), bound, &decided);
    let (mut steps, mut without) = (Vec::new(), None);
    for (step, space) in &decided {
        match proofs.add(step, space, run) {
            Ok(certified) => steps.push(certified),
            Err(mut error) => {
                if let CliError::Certify { is_first, .. } = &mut error {
                    *is_first = steps.is_empty();
                }
                without = Some((space, error));
                break;
            }
        }
    }
    let mut written = WrittenCertificates::new(&steps, without.as_ref().map(|(space, error)| (*space, error)));
    let failed = without.map(|(_, error)| error);
    let outcome = outcome(report, &steps, failed.is_some());
    let (max_literals, max_terms) = (args.sizes.literals(), args.sizes.terms());
    let data = DataHash::of(&data, domain);
    let manifest = Manifest { schema: SCHEMA, data, bound, max_literals, max_terms, order: args.order, outcome, steps };
    if manifest.steps.is_empty() && failed.is_some() {
        return Ok((written, failed));
    }
    Ok(match proofs.finish(&manifest) {
        Ok(bytes) => {
            written.keep(directory, bytes);
            (written, failed)
        }
        Err(error) => (WrittenCertificates::default(), Some(error)),
    })
}

/// What the certificates prove: the report's outcome, or nothing about the sizes after those that are all refuted.
#[cfg(feature = "sat")]
fn outcome(report: &Report, steps: &[crate::certificates::Certified], is_cut: bool) -> String {
    let too_many = |step: &crate::certificates::Certified| step.claim == crate::certificates::Claim::MoreThanBound;
    match is_cut && !steps.iter().any(too_many) {
        true => "undecided".to_owned(),
        false => report.outcome().word().to_owned(),
    }
}

//! `learn --certify`: the proofs behind a report.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

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
pub(crate) fn certify(_: &Path, _: &Arc<Dataset>, _: &LearnArgs, _: &Report, _: &Run) -> Result<(), CliError> {
    Err(CliError::Usage("this build cannot certify, it has no engine `sat`".to_owned()))
}

/// Proves every decided step of a report, and writes the manifest last.
#[cfg(feature = "sat")]
pub(crate) fn certify(
    directory: &Path,
    data: &Arc<Dataset>,
    args: &LearnArgs,
    report: &Report,
    run: &Run,
) -> Result<(), CliError> {
    use crate::certificates::{DataHash, Manifest, SCHEMA};

    let (bound, features) = (args.bound, data.features().len());
    let spaces = vesc_col::DnfSpace::up_to(features, args.sizes.literals(), args.sizes.terms());
    let steps = report.steps().iter().zip(spaces).filter(|(step, _)| step.result().decides(bound));
    let steps: Result<Vec<_>, CliError> =
        steps.map(|(step, space)| proving::step(directory, data, bound, step, space, run)).collect();
    let manifest = Manifest {
        schema: SCHEMA,
        data: DataHash::of(data),
        bound,
        max_literals: args.sizes.literals(),
        max_terms: args.sizes.terms(),
        outcome: report.outcome().word().to_owned(),
        steps: steps?,
    };
    write(&directory.join(MANIFEST), |file| Ok(serde_json::to_writer_pretty(file, &manifest)?))
}

/// Writes a new file.
fn write(path: &Path, content: impl FnOnce(&mut BufWriter<File>) -> Result<(), CliError>) -> Result<(), CliError> {
    let refuse = |source| CliError::Write { file: path.to_owned(), source };
    let mut file = BufWriter::new(File::create(path).map_err(refuse)?);
    content(&mut file)?;
    file.flush().map_err(refuse)
}

#[cfg(feature = "sat")]
mod proving {
    use super::{Arc, CliError, Dataset, Path, Run, write};
    use crate::certificates::{Case, Certified, Claim, HashedFile, case_name};
    use std::any::Any;
    use vesc_col::engine::{Query, SatEngine};
    use vesc_col::report::Step;
    use vesc_col::sat::certificate::{CertifyError, cases, prove};
    use vesc_col::{Dnf, DnfSpace, Engine};

    pub(super) fn step(
        directory: &Path,
        data: &Arc<Dataset>,
        bound: usize,
        step: &Step,
        space: DnfSpace,
        run: &Run,
    ) -> Result<Certified, CliError> {
        let too_many = step.result().concepts.exceeds(bound);
        let concepts = match too_many {
            true => witnesses(data, bound, space, run)?,
            false => {
                step.result().hypotheses.iter().filter_map(|h| (&**h as &dyn Any).downcast_ref().cloned()).collect()
            }
        };
        let all = (!too_many).then(|| cases(&space).map(|sizes| case(directory, data, &concepts, space, sizes, run)));
        Ok(Certified {
            literals: space.literals(),
            terms: space.terms(),
            claim: if too_many { Claim::MoreThanBound } else { Claim::All },
            concepts: concepts.iter().map(|concept| concept.display(data.features()).to_string()).collect(),
            cases: all.into_iter().flatten().collect::<Result<_, _>>()?,
        })
    }

    /// One more concept than the bound. Not every engine lists them.
    fn witnesses(data: &Arc<Dataset>, bound: usize, space: DnfSpace, run: &Run) -> Result<Vec<Dnf>, CliError> {
        let wanted = bound.saturating_add(1);
        let query = Query::new(Arc::new(space)).with_bound(wanted);
        let found = SatEngine::default().open(data.clone()).measure(&query, run)?;
        let found = found.hypotheses.iter().filter_map(|h| (&**h as &dyn Any).downcast_ref().cloned());
        Ok(found.take(wanted).collect())
    }

    fn case(
        directory: &Path,
        data: &Dataset,
        concepts: &[Dnf],
        space: DnfSpace,
        sizes: Vec<usize>,
        run: &Run,
    ) -> Result<Case, CliError> {
        let name = case_name(space.literals(), space.terms(), &sizes);
        let (cnf, proof) = (name.clone() + ".cnf", name + ".drat");
        let fail = |stopped, reason: String| CliError::Certify {
            directory: directory.to_owned(),
            literals: space.literals(),
            terms: space.terms(),
            stopped,
            reason,
        };
        write(&directory.join(&cnf), |cnf| {
            write(&directory.join(&proof), |proof| {
                let stopped = |error: &CertifyError| matches!(error, CertifyError::Stopped(_));
                prove(&sizes, data, concepts, cnf, proof, run).map_err(|error| fail(stopped(&error), error.to_string()))
            })
        })?;
        let hashed = |file| HashedFile::of(directory, file).map_err(|error| fail(false, error.to_string()));
        Ok(Case { sizes, cnf: hashed(cnf)?, proof: hashed(proof)? })
    }
}

//! The proof of one step of a search.

use std::any::Any;
use std::path::Path;
use std::sync::Arc;

use vesc_col::engine::{Query, SatEngine};
use vesc_col::report::Step;
use vesc_col::sat::certificate::{CertifyError, cases, prove};
use vesc_col::{Dataset, Dnf, DnfSpace, Engine, Run};

use super::file::write;
use crate::certificates::{Case, Certified, Claim, HashedFile, case_name};
use crate::error::CliError;

/// Proves what a step has decided, and writes the files of its cases.
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
        false => step.result().hypotheses.iter().filter_map(|h| (&**h as &dyn Any).downcast_ref().cloned()).collect(),
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

//! The proofs of the steps of a search.

use std::path::Path;
use std::sync::Arc;

use vesc_col::engine::{Query, SatEngine};
use vesc_col::report::Step;
use vesc_col::run::Event;
use vesc_col::sat::certificate::{CertifyError, cases, prove};
use vesc_col::{Dataset, Dnf, DnfSpace, Engine, Run};

use super::file::Files;
use crate::certificates::{Case, Certified, Claim, HashedFile, case_name};
use crate::error::CliError;
use crate::language::as_dnf;

/// The proofs written so far, which are removed when this is dropped.
pub(super) struct Proofs<'a> {
    files: Files,
    data: &'a Arc<Dataset>,
    bound: usize,
    done: u64,
    total: u64,
}

impl<'a> Proofs<'a> {
    /// No proofs yet, of all those that these steps call for.
    pub(super) fn new(
        directory: &Path,
        data: &'a Arc<Dataset>,
        bound: usize,
        steps: &[(&Step, DnfSpace)],
    ) -> Proofs<'a> {
        let proven = steps.iter().filter(|(step, _)| !step.result().concepts.exceeds(bound));
        let total = proven.map(|(_, space)| cases(space).count() as u64).sum();
        Proofs { files: Files::new(directory), data, bound, done: 0, total }
    }

    /// Proves what a step has decided, and writes the files of its cases.
    pub(super) fn add(&mut self, step: &Step, space: DnfSpace, run: &Run) -> Result<Certified, CliError> {
        let too_many = step.result().concepts.exceeds(self.bound);
        let concepts = match too_many {
            true => self.witnesses(space, run)?,
            false => {
                let listed = step.result().hypotheses.iter();
                listed.filter_map(|concept| as_dnf(&**concept).cloned()).collect()
            }
        };
        let mut proven = Vec::new();
        for sizes in cases(&space).filter(|_| !too_many) {
            let (done, total) = (self.done, Some(self.total));
            run.report(&Event::Progress { engine: "", activity: "writing proofs", done, total });
            proven.push(self.case(&concepts, space, sizes, run)?);
            self.done += 1;
        }
        Ok(Certified {
            literals: space.literals(),
            terms: space.terms(),
            claim: if too_many { Claim::MoreThanBound } else { Claim::All },
            concepts: concepts.iter().map(|concept| concept.display(self.data.features()).to_string()).collect(),
            cases: proven,
        })
    }

    /// The files.
    pub(super) fn files(&mut self) -> &mut Files {
        &mut self.files
    }

    /// Keeps the files, and returns their size in bytes.
    pub(super) fn keep(self) -> u64 {
        self.files.keep()
    }

    /// One more concept than the bound. Not every engine lists them.
    fn witnesses(&self, space: DnfSpace, run: &Run) -> Result<Vec<Dnf>, CliError> {
        let wanted = self.bound.saturating_add(1);
        let query = Query::new(Arc::new(space)).with_bound(wanted);
        let found = SatEngine::default().open(Arc::clone(self.data)).measure(&query, run)?;
        if let Some(reason) = found.stopped.filter(|_| found.hypotheses.len() < wanted) {
            return Err(self.fail(space, true, format!("stopped ({reason})")));
        }
        let found = found.hypotheses.iter().filter_map(|concept| as_dnf(&**concept).cloned());
        Ok(found.take(wanted).collect())
    }

    fn case(&mut self, concepts: &[Dnf], space: DnfSpace, sizes: Vec<usize>, run: &Run) -> Result<Case, CliError> {
        let name = case_name(space.literals(), space.terms(), &sizes);
        let (cnf, proof) = (name.clone() + ".cnf", name + ".drat");
        let data = Arc::clone(self.data);
        let mut failed = None;
        let written = self.files.write_pair([&cnf, &proof], |[cnf, proof]| {
            failed = prove(&sizes, &data, concepts, cnf, proof, run).err();
            Ok(())
        });
        if let Some(error) = failed {
            return Err(self.fail(space, matches!(error, CertifyError::Stopped(_)), error.to_string()));
        }
        written?;
        let directory = self.files.directory().to_owned();
        let hashed =
            |file| HashedFile::of(&directory, file).map_err(|error| self.fail(space, false, error.to_string()));
        Ok(Case { sizes, cnf: hashed(cnf)?, proof: hashed(proof)? })
    }

    fn fail(&self, space: DnfSpace, stopped: bool, reason: String) -> CliError {
        CliError::Certify {
            directory: self.files.directory().to_owned(),
            literals: space.literals(),
            terms: space.terms(),
            stopped,
            reason,
        }
    }
}

//! The proofs of the steps of a search.

use std::path::Path;
use std::sync::Arc;

use vesc_col::data::Domain;
use vesc_col::engine::{Query, SatEngine};
use vesc_col::report::{Step, count_families};
use vesc_col::run::Event;
use vesc_col::sat::certificate::{CertifyError, cases, prove};
use vesc_col::sub_space::LegalDnfSpace;
use vesc_col::{Dataset, Dnf, Engine, Run, SubSpace};

use super::file::Files;
use crate::certificates::{Case, Certified, Claim, HashedFile, MANIFEST, Manifest, case_name};
use crate::error::CliError;
use crate::language::as_dnf;

/// More concepts than this are not written out: each one makes all proofs of its step longer.
const MOST_CONCEPTS: usize = 1000;

/// The proofs written so far, which are removed when this is dropped.
pub(super) struct Proofs<'a> {
    files: Files,
    data: &'a Arc<Dataset>,
    domain: &'a Domain,
    bound: usize,
    done: u64,
    total: u64,
}

impl<'a> Proofs<'a> {
    /// No proofs yet, of all those that these steps call for.
    pub(super) fn new(
        directory: &Path,
        (data, domain): (&'a Arc<Dataset>, &'a Domain),
        bound: usize,
        steps: &[(&Step, LegalDnfSpace)],
    ) -> Proofs<'a> {
        let proven = steps.iter().filter(|(step, _)| !step.families().exceeds(bound));
        let total = proven.map(|(_, space)| cases(space.unconstrained()).count() as u64).sum();
        Proofs { files: Files::new(directory), data, domain, bound, done: 0, total }
    }

    /// Proves what a step has decided, and writes the files of its cases. If that fails, they are removed.
    pub(super) fn add(&mut self, step: &Step, space: &LegalDnfSpace, run: &Run) -> Result<Certified, CliError> {
        let complete = self.files.count();
        let certified = self.prove(step, space, run);
        if certified.is_err() {
            self.files.truncate(complete);
        }
        certified
    }

    /// Writes the manifest, keeps all files, and returns their size in bytes.
    pub(super) fn finish(mut self, manifest: &Manifest) -> Result<u64, CliError> {
        self.files.write(MANIFEST, |file| Ok(serde_json::to_writer_pretty(file, manifest)?))?;
        Ok(self.files.keep())
    }

    fn prove(&mut self, step: &Step, space: &LegalDnfSpace, run: &Run) -> Result<Certified, CliError> {
        let too_many = step.families().exceeds(self.bound);
        let concepts = match too_many {
            true => self.witnesses(space, run)?,
            false => self.all(step, space, run)?,
        };
        let mut proven = Vec::new();
        for sizes in cases(space.unconstrained()).filter(|_| !too_many) {
            let (done, total) = (self.done, Some(self.total));
            run.report(&Event::Progress { engine: "", activity: "writing proofs", done, total });
            proven.push(self.case(&concepts, space, sizes, run)?);
            self.done += 1;
        }
        Ok(Certified {
            space: space.key(),
            literals: space.literals(),
            terms: space.terms(),
            claim: if too_many { Claim::MoreThanBound } else { Claim::All },
            concepts: concepts.iter().map(|concept| concept.display(self.data.features()).to_string()).collect(),
            cases: proven,
        })
    }

    /// All concepts. The report lists them, unless it has the families that they make.
    fn all(&self, step: &Step, space: &LegalDnfSpace, run: &Run) -> Result<Vec<Dnf>, CliError> {
        if step.result().concepts.is_zero() || !step.has_families() {
            let listed = step.result().hypotheses.iter();
            return Ok(listed.filter_map(|concept| as_dnf(&**concept).cloned()).collect());
        }
        let concepts = self.list(space, MOST_CONCEPTS + 1, run)?;
        if concepts.len() > MOST_CONCEPTS {
            let reason = format!("its |VS| is over {MOST_CONCEPTS}, which are the most that a certificate lists");
            return Err(self.fail(space, false, reason));
        }
        Ok(concepts)
    }

    /// As many concepts as make one more family than the bound.
    fn witnesses(&self, space: &LegalDnfSpace, run: &Run) -> Result<Vec<Dnf>, CliError> {
        let mut wanted = self.bound.saturating_add(1);
        loop {
            let concepts = self.list(space, wanted, run)?;
            let families = count_families(self.data, self.domain, &concepts);
            if families > self.bound {
                return Ok(concepts);
            }
            if wanted >= MOST_CONCEPTS {
                let reason =
                    format!("{wanted} concepts make {families} families only, and a certificate lists no more");
                return Err(self.fail(space, false, reason));
            }
            wanted = wanted.saturating_mul(4).min(MOST_CONCEPTS);
        }
    }

    /// The first concepts that an engine finds which lists them whatever their number: `wanted` ones, or all if there are fewer.
    fn list(&self, space: &LegalDnfSpace, wanted: usize, run: &Run) -> Result<Vec<Dnf>, CliError> {
        let query = Query::new(Arc::new(space.clone())).with_bound(wanted);
        let found = SatEngine::default().open(Arc::clone(self.data)).measure(&query, run)?;
        if let Some(reason) = found.stopped.filter(|_| found.hypotheses.len() < wanted) {
            return Err(self.fail(space, true, format!("stopped ({reason})")));
        }
        let found = found.hypotheses.iter().filter_map(|concept| as_dnf(&**concept).cloned());
        Ok(found.take(wanted).collect())
    }

    fn case(
        &mut self,
        concepts: &[Dnf],
        space: &LegalDnfSpace,
        sizes: Vec<usize>,
        run: &Run,
    ) -> Result<Case, CliError> {
        let name = case_name(space.literals(), space.terms(), &sizes);
        let (cnf, proof) = (name.clone() + ".cnf", name + ".drat");
        let (data, domain) = (Arc::clone(self.data), self.domain);
        let mut failed = None;
        let written = self.files.write_pair([&cnf, &proof], |[cnf, proof]| {
            failed = prove(&sizes, (&data, domain), concepts, cnf, proof, run).err();
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

    fn fail(&self, space: &LegalDnfSpace, stopped: bool, reason: String) -> CliError {
        CliError::Certify {
            directory: self.files.directory().to_owned(),
            literals: space.literals(),
            terms: space.terms(),
            is_first: false,
            stopped,
            reason,
        }
    }
}

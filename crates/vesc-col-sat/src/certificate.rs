//! Certificates: a CNF that says "there is a further concept", and a proof that it has no model.
//!
//! A sub-space of k-term DNF is proven *case by case*, one case for each way to share out the literals among the terms
//! ([`cases`]). `docs/engines/sat.md` fixes the CNF of a case to the last clause, so that somebody else's program can
//! write the same one from the data. The proof is in the format DRAT, as text, which independent checkers read.

mod clauses;

use std::fmt;
use std::io::{self, Write};

use varisat::{ExtendFormula, ProofFormat, Solver, solver::SolverError};
use vesc_col_core::{Dataset, Dnf, DnfSpace, Domain, Run, StopReason, SubSpace};

use crate::backend::varisat::{go_on, stop_reason};
use crate::partitions::Partitions;

/// The sizes of the terms in each case of a sub-space, ascending.
///
/// ```
/// use vesc_col_core::DnfSpace;
/// use vesc_col_sat::certificate::cases;
///
/// let sizes: Vec<_> = cases(&DnfSpace::new(100, 6, 2)).collect();
/// assert_eq!(sizes, [[1, 5], [2, 4], [3, 3]]);
/// ```
pub fn cases(space: &DnfSpace) -> impl Iterator<Item = Vec<usize>> {
    Partitions::new(space.literals(), space.terms(), space.features())
}

/// Writes a case's CNF in the format DIMACS, and a proof. It proves that no formula of terms of these sizes fits the
/// data but those of the known concepts. Concepts are told apart on the legal inputs, and every term must hold on one
/// of them.
///
/// The solver starts from scratch, with the clauses of all samples, so a proof can take longer than the search. The
/// proof is streamed and can be as large as some 100 MB a minute.
///
/// ```
/// use vesc_col_core::{Dataset, Dnf, Domain, Features, Run};
/// use vesc_col_sat::certificate::prove;
///
/// let features = Features::new(["irq", "lhu"])?;
/// let known = Dnf::parse("irq & lhu", &features)?;
/// let mut builder = Dataset::builder(features);
/// builder.push(true, [true, true])?;
/// builder.push(false, [true, false])?;
/// builder.push(false, [false, true])?;
/// let data = builder.build()?;
/// let (mut cnf, mut proof) = (Vec::new(), Vec::new());
/// prove(&[2], (&data, &Domain::free()), &[known], &mut cnf, &mut proof, &Run::new())?;
/// assert!(String::from_utf8(proof)?.ends_with("0\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`CertifyError`] if a file could not be written, the run stopped, or there is a further concept.
pub fn prove(
    sizes: &[usize],
    (data, domain): (&Dataset, &Domain),
    known: &[Dnf],
    cnf: &mut dyn Write,
    proof: &mut dyn Write,
    run: &Run,
) -> Result<(), CertifyError> {
    let (variables, clauses) = clauses::of_case(sizes, (data, domain), known, run)?;
    writeln!(cnf, "p cnf {variables} {}", clauses.len())?;
    for clause in &clauses {
        for literal in clause {
            write!(cnf, "{literal} ")?;
        }
        writeln!(cnf, "0")?;
    }
    cnf.flush()?;
    let mut solver = Solver::new();
    solver.write_proof(Sink { proof, run }, ProofFormat::Drat);
    for clause in &clauses {
        let clause: Vec<varisat::Lit> =
            clause.iter().map(|&literal| varisat::Lit::from_dimacs(literal as isize)).collect();
        solver.add_clause(&clause);
    }
    let is_satisfiable = solver.solve().map_err(cause)?;
    solver.close_proof().map_err(cause)?;
    if is_satisfiable { Err(CertifyError::Further) } else { Ok(()) }
}

/// Why there is no certificate.
///
/// ```
/// use vesc_col_core::{Dataset, Domain, Features, Run};
/// use vesc_col_sat::certificate::{CertifyError, prove};
///
/// // Nothing is known, and nothing excludes anything: there is a further concept.
/// let data = Dataset::builder(Features::numbered(2)).build()?;
/// let result = prove(&[1], (&data, &Domain::free()), &[], &mut Vec::new(), &mut Vec::new(), &Run::new());
/// assert!(matches!(result, Err(CertifyError::Further)));
/// # Ok::<(), vesc_col_core::DataError>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum CertifyError {
    /// The CNF or the proof could not be written.
    Write(io::Error),
    /// The run ended before the proof did.
    Stopped(StopReason),
    /// There is a concept that was not known.
    Further,
    /// The solver failed.
    Solver(SolverError),
}

impl fmt::Display for CertifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CertifyError::Write(source) => write!(f, "cannot write: {source}"),
            CertifyError::Stopped(reason) => write!(f, "the run stopped before the proof was complete ({reason})"),
            CertifyError::Further => f.write_str("there is a further concept"),
            CertifyError::Solver(source) => write!(f, "the solver failed: {source}"),
        }
    }
}

impl std::error::Error for CertifyError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            CertifyError::Write(source) => Some(source),
            CertifyError::Solver(source) => Some(source),
            CertifyError::Stopped(_) | CertifyError::Further => None,
        }
    }
}

impl From<io::Error> for CertifyError {
    fn from(source: io::Error) -> CertifyError {
        CertifyError::Write(source)
    }
}

impl From<StopReason> for CertifyError {
    fn from(reason: StopReason) -> CertifyError {
        CertifyError::Stopped(reason)
    }
}

/// What lies behind a solver's failure: most are those of the sink.
fn cause(error: SolverError) -> CertifyError {
    match (stop_reason(&error), error) {
        (Some(reason), _) => CertifyError::Stopped(reason),
        (None, SolverError::ProofIoError { cause }) => CertifyError::Write(cause),
        (None, other) => CertifyError::Solver(other),
    }
}

/// Passes the proof on until the run stops.
struct Sink<'a> {
    proof: &'a mut dyn Write,
    run: &'a Run,
}

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        go_on(self.run)?;
        self.proof.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.proof.flush()
    }
}

//! The solver that comes with this crate.

use std::fmt;
use std::io;

use varisat::{ExtendFormula, ProofFormat, solver::SolverError};
use vesc_col_core::{Run, StopReason};

use crate::{Backend, Lit, SolveError, Solver, SolverOutcome, Var};

/// The solver varisat 0.2, written in Rust.
///
/// A run stops it through its proof: the sink to which the proof is written fails.
///
/// ```
/// use vesc_col_core::Run;
/// use vesc_col_sat::{Backend, SolverOutcome, Varisat};
///
/// let mut solver = Varisat.open(&Run::new());
/// let a = solver.new_var();
/// solver.add_clause(&[a.positive()]);
/// assert_eq!(solver.solve(&[])?, SolverOutcome::Sat);
/// assert!(solver.value(a.positive()));
/// assert_eq!(solver.solve(&[a.negative()])?, SolverOutcome::Unsat);
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Varisat;

impl Backend for Varisat {
    fn name(&self) -> &'static str {
        "varisat"
    }

    fn open(&self, run: &Run) -> Box<dyn Solver> {
        let mut solver = varisat::Solver::new();
        // Nothing public ends a running search, but a proof that cannot be written does. Of the proof formats only
        // varisat's own knows assumptions and clauses that come after a search.
        solver.write_proof(StoppableSink { run: run.clone() }, ProofFormat::Varisat);
        Box::new(VarisatSolver { solver, run: run.clone(), model: Vec::new(), stopped: None, variables: 0 })
    }
}

struct VarisatSolver {
    solver: varisat::Solver<'static>,
    run: Run,
    /// Values by variable, of the last assignment found.
    model: Vec<bool>,
    /// Set once a search was stopped: varisat panics if asked again.
    stopped: Option<StopReason>,
    variables: usize,
}

impl Solver for VarisatSolver {
    fn new_var(&mut self) -> Var {
        // Varisat makes a variable known when it first occurs in a clause; here only the numbers are dealt out.
        self.variables += 1;
        Var::from_index(self.variables - 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        let clause: Vec<varisat::Lit> = clause.iter().copied().map(foreign).collect();
        self.solver.add_clause(&clause);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<SolverOutcome, SolveError> {
        self.stopped = self.stopped.or_else(|| self.run.stopped());
        if let Some(reason) = self.stopped {
            return Ok(SolverOutcome::Stopped(reason));
        }
        let assumptions: Vec<varisat::Lit> = assumptions.iter().copied().map(foreign).collect();
        self.solver.assume(&assumptions);
        match self.solver.solve() {
            Ok(true) => {
                self.model.clear();
                self.model.resize(self.variables, false);
                for literal in self.solver.model().unwrap_or_default() {
                    self.model[literal.index()] = literal.is_positive();
                }
                Ok(SolverOutcome::Sat)
            }
            Ok(false) => Ok(SolverOutcome::Unsat),
            Err(error) => {
                self.stopped = stop_reason(&error);
                self.stopped.map(SolverOutcome::Stopped).ok_or_else(|| error.into())
            }
        }
    }

    fn value(&self, literal: Lit) -> bool {
        self.model[literal.var().index()] != literal.is_negated()
    }
}

fn foreign(literal: Lit) -> varisat::Lit {
    varisat::Lit::from_index(literal.var().index(), !literal.is_negated())
}

/// Why the run stopped the search, if that is what the error says.
pub(crate) fn stop_reason(error: &SolverError) -> Option<StopReason> {
    let SolverError::ProofIoError { cause } = error else { return None };
    Some(cause.get_ref()?.downcast_ref::<Stopped>()?.0)
}

/// Lets a sink fail when the run must end, in the way that [`stop_reason`] knows.
pub(crate) fn go_on(run: &Run) -> io::Result<()> {
    run.check().map_err(|reason| io::Error::other(Stopped(reason)))
}

/// Where a proof vanishes until the run stops. Varisat writes to it through a buffer, every few dozen conflicts.
struct StoppableSink {
    run: Run,
}

impl io::Write for StoppableSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        go_on(&self.run)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[derive(Debug)]
struct Stopped(StopReason);

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the run stopped ({})", self.0)
    }
}

impl std::error::Error for Stopped {}

//! A backend that counts the clauses of all its solvers.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use vesc_col_core::Run;
use vesc_col_sat::{Backend, Lit, SolveError, Solver, SolverOutcome, Var};

#[derive(Clone, Debug)]
pub(crate) struct Counted {
    backend: Arc<dyn Backend>,
    clauses: Arc<AtomicU64>,
}

impl Counted {
    pub(crate) fn new(backend: Arc<dyn Backend>) -> Counted {
        Counted { backend, clauses: Arc::default() }
    }

    pub(crate) fn clauses(&self) -> u64 {
        self.clauses.load(Ordering::Relaxed)
    }
}

impl Backend for Counted {
    fn name(&self) -> &'static str {
        self.backend.name()
    }

    fn open(&self, run: &Run) -> Box<dyn Solver> {
        Box::new(CountedSolver { solver: self.backend.open(run), clauses: self.clauses.clone() })
    }
}

struct CountedSolver {
    solver: Box<dyn Solver>,
    clauses: Arc<AtomicU64>,
}

impl Solver for CountedSolver {
    fn new_var(&mut self) -> Var {
        self.solver.new_var()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses.fetch_add(1, Ordering::Relaxed);
        self.solver.add_clause(clause);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<SolverOutcome, SolveError> {
        self.solver.solve(assumptions)
    }

    fn value(&self, literal: Lit) -> bool {
        self.solver.value(literal)
    }
}

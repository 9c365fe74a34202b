//! The solver CaDiCaL.

use cadical::Callbacks;
use vesc_col_core::Run;

use crate::{Backend, Lit, SolveError, Solver, SolverOutcome, Var};

/// The solver CaDiCaL 1.9, in C++: to build it takes a compiler for C++17.
///
/// It checks the run's limits every few dozen conflicts.
///
/// ```
/// use vesc_col_core::Run;
/// use vesc_col_sat::{Backend, SolverOutcome, Cadical};
///
/// let mut solver = Cadical.open(&Run::new());
/// let a = solver.new_var();
/// solver.add_clause(&[a.positive()]);
/// assert_eq!(solver.solve(&[])?, SolverOutcome::Sat);
/// assert!(solver.value(a.positive()));
/// assert_eq!(solver.solve(&[a.negative()])?, SolverOutcome::Unsat);
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Cadical;

impl Backend for Cadical {
    fn name(&self) -> &'static str {
        "cadical"
    }

    fn open(&self, run: &Run) -> Box<dyn Solver> {
        let mut solver = cadical::Solver::new();
        solver.set_callbacks(Some(Stop(run.clone())));
        Box::new(CadicalSolver { solver, run: run.clone(), variables: 0 })
    }
}

struct CadicalSolver {
    solver: cadical::Solver<Stop>,
    run: Run,
    variables: usize,
}

impl Solver for CadicalSolver {
    fn new_var(&mut self) -> Var {
        self.variables += 1;
        Var::from_index(self.variables - 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause.iter().copied().map(foreign));
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<SolverOutcome, SolveError> {
        if let Some(reason) = self.run.stopped() {
            return Ok(SolverOutcome::Stopped(reason));
        }
        match self.solver.solve_with(assumptions.iter().copied().map(foreign)) {
            Some(true) => Ok(SolverOutcome::Sat),
            Some(false) => Ok(SolverOutcome::Unsat),
            None => self.run.stopped().map(SolverOutcome::Stopped).ok_or_else(|| "cadical gave up".into()),
        }
    }

    fn value(&self, literal: Lit) -> bool {
        // A variable that no clause mentions has no value.
        let index = literal.var().index() as i32 + 1;
        let value = index <= self.solver.max_variable() && self.solver.value(index) == Some(true);
        value != literal.is_negated()
    }
}

fn foreign(literal: Lit) -> i32 {
    let number = literal.var().index() as i32 + 1;
    if literal.is_negated() { -number } else { number }
}

/// Ends a search when the run has.
struct Stop(Run);

impl Callbacks for Stop {
    fn terminate(&mut self) -> bool {
        self.0.stopped().is_some()
    }
}

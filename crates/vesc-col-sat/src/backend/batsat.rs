//! The solver batsat.

use batsat::{Callbacks, SolverInterface, SolverOpts, lbool};
use vesc_col_core::Run;

use crate::{Backend, Lit, SolveError, Solver, SolverOutcome, Var};

/// The solver batsat 0.6, minisat rewritten in Rust.
///
/// It checks the run's limits at restarts and within long propagations.
///
/// ```
/// use vesc_col_core::Run;
/// use vesc_col_sat::{Backend, SolverOutcome, Batsat};
///
/// let mut solver = Batsat.open(&Run::new());
/// let a = solver.new_var();
/// solver.add_clause(&[a.positive()]);
/// assert_eq!(solver.solve(&[])?, SolverOutcome::Sat);
/// assert!(solver.value(a.positive()));
/// assert_eq!(solver.solve(&[a.negative()])?, SolverOutcome::Unsat);
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Batsat;

impl Backend for Batsat {
    fn name(&self) -> &'static str {
        "batsat"
    }

    fn open(&self, run: &Run) -> Box<dyn Solver> {
        Box::new(BatsatSolver { solver: batsat::Solver::new(SolverOpts::default(), Stop(run.clone())) })
    }
}

struct BatsatSolver {
    solver: batsat::Solver<Stop>,
}

impl Solver for BatsatSolver {
    fn new_var(&mut self) -> Var {
        Var::from_index(self.solver.new_var_default().idx() as usize)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        let mut clause: Vec<batsat::Lit> = clause.iter().copied().map(foreign).collect();
        self.solver.add_clause_reuse(&mut clause);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<SolverOutcome, SolveError> {
        if let Some(reason) = self.solver.cb().0.stopped() {
            return Ok(SolverOutcome::Stopped(reason));
        }
        let assumptions: Vec<batsat::Lit> = assumptions.iter().copied().map(foreign).collect();
        match self.solver.solve_limited(&assumptions) {
            answer if answer == lbool::TRUE => Ok(SolverOutcome::Sat),
            answer if answer == lbool::FALSE => Ok(SolverOutcome::Unsat),
            _ => match self.solver.cb().0.stopped() {
                Some(reason) => Ok(SolverOutcome::Stopped(reason)),
                None => Err("batsat gave up".into()),
            },
        }
    }

    fn value(&self, literal: Lit) -> bool {
        self.solver.value_lit(foreign(literal)) == lbool::TRUE
    }
}

fn foreign(literal: Lit) -> batsat::Lit {
    batsat::Lit::new(batsat::Var::unsafe_from_idx(literal.var().index() as u32), !literal.is_negated())
}

/// Ends a search when the run has.
struct Stop(Run);

impl Callbacks for Stop {
    fn stop(&self) -> bool {
        self.0.stopped().is_some()
    }
}

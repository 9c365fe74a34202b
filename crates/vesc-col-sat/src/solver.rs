//! The seam for solvers.

use std::error::Error;
use std::fmt;
use std::ops::Not;

use vesc_col_core::{Run, StopReason};

/// Opens solvers: what [`SatEngine::with_backend`](crate::SatEngine::with_backend) takes.
///
/// ```
/// use vesc_col_sat::{Backend, Varisat};
///
/// let backends: [&dyn Backend; 1] = [&Varisat];
/// assert_eq!(backends[0].name(), "varisat");
/// ```
pub trait Backend: fmt::Debug + Send + Sync + 'static {
    /// A short name in lower case.
    fn name(&self) -> &'static str;

    /// A fresh solver without variables and clauses, whose [`solve`](Solver::solve) obeys the run.
    ///
    /// ```
    /// use vesc_col_core::{Run, StopReason};
    /// use vesc_col_sat::{Backend, SolverOutcome, Varisat};
    ///
    /// let run = Run::new();
    /// let mut solver = Varisat.open(&run);
    /// let var = solver.new_var();
    /// solver.add_clause(&[var.negative()]);
    /// assert_eq!(solver.solve(&[var.positive()])?, SolverOutcome::Unsat); // an assumption, for this call only
    /// assert_eq!(solver.solve(&[])?, SolverOutcome::Sat);
    /// run.cancel_token().cancel();
    /// assert_eq!(solver.solve(&[])?, SolverOutcome::Stopped(StopReason::Cancelled));
    /// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
    /// ```
    fn open(&self, run: &Run) -> Box<dyn Solver>;
}

/// An incremental satisfiability solver.
///
/// ```
/// use vesc_col_core::Run;
/// use vesc_col_sat::{Backend, SolverOutcome, Varisat};
///
/// let mut solver = Varisat.open(&Run::new());
/// let (a, b) = (solver.new_var(), solver.new_var());
/// solver.add_clause(&[a.positive(), b.positive()]);
/// solver.add_clause(&[a.negative()]);
/// assert_eq!(solver.solve(&[])?, SolverOutcome::Sat);
/// assert!(solver.value(b.positive()));
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
///
/// # For implementors
///
/// * Between two calls of [`solve`](Solver::solve) the engine adds variables and clauses and never takes any back.
/// * The engine hands over clauses without repeated or complementary literals; the empty clause is possible and makes
///   the formula unsatisfiable for good.
/// * A solver need not be `Send`: it is opened, used and dropped on one thread.
/// * `solve` asks [`Run::stopped`] every few milliseconds and then returns [`SolverOutcome::Stopped`]. After that, and
///   after an error, the engine drops the solver without another call.
///
/// The trait is object safe: a virtual call is nothing beside a clause or a search.
pub trait Solver {
    /// A fresh variable.
    fn new_var(&mut self) -> Var;

    /// Adds a clause: at least one of the literals is true.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Searches an assignment that satisfies all clauses and, for this call only, the assumptions.
    ///
    /// # Errors
    ///
    /// What the solver failed of. Being stopped by the run is an outcome.
    fn solve(&mut self, assumptions: &[Lit]) -> Result<SolverOutcome, SolveError>;

    /// The literal's value in the assignment found. Only asked after [`SolverOutcome::Sat`] and before the next change.
    /// A variable that the assignment leaves open may have any value, but always the same.
    fn value(&self, literal: Lit) -> bool;
}

/// What a solver failed of.
///
/// ```
/// use vesc_col_sat::SolveError;
///
/// let error: SolveError = "the solver lost its licence".into();
/// assert_eq!(error.to_string(), "the solver lost its licence");
/// ```
pub type SolveError = Box<dyn Error + Send + Sync>;

/// How a search ended.
///
/// ```
/// use vesc_col_core::StopReason;
/// use vesc_col_sat::SolverOutcome;
///
/// assert_ne!(SolverOutcome::Stopped(StopReason::Deadline), SolverOutcome::Unsat);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverOutcome {
    /// An assignment was found.
    Sat,
    /// There is none.
    Unsat,
    /// The run stopped the search.
    Stopped(StopReason),
}

/// A variable of a solver.
///
/// ```
/// use vesc_col_sat::Var;
///
/// let var = Var::from_index(4);
/// assert_eq!(var.positive().var(), var);
/// assert!(var.negative().is_negated());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var {
    index: u32,
}

impl Var {
    /// The variable with this number, counted from 0.
    ///
    /// # Panics
    ///
    /// If the number is 2^31 or more.
    #[must_use]
    pub fn from_index(index: usize) -> Var {
        let index = u32::try_from(index).ok().filter(|index| *index < (1 << 31));
        Var { index: index.expect("a solver has fewer than 2^31 variables") }
    }

    /// The variable's number.
    ///
    /// ```
    /// use vesc_col_sat::Var;
    ///
    /// assert_eq!(Var::from_index(7).index(), 7);
    /// ```
    #[must_use]
    pub fn index(self) -> usize {
        self.index as usize
    }

    /// The literal that is true if the variable is.
    #[must_use]
    pub fn positive(self) -> Lit {
        Lit { code: self.index << 1 }
    }

    /// The literal that is true if the variable is not.
    #[must_use]
    pub fn negative(self) -> Lit {
        !self.positive()
    }
}

/// A variable of a solver or its negation.
///
/// ```
/// use vesc_col_sat::Var;
///
/// let literal = Var::from_index(4).negative();
/// assert_eq!(format!("{literal:?} {:?}", !literal), "-5 5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit {
    /// Twice the variable's number, plus one if negated.
    code: u32,
}

impl Lit {
    /// The variable.
    #[must_use]
    pub fn var(self) -> Var {
        Var { index: self.code >> 1 }
    }

    /// Whether this is the variable's negation.
    #[must_use]
    pub fn is_negated(self) -> bool {
        self.code & 1 == 1
    }

    /// This literal or its negation.
    ///
    /// ```
    /// use vesc_col_sat::{Lit, Var};
    ///
    /// let var = Var::from_index(3);
    /// let literal: Lit = var.positive().negate_if(true);
    /// assert!(literal.is_negated());
    /// assert_eq!((literal.var(), literal.var().index()), (var, 3));
    /// assert_eq!(literal.negate_if(false), literal);
    /// ```
    #[must_use]
    pub fn negate_if(self, negate: bool) -> Lit {
        Lit { code: self.code ^ u32::from(negate) }
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        self.negate_if(true)
    }
}

/// Writes the literal as DIMACS does: numbered from 1, with a minus if negated.
impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_negated() { "-" } else { "" }, self.var().index() + 1)
    }
}

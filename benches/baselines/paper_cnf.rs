//! The paper's CNF, built plainly: three symbols for a feature and term, one sequential counter over all, every sample at once,
//! formulas blocked one by one.

use vesc_col_core::{Dataset, DnfSpace, Run, Sample};
use vesc_col_sat::{Backend, Lit, Solver, SolverOutcome};

/// Appears negated, appears, does not appear.
type Symbols = [Lit; 3];

/// The number of consistent formulas, at least 2 if there are more than one; `limit` if the run stopped.
///
/// # Panics
///
/// If the solver fails.
pub fn formulas(backend: &dyn Backend, data: &Dataset, space: &DnfSpace, run: &Run) -> String {
    let mut plain = Plain { solver: backend.open(run) };
    let features = data.features().len();
    let terms: Vec<Vec<Symbols>> =
        (0..space.terms()).map(|_| (0..features).map(|_| [(); 3].map(|()| plain.fresh())).collect()).collect();
    for &[negated, plainly, absent] in terms.iter().flatten() {
        plain.clause(&[negated, plainly, absent]);
        for [a, b] in [[negated, plainly], [negated, absent], [plainly, absent]] {
            plain.clause(&[!a, !b]);
        }
    }
    let appears: Vec<Lit> = terms.iter().flatten().map(|[.., absent]| !*absent).collect();
    plain.exactly(space.literals(), &appears);
    for pair in terms.windows(2) {
        plain.descending(&pair[0], &pair[1]);
    }
    for sample in data.positives().iter() {
        let accepted: Vec<Lit> = terms.iter().map(|_| plain.fresh()).collect();
        plain.clause(&accepted);
        for (term, &accepted) in terms.iter().zip(&accepted) {
            let rejecting = rejecting(term, sample);
            rejecting.iter().for_each(|&literal| plain.clause(&[!literal, !accepted]));
            plain.clause(&[&rejecting[..], &[accepted]].concat());
        }
    }
    for sample in data.negatives().iter() {
        terms.iter().for_each(|term| plain.clause(&rejecting(term, sample)));
    }
    for found in 0..2 {
        match plain.solver.solve(&[]).expect("the solver works") {
            SolverOutcome::Sat => {
                let symbols = terms.iter().flatten().flatten();
                let block: Vec<Lit> =
                    symbols.filter(|&&symbol| plain.solver.value(symbol)).map(|&symbol| !symbol).collect();
                plain.clause(&block);
            }
            SolverOutcome::Unsat => return found.to_string(),
            SolverOutcome::Stopped(_) => return "limit".to_owned(),
        }
    }
    ">= 2".to_owned()
}

fn rejecting(term: &[Symbols], sample: &Sample) -> Vec<Lit> {
    term.iter().zip(sample.iter().by_vals()).map(|(symbols, value)| symbols[usize::from(!value)]).collect()
}

struct Plain {
    solver: Box<dyn Solver>,
}

impl Plain {
    fn fresh(&mut self) -> Lit {
        self.solver.new_var().positive()
    }

    fn clause(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause);
    }

    /// Sinz's counter with equivalences; `before[j]` says that j + 1 of the symbols so far are true.
    fn exactly(&mut self, count: usize, symbols: &[Lit]) {
        let mut before: Vec<Lit> = Vec::new();
        for &symbol in symbols {
            let reached: Vec<Lit> = (0..(before.len() + 1).min(count + 1)).map(|_| self.fresh()).collect();
            for (j, &now) in reached.iter().enumerate() {
                let same = before.get(j).copied();
                let fewer = j.checked_sub(1).map(|j| before[j]);
                let optional = |literal: Option<Lit>, negate: bool| literal.map(|literal| literal.negate_if(negate));
                if let Some(same) = same {
                    self.clause(&[!same, now]);
                }
                let clause: Vec<Lit> =
                    [Some(!symbol), optional(fewer, true), Some(now)].into_iter().flatten().collect();
                self.clause(&clause);
                let clause: Vec<Lit> = [Some(!now), same, Some(symbol)].into_iter().flatten().collect();
                self.clause(&clause);
                if fewer.is_some() {
                    let clause: Vec<Lit> = [Some(!now), same, fewer].into_iter().flatten().collect();
                    self.clause(&clause);
                }
            }
            before = reached;
        }
        self.clause(&[before[count - 1]]);
        if let Some(&too_many) = before.get(count) {
            self.clause(&[!too_many]);
        }
    }

    /// The first term's symbols are lexicographically greater.
    fn descending(&mut self, first: &[Symbols], second: &[Symbols]) {
        let mut equal: Option<Lit> = None;
        for (a, b) in first.iter().zip(second).flat_map(|(a, b)| [(a[0], b[0]), (a[1], b[1])]) {
            let still = self.fresh();
            let open: Vec<Lit> = equal.map(|equal| !equal).into_iter().collect();
            self.clause(&[&open[..], &[a, !b]].concat());
            self.clause(&[&open[..], &[still, a, b]].concat());
            self.clause(&[&open[..], &[still, !a, !b]].concat());
            for consequence in [[a, !b], [!a, b]] {
                self.clause(&[&[!still][..], &consequence].concat());
            }
            if let Some(equal) = equal {
                self.clause(&[!still, equal]);
            }
            equal = Some(still);
        }
        if let Some(equal) = equal {
            self.clause(&[!equal]);
        }
    }
}

//! Proofs by reverse unit propagation.

use std::collections::HashMap;

/// The clauses that hold so far, and what follows from them by unit propagation.
///
/// A clause follows by reverse unit propagation if its negation, propagated, falsifies a clause. All steps of a proof must:
/// the resolution of asymmetric tautologies (RAT), which DRAT allows too, is refused.
#[derive(Debug, Default)]
pub(super) struct Checker {
    /// Each clause with its two watched literals first; `None` once deleted.
    clauses: Vec<Option<Box<[ProofLiteral]>>>,
    /// By the clause's sorted literals.
    positions: HashMap<Box<[ProofLiteral]>, Vec<u32>>,
    /// For each literal the clauses that watch it.
    watches: Vec<Vec<u32>>,
    /// For each literal whether it is true.
    is_true: Vec<bool>,
    trail: Vec<ProofLiteral>,
    /// How much of the trail is propagated.
    propagated: usize,
    refuted: bool,
}

/// Twice the variable, plus one if negated.
type ProofLiteral = u32;

fn literal(number: i64) -> ProofLiteral {
    (number.unsigned_abs() as u32) << 1 | u32::from(number < 0)
}

/// The clause without repetitions.
fn sorted(clause: &[i64]) -> Vec<ProofLiteral> {
    let mut clause: Vec<ProofLiteral> = clause.iter().copied().map(literal).collect();
    clause.sort_unstable();
    clause.dedup();
    clause
}

impl Checker {
    /// Takes a clause for granted.
    pub(super) fn assume(&mut self, clause: &[i64]) {
        let clause = sorted(clause);
        let count = clause.last().map_or(0, |&last| (last as usize | 1) + 1);
        if self.is_true.len() < count {
            self.is_true.resize(count, false);
            self.watches.resize(count, Vec::new());
        }
        self.insert(clause);
    }

    /// Takes a clause if it follows. One with a variable that no assumption has does not.
    pub(super) fn add(&mut self, clause: &[i64]) -> bool {
        let clause = sorted(clause);
        if self.refuted || clause.last().is_some_and(|&last| last as usize >= self.is_true.len()) {
            return self.refuted;
        }
        let before = self.trail.len();
        let mut follows = false;
        for &literal in &clause {
            if self.is_true[literal as usize] {
                follows = true;
                break;
            }
            if !self.is_true[(literal ^ 1) as usize] {
                self.set(literal ^ 1);
            }
        }
        follows = follows || !self.propagate();
        for &literal in &self.trail[before..] {
            self.is_true[literal as usize] = false;
        }
        self.trail.truncate(before);
        self.propagated = before;
        if follows {
            self.insert(clause);
        }
        follows
    }

    /// Forgets a clause, unless something follows from it alone: to know more than the proof needs does no harm.
    pub(super) fn delete(&mut self, clause: &[i64]) {
        let clause = sorted(clause);
        if clause.iter().any(|&literal| self.is_true.get(literal as usize) == Some(&true)) {
            return;
        }
        if let Some(position) = self.positions.get_mut(&clause[..]).and_then(Vec::pop) {
            self.clauses[position as usize] = None;
        }
    }

    /// Whether the empty clause follows.
    pub(super) fn is_refuted(&self) -> bool {
        self.refuted
    }

    fn insert(&mut self, clause: Vec<ProofLiteral>) {
        let position = self.clauses.len() as u32;
        let mut watched = clause.clone();
        // Literals that are not false for good come first.
        watched.sort_by_key(|&literal| self.is_true[(literal ^ 1) as usize]);
        let open = watched.iter().filter(|&&literal| !self.is_true[(literal ^ 1) as usize]).count();
        if let [first, second, ..] = watched[..] {
            self.watches[first as usize].push(position);
            self.watches[second as usize].push(position);
        }
        let first = watched.first().copied();
        self.clauses.push(Some(watched.into_boxed_slice()));
        self.positions.entry(clause.into_boxed_slice()).or_default().push(position);
        match (open, first) {
            (0, _) => self.refuted = true,
            (1, Some(first)) if !self.is_true[first as usize] => {
                self.set(first);
                self.refuted |= !self.propagate();
            }
            _ => {}
        }
    }

    fn set(&mut self, literal: ProofLiteral) {
        self.is_true[literal as usize] = true;
        self.trail.push(literal);
    }

    /// Sets what follows; false if a clause is falsified.
    fn propagate(&mut self) -> bool {
        while let Some(&set) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let falsified = set ^ 1;
            let mut watching = std::mem::take(&mut self.watches[falsified as usize]);
            let mut kept = 0;
            let mut holds = true;
            for index in 0..watching.len() {
                let position = watching[index];
                let Some(clause) = &mut self.clauses[position as usize] else { continue };
                if clause[0] == falsified {
                    clause.swap(0, 1);
                }
                let other = clause[0];
                let is_false = |literal: &ProofLiteral| self.is_true[(literal ^ 1) as usize];
                if holds && !self.is_true[other as usize] {
                    if let Some(next) = (2..clause.len()).find(|&next| !is_false(&clause[next])) {
                        clause.swap(1, next);
                        self.watches[clause[1] as usize].push(position);
                        continue;
                    }
                    if is_false(&other) {
                        holds = false;
                    } else {
                        self.is_true[other as usize] = true;
                        self.trail.push(other);
                    }
                }
                watching[kept] = position;
                kept += 1;
            }
            watching.truncate(kept);
            self.watches[falsified as usize] = watching;
            if !holds {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checker(clauses: &[&[i64]]) -> Checker {
        let mut checker = Checker::default();
        clauses.iter().for_each(|clause| checker.assume(clause));
        checker
    }

    #[test]
    fn what_follows_is_taken_and_nothing_else() {
        let mut all = checker(&[&[1, 2], &[1, -2], &[-1, 3], &[-1, -3, 4]]);
        assert!(!all.add(&[-1]) && !all.add(&[2]) && !all.add(&[]));
        assert!(all.add(&[1]) && all.add(&[4, 2]) && !all.is_refuted());
        all.assume(&[-4]);
        assert!(all.is_refuted());
    }

    #[test]
    fn a_deleted_clause_is_of_no_use() {
        let mut all = checker(&[&[1, 2], &[1, -2]]);
        all.delete(&[2, 1]);
        assert!(!all.add(&[1]));
    }

    #[test]
    fn unit_clauses_stay() {
        let mut all = checker(&[&[1], &[-1, 2]]);
        all.delete(&[1]);
        assert!(all.add(&[2]) && !all.add(&[-2]));
    }

    #[test]
    fn tautologies_and_repetitions() {
        let mut all = checker(&[&[1, 1, 2], &[-2, 2]]);
        assert!(all.add(&[1, -1]) && !all.add(&[3, -3]) && all.add(&[2, 1]) && !all.add(&[2]));
    }
}

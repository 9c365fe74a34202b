//! Hidden causes.

use crate::dice::Dice;

/// What makes the event happen.
pub(crate) struct Cause {
    /// Terms of (column, value) pairs; a column may be one that the file does not have.
    terms: Vec<Vec<(usize, bool)>>,
    /// What must hold besides, that is no short formula.
    beside: Option<Beside>,
    pub(crate) is_inside: bool,
    /// The column that the file does not have.
    pub(crate) hidden: Option<usize>,
}

enum Beside {
    /// An odd number of these columns is 1.
    Parity([usize; 3]),
    /// At least two of these columns are 1.
    TwoOf([usize; 4]),
}

impl Cause {
    /// Draws a cause of 1 to 3 terms of 2 to 5 literals, or one outside the searched language. `rows` are runs of the system.
    pub(crate) fn random(rows: &[Vec<bool>], is_inside: bool, dice: &mut Dice) -> Cause {
        let rarest_of = dice.pick(&[3, 5, 8]);
        let terms = |count: usize, least: usize, most: usize, dice: &mut Dice| {
            (0..count).map(|_| term(rows, dice.between(least, most), rarest_of, dice)).collect::<Vec<_>>()
        };
        let inside = Cause { terms: Vec::new(), beside: None, is_inside, hidden: None };
        if is_inside {
            let count = dice.between(1, 3);
            return Cause { terms: terms(count, 2, 5, dice), ..inside };
        }
        let columns = rows[0].len();
        match dice.below(4) {
            0 => {
                let count = dice.between(4, 5);
                Cause { terms: terms(count, 2, 5, dice), ..inside }
            }
            1 => {
                let count = dice.between(1, 2);
                let terms = terms(count, 3, 5, dice);
                let hidden = terms[0][dice.below(terms[0].len())].0;
                Cause { terms, hidden: Some(hidden), ..inside }
            }
            2 => {
                let parity = Beside::Parity(std::array::from_fn(|_| dice.below(columns)));
                Cause { terms: terms(1, 2, 4, dice), beside: Some(parity), ..inside }
            }
            _ => {
                let two_of = Beside::TwoOf(std::array::from_fn(|_| dice.below(columns)));
                Cause { terms: terms(1, 2, 3, dice), beside: Some(two_of), ..inside }
            }
        }
    }

    /// Whether the cause is a formula of the language with no more literals and terms than these.
    pub(crate) fn is_within(&self, (literals, terms): (usize, usize)) -> bool {
        self.is_inside && self.terms.len() <= terms && self.terms.iter().map(Vec::len).sum::<usize>() <= literals
    }

    /// The same with each cut as far inwards as the runs allow that its term covers: what an answer can show of it at most.
    ///
    /// `runs` are those with the event that the engineer has; `cuts` says where the column of a cell begins.
    pub(crate) fn narrowed(&self, runs: &[&[bool]], cuts: &[Option<usize>]) -> Vec<Vec<(usize, bool)>> {
        let narrow = |term: &Vec<(usize, bool)>| {
            let covers = |run: &&&[bool]| term.iter().all(|&(column, value)| run[column] == value);
            let covered: Vec<&[bool]> = runs.iter().filter(covers).copied().collect();
            let moved = |&(column, value): &(usize, bool)| {
                let same =
                    |other: usize| cuts.get(other).copied().flatten().is_some_and(|start| cuts[column] == Some(start));
                let mut place = column;
                // A reached cut moves up, and one that is not reached down.
                while let Some(next) = if value { Some(place + 1) } else { place.checked_sub(1) } {
                    if covered.is_empty() || !same(next) || covered.iter().any(|run| run[next] != value) {
                        break;
                    }
                    place = next;
                }
                (place, value)
            };
            term.iter().map(moved).collect()
        };
        self.terms.iter().map(narrow).collect()
    }

    /// The same cause with other terms.
    pub(crate) fn with_terms(self, terms: Vec<Vec<(usize, bool)>>) -> Cause {
        Cause { terms, ..self }
    }

    pub(crate) fn holds(&self, row: &[bool]) -> bool {
        let beside = match &self.beside {
            None => true,
            Some(Beside::Parity(columns)) => columns.iter().filter(|&&column| row[column]).count() % 2 == 1,
            Some(Beside::TwoOf(columns)) => columns.iter().filter(|&&column| row[column]).count() >= 2,
        };
        beside && self.terms.iter().any(|term| term.iter().all(|&(column, value)| row[column] == value))
    }
}

/// Draws a term that holds on some run. Each literal is the rarest of a few random ones.
fn term(rows: &[Vec<bool>], size: usize, rarest_of: usize, dice: &mut Dice) -> Vec<(usize, bool)> {
    let row = &rows[dice.below(rows.len())];
    let mut hits: Vec<&Vec<bool>> = rows.iter().collect();
    let mut term: Vec<(usize, bool)> = Vec::new();
    while term.len() < size {
        let candidates: Vec<usize> = (0..rarest_of).map(|_| dice.below(row.len())).collect();
        let unused = candidates.into_iter().filter(|&column| term.iter().all(|&(other, _)| other != column));
        let with = |column: usize| hits.iter().filter(|hit| hit[column] == row[column]).count();
        let Some(column) = unused.min_by_key(|&column| with(column)) else { continue };
        term.push((column, row[column]));
        hits.retain(|hit| hit[column] == row[column]);
    }
    term
}

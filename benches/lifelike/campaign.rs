//! One campaign: its columns, its rows in the order of the runs, and its hidden cause.

use std::fmt;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Rows of Boolean cells, and which of them the hidden cause holds on.
pub(crate) struct Campaign {
    columns: Vec<Column>,
    rows: Vec<Vec<bool>>,
    labels: Vec<bool>,
    /// Terms of (column, value) pairs.
    cause: Vec<Vec<(usize, bool)>>,
}

/// The most runs with the rare event in a file.
const MOST_POSITIVES: usize = 12;
/// Runs made for a plan, at most.
const MOST_RUNS: usize = 200_000;
/// Terms drawn for a plan, at most.
const MOST_TRIES: usize = 20_000;

/// How the cells of a column come about. Indices point to earlier columns.
#[derive(Clone, Copy)]
enum Column {
    /// Independent; the chance of a 1 depends on the run's mode of operation.
    Free,
    /// Keeps its value from run to run, and flips with this chance.
    Slow {
        flip: f64,
    },
    /// The member `index` of a group of `size` columns, exactly one of which is 1.
    OneHot {
        index: usize,
        size: usize,
    },
    /// Another column, negated or not, with this chance of the wrong value.
    Copy {
        of: usize,
        negated: bool,
        noise: f64,
    },
    And(usize, usize),
    Or(usize, usize),
    Xor(usize, usize),
    /// A point that is reached only if another one is, and then with this chance.
    Branch {
        of: usize,
        chance: f64,
    },
    /// Reached if the first is reached and the second is not.
    Else(usize, usize),
}

/// What columns a campaign of a [`Plan`] has.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Kind {
    /// Modes of operation, slow registers, one-hot groups, copies with and without noise, gates.
    Chip,
    /// Points of a coverage database: many equal, implied and rare ones.
    Cov,
}

/// A campaign as one wants it.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) kind: Kind,
    pub(crate) features: usize,
    pub(crate) negatives: usize,
    pub(crate) positives: usize,
    /// The literals of each term of the cause.
    pub(crate) cause: Vec<usize>,
}

/// Random draws of a campaign.
struct Dice(ChaCha8Rng);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() % bound as u64) as usize
    }

    fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    fn chance(&mut self, probability: f64) -> bool {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64 <= probability
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

impl Campaign {
    /// Makes 30 to 160 columns and 300 to 30 000 runs, 1 to 12 of them with the rare event.
    ///
    /// The cause has 1 to 3 terms of 2 to 5 literals. Runs with the event after the twelfth are left out: an engineer
    /// stops collecting them. The same seed makes the same campaign.
    pub(crate) fn random(seed: u64) -> Campaign {
        let mut dice = Dice(ChaCha8Rng::seed_from_u64(seed));
        let features = dice.between(30, 160);
        let runs = dice.pick(&[300, 1000, 1000, 3000, 3000, 10_000, 30_000]);
        let columns = columns(features, &mut dice);
        let rows = rows(&columns, runs, &mut dice);
        let cause = cause(&rows, &mut dice);
        let mut campaign = Campaign { columns, rows: Vec::new(), labels: Vec::new(), cause };
        let mut positives = 0;
        for row in rows {
            let label = holds(&campaign.cause, &row);
            positives += usize::from(label);
            if !label || positives <= MOST_POSITIVES {
                campaign.labels.push(label);
                campaign.rows.push(row);
            }
        }
        campaign
    }

    /// Makes a campaign of this plan. The same seed makes the same campaign.
    ///
    /// Each term holds on a run of its own. Runs beyond the wanted numbers of either label are left out.
    pub(crate) fn planned(plan: &Plan, seed: u64) -> Campaign {
        let mut dice = Dice(ChaCha8Rng::seed_from_u64(seed));
        let columns = match plan.kind {
            Kind::Chip => columns(plan.features, &mut dice),
            Kind::Cov => coverage_points(plan.features, &mut dice),
        };
        let mut maker = Rows::new(&columns, &mut dice);
        let first = maker.take(1000, &mut dice);
        let cause: Vec<Vec<(usize, bool)>> = plan.cause.iter().map(|&size| planted(&first, size, &mut dice)).collect();
        let (mut rows, mut labels) = (Vec::new(), Vec::new());
        let mut wanted = [plan.negatives, plan.positives];
        let mut uncovered: Vec<usize> = (0..cause.len()).collect();
        // Runs are cheap; a cause that holds hardly ever ends with fewer positives.
        for _ in 0..MOST_RUNS {
            let Some(row) = maker.take(1, &mut dice).pop() else { break };
            let holding: Vec<usize> = (0..cause.len()).filter(|&term| holds(&cause[term..=term], &row)).collect();
            let label = !holding.is_empty();
            let is_new = holding.len() == 1 && uncovered.contains(&holding[0]);
            // The last positives are kept for the terms that none has shown yet.
            let kept_free = if label && !is_new { uncovered.len() } else { 0 };
            if wanted[usize::from(label)] > kept_free {
                wanted[usize::from(label)] -= 1;
                uncovered.retain(|term| !(is_new && *term == holding[0]));
                labels.push(label);
                rows.push(row);
            }
            if wanted == [0, 0] {
                break;
            }
        }
        Campaign { columns, rows, labels, cause }
    }

    /// Returns the file: a header row, then one row for each run, the label last.
    pub(crate) fn csv(&self) -> String {
        let mut text: String = (0..self.columns.len()).map(|column| format!("c{column},")).collect();
        text.push_str("label\n");
        for (row, &label) in self.rows.iter().zip(&self.labels) {
            for &cell in row.iter().chain([&label]) {
                text.push_str(if cell { "1," } else { "0," });
            }
            text.pop();
            text.push('\n');
        }
        text
    }
}

impl fmt::Display for Campaign {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let positives = self.labels.iter().filter(|&&label| label).count();
        let literal = |&(column, value): &(usize, bool)| format!("{}c{column}", if value { "" } else { "!" });
        let term = |term: &Vec<_>| term.iter().map(literal).collect::<Vec<_>>().join(" & ");
        let cause = self.cause.iter().map(term).collect::<Vec<_>>().join(" | ");
        write!(out, "{} columns, {} runs, {positives} positive, cause {cause}", self.columns.len(), self.rows.len())
    }
}

fn columns(features: usize, dice: &mut Dice) -> Vec<Column> {
    let mut columns = Vec::new();
    while columns.len() < features {
        let known = columns.len();
        match dice.below(10) {
            _ if known < 8 => columns.push(Column::Free),
            0..=2 => columns.push(Column::Free),
            3 | 4 => columns.push(Column::Slow { flip: dice.pick(&[0.01, 0.05, 0.2]) }),
            5 => {
                let size = dice.between(3, 6);
                columns.extend((0..size).map(|index| Column::OneHot { index, size }));
            }
            6 | 7 => {
                let (of, negated) = (dice.below(known), dice.chance(0.3));
                columns.push(Column::Copy { of, negated, noise: dice.pick(&[0.0, 0.0, 0.05, 0.2]) });
            }
            8 => columns.push(Column::And(dice.below(known), dice.below(known))),
            _ if dice.chance(0.5) => columns.push(Column::Or(dice.below(known), dice.below(known))),
            _ => columns.push(Column::Xor(dice.below(known), dice.below(known))),
        }
    }
    columns.truncate(features);
    columns
}

/// Draws the points of a coverage database: trees of branches, most of whose points are in the same block as another one.
fn coverage_points(features: usize, dice: &mut Dice) -> Vec<Column> {
    let mut columns = Vec::new();
    while columns.len() < features {
        let known = columns.len();
        match dice.below(20) {
            _ if known < 4 => columns.push(Column::Free),
            0..=7 => columns.push(Column::Copy { of: dice.below(known), negated: false, noise: 0.0 }),
            8..=13 => {
                let of = dice.below(known);
                columns.push(Column::Branch { of, chance: dice.pick(&[0.1, 0.5, 0.5, 0.9]) });
                columns.push(Column::Else(of, known));
            }
            14..=16 => columns.push(Column::Branch { of: dice.below(known), chance: dice.pick(&[0.002, 0.01, 0.03]) }),
            17 => columns.push(Column::Or(dice.below(known), dice.below(known))),
            _ => columns.push(Column::Free),
        }
    }
    columns.truncate(features);
    columns
}

fn rows(columns: &[Column], runs: usize, dice: &mut Dice) -> Vec<Vec<bool>> {
    Rows::new(columns, dice).take(runs, dice)
}

/// Runs one after the other.
struct Rows<'a> {
    columns: &'a [Column],
    /// For each mode of operation the chance of a 1 in each column.
    bias: Vec<Vec<f64>>,
    last: Vec<bool>,
}

impl<'a> Rows<'a> {
    fn new(columns: &'a [Column], dice: &mut Dice) -> Rows<'a> {
        let modes = dice.between(1, 7);
        let bias: Vec<Vec<f64>> =
            (0..modes).map(|_| columns.iter().map(|_| dice.pick(&[0.1, 0.3, 0.5, 0.5, 0.7, 0.9])).collect()).collect();
        let last = columns.iter().map(|_| dice.chance(0.5)).collect();
        Rows { columns, bias, last }
    }

    fn take(&mut self, runs: usize, dice: &mut Dice) -> Vec<Vec<bool>> {
        (0..runs).map(|_| self.next(dice)).collect()
    }

    fn next(&mut self, dice: &mut Dice) -> Vec<bool> {
        let mode = dice.below(self.bias.len());
        let mut row: Vec<bool> = Vec::with_capacity(self.columns.len());
        let mut hot = 0;
        for (at, &column) in self.columns.iter().enumerate() {
            let cell = match column {
                Column::Free => dice.chance(self.bias[mode][at]),
                Column::Slow { flip } => self.last[at] ^ dice.chance(flip),
                Column::OneHot { index, size } => {
                    if index == 0 {
                        hot = dice.below(size);
                    }
                    index == hot
                }
                Column::Copy { of, negated, noise } => row[of] ^ negated ^ dice.chance(noise),
                Column::And(a, b) => row[a] & row[b],
                Column::Or(a, b) => row[a] | row[b],
                Column::Xor(a, b) => row[a] ^ row[b],
                Column::Branch { of, chance } => dice.chance(chance) & row[of],
                Column::Else(of, branch) => row[of] & !row[branch],
            };
            row.push(cell);
        }
        self.last.clone_from(&row);
        row
    }
}

/// Draws a term that holds on some run, but not on more than a fifth of them if that can be.
fn planted(rows: &[Vec<bool>], size: usize, dice: &mut Dice) -> Vec<(usize, bool)> {
    let mut best: (f64, Vec<(usize, bool)>) = (f64::INFINITY, Vec::new());
    for _ in 0..MOST_TRIES {
        let row = &rows[dice.below(rows.len())];
        let mut term: Vec<(usize, bool)> = Vec::new();
        while term.len() < size {
            let column = dice.below(row.len());
            if term.iter().all(|&(other, _)| other != column) {
                term.push((column, row[column]));
            }
        }
        term.sort_unstable();
        let on = rows.iter().filter(|row| term.iter().all(|&(column, value)| row[column] == value)).count();
        let share = on as f64 / rows.len() as f64;
        // Every literal matters: without it, the term holds on half as many runs again.
        let matters = |left_out: usize| {
            let others = |row: &&Vec<bool>| {
                let kept = term.iter().enumerate().filter(|&(at, _)| at != left_out);
                kept.into_iter().all(|(_, &(column, value))| row[column] == value)
            };
            2 * rows.iter().filter(others).count() >= 3 * on
        };
        if (0.01..0.2).contains(&share) && (0..size).all(matters) {
            return term;
        }
        if share < best.0 {
            best = (share, term);
        }
    }
    best.1
}

/// Draws terms that hold on some run and are rare.
///
/// Each literal of a term holds on the run that the term is drawn from. It is the rarest of eight random ones.
fn cause(rows: &[Vec<bool>], dice: &mut Dice) -> Vec<Vec<(usize, bool)>> {
    let terms = dice.between(1, 3);
    let term = |dice: &mut Dice| {
        let row = &rows[dice.below(rows.len())];
        let size = dice.between(2, 5);
        let mut hits: Vec<&Vec<bool>> = rows.iter().collect();
        let mut term: Vec<(usize, bool)> = Vec::new();
        while term.len() < size {
            let candidates: Vec<usize> = (0..8).map(|_| dice.below(row.len())).collect();
            let unused = candidates.into_iter().filter(|&column| term.iter().all(|&(other, _)| other != column));
            let with = |column: usize| hits.iter().filter(|hit| hit[column] == row[column]).count();
            let Some(column) = unused.min_by_key(|&column| with(column)) else { continue };
            term.push((column, row[column]));
            hits.retain(|hit| hit[column] == row[column]);
        }
        term.sort_unstable();
        term
    };
    (0..terms).map(|_| term(dice)).collect()
}

fn holds(cause: &[Vec<(usize, bool)>], row: &[bool]) -> bool {
    cause.iter().any(|term| term.iter().all(|&(column, value)| row[column] == value))
}

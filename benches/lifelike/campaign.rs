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

fn rows(columns: &[Column], runs: usize, dice: &mut Dice) -> Vec<Vec<bool>> {
    let modes = dice.between(1, 7);
    let bias: Vec<Vec<f64>> =
        (0..modes).map(|_| columns.iter().map(|_| dice.pick(&[0.1, 0.3, 0.5, 0.5, 0.7, 0.9])).collect()).collect();
    let mut last: Vec<bool> = columns.iter().map(|_| dice.chance(0.5)).collect();
    let mut rows = Vec::with_capacity(runs);
    for _ in 0..runs {
        let mode = dice.below(modes);
        let mut row: Vec<bool> = Vec::with_capacity(columns.len());
        let mut hot = 0;
        for (at, &column) in columns.iter().enumerate() {
            let cell = match column {
                Column::Free => dice.chance(bias[mode][at]),
                Column::Slow { flip } => last[at] ^ dice.chance(flip),
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
            };
            row.push(cell);
        }
        last.clone_from(&row);
        rows.push(row);
    }
    rows
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

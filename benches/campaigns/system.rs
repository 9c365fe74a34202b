//! Systems under test: what their runs look like.

mod design;

use clap::ValueEnum;

use crate::dice::Dice;
use design::Design;

/// A kind of system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Family {
    /// Independent columns.
    Uniform,
    /// Columns whose rates depend on a mode of operation, and columns that seldom change.
    Modes,
    /// Groups of columns of which exactly one is 1, beside independent ones.
    OneHot,
    /// Copies, noisy copies, and columns computed from others.
    Correlated,
    /// The registers of a small simulated design: two queues, an arbiter, a state machine, a timer.
    Design,
    /// All kinds of columns in one file.
    Mixed,
    /// Ordered columns of 4 to 13 values beside independent ones. A literal compares a column with one of its values.
    Ordered,
}

impl Family {
    /// Those with Boolean columns only.
    pub(crate) const BOOLEAN: [Family; 6] =
        [Family::Uniform, Family::Modes, Family::OneHot, Family::Correlated, Family::Design, Family::Mixed];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Family::Uniform => "uniform",
            Family::Modes => "modes",
            Family::OneHot => "one-hot",
            Family::Correlated => "correlated",
            Family::Design => "design",
            Family::Mixed => "mixed",
            Family::Ordered => "ordered",
        }
    }
}

/// A system that makes one run after the other.
pub(crate) enum System {
    Columns(Columns),
    Design(Design),
}

impl System {
    pub(crate) fn random(family: Family, dice: &mut Dice) -> System {
        match family {
            Family::Design => System::Design(Design::new(dice)),
            _ => System::Columns(Columns::random(family, dice)),
        }
    }

    /// For each cell of an ordered column where the column begins. The cells are its cuts, ascending, and tell which are reached.
    pub(crate) fn cuts(&self) -> Vec<Option<usize>> {
        match self {
            System::Columns(columns) => columns.cuts(),
            System::Design(_) => Vec::new(),
        }
    }

    /// The cells of the next run.
    pub(crate) fn run(&mut self, dice: &mut Dice) -> Vec<bool> {
        match self {
            System::Columns(columns) => columns.run(dice),
            System::Design(design) => design.run(dice),
        }
    }
}

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
    /// Whether an ordered column reaches its cut number `index` of `cuts`. All its values are alike.
    Cut {
        index: usize,
        cuts: usize,
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

/// Columns, the rates of each mode of operation, and the last run.
pub(crate) struct Columns {
    columns: Vec<Column>,
    rates: Vec<Vec<f64>>,
    last: Vec<bool>,
}

impl Columns {
    fn random(family: Family, dice: &mut Dice) -> Columns {
        let columns = columns(family, dice);
        let (modes, rates): (usize, &[f64]) = match family {
            Family::Uniform => (1, &[0.2, 0.3, 0.5, 0.7]),
            Family::Modes | Family::Mixed => (dice.between(2, 7), &[0.1, 0.3, 0.5, 0.5, 0.7, 0.9]),
            _ => (1, &[0.3, 0.5, 0.5, 0.7]),
        };
        let rates = (0..modes).map(|_| columns.iter().map(|_| dice.pick(rates)).collect()).collect();
        let last = columns.iter().map(|_| dice.chance(0.5)).collect();
        Columns { columns, rates, last }
    }

    fn cuts(&self) -> Vec<Option<usize>> {
        let start = |(at, &column): (usize, &Column)| match column {
            Column::Cut { index, .. } => Some(at - index),
            _ => None,
        };
        self.columns.iter().enumerate().map(start).collect()
    }

    fn run(&mut self, dice: &mut Dice) -> Vec<bool> {
        let mode = dice.below(self.rates.len());
        let mut row: Vec<bool> = Vec::with_capacity(self.columns.len());
        let mut hot = 0;
        for (at, &column) in self.columns.iter().enumerate() {
            let cell = match column {
                Column::Free => dice.chance(self.rates[mode][at]),
                Column::Slow { flip } => self.last[at] ^ dice.chance(flip),
                Column::OneHot { index, size } => {
                    if index == 0 {
                        hot = dice.below(size);
                    }
                    index == hot
                }
                Column::Cut { index, cuts } => {
                    if index == 0 {
                        hot = dice.below(cuts + 1);
                    }
                    index < hot
                }
                Column::Copy { of, negated, noise } => row[of] ^ negated ^ dice.chance(noise),
                Column::And(a, b) => row[a] & row[b],
                Column::Or(a, b) => row[a] | row[b],
                Column::Xor(a, b) => row[a] ^ row[b],
            };
            row.push(cell);
        }
        self.last.clone_from(&row);
        row
    }
}

fn columns(family: Family, dice: &mut Dice) -> Vec<Column> {
    let features = dice.between(20, 120);
    let mut columns = Vec::new();
    while columns.len() < features {
        let known = columns.len();
        let kind = match family {
            _ if known < 6 => 0,
            Family::Uniform => 0,
            Family::Modes => dice.pick(&[0, 0, 3]),
            Family::OneHot => dice.pick(&[0, 0, 0, 5]),
            Family::Ordered => dice.pick(&[0, 0, 10]),
            Family::Correlated => dice.pick(&[0, 0, 0, 6, 7, 8, 9]),
            _ => dice.below(10),
        };
        match kind {
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
            10 => {
                let cuts = dice.between(3, 12);
                columns.extend((0..cuts).map(|index| Column::Cut { index, cuts }));
            }
            _ if dice.chance(0.5) => columns.push(Column::Or(dice.below(known), dice.below(known))),
            _ => columns.push(Column::Xor(dice.below(known), dice.below(known))),
        }
    }
    columns.truncate(features);
    columns
}

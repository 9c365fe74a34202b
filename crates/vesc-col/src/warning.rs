//! What a reader of the outcome should know about the data.

use std::collections::HashMap;
use std::fmt;

use vesc_col_core::{Dataset, Features, Literal, Samples};

use crate::Group;
use crate::named::Named;

/// Something about the data, or the answer, that a reader of the outcome should know.
///
/// ```
/// use vesc_col::{Dataset, Features, Warning};
///
/// let mut builder = Dataset::builder(Features::new(["irq", "reset"])?);
/// builder.push(true, [true, false])?;
/// builder.push(false, [false, false])?;
/// let data = builder.build()?;
/// let warnings = Warning::about(&data);
/// assert_eq!(warnings, [Warning::ConstantFeatures(vec![1])]);
/// assert_eq!(warnings[0].display(data.features()).to_string(), "1 column is constant: reset");
/// # Ok::<(), vesc_col::DataError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// There is no positive sample: whatever never happens "explains" the data, a constant column first of all.
    NoPositives,
    /// There is no negative sample: nothing contradicts even the formula that is always true.
    NoNegatives,
    /// These features have one value in all rows, so the data cannot tell what their other value does.
    ConstantFeatures(Vec<usize>),
    /// The features of each group are equal or complementary in all rows, so the data cannot tell them apart.
    SameFeatures(Vec<Group>),
    /// Equal rows have different labels, so that nothing fits without an error.
    Contradictions {
        /// How many pairs of a positive and a negative row are equal.
        pairs: u128,
    },
    /// Cells are not known, of columns as they were given.
    UnknownCells {
        /// How many.
        cells: usize,
    },
    /// The hypotheses asked for were not all found, so none is shown.
    NotListed {
        /// The listing limit.
        limit: usize,
    },
}

/// How many names of features a message lists before it says "and 5 more".
const NAMES_IN_MESSAGE: usize = 8;

impl Warning {
    /// What there is to say about a data set. Costs a look at every cell.
    #[must_use]
    pub fn about(data: &Dataset) -> Vec<Warning> {
        // A column with an unknown cell is neither constant nor like another one in every completion.
        let partial = partial(data);
        let is_known = |feature: &usize| partial[feature / 64] >> (feature % 64) & 1 == 0;
        let columns: Vec<(usize, Vec<u64>)> =
            columns(data).into_iter().enumerate().filter(|(feature, _)| is_known(feature)).collect();
        let is_constant = |column: &[u64]| is_constant(column, data.distinct());
        let constant: Vec<usize> =
            columns.iter().filter(|(_, column)| is_constant(column)).map(|(feature, _)| *feature).collect();
        let same = same(&columns, data.distinct());

        let mut warnings = Vec::new();
        if data.positives().rows() == 0 {
            warnings.push(Warning::NoPositives);
        }
        if data.negatives().rows() == 0 {
            warnings.push(Warning::NoNegatives);
        }
        if data.contradictions() > 0 {
            warnings.push(Warning::Contradictions { pairs: data.contradictions() });
        }
        if data.unknown_cells() > 0 {
            warnings.push(Warning::UnknownCells { cells: unknown_cells(data) });
        }
        if !constant.is_empty() {
            warnings.push(Warning::ConstantFeatures(constant));
        }
        if !same.is_empty() {
            warnings.push(Warning::SameFeatures(same));
        }
        warnings
    }

    /// The warning as a sentence with the features' names.
    #[must_use]
    pub fn display<'a>(&'a self, features: &'a Features) -> impl fmt::Display + 'a {
        Named { shown: self, features }
    }
}

impl fmt::Display for Named<'_, Warning> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shown {
            Warning::NoPositives => f.write_str(
                "no positive sample: every formula that never holds on a negative one fits, such as one on a constant column",
            ),
            Warning::NoNegatives => f.write_str("no negative sample: even formulas that are always true fit"),
            Warning::ConstantFeatures(constant) => {
                let (noun, names) = (plural(constant.len(), "column is", "columns are"), self.names(constant, ", "));
                write!(f, "{} {noun} constant: {names}", constant.len())
            }
            Warning::SameFeatures(groups) => {
                let shown: Vec<String> = groups
                    .iter()
                    .take(NAMES_IN_MESSAGE)
                    .map(|group| group.display(self.features).to_string())
                    .collect();
                write!(f, "columns that the data cannot tell apart: {}", shown.join("; "))?;
                match groups.len() - shown.len() {
                    0 => Ok(()),
                    more => write!(f, "; and {more} more {}", plural(more, "group", "groups")),
                }
            }
            Warning::Contradictions { pairs } => {
                let pairs = *pairs;
                let noun = if pairs == 1 { "pair" } else { "pairs" };
                write!(f, "{pairs} {noun} of a positive and a negative row are equal: nothing fits without an error")
            }
            Warning::UnknownCells { cells } => {
                write!(f, "{cells} {} unknown", plural(*cells, "cell is", "cells are"))
            }
            Warning::NotListed { limit } => write!(
                f,
                "the hypotheses are not listed: more than the listing limit of {limit}, or a limit struck before all were found"
            ),
        }
    }
}

impl Named<'_, Warning> {
    fn names(&self, features: &[usize], separator: &str) -> String {
        let shown: Vec<&str> =
            features.iter().take(NAMES_IN_MESSAGE).map(|&feature| self.features.name(feature)).collect();
        let more = features.len() - shown.len();
        let tail = if more > 0 { format!("{separator}... ({more} more)") } else { String::new() };
        shown.join(separator) + &tail
    }
}

fn plural(count: usize, one: &'static str, many: &'static str) -> &'static str {
    if count == 1 { one } else { many }
}

/// For each feature its values on the distinct samples, packed into words.
fn columns(data: &Dataset) -> Vec<Vec<u64>> {
    let mut columns = vec![vec![0u64; data.distinct().div_ceil(64)]; data.features().len()];
    let (positives, negatives) = (data.positives(), data.negatives());
    let rows = (0..positives.distinct())
        .map(|row| positives.words(row))
        .chain((0..negatives.distinct()).map(|row| negatives.words(row)));
    for (row, words) in rows.enumerate() {
        for (block, &word) in words.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let feature = block * 64 + rest.trailing_zeros() as usize;
                columns[feature][row / 64] |= 1 << (row % 64);
                rest &= rest - 1;
            }
        }
    }
    columns
}

/// How many cells are not known, those of a column that several features test counted once.
fn unknown_cells(data: &Dataset) -> usize {
    let column = |feature: usize| data.features().test(feature).map(|(column, _)| column);
    let is_first = |feature: usize| feature == 0 || column(feature).is_none() || column(feature) != column(feature - 1);
    let of = |samples: &Samples| -> usize {
        let partial = (0..samples.distinct()).filter(|&index| samples.unknown(index).is_some());
        let cells =
            |index| samples.cells(index).enumerate().filter(|(feature, cell)| cell.is_none() && is_first(*feature));
        partial.map(|index| cells(index).count() * samples.sources(index).len()).sum()
    };
    of(data.positives()) + of(data.negatives())
}

/// The features of which some cell is not known, as words.
fn partial(data: &Dataset) -> Vec<u64> {
    let mut partial = vec![0; data.features().len().div_ceil(64)];
    for samples in [data.positives(), data.negatives()] {
        for unknown in (0..samples.distinct()).filter_map(|index| samples.unknown(index)) {
            partial.iter_mut().zip(unknown).for_each(|(partial, word)| *partial |= word);
        }
    }
    partial
}

fn is_constant(column: &[u64], rows: usize) -> bool {
    let ones: usize = column.iter().map(|word| word.count_ones() as usize).sum();
    ones == 0 || ones == rows
}

/// Groups of two or more features, none of them constant, with equal or complementary columns, in order of their first
/// members.
fn same(columns: &[(usize, Vec<u64>)], rows: usize) -> Vec<Group> {
    let mut group_of: HashMap<Vec<u64>, usize> = HashMap::new();
    let mut groups: Vec<Vec<Literal>> = Vec::new();
    for (feature, column) in columns.iter().filter(|(_, column)| !is_constant(column, rows)) {
        // Of a column and its complement the one that is false in the first row.
        let flipped = column[0] & 1 == 1;
        let key = if flipped { complement(column, rows) } else { column.clone() };
        let group = *group_of.entry(key).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[group].push(Literal::matching(*feature, !flipped));
    }
    groups.retain(|group| group.len() > 1);
    let positive_first = |group: Vec<Literal>| {
        let turn = group[0].is_negated();
        Group::new(group.into_iter().map(|literal| if turn { !literal } else { literal }).collect())
    };
    groups.into_iter().map(positive_first).collect()
}

fn complement(column: &[u64], rows: usize) -> Vec<u64> {
    let present = |block: usize| !0 >> (64 - (rows - 64 * block).min(64));
    column.iter().enumerate().map(|(block, word)| !word & present(block)).collect()
}

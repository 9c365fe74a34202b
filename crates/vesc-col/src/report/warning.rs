//! What a reader of the outcome should know about the data.

use std::collections::HashSet;
use std::fmt;

use vesc_col_core::{Dataset, Domain, Features, Literal, Run, Samples, StopReason};

use crate::errors::budget::ErrorBudget;
use crate::errors::forced::ForcedErrors;
use crate::formula::named::Named;
use crate::groups::{Group, facts};
use crate::rows::column_classes::ColumnClasses;

/// Something about the data, or the answer, that a reader of the outcome should know.
///
/// ```
/// use vesc_col::report::Warning;
/// use vesc_col::{Dataset, Features};
///
/// let mut builder = Dataset::builder(Features::new(["irq", "reset"])?);
/// (0..2).try_for_each(|_| builder.push(true, [true, false]))?;
/// (0..2).try_for_each(|_| builder.push(false, [false, false]))?;
/// let data = builder.build()?;
/// let warnings = Warning::about(&data);
/// assert_eq!(warnings, [Warning::ConstantFeatures(vec![1])]);
/// assert_eq!(warnings[0].display(data.features()).to_string(), "1 column is constant: reset");
/// # Ok::<(), vesc_col::data::DataError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// There is no positive sample: whatever never happens "explains" the data, a constant column first of all.
    NoPositives,
    /// There is no negative sample: nothing contradicts even the formula that is always true.
    NoNegatives,
    /// One sample alone is positive, or one alone negative. If it is so by accident, every answer is about that accident.
    OneSample {
        /// Its label.
        positive: bool,
    },
    /// These features have one value in all rows, so the data cannot tell what their other value does.
    ConstantFeatures(Vec<usize>),
    /// The features of each group are equal or complementary in all rows, so the data cannot tell them apart.
    SameFeatures(Vec<Group>),
    /// Equal rows have different labels, so that nothing fits without an error.
    Contradictions {
        /// How many pairs of a positive and a negative row are equal.
        pairs: u128,
        /// The errors that they force on every hypothesis.
        forced: ForcedErrors,
    },
    /// The error budget is as large as a label: a formula may explain no positive row, or hold on every negative one.
    LooseErrors {
        /// Whether it is the positive rows that need not be explained.
        positive: bool,
    },
    /// Cells are not known, of columns as they were given.
    UnknownCells {
        /// How many.
        cells: usize,
    },
    /// Something that the caller found out about the data, as a sentence without its end.
    Note(String),
    /// The hypotheses asked for were not all found, so none is shown.
    NotListed {
        /// The listing limit.
        limit: usize,
        /// What stopped the run before all were found, if it was not that limit.
        stopped: Option<StopReason>,
    },
}

/// How many names of features a message lists before it says "and 5 more".
const NAMES_IN_MESSAGE: usize = 8;

impl Warning {
    /// What there is to say about a data set. Costs a look at every cell at worst.
    #[must_use]
    pub fn about(data: &Dataset) -> Vec<Warning> {
        Warning::about_within(data, &Run::new())
    }

    /// The same, without what is not known of the columns when the run ends.
    pub(crate) fn about_within(data: &Dataset, run: &Run) -> Vec<Warning> {
        let classes = ColumnClasses::of(data, run);
        let (constant, same) =
            classes.map_or_else(|_| Default::default(), |classes| (classes.constant(), Group::of_classes(&classes)));

        let mut warnings = Vec::new();
        if data.positives().rows() == 0 {
            warnings.push(Warning::NoPositives);
        }
        if data.negatives().rows() == 0 {
            warnings.push(Warning::NoNegatives);
        }
        if warnings.is_empty() {
            let sides = [(true, data.positives()), (false, data.negatives())];
            let single = sides.into_iter().find(|(_, samples)| samples.total_weight() == 1);
            warnings.extend(single.map(|(positive, _)| Warning::OneSample { positive }));
        }
        if data.contradictions() > 0 {
            warnings.push(Warning::Contradictions { pairs: data.contradictions(), forced: ForcedErrors::of(data) });
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

    /// What there is to say about an error budget.
    pub(crate) fn about_errors(budget: &ErrorBudget, data: &Dataset) -> Option<Warning> {
        let [positives, negatives] = data.weights();
        budget.allows_all_of(positives, negatives).map(|positive| Warning::LooseErrors { positive })
    }

    /// The warning where these inputs are legal: columns that are the same by declaration need no warning. `None` if nothing is left to
    /// be said.
    ///
    /// ```
    /// use vesc_col::data::Domain;
    /// use vesc_col::report::Warning;
    /// use vesc_col::{Dataset, Features};
    ///
    /// let mut builder = Dataset::builder(Features::new(["idle", "busy"])?);
    /// (0..2).try_for_each(|_| builder.push(true, [true, false]))?;
    /// (0..2).try_for_each(|_| builder.push(false, [false, true]))?;
    /// let mut warnings = Warning::about(&builder.build()?);
    /// assert_eq!(warnings.len(), 1);
    /// // Exactly one of the two is 1, so that `busy` cannot be anything but `!idle`.
    /// let domain = Domain::builder(2).exactly_one([0, 1]).build()?;
    /// assert_eq!(warnings.remove(0).within(&domain), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn within(self, domain: &Domain) -> Option<Warning> {
        let Warning::SameFeatures(groups) = self else { return Some(self) };
        // No order makes two features equal.
        let pairs = domain.nogoods_beside_orders().filter_map(|nogood| <[Literal; 2]>::try_from(nogood).ok());
        let impossible: HashSet<[Literal; 2]> = pairs.map(|[one, other]| [one.min(other), one.max(other)]).collect();
        let groups: Vec<Group> = groups.into_iter().filter_map(|group| group.without_declared(&impossible)).collect();
        (!groups.is_empty()).then_some(Warning::SameFeatures(groups))
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
            Warning::OneSample { positive } => {
                let label = if *positive { "positive" } else { "negative" };
                write!(f, "only 1 sample is {label}: if its label is an accident, the report looks the same; run it again")
            }
            Warning::NoNegatives => f.write_str("no negative sample: even formulas that are always true fit"),
            Warning::ConstantFeatures(constant) => {
                let (noun, names) = (plural(constant.len(), "column is", "columns are"), self.names(constant, ", "));
                write!(f, "{} {noun} constant: {names}", constant.len())
            }
            Warning::SameFeatures(groups) => {
                let facts = facts(groups, self.features);
                let shown = &facts[..facts.len().min(NAMES_IN_MESSAGE)];
                write!(f, "columns that the data cannot tell apart: {}", shown.join("; "))?;
                match facts.len() - shown.len() {
                    0 => Ok(()),
                    more => write!(f, "; and {more} more {}", plural(more, "group", "groups")),
                }
            }
            Warning::Contradictions { pairs, forced } => {
                let (noun, verb) = if *pairs == 1 { ("pair", "is") } else { ("pairs", "are") };
                write!(
                    f,
                    "{pairs} {noun} of a positive and a negative row {verb} the same to every formula: nothing fits without an error; \
                     they alone force {forced}"
                )
            }
            Warning::LooseErrors { positive: true } => {
                f.write_str("the errors allowed let a formula explain no positive row: what fits is no evidence of a cause")
            }
            Warning::LooseErrors { positive: false } => {
                f.write_str("the errors allowed let a formula hold on every negative row: what fits is no evidence of a cause")
            }
            Warning::Note(note) => f.write_str(note),
            Warning::UnknownCells { cells } => {
                write!(f, "{cells} {} unknown", plural(*cells, "cell is", "cells are"))
            }
            Warning::NotListed { limit, stopped: None } => {
                write!(f, "the hypotheses are not listed: there are more than the listing limit of {limit}")
            }
            Warning::NotListed { stopped: Some(reason), .. } => {
                write!(f, "the hypotheses are not listed: the run was stopped ({reason}) before all were found")
            }
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

//! Which rows of a table are equal as they stand there.

use std::collections::{HashMap, HashSet};

use vesc_col_core::Dataset;

use crate::errors::forced::ForcedErrors;

/// Which rows are equal as they stand in the table, however its columns become features. Names of rows tell none apart, and a row
/// with an unknown cell equals none of the other label.
///
/// ```
/// use vesc_col::columns::{ColumnType, Schema, TypedTable};
///
/// let schema = Schema::auto().with_column("len", ColumnType::Numeric { thresholds: Some(vec![5.0]) });
/// let mut table = TypedTable::new(schema, ["len"]).with_contradictions().with_equal_rows();
/// for (label, len) in [(true, "7"), (false, "7.0"), (false, "8")] {
///     table.push(label, [len])?;
/// }
/// let equal = table.build()?.equal_rows.expect("it was asked for");
/// // 7 and 7.0 are one number; no threshold tells 8 from 7, and yet it is another one.
/// assert_eq!(equal.groups(), [(1, 1), (0, 1)]);
/// assert_eq!((equal.group_of(1), equal.group_of(2)), (0, 1));
/// # Ok::<(), vesc_col::columns::ColumnError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EqualRows {
    /// For each row the number of its group.
    group_of: Vec<u32>,
    /// For each group the weight of its positive and of its negative rows.
    groups: Vec<(u64, u64)>,
}

impl EqualRows {
    /// The rows of a data set whose features are the columns of the table.
    #[must_use]
    pub fn of(data: &Dataset) -> EqualRows {
        let (positives, negatives) = (data.positives(), data.negatives());
        let equal: HashMap<usize, usize> = data.equal_pairs().into_iter().map(|(one, other)| (other, one)).collect();
        let mut rows = vec![(0, false, 1); data.rows()];
        let mut note = |sources: &[usize], group: usize, label: bool| {
            sources.iter().for_each(|&row| rows[row] = (group as u32, label, data.row_weight(row).get()));
        };
        for index in 0..positives.distinct() {
            note(positives.sources(index), index, true);
        }
        for index in 0..negatives.distinct() {
            let group = equal.get(&index).copied().unwrap_or(positives.distinct() + index);
            note(negatives.sources(index), group, false);
        }
        EqualRows::of_rows(rows)
    }

    /// Rows of which each has the number of its group, its label and its weight.
    #[must_use]
    pub fn of_rows(rows: impl IntoIterator<Item = (u32, bool, u64)>) -> EqualRows {
        let mut equal = EqualRows::default();
        for (group, label, weight) in rows {
            let count = equal.groups.len().max(group as usize + 1);
            equal.groups.resize(count, (0, 0));
            let (positives, negatives) = &mut equal.groups[group as usize];
            *if label { positives } else { negatives } += weight;
            equal.group_of.push(group);
        }
        equal
    }

    /// The number of a row's group.
    ///
    /// # Panics
    ///
    /// If there is no such row.
    #[must_use]
    pub fn group_of(&self, row: usize) -> usize {
        self.group_of[row] as usize
    }

    /// How many of some rows are different.
    pub(crate) fn different(&self, rows: &[usize]) -> usize {
        match rows {
            [_] => 1,
            _ => rows.iter().map(|&row| self.group_of[row]).collect::<HashSet<u32>>().len(),
        }
    }

    /// For each group the number of its positive and of its negative rows, each counted as often as it
    /// [weighs](super::TypedTable::weigh_last).
    #[must_use]
    pub fn groups(&self) -> &[(u64, u64)] {
        &self.groups
    }

    /// How many pairs of a positive and a negative row are equal.
    #[must_use]
    pub fn contradictions(&self) -> u128 {
        self.groups.iter().map(|&(positives, negatives)| u128::from(positives) * u128::from(negatives)).sum()
    }

    /// The errors that they force on every hypothesis.
    pub(super) fn forced(&self) -> ForcedErrors {
        let disputed = |&(positives, negatives): &(u64, u64)| positives > 0 && negatives > 0;
        ForcedErrors::of_groups(self.groups.iter().copied().filter(disputed).collect())
    }
}

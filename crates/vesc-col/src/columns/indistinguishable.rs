//! Rows that differ in the table and in no feature.

use vesc_col_core::Dataset;

use super::equal_rows::EqualRows;
use super::scale::Scale;

/// Positive and negative rows that differ in the table, but in no feature: few thresholds, values or items were declared.
///
/// ```
/// use vesc_col::columns::{Cap, ColumnType, Scale, Schema, TypedTable};
///
/// let schema = Schema::auto().with_column("len", ColumnType::Numeric { thresholds: Some(vec![5.0]) });
/// let mut table = TypedTable::new(schema, ["len"]);
/// table.push(true, ["7"])?;
/// table.push(false, ["8"])?;
/// let found = table.build()?.indistinguishable.expect("no threshold lies between 7 and 8");
/// assert_eq!((found.positive, found.negative, found.pairs), (0, 1, 1));
/// let column = &found.columns[0];
/// assert_eq!((column.name.as_str(), column.cells.each_ref().map(String::as_str)), ("len", ["7", "8"]));
/// assert_eq!(column.cap, Cap::Thresholds(Scale::Number));
/// # Ok::<(), vesc_col::columns::ColumnError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Indistinguishable {
    /// How many pairs of such rows there are.
    pub pairs: u128,
    /// The positive row of the first pair.
    pub positive: usize,
    /// Its negative row.
    pub negative: usize,
    /// The columns in which these two differ.
    pub columns: Vec<CoarseColumn>,
}

/// A column that has no feature for a difference of two cells.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CoarseColumn {
    /// The column's name.
    pub name: String,
    /// The cell of the positive row and that of the negative one.
    pub cells: [String; 2],
    /// What limits its features.
    pub cap: Cap,
}

/// What limits the features of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cap {
    /// The thresholds on this scale that were declared for it.
    Thresholds(Scale),
    /// The most thresholds that any column has.
    MaxThresholds(usize),
    /// The values or items that were declared for it.
    Values,
    /// Only one of its values is known, and one of the two cells is unknown.
    OneValue,
}

impl Indistinguishable {
    /// The first pair of such rows, and how many there are; `None` if there is none. `columns` lists those in which a positive and
    /// a negative row differ.
    pub(super) fn of(
        data: &Dataset,
        equal: &EqualRows,
        columns: impl FnOnce(usize, usize) -> Vec<CoarseColumn>,
    ) -> Option<Indistinguishable> {
        let pairs = data.contradictions().saturating_sub(equal.contradictions());
        if pairs == 0 {
            return None;
        }
        let differing = |(positive, negative): (usize, usize)| {
            let (ours, theirs) = (data.positives().sources(positive), data.negatives().sources(negative));
            let other = |&one: &usize| {
                let group = equal.group_of(one);
                Some((one, *theirs.iter().find(|&&other| equal.group_of(other) != group)?))
            };
            ours.iter().find_map(other)
        };
        let found = data.equal_pairs().into_iter().filter_map(differing);
        let (positive, negative) = found.min_by_key(|&(positive, negative)| positive.min(negative))?;
        Some(Indistinguishable { pairs, positive, negative, columns: columns(positive, negative) })
    }
}

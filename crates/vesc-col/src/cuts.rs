//! The cuts of ordered columns, and where each row lies among them.

mod recut;

use std::collections::HashSet;
use std::ops::Range;

use vesc_col_core::{Dataset, Features, Literal, Samples, Test};

/// The rank of a value that is not known.
pub(crate) const UNKNOWN_RANK: u32 = u32::MAX;

/// All cuts of the ordered columns of a data set, and where each row lies among them.
///
/// A cut lies between two neighbouring values of a numeric or ordered column. It is named by the upper one: `len>=4` and
/// `len<4` test the cut at 4. The *rank* of a row in a column is the number of cuts that its value reaches. The features
/// of the data set may test some of the cuts only.
///
/// ```
/// use vesc_col::columns::{Schema, TypedTable};
///
/// let mut table = TypedTable::new(Schema::auto(), ["len"]);
/// for (len, fail) in [("1", false), ("2", false), ("4", true), ("8", false), ("9", false)] {
///     table.push(fail, [len])?;
/// }
/// let (typed, cuts) = table.build_near_positives()?;
/// assert_eq!(cuts.map(|cuts| cuts.count()), Some(4)); // 2, 4, 8 and 9
/// assert_eq!(typed.data.features().names().collect::<Vec<_>>(), ["len>=4", "len>=8"]);
/// # Ok::<(), vesc_col::columns::ColumnError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cuts {
    pub(crate) columns: Vec<OrderedColumn>,
}

/// One ordered column.
#[derive(Clone, Debug)]
pub(crate) struct OrderedColumn {
    /// The features of the data set that test the column.
    pub(crate) features: Range<usize>,
    /// For each of these features the number of its cut, ascending.
    pub(crate) kept: Vec<u32>,
    /// The column's name.
    pub(crate) name: String,
    /// The value at each cut, as formulas show it, ascending.
    pub(crate) values: Vec<String>,
    /// For each row of the data set how many cuts its value reaches, or [`UNKNOWN_RANK`].
    pub(crate) ranks: Vec<u32>,
}

impl Cuts {
    /// The cuts that the features of a data set test. `None` if no column has two or more: then no cut has any room.
    pub(crate) fn of_features(data: &Dataset) -> Option<Cuts> {
        let columns: Vec<Range<usize>> = ordered_columns(data.features());
        if columns.iter().all(|features| features.len() < 2) {
            return None;
        }
        let name = |feature: usize| data.features().test(feature).map(|(name, _)| name.to_owned());
        let column = |features: Range<usize>| OrderedColumn {
            name: name(features.start).unwrap_or_default(),
            kept: (0..features.len() as u32).collect(),
            values: features.clone().filter_map(|feature| data.features().test(feature)).map(value).collect(),
            ranks: ranks(data, &features),
            features,
        };
        Some(Cuts { columns: columns.into_iter().map(column).collect() })
    }

    /// How many cuts there are in all columns.
    #[must_use]
    pub fn count(&self) -> usize {
        self.columns.iter().map(|column| column.values.len()).sum()
    }

    /// How many cuts no feature of the data set tests.
    pub(crate) fn left_out(&self) -> usize {
        self.count() - self.columns.iter().map(|column| column.kept.len()).sum::<usize>()
    }

    /// For each of these features of the data set its position if all cuts were features.
    pub(crate) fn positions(&self, features: usize) -> Vec<usize> {
        let (mut positions, mut before) = (Vec::with_capacity(features), 0);
        let mut columns = self.columns.iter().peekable();
        while positions.len() < features {
            match columns.next_if(|column| column.features.start == positions.len()) {
                Some(column) => {
                    positions.extend(column.kept.iter().map(|&cut| before + cut as usize));
                    before += column.values.len();
                }
                None => {
                    positions.push(before);
                    before += 1;
                }
            }
        }
        positions
    }

    /// How many different rows there are if all cuts tell them apart, those of each label for themselves.
    pub(crate) fn distinct_rows(&self, data: &Dataset) -> usize {
        let distinct = |samples: &Samples| -> usize {
            (0..samples.distinct()).map(|index| self.distinct_in(samples, index)).sum()
        };
        distinct(data.positives()) + distinct(data.negatives())
    }

    /// How many different rows a sample stands for if all cuts tell them apart.
    pub(crate) fn distinct_in(&self, samples: &Samples, index: usize) -> usize {
        let ranks = |&row: &usize| self.columns.iter().map(|column| column.ranks[row]).collect::<Vec<u32>>();
        match samples.sources(index) {
            [_] => 1,
            rows => rows.iter().map(ranks).collect::<HashSet<Vec<u32>>>().len(),
        }
    }

    /// How many inputs over all cuts have these values of the features, one literal for each of them in order.
    pub(crate) fn inputs_like(&self, input: &[Literal]) -> usize {
        let ranks = |column: &OrderedColumn| {
            let reached = input[column.features.clone()].iter().filter(|literal| !literal.is_negated()).count();
            let first = reached.checked_sub(1).map_or(0, |last| column.kept[last] as usize + 1);
            let last = column.kept.get(reached).map_or(column.values.len(), |&next| next as usize);
            last + 1 - first
        };
        self.columns.iter().map(ranks).fold(1, usize::saturating_mul)
    }

    /// The column that a feature tests, and the number of its cut.
    pub(crate) fn cut_of(&self, feature: usize) -> Option<(usize, u32)> {
        let after = self.columns.partition_point(|column| column.features.end <= feature);
        let column = self.columns.get(after).filter(|column| column.features.contains(&feature))?;
        Some((after, column.kept[feature - column.features.start]))
    }
}

fn value((_, test): (&str, &Test)) -> String {
    test.value().to_owned()
}

/// The features of each ordered column.
pub(crate) fn ordered_columns(features: &Features) -> Vec<Range<usize>> {
    let mut columns: Vec<(&str, Range<usize>)> = Vec::new();
    for feature in 0..features.len() {
        let Some((name, Test::AtLeast(_))) = features.test(feature) else { continue };
        match columns.last_mut() {
            Some((last, range)) if *last == name && range.end == feature => range.end += 1,
            _ => columns.push((name, feature..feature + 1)),
        }
    }
    columns.into_iter().map(|(_, range)| range).collect()
}

/// For each row how many of these features are true.
fn ranks(data: &Dataset, features: &Range<usize>) -> Vec<u32> {
    let mut ranks = vec![UNKNOWN_RANK; data.rows()];
    let mut note = |samples: &Samples| {
        for index in 0..samples.distinct() {
            let sample = &samples.get(index)[features.clone()];
            let is_unknown = |unknown: &[u64]| features.clone().any(|f| unknown[f / 64] >> (f % 64) & 1 == 1);
            if !samples.unknown(index).is_some_and(is_unknown) {
                samples.sources(index).iter().for_each(|&row| ranks[row] = sample.count_ones() as u32);
            }
        }
    };
    note(data.positives());
    note(data.negatives());
    ranks
}

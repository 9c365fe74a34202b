//! The same rows with features for other cuts.

use std::collections::HashMap;
use std::sync::Arc;

use vesc_col_core::{Dataset, Domain, DomainBuilder, DomainError, Features, Run, Test};

use crate::cuts::{Cuts, OrderedColumn};
use crate::rows::packed_row::PackedRow;

/// The run is looked at after this many distinct rows.
const CHECK_INTERVAL: usize = 1000;

impl Cuts {
    /// The rows of a data set with features for all of these cuts, and what is legal then. A search over the [cuts next
    /// to positives](crate::search::search_near_positives) finds the first size of this question. `None` if a column
    /// has more than [`DomainBuilder::MOST_ORDERED`] cuts, or if the run ends first.
    ///
    /// ```
    /// use vesc_col::Run;
    /// use vesc_col::columns::{Schema, TypedTable};
    ///
    /// let mut table = TypedTable::new(Schema::auto(), ["len"]);
    /// for (len, fail) in [("1", false), ("2", false), ("4", true), ("8", false), ("9", false)] {
    ///     table.push(fail, [len])?;
    /// }
    /// let (typed, cuts) = table.build_near_positives()?;
    /// let with_all = cuts.and_then(|cuts| cuts.with_all(&typed.data, &typed.domain, &Run::new()));
    /// let (data, domain) = with_all.expect("they are few");
    /// assert_eq!((data.features().len(), domain.nogoods().count()), (4, 6));
    /// # Ok::<(), vesc_col::columns::ColumnError>(())
    /// ```
    #[must_use]
    pub fn with_all(&self, data: &Dataset, domain: &Domain, run: &Run) -> Option<(Arc<Dataset>, Domain)> {
        if self.columns.iter().any(|column| column.values.len() > DomainBuilder::MOST_ORDERED) {
            return None;
        }
        let features = data.features();
        let mut made: Vec<(String, Option<Test>)> = Vec::new();
        let mut origin = HashMap::new();
        let mut ranges = Vec::with_capacity(self.columns.len());
        let mut pieces = Vec::new();
        let mut feature = 0;
        let mut columns = self.columns.iter().peekable();
        while feature < features.len() {
            match columns.next_if(|column| column.features.start == feature) {
                Some(column) => {
                    let first = made.len();
                    let cut = |value: &String| (column.name.clone(), Some(Test::AtLeast(value.clone())));
                    made.extend(column.values.iter().map(cut));
                    ranges.push(first..made.len());
                    pieces.push(Piece::Cuts(column));
                    feature = column.features.end;
                }
                None => {
                    origin.insert(made.len(), feature);
                    let tested = features.test(feature).map(|(name, test)| (name.to_owned(), Some(test.clone())));
                    made.push(tested.unwrap_or_else(|| (features.name(feature).to_owned(), None)));
                    pieces.push(Piece::Feature(feature));
                    feature += 1;
                }
            }
        }
        let domain = legal(domain, &origin, &ranges, made.len());
        let mut packed = PackedRow::new(made.len());
        let mut builder = Dataset::builder(Features::typed(made).ok()?).with_contradictions();
        for (positive, samples) in [(true, data.positives()), (false, data.negatives())] {
            for index in 0..samples.distinct() {
                if index.is_multiple_of(CHECK_INTERVAL) && run.stopped().is_some() {
                    return None;
                }
                let values = samples.words(index);
                for &row in samples.sources(index) {
                    packed.clear();
                    pieces.iter().for_each(|piece| piece.push_to(&mut packed, values, row));
                    packed.add_to(&mut builder, positive).ok()?;
                    builder.weigh_last(data.row_weight(row)).ok()?;
                }
            }
        }
        Some((Arc::new(builder.build().ok()?), domain))
    }
}

/// Where features of the other data set come from.
enum Piece<'a> {
    /// A feature that tests no cut.
    Feature(usize),
    /// All cuts of an ordered column.
    Cuts(&'a OrderedColumn),
}

impl Piece<'_> {
    /// Pushes the features of a row, of which `values` are the features in the first data set.
    fn push_to(&self, packed: &mut PackedRow, values: &[u64], row: usize) {
        match self {
            Piece::Feature(there) => packed.push_run((values[there / 64] >> (there % 64) & 1) as u32, 1),
            Piece::Cuts(column) => {
                let cuts = column.values.len();
                packed.push_run(column.ranks[row].min(cuts as u32), cuts);
            }
        }
    }
}

/// What is legal over other features: the constraints on those that test no cut, and the orders of cuts.
fn legal(
    domain: &Domain,
    origin: &HashMap<usize, usize>,
    ranges: &[std::ops::Range<usize>],
    features: usize,
) -> Domain {
    let here: HashMap<usize, usize> = origin.iter().map(|(&here, &there)| (there, here)).collect();
    let kept = domain.renamed(features, |feature| here.get(&feature).copied());
    let orders = ranges.iter().filter(|range| range.len() <= DomainBuilder::MOST_ORDERED).cloned();
    // What was legal with more features is legal with fewer.
    orders.fold(kept, DomainBuilder::ordered).build().unwrap_or_else(|_: DomainError| Domain::free())
}

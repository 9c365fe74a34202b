//! The same rows with features for other cuts.

use std::collections::HashMap;
use std::sync::Arc;

use vesc_col_core::{DataError, Dataset, Domain, DomainBuilder, DomainError, Features, Literal, Samples, Test};

use crate::cuts::Cuts;

/// Rows of a data set whose features test other cuts of the ordered columns.
#[derive(Clone, Debug)]
pub(crate) struct Recut {
    pub(crate) data: Arc<Dataset>,
    pub(crate) domain: Domain,
}

/// The most cuts of a column over which legal inputs are laid out; beyond, nothing is said of the column.
const MOST_CUTS: usize = 1000;

impl Cuts {
    /// The rows of a data set with features for all of these cuts, and what is legal then: the question of which a search
    /// over the [cuts next to positives](crate::search::search_near_positives) finds the first size. `None` if a column has
    /// more than a thousand cuts.
    ///
    /// ```
    /// use vesc_col::columns::{Schema, TypedTable};
    ///
    /// let mut table = TypedTable::new(Schema::auto(), ["len"]);
    /// for (len, fail) in [("1", false), ("2", false), ("4", true), ("8", false), ("9", false)] {
    ///     table.push(fail, [len])?;
    /// }
    /// let (typed, cuts) = table.build_near_positives()?;
    /// let (data, domain) = cuts.and_then(|cuts| cuts.with_all(&typed.data, &typed.domain)).expect("they are few");
    /// assert_eq!((data.features().len(), domain.nogoods().len()), (4, 6));
    /// # Ok::<(), vesc_col::columns::ColumnError>(())
    /// ```
    #[must_use]
    pub fn with_all(&self, data: &Dataset, domain: &Domain) -> Option<(Arc<Dataset>, Domain)> {
        if self.columns.iter().any(|column| column.values.len() > MOST_CUTS) {
            return None;
        }
        let all: Vec<Vec<u32>> = self.columns.iter().map(|column| (0..column.values.len() as u32).collect()).collect();
        let positives = data.positives();
        let accepted = (0..positives.distinct()).flat_map(|index| positives.sources(index)).copied();
        let recut = Recut::of((data, self, domain), &all, &accepted.collect::<Vec<usize>>()).ok()?;
        Some((recut.data, recut.domain))
    }
}

impl Recut {
    /// The positive rows of `positives` and all negative rows of a data set, with features for the cuts `kept` of each ordered
    /// column, ascending.
    ///
    /// # Errors
    ///
    /// [`DataError`] if no feature is left.
    pub(crate) fn of(
        (data, cuts, domain): (&Dataset, &Cuts, &Domain),
        kept: &[Vec<u32>],
        positives: &[usize],
    ) -> Result<Recut, DataError> {
        let features = data.features();
        let mut made: Vec<(String, Option<Test>)> = Vec::new();
        let mut origin = HashMap::new();
        let mut ranges = Vec::with_capacity(cuts.columns.len());
        let mut feature = 0;
        let mut columns = cuts.columns.iter().zip(kept).peekable();
        while feature < features.len() {
            match columns.next_if(|(column, _)| column.features.start == feature) {
                Some((column, kept)) => {
                    let first = made.len();
                    let test =
                        |&cut: &u32| (column.name.clone(), Some(Test::AtLeast(column.values[cut as usize].clone())));
                    made.extend(kept.iter().map(test));
                    ranges.push(first..made.len());
                    feature = column.features.end;
                }
                None => {
                    origin.insert(made.len(), feature);
                    let test = features.test(feature).map(|(name, test)| (name.to_owned(), Some(test.clone())));
                    made.push(test.unwrap_or_else(|| (features.name(feature).to_owned(), None)));
                    feature += 1;
                }
            }
        }
        let domain = legal(domain, &origin, &ranges, made.len());
        let mut builder = Dataset::builder(Features::typed(made)?).with_contradictions();
        let negatives = data.negatives();
        let rejected = (0..negatives.distinct()).flat_map(|index| negatives.sources(index)).copied();
        let rows: Vec<usize> = positives.iter().copied().chain(rejected).collect();
        let samples = samples_of_rows(data);
        let width = origin.len() + ranges.iter().map(ExactSizeIterator::len).sum::<usize>();
        let mut cells = vec![false; width];
        for (number, &row) in rows.iter().enumerate() {
            let (samples, index) = (if number < positives.len() { data.positives() } else { negatives }, samples[row]);
            let sample = samples.get(index as usize);
            origin.iter().for_each(|(&here, &there)| cells[here] = sample[there]);
            for ((column, kept), range) in cuts.columns.iter().zip(kept).zip(&ranges) {
                let rank = column.ranks[row];
                cells[range.clone()].iter_mut().zip(kept).for_each(|(cell, &cut)| *cell = rank > cut);
            }
            builder.push(number < positives.len(), cells.iter().copied())?;
        }
        Ok(Recut { data: Arc::new(builder.build()?), domain })
    }
}

/// For each row its distinct sample among those of its label.
fn samples_of_rows(data: &Dataset) -> Vec<u32> {
    let mut samples = vec![0; data.rows()];
    let mut note = |of: &Samples| {
        (0..of.distinct()).for_each(|index| of.sources(index).iter().for_each(|&row| samples[row] = index as u32));
    };
    note(data.positives());
    note(data.negatives());
    samples
}

/// What is legal over other features: the constraints on those that test no cut, and the orders of cuts.
fn legal(
    domain: &Domain,
    origin: &HashMap<usize, usize>,
    ranges: &[std::ops::Range<usize>],
    features: usize,
) -> Domain {
    let here: HashMap<usize, usize> = origin.iter().map(|(&here, &there)| (there, here)).collect();
    let literal = |literal: &Literal| Some(Literal::matching(*here.get(&literal.feature())?, !literal.is_negated()));
    let kept = domain.nogoods().filter_map(|nogood| nogood.iter().map(literal).collect::<Option<Vec<Literal>>>());
    let orders = ranges.iter().filter(|range| range.len() <= MOST_CUTS).cloned();
    let builder = orders.fold(Domain::builder(features), DomainBuilder::ordered);
    // What was legal with more features is legal with fewer.
    kept.fold(builder, DomainBuilder::never).build().unwrap_or_else(|_: DomainError| Domain::free())
}

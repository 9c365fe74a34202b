//! Which columns are constant, equal or complementary.

use std::collections::HashMap;

use vesc_col_core::{Dataset, Literal, Run, StopReason, transpose};

use crate::rows::packed_columns::packed_rows;

/// Blocks of 64 rows between two looks at the run.
const CHECK_INTERVAL: usize = 1 << 8;

/// The features of a data set in classes, each of which agree or are complements in every row. The constant features are a class.
///
/// Takes little memory beside the data. Reads the rows until each feature is alone and has had both values: of most data that is clear
/// after some hundred rows.
pub(crate) struct ColumnClasses {
    /// The class of each feature.
    class: Vec<u32>,
    /// How many classes there are.
    count: usize,
    /// The class of the features that have had one value in all rows so far.
    constant: Option<u32>,
    /// The features that are not alone in their class, or constant; ascending.
    open: Vec<usize>,
    /// For each feature a word of ones if it is true in the first row, else 0; empty before the first row.
    flips: Vec<u64>,
}

impl ColumnClasses {
    /// The classes of a data set. A feature with an unknown cell is in none: its column is neither constant nor equal to another one
    /// in every completion.
    ///
    /// # Errors
    ///
    /// The reason to stop, if the run must end.
    pub(crate) fn of(data: &Dataset, run: &Run) -> Result<ColumnClasses, StopReason> {
        let found = ColumnClasses::up_to(data, usize::MAX, run)?;
        Ok(found.expect("there is no limit"))
    }

    /// The same; `None` as soon as there are more classes than `most`.
    ///
    /// # Errors
    ///
    /// The reason to stop, if the run must end.
    pub(crate) fn up_to(data: &Dataset, most: usize, run: &Run) -> Result<Option<ColumnClasses>, StopReason> {
        let partial = partial(data, run)?;
        let is_known = |feature: &usize| partial[feature / 64] >> (feature % 64) & 1 == 0;
        let mut classes = ColumnClasses::begin(data.features().len(), is_known);
        let mut rows = packed_rows(data);
        let mut block: Vec<&[u64]> = Vec::with_capacity(64);
        for number in 0.. {
            if number % CHECK_INTERVAL == CHECK_INTERVAL - 1 {
                run.check()?;
            }
            block.clear();
            block.extend(rows.by_ref().take(64));
            if block.is_empty() || classes.open.is_empty() {
                break;
            }
            classes.refine(&block);
            if classes.count > most {
                return Ok(None);
            }
        }
        Ok((classes.count <= most).then_some(classes))
    }

    /// The features that have one value in all rows.
    pub(crate) fn constant(&self) -> Vec<usize> {
        let is_constant = |&feature: &usize| self.constant == Some(self.class[feature]);
        self.open.iter().copied().filter(is_constant).collect()
    }

    /// The classes of two features or more that are not constant, as literals that agree in every row, the first one positive. Both
    /// features and classes are in order.
    pub(crate) fn same(&self) -> Vec<Vec<Literal>> {
        let mut place: HashMap<u32, usize> = HashMap::new();
        let mut groups: Vec<Vec<Literal>> = Vec::new();
        for &feature in self.open.iter().filter(|&&feature| self.constant != Some(self.class[feature])) {
            let place = *place.entry(self.class[feature]).or_insert(groups.len());
            if place == groups.len() {
                groups.push(Vec::new());
            }
            let first = groups[place].first().map_or(feature, |first| first.feature());
            groups[place].push(Literal::matching(feature, self.flips[first] == self.flips[feature]));
        }
        groups
    }

    /// All classes, in order of their first members.
    pub(crate) fn into_members(self) -> Vec<Vec<usize>> {
        let mut place: HashMap<u32, usize> = HashMap::new();
        let mut members: Vec<Vec<usize>> = Vec::new();
        for (feature, class) in self.class.into_iter().enumerate() {
            let place = *place.entry(class).or_insert(members.len());
            if place == members.len() {
                members.push(Vec::new());
            }
            members[place].push(feature);
        }
        members
    }

    /// One class of the known features; each other one is alone.
    fn begin(features: usize, is_known: impl Fn(&usize) -> bool) -> ColumnClasses {
        let open: Vec<usize> = (0..features).filter(&is_known).collect();
        let mut count = u32::from(!open.is_empty());
        let class = (0..features).map(|feature| {
            if is_known(&feature) {
                return 0;
            }
            count += 1;
            count - 1
        });
        let class = class.collect();
        let constant = (!open.is_empty()).then_some(0);
        ColumnClasses { class, count: count as usize, constant, open, flips: Vec::new() }
    }

    /// Tells features apart by up to 64 rows.
    fn refine(&mut self, rows: &[&[u64]]) {
        if self.flips.is_empty() {
            let bit = |feature: usize| rows[0][feature / 64] >> (feature % 64) & 1;
            self.flips = (0..self.class.len()).map(|feature| 0u64.wrapping_sub(bit(feature))).collect();
        }
        let values = self.values(rows);
        // In most blocks no class falls apart.
        let mut first: Vec<Option<u64>> = vec![None; self.count];
        let is_one = |(&feature, &value): (&usize, &u64)| {
            let class = self.class[feature];
            *first[class as usize].get_or_insert(if self.constant == Some(class) { 0 } else { value }) == value
        };
        if self.open.iter().zip(&values).all(is_one) {
            return;
        }
        // The members of one class that have the same values are one class again. The first values keep its number.
        let mut numbers: HashMap<(u32, u64), u32> = HashMap::new();
        let mut members: HashMap<u32, u32> = HashMap::new();
        let mut is_kept = vec![false; self.count];
        let constant = self.constant.take();
        for (&feature, &value) in self.open.iter().zip(&values) {
            let class = &mut self.class[feature];
            let stays = value == 0 && constant == Some(*class);
            let number = *numbers.entry((*class, value)).or_insert_with(|| {
                if is_kept[*class as usize] {
                    self.count += 1;
                    self.count as u32 - 1
                } else {
                    is_kept[*class as usize] = true;
                    *class
                }
            });
            *class = number;
            *members.entry(number).or_insert(0) += 1;
            self.constant = if stays { Some(number) } else { self.constant };
        }
        self.open.retain(|&feature| {
            let class = self.class[feature];
            members[&class] > 1 || self.constant == Some(class)
        });
    }

    /// For each open feature its values in these rows, complemented if it is true in the first row of all.
    fn values(&self, rows: &[&[u64]]) -> Vec<u64> {
        let present = !0 >> (64 - rows.len());
        let (mut place, mut square) = (usize::MAX, [0; 64]);
        let value = |&feature: &usize| {
            if feature / 64 != place {
                place = feature / 64;
                square = [0; 64];
                square.iter_mut().zip(rows).for_each(|(line, row)| *line = row[place]);
                transpose(&mut square);
            }
            (square[feature % 64] ^ self.flips[feature]) & present
        };
        self.open.iter().map(value).collect()
    }
}

/// The features of which some cell is not known, one bit a feature.
fn partial(data: &Dataset, run: &Run) -> Result<Vec<u64>, StopReason> {
    let mut partial = vec![0; data.features().len().div_ceil(64)];
    for samples in [data.positives(), data.negatives()].into_iter().filter(|samples| samples.has_unknown()) {
        for index in 0..samples.distinct() {
            if index % (64 * CHECK_INTERVAL) == 64 * CHECK_INTERVAL - 1 {
                run.check()?;
            }
            partial.iter_mut().zip(samples.unknown(index).unwrap_or_default()).for_each(|(all, word)| *all |= word);
        }
    }
    Ok(partial)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use vesc_col_core::Features;

    use super::*;

    #[test]
    fn a_column_with_an_unknown_cell_is_alone() {
        let mut builder = Dataset::builder(Features::numbered(4));
        builder.push_partial(true, [Some(true), Some(true), None, Some(false)]).unwrap();
        builder.push(false, [true, false, true, true]).unwrap();
        let classes = ColumnClasses::of(&builder.build().unwrap(), &Run::new()).unwrap();
        assert_eq!(classes.constant(), [0]);
        assert_eq!(classes.same(), [[Literal::positive(1), Literal::negative(3)]]);
        assert_eq!(classes.into_members(), [vec![0], vec![1, 3], vec![2]]);
    }

    /// Two features are in one class if they agree in all rows, or differ in all.
    fn plainly(rows: &[Vec<bool>], features: usize) -> Vec<Vec<usize>> {
        let mut classes: Vec<Vec<usize>> = Vec::new();
        for feature in 0..features {
            let agrees = |other: usize| {
                let flip = rows.first().is_some_and(|row| row[feature] != row[other]);
                rows.iter().all(|row| (row[feature] != row[other]) == flip)
            };
            match classes.iter_mut().find(|class| agrees(class[0])) {
                Some(class) => class.push(feature),
                None => classes.push(vec![feature]),
            }
        }
        classes
    }

    proptest! {
        #[test]
        fn features_of_a_class_agree_or_differ_in_all_rows(
            rows in prop::collection::vec(prop::collection::vec(any::<bool>(), 70), 0..150),
            copies in prop::collection::vec((0usize..70, any::<bool>()), 0..60),
            label in any::<bool>(),
        ) {
            let with_copies = |row: &Vec<bool>| {
                let copied = copies.iter().map(|&(of, same)| row[of] == same);
                row[..10].iter().copied().chain(copied).collect::<Vec<bool>>()
            };
            let rows: Vec<Vec<bool>> = rows.iter().map(with_copies).collect();
            let features = 10 + copies.len();
            let mut builder = Dataset::builder(Features::numbered(features)).with_contradictions();
            for (number, row) in rows.iter().enumerate() {
                builder.push(label == (number % 3 == 0), row.iter().copied()).unwrap();
            }
            let (data, run) = (builder.build().unwrap(), Run::new());
            let classes = ColumnClasses::of(&data, &run).unwrap();
            let expected = plainly(&rows, features);
            let value = |feature: usize| rows.first().map(|row| row[feature]);
            let is_constant = |feature: &usize| rows.iter().all(|row| Some(row[*feature]) == value(*feature));
            prop_assert_eq!(classes.constant(), (0..features).filter(is_constant).collect::<Vec<_>>());
            let same: Vec<Vec<Literal>> = expected
                .iter()
                .filter(|class| class.len() > 1 && !is_constant(&class[0]))
                .map(|class| class.iter().map(|&f| Literal::matching(f, value(f) == value(class[0]))).collect())
                .collect();
            // The first row of all is that of the first positive, if there is one; which literals agree is the same.
            prop_assert_eq!(classes.same(), same);
            let found = |most| ColumnClasses::up_to(&data, most, &run).unwrap().map(ColumnClasses::into_members);
            prop_assert_eq!(found(expected.len() - 1), None);
            prop_assert_eq!(found(expected.len()), Some(expected));
        }
    }
}

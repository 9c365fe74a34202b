//! Which columns are equal or complementary.

use std::collections::HashMap;

use vesc_col_core::Dataset;

/// The features in classes, each of which agree or are complements in every row, in order of their first members. The constant
/// features are a class. `None` if nearly all features would stand for themselves.
///
/// Reads the rows until that is clear, and of a feature no more than tells it from all others. No cell is unknown.
pub(super) fn classes(data: &Dataset) -> Option<Vec<Vec<usize>>> {
    let features = data.features().len();
    let (positives, negatives) = (data.positives(), data.negatives());
    let mut rows = (0..positives.distinct())
        .map(|row| positives.words(row))
        .chain((0..negatives.distinct()).map(|row| negatives.words(row)));
    let mut partition = Partition::new(features);
    loop {
        let block: Vec<&[u64]> = rows.by_ref().take(64).collect();
        if block.is_empty() {
            break;
        }
        partition.refine(&block);
        if !pays(partition.classes, features) {
            return None;
        }
    }
    pays(partition.classes, features).then(|| partition.into_classes())
}

/// Whether so few classes are worth a second question: one feature in eight is spared.
fn pays(classes: usize, features: usize) -> bool {
    8 * classes <= 7 * features
}

/// The classes as far as rows have been read.
struct Partition {
    /// The class of each feature.
    class: Vec<u32>,
    /// How many classes there are.
    classes: usize,
    /// The features that are not alone in their class.
    open: Vec<usize>,
    /// For each feature a word of ones if it is true in the first row, else 0; empty before the first row.
    flips: Vec<u64>,
}

impl Partition {
    fn new(features: usize) -> Partition {
        let classes = usize::from(features > 0);
        Partition { class: vec![0; features], classes, open: (0..features).collect(), flips: Vec::new() }
    }

    /// Tells features apart by up to 64 rows.
    fn refine(&mut self, rows: &[&[u64]]) {
        if self.flips.is_empty() {
            let bit = |feature: usize| rows[0][feature / 64] >> (feature % 64) & 1;
            self.flips = (0..self.class.len()).map(|feature| 0u64.wrapping_sub(bit(feature))).collect();
        }
        let present = !0 >> (64 - rows.len());
        // The members of one class that have the same values are one class again. The first values keep its number.
        let mut numbers: HashMap<(u32, u64), u32> = HashMap::new();
        let mut members: HashMap<u32, u32> = HashMap::new();
        let mut kept = vec![false; self.classes];
        for &feature in &self.open {
            let values = rows
                .iter()
                .enumerate()
                .fold(0, |values, (row, words)| values | (words[feature / 64] >> (feature % 64) & 1) << row);
            let values = (values ^ self.flips[feature]) & present;
            let class = &mut self.class[feature];
            let number = *numbers.entry((*class, values)).or_insert_with(|| {
                if kept[*class as usize] {
                    self.classes += 1;
                    self.classes as u32 - 1
                } else {
                    kept[*class as usize] = true;
                    *class
                }
            });
            *class = number;
            *members.entry(number).or_insert(0) += 1;
        }
        self.open.retain(|&feature| members[&self.class[feature]] > 1);
    }

    fn into_classes(self) -> Vec<Vec<usize>> {
        let mut place: HashMap<u32, usize> = HashMap::new();
        let mut classes: Vec<Vec<usize>> = Vec::new();
        for (feature, class) in self.class.into_iter().enumerate() {
            let place = *place.entry(class).or_insert(classes.len());
            if place == classes.len() {
                classes.push(Vec::new());
            }
            classes[place].push(feature);
        }
        classes
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use vesc_col_core::Features;

    use super::*;

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
            let expected = plainly(&rows, features);
            let expected = pays(expected.len(), features).then_some(expected);
            prop_assert_eq!(classes(&builder.build().unwrap()), expected);
        }
    }
}

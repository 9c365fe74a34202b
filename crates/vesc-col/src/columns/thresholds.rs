//! The thresholds of a column whose cells are on a scale.

use std::collections::BTreeMap;

use super::cut_points::cut_points;
use super::error::ColumnError;
use super::scale::{Key, Reading};
use super::schema::ColumnType;

/// How the cells of a numeric column are read, and with what they are compared.
#[derive(Clone, Debug)]
pub(super) struct Thresholds {
    pub(super) reading: Reading,
    /// Ascending, no two equal.
    keys: Vec<Key>,
    /// How many thresholds there would be without a limit, if that leaves some out.
    pub(super) unlimited: Option<usize>,
}

impl Thresholds {
    /// The thresholds of a column with these different texts, and how they are written. If none are declared, there is one
    /// between any two values; no more than `most`, if that is limited.
    pub(super) fn of(
        column: &ColumnType,
        name: &str,
        texts: &[String],
        most: Option<usize>,
    ) -> Result<(Vec<String>, Thresholds), ColumnError> {
        let declared = column.thresholds();
        let cells = || texts.iter().map(String::as_str);
        let written = || cells().chain(declared.iter().flatten().map(String::as_str));
        let reading = match column.scale() {
            None => {
                // Where the thresholds are written otherwise than the cells, these say what is meant.
                let of_cells = || if texts.is_empty() { None } else { Reading::inferred(cells()) };
                Reading::inferred(written()).or_else(of_cells).unwrap_or(Reading::Number)
            }
            // Where not all cells are on the scale, one that is not is named further on.
            Some(scale) => Reading::of_scale(scale, written()).unwrap_or_else(|| Reading::any_of(scale, written())),
        };
        let mut unlimited = None;
        let mut steps: Vec<(Key, String)> = match &declared {
            Some(declared) => {
                let bad = |text: &String| ColumnError::Threshold {
                    name: name.to_owned(),
                    value: text.clone(),
                    expected: reading.noun(),
                };
                let step = |text: &String| Ok((reading.threshold(text).ok_or_else(|| bad(text))?, text.clone()));
                declared.iter().map(step).collect::<Result<_, ColumnError>>()?
            }
            None => {
                let keys: Vec<Option<Key>> = cells().map(|text| reading.key(text)).collect();
                let shortest = shortest_texts(keys.iter().zip(cells()));
                let found = cut_points(keys.iter().flatten(), most);
                let all = most.map(|_| cut_points(keys.iter().flatten(), None).len());
                unlimited = all.filter(|&all| all > found.len());
                found.into_iter().map(|key| (key.clone(), reading.canonical(shortest[key]))).collect()
            }
        };
        steps.sort();
        steps.dedup_by(|one, other| one.0 == other.0);
        let (keys, values) = steps.into_iter().unzip();
        Ok((values, Thresholds { reading, keys, unlimited }))
    }

    /// How many thresholds a cell reaches; `None` if it is not on the scale.
    pub(super) fn rank(&self, cell: &str) -> Option<usize> {
        let key = self.reading.key(cell)?;
        Some(self.keys.partition_point(|threshold| *threshold <= key))
    }
}

/// For each value its shortest text, whatever the order of the rows.
fn shortest_texts<'a>(cells: impl Iterator<Item = (&'a Option<Key>, &'a str)>) -> BTreeMap<&'a Key, &'a str> {
    let mut shortest: BTreeMap<&Key, &str> = BTreeMap::new();
    for (key, text) in cells.filter_map(|(key, text)| Some((key.as_ref()?, text))) {
        let shown = shortest.entry(key).or_insert(text);
        if (text.len(), text) < (shown.len(), *shown) {
            *shown = text;
        }
    }
    shortest
}

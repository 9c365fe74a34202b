//! The values of each feature, column by column.

use std::collections::HashMap;

use vesc_col_core::{Dataset, Literal, transpose};

/// The values of each feature on the distinct samples, one bit a sample. A feature with an unknown cell is left out: its
/// column is neither constant nor equal to another one in every completion.
pub(crate) struct FeatureColumns {
    /// Number of distinct samples.
    rows: usize,
    /// Feature and packed values, in order of features.
    columns: Vec<(usize, Vec<u64>)>,
}

impl FeatureColumns {
    /// Packs the columns of a data set.
    pub(crate) fn of(data: &Dataset) -> FeatureColumns {
        let partial = partial(data);
        let is_known = |feature: &usize| partial[feature / 64] >> (feature % 64) & 1 == 0;
        let columns = pack(data).into_iter().enumerate().filter(|(feature, _)| is_known(feature)).collect();
        FeatureColumns { rows: data.distinct(), columns }
    }

    /// The packed values of each feature, in order of features.
    pub(crate) fn columns(&self) -> &[(usize, Vec<u64>)] {
        &self.columns
    }

    /// The features that have one value on all samples.
    pub(crate) fn constant(&self) -> Vec<usize> {
        self.columns.iter().filter(|(_, column)| self.is_constant(column)).map(|&(feature, _)| feature).collect()
    }

    /// Groups of two or more features, none of them constant, with equal or complementary columns. A group is given by
    /// literals that agree on every sample, the first one positive. Groups are in order of their first members.
    pub(crate) fn same(&self) -> Vec<Vec<Literal>> {
        let mut group_of: HashMap<Vec<u64>, usize> = HashMap::new();
        let mut groups: Vec<Vec<Literal>> = Vec::new();
        for (feature, column) in self.columns.iter().filter(|(_, column)| !self.is_constant(column)) {
            // Of a column and its complement the one that is false in the first row.
            let flipped = column[0] & 1 == 1;
            let key = if flipped { self.complement(column) } else { column.clone() };
            let group = *group_of.entry(key).or_insert_with(|| {
                groups.push(Vec::new());
                groups.len() - 1
            });
            groups[group].push(Literal::matching(*feature, !flipped));
        }
        groups.retain(|group| group.len() > 1);
        let positive_first = |group: Vec<Literal>| {
            let turn = group[0].is_negated();
            group.into_iter().map(|literal| if turn { !literal } else { literal }).collect()
        };
        groups.into_iter().map(positive_first).collect()
    }

    fn is_constant(&self, column: &[u64]) -> bool {
        let ones: usize = column.iter().map(|word| word.count_ones() as usize).sum();
        ones == 0 || ones == self.rows
    }

    fn complement(&self, column: &[u64]) -> Vec<u64> {
        let present = |block: usize| !0 >> (64 - (self.rows - 64 * block).min(64));
        column.iter().enumerate().map(|(block, word)| !word & present(block)).collect()
    }
}

/// The values of every feature on the distinct samples, positives first.
fn pack(data: &Dataset) -> Vec<Vec<u64>> {
    let (positives, negatives) = (data.positives(), data.negatives());
    let rows: Vec<&[u64]> = (0..positives.distinct())
        .map(|row| positives.words(row))
        .chain((0..negatives.distinct()).map(|row| negatives.words(row)))
        .collect();
    let mut columns = vec![Vec::with_capacity(rows.len().div_ceil(64)); data.features().len()];
    for rows in rows.chunks(64) {
        for (place, columns) in columns.chunks_mut(64).enumerate() {
            let mut square = [0; 64];
            square.iter_mut().zip(rows).for_each(|(line, row)| *line = row[place]);
            transpose(&mut square);
            columns.iter_mut().zip(square).for_each(|(column, word)| column.push(word));
        }
    }
    columns
}

/// The features of which some cell is not known, one bit a feature.
fn partial(data: &Dataset) -> Vec<u64> {
    let mut partial = vec![0; data.features().len().div_ceil(64)];
    for samples in [data.positives(), data.negatives()] {
        for unknown in (0..samples.distinct()).filter_map(|index| samples.unknown(index)) {
            partial.iter_mut().zip(unknown).for_each(|(partial, word)| *partial |= word);
        }
    }
    partial
}

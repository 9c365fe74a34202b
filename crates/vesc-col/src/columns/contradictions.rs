//! Rows that are equal as they stand in the table, and have different labels.

use std::collections::HashMap;

use vesc_col_core::DataError;

/// The first pair of a positive and a negative row that are equal, with the number of such pairs; `None` if there is none.
///
/// `rows` gives each row as the numbers of its cells: equal numbers stand for equal values of a column. `None` is a row of
/// which some cell is not known, and contradicts nothing. How the columns become features makes no difference: rows that
/// no feature tells apart may have different cells.
pub(super) fn find_contradiction(rows: impl Iterator<Item = Option<Box<[u32]>>>, labels: &[bool]) -> Option<DataError> {
    let mut by_cells: HashMap<Box<[u32]>, usize> = HashMap::new();
    // For each distinct row, in order of first occurrence: its first positive and negative rows, and how many there are.
    let mut distinct: Vec<[(Option<usize>, u128); 2]> = Vec::new();
    for (row, (cells, &positive)) in rows.zip(labels).enumerate() {
        let Some(cells) = cells else { continue };
        let number = *by_cells.entry(cells).or_insert_with(|| {
            distinct.push([(None, 0); 2]);
            distinct.len() - 1
        });
        let (first, count) = &mut distinct[number][usize::from(!positive)];
        first.get_or_insert(row);
        *count += 1;
    }
    let pairs = distinct.iter().map(|[(_, positives), (_, negatives)]| positives * negatives).sum();
    let (positive, negative) =
        distinct.iter().find_map(|[(positive, _), (negative, _)]| Some(((*positive)?, (*negative)?)))?;
    Some(DataError::Contradiction { positive, negative, pairs })
}

#[cfg(test)]
mod tests {
    use vesc_col_core::DataError;

    use crate::columns::{ColumnError, ColumnType, Schema, TypedTable};

    /// The rows 3 and 4 have other cells, but no threshold between them.
    #[test]
    fn rows_are_compared_by_their_cells() {
        let schema = Schema::auto().with_column("len", ColumnType::Numeric { thresholds: Some(vec![10.0]) });
        let mut table = TypedTable::new(schema, ["len", "irq"]);
        for (len, irq, label) in [("4", "1", false), ("12", "1", true), ("13", "1", false)] {
            table.push(label, [len, irq]).unwrap();
        }
        let data = table.clone().build().unwrap().data;
        assert_eq!((data.contradictions(), data.distinct()), (1, 3));
        // 12 and 12.0 are one number.
        for (len, label) in [("12.0", false), ("12", false)] {
            table.push(label, [len, "1"]).unwrap();
        }
        let error = DataError::Contradiction { positive: 1, negative: 3, pairs: 2 };
        assert_eq!(table.build().unwrap_err(), ColumnError::Data(error));
    }

    #[test]
    fn rows_with_unknown_cells_contradict_nothing() {
        let mut table = TypedTable::new(Schema::auto(), ["len", "irq"]).with_unknown(["?"]);
        for (len, label) in [("4", true), ("?", false), ("?", true), ("5", false)] {
            table.push(label, [len, "1"]).unwrap();
        }
        assert!(table.build().is_ok());
    }
}

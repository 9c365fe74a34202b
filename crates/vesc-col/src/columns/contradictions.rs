//! Rows that are equal as they stand in the table, and have different labels.

use std::collections::HashMap;

use vesc_col_core::DataError;

/// The first pair of a positive and a negative row that are equal, with the number of such pairs; `None` if there is none.
///
/// `fill` writes the cells of a row, given its number, as numbers: equal numbers stand for equal values of a column. It says
/// false for a row of which some cell is not known: that contradicts nothing. How the columns become features makes no
/// difference: rows that no feature tells apart may have different cells.
pub(super) fn find_contradiction(
    labels: &[bool],
    mut fill: impl FnMut(usize, &mut Vec<u32>) -> bool,
) -> Option<DataError> {
    let positives = labels.iter().filter(|&&label| label).count();
    // Only rows of the label that fewer rows have are kept.
    let rarer = 2 * positives <= labels.len();
    let mut kept: HashMap<Box<[u32]>, RowGroup> = HashMap::new();
    let mut cells = Vec::new();
    let of_label = |wanted: bool| (0..labels.len()).filter(move |&row| labels[row] == wanted);
    for row in of_label(rarer) {
        if fill(row, &mut cells) {
            let rows = kept.entry(cells.as_slice().into()).or_insert(RowGroup { first: row, count: 0, others: None });
            rows.count += 1;
        }
    }
    for row in of_label(!rarer) {
        if !kept.is_empty()
            && fill(row, &mut cells)
            && let Some(rows) = kept.get_mut(cells.as_slice())
        {
            rows.others.get_or_insert((row, 0)).1 += 1;
        }
    }
    let pairs = || kept.values().filter_map(|rows| Some((rows, rows.others?)));
    let (first, (other, _)) =
        pairs().map(|(rows, others)| (rows.first, others)).min_by_key(|&(first, (other, _))| first.min(other))?;
    let (positive, negative) = if rarer { (first, other) } else { (other, first) };
    Some(DataError::Contradiction {
        positive,
        negative,
        pairs: pairs().map(|(rows, (_, others))| rows.count * others).sum(),
    })
}

/// Rows that are equal in all cells.
struct RowGroup {
    /// The first row of the rarer label, and how many there are.
    first: usize,
    count: u128,
    /// The first row of the other label, and how many there are.
    others: Option<(usize, u128)>,
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
        let expected = DataError::Contradiction { positive: 1, negative: 3, pairs: 2 };
        let ColumnError::Contradiction { error, forced, .. } = table.build().unwrap_err() else { panic!() };
        assert_eq!((*error, forced.false_positives(), forced.total()), (expected, 2, 1));
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

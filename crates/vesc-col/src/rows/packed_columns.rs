//! The values of each feature, column by column.

use vesc_col_core::{Dataset, Run, StopReason, transpose};

/// Blocks of 64 rows that are packed between two looks at the run.
const BLOCKS_PER_CHECK: usize = 1 << 8;

/// The values of every feature on the distinct samples, positives first, one bit a sample; all cells are known.
///
/// # Errors
///
/// The reason to stop, if the run must end.
pub(crate) fn packed_columns(data: &Dataset, run: &Run) -> Result<Vec<Vec<u64>>, StopReason> {
    let mut rows = packed_rows(data);
    let blocks = data.distinct().div_ceil(64);
    let mut columns = vec![Vec::with_capacity(blocks); data.features().len()];
    for block in 0..blocks {
        if block % BLOCKS_PER_CHECK == BLOCKS_PER_CHECK - 1 {
            run.check()?;
        }
        let rows: Vec<&[u64]> = rows.by_ref().take(64).collect();
        for (place, columns) in columns.chunks_mut(64).enumerate() {
            let mut square = [0; 64];
            square.iter_mut().zip(&rows).for_each(|(line, row)| *line = row[place]);
            transpose(&mut square);
            columns.iter_mut().zip(square).for_each(|(column, word)| column.push(word));
        }
    }
    Ok(columns)
}

/// The distinct samples, positives first, one bit a feature.
pub(crate) fn packed_rows(data: &Dataset) -> impl Iterator<Item = &[u64]> {
    let (positives, negatives) = (data.positives(), data.negatives());
    (0..positives.distinct())
        .map(|row| positives.words(row))
        .chain((0..negatives.distinct()).map(|row| negatives.words(row)))
}

//! The rows that found an answer, without those that confirm it.

use vesc_col_core::{DataError, Dataset};

/// The data without the last rows, in the order in which they were pushed.
///
/// ```
/// use vesc_col::next::without_last;
/// use vesc_col::{Dataset, Features};
///
/// let mut builder = Dataset::builder(Features::numbered(1));
/// for (label, cell) in [(true, true), (false, false), (true, true)] {
///     builder.push(label, [cell])?;
/// }
/// let data = without_last(&builder.build()?, 2)?;
/// assert_eq!((data.positives().rows(), data.negatives().rows()), (1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`DataError`] never, unless the rows do not fit into memory twice.
pub fn without_last(data: &Dataset, rows: usize) -> Result<Dataset, DataError> {
    let kept = data.rows().saturating_sub(rows);
    let mut builder = Dataset::builder(data.features().clone()).with_contradictions();
    let mut all: Vec<(usize, bool, usize)> = Vec::new();
    for (samples, label) in [(data.positives(), true), (data.negatives(), false)] {
        let sources =
            (0..samples.distinct()).flat_map(|at| samples.sources(at).iter().map(move |&row| (row, label, at)));
        all.extend(sources.filter(|&(row, ..)| row < kept));
    }
    all.sort_unstable();
    for (row, label, at) in all {
        let samples = if label { data.positives() } else { data.negatives() };
        match samples.unknown(at) {
            Some(unknown) => builder.push_partial_words(label, samples.words(at), unknown)?,
            None => builder.push_words(label, samples.words(at))?,
        }
        builder.weigh_last(data.row_weight(row))?;
    }
    builder.build()
}

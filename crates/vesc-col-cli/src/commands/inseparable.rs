//! Rows that no formula can tell apart if it keeps to the rules for literals.

use vesc_col::data::Samples;
use vesc_col::explain::SampleId;
use vesc_col::formula::Literal;
use vesc_col::spaces::DnfOptions;

use super::rows::Rows;

/// More words of rows than this are not compared: some tenths of a second.
const MOST_WORDS: usize = 1 << 27;

/// Why no DNF can fit every row, whatever its size: on some negative row all literals hold that are allowed and hold on some positive one.
/// `None` if there are no such rows, if cells are unknown, or if the rows are too many to be looked through.
pub(super) fn inseparable(rows: &Rows<'_>, options: &DnfOptions) -> Option<String> {
    let data = rows.data;
    let (positives, negatives) = (data.positives(), data.negatives());
    let features = data.features().len();
    let pairs = positives.distinct().saturating_mul(negatives.distinct());
    if data.unknown_cells() > 0 || pairs.saturating_mul(features.div_ceil(64)) > MOST_WORDS {
        return None;
    }
    let allowed = |value: bool| -> Vec<u64> {
        let mut words = vec![0u64; features.div_ceil(64)];
        let is_allowed = |&feature: &usize| !options.forbids(Literal::matching(feature, value));
        (0..features).filter(is_allowed).for_each(|feature| words[feature / 64] |= 1 << (feature % 64));
        words
    };
    let [allowed_if_0, allowed_if_1] = [false, true].map(allowed);
    let (positive, negative) = (0..positives.distinct()).find_map(|positive| {
        let row = positives.words(positive);
        // The features of which the positive row's literal is allowed.
        let usable: Vec<u64> =
            (0..row.len()).map(|at| row[at] & allowed_if_1[at] | !row[at] & allowed_if_0[at]).collect();
        let agrees = |&negative: &usize| has_all(negatives, negative, row, &usable);
        Some((positive, (0..negatives.distinct()).find(agrees)?))
    })?;
    let [positive, negative] = [SampleId::positive(positive), SampleId::negative(negative)];
    Some(format!(
        "all literals that are allowed and hold on {} (positive) hold on {} (negative), too",
        rows.text([&positive]),
        rows.text([&negative])
    ))
}

/// Whether a sample has the values of a row at some features.
fn has_all(samples: &Samples, index: usize, row: &[u64], features: &[u64]) -> bool {
    samples.words(index).iter().zip(row).zip(features).all(|((one, other), features)| (one ^ other) & features == 0)
}

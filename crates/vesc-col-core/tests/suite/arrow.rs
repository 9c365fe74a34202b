//! Arrow's columns, wherever in a buffer their bits lie, against the same cells one by one.
#![cfg(feature = "arrow")]

use arrow_buffer::{BooleanBuffer, NullBuffer};
use proptest::prelude::*;
use vesc_col_core::{DataError, Dataset, DatasetBuilder, Features};

/// A buffer whose bits begin in the middle of a byte.
fn sliced(bits: &[bool], offset: usize) -> BooleanBuffer {
    let buffer: BooleanBuffer =
        std::iter::repeat_n(true, offset).chain(bits.iter().copied()).chain([true; 9]).collect();
    buffer.slice(offset, bits.len())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn columns_give_the_cells_one_by_one(
        rows in 0..140usize, features in prop::sample::select(vec![1usize, 2, 63, 64, 65, 130]), seed: u64, offset in 0..70usize,
    ) {
        let mut state = seed | 1;
        let mut next = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let labels: Vec<bool> = (0..rows).map(|_| next() & 1 == 1).collect();
        // Every third column has no validity, every sixth one in which all is valid.
        let columns: Vec<(Vec<bool>, Option<Vec<bool>>)> = (0..features)
            .map(|feature| {
                let values = (0..rows).map(|_| next() & 1 == 1).collect();
                let valid = (feature % 3 > 0).then(|| (0..rows).map(|_| feature % 6 == 1 || next() & 7 > 0).collect());
                (values, valid)
            })
            .collect();
        let buffers: Vec<(BooleanBuffer, Option<NullBuffer>)> = columns
            .iter()
            .map(|(values, valid)| {
                let valid = valid.as_ref().map(|valid| NullBuffer::new(sliced(valid, offset / 2)));
                (sliced(values, offset), valid)
            })
            .collect();
        let buffers = buffers.iter().map(|(values, valid)| (values, valid.as_ref()));
        let found = DatasetBuilder::from_arrow(Features::numbered(features), &sliced(&labels, offset + 1), buffers);
        let mut one_by_one = Dataset::builder(Features::numbered(features));
        for row in 0..rows {
            let cell = |(values, valid): &(Vec<bool>, Option<Vec<bool>>)| {
                valid.as_ref().is_none_or(|valid| valid[row]).then_some(values[row])
            };
            one_by_one.push_partial(labels[row], columns.iter().map(cell)).expect("as many cells as features");
        }
        prop_assert_eq!(found.expect("columns of one length").with_contradictions().build(), one_by_one.with_contradictions().build());
    }
}

#[test]
fn columns_of_other_lengths_are_refused() {
    let [two, three] = [2, 3].map(BooleanBuffer::new_set);
    let nulls = NullBuffer::new(three.clone());
    let build = |columns: &[(&BooleanBuffer, Option<&NullBuffer>)]| {
        DatasetBuilder::from_arrow(Features::numbered(1), &two, columns.iter().copied()).map(|builder| builder.rows())
    };
    let wrong = |what, expected, found| Err(DataError::WrongLength { what, expected, found });
    assert_eq!(build(&[(&two, None)]), Ok(2));
    assert_eq!(build(&[]), wrong("the columns", 1, 0));
    assert_eq!(build(&[(&three, None)]), wrong("a column", 2, 3));
    assert_eq!(build(&[(&two, Some(&nulls))]), wrong("the nulls of a column", 2, 3));
}

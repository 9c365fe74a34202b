//! Data sets: what is kept, and what is refused with which row and column.

use std::num::NonZeroU64;

use vesc_col_core::{DataError, Dataset, Domain, Features, Literal, Samples};

fn builder(names: &[&str]) -> vesc_col_core::DatasetBuilder {
    Dataset::builder(Features::new(names.iter().copied()).unwrap())
}

#[test]
fn bad_features() {
    assert_eq!(Features::new::<String>([]), Err(DataError::NoFeatures));
    assert_eq!(Dataset::builder(Features::numbered(0)).build(), Err(DataError::NoFeatures));
    assert_eq!(Features::new(["a", ""]), Err(DataError::EmptyFeatureName { column: 1 }));
    let duplicate = Features::new(["a", "b", "c", "b"]).unwrap_err();
    assert_eq!(duplicate, DataError::DuplicateFeature { name: "b".into(), first: 1, second: 3 });
    assert_eq!(duplicate.to_string(), "columns 2 and 4 have the same name `b`");
}

#[test]
fn bad_rows() {
    let mut builder = builder(&["a", "b"]);
    builder.push_text(true, [" 1", "FALSE "]).unwrap();
    assert_eq!(builder.push(true, [true]), Err(DataError::Ragged { row: 1, expected: 2, found: 1 }));
    assert_eq!(builder.push(true, [true; 70]), Err(DataError::Ragged { row: 1, expected: 2, found: 70 }));
    let error = builder.push_text(false, ["0", "maybe"]).unwrap_err();
    assert_eq!(error, DataError::NotBoolean { row: 1, column: 1, feature: "b".into(), value: "maybe".into() });
    assert_eq!(error.to_string(), "row 2, column 2 (`b`): `maybe` is not Boolean, expected 0, 1, true or false");
    assert_eq!(builder.push_text(false, ["x", "0", "0"]), Err(DataError::Ragged { row: 1, expected: 2, found: 3 }));
    // What was refused left no trace.
    assert_eq!(builder.rows(), 1);
    builder.push_text(false, ["False", "true"]).unwrap();
    let data = builder.build().unwrap();
    assert_eq!((data.positives().words(0), data.negatives().words(0)), (&[0b01][..], &[0b10][..]));
}

#[test]
fn contradictions_count_pairs() {
    let mut builder = builder(&["a", "b"]);
    let rows = [(false, 0), (true, 1), (true, 1), (false, 1), (false, 2), (false, 1), (false, 3), (true, 3), (true, 2)];
    for (positive, values) in rows {
        builder.push(positive, [values & 1 == 1, values & 2 == 2]).unwrap();
    }
    let error = builder.build().unwrap_err();
    assert_eq!(error, DataError::Contradiction { positive: 1, negative: 3, pairs: 2 * 2 + 1 + 1 });
    let message = "rows 2 (positive) and 4 (negative) have equal values but different labels (6 such pairs in all)";
    assert_eq!(error.to_string(), message);
}

#[test]
fn equal_rows_keep_their_sources() {
    let mut builder = builder(&["a"]);
    for (positive, value) in [(true, true), (false, false), (true, true), (false, false), (false, false)] {
        builder.push(positive, [value]).unwrap();
    }
    let data = builder.build().unwrap();
    assert_eq!((data.rows(), data.distinct()), (5, 2));
    assert_eq!((data.positives().rows(), data.positives().distinct()), (2, 1));
    assert_eq!(data.positives().sources(0), [0, 2]);
    assert_eq!(data.negatives().sources(0), [1, 3, 4]);
}

#[test]
fn no_samples_are_allowed() {
    let data = builder(&["a"]).build().unwrap();
    assert_eq!((data.rows(), data.positives().distinct(), data.negatives().iter().len()), (0, 0, 0));
}

#[test]
fn all_widths_around_the_words() {
    for width in [1, 2, 63, 64, 65, 127, 128, 129] {
        let rows: Vec<Vec<bool>> =
            (0..9).map(|row| (0..width).map(|i| (i * 7 + row * 5) % (row + 2) == 0).collect()).collect();
        let mut builder = Dataset::builder(Features::numbered(width));
        for row in &rows {
            builder.push(false, row.iter().copied()).unwrap();
        }
        let data = builder.build().unwrap();
        for index in 0..data.negatives().distinct() {
            for &row in data.negatives().sources(index) {
                let read: Vec<bool> = data.negatives().get(index).iter().by_vals().collect();
                assert_eq!(read, rows[row], "width {width}");
            }
            let words = data.negatives().words(index);
            assert_eq!(words.len(), width.div_ceil(64));
            let ones: u32 = words.iter().map(|word| word.count_ones()).sum();
            assert_eq!(ones as usize, data.negatives().get(index).count_ones(), "unused bits are zero");
        }
        let sources: usize = (0..data.negatives().distinct()).map(|i| data.negatives().sources(i).len()).sum();
        assert_eq!(sources, rows.len());
    }
}

#[test]
fn contradictions_that_are_allowed_are_counted() {
    let mut builder = builder(&["a", "b"]).with_contradictions();
    for (positive, a) in [(true, true), (false, true), (false, true), (true, false)] {
        builder.push(positive, [a, false]).unwrap();
    }
    let data = builder.build().unwrap();
    assert_eq!((data.contradictions(), data.rows(), data.distinct()), (2, 4, 3));
    assert_eq!((data.positives().sources(0), data.negatives().sources(0)), (&[0][..], &[1, 2][..]));
}

#[test]
fn unknown_cells_are_kept_apart_from_values() {
    let mut builder = builder(&["a", "b"]).with_unknown(["", "?", "x"]);
    builder.push_text(true, ["0", "0"]).unwrap();
    builder.push_text(true, [" X ", "1"]).unwrap();
    assert!(builder.push_text(true, ["z", "?"]).is_err());
    builder.push_text(false, ["", "1"]).unwrap();
    builder.push_partial(false, [None, Some(true)]).unwrap();
    let data = builder.build().unwrap();
    // Equal rows with unknown cells contradict nothing: their values may differ.
    assert_eq!((data.contradictions(), data.unknown_cells(), data.distinct()), (0, 3, 3));
    let positives = data.positives();
    assert_eq!((positives.unknown(0), positives.unknown(1)), (None, Some(&[1][..])));
    assert_eq!(positives.cells(1).collect::<Vec<_>>(), [None, Some(true)]);
    assert_eq!(positives.completions(1).collect::<Vec<_>>(), [[0b10], [0b11]]);
    assert_eq!(data.negatives().sources(0), [2, 3]);
    // Whatever the cells are, one of the completions has both labels.
    let completed = data.completed().unwrap();
    assert_eq!((completed.unknown_cells(), completed.positives().distinct(), completed.contradictions()), (0, 3, 4));
}

#[test]
fn equal_completions_come_once_with_all_their_rows() {
    let mut builder = builder(&["a", "b"]);
    for cells in [[None, Some(true)], [Some(true), None], [Some(true), Some(true)]] {
        builder.push_partial(false, cells).unwrap();
    }
    let completed = builder.build().unwrap().completed().unwrap();
    let negatives = completed.negatives();
    let both = (0..negatives.distinct()).find(|&sample| negatives.words(sample) == [0b11]).unwrap();
    assert_eq!((negatives.distinct(), negatives.sources(both)), (3, &[0, 1, 2][..]));
}

#[test]
fn too_many_unknown_cells_are_named() {
    let mut builder = Dataset::builder(Features::numbered(70));
    builder.push(false, [true; 70]).unwrap();
    builder.push_partial(true, [None; 70]).unwrap();
    let error = builder.build().unwrap().completed().unwrap_err();
    assert_eq!(error, DataError::TooManyUnknown { row: 1, unknown: 70, limit: 1 << 20 });
    assert_eq!(error.to_string(), "row 2 has 70 unknown cells, and the rows up to it more than 1048576 completions");
}

/// Whatever copies the data asks so often whether to go on, counted in words that it writes.
#[test]
fn copies_are_made_with_a_check_for_so_many_words() {
    const WORDS_BETWEEN_CHECKS: usize = 1 << 16;
    let features = 130;
    let mut builder = Dataset::builder(Features::numbered(features));
    for row in 0..100_000u64 {
        let unknown = [u64::from(row % 100 == 0), 0, 0];
        builder.push_partial_words(row % 3 == 0, &[row << 1, 0, row & 1], &unknown).unwrap();
    }
    let data = builder.build().unwrap();
    let words = data.distinct() * features.div_ceil(64);
    let domain = Domain::builder(features).never([70, 71].map(Literal::positive)).build().unwrap();
    for domain in [Domain::free(), domain] {
        let mut bytes_told = Vec::new();
        let check = |bytes| {
            bytes_told.push(bytes);
            Ok::<(), DataError>(())
        };
        let completed = data.try_completed_within(&domain, check).unwrap();
        assert_eq!((completed.distinct(), completed.unknown_cells()), (101_000, 0));
        // Once to make the completions, once to put them into one piece.
        assert!(bytes_told.len() * WORDS_BETWEEN_CHECKS >= 2 * words, "{} checks", bytes_told.len());
        let most = bytes_told.iter().max().copied().unwrap_or(0);
        assert!((completed.bytes()..=2 * completed.bytes()).contains(&most), "{most} of {}", completed.bytes());
    }
    let mut checks = 0;
    let mirror = data.try_mirrored(|| {
        checks += 1;
        Ok::<(), DataError>(())
    });
    assert_eq!(mirror.map(|mirror| mirror.distinct()), Ok(data.distinct()));
    assert!(checks * WORDS_BETWEEN_CHECKS >= words, "{checks} checks");
}

/// A row of weight w is as good as w equal rows, whatever is made of the data.
#[test]
fn weights_are_as_good_as_equal_rows() {
    let rows =
        [(true, [Some(true), None], 3), (false, [Some(true), Some(false)], 4), (true, [Some(true), Some(false)], 1)];
    let weight = |weight: u64| NonZeroU64::new(weight).unwrap();
    let builder = || builder(&["a", "b"]).with_contradictions();
    let (mut weighted, mut repeated) = (builder(), builder());
    for (label, cells, times) in rows {
        weighted.push_partial(label, cells).unwrap();
        weighted.weigh_last(weight(times)).unwrap();
        (0..times).for_each(|_| repeated.push_partial(label, cells).unwrap());
    }
    let (weighted, repeated) = (weighted.build().unwrap(), repeated.build().unwrap());
    assert_eq!((weighted.rows(), repeated.rows()), (3, 8));
    let weights = |samples: &Samples| (0..samples.distinct()).map(|index| samples.weight(index)).collect::<Vec<_>>();
    let all = |data: &Dataset| (weights(data.positives()), weights(data.negatives()), data.contradictions());
    let forms = |data: Dataset| [data.completed().unwrap(), data.mirrored(), data];
    for (one, other) in forms(weighted.clone()).iter().zip(&forms(repeated)) {
        assert_eq!(all(one), all(other));
        assert_eq!(one.total_weight(), other.total_weight());
    }
    assert_eq!((weighted.row_weight(1), weighted.total_weight()), (weight(4), 8));
}

/// The row keeps its weight, and others can be weighed.
#[test]
fn weights_that_are_too_large_change_nothing() {
    let mut builder = builder(&["a"]);
    builder.push(true, [true]).unwrap();
    builder.weigh_last(NonZeroU64::new(7).unwrap()).unwrap();
    assert_eq!(builder.weigh_last(NonZeroU64::MAX), Err(DataError::TooHeavy { row: 0 }));
    builder.push(false, [false]).unwrap();
    builder.weigh_last(NonZeroU64::new(u64::MAX / 2 - 8).unwrap()).unwrap();
    assert_eq!(builder.weigh_last(NonZeroU64::new(u64::MAX / 2).unwrap()), Err(DataError::TooHeavy { row: 1 }));
    let data = builder.build().unwrap();
    assert_eq!((data.positives().weight(0), data.total_weight()), (7, u64::MAX / 2 - 1));
}

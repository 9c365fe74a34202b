//! How much memory a data set takes, while it is built and afterwards: counted by the allocator, so it is the same each time.

use allocation_counter::{AllocationInfo, measure};
use bitvec::order::Lsb0;
use bitvec::vec::BitVec;
use vesc_col_core::{Dataset, DatasetBuilder, Features};

const FEATURES: usize = 300;
const STRIDE: usize = FEATURES.div_ceil(64);

/// Rows of random cells, each `copies` times, one positive among 1000.
struct Rows {
    labels: BitVec<u64, Lsb0>,
    words: Vec<u64>,
}

fn rows(count: usize, copies: usize) -> Rows {
    let mut state = 1u64;
    let mut word = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state ^ state >> 31
    };
    let distinct: Vec<u64> = (0..count / copies * STRIDE)
        .map(|place| if place % STRIDE == STRIDE - 1 { word() & ((1 << (FEATURES % 64)) - 1) } else { word() })
        .collect();
    let words = (0..count).flat_map(|row| distinct[row / copies * STRIDE..][..STRIDE].iter().copied()).collect();
    Rows { labels: (0..count).map(|row| (row / copies).is_multiple_of(1000)).collect(), words }
}

fn columns(rows: &Rows) -> Vec<BitVec<u64, Lsb0>> {
    let bit = |row: &[u64], column: usize| row[column / 64] >> (column % 64) & 1 == 1;
    (0..FEATURES).map(|column| rows.words.chunks(STRIDE).map(|row| bit(row, column)).collect()).collect()
}

/// Builds, and holds what is kept and what was needed at most to the limits that the documentation of `Dataset` sets.
#[track_caller]
fn check(what: &str, count: usize, copies: usize, build: impl Fn(Features) -> DatasetBuilder) {
    // Their names are not cells.
    let features = Features::numbered(FEATURES);
    let mut data = None;
    let AllocationInfo { bytes_max, .. } =
        measure(|| data = Some(build(features.clone()).build().expect("no contradiction")));
    let data = data.expect("built");
    assert_eq!((data.rows(), data.distinct()), (count, count / copies), "{what}");
    let live = measure(|| drop(std::hint::black_box(data.clone()))).bytes_max;
    let names = measure(|| drop(std::hint::black_box(features.clone()))).bytes_max;
    let cells = (count * FEATURES / 8) as u64;
    let distinct = 16 * (count / copies) as u64;
    let start = std::time::Instant::now();
    drop(build(features.clone()));
    println!("{what}: {:.2?}, {cells} bytes of cells, {live} live, {bytes_max} at most", start.elapsed());
    assert!(live <= cells * 13 / 10 + distinct + names, "{what}: {live} bytes are kept of {cells} bytes of cells");
    assert!(
        bytes_max <= 2 * cells + distinct + 2 * names,
        "{what}: {bytes_max} bytes are needed for {cells} bytes of cells"
    );
}

#[test]
fn a_cell_takes_little_more_than_a_bit() {
    check_all(&[(200_000, 1), (200_000, 4)]);
}

#[test]
#[ignore = "a million rows take half a minute"]
fn a_cell_of_a_million_rows_takes_little_more_than_a_bit() {
    check_all(&[(1_000_000, 1), (1_000_000, 4)]);
}

fn check_all(sizes: &[(usize, usize)]) {
    for &(count, copies) in sizes {
        let rows = rows(count, copies);
        let columns = columns(&rows);
        let stream = |features| {
            let mut builder = Dataset::builder(features);
            for (row, label) in rows.words.chunks(STRIDE).zip(rows.labels.iter().by_vals()) {
                builder.push(label, (0..FEATURES).map(|i| row[i / 64] >> (i % 64) & 1 == 1)).expect("300 cells");
            }
            builder
        };
        check("a stream of rows", count, copies, stream);
        let packed = |features| DatasetBuilder::from_rows(features, &rows.labels, &rows.words).expect("300 cells");
        check("packed rows", count, copies, packed);
        let by_column = |features| {
            let columns = columns.iter().map(BitVec::as_bitslice);
            DatasetBuilder::from_columns(features, &rows.labels, columns).expect("300 columns")
        };
        check("columns", count, copies, by_column);
    }
}

#[test]
fn rows_columns_and_streams_give_the_same() {
    for count in [0, 1, 63, 64, 65, 200] {
        let rows = rows(count, 1);
        let columns = columns(&rows);
        let features = || Features::numbered(FEATURES);
        let packed = DatasetBuilder::from_rows(features(), &rows.labels, &rows.words).unwrap().build().unwrap();
        let by_column = columns.iter().map(BitVec::as_bitslice);
        let by_column = DatasetBuilder::from_columns(features(), &rows.labels, by_column).unwrap().build().unwrap();
        let (mut stream, mut bits) = (Dataset::builder(features()), Dataset::builder(features()));
        bits.reserve(count);
        for (row, label) in rows.words.chunks(STRIDE).zip(rows.labels.iter().by_vals()) {
            let cells: BitVec<u64, Lsb0> = (0..FEATURES).map(|i| row[i / 64] >> (i % 64) & 1 == 1).collect();
            stream.push(label, cells.iter().by_vals()).unwrap();
            bits.push_bits(label, &cells).unwrap();
        }
        let stream = stream.build().unwrap();
        assert_eq!(stream.rows(), count);
        assert!(stream == packed && stream == by_column && stream == bits.build().unwrap(), "{count} rows");
    }
}

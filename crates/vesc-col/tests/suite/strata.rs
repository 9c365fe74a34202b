//! Engines held against each other and the oracle on questions of which no two are the same up to symmetry.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::{Duration, Instant};

use vesc_col::engine::{BddEngine, CoverEngine, EngineError, Query, SatEngine, VersionSpace};
use vesc_col::{Dataset, DnfSpace, Engine, Run};
use vesc_col_testkit::{Instance, OracleEngine};

/// SplitMix64.
struct Words(u64);

impl Words {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn within(&mut self, range: &RangeInclusive<usize>) -> usize {
        range.start() + self.below(range.end() - range.start() + 1)
    }
}

/// Rows as words, with their labels: no two rows are equal.
type Rows = Vec<(Vec<u64>, bool)>;

/// The same for all data that differ in the order of rows, the order of columns, and which columns are complemented: the
/// distances between rows, refined twice. Data with different values are different; so their number is a lower bound.
fn invariant(rows: &Rows) -> u64 {
    let distance = |a: &[u64], b: &[u64]| a.iter().zip(b).map(|(a, b)| (a ^ b).count_ones()).sum::<u32>();
    let hash = |value: &dyn Fn(&mut DefaultHasher)| {
        let mut hasher = DefaultHasher::new();
        value(&mut hasher);
        hasher.finish()
    };
    let mut colours: Vec<u64> = rows.iter().map(|&(_, positive)| u64::from(positive)).collect();
    for _ in 0..2 {
        let refined = rows.iter().zip(&colours).map(|((row, _), colour)| {
            let mut seen: Vec<(u32, u64)> =
                rows.iter().zip(&colours).map(|((other, _), &colour)| (distance(row, other), colour)).collect();
            seen.sort_unstable();
            hash(&|hasher| (colour, &seen).hash(hasher))
        });
        colours = refined.collect();
    }
    colours.sort_unstable();
    hash(&|hasher| colours.hash(hasher))
}

/// What the questions of a stratum look like.
struct Stratum {
    features: RangeInclusive<usize>,
    rows: RangeInclusive<usize>,
    sizes: &'static [(usize, usize)],
}

const SMALL: Stratum = Stratum {
    features: 1..=8,
    rows: 0..=24,
    sizes: &[
        (1, 1),
        (2, 1),
        (3, 1),
        (4, 1),
        (5, 1),
        (2, 2),
        (3, 2),
        (4, 2),
        (5, 2),
        (6, 2),
        (3, 3),
        (4, 3),
        (5, 3),
        (6, 3),
    ],
};

/// From one word of columns to four.
const WIDE: Stratum = Stratum {
    features: 33..=200,
    rows: 4..=120,
    sizes: &[(1, 1), (2, 1), (3, 1), (4, 1), (2, 2), (3, 2), (4, 2), (5, 2), (3, 3), (4, 3)],
};

impl Stratum {
    /// Rows labelled by a random formula of one or two terms now and then, and at random otherwise.
    fn rows(&self, features: usize, words: &mut Words) -> Rows {
        let (used, planted) = (features.div_ceil(64), words.below(3));
        let literal = |words: &mut Words| (words.below(features), words.next() & 1);
        let terms: Vec<Vec<(usize, u64)>> =
            (0..planted).map(|_| (0..1 + words.below(3)).map(|_| literal(words)).collect()).collect();
        let mut seen = HashSet::new();
        let mut rows = Vec::new();
        for _ in 0..words.within(&self.rows) {
            let mut row: Vec<u64> = (0..used).map(|_| words.next()).collect();
            if !features.is_multiple_of(64) {
                row[used - 1] &= (1 << (features % 64)) - 1;
            }
            // Half of the positives are made, as a random row satisfies few terms.
            if planted > 0 && words.below(4) == 0 {
                for &(feature, value) in &terms[words.below(planted)] {
                    row[feature / 64] = row[feature / 64] & !(1 << (feature % 64)) | value << (feature % 64);
                }
            }
            let holds = |&(feature, value): &(usize, u64)| row[feature / 64] >> (feature % 64) & 1 == value;
            let positive = match planted {
                0 => words.below(3) == 0,
                _ => terms.iter().any(|term| term.iter().all(holds)),
            };
            if seen.insert(row.clone()) {
                rows.push((row, positive));
            }
        }
        rows
    }

    /// Asks new questions until the time is over or so many have been answered; prints and returns how many by the number of
    /// features.
    fn check(&self, seed: u64, most: usize, time: Duration) -> usize {
        let engines: [Arc<dyn Engine>; 3] =
            [Arc::new(CoverEngine::default()), Arc::new(BddEngine::default()), Arc::new(SatEngine::default())];
        let (start, mut words) = (Instant::now(), Words(seed));
        let mut seen = HashSet::new();
        let (mut checked, mut answers, mut repeated) = (BTreeMap::<usize, usize>::new(), 0, 0);
        while seen.len() < most && start.elapsed() < time {
            let features = words.within(&self.features);
            let rows = self.rows(features, &mut words);
            let size = self.sizes[words.below(self.sizes.len())];
            if !seen.insert((features, invariant(&rows), size)) {
                repeated += 1;
                continue;
            }
            let data = dataset(features, &rows);
            let query =
                Query::new(Arc::new(DnfSpace::new(features, size.0, size.1))).with_exact(true).with_list_limit(200);
            let mut known: Vec<(&str, VersionSpace)> = Vec::new();
            for engine in &engines {
                let run = Run::new().with_threads(1).with_timeout(Duration::from_millis(500));
                let answer = engine.open(Arc::clone(&data)).measure(&query, &run).expect("it is DNF");
                known.push((engine.name(), answer));
            }
            if features <= 6 {
                match OracleEngine.open(Arc::clone(&data)).measure(&query, &Run::new()) {
                    Ok(answer) => known.push(("oracle", answer)),
                    Err(EngineError::Unsupported { .. }) => {}
                    Err(error) => panic!("{error}"),
                }
            }
            let told = || format!("{size:?} on {}: {known:?}", serde_json::to_string(&*data).expect("data are JSON"));
            for pair in known.windows(2) {
                let [(_, one), (_, other)] = pair else { unreachable!("windows of two") };
                assert!(one.concepts.intersect(&other.concepts).is_some(), "{}", told());
                assert!(one.formulas.intersect(&other.formulas).is_some(), "{}", told());
            }
            let whole = || known.iter().filter(|(_, answer)| answer.is_listed());
            let lists = |answer: &VersionSpace| answer.hypotheses.iter().map(ToString::to_string).collect::<Vec<_>>();
            let mut listed = whole().map(|(_, answer)| lists(answer));
            if let Some(first) = listed.next() {
                assert!(listed.all(|other| other == first), "{}", told());
            }
            let exact = known.iter().filter(|(_, answer)| answer.formulas.is_exact()).count();
            answers += exact;
            if exact >= 2 {
                *checked.entry(features).or_default() += 1;
            }
        }
        let total = checked.values().sum();
        println!(
            "n = {:?}: {total} questions different up to symmetry, {answers} exact answers of three engines and the oracle, \
             {repeated} repetitions left out, in {:.0?}; by n: {checked:?}",
            self.features,
            start.elapsed()
        );
        total
    }
}

fn dataset(features: usize, rows: &Rows) -> Arc<Dataset> {
    let mut builder = Dataset::builder(vesc_col::Features::numbered(features));
    for (row, positive) in rows {
        let cells = (0..features).map(|feature| row[feature / 64] >> (feature % 64) & 1 == 1);
        builder.push(*positive, cells).expect("as many cells as features");
    }
    Arc::new(builder.build().expect("no row repeats"))
}

#[test]
fn some_of_each() {
    assert!(SMALL.check(1, 300, Duration::from_secs(600)) > 250);
    assert!(WIDE.check(2, 40, Duration::from_secs(600)) > 30);
}

/// `STRATA_SECONDS` says for how long, 60 by default for each stratum; `STRATA_SEED` from where on.
#[test]
#[ignore = "as long as you like"]
fn as_many_as_time_allows() {
    let number = |name, default| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (time, seed) = (Duration::from_secs(number("STRATA_SECONDS", 60)), number("STRATA_SEED", 1));
    for (number, stratum) in [(0, SMALL), (1, WIDE)] {
        stratum.check(seed * 2 + number, usize::MAX, time);
    }
}

/// Rows, columns and complements in another order are no other question.
#[test]
fn the_invariant_is_one() {
    let mut words = Words(3);
    for features in [3, 8, 70] {
        let rows = WIDE.rows(features, &mut words);
        let mut columns: Vec<usize> = (0..features).collect();
        columns.reverse();
        let mut other: Rows = rows
            .iter()
            .map(|(row, positive)| {
                let mut moved = vec![0; row.len()];
                for (to, &from) in columns.iter().enumerate() {
                    let bit = (row[from / 64] >> (from % 64) & 1) ^ u64::from(to % 3 == 0);
                    moved[to / 64] |= bit << (to % 64);
                }
                (moved, *positive)
            })
            .collect();
        other.reverse();
        assert_eq!(invariant(&rows), invariant(&other));
        let instance = |rows: &Rows| Instance::from_dataset(&dataset(features, rows));
        assert_ne!(instance(&rows), instance(&other));
        other[0].0[0] ^= 1;
        assert_ne!(invariant(&rows), invariant(&other));
    }
}

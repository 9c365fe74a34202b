//! Reproducible randomness.

use std::sync::Arc;

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

use vesc_col_core::{Dataset, Features};

use crate::examination::{Failure, Verdict};

/// Rows of coins, positives first: the same ones for the same seed. Nothing is hidden in them. A negative that would be
/// like a positive is drawn again.
///
/// # Panics
///
/// If the features are so few that no row is left for a negative.
///
/// # Examples
///
/// ```
/// let data = vesc_col_testkit::random_dataset(40, 2, 100, 1);
/// assert_eq!((data.positives().rows(), data.negatives().rows()), (2, 100));
/// ```
#[must_use]
pub fn random_dataset(features: usize, positives: usize, negatives: usize, seed: u64) -> Arc<Dataset> {
    let mut words = Words::new(seed);
    let mut row = || -> Vec<bool> { (0..features).map(|_| words.next() >> 63 == 1).collect() };
    let accepted: Vec<Vec<bool>> = (0..positives).map(|_| row()).collect();
    let mut rejected = || (0..1000).map(|_| row()).find(|row| !accepted.contains(row)).expect("rows for negatives");
    let rejected: Vec<Vec<bool>> = (0..negatives).map(|_| rejected()).collect();
    let mut builder = Dataset::builder(Features::numbered(features));
    for (label, rows) in [(true, accepted), (false, rejected)] {
        rows.into_iter().for_each(|row| builder.push(label, row).expect("as many cells as features"));
    }
    Arc::new(builder.build().expect("no row has both labels"))
}

/// SplitMix64: a stream of words fixed by its seed, for choices that nobody wants to see shrunk.
#[derive(Clone, Debug)]
pub(crate) struct Words(u64);

impl Words {
    pub(crate) fn new(seed: u64) -> Words {
        Words(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    /// A number less than `bound`, which is small and positive.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub(crate) fn wide(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// Runs a check on a number of values of a strategy, the same ones each time, and shrinks what fails.
pub(crate) fn for_each<S: Strategy>(cases: u32, strategy: S, check: impl Fn(S::Value) -> Verdict) -> Verdict {
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 200, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let verdict =
        runner.run(&strategy, |value| check(value).map_err(|failure| TestCaseError::fail(failure.to_string())));
    match verdict {
        Ok(()) => Ok(()),
        Err(TestError::Fail(reason, _)) => Err(Failure::new(reason)),
        Err(TestError::Abort(reason)) => Err(Failure::new(format_args!("no test cases: {reason}"))),
    }
}

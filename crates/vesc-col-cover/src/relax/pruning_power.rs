//! How much less rows rule out than they would, were literals independent.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::bits::counting::binomial;

/// Pruning power of rows on uniform data: the tightest rows are chosen, and these are somewhat alike.
const USUAL: f64 = 0.7;
/// The least pruning power that is assumed.
const LEAST: f64 = 0.05;
/// The share of the last window in the running average.
const WEIGHT: f64 = 0.125;
/// An estimate of more than that says too little.
const TOO_MUCH: f64 = -1.0;

/// Columns of real data depend on one another, and rows that seem to leave one set of a million leave one of a hundred. So what windows
/// leave is compared with what was estimated, and estimates from then on take each row for a part of one: what it is worth.
#[derive(Debug)]
pub(crate) struct PruningPower {
    /// The bits of the number.
    worth: AtomicU64,
}

impl Default for PruningPower {
    /// Nothing is known, and literals are taken for independent.
    fn default() -> PruningPower {
        PruningPower { worth: AtomicU64::new(1f64.to_bits()) }
    }
}

impl PruningPower {
    /// The present pruning power: at most 1, the power of independent rows.
    pub(crate) fn get(&self) -> f64 {
        f64::from_bits(self.worth.load(Ordering::Relaxed))
    }

    /// A window, in which so many of the candidates were chosen, has left so many sets; `estimated` is the logarithm of the share that
    /// it would have left, were literals independent.
    pub(crate) fn learn(&self, estimated: f64, candidates: u32, size: usize, left: usize) {
        if !(f64::MIN..TOO_MUCH).contains(&estimated) {
            return;
        }
        // Where nothing can be left there is nothing to learn.
        let Some(sets) = binomial(candidates.into(), size as u128).filter(|&sets| sets > 1) else { return };
        let observed = ((left as f64 + 1.0) / sets as f64).ln();
        let worth = (observed / (USUAL * estimated)).clamp(LEAST, 1.0);
        // What another thread has learned meanwhile may be lost.
        let before = self.get();
        let after = before + WEIGHT * (worth - before);
        self.worth.store(after.to_bits(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETS: f64 = 161_700.0;

    /// The pruning power after `windows` windows of 100 candidates whose estimated share of survivors is e^-12.
    fn after(windows: usize, left: usize) -> f64 {
        let pruning_power = PruningPower::default();
        (0..windows).for_each(|_| pruning_power.learn(-12.0, 100, 3, left));
        pruning_power.get()
    }

    #[test]
    fn independent_literals_leave_rows_what_they_are_worth() {
        assert_eq!(after(100, 0), 1.0);
        assert_eq!(after(100, 5), 1.0);
    }

    #[test]
    fn what_windows_leave_tells_what_rows_are_worth() {
        let worth = -(1000.0 / SETS).ln() / (USUAL * 12.0);
        assert_eq!(after(1, 999), 1.0 + WEIGHT * (worth - 1.0));
        assert!((after(100, 999) - worth).abs() < 1e-3);
        assert!((after(200, SETS as usize) - LEAST).abs() < 1e-3);
    }

    #[test]
    fn estimates_that_say_nothing_teach_nothing() {
        let pruning_power = PruningPower::default();
        for estimated in [0.0, -0.5, f64::NEG_INFINITY, f64::NAN] {
            pruning_power.learn(estimated, 100, 3, 5000);
        }
        pruning_power.learn(-12.0, 2, 3, 0);
        pruning_power.learn(-12.0, 3, 3, 1);
        assert_eq!(pruning_power.get(), 1.0);
    }
}

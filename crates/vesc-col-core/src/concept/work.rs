//! The limits of a search for primes or formulas: what may stop it, and the bound on its work.

use crate::StopReason;

/// The work that a search may do: it asks whether to stop as it goes, and gives up when it has done too much.
///
/// A unit of work is a comparison of two conjunctions, some ten nanoseconds.
pub(crate) struct Work<'r> {
    /// The reason to stop, if the search must end.
    check: &'r dyn Fn() -> Result<(), StopReason>,
    /// Units until the search is given up.
    left: u64,
    /// Units until the next check.
    until_check: u64,
}

/// Units between two checks: about a millisecond.
const CHECK_INTERVAL: u64 = 100_000;

/// Units until a search is given up, about a minute. Functions of ten features with dozens of primes take less than a
/// thousandth of it.
const MOST_UNITS: u64 = 5_000_000_000;

impl<'r> Work<'r> {
    /// For a search that ends when `check` says so, or after about a minute of work.
    pub(crate) fn within(check: &'r dyn Fn() -> Result<(), StopReason>) -> Work<'r> {
        Work::bounded(check, MOST_UNITS)
    }

    /// For a search that ends when `check` says so, or after `most` units of work.
    pub(super) fn bounded(check: &'r dyn Fn() -> Result<(), StopReason>, most: u64) -> Work<'r> {
        Work { check, left: most, until_check: CHECK_INTERVAL }
    }

    /// Notes work that is about to be done.
    ///
    /// # Errors
    ///
    /// The reason to stop: that of `check`, or [`StopReason::EngineLimit`] if the work is too much.
    pub(super) fn spend(&mut self, units: usize) -> Result<(), StopReason> {
        let units = units as u64 + 1;
        self.left = self.left.checked_sub(units).ok_or(StopReason::EngineLimit)?;
        match self.until_check.checked_sub(units) {
            Some(until_check) => self.until_check = until_check,
            None => {
                self.until_check = CHECK_INTERVAL;
                (self.check)()?;
            }
        }
        Ok(())
    }
}

/// Gives a search all the time that it takes: one without a run cannot be stopped.
pub(crate) fn unstopped<T>(search: impl FnOnce(&mut Work<'_>) -> Result<T, StopReason>) -> T {
    search(&mut Work::bounded(&|| Ok(()), u64::MAX)).expect("nothing stops it")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Run;

    #[test]
    fn a_cancelled_run_is_seen_within_an_interval() {
        let run = Run::new();
        let check = || run.check();
        let mut work = Work::within(&check);
        run.cancel_token().cancel();
        let spent = (0..CHECK_INTERVAL).take_while(|_| work.spend(9).is_ok()).count();
        assert_eq!(spent as u64, CHECK_INTERVAL / 10);
        assert_eq!(unstopped(|work| (0..CHECK_INTERVAL).try_for_each(|_| work.spend(9))), ());
    }

    #[test]
    fn too_much_work_is_given_up() {
        let mut work = Work::bounded(&|| Ok(()), 100);
        assert_eq!((0..10).try_for_each(|_| work.spend(9)), Ok(()));
        assert_eq!(work.spend(0), Err(StopReason::EngineLimit));
    }
}

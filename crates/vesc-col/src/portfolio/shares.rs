//! How much time the engines behind a leader may take.

use std::time::{Duration, Instant};

use vesc_col_core::Run;

/// The leader works all the time. The engines behind it have a quarter of that, in pieces of which each engine's next one is
/// at least twice as long. When half of the run's time is over, they work as long as the leader does.
#[derive(Debug)]
pub(super) struct Shares {
    start: Instant,
    /// When half of the run's time is over.
    late: Option<Instant>,
    /// The shortest piece.
    least: Duration,
    /// What the engines behind the leader have taken.
    spent: Duration,
}

/// The engines behind the leader have one part of this many of its time.
const FOLLOWERS_SHARE: u32 = 4;
/// How many head starts the shortest piece has. If another engine answers sooner, the leader loses what it was about to learn for the
/// next question, which costs more than it gains.
const HEAD_STARTS: u32 = 50;
/// The shortest piece, whatever the head start.
const SHORTEST_PIECE: Duration = Duration::from_millis(5);

impl Shares {
    /// The leader starts now.
    pub(super) fn new(run: &Run, head_start: Duration) -> Shares {
        let start = Instant::now();
        let late = run.deadline().map(|end| start + end.saturating_duration_since(start) / 2);
        Shares { start, late, least: SHORTEST_PIECE.max(HEAD_STARTS * head_start), spent: Duration::ZERO }
    }

    /// When an engine may start whose last piece was this long.
    pub(super) fn due(&self, last: Duration) -> Instant {
        let due = self.start + FOLLOWERS_SHARE * (self.spent + self.least.max(2 * last));
        self.late.map_or(due, |late| late.min(due))
    }

    /// How long an engine may work that starts now; `None` if as long as the leader.
    pub(super) fn piece(&self, now: Instant) -> Option<Duration> {
        let part = now.saturating_duration_since(self.start) / FOLLOWERS_SHARE;
        (!self.is_late(now)).then(|| part.saturating_sub(self.spent).max(self.least))
    }

    pub(super) fn is_late(&self, now: Instant) -> bool {
        self.late.is_some_and(|late| late <= now)
    }

    /// An engine behind the leader has taken this much.
    pub(super) fn spend(&mut self, taken: Duration) {
        self.spent += taken;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn pieces_grow_and_are_a_quarter_together() {
        let mut shares = Shares::new(&Run::new(), 2 * MS);
        let mut last = Duration::ZERO;
        for _ in 0..10 {
            let due = shares.due(last);
            let piece = shares.piece(due).expect("it is never late");
            assert!(piece >= 2 * last && piece >= 100 * MS);
            shares.spend(piece);
            assert_eq!(4 * shares.spent, due - shares.start);
            last = piece;
        }
    }

    #[test]
    fn when_half_of_the_time_is_over_all_go_on() {
        let shares = Shares::new(&Run::new().with_timeout(1000 * MS), 2 * MS);
        let late = shares.late.expect("there is a deadline");
        assert_eq!(shares.due(900 * MS), late);
        assert!(shares.piece(late).is_none() && shares.piece(late - MS).is_some());
    }
}

//! The search for hitting sets of one size.

use std::ops::ControlFlow;

use vesc_col_core::StopReason;

use crate::bits::Bits;
use crate::dispatch::Path;
use crate::exclusion;
use crate::last::LastThree;
use crate::problem::Problem;
use crate::rows::{Sort, Sorter, Tightest, keep_missed, tightest};
use crate::sink::Sink;
use crate::window::{Fill, WIDTH, Window};

/// With four literals to go, so many of the tightest rows are looked at first.
const NEAR: usize = 256;

/// One worker's state: scratch space and the literals chosen so far.
pub(crate) struct Search<'a, const W: usize, S, C> {
    pub(crate) problem: &'a Problem<W>,
    path: Path,
    pub(crate) sink: S,
    /// Asked once for each choice of all but three literals, and more often when there are very many candidates.
    check: C,
    pub(crate) stopped: Option<StopReason>,
    pub(crate) chosen: Vec<usize>,
    pub(crate) window: Window<W>,
    sorter: Sorter,
}

impl<'a, const W: usize, S: Sink<W>, C: FnMut() -> Result<(), StopReason>> Search<'a, W, S, C> {
    pub(crate) fn new(problem: &'a Problem<W>, sink: S, check: C) -> Search<'a, W, S, C> {
        Search::on_path(Path::best(), problem, sink, check)
    }

    pub(crate) fn on_path(path: Path, problem: &'a Problem<W>, sink: S, check: C) -> Search<'a, W, S, C> {
        let (window, sorter) = (Window::new(), Sorter::default());
        Search { problem, path, sink, check, stopped: None, chosen: Vec::new(), window, sorter }
    }

    /// Gives the sink every set of `chosen` and `size` more of `candidates` that hits all rows. A break means that the
    /// sink has enough, or that [`stopped`](Search::stopped) says why not.
    pub(crate) fn run(&mut self, chosen: &[usize], candidates: &Bits<W>, size: usize) -> ControlFlow<()> {
        let missed = |row: &&Bits<W>| chosen.iter().all(|&candidate| !row.contains(candidate));
        let rows: Vec<Bits<W>> = self.problem.rows.iter().filter(missed).copied().collect();
        self.chosen.clear();
        self.chosen.extend_from_slice(chosen);
        self.branch(&rows, candidates, size)
    }

    /// Whether the run goes on.
    pub(crate) fn checked(&mut self) -> ControlFlow<()> {
        match (self.check)() {
            Ok(()) => ControlFlow::Continue(()),
            Err(reason) => {
                self.stopped = Some(reason);
                ControlFlow::Break(())
            }
        }
    }

    fn branch(&mut self, rows: &[Bits<W>], candidates: &Bits<W>, size: usize) -> ControlFlow<()> {
        if rows.is_empty() {
            return self.sink.free(self.problem, &self.chosen, candidates, size);
        }
        match size {
            0 => ControlFlow::Continue(()),
            1 => self.one(rows, candidates),
            2 => self.two(rows, candidates),
            _ => {
                self.checked()?;
                if S::COUNTS
                    && rows.len() <= exclusion::worthwhile(size)
                    && let Some(count) = exclusion::count(self.problem, rows, candidates, size)
                {
                    return self.sink.counted(count);
                }
                match size {
                    3 => self.three(rows, &[], candidates),
                    4 => self.four(rows, candidates),
                    _ => self.many(rows, candidates, size),
                }
            }
        }
    }

    /// Five literals to go, or more: branch on the tightest row.
    fn many(&mut self, rows: &[Bits<W>], candidates: &Bits<W>, size: usize) -> ControlFlow<()> {
        let tightest = self.path.run(Tightest { rows, candidates });
        let mut rest = *candidates;
        let mut missed = Vec::new();
        for candidate in tightest.and(candidates).iter() {
            rest = rest.and(self.problem.others(candidate));
            keep_missed(rows, candidate, &mut missed);
            self.chosen.push(candidate);
            let flow = self.branch(&missed, &rest.and(self.problem.compatible(candidate)), size - 1);
            self.chosen.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Four literals to go: look at a few hundred of the tightest rows first, and at the others only for what these leave.
    fn four(&mut self, rows: &[Bits<W>], candidates: &Bits<W>) -> ControlFlow<()> {
        let mut sorted = Vec::new();
        self.path.run(Sort { sorter: &mut self.sorter, rows, candidates, front: NEAR, sorted: &mut sorted });
        let (near, far) = sorted.split_at(NEAR.min(sorted.len()));
        let mut rest = *candidates;
        let mut missed = Vec::new();
        for candidate in near[0].and(candidates).iter() {
            rest = rest.and(self.problem.others(candidate));
            let open = rest.and(self.problem.compatible(candidate));
            keep_missed(near, candidate, &mut missed);
            self.chosen.push(candidate);
            let flow = if missed.len() >= WIDTH && !far.is_empty() {
                self.three(&missed, far, &open)
            } else {
                missed.extend(far.iter().filter(|row| !row.contains(candidate)));
                self.branch(&missed, &open, 3)
            };
            self.chosen.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Three literals to go: a window of the tightest rows tests each pair with a few vector operations. Some of the `far`
    /// rows may be hit already.
    fn three(&mut self, rows: &[Bits<W>], far: &[Bits<W>], candidates: &Bits<W>) -> ControlFlow<()> {
        self.checked()?;
        let path = self.path;
        let mut sorted = Vec::new();
        path.run(Sort { sorter: &mut self.sorter, rows, candidates, front: WIDTH, sorted: &mut sorted });
        let (front, behind) = sorted.split_at(WIDTH.min(sorted.len()));
        path.run(Fill { window: &mut self.window, rows: front });
        path.run(LastThree { search: self, candidates, behind: [behind, far] })
    }

    /// Two literals to go, without a window.
    pub(crate) fn two(&mut self, rows: &[Bits<W>], candidates: &Bits<W>) -> ControlFlow<()> {
        if rows.is_empty() {
            return self.sink.free(self.problem, &self.chosen, candidates, 2);
        }
        let mut rest = *candidates;
        for first in tightest(rows, candidates).and(candidates).iter() {
            let mut last = rest.and(self.problem.compatible(first));
            rest = rest.and(self.problem.others(first));
            for row in rows.iter().filter(|row| !row.contains(first)) {
                last = last.and(row);
                if last.is_empty() {
                    break;
                }
            }
            if !last.is_empty() {
                self.chosen.push(first);
                let flow = self.sink.leaf(&self.chosen, &last);
                self.chosen.pop();
                flow?;
            }
        }
        ControlFlow::Continue(())
    }

    /// One literal to go.
    fn one(&mut self, rows: &[Bits<W>], candidates: &Bits<W>) -> ControlFlow<()> {
        let last = rows.iter().fold(*candidates, |last, row| last.and(row));
        if last.is_empty() { ControlFlow::Continue(()) } else { self.sink.leaf(&self.chosen, &last) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use vesc_col_core::{Dataset, Features};

    use super::*;
    use crate::problem::common_literals;
    use crate::sink::{Counter, Lister};

    /// Random negatives, and a positive or none: a simple generator that shrinks with its seed.
    fn dataset(features: usize, negatives: usize, positive: bool, seed: u64) -> Dataset {
        let mut state = seed;
        let mut random = || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            (mixed ^ mixed >> 29) >> 40 & 1 == 1
        };
        let mut builder = Dataset::builder(Features::numbered(features));
        if positive {
            builder.push(true, (0..features).map(|_| true)).unwrap();
        }
        for _ in 0..negatives {
            // The first feature is false, so that no negative is the positive.
            builder.push(false, (0..features).map(|feature| feature > 0 && random())).unwrap();
        }
        builder.build().unwrap()
    }

    /// Every set once, by plain branching on the first row that is missed.
    fn plainly(
        problem: &Problem<4>,
        candidates: Bits<4>,
        chosen: &mut Vec<usize>,
        size: usize,
        sets: &mut Vec<Vec<usize>>,
    ) {
        let missed = problem.rows.iter().find(|row| !chosen.iter().any(|&candidate| row.contains(candidate)));
        if size == 0 {
            if missed.is_none() {
                let mut set = chosen.clone();
                set.sort_unstable();
                sets.push(set);
            }
            return;
        }
        let mut rest = candidates;
        for candidate in missed.map_or(candidates, |row| row.and(&candidates)).iter() {
            rest = rest.and(problem.others(candidate));
            chosen.push(candidate);
            plainly(problem, rest.and(problem.compatible(candidate)), chosen, size - 1, sets);
            chosen.pop();
        }
    }

    fn check(features: usize, negatives: usize, positive: bool, size: usize, seed: u64) {
        let data = dataset(features, negatives, positive, seed);
        let (literals, two_sided) = common_literals(features, data.positives().iter());
        let problem = Problem::<4>::new(&data, literals, two_sided);
        let mut expected = Vec::new();
        plainly(&problem, problem.candidates(), &mut Vec::new(), size, &mut expected);
        expected.sort_unstable();
        for path in Path::all() {
            let mut counting = Search::on_path(path, &problem, Counter::new(None), || Ok(()));
            assert!(counting.run(&[], &problem.candidates(), size).is_continue());
            assert_eq!(counting.sink.tally.total(), expected.len().into(), "counted on {path:?}");
            let mut listing = Search::on_path(path, &problem, Lister::new(usize::MAX), || Ok(()));
            assert!(listing.run(&[], &problem.candidates(), size).is_continue());
            let mut found = listing.sink.sets;
            found.iter_mut().for_each(|set| set.sort_unstable());
            found.sort_unstable();
            assert_eq!(found, expected, "listed on {path:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn all_paths_agree_with_plain_branching(
            features in prop_oneof![1usize..12, 31usize..34, 62usize..67, 126usize..129, 190usize..201],
            negatives in prop_oneof![0usize..12, 50usize..80, 200usize..400],
            positive: bool,
            size in 1usize..=4,
            seed: u64,
        ) {
            // Two-sided features make twice as many candidates, of which four words hold 256; large numbers of sets take long.
            let candidates = if positive { features } else { 2 * features };
            prop_assume!(candidates <= 256);
            let size = if negatives < 50 && candidates > 24 { size.min(2) } else { size };
            let size = if candidates > 70 { size.min(3) } else { size };
            check(features, negatives, positive, size, seed);
        }
    }

    #[test]
    fn four_and_five_to_go_over_several_words() {
        for seed in 0..2 {
            check(66, 900, true, 5, seed);
            check(34, 700, false, 4, seed);
            check(130, 1500, true, 4, seed);
            check(12, 60, false, 6, seed);
        }
    }

    #[test]
    fn a_run_that_is_over_stops_the_search() {
        let data = dataset(40, 300, true, 1);
        let (literals, two_sided) = common_literals(40, data.positives().iter());
        let problem = Problem::<1>::new(&data, literals, two_sided);
        let mut asked = 0;
        let check = || {
            asked += 1;
            if asked > 3 { Err(StopReason::Cancelled) } else { Ok(()) }
        };
        let mut search = Search::new(&problem, Counter::new(None), check);
        assert!(search.run(&[], &problem.candidates(), 5).is_break());
        assert_eq!(search.stopped, Some(StopReason::Cancelled));
    }
}

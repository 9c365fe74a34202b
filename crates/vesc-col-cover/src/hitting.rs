//! The search for hitting sets of one size.

use std::ops::ControlFlow;

use pulp::{Simd, WithSimd};
use vesc_col_core::StopReason;

use crate::bits::Bits;
use crate::problem::Problem;
use crate::sink::Sink;
use crate::window::{WIDTH, Window};

/// With four literals to go, so many of the tightest rows are looked at first.
const NEAR: usize = 256;

/// One worker's state: scratch space and the literals chosen so far.
pub(crate) struct Search<'a, const W: usize, S, C> {
    problem: &'a Problem<W>,
    arch: pulp::Arch,
    pub(crate) sink: S,
    /// Asked once for each choice of all but three literals.
    check: C,
    pub(crate) stopped: Option<StopReason>,
    chosen: Vec<usize>,
    window: Window<W>,
}

/// The rows that the literals chosen so far miss. `far` rows are missed by all literals chosen but the last one, and must
/// still be looked at.
struct Uncovered<'r, const W: usize> {
    near: &'r [Bits<W>],
    far: &'r [Bits<W>],
}

impl<'a, const W: usize, S: Sink<W>, C: FnMut() -> Result<(), StopReason>> Search<'a, W, S, C> {
    pub(crate) fn new(problem: &'a Problem<W>, sink: S, check: C) -> Search<'a, W, S, C> {
        let arch = pulp::Arch::new();
        Search { problem, arch, sink, check, stopped: None, chosen: Vec::new(), window: Window::new() }
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

    fn branch(&mut self, rows: &[Bits<W>], candidates: &Bits<W>, size: usize) -> ControlFlow<()> {
        if rows.is_empty() {
            return self.sink.free(self.problem, &self.chosen, candidates, size);
        }
        match size {
            0 => ControlFlow::Continue(()),
            1 => {
                let last = rows.iter().fold(*candidates, |last, row| last.and(row));
                if last.is_empty() { ControlFlow::Continue(()) } else { self.sink.leaf(&self.chosen, &last) }
            }
            2 => self.two(rows, candidates),
            3 => self.arch.dispatch(Three { search: self, uncovered: &Uncovered { near: rows, far: &[] }, candidates }),
            _ if S::COUNTS && rows.len() <= excluded_rows(size) => self.by_exclusion(rows, candidates, size),
            4 => self.four(rows, candidates),
            _ => self.many(rows, candidates, size),
        }
    }

    /// Five literals to go, or more: branch on the tightest row.
    fn many(&mut self, rows: &[Bits<W>], candidates: &Bits<W>, size: usize) -> ControlFlow<()> {
        let tightest = self.arch.dispatch(Tightest { rows, candidates });
        let mut rest = *candidates;
        let mut missed = Vec::with_capacity(rows.len());
        for candidate in tightest.and(candidates).iter() {
            rest = rest.and(self.problem.others(candidate));
            missed.clear();
            missed.extend(rows.iter().filter(|row| !row.contains(candidate)));
            self.chosen.push(candidate);
            let flow = self.branch(&missed, &rest.and(self.problem.compatible(candidate)), size - 1);
            self.chosen.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Four literals to go: look at a few hundred of the tightest rows first.
    fn four(&mut self, rows: &[Bits<W>], candidates: &Bits<W>) -> ControlFlow<()> {
        let arch = self.arch;
        let sorted = arch.dispatch(ByTightness { rows, candidates, front: NEAR });
        let (near, far) = sorted.split_at(NEAR.min(sorted.len()));
        let mut rest = *candidates;
        let mut missed = Vec::with_capacity(rows.len());
        for candidate in near[0].and(candidates).iter() {
            rest = rest.and(self.problem.others(candidate));
            missed.clear();
            missed.extend(near.iter().filter(|row| !row.contains(candidate)));
            let mut far = far;
            if missed.len() < WIDTH {
                missed.extend(far.iter().filter(|row| !row.contains(candidate)));
                far = &[];
            }
            let remaining = rest.and(self.problem.compatible(candidate));
            self.chosen.push(candidate);
            let flow = if far.is_empty() {
                self.branch_three(&missed, &remaining)
            } else {
                let uncovered = Uncovered { near: &missed, far };
                arch.dispatch(Three { search: self, uncovered: &uncovered, candidates: &remaining })
            };
            self.chosen.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    fn branch_three(&mut self, rows: &[Bits<W>], candidates: &Bits<W>) -> ControlFlow<()> {
        if S::COUNTS && !rows.is_empty() && rows.len() <= excluded_rows(3) {
            return self.by_exclusion(rows, candidates, 3);
        }
        self.branch(rows, candidates, 3)
    }

    /// Three literals to go: a window of the tightest rows tests each pair with a few vector operations.
    #[inline(always)]
    fn three(&mut self, uncovered: &Uncovered<'_, W>, candidates: &Bits<W>) -> ControlFlow<()> {
        if let Err(reason) = (self.check)() {
            self.stopped = Some(reason);
            return ControlFlow::Break(());
        }
        let sorted = by_tightness(uncovered.near, candidates, WIDTH);
        let (front, behind) = sorted.split_at(WIDTH.min(sorted.len()));
        if front[0].common(candidates) == 0 {
            return ControlFlow::Continue(());
        }
        self.window.rows.clear();
        self.window.rows.extend_from_slice(front);
        self.window.prepare();
        let mut rest = *candidates;
        for first in front[0].and(candidates).iter() {
            let mut others = rest.and(self.problem.compatible(first));
            rest = rest.and(self.problem.others(first));
            let missed = self.window.missed_by(first) & self.window.all();
            if missed == 0 {
                let hidden = behind.iter().chain(uncovered.far).filter(|row| self.missed_by_chosen(row, first));
                let hidden: Vec<Bits<W>> = hidden.copied().collect();
                self.chosen.push(first);
                let flow = self.two(&hidden, &others);
                self.chosen.pop();
                flow?;
                continue;
            }
            let tightest = tightest_of(missed, &self.window.rows, &others);
            for second in tightest.and(&others).iter() {
                let last = others.and(self.problem.compatible(second));
                others = others.and(self.problem.others(second));
                let last = self.window.hitting(missed & self.window.missed_by(second), &last);
                if !last.is_empty() {
                    self.beyond_the_window(behind, uncovered.far, [first, second], last)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The window leaves some last literals: the other rows have their say.
    #[inline(always)]
    fn beyond_the_window(
        &mut self,
        behind: &[Bits<W>],
        far: &[Bits<W>],
        pair: [usize; 2],
        last: Bits<W>,
    ) -> ControlFlow<()> {
        let mut last = last;
        for row in behind.iter().chain(far) {
            if !row.contains(pair[0]) && !row.contains(pair[1]) && !self.hit_by_chosen(row) {
                last = last.and(row);
                if last.is_empty() {
                    return ControlFlow::Continue(());
                }
            }
        }
        self.chosen.extend(pair);
        let flow = self.sink.leaf(&self.chosen, &last);
        self.chosen.truncate(self.chosen.len() - 2);
        flow
    }

    #[inline(always)]
    fn hit_by_chosen(&self, row: &Bits<W>) -> bool {
        self.chosen.last().is_some_and(|&candidate| row.contains(candidate))
    }

    #[inline(always)]
    fn missed_by_chosen(&self, row: &Bits<W>, first: usize) -> bool {
        !row.contains(first) && !self.hit_by_chosen(row)
    }

    /// Two literals to go.
    fn two(&mut self, rows: &[Bits<W>], candidates: &Bits<W>) -> ControlFlow<()> {
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

    /// Few rows: all sets, less those that miss one, and so on. Without rows the sets are a matter of binomials.
    fn by_exclusion(&mut self, rows: &[Bits<W>], candidates: &Bits<W>, size: usize) -> ControlFlow<()> {
        match exclusion(self.problem, rows, candidates, size) {
            Some(count) => self.sink.counted(count),
            // Too large for a machine number, or for signed sums of them.
            None if size == 3 => self.branch(rows, candidates, 3),
            None if size == 4 => self.four(rows, candidates),
            None => self.many(rows, candidates, size),
        }
    }
}

/// How many rows are few enough for inclusion-exclusion, which costs two to their power.
fn excluded_rows(size: usize) -> usize {
    match size {
        3 => 7,
        4 => 11,
        _ => 14,
    }
}

fn exclusion<const W: usize>(
    problem: &Problem<W>,
    rows: &[Bits<W>],
    candidates: &Bits<W>,
    size: usize,
) -> Option<u128> {
    fn signed<const W: usize>(
        problem: &Problem<W>,
        rows: &[Bits<W>],
        missing: &Bits<W>,
        size: usize,
        negative: bool,
    ) -> Option<i128> {
        let crate::problem::Count::Small(count) = problem.free(missing, size) else { return None };
        // So many terms of one sign cannot overflow: there are at most 2^14 of them.
        let count = i128::try_from(count).ok().filter(|&count| count < i128::MAX >> 16)?;
        if count == 0 {
            return Some(0);
        }
        let mut sum = if negative { -count } else { count };
        for (i, row) in rows.iter().enumerate() {
            sum += signed(problem, &rows[i + 1..], &missing.and_not(row), size, !negative)?;
        }
        Some(sum)
    }
    signed(problem, rows, candidates, size, false).and_then(|sum| u128::try_from(sum).ok())
}

/// The row with the fewest candidates.
#[inline(always)]
fn tightest<const W: usize>(rows: &[Bits<W>], candidates: &Bits<W>) -> Bits<W> {
    let mut best = rows[0];
    let mut fewest = u32::MAX;
    for row in rows {
        let common = row.common(candidates);
        if common < fewest {
            (best, fewest) = (*row, common);
        }
    }
    best
}

/// The same among the rows of a window given by a non-zero word.
#[inline(always)]
fn tightest_of<const W: usize>(word: u64, rows: &[Bits<W>], candidates: &Bits<W>) -> Bits<W> {
    let mut best = rows[0];
    let mut fewest = u32::MAX;
    let mut rest = word;
    while rest != 0 {
        let row = &rows[rest.trailing_zeros() as usize];
        rest &= rest - 1;
        let common = row.common(candidates);
        if common < fewest {
            (best, fewest) = (*row, common);
        }
    }
    best
}

/// The rows, the `front` tightest ones first and the tightest of all at the start; no order is promised otherwise.
#[inline(always)]
fn by_tightness<const W: usize>(rows: &[Bits<W>], candidates: &Bits<W>, front: usize) -> Vec<Bits<W>> {
    let counts: Vec<u32> = rows.iter().map(|row| row.common(candidates)).collect();
    let mut histogram = vec![0usize; 64 * W + 1];
    for &count in &counts {
        histogram[count as usize] += 1;
    }
    // Rows with fewer candidates than `limit` fit into the front; some of those with just `limit` fill it up.
    let (mut limit, mut below) = (0, 0);
    while limit < histogram.len() && below + histogram[limit] <= front {
        below += histogram[limit];
        limit += 1;
    }
    let least = histogram.iter().position(|&rows| rows > 0).unwrap_or(0);
    let mut room_at_limit = front.saturating_sub(below);
    let mut sorted = Vec::with_capacity(rows.len());
    let mut behind = Vec::with_capacity(rows.len());
    let mut first = 0;
    for (row, &count) in rows.iter().zip(&counts) {
        let count = count as usize;
        let in_front = count < limit || (count == limit && room_at_limit > 0);
        if in_front {
            if count == limit {
                room_at_limit -= 1;
            }
            if count == least {
                first = sorted.len();
            }
            sorted.push(*row);
        } else {
            behind.push(*row);
        }
    }
    if !sorted.is_empty() {
        sorted.swap(0, first);
    }
    sorted.append(&mut behind);
    sorted
}

struct Tightest<'r, const W: usize> {
    rows: &'r [Bits<W>],
    candidates: &'r Bits<W>,
}

impl<const W: usize> WithSimd for Tightest<'_, W> {
    type Output = Bits<W>;

    #[inline(always)]
    fn with_simd<V: Simd>(self, _: V) -> Bits<W> {
        tightest(self.rows, self.candidates)
    }
}

struct ByTightness<'r, const W: usize> {
    rows: &'r [Bits<W>],
    candidates: &'r Bits<W>,
    front: usize,
}

impl<const W: usize> WithSimd for ByTightness<'_, W> {
    type Output = Vec<Bits<W>>;

    #[inline(always)]
    fn with_simd<V: Simd>(self, _: V) -> Vec<Bits<W>> {
        by_tightness(self.rows, self.candidates, self.front)
    }
}

struct Three<'s, 'a, 'r, const W: usize, S, C> {
    search: &'s mut Search<'a, W, S, C>,
    uncovered: &'s Uncovered<'r, W>,
    candidates: &'s Bits<W>,
}

impl<const W: usize, S: Sink<W>, C: FnMut() -> Result<(), StopReason>> WithSimd for Three<'_, '_, '_, W, S, C> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn with_simd<V: Simd>(self, _: V) -> ControlFlow<()> {
        self.search.three(self.uncovered, self.candidates)
    }
}

//! The diagram of all terms of one size that reject every negative, made in one pass from the top.

use vesc_col_core::StopReason;

use crate::bits;
use crate::dnf::memo::Memo;
use crate::dnf::problem::Problem;
use crate::run_context::RunContext;
use crate::zdd::{Family, Store};

/// The least cover that a family's terms must have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeastCover<'a> {
    /// The positives that count.
    pub(crate) positives: &'a [u64],
    /// For each candidate the positives that it is true on, one set after the other.
    pub(crate) true_on: &'a [u64],
    /// How many of the positives each term is true on, at least. More than none.
    pub(crate) least: usize,
}

/// The sets of `size` candidates that hit all rows of a problem, and cover enough positives if that is demanded.
///
/// The paper conjoins the diagram of all terms with that of one sample after the other. It walks through millions of
/// terms that later samples rule out. Here each node is made once, after all samples have been looked at. A branch ends
/// where the literals left cannot hit the rows left. Branches share what is found about the same rows. Time is in
/// proportion to the branches, memory to the result.
///
/// # Errors
///
/// The reason to stop, if the run must end or memory does not suffice.
pub(crate) fn compile(
    problem: &Problem,
    size: usize,
    cover: Option<LeastCover<'_>>,
    store: &mut Store,
    context: &mut RunContext<'_>,
    memory: usize,
) -> Result<Family, StopReason> {
    let positives = cover.map_or(&[][..], |cover| cover.positives);
    let memo = Memo::new(size, context.tuning);
    let mut compiler = Compiler {
        problem,
        cover,
        words: problem.row_words() + positives.len(),
        store,
        context,
        memory,
        memo,
        free: Vec::new(),
        open: [problem.all_rows(), positives].concat(),
        frames: Vec::new(),
        pairs: Vec::new(),
        partners: vec![0; problem.candidate_words()],
        allowed: vec![0; problem.candidate_words()],
    };
    compiler.run(size)
}

impl<'a> LeastCover<'a> {
    fn on(&self, candidate: usize) -> &'a [u64] {
        &self.true_on[candidate * self.positives.len()..][..self.positives.len()]
    }
}

/// A set of rows to be hit by `size` candidates from `start` on.
struct HittingFrame {
    start: usize,
    size: usize,
    /// The candidates from here on have been tried as the least.
    tried: usize,
    /// The sets whose least candidate has been tried.
    found: Family,
}

struct Compiler<'a, 'r> {
    problem: &'a Problem,
    cover: Option<LeastCover<'a>>,
    /// How many words there are for each frame in `open`.
    words: usize,
    store: &'a mut Store,
    context: &'a mut RunContext<'r>,
    memory: usize,
    memo: Memo,
    /// `free[size][start]`: all sets of this size from this candidate on.
    free: Vec<Vec<Family>>,
    /// The rows to be hit, and the positives still covered, of one frame after the other. On top are those of the
    /// current state.
    open: Vec<u64>,
    frames: Vec<HittingFrame>,
    /// Scratch space.
    pairs: Vec<(usize, usize)>,
    partners: Vec<u64>,
    allowed: Vec<u64>,
}

impl Compiler<'_, '_> {
    fn run(&mut self, size: usize) -> Result<Family, StopReason> {
        let mut result = self.begin(0, size)?;
        let parts = self.frames.first().map_or(0, |frame| frame.tried - frame.start);
        loop {
            let is_first = self.frames.len() == 1;
            let Some(frame) = self.frames.last_mut() else { break };
            if let Some(family) = result.take() {
                frame.tried -= 1;
                frame.found = self.store.make(self.problem.literal(frame.tried), family, frame.found)?;
            }
            if is_first {
                self.context.at(parts - (frame.tried - frame.start), parts);
            }
            if frame.tried == frame.start {
                let frame = self.frames.pop().expect("it was the last");
                let open = &self.open[self.open.len() - self.words..];
                let most_bytes = self.memory.saturating_sub(self.store.bytes()) / self.context.tuning.memo_share;
                self.memo.insert(open, frame.start, frame.size, frame.found, most_bytes);
                self.drop_top();
                result = Some(frame.found);
                continue;
            }
            let (candidate, size) = (frame.tried - 1, frame.size - 1);
            self.push(candidate);
            result = self.begin(self.problem.next(candidate), size)?;
        }
        Ok(result.expect("the first frame has a result"))
    }

    /// Looks at the state on top: its sets, or `None` if a frame was made for it. What is on top stays with the frame.
    fn begin(&mut self, start: usize, size: usize) -> Result<Option<Family>, StopReason> {
        let top = self.open.len() - self.words;
        self.context.spend(2 * self.words + 8)?;
        let (rows, covered) = self.open[top..].split_at(self.problem.row_words());
        let free = bits::is_empty(rows);
        let covers_enough = self.cover.is_none_or(|cover| bits::len(covered) >= cover.least);
        let found = match size {
            _ if !covers_enough => Some(Family::EMPTY),
            _ if free && self.cover.is_none() => Some(self.all(start, size)?),
            0 => Some(if free { Family::UNIT } else { Family::EMPTY }),
            1 => Some(self.singles(start, top)?),
            2 if !free => Some(self.pairs(start, top)?),
            _ => self.memo.get(&self.open[top..], start, size),
        };
        if found.is_some() {
            self.drop_top();
        } else {
            let rows = &self.open[top..][..self.problem.row_words()];
            let tried = self.problem.possible_least(rows).max(start);
            self.frames.push(HittingFrame { start, size, tried, found: Family::EMPTY });
        }
        Ok(found)
    }

    /// Pushes what the last frame still asks for after `candidate` is chosen.
    fn push(&mut self, candidate: usize) {
        let top = self.open.len();
        self.open.extend_from_within(top - self.words..);
        let (rows, covered) = self.open[top..].split_at_mut(self.problem.row_words());
        for (row, hit) in rows.iter_mut().zip(self.problem.hits(candidate)) {
            *row &= !hit;
        }
        if let Some(cover) = self.cover {
            for (covered, on) in covered.iter_mut().zip(cover.on(candidate)) {
                *covered &= on;
            }
        }
    }

    fn drop_top(&mut self) {
        self.open.truncate(self.open.len() - self.words);
    }

    /// Whether these candidates, on top of those of the state on top, still cover enough.
    fn covers(&self, top: usize, candidates: &[usize]) -> bool {
        self.cover.is_none_or(|cover| {
            let covered = self.open[top + self.problem.row_words()..].iter().enumerate();
            let common = covered.map(|(word, &covered)| {
                candidates.iter().fold(covered, |common, &candidate| common & cover.on(candidate)[word])
            });
            common.map(|word| word.count_ones() as usize).sum::<usize>() >= cover.least
        })
    }

    /// All sets of this size: no row is left to be hit.
    fn all(&mut self, start: usize, size: usize) -> Result<Family, StopReason> {
        let count = self.problem.candidates();
        while self.free.len() <= size {
            let mut families = vec![if self.free.is_empty() { Family::UNIT } else { Family::EMPTY }; count + 1];
            if let Some(smaller) = self.free.last() {
                for candidate in (0..count).rev() {
                    self.context.spend(64)?;
                    let with = smaller[self.problem.next(candidate)];
                    families[candidate] =
                        self.store.make(self.problem.literal(candidate), with, families[candidate + 1])?;
                }
            }
            self.free.push(families);
        }
        Ok(self.free[size][start])
    }

    /// The candidates that hit all rows by themselves.
    fn singles(&mut self, start: usize, top: usize) -> Result<Family, StopReason> {
        self.problem.fill_from(start, &mut self.partners);
        for row in bits::iter(&self.open[top..][..self.problem.row_words()]) {
            self.context.spend(self.partners.len())?;
            if !intersect(&mut self.partners, self.problem.row(row)) {
                return Ok(Family::EMPTY);
            }
        }
        let mut family = Family::EMPTY;
        let singles: Vec<usize> =
            bits::iter(&self.partners).filter(|&candidate| self.covers(top, &[candidate])).collect();
        for &candidate in singles.iter().rev() {
            family = self.store.make(self.problem.literal(candidate), Family::UNIT, family)?;
        }
        Ok(family)
    }

    /// The pairs that hit all rows: one of the two is in a row that is as short as possible.
    fn pairs(&mut self, start: usize, top: usize) -> Result<Family, StopReason> {
        if start >= self.problem.candidates() {
            return Ok(Family::EMPTY);
        }
        let problem = self.problem;
        let rows = &self.open[top..][..problem.row_words()];
        problem.fill_from(start, &mut self.allowed);
        let allowed_in = |row: &usize| {
            let row = problem.row(*row);
            row.iter().zip(&self.allowed).map(|(row, allowed)| (row & allowed).count_ones()).sum::<u32>()
        };
        let Some(shortest) = bits::iter(rows).take(self.context.tuning.rows_looked_at).min_by_key(allowed_in) else {
            return Ok(Family::EMPTY);
        };
        self.pairs.clear();
        for candidate in bits::iter(problem.row(shortest)) {
            if candidate < start {
                continue;
            }
            // Sets with this candidate are found now.
            self.allowed[candidate / 64] &= !(1 << (candidate % 64));
            self.partners.copy_from_slice(&self.allowed);
            let complement = problem.literal(candidate) ^ 1;
            for neighbour in [candidate.wrapping_sub(1), candidate + 1] {
                if neighbour < problem.candidates() && problem.literal(neighbour) == complement {
                    self.partners[neighbour / 64] &= !(1 << (neighbour % 64));
                }
            }
            let mut work = 4 * self.partners.len() + rows.len();
            let missed = rows.iter().zip(problem.hits(candidate)).map(|(rows, hits)| rows & !hits);
            let mut possible = true;
            'rows: for (word, mut missed) in missed.enumerate() {
                while missed != 0 {
                    work += self.partners.len();
                    let row = word * 64 + missed.trailing_zeros() as usize;
                    if !intersect(&mut self.partners, problem.row(row)) {
                        possible = false;
                        break 'rows;
                    }
                    missed &= missed - 1;
                }
            }
            if possible {
                for partner in bits::iter(&self.partners) {
                    work += 8 + 4 * self.words;
                    if self.covers(top, &[candidate, partner]) {
                        self.pairs.push((candidate.min(partner), candidate.max(partner)));
                    }
                }
            }
            self.context.spend(work)?;
        }
        self.family_of_pairs()
    }

    /// The family of the pairs found, each the lesser one first.
    fn family_of_pairs(&mut self) -> Result<Family, StopReason> {
        self.pairs.sort_unstable();
        let mut family = Family::EMPTY;
        for same_least in self.pairs.chunk_by(|a, b| a.0 == b.0).rev() {
            let mut partners = Family::EMPTY;
            for &(_, partner) in same_least.iter().rev() {
                self.context.spend(32)?;
                partners = self.store.make(self.problem.literal(partner), Family::UNIT, partners)?;
            }
            family = self.store.make(self.problem.literal(same_least[0].0), partners, family)?;
        }
        Ok(family)
    }
}

/// Keeps what is in both; whether anything is.
fn intersect(set: &mut [u64], other: &[u64]) -> bool {
    let mut any = 0;
    for (set, other) in set.iter_mut().zip(other) {
        *set &= other;
        any |= *set;
    }
    any != 0
}

//! The diagram of all terms of one size that reject every negative, made in one pass from the top.

use vesc_col_core::StopReason;

use crate::bits;
use crate::dnf::memo::Memo;
use crate::dnf::problem::Problem;
use crate::pulse::Pulse;
use crate::zdd::{Family, Store};

/// Rows among which the shortest is chosen to branch on.
const ROWS_LOOKED_AT: usize = 8;

/// The sets of `size` candidates that hit all rows of a problem.
///
/// The paper conjoins the diagram of all terms with that of one sample after the other, and walks through millions of
/// terms that later samples rule out. Here each node is made once, when all samples have had their say: a branch ends where
/// the literals left cannot hit the rows left, and shares what is found about the same rows. Time is in proportion to the
/// branches, memory to the result.
///
/// # Errors
///
/// The reason to stop, if the run must end or memory does not suffice.
pub(crate) fn compile(
    problem: &Problem,
    size: usize,
    store: &mut Store,
    pulse: &mut Pulse<'_>,
    memory: usize,
) -> Result<Family, StopReason> {
    let mut compiler = Compiler {
        problem,
        store,
        pulse,
        memory,
        memo: Memo::new(size),
        free: Vec::new(),
        rows: problem.all_rows().to_vec(),
        frames: Vec::new(),
        pairs: Vec::new(),
        partners: vec![0; problem.candidate_words()],
        open: vec![0; problem.candidate_words()],
    };
    compiler.run(size)
}

/// A set of rows to be hit by `size` candidates from `start` on.
struct Frame {
    start: usize,
    size: usize,
    /// The candidates from here on have been tried as the least.
    tried: usize,
    /// The sets whose least candidate has been tried.
    found: Family,
}

struct Compiler<'a, 'r> {
    problem: &'a Problem,
    store: &'a mut Store,
    pulse: &'a mut Pulse<'r>,
    memory: usize,
    memo: Memo,
    /// `free[size][start]`: all sets of this size from this candidate on.
    free: Vec<Vec<Family>>,
    /// The rows to be hit, of one frame after the other, and on top those of the state that is looked at.
    rows: Vec<u64>,
    frames: Vec<Frame>,
    /// Scratch space.
    pairs: Vec<(usize, usize)>,
    partners: Vec<u64>,
    open: Vec<u64>,
}

impl Compiler<'_, '_> {
    fn run(&mut self, size: usize) -> Result<Family, StopReason> {
        let mut result = self.begin(0, size)?;
        while let Some(frame) = self.frames.last_mut() {
            if let Some(family) = result.take() {
                frame.tried -= 1;
                frame.found = self.store.make(self.problem.literal(frame.tried), family, frame.found)?;
            }
            if frame.tried == frame.start {
                let frame = self.frames.pop().expect("it was the last");
                let rows = &self.rows[self.rows.len() - self.problem.row_words()..];
                let most_bytes = self.memory.saturating_sub(self.store.bytes()) / 4;
                self.memo.insert(rows, frame.start, frame.size, frame.found, most_bytes);
                self.drop_rows();
                result = Some(frame.found);
                continue;
            }
            let (candidate, size) = (frame.tried - 1, frame.size - 1);
            self.push_rows(candidate);
            result = self.begin(self.problem.next(candidate), size)?;
        }
        Ok(result.expect("the first frame has a result"))
    }

    /// Looks at the state whose rows are on top: its sets, or `None` if a frame was made for it. The rows stay with the frame.
    fn begin(&mut self, start: usize, size: usize) -> Result<Option<Family>, StopReason> {
        let top = self.rows.len() - self.problem.row_words();
        self.pulse.spend(2 * self.problem.row_words() + 8)?;
        let found = if bits::is_empty(&self.rows[top..]) {
            Some(self.all(start, size)?)
        } else {
            match size {
                0 => Some(Family::EMPTY),
                1 => Some(self.singles(start, top)?),
                2 => Some(self.pairs(start, top)?),
                _ => self.memo.get(&self.rows[top..], start, size),
            }
        };
        if found.is_some() {
            self.drop_rows();
        } else {
            let tried = self.problem.possible_least(&self.rows[top..]).max(start);
            self.frames.push(Frame { start, size, tried, found: Family::EMPTY });
        }
        Ok(found)
    }

    /// The rows of the last frame that a candidate does not hit, on top.
    fn push_rows(&mut self, candidate: usize) {
        let words = self.problem.row_words();
        let top = self.rows.len() - words;
        self.rows.extend_from_within(top..);
        for (row, hit) in self.rows[top + words..].iter_mut().zip(self.problem.hits(candidate)) {
            *row &= !hit;
        }
    }

    fn drop_rows(&mut self) {
        self.rows.truncate(self.rows.len() - self.problem.row_words());
    }

    /// All sets of this size: no row is left to be hit.
    fn all(&mut self, start: usize, size: usize) -> Result<Family, StopReason> {
        let count = self.problem.candidates();
        while self.free.len() <= size {
            let mut families = vec![if self.free.is_empty() { Family::UNIT } else { Family::EMPTY }; count + 1];
            if let Some(smaller) = self.free.last() {
                for candidate in (0..count).rev() {
                    self.pulse.spend(64)?;
                    let with = smaller[self.problem.next(candidate).min(count)];
                    families[candidate] =
                        self.store.make(self.problem.literal(candidate), with, families[candidate + 1])?;
                }
            }
            self.free.push(families);
        }
        Ok(self.free[size][start.min(count)])
    }

    /// The candidates that hit all rows by themselves.
    fn singles(&mut self, start: usize, top: usize) -> Result<Family, StopReason> {
        let start = start.min(self.problem.candidates());
        self.partners.copy_from_slice(self.problem.from(start));
        for row in bits::iter(&self.rows[top..]) {
            self.pulse.spend(self.partners.len())?;
            if !intersect(&mut self.partners, self.problem.row(row)) {
                return Ok(Family::EMPTY);
            }
        }
        let mut family = Family::EMPTY;
        let singles: Vec<usize> = bits::iter(&self.partners).collect();
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
        let rows = &self.rows[top..];
        self.open.copy_from_slice(problem.from(start));
        let open_in = |row: &usize| {
            let row = problem.row(*row);
            row.iter().zip(&self.open).map(|(row, open)| (row & open).count_ones()).sum::<u32>()
        };
        let Some(shortest) = bits::iter(rows).take(ROWS_LOOKED_AT).min_by_key(open_in) else {
            return Ok(Family::EMPTY);
        };
        self.pairs.clear();
        let mut work = 0;
        for candidate in bits::iter(problem.row(shortest)) {
            if candidate < start {
                continue;
            }
            // Sets with this candidate are found now.
            self.open[candidate / 64] &= !(1 << (candidate % 64));
            self.partners.copy_from_slice(&self.open);
            let complement = problem.literal(candidate) ^ 1;
            for neighbour in [candidate.wrapping_sub(1), candidate + 1] {
                if neighbour < problem.candidates() && problem.literal(neighbour) == complement {
                    self.partners[neighbour / 64] &= !(1 << (neighbour % 64));
                }
            }
            work += 4 * self.partners.len();
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
                let partners = bits::iter(&self.partners);
                self.pairs.extend(partners.map(|partner| (candidate.min(partner), candidate.max(partner))));
            }
        }
        self.pulse.spend(work)?;
        self.family_of_pairs()
    }

    /// The family of the pairs found, each the lesser one first.
    fn family_of_pairs(&mut self) -> Result<Family, StopReason> {
        self.pairs.sort_unstable();
        let mut family = Family::EMPTY;
        for same_least in self.pairs.chunk_by(|a, b| a.0 == b.0).rev() {
            let mut partners = Family::EMPTY;
            for &(_, partner) in same_least.iter().rev() {
                self.pulse.spend(32)?;
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

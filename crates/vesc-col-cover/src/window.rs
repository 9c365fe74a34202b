//! A window of the tightest rows, one word wide, for the last three literals.

use pulp::NullaryFnOnce;

use crate::bits::Bits;
use crate::transpose::transpose;

/// How many rows a window has at most.
pub(crate) const WIDTH: usize = 64;
/// Rows are combined in groups of so many. Eight were no faster: fewer look-ups, but larger tables.
const GROUP: usize = 6;
const GROUPS: usize = WIDTH.div_ceil(GROUP);
/// So many groups leave nothing most of the time.
const FIRST: usize = 7;

/// For a group of rows and each subset of it, the literals that hit all rows of the subset.
type Table<const W: usize> = [Bits<W>; 1 << GROUP];

/// Up to 64 rows such that the rows which a literal misses are one word, and the literals that hit all rows of a word are
/// a few table look-ups.
#[derive(Debug)]
pub(crate) struct Window<const W: usize> {
    rows: Vec<Bits<W>>,
    tables: Box<[Table<W>]>,
    /// For each candidate the rows that it misses, 64 candidates a block.
    misses: Box<[[u64; 64]]>,
}

impl<const W: usize> Window<W> {
    pub(crate) fn new() -> Window<W> {
        Window {
            rows: Vec::with_capacity(WIDTH),
            tables: vec![[Bits::EMPTY; 1 << GROUP]; GROUPS].into(),
            misses: vec![[0; 64]; W].into(),
        }
    }

    /// All rows of the window, as a word.
    pub(crate) fn all(&self) -> u64 {
        match self.rows.len() {
            0 => 0,
            count => !0 >> (WIDTH - count),
        }
    }

    /// Of the given rows, those that candidate `bit` of a block of 64 misses.
    #[inline(always)]
    pub(crate) fn missed(&self, rows: u64, block: usize, bit: usize) -> u64 {
        self.misses[block][bit] & rows
    }

    /// Those of `candidates` that hit all given rows.
    #[inline(always)]
    pub(crate) fn hitting(&self, rows: u64, candidates: &Bits<W>) -> Bits<W> {
        let mut result = *candidates;
        for (group, table) in self.tables[..FIRST].iter().enumerate() {
            result = result.and(&table[subset(rows, group)]);
        }
        if !result.is_empty() {
            for (group, table) in self.tables[..GROUPS].iter().enumerate().skip(FIRST) {
                result = result.and(&table[subset(rows, group)]);
            }
        }
        result
    }

    /// The candidates in the tightest of the given rows, of which there must be one, or of the first so many of them.
    #[inline(always)]
    pub(crate) fn tightest(&self, rows: u64, candidates: &Bits<W>, looks: usize) -> Bits<W> {
        let mut best = Bits::EMPTY;
        let mut fewest = u32::MAX;
        let mut rest = rows;
        for _ in 0..looks {
            if rest == 0 {
                break;
            }
            let row = self.rows[rest.trailing_zeros() as usize].and(candidates);
            rest &= rest - 1;
            let count = row.len();
            if count < fewest {
                (best, fewest) = (row, count);
            }
        }
        best
    }

    #[inline(always)]
    fn fill(&mut self, rows: &[Bits<W>]) {
        self.rows.clear();
        self.rows.extend_from_slice(rows);
        for (group, table) in self.tables.iter_mut().enumerate() {
            table[0] = Bits([!0; W]);
            for i in 0..GROUP {
                let row = rows.get(group * GROUP + i).copied().unwrap_or(Bits([!0; W]));
                let (without, with) = table.split_at_mut(1 << i);
                for (with, without) in with.iter_mut().zip(without) {
                    *with = without.and(&row);
                }
            }
        }
        for (block, misses) in self.misses.iter_mut().enumerate() {
            let mut square = [!0u64; 64];
            for (line, row) in square.iter_mut().zip(rows) {
                *line = row.0[block];
            }
            transpose(&mut square);
            for (misses, hits) in misses.iter_mut().zip(square) {
                *misses = !hits;
            }
        }
    }
}

#[inline(always)]
fn subset(rows: u64, group: usize) -> usize {
    (rows >> (group * GROUP)) as usize & ((1 << GROUP) - 1)
}

/// Makes a window of up to 64 rows.
pub(crate) struct Fill<'w, const W: usize> {
    pub(crate) window: &'w mut Window<W>,
    pub(crate) rows: &'w [Bits<W>],
}

impl<const W: usize> NullaryFnOnce for Fill<'_, W> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        debug_assert!(self.rows.len() <= WIDTH);
        self.window.fill(self.rows);
    }
}

//! The rows of one label while they are added: equal ones are found at once and kept once.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::Samples;
use super::samples::Sources;

/// Words in a block at most, 1 MiB. A list that grows by blocks is never copied, and has no more room to spare than
/// this.
const BLOCK_WORDS: usize = 1 << 17;

/// Rows that are looked for among others between two checks, well under a millisecond.
const ROWS_BETWEEN_CHECKS: usize = 1 << 10;

/// Distinct rows, packed, with the place of each in a hash table.
#[derive(Clone, Debug)]
pub(super) struct DistinctRows {
    values: Blocks,
    /// Which cells are not known; `None` as long as all are.
    unknown: Option<Blocks>,
    places: HashTable<u32>,
    hasher: DefaultHashBuilder,
    /// For each row that was added the number of the distinct row that it is equal to.
    ids: Vec<u32>,
}

impl DistinctRows {
    /// No rows yet, of `stride` words each.
    pub(super) fn new(stride: usize) -> DistinctRows {
        DistinctRows {
            values: Blocks::new(stride),
            unknown: None,
            places: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            ids: Vec::new(),
        }
    }

    pub(super) fn reserve(&mut self, rows: usize) {
        let DistinctRows { values, unknown, places, hasher, ids } = self;
        places.reserve(rows, |&id| hash(hasher, row(values, unknown.as_ref(), id)));
        ids.reserve_exact(rows);
    }

    /// How many rows there are, equal ones once.
    pub(super) fn distinct(&self) -> usize {
        self.values.rows
    }

    /// Adds a row. `unknown` is empty if all cells are known. False, and nothing is added, if there are 2^32 - 1
    /// distinct rows already.
    pub(super) fn add(&mut self, values: &[u64], unknown: &[u64]) -> bool {
        self.add_all(values, unknown, 1)
    }

    /// Adds as many equal rows.
    pub(super) fn add_all(&mut self, values: &[u64], unknown: &[u64], rows: usize) -> bool {
        let key = (values, unknown);
        let id = match self.find(values, unknown) {
            Some(id) => id,
            None => {
                let Some(id) = u32::try_from(self.distinct()).ok().filter(|&id| id < u32::MAX) else { return false };
                self.push(values, unknown);
                let DistinctRows { values, unknown, places, hasher, .. } = self;
                let rehash = |&id: &u32| hash(hasher, row(values, unknown.as_ref(), id));
                places.insert_unique(hash(hasher, key), id, rehash);
                id
            }
        };
        self.ids.resize(self.ids.len() + rows, id);
        true
    }

    /// Bytes that the rows take, their places in the table and where the rows of each begin included.
    pub(super) fn bytes(&self) -> u64 {
        let planes = 1 + usize::from(self.unknown.is_some());
        let row = planes * self.values.stride * size_of::<u64>() + 2 * size_of::<u32>() + size_of::<usize>();
        (self.distinct() * row + size_of_val(&self.ids[..])) as u64
    }

    /// The number of the distinct row with these cells.
    pub(super) fn find(&self, values: &[u64], unknown: &[u64]) -> Option<u32> {
        let is_same = |&id: &u32| row(&self.values, self.unknown.as_ref(), id) == (values, unknown);
        self.places.find(hash(&self.hasher, (values, unknown)), is_same).copied()
    }

    /// The numbers and the values of the distinct rows all cells of which are known.
    pub(super) fn known(&self) -> impl Iterator<Item = (u32, &[u64])> {
        let rows = (0..self.distinct() as u32).map(|id| (id, row(&self.values, self.unknown.as_ref(), id)));
        rows.filter(|(_, (_, unknown))| unknown.is_empty()).map(|(id, (values, _))| (id, values))
    }

    /// The numbers of a row of these and of one of `others` with equal values, all of them known.
    pub(super) fn equal_pairs<E>(
        &self,
        others: &DistinctRows,
        check: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<Vec<(u32, u32)>, E> {
        let is_fewer = self.distinct() <= others.distinct();
        let [few, many] = if is_fewer { [self, others] } else { [others, self] };
        let mut pairs = Vec::new();
        for (number, (row, values)) in few.known().enumerate() {
            if number.is_multiple_of(ROWS_BETWEEN_CHECKS) {
                check()?;
            }
            pairs.extend(many.find(values, &[]).map(|other| if is_fewer { (row, other) } else { (other, row) }));
        }
        Ok(pairs)
    }

    /// The samples. `rows` are the numbers of the rows in the order in which they were added.
    pub(super) fn into_samples<E>(
        mut self,
        features: usize,
        rows: impl Iterator<Item = usize>,
        check: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<Samples, E> {
        // What is not needed any more goes first, so that the rows can be copied into one piece.
        drop(self.places);
        self.ids.shrink_to_fit();
        let (stride, distinct) = (self.values.stride, self.values.rows);
        let values = self.values.into_words(check)?;
        let unknown = self.unknown.map(|plane| plane.into_words(check)).transpose()?;
        let sources = Sources::group(distinct, &self.ids, rows, check)?;
        Ok(Samples { features, stride, values, unknown, sources, weights: None })
    }

    fn push(&mut self, values: &[u64], unknown: &[u64]) {
        if !unknown.is_empty() || self.unknown.is_some() {
            let plane = self.unknown.get_or_insert_with(|| Blocks::zeros(values.len(), self.values.rows));
            let zeros;
            plane.push(match unknown {
                [] => {
                    zeros = vec![0; values.len()];
                    &zeros
                }
                _ => unknown,
            });
        }
        self.values.push(values);
    }
}

/// A row's values, and which of its cells are not known; no words at all if every cell is.
fn row<'a>(values: &'a Blocks, unknown: Option<&'a Blocks>, id: u32) -> (&'a [u64], &'a [u64]) {
    let unknown = unknown.map_or(&[][..], |plane| plane.get(id as usize));
    let is_known = unknown.iter().all(|&word| word == 0);
    (values.get(id as usize), if is_known { &[] } else { unknown })
}

fn hash(hasher: &DefaultHashBuilder, row: (&[u64], &[u64])) -> u64 {
    hasher.hash_one(row)
}

/// Rows of equally many words in blocks of equally many rows, a power of two.
#[derive(Clone, Debug)]
struct Blocks {
    stride: usize,
    /// Binary logarithm of the rows in a block.
    shift: u32,
    rows: usize,
    blocks: Vec<Vec<u64>>,
}

impl Blocks {
    fn new(stride: usize) -> Blocks {
        let rows_in_block = (BLOCK_WORDS / stride.max(1)).max(1);
        Blocks { stride, shift: rows_in_block.ilog2(), rows: 0, blocks: Vec::new() }
    }

    fn zeros(stride: usize, rows: usize) -> Blocks {
        let mut blocks = Blocks::new(stride);
        let zeros = vec![0; stride];
        (0..rows).for_each(|_| blocks.push(&zeros));
        blocks
    }

    fn get(&self, row: usize) -> &[u64] {
        let first = (row & ((1 << self.shift) - 1)) * self.stride;
        &self.blocks[row >> self.shift][first..first + self.stride]
    }

    fn push(&mut self, row: &[u64]) {
        if self.rows >> self.shift == self.blocks.len() {
            // The first block grows as it needs to: most data sets are small.
            let room = if self.blocks.is_empty() { 0 } else { self.stride << self.shift };
            self.blocks.push(Vec::with_capacity(room));
        }
        self.blocks[self.rows >> self.shift].extend_from_slice(row);
        self.rows += 1;
    }

    /// All words in one piece. Each block is freed when it has been copied.
    fn into_words<E>(self, check: &mut impl FnMut() -> Result<(), E>) -> Result<Vec<u64>, E> {
        let mut words = Vec::with_capacity(self.rows * self.stride);
        for block in self.blocks {
            check()?;
            words.extend_from_slice(&block);
        }
        Ok(words)
    }
}

//! What was found before about the same rows.

use rustc_hash::FxHashMap;

use crate::zdd::Family;

/// So many questions about one size are watched before it is judged whether to remember pays.
const TRIAL: u32 = 1 << 12;
/// It does if one question in so many was asked before.
const WORTHWHILE: u32 = 16;
/// What an entry takes beside its key, in bytes.
const ENTRY_BYTES: usize = 64;

/// The families found so far, by the rows to be hit, the first candidate and the size of the sets.
///
/// With few rows the same ones are left again and again, and to remember them is what keeps the search small; with many
/// rows they never are. So each size is watched, and what does not pay is given up.
#[derive(Debug)]
pub(crate) struct Memo {
    found: FxHashMap<Box<[u64]>, Family>,
    /// For each size how many questions there were, and how many of them had an answer.
    tally: Vec<(u32, u32)>,
    key: Vec<u64>,
    bytes: usize,
}

impl Memo {
    /// Knows nothing about sets of up to so many elements.
    pub(crate) fn new(largest: usize) -> Memo {
        Memo { found: FxHashMap::default(), tally: vec![(0, 0); largest + 1], key: Vec::new(), bytes: 0 }
    }

    /// What was found, if it was and is still known.
    pub(crate) fn get(&mut self, rows: &[u64], start: usize, size: usize) -> Option<Family> {
        if !self.pays(size) {
            return None;
        }
        self.set_key(rows, start, size);
        let found = self.found.get(&self.key[..]).copied();
        let (asked, answered) = &mut self.tally[size];
        *asked += 1;
        *answered += u32::from(found.is_some());
        if *asked == 2 * TRIAL {
            (*asked, *answered) = (*asked / 2, *answered / 2);
        }
        found
    }

    /// Remembers what was found. Everything older is forgotten when the memo has grown to `most_bytes`.
    pub(crate) fn insert(&mut self, rows: &[u64], start: usize, size: usize, family: Family, most_bytes: usize) {
        if !self.pays(size) {
            return;
        }
        self.set_key(rows, start, size);
        self.bytes += 8 * self.key.len() + ENTRY_BYTES;
        if self.bytes > most_bytes {
            self.found = FxHashMap::default();
            self.bytes = 0;
            return;
        }
        self.found.insert(self.key.as_slice().into(), family);
    }

    fn pays(&self, size: usize) -> bool {
        let (asked, answered) = self.tally[size];
        asked < TRIAL || answered * WORTHWHILE >= asked
    }

    fn set_key(&mut self, rows: &[u64], start: usize, size: usize) {
        self.key.clear();
        self.key.extend_from_slice(rows);
        self.key.push((start as u64) << 32 | size as u64);
    }
}

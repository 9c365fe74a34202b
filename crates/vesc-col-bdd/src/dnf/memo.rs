//! The memo of families found before, by the rows that were to be hit.

use crate::tuning::{SHARDS, Tuning};
use crate::zdd::Family;

/// Marks a slot without an entry. There are never this many.
const NO_ENTRY: u32 = u32::MAX;

/// The families found so far, by the rows to be hit, the first candidate and the size of the sets.
///
/// With few rows the same ones are left again and again, and remembering them keeps the search small. With many rows
/// they never are. So each size is watched, and what does not pay is given up.
#[derive(Debug)]
pub(crate) struct Memo {
    shards: Vec<Shard>,
    /// For each size how many look-ups there were, and how many of them found something.
    tally: Vec<(u32, u32)>,
    /// Look-ups for one size before the memo is kept or given up for it.
    trial: u32,
    /// The memo is kept if at least one look-up in this many finds something.
    lookups_per_find: u32,
    key: Vec<u64>,
    bytes: usize,
}

/// Keys of one length side by side, and a table of open addressing to find them, at most two thirds full.
#[derive(Clone, Debug, Default)]
struct Shard {
    keys: Vec<u64>,
    families: Vec<Family>,
    slots: Vec<u32>,
}

impl Memo {
    /// Makes an empty memo about sets of up to `largest` elements.
    pub(crate) fn new(largest: usize, tuning: &Tuning) -> Memo {
        Memo {
            shards: vec![Shard::default(); SHARDS],
            tally: vec![(0, 0); largest + 1],
            trial: tuning.memo_trial,
            lookups_per_find: tuning.lookups_per_find,
            key: Vec::new(),
            bytes: 0,
        }
    }

    /// What was found, if it was and is still known. The number of rows is always the same.
    pub(crate) fn get(&mut self, rows: &[u64], start: usize, size: usize) -> Option<Family> {
        if !self.pays(size) {
            return None;
        }
        let hash = self.set_key(rows, start, size);
        let found = self.shards[hash as usize % SHARDS].get(&self.key, hash);
        let (lookups, finds) = &mut self.tally[size];
        *lookups += 1;
        *finds += u32::from(found.is_some());
        if *lookups == 2 * self.trial {
            (*lookups, *finds) = (*lookups / 2, *finds / 2);
        }
        found
    }

    /// Remembers what was found. Everything older is forgotten when the memo has grown to `most_bytes`.
    pub(crate) fn insert(&mut self, rows: &[u64], start: usize, size: usize, family: Family, most_bytes: usize) {
        if !self.pays(size) {
            return;
        }
        let hash = self.set_key(rows, start, size);
        // The vectors have room for up to twice of what they hold, and a slot and a half for each entry.
        self.bytes += 2 * (8 * self.key.len() + 4) + 12;
        if self.bytes > most_bytes {
            self.shards = vec![Shard::default(); SHARDS];
            self.bytes = 0;
            return;
        }
        self.shards[hash as usize % SHARDS].insert(&self.key, hash, family);
    }

    fn pays(&self, size: usize) -> bool {
        let (lookups, finds) = self.tally[size];
        lookups < self.trial || finds * self.lookups_per_find >= lookups
    }

    fn set_key(&mut self, rows: &[u64], start: usize, size: usize) -> u64 {
        self.key.clear();
        self.key.extend_from_slice(rows);
        self.key.push((start as u64) << 32 | size as u64);
        hash(&self.key)
    }
}

impl Shard {
    fn get(&self, key: &[u64], hash: u64) -> Option<Family> {
        let mut slot = self.first_slot(hash)?;
        loop {
            match self.slots[slot] {
                NO_ENTRY => return None,
                entry if self.key(entry, key.len()) == key => return Some(self.families[entry as usize]),
                _ => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
    }

    /// The key is not there yet.
    fn insert(&mut self, key: &[u64], hash: u64, family: Family) {
        if 3 * (self.families.len() + 1) > 2 * self.slots.len() {
            self.grow(key.len());
        }
        self.place(self.families.len() as u32, hash);
        self.keys.extend_from_slice(key);
        self.families.push(family);
    }

    fn grow(&mut self, length: usize) {
        self.slots = vec![NO_ENTRY; (2 * self.slots.len()).max(16)];
        for entry in 0..self.families.len() as u32 {
            self.place(entry, hash(self.key(entry, length)));
        }
    }

    fn place(&mut self, entry: u32, hash: u64) {
        let mut slot = self.first_slot(hash).expect("there is room");
        while self.slots[slot] != NO_ENTRY {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.slots[slot] = entry;
    }

    fn key(&self, entry: u32, length: usize) -> &[u64] {
        &self.keys[entry as usize * length..][..length]
    }

    fn first_slot(&self, hash: u64) -> Option<usize> {
        (!self.slots.is_empty()).then(|| (hash >> 32) as usize & (self.slots.len() - 1))
    }
}

fn hash(key: &[u64]) -> u64 {
    let mixed = key.iter().fold(0u64, |hash, &word| (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

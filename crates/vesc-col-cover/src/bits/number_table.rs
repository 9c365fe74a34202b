//! Numbers of rows, found by what the rows are.

use hashbrown::HashTable;

/// Tables that share the numbers. Set: when one is full, it alone grows.
///
/// Of a million rows some four thousand are hashed again between two checks of the run, and never all.
const TABLES: usize = 256;

/// The first bit of a hash that chooses the table. `hashbrown` uses the lowest bits and the highest seven.
const FIRST_BIT: u32 = 24;

/// A hash table of numbers that grows bit by bit.
pub(crate) struct NumberTable {
    tables: Vec<HashTable<u32>>,
}

impl NumberTable {
    pub(crate) fn new() -> NumberTable {
        NumberTable { tables: vec![HashTable::new(); TABLES] }
    }

    /// Whether there is a number with this hash that `is_same` accepts.
    pub(crate) fn has(&self, hash: u64, is_same: impl Fn(u32) -> bool) -> bool {
        self.tables[table_of(hash)].find(hash, |&number| is_same(number)).is_some()
    }

    /// Adds a number that is not there. `hash_of` is asked about others when their table grows.
    pub(crate) fn insert(&mut self, hash: u64, number: u32, hash_of: impl Fn(u32) -> u64) {
        self.tables[table_of(hash)].insert_unique(hash, number, |&number| hash_of(number));
    }
}

fn table_of(hash: u64) -> usize {
    (hash >> FIRST_BIT) as usize % TABLES
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::hash::BuildHasher;

    use rustc_hash::FxBuildHasher;

    use super::*;

    /// Looks at the run come every 64 rows, so that few may be hashed again for one.
    #[test]
    fn a_number_more_is_never_much_work() {
        let hash = |number: u32| FxBuildHasher.hash_one([u64::from(number), 1]);
        let mut table = NumberTable::new();
        let most = 300_000;
        for number in 0..most {
            assert!(!table.has(hash(number), |other| other == number));
            let hashed = Cell::new(0u32);
            table.insert(hash(number), number, |other| {
                hashed.set(hashed.get() + 1);
                hash(other)
            });
            assert!(hashed.get() <= 2 * most / TABLES as u32, "{} hashed again for number {number}", hashed.get());
        }
        assert!((0..most).all(|number| table.has(hash(number), |other| other == number)));
    }
}

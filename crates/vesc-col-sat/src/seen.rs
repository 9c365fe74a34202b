//! What was met before.

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// A set of sequences of numbers, which only grows.
///
/// It may come to hold millions, and a stop waits for no step of it: the set is made of parts, each of which grows alone, and
/// in each part the sequences lie one after the other, so that they are given back in one piece.
#[derive(Debug)]
pub(crate) struct Seen {
    parts: Vec<Part>,
}

#[derive(Debug, Default)]
struct Part {
    numbers: Vec<u32>,
    /// Where each sequence begins, and its length.
    table: HashTable<(u32, u32)>,
}

/// Of ten million sequences, a part has forty thousand: it grows within a few milliseconds.
const PARTS: usize = 256;

impl Default for Seen {
    fn default() -> Seen {
        Seen { parts: std::iter::repeat_with(Part::default).take(PARTS).collect() }
    }
}

impl Seen {
    /// Estimated memory of a sequence of this length.
    pub(crate) fn bytes(length: usize) -> u64 {
        24 + 6 * length as u64
    }

    /// Adds a sequence; false if it was there before.
    pub(crate) fn insert(&mut self, sequence: &[u32]) -> bool {
        let hash = FxBuildHasher.hash_one(sequence);
        // The table looks at the highest and the lowest bits.
        let Part { numbers, table } = &mut self.parts[(hash >> 32) as usize % PARTS];
        let at = |&(start, length): &(u32, u32)| &numbers[start as usize..][..length as usize];
        if table.find(hash, |entry| at(entry) == sequence).is_some() {
            return false;
        }
        let word = |count: usize| u32::try_from(count).expect("a part holds fewer than 2^32 numbers");
        let entry = (word(numbers.len()), word(sequence.len()));
        table.insert_unique(hash, entry, |entry| FxBuildHasher.hash_one(at(entry)));
        numbers.extend_from_slice(sequence);
        true
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_sequence_is_new_once() {
        let mut seen = Seen::default();
        let mut expected = HashSet::new();
        for number in 0..200_000u32 {
            let number = number.wrapping_mul(0x9e37_79b9) % 90_000;
            let sequence = vec![number % 97; number as usize / 97 % 11 + usize::from(number % 2 == 0)];
            assert_eq!(seen.insert(&sequence), expected.insert(sequence));
        }
        for number in 0..90_000 {
            let sequence = [number, number % 7];
            assert_eq!(seen.insert(&sequence), expected.insert(sequence.to_vec()));
        }
    }
}

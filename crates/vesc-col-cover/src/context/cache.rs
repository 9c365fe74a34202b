//! What a session keeps as long as there is room.

use std::collections::HashMap;
use std::hash::Hash;

/// A map that drops what was not asked for lately, once it holds more bytes than its limit.
///
/// Two generations do for an order of use: what is asked for moves to the young one, and when that has grown to half
/// of the limit, it becomes the old one, whose rest is dropped.
#[derive(Debug)]
pub(crate) struct Cache<K, V> {
    young: HashMap<K, (V, usize)>,
    old: HashMap<K, (V, usize)>,
    young_bytes: usize,
    old_bytes: usize,
}

impl<K, V> Default for Cache<K, V> {
    fn default() -> Cache<K, V> {
        Cache { young: HashMap::new(), old: HashMap::new(), young_bytes: 0, old_bytes: 0 }
    }
}

impl<K: Eq + Hash, V: Clone> Cache<K, V> {
    /// The value kept for a key.
    pub(crate) fn get(&mut self, key: &K) -> Option<V> {
        if let Some((value, _)) = self.young.get(key) {
            return Some(value.clone());
        }
        let (key, (value, bytes)) = self.old.remove_entry(key)?;
        self.old_bytes -= bytes;
        self.young_bytes += bytes;
        self.young.insert(key, (value.clone(), bytes));
        Some(value)
    }

    pub(crate) fn contains(&self, key: &K) -> bool {
        self.young.contains_key(key) || self.old.contains_key(key)
    }

    /// Keeps a value of `bytes` bytes; drops others if all together hold more than `limit` bytes.
    pub(crate) fn insert(&mut self, key: K, value: V, bytes: usize, limit: usize) {
        // The tables have entries of their own.
        let bytes = bytes + size_of::<(K, V)>() + 32;
        if let Some((_, before)) = self.young.insert(key, (value, bytes)) {
            self.young_bytes -= before;
        }
        self.young_bytes += bytes;
        if self.young_bytes > limit / 2 {
            self.old = std::mem::take(&mut self.young);
            self.old_bytes = std::mem::take(&mut self.young_bytes);
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.young_bytes + self.old_bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_stays() {
        let mut cache = Cache::default();
        for key in 0..1000 {
            cache.insert(key, key, 1000, 20_000);
            assert_eq!(cache.get(&0), Some(0), "after {key}");
            assert_eq!(cache.get(&key), Some(key));
            assert!(cache.bytes() <= 21_000 + 2000);
        }
        assert_eq!(cache.get(&500), None);
        assert!(!cache.contains(&500) && cache.contains(&999));
    }
}

//! Results that an operation remembers.

use oxidd::Manager;
use oxidd_core::util::Own;
use rustc_hash::FxHashMap;

use super::{BddManager, Edge, Key};

/// The results for the operands met lately: this generation and the one before.
pub(super) struct Known<'a, 'id: 'a, const N: usize> {
    manager: &'a BddManager<'id>,
    /// Results of one generation.
    most: usize,
    newer: FxHashMap<Key<'a, 'id, N>, Own<Edge<'id>>>,
    older: FxHashMap<Key<'a, 'id, N>, Own<Edge<'id>>>,
}

impl<'a, 'id: 'a, const N: usize> Known<'a, 'id, N> {
    pub(super) fn new(manager: &'a BddManager<'id>, most: usize) -> Self {
        Known { manager, most, newer: FxHashMap::default(), older: FxHashMap::default() }
    }

    pub(super) fn get(&self, key: &Key<'a, 'id, N>) -> Option<Own<Edge<'id>>> {
        let known = self.newer.get(key).or_else(|| self.older.get(key))?;
        Some(self.manager.clone_edge(known.borrowed()))
    }

    pub(super) fn insert(&mut self, key: Key<'a, 'id, N>, result: &Own<Edge<'id>>) {
        if self.newer.len() == self.most {
            std::mem::swap(&mut self.newer, &mut self.older);
            self.newer.drain().for_each(|(_, edge)| self.manager.drop_edge(edge));
        }
        let copy = self.manager.clone_edge(result.borrowed());
        if let Some(replaced) = self.newer.insert(key, copy) {
            self.manager.drop_edge(replaced);
        }
    }

    /// All that is remembered, to be given back.
    pub(super) fn into_edges(self) -> impl Iterator<Item = Own<Edge<'id>>> {
        self.newer.into_values().chain(self.older.into_values())
    }
}

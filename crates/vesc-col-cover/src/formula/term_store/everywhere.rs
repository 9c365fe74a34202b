//! All consistent terms of a size, whatever they cover.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::rc::Rc;

use crate::formula::term_store::members::{ListedTerm, TermList, bytes};

/// The sizes whose terms have been listed, and those of which there are too many.
#[derive(Debug, Default)]
pub(crate) struct Everywhere {
    lists: BTreeMap<usize, List>,
    bytes: usize,
    endless: BTreeSet<usize>,
}

#[derive(Debug)]
struct List {
    members: TermList,
    /// For each positive how many of them cover it.
    covering: Vec<usize>,
}

impl Everywhere {
    /// A run begins: what was too long for the last one's budget may be listed.
    pub(crate) fn begin(&mut self) {
        self.endless.clear();
    }

    /// The terms of a size, if they have been listed.
    pub(crate) fn get(&self, size: usize) -> Option<&TermList> {
        self.lists.get(&size).map(|list| &list.members)
    }

    pub(crate) fn insert(&mut self, size: usize, members: TermList, positives: usize) {
        self.bytes += bytes(&members);
        let mut covering = vec![0; positives];
        members.iter().for_each(|member| member.cover.iter().for_each(|sample| covering[sample] += 1));
        self.lists.insert(size, List { members, covering });
    }

    /// Notes that this run cannot list the terms of a size.
    pub(crate) fn give_up(&mut self, size: usize) {
        self.endless.insert(size);
    }

    pub(crate) fn is_endless(&self, size: usize) -> bool {
        self.endless.contains(&size)
    }

    /// How many of the listed terms of these sizes cover the positive.
    pub(crate) fn covering(&self, sample: usize, sizes: RangeInclusive<usize>) -> usize {
        self.lists.range(sizes).map(|(_, list)| list.covering[sample]).sum()
    }

    /// All listed terms with their sizes, the shortest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, &Rc<ListedTerm>)> {
        self.lists.iter().flat_map(|(&size, list)| list.members.iter().map(move |member| (size, member)))
    }

    /// The memory that the lists take.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}

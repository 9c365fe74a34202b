//! A family of terms, split by the positives that they cover.

use num_bigint::BigUint;
use vesc_col_core::StopReason;

use crate::bits;
use crate::run_context::RunContext;
use crate::zdd::{Family, Store, Walk, avoiding, count, hitting, only_member};

/// Terms that cover the same of some positives.
#[derive(Clone, Debug)]
pub(crate) struct Class {
    /// Those that they cover.
    pub(crate) cover: Box<[u64]>,
    pub(crate) family: Family,
}

/// What a class takes beside its cover, in bytes, its count included.
const CLASS_BYTES: usize = 96;

/// Terms of one size in classes, those that cover the most first.
#[derive(Clone, Debug)]
pub(crate) struct Split {
    /// How many literals each term has.
    pub(crate) size: usize,
    pub(crate) classes: Vec<Class>,
    /// How many terms there are in the classes before each, and in all.
    pub(crate) sums: Vec<BigUint>,
}

impl Split {
    /// Bytes that it takes, without those of numbers of more than a word.
    pub(crate) fn bytes(&self) -> usize {
        self.classes.first().map_or(0, |class| self.classes.len() * class_bytes(class.cover.len()))
    }

    /// How many terms there are in a range of classes.
    pub(crate) fn count(&self, from: usize, to: usize) -> BigUint {
        &self.sums[to] - &self.sums[from]
    }

    /// The families, to be renumbered.
    pub(crate) fn families_mut(&mut self) -> impl Iterator<Item = &mut Family> {
        self.classes.iter_mut().map(|class| &mut class.family)
    }
}

fn class_bytes(cover_words: usize) -> usize {
    CLASS_BYTES + 8 * cover_words
}

/// Running sums of the counts of classes, beginning with 0.
pub(crate) fn sums(counts: impl IntoIterator<Item = BigUint>) -> Vec<BigUint> {
    let mut sums = vec![BigUint::ZERO];
    for count in counts {
        let sum = &sums[sums.len() - 1] + count;
        sums.push(sum);
    }
    sums
}

/// Splits the terms of a family, all of `size` literals, by which of some positives they cover.
///
/// The classes may take `memory` bytes. One positive after the other: the terms that cover it have no literal that is
/// false on it, the others have one.
///
/// # Errors
///
/// The reason to stop, if the run must end or memory does not suffice.
pub(crate) fn split(
    store: &mut Store,
    walk: &mut Walk,
    true_on: &[Box<[u64]>],
    (family, size): (Family, usize),
    positives: &[u64],
    memory: usize,
    context: &mut RunContext<'_>,
) -> Result<Split, StopReason> {
    let order: Vec<usize> = bits::iter(positives).collect();
    // The classes by how many positives they cover.
    let mut by_size: Vec<Vec<Class>> = vec![Vec::new(); order.len() + 1];
    let mut found = 0;
    let mut open = vec![(Class { cover: vec![0; positives.len()].into(), family }, 0)];
    while let Some((mut class, done)) = open.pop() {
        context.spend(64)?;
        if class.family == Family::EMPTY {
            continue;
        }
        if found * class_bytes(positives.len()) > memory {
            return Err(StopReason::Memory);
        }
        let Some(&positive) = order.get(done) else {
            by_size[bits::len(&class.cover)].push(class);
            found += 1;
            continue;
        };
        if let Some(term) = only_member(store, class.family) {
            context.spend(8 * (order.len() - done))?;
            for &positive in &order[done..] {
                if term.iter().all(|&literal| bits::contains(&true_on[positive], literal as usize)) {
                    bits::insert(&mut class.cover, positive);
                }
            }
            by_size[bits::len(&class.cover)].push(class);
            found += 1;
            continue;
        }
        let false_literals: Vec<u64> = true_on[positive].iter().map(|literals| !literals).collect();
        let rest = hitting(store, walk, class.family, &false_literals, context)?;
        let covering = avoiding(store, walk, class.family, &false_literals, context)?;
        open.push((Class { cover: class.cover.clone(), family: rest }, done + 1));
        bits::insert(&mut class.cover, positive);
        open.push((Class { cover: class.cover, family: covering }, done + 1));
    }
    let mut classes = Vec::with_capacity(found);
    for class in by_size.into_iter().rev() {
        context.spend(16 * class.len())?;
        classes.extend(class);
    }
    let families: Vec<Family> = classes.iter().map(|class| class.family).collect();
    let counts = count(store, walk, &families, context)?;
    Ok(Split { size, classes, sums: sums(counts) })
}

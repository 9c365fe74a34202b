//! Samples as sets of the literals that they violate.

use super::bits;

/// Sets of literals, each of which a term must meet: one for each sample that the term is to reject.
#[derive(Clone, Debug)]
pub(crate) struct Masks {
    /// Words of one set; at least 1.
    stride: usize,
    words: Vec<u64>,
}

impl Masks {
    pub(crate) fn new(literals: usize) -> Masks {
        Masks { stride: literals.div_ceil(64).max(1), words: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.words.len() / self.stride
    }

    pub(crate) fn get(&self, index: usize) -> &[u64] {
        &self.words[index * self.stride..][..self.stride]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u64]> {
        self.words.chunks_exact(self.stride)
    }

    pub(crate) fn push(&mut self, members: impl IntoIterator<Item = usize>) {
        let start = self.words.len();
        self.words.resize(start + self.stride, 0);
        for member in members {
            self.words[start + member / 64] |= 1 << (member % 64);
        }
    }

    /// Those sets that are not met by `chosen`, without the literals that are not `free`.
    pub(crate) fn unmet(&self, chosen: usize, free: &[u64]) -> Masks {
        let mut unmet = Masks { stride: self.stride, words: Vec::new() };
        for mask in self.iter().filter(|mask| !bits::contains(mask, chosen)) {
            unmet.words.extend(mask.iter().zip(free).map(|(mask, free)| mask & free));
        }
        unmet
    }

    /// The same question with smallest sets first, none twice, and none that contains a very small one.
    pub(crate) fn reduced(&self) -> Masks {
        let mut order: Vec<&[u64]> = self.iter().collect();
        order.sort_unstable_by(|a, b| bits::count(a).cmp(&bits::count(b)).then_with(|| a.cmp(b)));
        order.dedup();
        let small: Vec<&[u64]> = order.iter().copied().take_while(|mask| bits::count(mask) <= DOMINATING).collect();
        let dominated = |mask: &[u64]| {
            small.iter().any(|small| *small != mask && small.iter().zip(mask).all(|(small, mask)| small & !mask == 0))
        };
        let mut reduced = Masks { stride: self.stride, words: Vec::with_capacity(self.words.len()) };
        for mask in order.iter().filter(|mask| !dominated(mask)) {
            reduced.words.extend_from_slice(mask);
        }
        reduced
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.words.len() as u64 * 8
    }
}

/// Sets of so many literals are looked for in the others. A larger one is rarely contained in another.
const DOMINATING: usize = 5;

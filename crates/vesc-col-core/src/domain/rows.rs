//! The cells that rows have in some features.

use hashbrown::HashSet;

/// The cells of some features that rows have had so far, and that were found good. What is good of one row is good of
/// all others with the same cells. So a row costs a word for 64 features, not a step for each feature.
pub(super) struct KnownCells<'a> {
    /// Ascending.
    features: &'a [usize],
    good: HashSet<Box<[u64]>>,
    /// The cells of the row that is looked at.
    cells: Vec<u64>,
}

impl<'a> KnownCells<'a> {
    /// No row yet. The features ascend.
    pub(super) fn of(features: &'a [usize]) -> KnownCells<'a> {
        KnownCells { features, good: HashSet::new(), cells: Vec::new() }
    }

    /// Whether the cells of a row of these packed values are good. `see` says so at once from the packed cells, if it can.
    /// Otherwise `check` is called if no row had the same ones.
    pub(super) fn are_good(
        &mut self,
        words: &[u64],
        see: impl FnOnce(&[u64]) -> Option<bool>,
        check: impl FnOnce() -> bool,
    ) -> bool {
        pack(words, self.features, &mut self.cells);
        if let Some(are_good) = see(&self.cells) {
            return are_good;
        }
        let known = self.good.contains(&self.cells[..]);
        if !known && check() {
            self.good.insert(self.cells.as_slice().into());
            return true;
        }
        known
    }
}

/// The cell of a row of packed values in a feature.
pub(super) fn bit(words: &[u64], feature: usize) -> bool {
    words[feature / 64] >> (feature % 64) & 1 == 1
}

/// Packs the cells of these features, which ascend.
fn pack(words: &[u64], features: &[usize], cells: &mut Vec<u64>) {
    cells.clear();
    let (Some(&first), Some(&last)) = (features.first(), features.last()) else { return };
    if last - first + 1 > features.len() {
        let word = |chunk: &[usize]| (0..).zip(chunk).fold(0, |word, (at, &f)| word | u64::from(bit(words, f)) << at);
        cells.extend(features.chunks(64).map(word));
        return;
    }
    // Side by side: words are shifted.
    let shift = first % 64;
    cells.extend((first / 64..=last / 64).map(|at| {
        let next = words.get(at + 1).copied().unwrap_or(0);
        words[at] >> shift | if shift == 0 { 0 } else { next << (64 - shift) }
    }));
    cells.truncate(features.len().div_ceil(64));
    if let (Some(word), rest @ 1..) = (cells.last_mut(), features.len() % 64) {
        *word &= !0 >> (64 - rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_checked_once_if_they_are_good() {
        let mut cells = KnownCells::of(&[1, 3]);
        let unseen = |_: &[u64]| None;
        assert!(!cells.are_good(&[0b1010], unseen, || false));
        assert!(cells.are_good(&[0b1010], unseen, || true));
        assert!(cells.are_good(&[0b1111], unseen, || panic!("it is known")));
        assert!(!cells.are_good(&[0b0111], unseen, || false));
        assert!(!cells.are_good(&[0b1010], |cells| Some(cells == [0b01]), || panic!("it was seen at once")));
    }

    #[test]
    fn cells_side_by_side_are_packed_as_others() {
        let words = [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, 0x0f1e_2d3c_4b5a_6978, 0x5555_3333_0f0f_00ff];
        let mut cells = Vec::new();
        for first in 0..130 {
            for count in [1, 2, 63, 64, 65, 100, 126] {
                let features: Vec<usize> = (first..first + count).collect();
                pack(&words, &features, &mut cells);
                let expected = features.iter().map(|&feature| bit(&words, feature));
                assert!((0..count).map(|at| bit(&cells, at)).eq(expected), "{first} {count}");
                assert_eq!(cells.len(), count.div_ceil(64));
                assert!(count % 64 == 0 || cells[count / 64] >> (count % 64) == 0, "{first} {count}");
            }
        }
        pack(&words, &[0, 1, 63, 64, 200], &mut cells);
        let bits = [0, 1, 63, 64, 200].map(|feature| u64::from(bit(&words, feature)));
        assert_eq!(cells, [bits.iter().rev().fold(0, |word, bit| word << 1 | bit)]);
    }
}

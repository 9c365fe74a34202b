//! 32 lanes of sixteen bits at a time.

use crate::octet::Octet;
use crate::packing::BLOCK;

/// 32 lanes, a cache line, in the order of the path that stored them: also a table to be looked up by five bits, or by four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Line(pub(crate) [u16; 32]);

/// What the innermost loops do with 32 lanes, or eight words, at once.
pub(crate) trait Lanes: Copy {
    type Vector: Copy;
    /// For 32 lanes the numbers of the subsets of each group of rows.
    type Subsets: Copy;

    /// Whether there are instructions to look up lanes in a table.
    const SWEEPS: bool;
    /// Rows are combined in groups of so many: a table has a lane for each subset.
    const GROUP: usize;
    /// The groups of the sixteen rows of a lane. Where one row is left over, that is the full one.
    const GROUPS: usize = 16 / Self::GROUP;

    fn splat(self, word: u64) -> Self::Vector;
    fn and(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn and_not(self, a: Self::Vector, removed: Self::Vector) -> Self::Vector;
    fn or(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The sum of all words.
    fn sum(self, words: Self::Vector) -> u64;
    /// Adds to each word of `sums` the number of ones in the same word of `vector`.
    fn add_ones(self, sums: Self::Vector, vector: Self::Vector) -> Self::Vector;

    /// 32 lanes of a longer row of lanes.
    fn load_lanes(self, lanes: &[u16], start: usize) -> Self::Vector;
    /// 32 lanes that this path has stored.
    fn load_line(self, line: &Line) -> Self::Vector;
    fn store_line(self, vector: Self::Vector) -> Line;
    /// Which subsets of the groups of rows the lanes are.
    fn subsets(self, rows: Self::Vector) -> Self::Subsets;
    /// For each lane what all tables, one for each group, have in common for its subsets.
    fn look_up(self, tables: &[Line], subsets: Self::Subsets) -> Self::Vector;
    /// For each lane the place with its number, if that is among the sixteen from `first` on, a multiple of sixteen.
    fn place(self, numbers: Self::Vector, first: u16) -> Self::Vector;
    /// For each lane the places up to its number, of the sixteen from `first` on, a multiple of sixteen.
    fn places_up_to(self, numbers: Self::Vector, first: u16) -> Self::Vector;
    /// The lanes with the numbers of members of a set of up to 512.
    fn members(self, set: Self::Vector, numbers: Self::Vector) -> u32;
    /// All ones in the lanes of a mask.
    fn ones(self, mask: u32) -> Self::Vector;
    /// The lanes that are not zero.
    fn full_lanes(self, lanes: Self::Vector) -> u32;
    /// The same lane 32 times.
    fn splat_lane(self, lane: u16) -> Self::Vector;
    /// Eight words of a longer row.
    fn load_words(self, words: &[u64], start: usize) -> Self::Vector;
    /// Brings the words of the members together, in chunks of sixteen bits, from `start` on; in each chunk there is room for all
    /// words, and a line more.
    fn narrow(self, set: u64, words: &[u64; BLOCK], chunks: &mut [Vec<u16>], start: usize);
}

/// [`Lanes::narrow`] word by word.
#[inline(always)]
pub(crate) fn narrow_by_words(set: u64, words: &[u64; BLOCK], chunks: &mut [Vec<u16>], start: usize) {
    let (mut rest, mut at) = (set, start);
    while rest != 0 {
        let mut word = words[rest.trailing_zeros() as usize];
        rest &= rest - 1;
        for chunk in &mut *chunks {
            chunk[at] = word as u16;
            word >>= 16;
        }
        at += 1;
    }
}

/// Plain loops: what the instructions are held to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loops;

impl Lanes for Loops {
    type Vector = Octet;
    type Subsets = Octet;

    const SWEEPS: bool = false;
    const GROUP: usize = 5;

    fn splat(self, word: u64) -> Octet {
        Octet::splat(word)
    }

    fn and(self, a: Octet, b: Octet) -> Octet {
        a.and(b)
    }

    fn and_not(self, a: Octet, removed: Octet) -> Octet {
        a.and_not(removed)
    }

    fn or(self, a: Octet, b: Octet) -> Octet {
        a.or(b)
    }

    fn sum(self, words: Octet) -> u64 {
        words.0.iter().sum()
    }

    fn add_ones(self, sums: Octet, vector: Octet) -> Octet {
        sums.add_ones(vector)
    }

    fn load_lanes(self, lanes: &[u16], start: usize) -> Octet {
        pack_lanes(std::array::from_fn(|lane| lanes[start + lane]))
    }

    fn load_line(self, line: &Line) -> Octet {
        pack_lanes(line.0)
    }

    fn store_line(self, vector: Octet) -> Line {
        Line(std::array::from_fn(|lane| lane_of(vector, lane)))
    }

    fn subsets(self, rows: Octet) -> Octet {
        rows
    }

    fn look_up(self, tables: &[Line], subsets: Octet) -> Octet {
        let of_group = |subset: u16, group: usize| usize::from(subset >> (Self::GROUP * group)) % (1 << Self::GROUP);
        let common = |subset| {
            tables.iter().enumerate().fold(!0, |common, (group, table)| common & table.0[of_group(subset, group)])
        };
        each_lane(subsets, common)
    }

    fn place(self, numbers: Octet, first: u16) -> Octet {
        each_lane(numbers, |number| 1u16.checked_shl(number.wrapping_sub(first).into()).unwrap_or(0))
    }

    fn places_up_to(self, numbers: Octet, first: u16) -> Octet {
        let behind = |number: u16| first.saturating_add(15).saturating_sub(number);
        each_lane(numbers, |number| u16::MAX.checked_shr(behind(number).into()).unwrap_or(0))
    }

    fn members(self, set: Octet, numbers: Octet) -> u32 {
        let member = |number: u16| set.0[usize::from(number >> 6 & 7)] >> (number & 63) & 1;
        (0..32).fold(0, |mask, lane| mask | (member(lane_of(numbers, lane)) as u32) << lane)
    }

    fn ones(self, mask: u32) -> Octet {
        pack_lanes(std::array::from_fn(|lane| if mask >> lane & 1 == 1 { !0 } else { 0 }))
    }

    fn full_lanes(self, lanes: Octet) -> u32 {
        (0..32).fold(0, |mask, lane| mask | u32::from(lane_of(lanes, lane) != 0) << lane)
    }

    fn splat_lane(self, lane: u16) -> Octet {
        pack_lanes([lane; 32])
    }

    fn load_words(self, words: &[u64], start: usize) -> Octet {
        Octet(std::array::from_fn(|word| words[start + word]))
    }

    fn narrow(self, set: u64, words: &[u64; BLOCK], chunks: &mut [Vec<u16>], start: usize) {
        narrow_by_words(set, words, chunks, start);
    }
}

fn lane_of(lanes: Octet, lane: usize) -> u16 {
    (lanes.0[lane / 4] >> (16 * (lane % 4))) as u16
}

fn pack_lanes(lanes: [u16; 32]) -> Octet {
    Octet(std::array::from_fn(|word| (0..4).fold(0, |packed, i| packed | u64::from(lanes[4 * word + i]) << (16 * i))))
}

fn each_lane(lanes: Octet, change: impl Fn(u16) -> u16) -> Octet {
    pack_lanes(std::array::from_fn(|lane| change(lane_of(lanes, lane))))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What an instruction is tried on.
    #[derive(Clone, Debug)]
    struct Draw {
        a: [u16; 32],
        b: [u16; 32],
        numbers: [u16; 32],
        words: Vec<u64>,
        tables: Vec<[u16; 32]>,
        lane: u16,
        part: u16,
        mask: u32,
        set: u64,
    }

    fn draw() -> impl Strategy<Value = Draw> {
        let row = || prop::array::uniform32(any::<u16>());
        let few = (0u16..40, any::<u32>(), any::<u64>(), any::<u16>());
        let many = (prop::collection::vec(any::<u64>(), BLOCK), prop::collection::vec(row(), 4));
        (row(), row(), prop::array::uniform32(0u16..640), many, few).prop_map(
            |(a, b, numbers, (words, tables), (part, mask, set, lane))| Draw {
                a,
                b,
                numbers,
                words,
                tables,
                lane,
                part,
                mask,
                set,
            },
        )
    }

    /// The lanes of a vector, in whatever order its path has them.
    fn lanes_of<L: Lanes>(lanes: L, vector: L::Vector) -> [u16; 32] {
        let mut found = [0; 32];
        for bit in 0..16 {
            let full = lanes.full_lanes(lanes.and(vector, lanes.splat_lane(1 << bit)));
            found.iter_mut().enumerate().for_each(|(lane, found)| *found |= ((full >> lane & 1) as u16) << bit);
        }
        found
    }

    fn does_what_plain_loops_do<L: Lanes>(path: L, draw: &Draw) {
        let Draw { a, b, numbers, words, tables, lane, part, mask, set } = draw;
        let (x, y, n) = (path.load_lanes(a, 0), path.load_lanes(b, 0), path.load_lanes(numbers, 0));
        let (p, q, m) = (Loops.load_lanes(a, 0), Loops.load_lanes(b, 0), Loops.load_lanes(numbers, 0));
        let same = |these: L::Vector, those: Octet| assert_eq!(lanes_of(path, these), lanes_of(Loops, those));
        same(x, p);
        assert_eq!(lanes_of(path, x), *a);
        assert_eq!(lanes_of(path, path.load_lanes(&[&a[..], &b[..]].concat(), 5))[27..], b[..5]);
        same(path.splat_lane(*lane), Loops.splat_lane(*lane));
        assert_eq!(path.sum(path.splat(u64::from(*mask))), 8 * u64::from(*mask));
        same(path.splat(!0), Loops.splat(!0));
        same(path.and(x, y), Loops.and(p, q));
        same(path.and_not(x, y), Loops.and_not(p, q));
        same(path.or(x, y), Loops.or(p, q));
        same(path.ones(*mask), Loops.ones(*mask));
        same(path.load_line(&path.store_line(x)), p);
        let sparse = Loops.and(Loops.ones(*mask), p);
        assert_eq!(path.full_lanes(path.and(path.ones(*mask), x)), Loops.full_lanes(sparse));
        same(path.place(n, 16 * part), Loops.place(m, 16 * part));
        same(path.places_up_to(n, 16 * part), Loops.places_up_to(m, 16 * part));
        same(path.places_up_to(y, 16 * part), Loops.places_up_to(q, 16 * part));
        assert_eq!(path.members(path.load_words(words, 3), n), Loops.members(Loops.load_words(words, 3), m));
        let words_of = |word: u64| path.and(path.load_words(words, 3), path.splat(word));
        assert_eq!(path.sum(words_of(0xffff)), Loops.sum(Loops.and(Loops.load_words(words, 3), Loops.splat(0xffff))));
        assert_eq!(path.sum(path.add_ones(path.splat(7), x)), Loops.sum(Loops.add_ones(Loops.splat(7), p)));
        let mut chunks = [0, 1, 2, 3, 4].map(|_| vec![0; BLOCK + 40]);
        let mut expected = chunks.clone();
        let words: &[u64; BLOCK] = words[..].try_into().unwrap();
        path.narrow(*set, words, &mut chunks[..4], 2);
        narrow_by_words(*set, words, &mut expected[..4], 2);
        // What stands behind the members is of no interest.
        let there = 2..2 + set.count_ones() as usize;
        chunks
            .iter()
            .zip(&expected)
            .for_each(|(chunk, expected)| assert_eq!(chunk[there.clone()], expected[there.clone()]));
        // Tables of fewer lanes come again and again.
        let table = |group: usize, subset: usize| tables[group][subset % (1 << L::GROUP)];
        let line = |group| path.store_line(path.load_lanes(&(0..32).map(|i| table(group, i)).collect::<Vec<_>>(), 0));
        let lines: Vec<Line> = (0..L::GROUPS).map(line).collect();
        let common = |&rows: &u16| {
            (0..L::GROUPS).fold(!0, |common, group| common & table(group, usize::from(rows) >> (L::GROUP * group)))
        };
        let found = lanes_of(path, path.look_up(&lines, path.subsets(x)));
        assert_eq!(found.to_vec(), a.iter().map(common).collect::<Vec<_>>());
    }

    proptest! {
        #[test]
        fn each_instruction_does_what_plain_loops_do(draw in draw()) {
            does_what_plain_loops_do(Loops, &draw);
            #[cfg(target_arch = "x86_64")]
            {
                crate::wide::Wide::try_new().into_iter().for_each(|wide| does_what_plain_loops_do(wide, &draw));
                pulp::x86::V3::try_new().into_iter().for_each(|half| does_what_plain_loops_do(half, &draw));
            }
        }
    }
}

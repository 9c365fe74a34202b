//! 32 lanes of sixteen bits at a time.

use crate::octet::Octet;

/// 32 lanes, a cache line: also a table to be looked up by five bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Line(pub(crate) [u16; 32]);

/// What the innermost loops do with 32 lanes, or eight words, at once.
pub(crate) trait Lanes: Copy {
    type Vector: Copy;

    /// Whether to look up 32 lanes is one instruction.
    const SWEEPS: bool;

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
    /// For each lane the lane of the table that the lowest five bits of its index say.
    fn lookup_lanes(self, table: &Line, index: Self::Vector) -> Self::Vector;
    /// Each lane without its lowest bits.
    fn shifted<const BITS: u32>(self, lanes: Self::Vector) -> Self::Vector;
    /// For each lane the place with its number, if that is among the sixteen from `first` on.
    fn place(self, numbers: Self::Vector, first: u16) -> Self::Vector;
    /// For each lane the places up to its number, of the sixteen from `first` on.
    fn places_up_to(self, numbers: Self::Vector, first: u16) -> Self::Vector;
    /// The lanes with the numbers of members of a set of up to 512.
    fn members(self, set: Self::Vector, numbers: Self::Vector) -> u32;
    /// All ones in the lanes of a mask.
    fn ones(self, mask: u32) -> Self::Vector;
    /// The lanes that are not zero.
    fn full_lanes(self, lanes: Self::Vector) -> u32;
    /// The same lane 32 times.
    fn splat_lane(self, lane: u16) -> Self::Vector;
    fn store_lanes(self, vector: Self::Vector, lanes: &mut [u16], start: usize);
    /// Eight words of a longer row.
    fn load_words(self, words: &[u64], start: usize) -> Self::Vector;
    /// The words of the members, close together.
    fn squeeze(self, words: Self::Vector, members: u8) -> Self::Vector;
    /// Stores the lowest sixteen bits of each word.
    fn store_narrow(self, words: Self::Vector, lanes: &mut [u16], start: usize);
    /// Each word without its lowest sixteen bits.
    fn next_chunk(self, words: Self::Vector) -> Self::Vector;
}

/// Plain loops: what the instructions are held to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loops;

impl Lanes for Loops {
    type Vector = Octet;

    const SWEEPS: bool = false;

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

    fn lookup_lanes(self, table: &Line, index: Octet) -> Octet {
        each_lane(index, |lane| table.0[usize::from(lane & 31)])
    }

    fn shifted<const BITS: u32>(self, lanes: Octet) -> Octet {
        each_lane(lanes, |lane| lane >> BITS)
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

    fn store_lanes(self, vector: Octet, lanes: &mut [u16], start: usize) {
        (0..32).for_each(|lane| lanes[start + lane] = lane_of(vector, lane));
    }

    fn load_words(self, words: &[u64], start: usize) -> Octet {
        Octet(std::array::from_fn(|word| words[start + word]))
    }

    fn squeeze(self, words: Octet, members: u8) -> Octet {
        let mut squeezed = Octet([0; 8]);
        (0..8).filter(|i| members >> i & 1 == 1).zip(&mut squeezed.0).for_each(|(i, word)| *word = words.0[i]);
        squeezed
    }

    fn store_narrow(self, words: Octet, lanes: &mut [u16], start: usize) {
        (0..8).for_each(|word| lanes[start + word] = words.0[word] as u16);
    }

    fn next_chunk(self, words: Octet) -> Octet {
        Octet(words.0.map(|word| word >> 16))
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

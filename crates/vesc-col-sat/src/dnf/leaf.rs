//! A hitting-set question that is small enough for one solver.

use super::bits::{self, Bits};
use super::desk::Desk;
use super::masks::Masks;
use crate::Lit;
use crate::encoder::Encoder;
use crate::halt::Halt;

/// With so many samples a solver begins; violated ones are added so many at a time.
const FIRST: usize = 32;
const MORE: usize = 8;

/// All sets of `room` free literals that meet each mask, found by a solver one after the other.
pub(crate) struct Leaf<'a> {
    encoder: Encoder<'a>,
    /// Free literals with their symbols.
    symbols: Vec<(usize, Lit)>,
    /// What is to be met, smallest first.
    masks: Masks,
    /// Which masks have no clause yet.
    waiting: Vec<usize>,
}

impl<'a> Leaf<'a> {
    /// `opposite` gives a literal's negation, where it is a literal of the question too.
    pub(crate) fn open(
        desk: &Desk<'a>,
        free: &Bits,
        room: usize,
        masks: Masks,
        opposite: &[Option<u32>],
    ) -> Result<Leaf<'a>, Halt> {
        let mut encoder = desk.encoder(masks.bytes());
        let symbols: Vec<(usize, Lit)> =
            free.iter().map(|literal| Ok((literal, encoder.variable()?))).collect::<Result<_, Halt>>()?;
        let symbol = |wanted: usize| {
            symbols.binary_search_by_key(&wanted, |(literal, _)| *literal).ok().map(|found| symbols[found].1)
        };
        for &(literal, positive) in &symbols {
            let negative = opposite[literal].map(|other| other as usize).filter(|&other| other > literal);
            if let Some(negative) = negative.and_then(symbol) {
                encoder.clause(&[!positive, !negative])?;
            }
        }
        let operands: Vec<Lit> = symbols.iter().map(|(_, symbol)| *symbol).collect();
        if operands.len() == room {
            operands.iter().try_for_each(|&symbol| encoder.clause(&[symbol]))?;
        } else {
            let enough = encoder.at_least(room, operands.clone())?;
            let too_many = encoder.at_least(room + 1, operands)?;
            encoder.clause(&[enough])?;
            encoder.clause(&[!too_many])?;
        }
        let mut leaf = Leaf { encoder, symbols, waiting: (0..masks.len()).rev().collect(), masks };
        for _ in 0..FIRST {
            if let Some(mask) = leaf.waiting.pop() {
                leaf.demand(mask)?;
            }
        }
        leaf.waiting.reverse();
        Ok(leaf)
    }

    /// Another set, blocked from then on; `None` if there is none left.
    pub(crate) fn next(&mut self) -> Result<Option<Vec<u32>>, Halt> {
        while self.encoder.solve(&[])? {
            let found = self.symbols.iter().filter(|(_, symbol)| self.encoder.value(*symbol));
            let found: Vec<(usize, Lit)> = found.copied().collect();
            let violated = |mask: &usize| {
                let mask = self.masks.get(*mask);
                !found.iter().any(|(literal, _)| bits::contains(mask, *literal))
            };
            let violated: Vec<usize> = self.waiting.iter().copied().filter(violated).take(MORE).collect();
            if violated.is_empty() {
                let clause: Vec<Lit> = found.iter().map(|(_, symbol)| !*symbol).collect();
                self.encoder.clause(&clause)?;
                return Ok(Some(found.iter().map(|(literal, _)| *literal as u32).collect()));
            }
            self.waiting.retain(|mask| !violated.contains(mask));
            violated.into_iter().try_for_each(|mask| self.demand(mask))?;
        }
        Ok(None)
    }

    fn demand(&mut self, mask: usize) -> Result<(), Halt> {
        let mask = self.masks.get(mask);
        let members = self.symbols.iter().filter(|(literal, _)| bits::contains(mask, *literal));
        let clause: Vec<Lit> = members.map(|(_, symbol)| *symbol).collect();
        self.encoder.clause(&clause)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use vesc_col_core::Run;

    use super::*;
    use crate::Varisat;
    use crate::encoding::Encoding;

    /// All sets of so many of the free literals, no two of which are opposite, that meet each mask.
    fn by_trial(free: &[usize], room: usize, masks: &[Vec<usize>], opposite: &[Option<u32>]) -> BTreeSet<Vec<u32>> {
        let mut sets: Vec<Vec<usize>> = vec![Vec::new()];
        for _ in 0..room {
            let longer = |set: &Vec<usize>| {
                let next = free.iter().filter(|&literal| set.last().is_none_or(|last| last < literal));
                next.map(|&literal| [&set[..], &[literal]].concat()).collect::<Vec<_>>()
            };
            sets = sets.iter().flat_map(longer).collect();
        }
        let is_term = |set: &[usize]| {
            set.iter().all(|&literal| opposite[literal].is_none_or(|other| !set.contains(&(other as usize))))
        };
        let meets = |set: &[usize]| masks.iter().all(|mask| mask.iter().any(|literal| set.contains(literal)));
        let found = sets.into_iter().filter(|set| is_term(set) && meets(set));
        found.map(|set| set.into_iter().map(|literal| literal as u32).collect()).collect()
    }

    /// Literals in two words, some of them opposite to each other, and more masks than a solver begins with.
    #[test]
    fn sets_are_those_that_trial_finds() {
        const LITERALS: usize = 70;
        let mut state = 5u64;
        let mut below = |bound: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % bound
        };
        // Twelve free literals, six of them three pairs.
        let free = [3, 4, 17, 18, 20, 21, 63, 64, 66, 67, 68, 69];
        let mut opposite = vec![None; LITERALS];
        for (one, other) in [(3, 4), (63, 64), (66, 67)] {
            (opposite[one], opposite[other]) = (Some(other as u32), Some(one as u32));
        }
        let mut counts = Vec::new();
        for (masks, room) in [(0, 3), (6, 3), (FIRST + MORE + 3, 3), (3 * FIRST, 4), (3 * FIRST, 5)] {
            let masks: Vec<Vec<usize>> =
                (0..masks).map(|_| free.iter().copied().filter(|_| below(5) < 3).collect()).collect();
            let mut known = Masks::new(LITERALS);
            masks.iter().for_each(|mask| known.push((0..LITERALS).map(|literal| mask.contains(&literal))));
            let mut bits = Bits::none(LITERALS);
            free.iter().for_each(|&literal| bits.insert(literal));
            let run = Run::new();
            let desk = Desk::new(&Varisat, Encoding::default(), &run);
            let Ok(mut leaf) = Leaf::open(&desk, &bits, room, known, &opposite) else { panic!("no limit strikes") };
            let mut found = BTreeSet::new();
            while let Ok(Some(set)) = leaf.next() {
                assert!(found.insert(set.clone()), "{set:?} comes twice");
            }
            assert_eq!(found, by_trial(&free, room, &masks, &opposite), "{} masks", masks.len());
            counts.push(found.len());
        }
        assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
    }
}

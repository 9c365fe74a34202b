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

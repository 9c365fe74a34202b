//! All sets of so many literals that meet each mask.

use std::ops::RangeInclusive;

use super::bits::{self, Bits, choices};
use super::desk::Desk;
use super::leaf::Leaf;
use super::masks::Masks;
use crate::halt::Halt;

/// A solver gets questions of so many candidates; larger ones are split on a mask first. Below, splitting on costs less
/// than to open a solver.
const CANDIDATES: RangeInclusive<u64> = 64..=2_000;

/// A solver gets questions of so much room at least: pairs are found sooner by splitting and intersecting.
const ROOM: usize = 3;

/// The search for all sets of so many literals that meet each mask, one found after the other.
///
/// A large question is split on its smallest mask: one of its literals is chosen, those before it are not. What is left
/// is a question with less room, fewer masks and fewer literals, for which a fresh solver has nothing to learn that it
/// could not learn quicker than a solver of the whole question.
pub(crate) struct Hitting<'a> {
    /// For each literal its negation, if that may be chosen at all.
    opposite: Vec<Option<u32>>,
    /// A question that is not taken up yet.
    pending: Option<Frame>,
    frames: Vec<Frame>,
    leaf: Option<(Vec<u32>, Leaf<'a>)>,
    /// The last literals of sets for which all others are chosen.
    last: Option<(Vec<u32>, Vec<u32>)>,
}

/// A question that is being split.
struct Frame {
    chosen: Vec<u32>,
    /// Literals that may still be chosen.
    free: Bits,
    masks: Masks,
    /// The literals to split on, the next one last.
    branches: Vec<u32>,
    room: usize,
}

impl<'a> Hitting<'a> {
    /// `opposite` gives for each literal its negation, if there is one; the two are never chosen together.
    pub(crate) fn new(opposite: Vec<Option<u32>>, masks: &Masks, room: usize) -> Hitting<'a> {
        let free = Bits::all(opposite.len());
        let whole = Frame { chosen: Vec::new(), free, masks: masks.reduced(), branches: Vec::new(), room };
        Hitting { opposite, pending: Some(whole), frames: Vec::new(), leaf: None, last: None }
    }

    /// Another set, ascending; `None` if there is none left.
    pub(crate) fn next(&mut self, desk: &Desk<'a>) -> Result<Option<Vec<u32>>, Halt> {
        loop {
            if let Some((chosen, last)) = &mut self.last {
                match last.pop() {
                    Some(literal) => return Ok(Some(sorted(chosen, &[literal]))),
                    None => self.last = None,
                }
            }
            if let Some((chosen, leaf)) = &mut self.leaf {
                match leaf.next()? {
                    Some(found) => return Ok(Some(sorted(chosen, &found))),
                    None => self.leaf = None,
                }
            }
            desk.check()?;
            if let Some(frame) = self.pending.take() {
                self.enter(desk, frame)?;
                continue;
            }
            let Some(frame) = self.frames.last_mut() else { return Ok(None) };
            match frame.branches.pop() {
                Some(literal) => self.pending = Some(frame.choose(literal, self.opposite[literal as usize])),
                None => drop(self.frames.pop()),
            }
        }
    }

    /// Takes up a question: answers it, opens a solver for it, or splits it.
    fn enter(&mut self, desk: &Desk<'a>, mut frame: Frame) -> Result<(), Halt> {
        let candidates = choices(frame.free.count(), frame.room);
        if candidates == 0 || frame.masks.len() > 0 && bits::count(frame.masks.get(0)) == 0 {
            return Ok(());
        }
        if frame.room == 1 {
            frame.masks.iter().for_each(|mask| frame.free.retain_all(mask));
            let last = frame.free.iter().map(|literal| literal as u32).collect();
            self.last = Some((frame.chosen, last));
            return Ok(());
        }
        if frame.masks.len() > 0 && frame.room >= ROOM && CANDIDATES.contains(&candidates) {
            let leaf = Leaf::open(desk, &frame.free, frame.room, frame.masks, &self.opposite)?;
            self.leaf = Some((frame.chosen, leaf));
            return Ok(());
        }
        // Without masks any literal may be the first of those chosen.
        let split = if frame.masks.len() > 0 { frame.masks.get(0) } else { frame.free.words() };
        frame.branches = bits::members(split).map(|literal| literal as u32).collect();
        self.frames.push(frame);
        Ok(())
    }
}

impl Frame {
    /// The question that is left when this literal is chosen; here it is not chosen any more.
    fn choose(&mut self, literal: u32, opposite: Option<u32>) -> Frame {
        self.free.remove(literal as usize);
        let mut free = self.free.clone();
        if let Some(opposite) = opposite {
            free.remove(opposite as usize);
        }
        let masks = self.masks.unmet(literal as usize, free.words()).reduced();
        let chosen = self.chosen.iter().copied().chain([literal]).collect();
        Frame { chosen, free, masks, branches: Vec::new(), room: self.room - 1 }
    }
}

fn sorted(chosen: &[u32], others: &[u32]) -> Vec<u32> {
    let mut all = [chosen, others].concat();
    all.sort_unstable();
    all
}

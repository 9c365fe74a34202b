//! All sets of so many literals that meet each mask.

use std::ops::RangeInclusive;

use super::bits::{self, Bits, choices};
use super::desk::Desk;
use super::leaf::Leaf;
use super::masks::Masks;
use crate::halt::Halt;

/// A solver gets questions of so many candidates; larger ones are split on a mask first. Below, splitting on costs less
/// than to open a solver.
const CANDIDATES: RangeInclusive<u64> = 64..=500;

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
                Some(literal) => {
                    let opposite = self.opposite[literal as usize];
                    match frame.room {
                        2 => self.last = Some(frame.choose_before_last(literal, opposite)),
                        _ => self.pending = Some(frame.choose(literal, opposite)),
                    }
                }
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
            let last = meeting_all(frame.free, frame.masks.iter());
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
        let (chosen, free) = self.chosen_and_free(literal, opposite);
        let room = self.room - 1;
        let masks = self.masks.unmet(literal as usize, free.words());
        // A pair is found by splitting on the smallest mask; the others are only gone through.
        let masks = if room < ROOM { masks.smallest_first() } else { masks.reduced() };
        Frame { chosen, free, masks, branches: Vec::new(), room }
    }

    /// The same where one literal is left to choose: the chosen ones, and which may be the last.
    fn choose_before_last(&mut self, literal: u32, opposite: Option<u32>) -> (Vec<u32>, Vec<u32>) {
        let (chosen, free) = self.chosen_and_free(literal, opposite);
        let unmet = self.masks.iter().filter(|mask| !bits::contains(mask, literal as usize));
        (chosen, meeting_all(free, unmet))
    }

    fn chosen_and_free(&mut self, literal: u32, opposite: Option<u32>) -> (Vec<u32>, Bits) {
        self.free.remove(literal as usize);
        let mut free = self.free.clone();
        if let Some(opposite) = opposite {
            free.remove(opposite as usize);
        }
        (self.chosen.iter().copied().chain([literal]).collect(), free)
    }
}

/// Those of the literals that meet all of these masks by themselves.
fn meeting_all<'m>(mut literals: Bits, masks: impl Iterator<Item = &'m [u64]>) -> Vec<u32> {
    for mask in masks {
        literals.retain_all(mask);
        if literals.is_empty() {
            break;
        }
    }
    literals.iter().map(|literal| literal as u32).collect()
}

fn sorted(chosen: &[u32], others: &[u32]) -> Vec<u32> {
    let mut all = [chosen, others].concat();
    all.sort_unstable();
    all
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use vesc_col_core::Run;

    use super::*;
    use crate::Varisat;
    use crate::encoding::Encoding;

    /// Pairs of opposites first, then literals without one: in two words.
    const PAIRS: usize = 4;
    const LITERALS: usize = 66;

    fn opposite(literal: usize) -> Option<u32> {
        (literal < 2 * PAIRS).then_some(literal as u32 ^ 1)
    }

    fn by_trial(masks: &[Vec<bool>], room: usize) -> Vec<Vec<u32>> {
        let mut sets: Vec<Vec<u32>> = vec![Vec::new()];
        for _ in 0..room {
            let longer = |set: &Vec<u32>| {
                let next = set.last().map_or(0, |last| last + 1)..LITERALS as u32;
                next.map(|literal| [&set[..], &[literal]].concat()).collect::<Vec<_>>()
            };
            sets = sets.iter().flat_map(longer).collect();
        }
        sets.retain(|set| {
            let fits = set.iter().all(|&literal| opposite(literal as usize).is_none_or(|other| !set.contains(&other)));
            fits && masks.iter().all(|mask| set.iter().any(|&literal| mask[literal as usize]))
        });
        sets
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn sets_are_those_that_trial_finds_each_once(
            masks in prop::collection::vec(prop::collection::vec(prop::bool::weighted(0.3), LITERALS), 0..12),
            room in 1usize..=3,
        ) {
            let mut known = Masks::new(LITERALS);
            masks.iter().for_each(|mask| known.push(mask.iter().copied()));
            let run = Run::new();
            let desk = Desk::new(&Varisat, Encoding::default(), &run);
            let mut hitting = Hitting::new((0..LITERALS).map(opposite).collect(), &known, room);
            let mut found = Vec::new();
            while let Ok(Some(set)) = hitting.next(&desk) {
                found.push(set);
            }
            found.sort();
            prop_assert_eq!(found, by_trial(&masks, room));
        }
    }
}

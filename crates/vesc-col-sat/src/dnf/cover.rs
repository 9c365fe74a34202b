//! Formulas from families of terms.

use std::rc::Rc;

use vesc_col_core::{Dataset, Dnf, LegalDnfSpace, SubSpace, Term};

use super::bits::Bits;
use super::candidates::Key;
use super::desk::Desk;
use super::library::{Families, Library};
use super::sizes::Sizes;
use crate::halt::Halt;

/// A family of no more possible terms than this is looked into before positives are handed out. Beyond it, another
/// positive makes it far cheaper.
const CHEAP: u64 = 20_000;

/// A family of so few terms is gone through before positives are handed out.
const FEW: usize = 16;

/// All consistent formulas of a sub-space, one after the other; for more than one term a formula may come again.
pub(crate) struct Covers<'a> {
    desk: &'a Desk<'a>,
    families: Families<'a>,
    sizes: Sizes,
    stack: Vec<Node>,
}

/// A part of the formulas: what is known of each term, and how to go on.
struct Node {
    slots: Vec<Slot>,
    /// Positives that no term must accept yet.
    uncovered: Bits,
    choice: Choice,
}

enum Choice {
    /// Which term of its family a slot takes, from this position on.
    Term { slot: usize, next: usize },
    /// Which of these slots accepts a positive, from this one on.
    Positive { positive: usize, slots: Vec<usize>, next: usize },
}

/// One term of the formula.
#[derive(Clone)]
struct Slot {
    key: Key,
    /// Positives that the term must not accept, because formulas in which it does are elsewhere.
    rejects: Bits,
    /// The term, once it is chosen, and its position in the family.
    chosen: Option<(usize, Rc<Term>)>,
}

impl Slot {
    fn is_open(&self) -> bool {
        self.chosen.is_none()
    }

    fn is_like(&self, other: &Slot) -> bool {
        self.key == other.key && self.rejects == other.rejects
    }
}

impl<'a> Covers<'a> {
    pub(crate) fn new(
        space: &LegalDnfSpace,
        data: &'a Dataset,
        library: &'a mut Library,
        desk: &'a Desk<'a>,
    ) -> Covers<'a> {
        let sizes = Sizes::new(space.literals(), space.terms(), space.features());
        Covers { desk, families: Families::new(library, data, space.domain()), sizes, stack: Vec::new() }
    }

    /// Another formula.
    pub(crate) fn next(&mut self) -> Result<Option<Dnf>, Halt> {
        loop {
            self.desk.check()?;
            let (slots, uncovered) = match self.stack.last_mut() {
                Some(node) => match advance(node, &mut self.families, self.desk)? {
                    Some(child) => child,
                    None => {
                        self.stack.pop();
                        continue;
                    }
                },
                None => match self.sizes.next() {
                    Some(sizes) => self.start(&sizes),
                    None => return Ok(None),
                },
            };
            if uncovered.is_empty() && slots.iter().all(|slot| !slot.is_open()) {
                let terms = slots.iter().filter_map(|slot| Some((*slot.chosen.as_ref()?.1).clone()));
                return Ok(Some(Dnf::new(terms).expect("no term is chosen twice")));
            }
            if let Some(node) = self.enter(slots, uncovered)? {
                self.stack.push(node);
            }
        }
    }

    /// Terms of these sizes, of which nothing else is known.
    fn start(&self, sizes: &[usize]) -> (Vec<Slot>, Bits) {
        let count = self.families.positives.count();
        let none = Bits::none(count);
        let slot =
            |&size: &usize| Slot { key: Key { size, accepts: none.clone() }, rejects: none.clone(), chosen: None };
        (sizes.iter().map(slot).collect(), Bits::all(count))
    }

    /// Decides how to go on; `None` if there is no formula in this part.
    fn enter(&mut self, mut slots: Vec<Slot>, mut uncovered: Bits) -> Result<Option<Node>, Halt> {
        let mut open: Vec<usize> = (0..slots.len()).filter(|&slot| slots[slot].is_open()).collect();
        match open[..] {
            [] => return Ok(None),
            [last] => {
                slots[last].key.accepts.add_all(&uncovered);
                uncovered = Bits::none(self.families.positives.count());
            }
            _ => {}
        }
        for &slot in &open {
            let slot = &mut slots[slot];
            // Equal families have equal keys: what follows from a duty is part of it.
            slot.key.accepts = self.families.positives.implied(&slot.key.accepts);
            if slot.key.accepts.intersects(&slot.rejects) {
                return Ok(None);
            }
            uncovered.remove_all(slot.key.accepts.words());
        }
        let cost = |slot: &usize| self.families.positives.candidates(&slots[*slot].key);
        open.sort_by_cached_key(cost);
        let settled = uncovered.is_empty();
        let mut term = None;
        for &slot in &open {
            if !settled && self.families.positives.candidates(&slots[slot].key) > CHEAP {
                break;
            }
            let wanted = if settled { 1 } else { FEW + 1 };
            let found = self.count(&slots, slot, wanted)?;
            if found == 0 {
                return Ok(None);
            }
            if term.is_none() && (settled || found <= FEW) {
                term = Some(slot);
            }
        }
        let choice = match (term, uncovered.iter().next()) {
            (Some(slot), _) => Choice::Term { slot, next: first(&slots, slot) },
            (None, Some(positive)) => {
                open.sort_unstable();
                Choice::Positive { positive, slots: open, next: 0 }
            }
            (None, None) => return Ok(None),
        };
        Ok(Some(Node { slots, uncovered, choice }))
    }

    /// How many terms an open slot can take, up to `wanted`.
    fn count(&mut self, slots: &[Slot], slot: usize, wanted: usize) -> Result<usize, Halt> {
        let (mut next, mut count) = (first(slots, slot), 0);
        while count < wanted && take(&mut next, slots, slot, &mut self.families, self.desk)?.is_some() {
            count += 1;
        }
        Ok(count)
    }
}

/// The next part of a node.
fn advance<'a>(
    node: &mut Node,
    families: &mut Families<'a>,
    desk: &Desk<'a>,
) -> Result<Option<(Vec<Slot>, Bits)>, Halt> {
    let (mut slots, mut uncovered) = (node.slots.clone(), node.uncovered.clone());
    match &mut node.choice {
        Choice::Term { slot, next } => {
            let Some(position) = take(next, &node.slots, *slot, families, desk)? else { return Ok(None) };
            let Some(candidate) = families.get(&slots[*slot].key, position, desk)? else { return Ok(None) };
            uncovered.remove_all(candidate.accepts());
            slots[*slot].chosen = Some((position, Rc::new(candidate.term())));
        }
        Choice::Positive { positive, slots: open, next } => {
            let is_like_an_earlier =
                |&slot: &usize| open[..slot].iter().any(|&earlier| slots[earlier].is_like(&slots[open[slot]]));
            let Some(position) = (*next..open.len()).find(|slot| !is_like_an_earlier(slot)) else { return Ok(None) };
            // Formulas in which an earlier slot accepts the positive were gone through before, and so were those in which a
            // slot like an earlier one does, by exchanging the two.
            for &earlier in &open[..position] {
                slots[earlier].rejects.insert(*positive);
            }
            slots[open[position]].key.accepts.insert(*positive);
            uncovered.remove(*positive);
            *next = position + 1;
        }
    }
    Ok(Some((slots, uncovered)))
}

/// The position of the next term that a slot can take; `next` is then the one after it.
fn take<'a>(
    next: &mut usize,
    slots: &[Slot],
    slot: usize,
    families: &mut Families<'a>,
    desk: &Desk<'a>,
) -> Result<Option<usize>, Halt> {
    while let Some(candidate) = families.get(&slots[slot].key, *next, desk)? {
        *next += 1;
        let taken = |other: &Slot| other.chosen.as_ref().is_some_and(|(_, chosen)| candidate.is(chosen));
        if !candidate.accepts_any(&slots[slot].rejects) && !slots.iter().any(taken) {
            return Ok(Some(*next - 1));
        }
    }
    Ok(None)
}

/// From where on a slot takes terms: of slots that are alike, each takes a later one than those before it.
fn first(slots: &[Slot], slot: usize) -> usize {
    let alike = slots.iter().filter(|other| other.is_like(&slots[slot]));
    alike.filter_map(|other| other.chosen.as_ref().map(|(position, _)| position + 1)).max().unwrap_or(0)
}

//! The sets that contain none of some forbidden sets.

use std::collections::HashMap;

use vesc_col_core::StopReason;

use crate::run_context::RunContext;
use crate::zdd::{Family, Store};

/// The sets of a family of which no subset is among `forbidden`, sets in ascending order, none of them empty.
///
/// One walk from the top that remembers, at each node, which forbidden sets may still be completed. Recurses once for
/// each element of a set, along `with` edges only.
///
/// # Errors
///
/// The reason to stop, if the run must end or memory does not suffice.
pub(crate) fn without_supersets(
    store: &mut Store,
    family: Family,
    forbidden: &[Vec<u32>],
    context: &mut RunContext<'_>,
) -> Result<Family, StopReason> {
    let mut beginning: HashMap<u32, Vec<Begun>> = HashMap::new();
    for (number, set) in forbidden.iter().enumerate() {
        beginning.entry(set[0]).or_default().push((number as u32, 0));
    }
    Legal { store, forbidden, beginning, known: HashMap::new(), context }.of(family, Vec::new())
}

/// A forbidden set and how many of its elements are chosen.
type Begun = (u32, u32);

struct Legal<'a, 'r> {
    store: &'a mut Store,
    forbidden: &'a [Vec<u32>],
    /// The forbidden sets by their first elements.
    beginning: HashMap<u32, Vec<Begun>>,
    known: HashMap<(Family, Vec<Begun>), Family>,
    context: &'a mut RunContext<'r>,
}

impl Legal<'_, '_> {
    /// The legal sets of a family, when some forbidden sets have begun.
    fn of(&mut self, family: Family, begun: Vec<Begun>) -> Result<Family, StopReason> {
        // Down the `without` edges, then back up.
        let mut chain: Vec<(Family, Vec<Begun>)> = Vec::new();
        let (mut below, mut begun) = (family, begun);
        let mut result = loop {
            if below.is_terminal() {
                break below;
            }
            let element = self.store.node(below).element;
            begun.retain(|&(set, chosen)| self.forbidden[set as usize][chosen as usize] >= element);
            let key = (below, begun.clone());
            if let Some(&known) = self.known.get(&key) {
                break known;
            }
            chain.push(key);
            below = self.store.node(below).without;
        };
        while let Some((family, begun)) = chain.pop() {
            self.context.spend(64 + 4 * begun.len())?;
            let node = self.store.node(family);
            let with = match self.chosen(node.element, &begun) {
                Some(begun) => self.of(node.with, begun)?,
                None => Family::EMPTY,
            };
            result = self.store.make(node.element, with, result)?;
            self.known.insert((family, begun), result);
        }
        Ok(result)
    }

    /// What has begun once an element is chosen; `None` if that completes a forbidden set.
    fn chosen(&self, element: u32, begun: &[Begun]) -> Option<Vec<Begun>> {
        let mut next = Vec::with_capacity(begun.len());
        for &(set, chosen) in begun.iter().chain(self.beginning.get(&element).into_iter().flatten()) {
            let elements = &self.forbidden[set as usize];
            if elements[chosen as usize] != element {
                next.push((set, chosen));
            } else if chosen as usize + 1 == elements.len() {
                return None;
            } else {
                next.push((set, chosen + 1));
            }
        }
        next.sort_unstable();
        Some(next)
    }
}

//! Visiting each node once, those below a node before it.

use vesc_col_core::StopReason;

use crate::run_context::RunContext;
use crate::zdd::{Family, Store};

/// The nodes that can be reached from some families, with room for a result at each.
///
/// Kept from one walk to the next: a walk costs time in proportion to the nodes that it reaches, whatever the size of
/// the store.
#[derive(Debug, Default)]
pub(crate) struct Walk {
    /// The number of the walk.
    now: u32,
    /// The last walk that reached each node, and as which one.
    seen: Vec<(u32, u32)>,
    order: Vec<Family>,
    stack: Vec<(Family, bool)>,
}

impl Walk {
    /// Finds the nodes that can be reached through the given edges. A node comes after those that its edges lead to.
    ///
    /// # Errors
    ///
    /// The reason to stop, if the run must end.
    pub(crate) fn reach(
        &mut self,
        store: &Store,
        roots: &[Family],
        context: &mut RunContext<'_>,
        edges: impl Fn(Family) -> [Family; 2],
    ) -> Result<(), StopReason> {
        self.begin(store);
        for &root in roots {
            self.stack.push((root, false));
            while let Some((family, finished)) = self.stack.pop() {
                context.spend(16)?;
                if finished {
                    self.seen[family.index()].1 = self.order.len() as u32;
                    self.order.push(family);
                } else if !family.is_terminal() && self.seen[family.index()].0 != self.now {
                    self.seen[family.index()].0 = self.now;
                    self.stack.push((family, true));
                    self.stack.extend(edges(family).map(|below| (below, false)));
                }
            }
        }
        Ok(())
    }

    /// The nodes reached.
    pub(crate) fn order(&self) -> &[Family] {
        &self.order
    }

    /// A node's position in the order. Only of nodes that were reached.
    pub(crate) fn position(&self, family: Family) -> usize {
        debug_assert_eq!(self.seen[family.index()].0, self.now);
        self.seen[family.index()].1 as usize
    }

    fn begin(&mut self, store: &Store) {
        self.order.clear();
        self.stack.clear();
        // There may be fewer than before, if the store was emptied or collected in between.
        self.seen.resize(store.len() + 2, (0, 0));
        self.now = match self.now.checked_add(1) {
            Some(next) => next,
            None => {
                self.seen.fill((0, 0));
                1
            }
        };
    }
}

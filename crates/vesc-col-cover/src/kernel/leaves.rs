//! Where a sweep ends.

use std::ops::ControlFlow;

use crate::kernel::survivors::Triple;

/// Takes what the window leaves. All sets are of places.
pub(crate) trait Leaves {
    /// Whether the run goes on.
    fn checked(&mut self) -> ControlFlow<()>;

    /// The chosen places hit all rows of the window, and any of the open ones may join them until there are `size` more.
    fn any(&mut self, chosen: &[[usize; 2]], open: &[u64], size: usize) -> ControlFlow<()>;

    /// The chosen places with each of some triples have not been found to miss a row. Those chosen are given as words and bits; the
    /// triples may be changed.
    fn triples(&mut self, chosen: &[[usize; 2]], triples: &mut [Triple]) -> ControlFlow<()>;

    /// The chosen places with each one of `last` have not been found to miss a row, either; these are many.
    fn last(&mut self, chosen: &[[usize; 2]], last: &[u64]) -> ControlFlow<()>;

    /// Whether so much has been left that the rest had better be looked for elsewhere.
    fn is_spent(&self) -> bool;

    /// The chosen places with any `size` of the open ones have not been looked at.
    fn rest(&mut self, chosen: &[[usize; 2]], open: &[u64], size: usize) -> ControlFlow<()>;

    /// So many triples hit all rows of the window.
    fn counted(&mut self, count: u64) -> ControlFlow<()>;
}

//! Why work ended early.

use vesc_col_core::StopReason;

/// Why a piece of work was not finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Interrupt {
    /// A limit of the run struck.
    Stopped(StopReason),
    /// There are more candidates than a kernel is made for.
    TooWide,
    /// More terms than a list may have.
    TooLong,
    /// Whoever takes the formulas has enough.
    Enough,
    /// Numbers contradict each other: a defect of the engine.
    Contradiction,
}

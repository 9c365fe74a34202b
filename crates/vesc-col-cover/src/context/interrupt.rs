//! Why work ended early.

use vesc_col_core::StopReason;

/// Why a piece of work was not finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Interrupt {
    /// A limit of the run was reached.
    Stopped(StopReason),
    /// There are more candidates than the widest kernel has bits.
    TooWide,
    /// A list of terms would exceed its maximal length.
    TooLong,
    /// The caller needs no more formulas.
    Enough,
    /// Counts contradict each other, which is a defect of the engine.
    Contradiction,
}

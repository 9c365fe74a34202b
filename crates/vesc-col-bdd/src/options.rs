//! The options of the engine.

/// How a question becomes diagrams. It changes time and memory, never the answer.
///
/// ```
/// use vesc_col_bdd::{BddEngine, Lowering};
///
/// let generic = BddEngine::default().with_lowering(Lowering::Circuit);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Lowering {
    /// The way that suits the sub-space: families of terms for k-term DNF, circuits for all others.
    #[default]
    Auto,
    /// Always by circuits, as for a sub-space of which nothing else is known. For DNF this is the paper's method: the
    /// diagram of the sub-space is conjoined with that of one sample after the other.
    Circuit,
}

/// In which order the samples join the diagram of the sub-space. It changes time and memory, never the answer.
///
/// ```
/// use vesc_col_bdd::{BddEngine, SampleOrder};
///
/// let engine = BddEngine::default().with_sample_order(SampleOrder::NegativesFirst);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SampleOrder {
    /// The paper's order. Positive samples come first if there are at most two terms, or if the sub-space does not say
    /// how many terms there are. Otherwise negative samples come first.
    #[default]
    Paper,
    /// Positive samples first.
    PositivesFirst,
    /// Negative samples first.
    NegativesFirst,
}

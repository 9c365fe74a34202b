//! The engine.

use std::sync::Arc;

use vesc_col_core::{Dataset, Engine, Session};

use crate::NAME;
use crate::options::{Lowering, SampleOrder};
use crate::session::BddSession;

/// Measures version spaces with decision diagrams.
///
/// It counts formulas exactly whatever their number, and lists concepts from the finished diagram. For k-term DNF it
/// makes diagrams of terms. The time depends on how many partial terms leave all negatives a chance to be rejected. A
/// few positive samples help a lot. For every other sub-space the largest diagram on the way decides the time. So the
/// number of decision bits counts, and not the number of samples.
///
/// It hands out [live version spaces](vesc_col_core::LiveVersionSpace) of DNF, and of every sub-space that tells the
/// [bits of its hypotheses](vesc_col_core::SubSpace::bits_of).
///
/// # Resource usage
///
/// Memory: the run's budget, or 2 GiB without one. Families of terms take 18 to 24 bytes a node, and nothing in
/// advance. Circuits take 32 bytes a node, and up to 20 MiB at once. When it is used up, the engine stops with what it
/// knows. Threads: the caller's; for circuits one works while the caller waits, with 1 GiB of virtual stack, and one
/// sleeps. A stop is obeyed within a few milliseconds for DNF. For circuits it takes up to a tenth of a second, unless
/// their diagrams have more than some five million nodes.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col_bdd::BddEngine;
/// use vesc_col_core::{Cardinality, Dataset, DnfSpace, Engine, Features, Query, Run};
///
/// let mut builder = Dataset::builder(Features::numbered(3));
/// builder.push(true, [true, true, false])?;
/// builder.push(false, [true, false, false])?;
/// let mut session = BddEngine::default().open(Arc::new(builder.build()?));
/// let found = session.measure(&Query::new(Arc::new(DnfSpace::new(3, 1, 1))), &Run::new())?;
/// assert_eq!(found.concepts, Cardinality::exact(1u32));
/// assert_eq!(found.hypotheses[0].to_string(), "x1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct BddEngine {
    sample_order: SampleOrder,
    lowering: Lowering,
}

impl BddEngine {
    /// The same engine with the samples in another order. [default: [`SampleOrder::Paper`]]
    #[must_use]
    pub fn with_sample_order(self, sample_order: SampleOrder) -> BddEngine {
        BddEngine { sample_order, ..self }
    }

    /// The same engine with another way to diagrams. [default: [`Lowering::Auto`]]
    #[must_use]
    pub fn with_lowering(self, lowering: Lowering) -> BddEngine {
        BddEngine { lowering, ..self }
    }

    /// Starts to work on a data set, as [`Engine::open`] does, and tells more about its work.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col_bdd::{BddEngine, Lowering, SampleOrder};
    /// use vesc_col_core::{Dataset, DnfSpace, Features, Query, Run, Session};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(3));
    /// builder.push(true, [true, true, false])?;
    /// let order = SampleOrder::NegativesFirst;
    /// let paper = BddEngine::default().with_lowering(Lowering::Circuit).with_sample_order(order);
    /// let mut session = paper.session(Arc::new(builder.build()?));
    /// session.measure(&Query::new(Arc::new(DnfSpace::new(3, 2, 2))), &Run::new())?;
    /// assert!(session.peak_nodes() > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn session(&self, data: Arc<Dataset>) -> BddSession {
        BddSession::new(data, self.sample_order, self.lowering)
    }
}

impl Engine for BddEngine {
    fn name(&self) -> &str {
        NAME
    }

    fn open(&self, data: Arc<Dataset>) -> Box<dyn Session> {
        Box::new(self.session(data))
    }
}

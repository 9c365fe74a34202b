//! CNF as DNF in a mirror: by De Morgan, a CNF accepts a sample exactly if the DNF of the same literals rejects its
//! opposite.

use std::sync::Arc;

use crate::{DnfSpace, Domain, Query, Shape, SubSpace, VersionSpace};

impl Query {
    /// A question about [CNF](Shape::Cnf) as one about DNF, to be asked of the [mirrored](crate::Dataset::mirrored)
    /// data set.
    ///
    /// `None` if it is about something else, or wants the version space handed out, which a mirrored one would not be.
    ///
    /// An engine that supports DNF supports CNF by a few lines:
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col_core::{Dataset, EngineError, Query, Run, Session, VersionSpace};
    ///
    /// fn measure(
    ///     dnf: &mut dyn Session,
    ///     mirror: &mut dyn Session,
    ///     query: &Query,
    ///     run: &Run,
    /// ) -> Result<VersionSpace, EngineError> {
    ///     match query.mirrored() {
    ///         None => dnf.measure(query, run),
    ///         Some(mirrored) => Ok(query.unmirrored(mirror.measure(&mirrored, run)?)),
    ///     }
    /// }
    /// # use vesc_col_core::DnfSpace;
    /// # assert!(Query::new(Arc::new(DnfSpace::new(4, 2, 1))).mirrored().is_none());
    /// ```
    #[must_use]
    pub fn mirrored(&self) -> Option<Query> {
        let mirror = match self.space().shape() {
            Shape::Cnf(mirror) => mirrored_space(mirror, self.space().domain()),
            Shape::CnfPart { mirror, .. } => Arc::clone(mirror),
            _ => return None,
        };
        if self.live() {
            return None;
        }
        Some(self.clone().with_space(mirror).with_fit(self.fit().mirrored()))
    }

    /// The answer to this question from that to the [mirrored](Query::mirrored) one: the same numbers, the hypotheses
    /// of the same bits.
    #[must_use]
    pub fn unmirrored(&self, answer: VersionSpace) -> VersionSpace {
        let (Shape::Cnf(mirror) | Shape::CnfPart { space: mirror, .. }) = self.space().shape() else { return answer };
        let bits = answer.hypotheses.iter().filter_map(|dnf| mirror.bits_of(&**dnf));
        VersionSpace { hypotheses: bits.map(|bits| Arc::from(self.space().decode(&bits))).collect(), ..answer }
    }
}

/// What CNF over a domain is in the mirror, of which the DNF sub-space is the encoding.
pub(crate) fn mirrored_space(mirror: &DnfSpace, domain: &Domain) -> Arc<dyn SubSpace> {
    match domain.is_free() {
        true => Arc::new(*mirror),
        false => Arc::new(mirror.within(&domain.mirrored())),
    }
}

//! A session on some samples of a data set, which asks about few of the negative ones first.

use vesc_col_core::{
    Cardinality, Dataset, Engine, EngineError, Fit, Hypothesis, Query, Run, Session, StopReason, VersionSpace,
};

use super::sample_id::{SampleId, labelled};
use crate::findings::fewer;
use crate::guard::GuardedSession;

/// About how many negative samples are asked about first.
const FIRST: usize = 2000;

/// How many times as many are asked about next, where the first ones leave too much.
const GROWTH: usize = 8;

/// Up to how many concepts that fit the few are held against all.
const MOST_CHECKED: usize = 200;

/// How many samples a hypothesis is held against between two looks at the run.
const CHECK_INTERVAL: usize = 1 << 14;

/// A session on some samples of a data set, some of them with another label.
///
/// What fits all samples fits a part of them. So a sub-space that is empty on the positives and a few negatives is
/// empty. If few concepts fit these, it is soon found out which fit all. A table of a million rows is then no slower
/// than one of some thousand.
pub(super) struct PartSession<'a, L> {
    engine: &'a dyn Engine,
    data: &'a Dataset,
    /// The label of a sample; `None` leaves it out.
    label: L,
    /// One negative in every `stride` is asked about.
    stride: usize,
    /// On these samples.
    session: Option<GuardedSession<'a, dyn Engine>>,
}

impl<'a, L: Fn(SampleId) -> Option<bool>> PartSession<'a, L> {
    /// No sample is read yet.
    pub(super) fn new(engine: &'a dyn Engine, data: &'a Dataset, label: L) -> PartSession<'a, L> {
        PartSession::with_first(FIRST, engine, data, label)
    }

    fn with_first(first: usize, engine: &'a dyn Engine, data: &'a Dataset, label: L) -> PartSession<'a, L> {
        let is_known = data.unknown_cells() == 0;
        let rounds = (data.distinct() / first).max(1).ilog(GROWTH);
        PartSession { engine, data, label, stride: if is_known { GROWTH.pow(rounds) } else { 1 }, session: None }
    }

    /// Measures a sub-space on all of the samples.
    ///
    /// # Errors
    ///
    /// Those of the engine.
    pub(super) fn measure(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        if *query.fit() != Fit::Exact && self.stride > 1 {
            (self.stride, self.session) = (1, None);
        }
        while self.stride > 1 {
            if let Some(reason) = run.stopped() {
                return Ok(VersionSpace::unknown(self.engine.name(), reason));
            }
            let some = query.clone().with_exact(false).with_list_limit(0).with_bound(MOST_CHECKED);
            let session = match self.session(run) {
                Ok(session) => session,
                Err(reason) => return Ok(VersionSpace::unknown(self.engine.name(), reason)),
            };
            let found = session.measure(&some, &run.share(2))?;
            if found.is_listed() {
                return Ok(self
                    .fitting(found, run)
                    .unwrap_or_else(|reason| VersionSpace::unknown(self.engine.name(), reason)));
            }
            (self.stride, self.session) = (self.stride / GROWTH, None);
        }
        match self.session(run) {
            Ok(session) => session.measure(query, run),
            Err(reason) => Ok(VersionSpace::unknown(self.engine.name(), reason)),
        }
    }

    fn session(&mut self, run: &Run) -> Result<&mut GuardedSession<'a, dyn Engine>, StopReason> {
        let PartSession { engine, data, label, stride, session } = self;
        let opened = match session.take() {
            Some(opened) => opened,
            None => {
                let mut negatives = 0;
                let samples = SampleId::all(data).filter_map(|sample| Some((sample, label(sample)?)));
                let samples = samples.filter(|&(_, positive)| {
                    negatives += usize::from(!positive);
                    positive || (negatives - 1).is_multiple_of(*stride)
                });
                GuardedSession::new(*engine, labelled(data, samples, run)?)
            }
        };
        Ok(session.insert(opened))
    }

    /// Of all concepts that fit some samples those that fit all.
    fn fitting(&self, found: VersionSpace, run: &Run) -> Result<VersionSpace, StopReason> {
        let all = found.hypotheses.len();
        let mut hypotheses = Vec::new();
        for hypothesis in found.hypotheses {
            if self.fits(&*hypothesis, run)? {
                hypotheses.push(hypothesis);
            }
        }
        let lost = all - hypotheses.len();
        let formulas = if lost == 0 { found.formulas } else { fewer(&found.formulas, all, lost) };
        Ok(VersionSpace::new(found.engine, Cardinality::exact(all - lost), formulas).with_hypotheses(hypotheses))
    }

    fn fits(&self, hypothesis: &dyn Hypothesis, run: &Run) -> Result<bool, StopReason> {
        for (place, sample) in SampleId::all(self.data).enumerate() {
            if place.is_multiple_of(CHECK_INTERVAL) {
                run.check()?;
            }
            if (self.label)(sample).is_some_and(|label| hypothesis.accepts(sample.get(self.data)) != label) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;
    use vesc_col_core::{DnfSpace, Features, SubSpace};
    use vesc_col_testkit::OracleEngine;

    use super::super::sample_id::subset;
    use super::*;

    proptest! {
        /// Whatever few samples say, the answer is that of all.
        #[test]
        fn the_answer_is_that_of_all_samples(
            rows in prop::collection::vec((prop::bool::weighted(0.2), 0u32..32), 1..40),
            first in 1usize..4,
            left_out in 0usize..40,
            bound in 1usize..300,
        ) {
            let mut builder = Dataset::builder(Features::numbered(5)).with_contradictions();
            for (label, cells) in rows {
                builder.push(label, (0..5).map(|feature| cells >> feature & 1 == 1)).unwrap();
            }
            let data = builder.build().unwrap();
            let kept: Vec<SampleId> = SampleId::all(&data).enumerate().filter(|&(place, _)| place != left_out).map(|(_, sample)| sample).collect();
            let label = |sample: SampleId| kept.contains(&sample).then_some(sample.is_positive());
            let mut few = PartSession::with_first(first, &OracleEngine, &data, label);
            let mut all = OracleEngine.open(subset(&data, kept.iter().copied()));
            for space in DnfSpace::up_to(5, 3, 2) {
                let space: Arc<dyn SubSpace> = Arc::new(space);
                let query = Query::new(space).with_bound(bound);
                let [few, all] = [few.measure(&query, &Run::new()).unwrap(), all.measure(&query, &Run::new()).unwrap()];
                prop_assert_eq!(few.concepts.exceeds(bound), all.concepts.exceeds(bound));
                if all.is_listed() {
                    prop_assert!(few.is_listed());
                    let texts = |found: &VersionSpace| found.hypotheses.iter().map(ToString::to_string).collect::<Vec<_>>();
                    prop_assert_eq!(texts(&few), texts(&all));
                    prop_assert!(few.formulas.contains(all.formulas.lower()));
                }
            }
        }
    }
}

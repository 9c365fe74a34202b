//! The engine and its session.

use std::sync::Arc;

use vesc_col_core::{
    Dataset, Engine, EngineError, Fit, MirrorSession, Query, Run, Session, Shape, SubSpace, TermRules, VersionSpace,
};

use crate::NAME;
use crate::context::{HeldMemory, Threads};
use crate::noisy::NoisySession;
use crate::session::ExactSession;

/// Measures version spaces of k-term DNF as sets of hitting sets, bit-parallel and on several threads.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col_core::{Cardinality, Dataset, DnfSpace, Engine, Features, Query, Run};
/// use vesc_col_cover::CoverEngine;
///
/// let mut builder = Dataset::builder(Features::numbered(3));
/// builder.push(true, [true, true, false])?;
/// builder.push(false, [true, false, false])?;
/// let mut session = CoverEngine::default().open(Arc::new(builder.build()?));
/// let found = session.measure(&Query::new(Arc::new(DnfSpace::new(3, 1, 1))), &Run::new())?;
/// assert_eq!(found.concepts, Cardinality::exact(1u32));
/// assert_eq!(found.hypotheses[0].to_string(), "x1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # What it supports
///
/// * Every `DnfSpace` over up to 32768 features, over free or declared inputs, with any number of samples and terms. It
///   may be asked within error budgets, with unknown cells, and with both.
/// * k-clause CNF, as DNF of the [mirrored](Dataset::mirrored) data.
/// * Without errors: DNF with forbidden literals and short terms ([`Shape::RestrictedDnf`]). Over free inputs also with
///   required literals ([`Shape::RequiringDnf`]).
///
/// It refuses every other hypothesis language.
///
/// # What it answers
///
/// Up to the listing limit concepts are listed, and formulas are counted exactly. Beyond it, formulas are counted
/// exactly if the query asks for it and one of these holds:
///
/// * The sub-space has one term.
/// * The terms that may take part are few enough to list, and there are up to 14 positives.
/// * Counting terms by the positives that they cover is affordable.
/// * There are at most 20 million formulas, found one by one.
///
/// Otherwise the answer is an interval. Its reason is [`StopReason::ListLimit`](vesc_col_core::StopReason::ListLimit),
/// or [`StopReason::EngineLimit`](vesc_col_core::StopReason::EngineLimit) if no list would do of up to half a million terms.
/// If a small memory budget made the list shorter, it is [`StopReason::Memory`](vesc_col_core::StopReason::Memory).
///
/// Within an error budget, and with unknown cells, all formulas are enumerated up to the listing limit. If the query
/// asks for an exact count, they are counted one by one up to 20 million.
///
/// # Costs
///
/// Opening a session is free. The first question transposes the negatives once (a bit a cell). Listing the terms of m
/// literals that are true on all of some positives grows with the number of literals that these share. Each literal
/// more in m takes about ten times as long. A session keeps the lists and projections for later questions, up to 1 GiB
/// or half of the run's memory budget. It forgets what was not asked for lately.
///
/// # Limits
///
/// Deadline and cancel are observed between pieces of work of a few milliseconds. The budget bounds what the session
/// keeps and the lists under way, as far as these can be told from their lengths.
///
/// # Determinism
///
/// The answer is the same for any number of threads and any order of rows and questions. Only the intervals of answers
/// that a limit cut short may differ.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct CoverEngine {}

impl Engine for CoverEngine {
    fn name(&self) -> &str {
        NAME
    }

    fn open(&self, data: Arc<Dataset>) -> Box<dyn Session> {
        Box::new(CoverSession::new(data))
    }
}

#[derive(Debug)]
struct CoverSession {
    data: Arc<Dataset>,
    threads: Threads,
    exact: ExactSession,
    noisy: NoisySession,
    /// For CNF, on the mirrored data.
    mirror: MirrorSession<CoverSession>,
}

/// Sessions that know nothing yet.
fn sessions(data: &Arc<Dataset>) -> (ExactSession, NoisySession) {
    (ExactSession::new(Arc::clone(data)), NoisySession::new(Arc::clone(data)))
}

impl CoverSession {
    fn new(data: Arc<Dataset>) -> CoverSession {
        let (exact, noisy) = sessions(&data);
        CoverSession { data, threads: Threads::default(), exact, noisy, mirror: MirrorSession::default() }
    }
}

impl Session for CoverSession {
    fn measure(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        query.validate(NAME, &self.data)?;
        if matches!(query.fit(), Fit::CertainWithin { .. }) {
            query.require_few_completions(NAME, &self.data)?;
        }
        let run = &run.clone().reporting_as(NAME);
        if let Some(mirrored) = query.mirrored() {
            if run.memory().is_some() && !self.mirror.is_open() {
                (self.exact, self.noisy) = sessions(&self.data);
            }
            return match self.mirror.within(&self.data, run, CoverSession::new) {
                Ok((mirror, run)) => Ok(query.unmirrored(mirror.measure(&mirrored, &run)?)),
                Err(reason) => Ok(VersionSpace::unknown(NAME, reason)),
            };
        }
        if run.memory().is_some() {
            self.mirror = MirrorSession::default();
        }
        let space = Arc::clone(query.space());
        let (space, rules) = match space.shape() {
            Shape::Dnf(space) => (space, (&TermRules::default(), &[][..])),
            Shape::RestrictedDnf { space, rules } => (space, (rules, &[][..])),
            Shape::RequiringDnf { .. } if !query.space().domain().is_free() => {
                return Err(EngineError::unsupported(NAME, "required literals over declared inputs"));
            }
            Shape::RequiringDnf { space, rules, required } => (space, (rules, required)),
            _ => return Err(EngineError::unsupported(NAME, "a sub-space that is neither k-term DNF nor k-clause CNF")),
        };
        let held_memory = HeldMemory::new();
        let context = self.threads.context(run, &held_memory);
        let space = space.within(query.space().domain());
        match query.fit() {
            Fit::Exact => self.exact.measure(&space, rules, query, context),
            _ if !rules.0.allow_all() || !rules.1.is_empty() => {
                Err(EngineError::unsupported(NAME, "rules for terms with errors or unknown cells"))
            }
            _ => self.noisy.measure(&space, query, context),
        }
    }
}

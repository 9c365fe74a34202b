//! One engine at work on one instance, every answer checked.

use std::fmt;
use std::sync::Arc;

use vesc_col_core::{
    Dataset, DnfSpace, Engine, EngineError, Query, Run, Session, Shape, StopReason, SubSpace, VersionSpace,
};

use crate::contract::Shown;
use crate::{Instance, NoisyRows, Truth, check_answer};

/// What a check finds: nothing wrong, or a report.
pub(crate) type Verdict<T = ()> = Result<T, Failure>;

/// What an engine did wrong, with the instance and the question.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl Failure {
    pub(crate) fn new(text: impl fmt::Display) -> Failure {
        Failure(text.to_string())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Ends a public check.
pub(crate) trait Settle {
    /// Panics with the report, if there is one.
    fn settle(self);
}

impl Settle for Verdict {
    #[track_caller]
    fn settle(self) {
        if let Err(failure) = self {
            panic!("{failure}");
        }
    }
}

/// One session of an engine; it knows the data, for the report.
pub(crate) struct Examination<'a> {
    engine: &'a dyn Engine,
    shown: &'a dyn fmt::Display,
    /// Whether an engine may have no answer because of the data.
    noisy: bool,
    session: Box<dyn Session>,
}

impl<'a> Examination<'a> {
    pub(crate) fn open(engine: &'a dyn Engine, instance: &'a Instance) -> Examination<'a> {
        Examination { engine, shown: instance, noisy: false, session: engine.open(instance.dataset()) }
    }

    /// On rows with contradictions or unknown cells, as they are or completed.
    pub(crate) fn open_noisy(engine: &'a dyn Engine, rows: &'a NoisyRows, data: Arc<Dataset>) -> Examination<'a> {
        Examination { engine, shown: rows, noisy: true, session: engine.open(data) }
    }

    /// Asks and gives the answer as it is, refusals included.
    pub(crate) fn measure(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        self.session.measure(query, run)
    }

    /// Asks; `None` if the engine refuses what it may refuse.
    ///
    /// Nothing may be refused about DNF over at most 3 features, where every engine is at home. A larger or an opaque
    /// sub-space may be, and rows with errors or unknown cells, and only as unsupported.
    pub(crate) fn ask(&mut self, query: &Query, run: &Run) -> Verdict<Option<VersionSpace>> {
        let may_refuse = self.noisy
            || query.space().features() > 3
            || !query.space().domain().is_free()
            || !matches!(query.space().shape(), Shape::Dnf(_));
        match self.session.measure(query, run) {
            Ok(answer) => Ok(Some(answer)),
            Err(EngineError::Unsupported { .. }) if may_refuse => Ok(None),
            Err(error) => Err(self.failure(query, run, "an answer", format_args!("{error:?}"))),
        }
    }

    /// Asks without limits and checks the answer.
    pub(crate) fn expect(&mut self, query: &Query, truth: &Truth) -> Verdict<Option<VersionSpace>> {
        self.expect_within(query, &Run::new(), &[], truth)
    }

    /// Asks within a run that may stop the engine for one of the given reasons, and checks the answer.
    pub(crate) fn expect_within(
        &mut self,
        query: &Query,
        run: &Run,
        reasons: &[StopReason],
        truth: &Truth,
    ) -> Verdict<Option<VersionSpace>> {
        let Some(answer) = self.ask(query, run)? else { return Ok(None) };
        let stopped_rightly = match answer.stopped {
            None | Some(StopReason::ListLimit) => Ok(()),
            Some(reason) if reasons.contains(&reason) => Ok(()),
            Some(reason) => Err(format!("stopped for a reason that it does not have: {reason}")),
        };
        match stopped_rightly.and_then(|()| check_answer(truth, query, &answer)) {
            Ok(()) => Ok(Some(answer)),
            Err(wrong) => Err(self.failure(query, run, truth, format_args!("{}\n   wrong: {wrong}", Shown(&answer)))),
        }
    }

    /// Describes what went wrong.
    pub(crate) fn failure(
        &self,
        query: &Query,
        run: &Run,
        expected: impl fmt::Display,
        got: impl fmt::Display,
    ) -> Failure {
        Failure(format!(
            "engine `{}` answers wrongly\n    data: {}\n   space: {:?}\n   query: bound {}, list limit {}, exact {}, \
             {:?}\n     run: {run:?}\nexpected: {expected}\n     got: {got}",
            self.engine.name(),
            self.shown,
            query.space(),
            query.bound(),
            query.list_limit(),
            query.exact(),
            query.fit(),
        ))
    }
}

/// The question about everything in a sub-space: all concepts listed, formulas counted exactly.
pub(crate) fn everything(space: impl SubSpace) -> Query {
    Query::new(Arc::new(space)).with_list_limit(100_000).with_exact(true)
}

/// The question that a slow engine can answer too: formulas counted exactly and concepts listed, but not thousands.
pub(crate) fn moderate(space: DnfSpace) -> Query {
    Query::new(Arc::new(space)).with_list_limit(40).with_exact(true)
}

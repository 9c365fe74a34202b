//! Questions that make no sense.

use std::fmt;
use std::sync::Arc;

use vesc_col_core::{DnfSpace, Engine, EngineError, Query, Run, VersionSpace};

use crate::examination::{Examination, Settle, Verdict, everything};
use crate::{Instance, Truth};

/// A sub-space of another number of features must be refused with the right error, never answered as if it were another
/// question. The session must answer the next question rightly.
///
/// ```
/// use vesc_col_testkit::{OracleEngine, conformance};
///
/// conformance::other_questions_are_refused(&OracleEngine);
/// ```
///
/// # Panics
///
/// With a report, if the engine answers wrongly.
#[track_caller]
pub fn other_questions_are_refused(engine: &dyn Engine) {
    examine(engine, &Instance::new(3, [(0b011, true), (0b100, false)])).settle();
    examine(engine, &Instance::new(3, [])).settle();
}

fn examine(engine: &dyn Engine, instance: &Instance) -> Verdict {
    let space = DnfSpace::new(3, 2, 1);
    let mut session = Examination::open(engine, instance);
    for features in [1, 2, 4] {
        let question = Query::new(Arc::new(DnfSpace::new(features, 1, 1)));
        let mismatch = |answer: &Answer| {
            let Err(EngineError::FeatureMismatch { space, data }) = answer else { return false };
            (*space, *data) == (features, 3)
        };
        refused(&mut session, &question, mismatch, "EngineError::FeatureMismatch with both numbers")?;
        session.expect(&everything(space), &Truth::of_dnf(instance, space))?;
    }
    Ok(())
}

type Answer = Result<VersionSpace, EngineError>;

fn refused(
    session: &mut Examination<'_>,
    query: &Query,
    rightly: impl Fn(&Answer) -> bool,
    expected: impl fmt::Display,
) -> Verdict {
    let run = Run::new();
    let answer = session.measure(query, &run);
    if rightly(&answer) { Ok(()) } else { Err(session.failure(query, &run, expected, format_args!("{answer:?}"))) }
}

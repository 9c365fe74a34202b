//! Questions that no engine treats yet, and questions that make no sense.

use std::fmt;
use std::sync::Arc;

use vesc_col_core::{DnfSpace, Domain, Engine, EngineError, Fit, Query, Run, VersionSpace};

use crate::examination::{Examination, Settle, Verdict, everything};
use crate::{Instance, Truth};

/// Errors over declared legal inputs, and a sub-space of another number of features must be refused with the
/// right error, never answered as if they were another question; and the session must answer the next question rightly.
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
    let unsupported = |answer: &Answer| matches!(answer, Err(EngineError::Unsupported { .. }));
    let mut session = Examination::open(engine, instance);

    // Both at once may not be answered as if only one of them were asked.
    let declared = Domain::builder(3).exactly_one([0, 1, 2]).build().expect("one of three is possible");
    let errors = Fit::Budget { false_positives: 1, false_negatives: 0 };
    let question = Query::new(Arc::new(space.within(&declared))).with_fit(errors);
    refused(&mut session, &question, unsupported, "EngineError::Unsupported")?;
    session.expect(&everything(space), &Truth::of_dnf(instance, space))?;
    for features in [1, 2, 4] {
        let question = Query::new(Arc::new(DnfSpace::new(features, 1, 1)));
        let mismatch = |answer: &Answer| matches!(answer, Err(EngineError::FeatureMismatch { space, data: 3 }) if *space == features);
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

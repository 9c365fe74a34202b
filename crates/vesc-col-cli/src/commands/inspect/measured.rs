//! What is found out about one version space.

use std::sync::Arc;
use std::time::Duration;

use vesc_col::engine::{EngineError, Query, VersionSpace};
use vesc_col::explain::{Boundary, Shared, boundary};
use vesc_col::run::StopReason;
use vesc_col::{Cardinality, Dataset, Dnf, Engine, Run, Settings, SubSpace};

use super::answers::{LISTED_ONCE, Overview, live_boundary};
use super::counts::{CountOptions, Counts, LISTED};
use super::listed::ListedFormulas;
use crate::args::EngineChoice;
use crate::commands::engines;
use crate::error::CliError;
use crate::language::as_dnf;
use crate::limits::within;

/// One version space, and what was asked of it.
pub(super) struct Measured {
    /// Which engine has counted.
    pub(super) engine: String,
    pub(super) concepts: Cardinality,
    pub(super) formulas: Cardinality,
    /// What all of many formulas have in common.
    pub(super) shared: Option<Shared>,
    /// The most specific and most general concepts, or some of them.
    pub(super) boundary: Option<Boundary>,
    /// What all formulas tell, or why they do not.
    pub(super) counts: Result<Counts, StopReason>,
    /// Whether there are too many concepts to compare them all.
    pub(super) is_large: bool,
}

/// How long to look for a diagram, and for the boundary.
#[derive(Clone, Copy)]
pub(super) struct Patience {
    pub(super) diagram: Duration,
    pub(super) boundary: Duration,
}

impl Measured {
    /// What fits every row.
    pub(super) fn exactly(
        (data, space): (&Arc<Dataset>, &Arc<dyn SubSpace>),
        wanted: &CountOptions<'_>,
        patience: Patience,
        run: &Run,
    ) -> Result<Measured, CliError> {
        let auto = engines::for_many_questions();
        let overview = Overview::of(&auto, data, space, (wanted.seed, patience.boundary, wanted.rows.len()), run)?;
        let is_large = overview.as_ref().is_some_and(|overview| overview.is_large);
        let listed = overview.as_ref().and_then(|overview| ListedFormulas::of(&overview.found, wanted.rows.len()));
        let (found, counted, counts) = match (&overview, listed) {
            (Some(overview), Some(listed)) => (overview.found.clone(), None, listed.counts(wanted, run)),
            _ => {
                let counted = match EngineChoice::parse("cover") {
                    Ok(cover) if is_large => Some(count(&cover, data, space, &within(run, patience.diagram / 2))?),
                    _ => None,
                };
                let patient = if is_large { within(run, patience.diagram) } else { run.clone() };
                let query = Query::new(Arc::clone(space)).with_exact(true).with_list_limit(LISTED).with_live(true);
                let engine = engines::of_live_version_spaces()?;
                let found = engine.engine().open(Arc::clone(data)).measure(&query, &patient)?;
                let counts = match &found.live {
                    Some(live) => Counts::of(live, wanted, &patient),
                    // An engine that is stopped may see no more than that it got nowhere.
                    None => Err(patient.stopped().or(found.stopped).unwrap_or(StopReason::EngineLimit)),
                };
                (found, counted, counts)
            }
        };
        let (shared, boundary) = match (&overview, &found.live) {
            (Some(overview), _) => (overview.shared.clone(), overview.boundary.clone()),
            (None, Some(live)) => {
                (None, live_boundary(&**live, &auto, data, space, (wanted.seed, &within(run, patience.boundary)))?)
            }
            (None, None) => (None, None),
        };
        let others = || overview.iter().map(|overview| &overview.found).chain(&counted);
        Ok(Measured {
            concepts: known(&found.concepts, others().map(|other| &other.concepts)),
            formulas: known(&found.formulas, others().map(|other| &other.formulas)),
            engine: found.engine.to_string(),
            shared,
            boundary,
            counts,
            is_large,
        })
    }

    /// What possibly fits within an error budget. No diagram knows errors, so that all is told from a list of concepts.
    pub(super) fn possibly(
        (data, space): (&Arc<Dataset>, &Arc<dyn SubSpace>),
        wanted: &CountOptions<'_>,
        settings: &Settings,
        run: &Run,
    ) -> Result<Measured, CliError> {
        let auto: &dyn Engine = &engines::for_many_questions();
        let settings = settings.clone().with_list_limit(LISTED_ONCE);
        let found = vesc_col::search::possible(auto, data, Arc::clone(space), &settings, run)?;
        let counts = match ListedFormulas::of_concepts(&found, wanted.rows.len()) {
            Some(listed) => listed.counts(wanted, run),
            None => Err(run.stopped().or(found.stopped).unwrap_or(StopReason::ListLimit)),
        };
        let concepts: Option<Vec<Dnf>> = found.hypotheses.iter().map(|concept| as_dnf(&**concept).cloned()).collect();
        let concepts = concepts.filter(|concepts| found.is_listed() && (1..=LISTED).contains(&concepts.len()));
        Ok(Measured {
            boundary: concepts.map(|concepts| boundary(&concepts, space.domain())),
            shared: None,
            is_large: found.concepts.exceeds(LISTED),
            counts,
            engine: found.engine.to_string(),
            concepts: found.concepts,
            formulas: found.formulas,
        })
    }
}

/// How many formulas there are, as far as that is known without a diagram. Nothing is known if the engine does not support them.
fn count(
    engine: &EngineChoice,
    data: &Arc<Dataset>,
    space: &Arc<dyn SubSpace>,
    run: &Run,
) -> Result<VersionSpace, EngineError> {
    let query = Query::new(Arc::clone(space)).with_bound(1).with_exact(true);
    match engine.engine().open(Arc::clone(data)).measure(&query, run) {
        Err(EngineError::Unsupported { .. }) => Ok(VersionSpace::unknown("cover", StopReason::EngineLimit)),
        answer => answer,
    }
}

/// What several answers to one question tell together.
fn known<'a>(one: &Cardinality, others: impl Iterator<Item = &'a Cardinality>) -> Cardinality {
    others.fold(one.clone(), |known, other| known.intersect(other).unwrap_or(known))
}

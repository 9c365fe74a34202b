//! What a version space is asked.

use std::sync::Arc;
use std::time::Duration;

use num_bigint::BigUint;
use vesc_col::engine::{EngineError, LiveVersionSpace, Query, VersionSpace};
use vesc_col::explain::{Boundary, Shared, boundary, exclusions_within, shared, some_boundary};
use vesc_col::search::ErrorBudget;
use vesc_col::sub_space::Shape;
use vesc_col::{Dataset, Dnf, Engine, Run, SubSpace};

use super::counts::LISTED;
use super::listed::ListedFormulas;
use crate::language::as_dnf;
use crate::limits::within;
use crate::report::BOUNDARY_STARTS;

/// Up to how many concepts are listed to be looked at one by one.
pub(super) const LISTED_ONCE: usize = 10_000;

/// Facts about a version space of any size, found by questions to engines.
pub(super) struct Overview {
    /// The count, and the list up to [`LISTED_ONCE`].
    pub(super) found: VersionSpace,
    /// Whether there are too many concepts to compare them all.
    pub(super) is_large: bool,
    /// What all formulas have in common, if they are many and it was found out.
    pub(super) shared: Option<Shared>,
    /// The most specific and most general concepts, or some of them, if any were found.
    pub(super) boundary: Option<Boundary>,
}

impl Overview {
    /// `None` if the sub-space is not all k-term DNF of a size. The boundary is left out if it is not found within this time.
    /// What follows from a list of all formulas is not asked for again; `rows` is how many rows are to be voted on.
    pub(super) fn of(
        engine: &dyn Engine,
        data: &Arc<Dataset>,
        space: &Arc<dyn SubSpace>,
        (seed, patience, rows): (u64, Duration, usize),
        run: &Run,
    ) -> Result<Option<Overview>, EngineError> {
        let Shape::Dnf(&dnf) = space.shape() else { return Ok(None) };
        let query = Query::new(Arc::clone(space)).with_bound(LISTED_ONCE);
        let found = engine.open(Arc::clone(data)).measure(&query, run)?;
        let is_large = found.concepts.exceeds(LISTED);
        let (shared, boundary) = if is_large {
            let shared = match ListedFormulas::of(&found, rows) {
                Some(listed) => listed.shared(data.features()),
                None => shared(engine, data, dnf.within(space.domain()), &found.hypotheses, run)?,
            };
            (shared, some_boundary(engine, data, space, BOUNDARY_STARTS, seed, &within(run, patience))?)
        } else {
            let listed = found.is_listed() && !found.hypotheses.is_empty();
            let concepts: Option<Vec<Dnf>> =
                found.hypotheses.iter().map(|concept| as_dnf(&**concept).cloned()).collect();
            (None, concepts.filter(|_| listed).map(|concepts| boundary(&concepts, space.domain())))
        };
        Ok(Some(Overview { found, is_large, shared, boundary }))
    }
}

/// Returns the most specific and most general concepts of a live version space whose formulas are DNF. If there are too many
/// to compare, returns some of them.
pub(super) fn live_boundary(
    live: &dyn LiveVersionSpace,
    engine: &dyn Engine,
    data: &Dataset,
    space: &Arc<dyn SubSpace>,
    (seed, run): (u64, &Run),
) -> Result<Option<Boundary>, EngineError> {
    if live.formula(&BigUint::ZERO).is_none_or(|formula| as_dnf(&*formula).is_none()) {
        return Ok(None);
    }
    if *live.formula_count() > BigUint::from(LISTED) {
        return some_boundary(engine, data, space, BOUNDARY_STARTS, seed, run);
    }
    let least = (0u32..).map_while(|index| live.formula(&index.into())).filter(|formula| live.is_least(&**formula));
    let mut concepts: Vec<Dnf> = least.filter_map(|formula| as_dnf(&*formula).cloned()).collect();
    concepts.sort();
    Ok(Some(boundary(&concepts, space.domain())))
}

/// Whether a formula is of this sub-space and possibly keeps to the error budget. Without one it fits all rows.
pub(super) fn contains(space: &dyn SubSpace, data: &Dataset, formula: &Dnf, errors: Option<&ErrorBudget>) -> bool {
    let wrong = |positive: bool| -> u64 {
        let found = exclusions_within(formula, data, space.domain().clone());
        let found = found.filter(|exclusion| exclusion.is_certain && exclusion.sample.is_positive() == positive);
        found.map(|exclusion| exclusion.sample.rows(data).len() as u64).sum()
    };
    let made = (wrong(false), wrong(true));
    let is_allowed = errors.map_or(made == (0, 0), |budget| budget.allows(made, data.positives().total_weight()));
    is_allowed && space.bits_of(formula).is_some()
}

//! How one sub-space is measured: by one question, or by several where rows have errors or unknown cells.

use std::sync::Arc;
use std::time::Instant;

use vesc_col_core::{
    Complexity, Dataset, Domain, Engine, EngineError, Event, Fit, Query, Run, Session, StopReason, SubSpace,
    VersionSpace,
};

use crate::cuts::Cuts;
use crate::errors::{ErrorTable, found_so_far};
use crate::families::{self, Families};
use crate::findings::Findings;
use crate::findings::empty_spaces::EmptySpaces;
use crate::guard::{self, GuardedSession, ask_space};
use crate::possible_fits::PossibleFits;
use crate::report::Step;
use crate::rows::completed::completed;
use crate::rows::known_rows::{self, known_rows};
use crate::settings::Settings;

/// Who says that nothing fits, where equal rows of different labels force more errors than the budget has.
const EQUAL_ROWS: &str = "equal rows";

/// An engine at work on one data set, in the sense of fitting that the data and the settings ask for.
pub(crate) struct Measure<'a, E: ?Sized> {
    data: &'a Dataset,
    settings: &'a Settings,
    fits: PossibleFits,
    /// Whether equal rows of different labels alone force more errors than the budget has.
    is_too_tight: bool,
    /// On the data as they are.
    session: GuardedSession<'a, E>,
    engine: &'a E,
    /// On the data with every legal completion of every row, if any cells are unknown, for the legal inputs of the last sub-space.
    certain: Option<(Domain, GuardedSession<'a, E>)>,
    /// On the rows whose cells are all known, where these are most.
    known_rows: KnownRows<GuardedSession<'a, E>>,
    /// The cuts of the ordered columns, if any of them has room.
    cuts: Option<MeasuredCuts<'a>>,
    /// What fits exactly, as far as earlier searches have found out.
    known: Option<&'a mut Findings>,
    /// Where nothing fits, as far as earlier searches have found out.
    empty: Option<&'a mut EmptySpaces>,
    steps: usize,
}

/// What is asked about the rows whose cells are all known.
enum KnownRows<S> {
    /// Nothing: too few rows are known.
    Unasked,
    NotYet,
    Asked(S),
}

/// More concepts than this are not listed to find their families: some seconds.
const MOST_LISTED: usize = 20_000;

/// Which cuts the features test.
enum MeasuredCuts<'a> {
    All(Cuts),
    NearPositives { cuts: &'a Cuts, domain: &'a Domain },
}

impl<'a, E: Engine + ?Sized> Measure<'a, E> {
    /// Opens a session.
    pub(crate) fn begin(engine: &'a E, data: &'a Arc<Dataset>, settings: &'a Settings) -> Measure<'a, E> {
        let session = GuardedSession::new(engine, Arc::clone(data));
        let fits = PossibleFits::of(data, settings);
        let is_too_tight = fits.are_too_tight(data);
        let cuts = Cuts::of_features(data).map(MeasuredCuts::All);
        let is_asked = fits.budgets().is_none() && data.unknown_cells() > 0 && known_rows::are_most(data);
        let known_rows = if is_asked { KnownRows::NotYet } else { KnownRows::Unasked };
        let (certain, known, empty) = (None, None, None);
        Measure {
            data,
            settings,
            fits,
            is_too_tight,
            session,
            engine,
            certain,
            known_rows,
            cuts,
            known,
            empty,
            steps: 0,
        }
    }

    /// The same on data whose features test the cuts next to positives, of all these; `domain` is what is legal.
    ///
    /// The sub-spaces are those over free inputs from simple to complex, without any left out, up to the first that is not
    /// empty. There is a positive and a negative row, rows have no errors, and no cell is unknown.
    pub(crate) fn with_cuts_near_positives(self, cuts: &'a Cuts, domain: &'a Domain) -> Measure<'a, E> {
        Measure { cuts: Some(MeasuredCuts::NearPositives { cuts, domain }), ..self }
    }

    /// The same, with what is known already.
    pub(crate) fn with_known(self, known: Option<&'a mut Findings>) -> Measure<'a, E> {
        Measure { known, ..self }
    }

    /// The same, with the sub-spaces in which nothing fits.
    pub(crate) fn with_empty(self, empty: Option<&'a mut EmptySpaces>) -> Measure<'a, E> {
        Measure { empty, ..self }
    }

    /// Measures one sub-space.
    ///
    /// # Errors
    ///
    /// [`EngineError`] if the engine does not support it or fails, [`EngineError::Data`] if too many cells are unknown.
    pub(crate) fn step(&mut self, space: Arc<dyn SubSpace>, run: &Run) -> Result<Step, EngineError> {
        let (step, complexity) = (self.steps, ask_space(&*space, SubSpace::complexity)?);
        self.steps += 1;
        run.report(&Event::StepStarted { step, complexity: &complexity });
        let start = Instant::now();
        let query = self.query(space);
        let mut measured = match self.known_empty(&**query.space())? {
            Some(step) => step,
            None => {
                let step = self.ask(&query, run)?;
                self.note_empty(&step, &**query.space())?;
                step
            }
        };
        if self.cuts.is_some() {
            let is_cut = measured.result.stopped.is_some_and(|reason| reason != StopReason::ListLimit);
            if !measured.result.is_listed() && !is_cut && query.list_limit() < MOST_LISTED {
                // Many concepts may be few families.
                measured = self.ask(&query.clone().with_list_limit(MOST_LISTED), run)?;
            }
            self.find_families(&mut measured, &**query.space())?;
        }
        measured.time = start.elapsed();
        name_stop(&query, run, &mut measured.result);
        measured.possible.iter_mut().for_each(|possible| name_stop(&query, run, possible));
        run.report(&Event::StepFinished { step, complexity: &complexity, result: measured.result() });
        Ok(measured)
    }

    fn ask(&mut self, query: &Query, run: &Run) -> Result<Step, EngineError> {
        match self.settings.errors() {
            _ if self.data.unknown_cells() > 0 => self.with_unknown_cells(query, run),
            Some(_) => self.within_budget(query, run),
            None => Ok(Step::new(complexity(query)?, self.exactly(query, run)?)),
        }
    }

    /// Tells families and concepts apart, and shows each family by its narrow formula.
    fn find_families(&self, step: &mut Step, space: &dyn SubSpace) -> Result<(), EngineError> {
        let with_room = self.settings.bound().max(self.settings.list());
        let found = match &self.cuts {
            None => None,
            Some(MeasuredCuts::All(cuts)) => {
                ask_space(space, |space| families::of_all_cuts((self.data, cuts), space, &step.result, with_room))?
            }
            Some(MeasuredCuts::NearPositives { cuts, domain }) => {
                Some(families::of_cuts_near_positives((self.data, cuts), domain, &step.result, with_room))
            }
        };
        let Some(Families { families, concepts, formulas, shown }) = found else { return Ok(()) };
        step.families = Some(families);
        step.result.hypotheses = shown.unwrap_or_default();
        (step.result.concepts, step.result.formulas) = (concepts, formulas);
        Ok(())
    }

    /// The step of a sub-space that no engine is asked about, because the run is over: what is known without one.
    ///
    /// # Errors
    ///
    /// [`EngineError::SubSpace`] if the sub-space cannot say how complex it is.
    pub(crate) fn unmeasured_step(
        &mut self,
        space: Arc<dyn SubSpace>,
        reason: StopReason,
        run: &Run,
    ) -> Result<Step, EngineError> {
        if let Some(step) = self.known_empty(&*space)? {
            return Ok(step);
        }
        let query = self.query(Arc::clone(&space));
        match self.recall(&query, run)? {
            Some(recalled) => {
                Ok(Step { possible: self.nothing_known(reason), ..Step::new(complexity(&query)?, recalled) })
            }
            None => self.unknown_step(&*space, reason),
        }
    }

    /// The step of a sub-space of which nothing is known, because the run is over.
    ///
    /// # Errors
    ///
    /// [`EngineError::SubSpace`] if the sub-space cannot say how complex it is.
    pub(crate) fn unknown_step(&self, space: &dyn SubSpace, reason: StopReason) -> Result<Step, EngineError> {
        let complexity = ask_space(space, SubSpace::complexity)?;
        let nothing = VersionSpace::unknown(guard::name(self.engine), reason);
        Ok(Step { possible: self.nothing_known(reason), ..Step::new(complexity, nothing) })
    }

    /// What possibly fits, where unknown cells are asked about and nobody has answered.
    fn nothing_known(&self, reason: StopReason) -> Option<VersionSpace> {
        (self.data.unknown_cells() > 0).then(|| VersionSpace::unknown(guard::name(self.engine), reason))
    }

    /// The step of a sub-space of which is known that nothing in it fits.
    fn known_empty(&self, space: &dyn SubSpace) -> Result<Option<Step>, EngineError> {
        let Some(empty) = &self.empty else { return Ok(None) };
        let Some(engine) = ask_space(space, |space| empty.engine(space, self.fits.errors()))? else { return Ok(None) };
        let complexity = ask_space(space, SubSpace::complexity)?;
        let nothing = || VersionSpace::empty(engine);
        let (errors, is_partial) = (self.settings.errors().map(|_| Vec::new()), self.data.unknown_cells() > 0);
        Ok(Some(Step { errors, possible: is_partial.then(nothing), ..Step::new(complexity, nothing()) }))
    }

    /// Tells later searches of the same rows if nothing in a sub-space fits.
    fn note_empty(&mut self, step: &Step, space: &dyn SubSpace) -> Result<(), EngineError> {
        let is_empty = step.possible.as_ref().unwrap_or(&step.result).concepts.is_zero();
        let Some(empty) = self.empty.as_mut().filter(|_| is_empty) else { return Ok(()) };
        ask_space(space, |space| empty.note(space, self.fits.errors(), &step.result.engine))
    }

    fn query(&self, space: Arc<dyn SubSpace>) -> Query {
        let settings = self.settings;
        let listing = settings.exact() || settings.list() > 0;
        Query::new(space)
            .with_bound(settings.bound())
            .with_list_limit(if listing { settings.list_limit() } else { settings.bound() })
            .with_exact(settings.exact())
    }

    /// More concepts than this need not be counted exactly.
    fn enough(&self, query: &Query) -> usize {
        self.settings.enough().max(query.list_limit())
    }

    /// No question at all if the answer is known.
    fn exactly(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        if let Some(result) = self.recall(query, run)? {
            return Ok(result);
        }
        let result = self.session.measure(query, run)?;
        if let Some(known) = &mut self.known {
            ask_space(&**query.space(), |space| known.keep(space, self.data, &result))?;
        }
        Ok(result)
    }

    /// What earlier searches know of it.
    fn recall(&mut self, query: &Query, run: &Run) -> Result<Option<VersionSpace>, EngineError> {
        let Some(known) = &mut self.known else { return Ok(None) };
        ask_space(&**query.space(), |_| known.recall(query, self.data, run))
    }

    /// Questions about the whole budget, and about as many parts of it as it takes to break the answer down. If cells
    /// are unknown, they are about errors that are certain not to be made.
    fn within_budget(&mut self, query: &Query, run: &Run) -> Result<Step, EngineError> {
        let budgets = self.fits.budgets().unwrap_or_default().to_vec();
        if self.is_too_tight {
            let nothing = VersionSpace::empty(EQUAL_ROWS);
            return Ok(Step { errors: Some(Vec::new()), ..Step::new(complexity(query)?, nothing) });
        }
        let (is_partial, enough) = (self.data.unknown_cells() > 0, self.enough(query));
        let mut ask = |(false_positives, false_negatives)| {
            let fit = match is_partial {
                true => Fit::CertainWithin { false_positives, false_negatives },
                // To fit every row is the faster question.
                false if (false_positives, false_negatives) == (0, 0) => Fit::Exact,
                false => Fit::Budget { false_positives, false_negatives },
            };
            self.session.measure(&query.clone().with_fit(fit), run)
        };
        let result = self.fits.within_any(enough, &mut ask)?;
        // Nobody answers for parts of the budget when the run is over.
        let errors = match (run.stopped(), &budgets[..]) {
            (Some(_), _) if !result.is_listed() => found_so_far((self.data, domain(query)?), &result),
            (_, &[budget]) => ErrorTable::break_down((self.data, domain(query)?), budget, &result, ask)?,
            _ => ErrorTable::of_listed((self.data, domain(query)?), &result),
        };
        Ok(Step { errors, ..Step::new(complexity(query)?, result) })
    }

    /// What is possibly consistent, and what of it certainly is; both within the error budget, if there is one.
    fn with_unknown_cells(&mut self, query: &Query, run: &Run) -> Result<Step, EngineError> {
        if let Some(step) = self.by_known_rows(query, run)? {
            return Ok(step);
        }
        let enough = self.enough(query);
        let possible = match self.is_too_tight {
            true => VersionSpace::empty(EQUAL_ROWS),
            false => self.fits.measure(query, enough, |query| self.session.measure(query, run))?,
        };
        let complexity = complexity(query)?;
        let certain = match self.fits.budgets() {
            budgets if possible.concepts.is_zero() => {
                let errors = budgets.map(|_| Vec::new());
                Step { errors, ..Step::new(complexity, VersionSpace::empty(possible.engine.clone())) }
            }
            Some(_) => self.within_budget(query, run)?,
            None => Step::new(complexity, self.on_completed(query, run)?),
        };
        Ok(Step { possible: Some(possible), ..certain })
    }

    /// The same without looking at unknown cells, if that is enough.
    ///
    /// What certainly fits possibly does, and what possibly fits is right on all rows without unknown cells. So it is enough if
    /// nothing is right on these, or no more than certainly fits.
    fn by_known_rows(&mut self, query: &Query, run: &Run) -> Result<Option<Step>, EngineError> {
        let completed = self.certain.as_ref().map_or(0, |(_, session)| session.data().bytes());
        let session = match &mut self.known_rows {
            KnownRows::Unasked => return Ok(None),
            KnownRows::Asked(session) => session,
            not_yet @ KnownRows::NotYet => {
                let Ok(rows) = known_rows(self.data, run)? else { return Ok(None) };
                *not_yet = KnownRows::Asked(GuardedSession::new(self.engine, rows));
                let KnownRows::Asked(session) = not_yet else { return Ok(None) };
                session
            }
        };
        let Ok(charged) = run.charged(session.data().bytes() + completed) else { return Ok(None) };
        // Many concepts may be few families.
        let limit = if self.cuts.is_some() { query.list_limit().max(MOST_LISTED) } else { query.list_limit() };
        let query = &query.clone().with_list_limit(limit);
        let most = session.measure(&query.clone().with_exact(false), &charged)?;
        let complexity = complexity(query)?;
        if most.concepts.is_zero() {
            return Ok(Some(Step { possible: Some(most.clone()), ..Step::new(complexity, most) }));
        }
        let is_known = |result: &VersionSpace| result.concepts.is_exact() && result.formulas.is_exact();
        if !is_known(&most) {
            return Ok(None);
        }
        // Rows may have too many completions, which matters only if something possibly fits.
        let Ok(certain) = self.on_completed(query, run) else { return Ok(None) };
        let are_equal = is_known(&certain) && certain.formulas == most.formulas && certain.is_listed();
        Ok(are_equal.then(|| Step { possible: Some(certain.clone()), ..Step::new(complexity, certain) }))
    }

    /// What fits whatever the unknown cells are, without a break-down by errors.
    pub(crate) fn certainly(&mut self, space: Arc<dyn SubSpace>, run: &Run) -> Result<VersionSpace, EngineError> {
        let query = self.query(space);
        let enough = self.enough(&query);
        if self.is_too_tight {
            return Ok(VersionSpace::empty(EQUAL_ROWS));
        }
        match self.fits.budgets() {
            None => self.on_completed(&query, run),
            Some(_) => self.fits.within_any(enough, |(false_positives, false_negatives)| {
                let fit = Fit::CertainWithin { false_positives, false_negatives };
                self.session.measure(&query.clone().with_fit(fit), run)
            }),
        }
    }

    /// Asks about the completed data, which are charged to the memory budget.
    fn on_completed(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        let domain = domain(query)?;
        let beside = match &self.known_rows {
            KnownRows::Asked(session) => session.data().bytes(),
            KnownRows::Unasked | KnownRows::NotYet => 0,
        };
        let known = self.certain.take().filter(|(known, _)| known == domain);
        let (_, session) = match known {
            Some(known) => self.certain.insert(known),
            None => match completed(self.data, domain, run)? {
                Ok(data) => self.certain.insert((domain.clone(), GuardedSession::new(self.engine, data))),
                Err(reason) => return Ok(VersionSpace::unknown(self.engine.name(), reason)),
            },
        };
        match run.charged(session.data().bytes() + beside) {
            Ok(run) => session.measure(query, &run),
            Err(reason) => Ok(VersionSpace::unknown(self.engine.name(), reason)),
        }
    }
}

/// What the sub-space of a question says of its size.
fn complexity(query: &Query) -> Result<Complexity, EngineError> {
    ask_space(&**query.space(), SubSpace::complexity)
}

/// What the sub-space of a question says of its legal inputs.
fn domain(query: &Query) -> Result<&Domain, EngineError> {
    ask_space(&**query.space(), SubSpace::domain)
}

/// Names the reason why an answer is not whole.
fn name_stop(query: &Query, run: &Run, result: &mut VersionSpace) {
    let is_listing = query.exact() || query.list_limit() > query.bound();
    match (result.stopped, run.stopped()) {
        // An engine that is stopped may see no more than that it got nowhere.
        (Some(StopReason::EngineLimit), Some(reason)) => result.stopped = Some(reason),
        // A list may be too long, but all numbers are known.
        (Some(StopReason::ListLimit), _) if result.concepts.is_exact() && result.formulas.is_exact() => {
            result.stopped = None;
        }
        // Whatever else is asked for exactly, concepts are listed up to the limit only.
        (None, _) if is_listing && !result.concepts.is_exact() => result.stopped = Some(StopReason::ListLimit),
        _ => {}
    }
}

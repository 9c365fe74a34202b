//! A session that asks about one column of each class first.

use std::collections::BTreeSet;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use num_bigint::BigUint;
use vesc_col_core::{
    Cardinality, Dataset, Dnf, DnfSpace, Engine, EngineError, Fit, Hypothesis, Literal, MirrorSession, Query, Run,
    Session, Shape, StopReason, Term, VersionSpace,
};

use crate::formula::as_dnf::as_dnf;
use crate::groups::features_in;
use crate::rows::column_classes::ColumnClasses;
use crate::rows::restricted::restricted;

/// A session of an engine in which columns that are the same in every row count as one, where that is exact.
pub(crate) struct ReducedSession {
    engine: Arc<dyn Engine>,
    data: Arc<Dataset>,
    /// On all columns; opened with the first question that needs them.
    whole: Option<Box<dyn Session>>,
    /// `None` before the first question.
    classes: Option<Option<Classes>>,
    /// For CNF, on the mirrored data.
    mirror: MirrorSession<ReducedSession>,
}

/// The columns in classes, and what is known if one of each is there.
struct Classes {
    /// The features of each.
    members: Vec<Vec<usize>>,
    /// On the first feature of each.
    session: Box<dyn Session>,
    /// What the data of these features take.
    bytes: u64,
    /// Which sub-spaces of the classes, by literals and terms, are empty.
    empty: HashMap<(usize, usize), bool>,
}

impl ReducedSession {
    pub(crate) fn new(engine: Arc<dyn Engine>, data: Arc<Dataset>) -> ReducedSession {
        ReducedSession { engine, data, whole: None, classes: None, mirror: MirrorSession::default() }
    }

    /// The answer by way of the classes; `None` if there is none that is sure to be right.
    fn reduced(&mut self, query: &Query, run: &Run) -> Result<Option<VersionSpace>, EngineError> {
        let is_plain = *query.fit() == Fit::Exact && !query.live() && query.space().domain().is_free();
        // Without a positive, a term of a column and its complement's copy fits that no class has. Without a negative, what is
        // always true fits, whatever columns it speaks of.
        let has_both = self.data.positives().distinct() > 0 && self.data.negatives().distinct() > 0;
        if !is_plain || !has_both || self.data.unknown_cells() > 0 {
            return Ok(None);
        }
        match query.space().shape() {
            Shape::Dnf(space) => self.dnf(*space, query, run),
            Shape::Cnf(_) if self.classes(run)?.is_some() => {
                let Some(mirrored) = query.mirrored() else { return Ok(None) };
                let run = self.beside_classes(run);
                let open = |data| ReducedSession::new(Arc::clone(&self.engine), data);
                let Ok((mirror, run)) = self.mirror.within(&self.data, &run, open) else { return Ok(None) };
                Ok(mirror.reduced(&mirrored, &run)?.map(|answer| query.unmirrored(answer)))
            }
            _ => Ok(None),
        }
    }

    fn dnf(&mut self, space: DnfSpace, query: &Query, run: &Run) -> Result<Option<VersionSpace>, EngineError> {
        self.classes(run)?;
        let run = &self.beside_classes(run);
        let Some(Some(classes)) = &mut self.classes else { return Ok(None) };
        let size = (space.literals(), space.terms());
        let few = classes.measure(size, &query.clone().with_exact(false), run)?;
        let without_hypotheses = |lower: BigUint| {
            let least = Cardinality::at_least(lower);
            VersionSpace::new(few.engine.clone(), least.clone(), least).with_stopped(few.stopped)
        };
        if few.concepts.exceeds(query.list_limit()) {
            return Ok((!query.exact()).then(|| without_hypotheses(few.concepts.lower().clone())));
        }
        match classes.is_least(size, run)? {
            Some(true) => {}
            Some(false) => return Ok(None),
            None if run.stopped().is_none() => return Ok(None),
            // The first answer may have been whole.
            None => {
                let least = without_hypotheses(few.concepts.lower().clone());
                return Ok(Some(least.with_stopped(few.stopped.or(run.stopped()))));
            }
        }
        if few.concepts.is_zero() {
            return Ok(Some(few));
        }
        if !few.is_listed() {
            if run.stopped().is_none() {
                return Ok(None);
            }
            let first = first_members(&classes.members);
            let hypotheses = all_moved(&few.hypotheses, &first);
            let least = without_hypotheses(few.concepts.lower().clone());
            return Ok(Some(least.with_stopped(few.stopped.or(run.stopped())).with_hypotheses(hypotheses)));
        }
        let lower = few.hypotheses.iter().map(|hypothesis| classes.least_concepts(hypothesis)).sum::<BigUint>();
        if lower > BigUint::from(query.list_limit()) && !query.exact() {
            return Ok(Some(without_hypotheses(lower)));
        }
        let kept = classes.all_members(&features_in(&few.hypotheses));
        let data = match restricted(&self.data, &kept, run)? {
            Ok(data) => data,
            Err(StopReason::Memory) => return Ok(None),
            Err(reason) => {
                return Ok(Some(without_hypotheses(lower).with_stopped(Some(reason))));
            }
        };
        let Ok(run) = run.charged(data.bytes()) else { return Ok(None) };
        let query = query.clone().with_space(Arc::new(DnfSpace::new(kept.len(), size.0, size.1)));
        let found = self.engine.open(data).measure(&query, &run)?;
        let hypotheses = all_moved(&found.hypotheses, &kept);
        Ok(Some(found.with_hypotheses(hypotheses)))
    }

    /// The classes of the data, found with the first question; `None` if there are too many, or the run is over.
    fn classes(&mut self, run: &Run) -> Result<Option<&mut Classes>, EngineError> {
        if self.classes.is_none() {
            // They are worth a second question if one feature in eight is spared.
            let most = 7 * self.data.features().len() / 8;
            let Ok(found) = ColumnClasses::up_to(&self.data, most, run) else { return Ok(None) };
            let found = match found.map(ColumnClasses::into_members) {
                None => None,
                Some(members) => {
                    let Ok(data) = restricted(&self.data, &first_members(&members), run)? else { return Ok(None) };
                    let bytes = data.bytes();
                    Some(Classes { members, session: self.engine.open(data), bytes, empty: HashMap::new() })
                }
            };
            self.classes = Some(found);
        }
        Ok(self.classes.as_mut().and_then(Option::as_mut))
    }

    /// The run with the memory that the classes leave. They are given up if there is no room for them.
    fn beside_classes(&mut self, run: &Run) -> Run {
        let bytes = self.classes.iter().flatten().map(|classes| classes.bytes).sum();
        run.charged(bytes).unwrap_or_else(|_| {
            self.classes = Some(None);
            run.clone()
        })
    }
}

impl Session for ReducedSession {
    fn measure(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        query.validate(self.engine.name(), &self.data)?;
        if let Some(answer) = self.reduced(query, run)? {
            return Ok(answer);
        }
        let run = self.beside_classes(run);
        let open = || self.engine.open(Arc::clone(&self.data));
        self.whole.get_or_insert_with(open).measure(query, &run)
    }
}

impl fmt::Debug for ReducedSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReducedSession").field("engine", &self.engine).finish_non_exhaustive()
    }
}

impl Classes {
    /// Measures the sub-space of a size over the classes.
    fn measure(&mut self, size: (usize, usize), query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        let query = query.clone().with_space(Arc::new(DnfSpace::new(self.members.len(), size.0, size.1)));
        let answer = self.session.measure(&query, run)?;
        if answer.concepts.is_zero() || answer.concepts.exceeds(0) {
            self.empty.insert(size, answer.concepts.is_zero());
        }
        Ok(answer)
    }

    /// Whether all sub-spaces of no more literals and no more terms are empty but this one; `None` if the run is over before
    /// that is known.
    fn is_least(&mut self, (literals, terms): (usize, usize), run: &Run) -> Result<Option<bool>, EngineError> {
        let smaller = (1..=literals)
            .flat_map(|fewer| (1..=terms.min(fewer)).map(move |terms| (fewer, terms)))
            .filter(|&size| size != (literals, terms));
        // What is known costs nothing.
        if smaller.clone().any(|size| self.empty.get(&size) == Some(&false)) {
            return Ok(Some(false));
        }
        for size in smaller {
            if !self.empty.contains_key(&size) {
                let space = Arc::new(DnfSpace::new(self.members.len(), size.0, size.1));
                self.measure(size, &Query::new(space).with_bound(1), run)?;
            }
            match self.empty.get(&size) {
                None => return Ok(None),
                Some(false) => return Ok(Some(false)),
                Some(true) => {}
            }
        }
        Ok(Some(true))
    }

    /// How many concepts of the original columns there are at least for one of the classes.
    fn least_concepts(&self, hypothesis: &Arc<dyn Hypothesis>) -> BigUint {
        let used = features_in(std::slice::from_ref(hypothesis));
        used.into_iter().map(|class| BigUint::from(self.members[class].len())).product()
    }

    /// The original features of some classes, in their order.
    fn all_members(&self, classes: &BTreeSet<usize>) -> Vec<usize> {
        let mut features: Vec<usize> = classes.iter().flat_map(|&class| self.members[class].iter().copied()).collect();
        features.sort_unstable();
        features
    }
}

/// The first feature of each class, in their order.
fn first_members(classes: &[Vec<usize>]) -> Vec<usize> {
    classes.iter().map(|class| class[0]).collect()
}

/// The formulas with `kept[f]` for each feature f.
fn all_moved(hypotheses: &[Arc<dyn Hypothesis>], kept: &[usize]) -> Vec<Arc<dyn Hypothesis>> {
    let literal = |literal: &Literal| Literal::matching(kept[literal.feature()], !literal.is_negated());
    let term = |term: &Term| Term::new(term.iter().map(literal)).ok();
    let formula = |hypothesis: &Arc<dyn Hypothesis>| {
        let terms = as_dnf(&**hypothesis)?.terms().iter().map(term).collect::<Option<Vec<Term>>>()?;
        Some(Arc::new(Dnf::new(terms).ok()?) as Arc<dyn Hypothesis>)
    };
    hypotheses.iter().filter_map(formula).collect()
}

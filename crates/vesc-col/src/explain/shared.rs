//! What all formulas of a sub-space speak of.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use num_bigint::BigUint;
use vesc_col_core::{
    Dataset, DnfSpace, Engine, EngineError, Features, Hypothesis, LegalDnfSpace, Literal, Query, Run, Session, SubSpace,
};

use crate::formula::as_dnf::as_dnf;
use crate::formula::named::Named;
use crate::guard::GuardedSession;
use crate::rows::restricted::{projected, restricted};

/// What all consistent formulas of a sub-space have in common, however many they are.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::explain::{Shared, shared};
/// use vesc_col::formula::Literal;
/// use vesc_col::{Dataset, DnfSpace, Features, Learner, Outcome, Portfolio, Run, Settings};
///
/// let mut builder = Dataset::builder(Features::numbered(30));
/// builder.push(true, [true; 30])?;
/// builder.push(false, (0..30).map(|feature| feature != 4))?;
/// let (data, space) = (Arc::new(builder.build()?), DnfSpace::new(30, 3, 1));
/// let (engine, run) = (Portfolio::default(), Run::new());
/// let report = engine.search(&data, [space], &Settings::default(), &run)?;
/// assert_eq!(report.outcome(), Outcome::Overfit);
/// let found = shared(&engine, &data, space, report.hypotheses(), &run)?;
/// let report = report.with_shared(found);
/// let Some(Shared { features, literals, .. }) = report.shared() else { panic!("something fits") };
/// assert_eq!((features.as_slice(), literals), (&[4][..], &Some(vec![Literal::positive(4)])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shared {
    /// The columns that each of them speaks of, each with its features: one, or several tests of a typed column.
    pub columns: Vec<Vec<usize>>,
    /// The features that each of them speaks of.
    pub features: Vec<usize>,
    /// The backbone: the literals that each of them has. `None` if it is not known. That can be only if there are such
    /// features, and if the formulas have several terms or no sample is positive.
    pub literals: Option<Vec<Literal>>,
}

impl Shared {
    /// The names of the columns, in their order.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::columns::{Schema, TypedTable};
    /// use vesc_col::explain::shared;
    /// use vesc_col::{DnfSpace, Portfolio, Run};
    ///
    /// let mut table = TypedTable::new(Schema::auto(), ["mode", "irq"]);
    /// for (mode, irq, fail) in [("burst", "1", true), ("single", "1", false), ("idle", "1", false)] {
    ///     table.push(fail, [mode, irq])?;
    /// }
    /// let typed = table.build()?;
    /// let data = Arc::new(typed.data);
    /// let space = DnfSpace::new(data.features().len(), 2, 1).within(&typed.domain);
    /// let found = shared(&Portfolio::default(), &data, space, &[], &Run::new())?.expect("something fits");
    /// // `mode=burst` or `mode!=single & mode!=idle`: all of them speak of the mode, in different ways.
    /// assert_eq!(found.column_names(data.features()), ["mode"]);
    /// assert!(found.features.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn column_names<'a>(&self, features: &'a Features) -> Vec<&'a str> {
        let name = |&feature: &usize| features.test(feature).map_or_else(|| features.name(feature), |(name, _)| name);
        self.columns.iter().filter_map(|column| column.first().map(name)).collect()
    }

    /// What is shared in words, each line indented: the literals, then the columns of which no literal is known to be shared.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::explain::shared;
    /// use vesc_col::{Dataset, DnfSpace, Features, Portfolio, Run};
    ///
    /// let mut builder = Dataset::builder(Features::new(["irq", "lhu", "addr"])?);
    /// builder.push(true, [true, true, true])?;
    /// builder.push(false, [false, true, true])?;
    /// let data = Arc::new(builder.build()?);
    /// let found = shared(&Portfolio::default(), &data, DnfSpace::new(3, 2, 1), &[], &Run::new())?.expect("something fits");
    /// assert_eq!(found.display(data.features()).to_string(), "    all of them have irq\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn display<'a>(&'a self, features: &'a Features) -> impl fmt::Display + 'a {
        Named { shown: self, features }
    }
}

impl fmt::Display for Named<'_, Shared> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Named { shown: shared, features } = *self;
        let literals = shared.literals.as_deref().unwrap_or_default();
        if !literals.is_empty() {
            let texts: Vec<String> = literals.iter().map(|literal| literal.display(features).to_string()).collect();
            writeln!(f, "    all of them have {}", texts.join(", "))?;
        }
        let is_said = |column: &[usize]| literals.iter().any(|literal| column.contains(&literal.feature()));
        let named = shared.columns.iter().zip(shared.column_names(features));
        let names: Vec<&str> = named.filter(|(column, _)| !is_said(column)).map(|(_, name)| name).collect();
        if shared.columns.is_empty() {
            writeln!(f, "    no column is in all of their formulas")
        } else if !names.is_empty() {
            writeln!(f, "    all of their formulas speak of {}", names.join(", "))
        } else {
            Ok(())
        }
    }
}

/// What all consistent formulas of a sub-space have in common; `None` if there are none, or the run was stopped.
///
/// A feature is in all of them if nothing fits without it, and a typed column is if nothing fits without any of its
/// features. So this costs a few questions whether a sub-space is empty. There is one for each column or feature that
/// all formulas seen so far have; `known` are some to begin with. In a single term it is a literal that they share,
/// since a positive sample has but one value there.
///
/// Over declared inputs two formulas of one concept may speak of different features; what they share is of formulas.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::explain::shared;
/// use vesc_col::{Dataset, DnfSpace, Features, Portfolio, Run};
///
/// let mut builder = Dataset::builder(Features::new(["irq", "lhu", "addr"])?);
/// builder.push(true, [true, true, true])?;
/// builder.push(false, [false, true, true])?;
/// let data = Arc::new(builder.build()?);
/// let found = shared(&Portfolio::default(), &data, DnfSpace::new(3, 2, 1), &[], &Run::new())?.expect("something fits");
/// assert_eq!(found.features, [0]); // `irq & lhu` and `irq & addr` fit
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`EngineError`] if the engine does not support the sub-space or fails.
pub fn shared(
    engine: &dyn Engine,
    data: &Arc<Dataset>,
    space: impl Into<LegalDnfSpace>,
    known: &[Arc<dyn Hypothesis>],
    run: &Run,
) -> Result<Option<Shared>, EngineError> {
    let space = space.into();
    let mut seen = SeenFeatures::default();
    seen.take(known, |feature| feature);
    if known.is_empty() {
        let query = Query::new(Arc::new(space.clone())).with_list_limit(CONCEPTS_COMPARED);
        let found = GuardedSession::new(engine, Arc::clone(data)).measure(&query, run)?;
        if found.concepts.lower() == &BigUint::ZERO {
            return Ok(None);
        }
        seen.take(&found.hypotheses, |feature| feature);
    }
    let mut question = RemovalTest { engine, data, space: &space, run, seen };
    let mut shared = Shared::default();
    for column in columns(data.features()) {
        match question.is_needed(&column)? {
            None => return Ok(None),
            Some(false) => continue,
            Some(true) => {}
        }
        for &feature in &column {
            let is_needed = if column.len() == 1 { Some(true) } else { question.is_needed(&[feature])? };
            match is_needed {
                None => return Ok(None),
                Some(true) => shared.features.push(feature),
                Some(false) => {}
            }
        }
        shared.columns.push(column);
    }
    let literal = |&feature: &usize| Some(Literal::matching(feature, data.positives().iter().next()?[feature]));
    shared.literals = match space.terms() {
        _ if shared.features.is_empty() => Some(Vec::new()),
        1 => shared.features.iter().map(literal).collect(),
        _ => None,
    };
    Ok(Some(shared))
}

/// Number of concepts that are compared before any question is asked.
const CONCEPTS_COMPARED: usize = 100;

/// The features of each column, in order of the first ones.
fn columns(features: &Features) -> Vec<Vec<usize>> {
    let mut columns: Vec<Vec<usize>> = Vec::new();
    for feature in 0..features.len() {
        let column = |feature| features.test(feature).map(|(column, _)| column);
        match columns.iter_mut().find(|known| column(feature).is_some() && column(known[0]) == column(feature)) {
            Some(known) => known.push(feature),
            None => columns.push(vec![feature]),
        }
    }
    columns
}

/// For each formula seen so far the features that it speaks of.
#[derive(Default)]
struct SeenFeatures(Vec<BTreeSet<usize>>);

impl SeenFeatures {
    /// Notes what these formulas speak of, if they are DNF; `position` is where a feature of theirs stands in the data.
    fn take(&mut self, formulas: &[Arc<dyn Hypothesis>], position: impl Fn(usize) -> usize) {
        for dnf in formulas.iter().filter_map(|formula| as_dnf(&**formula)) {
            let literals = dnf.terms().iter().flat_map(|term| term.iter());
            self.0.push(literals.map(|literal| position(literal.feature())).collect());
        }
    }
}

/// Whether something fits without some features.
struct RemovalTest<'a> {
    engine: &'a dyn Engine,
    data: &'a Dataset,
    space: &'a LegalDnfSpace,
    run: &'a Run,
    seen: SeenFeatures,
}

impl RemovalTest<'_> {
    /// Whether every formula speaks of one of these features; `None` if that is not known.
    fn is_needed(&mut self, features: &[usize]) -> Result<Option<bool>, EngineError> {
        if self.seen.0.iter().any(|used| features.iter().all(|feature| !used.contains(feature))) {
            return Ok(Some(false));
        }
        let kept: Vec<usize> = (0..self.data.features().len()).filter(|feature| !features.contains(feature)).collect();
        if kept.is_empty() {
            return Ok(Some(true));
        }
        let domain = projected(self.space.domain(), &kept)?;
        let space = DnfSpace::new(kept.len(), self.space.literals(), self.space.terms()).within(&domain);
        let query = Query::new(Arc::new(space)).with_bound(1);
        let Ok(data) = restricted(self.data, &kept, self.run)? else { return Ok(None) };
        let Ok(run) = self.run.charged(data.bytes()) else { return Ok(None) };
        let found = GuardedSession::new(self.engine, data).measure(&query, &run)?;
        self.seen.take(&found.hypotheses, |feature| kept[feature]);
        Ok(match () {
            () if found.concepts.is_zero() => Some(true),
            () if *found.concepts.lower() > BigUint::ZERO => Some(false),
            () => None,
        })
    }
}

//! A report for programs: the command line's JSON.

use std::any::Any;
use std::sync::Arc;

use serde::ser::{Serialize, SerializeStruct, Serializer};
use vesc_col_core::{Cardinality, Complexity, Features, Hypothesis, Literal, StopReason, Term, VersionSpace};

use super::{Outcome, Report, Step};
use crate::as_dnf::as_dnf;
use crate::certain_size::NextCertain;
use crate::columns::{NamedGroup, Suggestions};
use crate::confidence::WithPrior;
use crate::explain::Shared;
use crate::family_formula::FamilyFormula;

/// The version of the format: it grows when a field changes its meaning, not when one is added.
pub(super) const SCHEMA: u32 = 1;

/// Number of groups of columns that are written, and of members of each.
const MOST_SHOWN: usize = 100;

/// One object with `schema`, `outcome`, `complexity`, `cardinality`, `formulas`, `classes`, `hypotheses`, `steps`, `data`,
/// `columns` (if they were typed), `suggestions` (if there are any), `same_in_every_run` and `warnings`. Counts are decimal strings because they outgrow 64 bits.
///
/// Where no probability could be given for what was learned, `no_confidence` says why.
///
/// Where the concepts are not all known, `found` has some that were found. A search by the number of terms first has
/// `"order": "terms"`. With ordered columns whose thresholds may have room there is `families`, also in each step. A
/// literal whose threshold has room has `from` and `to`.
///
/// An overfit answer may have `shared`, what all its formulas have in common: `columns`, and `literals` if they are
/// known. Within an error budget there are `error_budget` and `zero_errors`, the whole object once more. Each step has
/// `errors`, the cells that are not known to be empty. With unknown cells each step has `possible`, and its
/// `cardinality` is that of what certainly fits. An answer that they leave open has `possible`, formulas that fit for
/// some values of them. It may have `next_certain`, the first size in which something certainly fits.
impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = self.features();
        let belief = |at: usize| self.confidence().and_then(|confidence| confidence.at(at));
        let hypotheses = self.hypotheses().iter().enumerate();
        let hypotheses: Vec<NamedHypothesis<'_>> =
            hypotheses.map(|(at, hypothesis)| NamedHypothesis::new(&**hypothesis, names, belief(at))).collect();
        let only = belief(0).filter(|_| hypotheses.len() == 1);
        let found = NamedHypothesis::without_confidence(self.found(), names);
        let possible = NamedHypothesis::without_confidence(self.possible(), names);
        let warnings: Vec<String> = self.warnings().iter().map(|warning| warning.display(names).to_string()).collect();
        let within_bound = self.first_within_bound().map(Step::complexity);

        let groups: Vec<Vec<String>> = self
            .groups()
            .iter()
            .take(MOST_SHOWN)
            .map(|group| {
                group.literals().iter().take(MOST_SHOWN).map(|literal| literal.display(names).to_string()).collect()
            })
            .collect();
        let classes = self.classes().map(|classes| classes.to_string());

        let shared = self.shared().map(|shared| SharedNames::new(shared, self.shared_features()));
        let suggestions = Suggested::new(self.suggestions(), names);
        let has_families = self.steps().iter().any(Step::has_families);
        let optional = usize::from(!found.is_empty())
            + usize::from(!possible.is_empty())
            + usize::from(has_families)
            + usize::from(suggestions.is_some())
            + usize::from(shared.is_some())
            + usize::from(only.is_some())
            + usize::from(self.no_confidence().is_some())
            + usize::from(within_bound.is_some())
            + usize::from(self.next_certain().is_some())
            + usize::from(self.is_terms_first())
            + usize::from(!self.columns().is_empty());
        let fields = 11 + optional + 2 * usize::from(self.zero_errors().is_some());
        let mut object = serializer.serialize_struct("Report", fields)?;
        object.serialize_field("schema", &SCHEMA)?;
        object.serialize_field("outcome", &self.outcome())?;
        if self.is_terms_first() {
            object.serialize_field("order", "terms")?;
        }
        object.serialize_field("complexity", &self.deciding_step().map(Step::complexity))?;
        object.serialize_field("cardinality", &self.cardinality())?;
        if has_families {
            object.serialize_field("families", &self.families())?;
        }
        object.serialize_field("formulas", &self.formulas())?;
        object.serialize_field("classes", &classes)?;
        object.serialize_field("hypotheses", &hypotheses)?;
        if let Some(only) = &only {
            object.serialize_field("confidence", only)?;
        }
        if let Some(reason) = self.no_confidence() {
            object.serialize_field("no_confidence", &reason.to_string())?;
        }
        if !found.is_empty() {
            object.serialize_field("found", &found)?;
        }
        if !possible.is_empty() {
            object.serialize_field("possible", &possible)?;
        }
        if let Some(shared) = &shared {
            object.serialize_field("shared", shared)?;
        }
        object.serialize_field("steps", self.steps())?;
        object.serialize_field("data", &self.data())?;
        if !self.columns().is_empty() {
            object.serialize_field("columns", self.columns())?;
        }
        if let Some(suggestions) = &suggestions {
            object.serialize_field("suggestions", suggestions)?;
        }
        object.serialize_field("same_in_every_run", &groups)?;
        let differ_only_in = self.differ_only_in();
        if !differ_only_in.is_empty() {
            object.serialize_field("differ_only_in", &differ_only_in)?;
        }
        object.serialize_field("warnings", &warnings)?;
        if let Some(complexity) = within_bound {
            object.serialize_field::<Complexity>("first_within_bound", complexity)?;
        }
        if let Some(next) = self.next_certain() {
            object.serialize_field("next_certain", &CertainSize::of(next))?;
        }
        if let (Some(budget), Some(zero_errors)) = (self.errors_allowed(), self.zero_errors()) {
            object.serialize_field("error_budget", budget)?;
            object.serialize_field("zero_errors", zero_errors)?;
        }
        object.end()
    }
}

/// What all formulas have in common, by names.
#[derive(serde::Serialize)]
struct SharedNames<'a> {
    columns: Vec<&'a str>,
    literals: Option<Vec<String>>,
}

impl<'a> SharedNames<'a> {
    fn new(shared: &Shared, names: &'a Features) -> SharedNames<'a> {
        let text = |literal: &Literal| literal.display(names).to_string();
        SharedNames {
            columns: shared.column_names(names),
            literals: shared.literals.as_ref().map(|literals| literals.iter().map(text).collect()),
        }
    }
}

/// What could be declared, as declarations take it.
#[derive(serde::Serialize)]
struct Suggested<'a> {
    one_hot: Vec<&'a str>,
    at_most_one: Vec<&'a str>,
    implies: Vec<String>,
}

/// The first size with something certain: null if there is none up to the cap; if the run was stopped, only why.
#[derive(serde::Serialize)]
struct CertainSize<'a> {
    complexity: Option<&'a Complexity>,
    cardinality: Option<&'a Cardinality>,
    stopped: Option<StopReason>,
}

impl<'a> CertainSize<'a> {
    fn of(next: &'a NextCertain) -> CertainSize<'a> {
        match next {
            NextCertain::Found(complexity, cardinality) => {
                CertainSize { complexity: Some(complexity), cardinality: Some(cardinality), stopped: None }
            }
            NextCertain::Nothing => CertainSize { complexity: None, cardinality: None, stopped: None },
            NextCertain::Stopped(_, reason) => {
                CertainSize { complexity: None, cardinality: None, stopped: Some(*reason) }
            }
        }
    }
}

impl<'a> Suggested<'a> {
    /// `None` if there is nothing.
    fn new(suggestions: &'a Suggestions, names: &Features) -> Option<Suggested<'a>> {
        let patterns = |groups: &'a [NamedGroup]| groups.iter().map(|group| group.pattern.as_str()).collect();
        let text = |(one, other): &(Literal, Literal)| format!("{} -> {}", one.display(names), other.display(names));
        (!suggestions.is_empty()).then(|| Suggested {
            one_hot: patterns(&suggestions.one_hot),
            at_most_one: patterns(&suggestions.at_most_one),
            implies: suggestions.implies.iter().map(text).collect(),
        })
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

impl Serialize for Step {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let optional = [self.errors().is_some(), self.possible().is_some(), self.has_families()];
        let fields = 6 + optional.into_iter().filter(|&is_there| is_there).count();
        let mut object = serializer.serialize_struct("Step", fields)?;
        object.serialize_field("complexity", self.complexity())?;
        object.serialize_field("cardinality", &self.result().concepts)?;
        if self.has_families() {
            object.serialize_field("families", self.families())?;
        }
        object.serialize_field("formulas", &self.result().formulas)?;
        object.serialize_field("engine", &self.result().engine)?;
        object.serialize_field("seconds", &self.time().as_secs_f64())?;
        object.serialize_field("stopped", &self.result().stopped)?;
        if let Some(errors) = self.errors() {
            object.serialize_field("errors", errors)?;
        }
        if let Some(possible) = self.possible() {
            object.serialize_field("possible", &Possible::from(possible))?;
        }
        object.end()
    }
}

/// What possibly fits.
#[derive(serde::Serialize)]
struct Possible<'a> {
    cardinality: &'a Cardinality,
    formulas: &'a Cardinality,
    engine: &'a str,
    stopped: Option<StopReason>,
}

impl<'a> From<&'a VersionSpace> for Possible<'a> {
    fn from(space: &'a VersionSpace) -> Possible<'a> {
        let VersionSpace { concepts, formulas, engine, stopped, .. } = space;
        Possible { cardinality: concepts, formulas, engine, stopped: *stopped }
    }
}

/// A hypothesis with the features' names; `terms` only where it is a DNF.
#[derive(serde::Serialize)]
struct NamedHypothesis<'a> {
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    terms: Option<Vec<Vec<NamedLiteral<'a>>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<WithPrior<'a>>,
}

#[derive(serde::Serialize)]
struct NamedLiteral<'a> {
    feature: &'a str,
    op: &'static str,
    value: Option<&'a str>,
    /// Position of the feature among those of the data, counted from 0.
    index: usize,
    /// The least and the greatest value that could stand in its place while the others stay.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<&'a str>,
}

impl<'a> NamedHypothesis<'a> {
    fn without_confidence(hypotheses: &'a [Arc<dyn Hypothesis>], features: &'a Features) -> Vec<NamedHypothesis<'a>> {
        hypotheses.iter().map(|hypothesis| NamedHypothesis::new(&**hypothesis, features, None)).collect()
    }

    fn new(
        hypothesis: &'a dyn Hypothesis,
        features: &'a Features,
        confidence: Option<WithPrior<'a>>,
    ) -> NamedHypothesis<'a> {
        let rooms = (hypothesis as &dyn Any).downcast_ref::<FamilyFormula>().map_or(&[][..], FamilyFormula::rooms);
        let literal = |place: usize, literal: Literal| {
            let (feature, op, value) = match features.test(literal.feature()) {
                None => (features.name(literal.feature()), if literal.is_negated() { "!" } else { "" }, None),
                Some((column, test)) => {
                    (column, test.op(literal.is_negated()), Some(test.value_of(literal.is_negated())))
                }
            };
            let room = rooms.iter().find(|room| (room.0, room.1) == (place, literal)).map(|(.., ends)| ends);
            let [from, to] = [0, 1].map(|end| room.map(|ends| ends[end].as_str()));
            NamedLiteral { feature, op, value, index: literal.feature(), from, to }
        };
        let term = |(place, term): (usize, &Term)| term.iter().map(|&of| literal(place, of)).collect();
        let terms = as_dnf(hypothesis).map(|dnf| dnf.terms().iter().enumerate().map(term).collect());
        NamedHypothesis { text: hypothesis.display(features).to_string(), terms, confidence }
    }
}

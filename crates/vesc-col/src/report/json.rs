//! A report for programs: the command line's JSON.

use std::any::Any;
use std::sync::Arc;

use serde::ser::{Serialize, SerializeStruct, Serializer};
use vesc_col_core::{Cardinality, Complexity, Features, Hypothesis, Literal, StopReason, Term, VersionSpace};

use super::{DataSummary, OpenErrors, Outcome, Report, Step};
use crate::columns::{Column, NamedGroup, Suggestions};
use crate::confidence::WithPrior;
use crate::errors::budget::ErrorBudget;
use crate::explain::Shared;
use crate::formula::Formula;
use crate::formula::as_dnf::as_dnf;
use crate::formula::family_formula::FamilyFormula;
use crate::groups::Group;
use crate::report::certain_size::NextCertain;

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
/// `errors`, the cells that are not known to be empty. Where the least errors were sought and are not known, `open_errors` says
/// how many they are at least, and what stopped the search. With unknown cells each step has `possible`, and its
/// `cardinality` is that of what certainly fits. An answer that they leave open has `possible`, formulas that fit for
/// some values of them. It may have `next_certain`, the first size in which something certainly fits.
impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Fields::of(self).serialize(serializer)
    }
}

/// The fields of a report, in the order in which they are written.
#[derive(serde::Serialize)]
struct Fields<'a> {
    schema: u32,
    outcome: Outcome,
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<&'static str>,
    complexity: Option<&'a Complexity>,
    cardinality: Cardinality,
    #[serde(skip_serializing_if = "Option::is_none")]
    families: Option<Cardinality>,
    formulas: Cardinality,
    classes: Option<String>,
    hypotheses: Vec<NamedHypothesis<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<WithPrior<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_confidence: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    found: Vec<NamedHypothesis<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    possible: Vec<NamedHypothesis<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shared: Option<SharedNames<'a>>,
    steps: &'a [Step],
    data: DataSummary,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    columns: &'a [Column],
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestions: Option<Suggested<'a>>,
    same_in_every_run: Vec<Vec<String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differ_only_in: Vec<String>,
    warnings: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_within_bound: Option<&'a Complexity>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_certain: Option<CertainSize<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_budget: Option<&'a ErrorBudget>,
    #[serde(skip_serializing_if = "Option::is_none")]
    open_errors: Option<OpenErrors>,
    #[serde(skip_serializing_if = "Option::is_none")]
    zero_errors: Option<&'a Report>,
}

impl<'a> Fields<'a> {
    fn of(report: &'a Report) -> Fields<'a> {
        let names = report.features();
        let belief = |at: usize| report.confidence().and_then(|confidence| confidence.at(at));
        let hypotheses = report.hypotheses().iter().enumerate();
        let hypotheses: Vec<NamedHypothesis<'_>> =
            hypotheses.map(|(at, hypothesis)| NamedHypothesis::new(&**hypothesis, report, belief(at))).collect();
        let (groups, named) = report.groups_over_cuts();
        let (error_budget, zero_errors) = report.errors_allowed().zip(report.zero_errors()).unzip();
        Fields {
            schema: SCHEMA,
            outcome: report.outcome(),
            order: report.is_terms_first().then_some("terms"),
            complexity: report.deciding_step().map(Step::complexity),
            cardinality: report.cardinality(),
            families: report.steps().iter().any(Step::has_families).then(|| report.families()),
            formulas: report.formulas(),
            classes: report.classes().map(|classes| classes.to_string()),
            confidence: belief(0).filter(|_| hypotheses.len() == 1),
            hypotheses,
            no_confidence: report.no_confidence().map(|reason| reason.to_string()),
            found: NamedHypothesis::without_confidence(report.found(), report),
            possible: NamedHypothesis::without_confidence(report.possible(), report),
            shared: report.shared().map(|shared| SharedNames::new(shared, report.shared_features())),
            steps: report.steps(),
            data: report.data(),
            columns: report.columns(),
            suggestions: Suggested::new(report.suggestions(), names),
            same_in_every_run: groups.iter().take(MOST_SHOWN).map(|group| members(group, named)).collect(),
            differ_only_in: report.differ_only_in(),
            warnings: report.warnings().iter().map(|warning| warning.display(names).to_string()).collect(),
            first_within_bound: report.first_within_bound().map(Step::complexity),
            next_certain: report.next_certain().map(CertainSize::of),
            error_budget,
            open_errors: report.open_errors(),
            zero_errors,
        }
    }
}

/// Returns the first members of a group, as literals.
fn members(group: &Group, names: &Features) -> Vec<String> {
    group.literals().iter().take(MOST_SHOWN).map(|literal| literal.display(names).to_string()).collect()
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

/// A hypothesis with the features' names: `terms` where it is a DNF, otherwise its language and the positions of its features, where the
/// language is one that is known here.
#[derive(serde::Serialize)]
struct NamedHypothesis<'a> {
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    terms: Option<Vec<Vec<NamedLiteral<'a>>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    features: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<WithPrior<'a>>,
}

#[derive(serde::Serialize)]
struct NamedLiteral<'a> {
    feature: &'a str,
    op: &'static str,
    value: Option<&'a str>,
    /// Position of the feature among all of the data, counted from 0, also where not all of them were searched.
    index: usize,
    /// The least and the greatest value that could stand in its place while the others stay.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<&'a str>,
}

impl<'a> NamedHypothesis<'a> {
    fn without_confidence(hypotheses: &'a [Arc<dyn Hypothesis>], report: &'a Report) -> Vec<NamedHypothesis<'a>> {
        hypotheses.iter().map(|hypothesis| NamedHypothesis::new(&**hypothesis, report, None)).collect()
    }

    fn new(
        hypothesis: &'a dyn Hypothesis,
        report: &'a Report,
        confidence: Option<WithPrior<'a>>,
    ) -> NamedHypothesis<'a> {
        let features = report.features();
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
            NamedLiteral { feature, op, value, index: report.position_of(literal.feature()), from, to }
        };
        let term = |(place, term): (usize, &Term)| term.iter().map(|&of| literal(place, of)).collect();
        let terms: Option<Vec<_>> = as_dnf(hypothesis).map(|dnf| dnf.terms().iter().enumerate().map(term).collect());
        let other = Some(Formula::of(hypothesis)).filter(|_| terms.is_none());
        let (language, positions) = (other.and_then(|of| of.language()), other.and_then(|of| of.features()));
        let text = hypothesis.display(features).to_string();
        NamedHypothesis { text, terms, language, features: positions, confidence }
    }
}

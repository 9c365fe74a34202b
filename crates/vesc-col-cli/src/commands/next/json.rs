//! What was proposed, for programs.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use vesc_col::columns::{Column, NamedGroup, Suggestions};
use vesc_col::next::{Layer, Proposal, Remainder, Unit};
use vesc_col::report::DataSummary;
use vesc_col::run::StopReason;
use vesc_col::search::ErrorBudget;
use vesc_col::{Cardinality, Dnf, Features, SubSpace};

use super::confirm::Confirm;
use super::further::Further;
use super::report::{Advice, Ending};
use crate::commands::questions::Cut;
use crate::commands::rows::Rows;
use crate::input::Loaded;

/// One object. Numbers that a limit has cut off are null; `known` has those of the candidates that were found until then.
impl Serialize for Advice<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.fields().serialize(serializer)
    }
}

/// The fields in their order.
#[derive(Serialize)]
struct Fields<'a> {
    schema: u8,
    outcome: &'static str,
    up_to: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_budget: Option<&'a ErrorBudget>,
    cardinality: Cardinality,
    #[serde(skip_serializing_if = "Option::is_none")]
    certain: Option<Cardinality>,
    #[serde(skip_serializing_if = "Option::is_none")]
    families: Option<Cardinality>,
    formulas: Cardinality,
    unique: Option<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    possible: Vec<Option<Value>>,
    leader: Option<Value>,
    steps: Vec<Value>,
    proposals: Vec<Value>,
    confirming: Vec<Value>,
    confirmation: Option<Value>,
    together: Value,
    further_runs: Option<Value>,
    stopped: Option<StopReason>,
    cut: &'a [Cut],
    #[serde(skip_serializing_if = "Option::is_none")]
    contradiction: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_larger: Option<String>,
    #[serde(skip_serializing_if = "<[Column]>::is_empty")]
    columns: &'a [Column],
    suggestions: Value,
    data: DataSummary,
    warnings: Vec<String>,
}

impl Advice<'_> {
    fn fields(&self) -> Fields<'_> {
        let Loaded { data, domain, lines, columns, .. } = self.loaded;
        let (literals, terms) = self.cap;
        let is_open = self.ending() == Ending::Open;
        let hypothesis = |dnf: Option<&Dnf>| dnf.map(|dnf| json!({"text": self.text(dnf)}));
        let only = self.candidates.unique();
        let confirming = (1..).zip(self.confirm.iter().flat_map(|confirm| &confirm.inputs));
        let warnings = self.warnings.iter().map(|warning| warning.display(data.features()).to_string());
        Fields {
            schema: 1,
            outcome: self.ending().word(),
            up_to: json!({"literals": literals, "terms": terms}),
            error_budget: self.errors.as_ref(),
            cardinality: self.candidates.concepts(),
            certain: self.certain().map(Cardinality::exact),
            families: self.families.as_ref().map(|families| Cardinality::exact(families.len())),
            formulas: self.candidates.formulas(),
            unique: hypothesis(only.filter(|_| !is_open)),
            possible: if is_open { vec![hypothesis(only)] } else { Vec::new() },
            leader: hypothesis(self.candidates.leader()),
            steps: self.candidates.layers().iter().map(step).collect(),
            proposals: self.plan.proposals().iter().map(|one| self.proposal(one)).collect(),
            confirming: confirming.map(|(number, one)| self.confirming(number, one)).collect(),
            confirmation: self.confirm.as_ref().map(Confirm::json),
            together: self.promise(self.plan.together()),
            further_runs: self.further.as_ref().ok().and_then(Option::as_ref).map(Further::json),
            stopped: self.stopped(),
            cut: &self.questions.cut,
            contradiction: self.what_fits.as_ref().map(|found| found.json(&Rows { data, domain, lines })),
            no_larger: self.no_larger(),
            columns,
            suggestions: suggestions(&self.suspected, data.features()),
            data: DataSummary::of(data),
            warnings: warnings.collect(),
        }
    }

    fn proposal(&self, one: &Proposal) -> Value {
        let row = self.row(one.input(), one.row());
        let values = row.values();
        let row = row.with_room(self.loaded.data.features(), one.fixed());
        let alike = row.alike();
        let matters = row.only(&self.columns_that_matter(one.fixed())).values();
        let (positive, negative) = one.remaining();
        let votes = json!({
            "accepting": one.accepting().to_string(),
            "rejecting": one.rejecting().to_string(),
            "if_positive": positive.to_string(),
            "if_negative": negative.to_string(),
        });
        let mut object = json!({
            "input": values,
            "alike": alike,
            "matters": matters,
            "as_good": one.alike().to_string(),
            "respects_suggestions": one.is_preferred(),
            "line": self.line(one.row()),
            "remaining": self.promise(&one.remainder()),
            "leader": one.leader(),
        });
        let is_cut = self.candidates.stopped().is_some();
        for field in ["accepting", "rejecting", "if_positive", "if_negative"] {
            object[field] = if is_cut { Value::Null } else { votes[field].clone() };
        }
        if is_cut {
            object["known"] = votes;
        }
        object
    }

    /// What is promised of all candidates: nothing, if some may not have been found.
    fn promise(&self, Remainder { at_most, of, at_least, unit, .. }: &Remainder) -> Value {
        let unit = match unit {
            Unit::Concepts => "concepts",
            _ => "formulas",
        };
        match self.candidates.stopped() {
            None => {
                json!({"at_most": at_most.to_string(), "of": of.to_string(), "at_least": at_least.to_string(), "unit": unit})
            }
            Some(_) => json!({"at_most": null, "of": null, "at_least": at_least.to_string(), "unit": unit}),
        }
    }
}

/// A size, and how many formulas of it are left; null if that is not known.
fn step(layer: &Layer) -> Value {
    let formulas = layer.formulas().is_exact().then(|| layer.formulas().lower().to_string());
    json!({"complexity": layer.space().complexity(), "formulas": formulas})
}

/// What could be declared, by the patterns of its names.
fn suggestions(suspected: &Suggestions, features: &Features) -> Value {
    let patterns = |groups: &[NamedGroup]| groups.iter().map(|group| group.pattern.clone()).collect::<Vec<String>>();
    let implies = suspected.implies.iter();
    let implies = implies.map(|(one, other)| format!("{} -> {}", one.display(features), other.display(features)));
    json!({
        "one_hot": patterns(&suspected.one_hot),
        "at_most_one": patterns(&suspected.at_most_one),
        "implies": implies.collect::<Vec<_>>(),
    })
}

//! What was proposed, for programs.

use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde_json::{Value, json};
use vesc_col::columns::NamedGroup;
use vesc_col::next::{Proposal, Remainder, Unit};
use vesc_col::report::DataSummary;
use vesc_col::{Cardinality, Dnf, SubSpace};

use super::confirm::Confirm;
use super::further::Further;
use super::report::{Advice, Ending};
use crate::commands::rows::Rows;
use crate::input::Loaded;

/// One object. Numbers that a limit has cut off are null; `known` has those of the candidates that were found until then.
impl Serialize for Advice<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let hypothesis = |dnf: Option<&Dnf>| dnf.map(|dnf| json!({"text": self.text(dnf)}));
        let proposals: Vec<Value> = self.plan.proposals().iter().map(|one| self.proposal(one)).collect();
        let confirming: Vec<Value> = (1..)
            .zip(self.confirm.iter().flat_map(|confirm| &confirm.inputs))
            .map(|(number, one)| self.confirming(number, one))
            .collect();
        let steps: Vec<Value> = self
            .candidates
            .layers()
            .iter()
            .map(|layer| match layer.formulas().is_exact() {
                true => {
                    json!({"complexity": layer.space().complexity(), "formulas": layer.formulas().lower().to_string()})
                }
                false => json!({"complexity": layer.space().complexity(), "formulas": null}),
            })
            .collect();
        let names = self.loaded.data.features();
        let warnings: Vec<String> = self.warnings.iter().map(|warning| warning.display(names).to_string()).collect();
        let patterns =
            |groups: &[NamedGroup]| groups.iter().map(|group| group.pattern.clone()).collect::<Vec<String>>();
        let suspected =
            json!({"one_hot": patterns(&self.suspected.one_hot), "at_most_one": patterns(&self.suspected.at_most_one)});
        let (literals, terms) = self.cap;
        let stopped = self.stopped();
        let no_larger = self.no_larger();
        let certain = self.certain();
        let is_open = self.ending() == Ending::Open;
        let mut object = serializer.serialize_struct(
            "Advice",
            17 + [
                no_larger.is_some(),
                !self.loaded.columns.is_empty(),
                self.errors.is_some(),
                self.families.is_some(),
                self.what_fits.is_some(),
                is_open,
                certain.is_some(),
            ]
            .map(usize::from)
            .iter()
            .sum::<usize>(),
        )?;
        object.serialize_field("schema", &1)?;
        object.serialize_field("outcome", self.ending().word())?;
        object.serialize_field("up_to", &json!({"literals": literals, "terms": terms}))?;
        if let Some(budget) = self.errors {
            object.serialize_field("error_budget", budget)?;
        }
        object.serialize_field("cardinality", &self.candidates.concepts())?;
        if let Some(certain) = certain {
            object.serialize_field("certain", &Cardinality::exact(certain))?;
        }
        if let Some(families) = self.families {
            object.serialize_field("families", &Cardinality::exact(families.len()))?;
        }
        object.serialize_field("formulas", &self.candidates.formulas())?;
        let only = self.candidates.unique();
        object.serialize_field("unique", &hypothesis(only.filter(|_| !is_open)))?;
        if is_open {
            object.serialize_field("possible", &[hypothesis(only)])?;
        }
        object.serialize_field("leader", &hypothesis(self.candidates.leader()))?;
        object.serialize_field("steps", &steps)?;
        object.serialize_field("proposals", &proposals)?;
        object.serialize_field("confirming", &confirming)?;
        object.serialize_field("confirmation", &self.confirm.map(Confirm::json))?;
        object.serialize_field("together", &self.promise(self.plan.together()))?;
        object.serialize_field("further_runs", &self.further.ok().flatten().map(Further::json))?;
        object.serialize_field("stopped", &stopped)?;
        if let Some(what_fits) = self.what_fits {
            let Loaded { data, domain, lines, .. } = self.loaded;
            object.serialize_field("contradiction", &what_fits.json(&Rows { data, domain, lines }))?;
        }
        if let Some(reason) = no_larger {
            object.serialize_field("no_larger", &reason)?;
        }
        if !self.loaded.columns.is_empty() {
            object.serialize_field("columns", &self.loaded.columns)?;
        }
        object.serialize_field("suggestions", &suspected)?;
        object.serialize_field("data", &DataSummary::of(&self.loaded.data))?;
        object.serialize_field("warnings", &warnings)?;
        object.end()
    }
}

impl Advice<'_> {
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

//! What was proposed, for people and for programs.

use std::fmt;

use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde_json::{Value, json};
use vesc_col::columns::Encoding;
use vesc_col::next::{Candidates, Plan, Proposal, Remainder, Unit};
use vesc_col::report::DataSummary;
use vesc_col::{Cardinality, Dataset, Dnf, SubSpace};

use super::input_row::{InputRow, table};
use crate::error::CliError;
use crate::input::Pool;
use crate::text::counted;

/// The candidates and what to simulate.
pub(super) struct Advice<'a> {
    pub(super) data: &'a Dataset,
    /// How an input becomes a row of the file's columns.
    pub(super) encoding: &'a Encoding,
    /// All columns of the file.
    pub(super) header: &'a [String],
    pub(super) cap: (usize, usize),
    pub(super) candidates: &'a Candidates,
    pub(super) plan: &'a Plan,
    /// What may be proposed, if not any input.
    pub(super) pool: Option<&'a Pool>,
}

impl Advice<'_> {
    /// `proposed`; `unique` if one concept is left; `empty` if none is; `undecided` if none was found before a limit was reached;
    /// `indistinct` if no input that may be simulated tells any two candidates apart.
    pub(super) fn outcome(&self) -> &'static str {
        if self.candidates.layers().is_empty() {
            if self.candidates.stopped().is_some() { "undecided" } else { "empty" }
        } else if self.candidates.unique().is_some() {
            "unique"
        } else if self.plan.proposals().is_empty() {
            "indistinct"
        } else {
            "proposed"
        }
    }

    /// The inputs as CSV.
    pub(super) fn inputs(&self) -> Result<String, CliError> {
        table(self.encoding, self.header, self.plan.proposals().iter().map(|proposal| self.row(proposal)))
    }

    fn text(&self, dnf: &Dnf) -> String {
        dnf.display(self.data.features()).to_string()
    }

    fn line(&self, proposal: &Proposal) -> Option<u64> {
        Some(self.pool?.lines[proposal.row()?][0])
    }

    /// The proposal as a row of the file's columns, with the cells that it has in the pool.
    fn row(&self, proposal: &Proposal) -> InputRow<'_> {
        let row = InputRow::new(self.encoding, proposal.input());
        match (self.pool, proposal.row()) {
            (Some(pool), Some(number)) if !pool.cells.is_empty() => row.with_cells(&pool.cells[number]),
            _ => row,
        }
    }

    fn fmt_proposal(&self, number: usize, proposal: &Proposal, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let remainder = proposal.remainder();
        write!(f, "\n{number}. simulate ")?;
        match self.line(proposal) {
            Some(line) => writeln!(f, "line {line} of the pool")?,
            None => write!(f, "{}", self.row(proposal))?,
        }
        writeln!(
            f,
            "    positive leaves {}, negative leaves {} of {} {} (no input can promise less than {})",
            proposal.accepting(),
            proposal.rejecting(),
            remainder.of,
            unit(remainder.unit),
            remainder.at_least
        )?;
        match (self.candidates.leader(), proposal.leader()) {
            (Some(leader), Some(says)) => writeln!(
                f,
                "    `{}` says {}: the other answer refutes it",
                self.text(leader),
                if says { "positive" } else { "negative" }
            ),
            _ => Ok(()),
        }
    }
}

fn unit(unit: Unit) -> &'static str {
    match unit {
        Unit::Concepts => "concepts",
        _ => "formulas",
    }
}

impl fmt::Display for Advice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (literals, terms) = self.cap;
        let cap = format!("up to {} in up to {}", counted(literals, "literal"), counted(terms, "term"));
        let candidates = self.candidates;
        match (self.outcome(), candidates.unique()) {
            (_, Some(only)) => {
                writeln!(f, "unique: one concept is left {cap}\n    {}", self.text(only))?;
            }
            ("empty", _) => writeln!(f, "empty: nothing {cap} explains the data; allow more (--up-to)")?,
            ("undecided", _) => writeln!(f, "undecided: nothing is known to explain the data")?,
            (outcome, _) => {
                writeln!(f, "{outcome}: {} concepts are left {cap}", candidates.concepts())?;
                if outcome == "indistinct" {
                    let inputs = if self.pool.is_some() { "row of the pool" } else { "input that was tried" };
                    writeln!(f, "    no {inputs} tells any two of them apart")?;
                }
            }
        }
        if let Some((complexity, reason)) = candidates.stopped() {
            writeln!(f, "    stopped ({reason}) at {complexity}: larger candidates are not among them")?;
        }
        if !candidates.layers().is_empty() {
            writeln!(f, "\nliterals  terms  formulas")?;
        }
        for layer in candidates.layers() {
            let space = layer.space();
            writeln!(f, "{:>8}  {:>5}  {:>8}", space.literals(), space.terms(), layer.live().formula_count())?;
        }
        for (number, proposal) in (1..).zip(self.plan.proposals()) {
            self.fmt_proposal(number, proposal, f)?;
        }
        if let [_, _, ..] = self.plan.proposals() {
            let Remainder { at_most, of, at_least, unit: what, .. } = self.plan.together();
            let what = unit(*what);
            writeln!(
                f,
                "\nall together: at most {at_most} of {of} {what} remain (no choice can promise less than {at_least})"
            )?;
        }
        Ok(())
    }
}

impl Serialize for Advice<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let hypothesis = |dnf: Option<&Dnf>| dnf.map(|dnf| json!({"text": self.text(dnf)}));
        let remainder = |Remainder { at_most, of, at_least, unit, .. }: &Remainder| json!({"at_most": at_most.to_string(), "of": of.to_string(), "at_least": at_least.to_string(), "unit": unit});
        let proposals: Vec<Value> = self
            .plan
            .proposals()
            .iter()
            .map(|one| {
                let row = self.row(one);
                json!({
                    "input": row.values(),
                    "alike": row.alike(),
                    "line": self.line(one),
                    "accepting": one.accepting().to_string(),
                    "rejecting": one.rejecting().to_string(),
                    "remaining": remainder(&one.remainder()),
                    "leader": one.leader(),
                })
            })
            .collect();
        let steps: Vec<Value> = self
            .candidates
            .layers()
            .iter()
            .map(|layer| json!({"complexity": layer.space().complexity(), "formulas": layer.live().formula_count().to_string()}))
            .collect();
        let (literals, terms) = self.cap;
        let mut object = serializer.serialize_struct("Advice", 12)?;
        object.serialize_field("schema", &1)?;
        object.serialize_field("outcome", self.outcome())?;
        object.serialize_field("up_to", &json!({"literals": literals, "terms": terms}))?;
        object.serialize_field("cardinality", &self.candidates.concepts())?;
        object.serialize_field("formulas", &Cardinality::exact(self.candidates.formulas()))?;
        object.serialize_field("unique", &hypothesis(self.candidates.unique()))?;
        object.serialize_field("leader", &hypothesis(self.candidates.leader()))?;
        object.serialize_field("steps", &steps)?;
        object.serialize_field("proposals", &proposals)?;
        object.serialize_field("together", &remainder(self.plan.together()))?;
        object.serialize_field("stopped", &self.candidates.stopped().map(|(_, reason)| reason))?;
        object.serialize_field("data", &DataSummary::of(self.data))?;
        object.end()
    }
}

//! What a version space has answered, for people and for programs.

use std::fmt;

use num_bigint::BigUint;
use serde_json::{Value, json};
use vesc_col::explain::{Boundary, is_incomparable};
use vesc_col::{Dataset, Dnf, StopReason, SubSpace, VersionSpace};

use super::answers::Answers;
use crate::args::InspectArgs;

pub(super) struct Inspection<'a> {
    pub(super) space: &'a dyn SubSpace,
    pub(super) found: &'a VersionSpace,
    pub(super) answers: Result<Answers, StopReason>,
    pub(super) data: &'a Dataset,
    /// The line of each row that was voted on.
    pub(super) lines: Vec<u64>,
    pub(super) args: &'a InspectArgs,
}

/// How many of the most specific and the most general concepts the text names.
const SHOWN: usize = 10;

impl Inspection<'_> {
    pub(super) fn json(&self) -> Value {
        let features = self.data.features();
        let text = |dnf: &Dnf| json!({"text": dnf.display(features).to_string()});
        let mut object = json!({
            "schema": 1,
            "outcome": "inspected",
            "complexity": self.space.complexity(),
            "cardinality": self.found.concepts,
            "formulas": self.found.formulas,
            "engine": self.found.engine,
            "stopped": self.answers.as_ref().err(),
        });
        let Ok(answers) = &self.answers else { return object };
        let literal = |literal: &vesc_col::Literal| literal.display(features).to_string();
        object["backbone"] = answers.backbone().map(|one| literal(&one)).collect();
        let frequency = |(one, count): &(_, BigUint)| json!({"literal": literal(one), "formulas": count.to_string()});
        object["frequencies"] = answers.frequencies.iter().map(frequency).collect();
        let drawn = answers.sample.iter().map(|one| json!({"text": one.display(features).to_string()}));
        object["sample"] = json!({
            "of": if self.args.concepts { "concepts" } else { "formulas" },
            "seed": self.args.seed,
            "hypotheses": drawn.collect::<Vec<_>>(),
        });
        object["most_specific"] =
            answers.boundary.as_ref().map(|ends| ends.specific.iter().map(text).collect::<Vec<_>>()).into();
        object["most_general"] =
            answers.boundary.as_ref().map(|ends| ends.general.iter().map(text).collect::<Vec<_>>()).into();
        object["boundary"] = answers
            .boundary
            .as_ref()
            .map(|ends| json!({"complete": ends.is_complete, "incomparable": is_incomparable(self.space)}))
            .into();
        object["contains"] = answers.contains.into();
        let vote = |(line, accepting): (&u64, &BigUint)| json!({"line": line, "accepting": accepting.to_string(), "of": answers.formulas.to_string()});
        object["votes"] = self.lines.iter().zip(&answers.votes).map(vote).collect();
        object
    }
}

impl Inspection<'_> {
    fn fmt_boundary(&self, ends: &Boundary, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_incomparable(self.space) {
            return writeln!(f, "\nno concept implies another one: each is a most specific and a most general one");
        }
        for (what, concepts) in [("most specific", &ends.specific), ("most general", &ends.general)] {
            let more = if ends.is_complete { "" } else { " found, there may be more" };
            writeln!(f, "\n{what} concepts: {}{more}", concepts.len())?;
            for dnf in concepts.iter().take(SHOWN) {
                writeln!(f, "    {}", dnf.display(self.data.features()))?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Inspection<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let features = self.data.features();
        let (concepts, formulas) = (&self.found.concepts, &self.found.formulas);
        writeln!(f, "inspected: {}, |VS| = {concepts}, formulas = {formulas}", self.space.complexity())?;
        let answers = match &self.answers {
            Ok(answers) => answers,
            Err(reason) => return writeln!(f, "    stopped ({reason}) before the version space was known"),
        };
        if let Some(contains) = answers.contains {
            writeln!(f, "    the formula is {}one of them", if contains { "" } else { "not " })?;
        }
        let backbone: Vec<String> = answers.backbone().map(|literal| literal.display(features).to_string()).collect();
        if !backbone.is_empty() {
            writeln!(f, "    all of them have {}", backbone.join(", "))?;
        }
        if !answers.frequencies.is_empty() {
            writeln!(f, "\nformulas with a literal:")?;
        }
        for (literal, count) in answers.frequencies.iter().take(self.args.literals_shown) {
            writeln!(f, "    {}: {count}", literal.display(features))?;
        }
        let more = answers.frequencies.len().saturating_sub(self.args.literals_shown);
        if more > 0 {
            writeln!(f, "    and {more} more literals")?;
        }
        if let Some(ends) = &answers.boundary {
            self.fmt_boundary(ends, f)?;
        }
        if !answers.sample.is_empty() {
            let what = if self.args.concepts { "concepts" } else { "formulas" };
            writeln!(f, "\n{what} at random (seed {}):", self.args.seed)?;
        }
        for formula in &answers.sample {
            writeln!(f, "    {}", formula.display(features))?;
        }
        if !answers.votes.is_empty() {
            writeln!(f, "\nvotes of {} formulas:", answers.formulas)?;
        }
        for (line, accepting) in self.lines.iter().zip(&answers.votes) {
            let verdict = match accepting {
                none if *none == BigUint::ZERO => "negative",
                all if *all == answers.formulas => "positive",
                _ => "undecided",
            };
            writeln!(f, "    line {line}: {accepting} accept, {verdict}")?;
        }
        Ok(())
    }
}

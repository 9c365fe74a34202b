//! What a version space has answered, for people and for programs.

use std::fmt;

use num_bigint::BigUint;
use serde_json::{Value, json};
use vesc_col::formula::Literal;
use vesc_col::report::{Warning, relation, short_number};
use vesc_col::run::StopReason;
use vesc_col::search::ErrorBudget;
use vesc_col::{Cardinality, Dataset, SubSpace};

use super::counts::Counts;
use super::measured::Measured;
use crate::args::{InspectArgs, Language};
use crate::report::{BoundaryReport, after_stop};
use crate::text;

pub(super) struct Inspection<'a> {
    pub(super) space: &'a dyn SubSpace,
    pub(super) measured: Measured,
    /// Whether no row has errors, and no cell is unknown.
    pub(super) is_exact: bool,
    /// How many errors a hypothesis may make.
    pub(super) errors: Option<&'a ErrorBudget>,
    /// How many concepts fit whatever the unknown cells are, if there are any.
    pub(super) certain: Option<Cardinality>,
    /// How many families there are, if some feature is a threshold and the concepts were listed.
    pub(super) families: Option<Cardinality>,
    /// Whether the formula that was asked about is one of them.
    pub(super) contains: Option<bool>,
    /// Why the answer was cut short, if it was.
    pub(super) stopped: Option<StopReason>,
    pub(super) data: &'a Dataset,
    /// The lines that were voted on, each with the number of its row.
    pub(super) voted: Vec<(u64, usize)>,
    /// What to know about the data.
    pub(super) warnings: Vec<Warning>,
    pub(super) args: &'a InspectArgs,
}

impl Inspection<'_> {
    pub(super) fn json(&self) -> Value {
        let features = self.data.features();
        let literal = |literal: &Literal| literal.display(features).to_string();
        let mut object = json!({
            "schema": 1,
            "outcome": if self.stopped.is_some() { "undecided" } else { "inspected" },
            "complexity": self.space.complexity(),
            "cardinality": self.measured.concepts,
            "formulas": self.measured.formulas,
            "engine": self.measured.engine,
            "stopped": self.stopped,
            "backbone": self.backbone().map(|backbone| backbone.iter().map(literal).collect::<Vec<_>>()),
            "contains": self.contains,
            "counted": self.measured.counts.is_ok(),
            "warnings": self.warnings.iter().map(|warning| warning.display(features).to_string()).collect::<Vec<_>>(),
        });
        if let Some(budget) = self.errors {
            object["error_budget"] = json!(budget);
        }
        if let Some(families) = &self.families {
            object["families"] = json!(families);
        }
        if let Some(certain) = &self.certain {
            object["certain"] = json!(certain);
        }
        BoundaryReport::write(self.boundary_report().as_ref(), &mut object);
        if let Some(shared) = &self.measured.shared {
            let literals = shared.literals.as_ref().map(|literals| literals.iter().map(literal).collect::<Vec<_>>());
            object["shared"] = json!({"columns": shared.column_names(features), "literals": literals});
        }
        let Ok(counts) = &self.measured.counts else { return object };
        let frequency = |(one, count): &(_, BigUint)| json!({"literal": literal(one), "formulas": count.to_string()});
        object["frequencies"] = counts
            .frequencies
            .as_ref()
            .map(|_| counts.most_frequent().iter().map(frequency).collect::<Vec<_>>())
            .into();
        let drawn = counts.sample.iter().map(|one| json!({"text": one.display(features).to_string()}));
        object["sample"] = json!({
            "of": self.unit(),
            "seed": self.args.seed,
            "hypotheses": drawn.collect::<Vec<_>>(),
        });
        let vote = |&(line, row): &(u64, usize)| json!({"line": line, "accepting": counts.votes[row].to_string(), "of": counts.formulas.to_string()});
        object["votes"] = self.voted.iter().map(vote).collect();
        object
    }

    /// What is drawn and counted. Of a list with errors or unknown cells that is concepts.
    fn unit(&self) -> &'static str {
        if self.args.concepts || !self.is_exact { "concepts" } else { "formulas" }
    }

    fn boundary_report(&self) -> Option<BoundaryReport<'_>> {
        let (space, features) = (self.space, self.data.features());
        // Otherwise some are drawn at random.
        self.measured.boundary.as_ref().map(|boundary| BoundaryReport { boundary, space, features })
    }

    /// The literals that every formula has, if they are known.
    fn backbone(&self) -> Option<Vec<Literal>> {
        match (&self.measured.counts, &self.measured.shared) {
            (Ok(counts), _) => counts.backbone(),
            (Err(_), shared) => shared.as_ref().and_then(|shared| shared.literals.clone()),
        }
    }
}

impl Inspection<'_> {
    /// What all formulas have in common.
    fn fmt_shared(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let features = self.data.features();
        if let Some(mut shared) = self.measured.shared.clone() {
            shared.literals = self.backbone();
            return write!(f, "{}", shared.display(features));
        }
        // Of a version space that is small enough to be counted through, only the literals.
        let literals = self.backbone().unwrap_or_default();
        let literals: Vec<String> = literals.iter().map(|literal| literal.display(features).to_string()).collect();
        if literals.is_empty() { Ok(()) } else { writeln!(f, "    all of them have {}", literals.join(", ")) }
    }

    fn fmt_frequencies(&self, counts: &Counts, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let frequencies = counts.most_frequent();
        if !frequencies.is_empty() {
            writeln!(f, "\nformulas with a literal:")?;
        }
        for (literal, count) in frequencies.iter().take(self.args.literals_shown) {
            writeln!(f, "    {}: {}", literal.display(self.data.features()), short_number(count))?;
        }
        match frequencies.len().saturating_sub(self.args.literals_shown) {
            0 => Ok(()),
            more => {
                writeln!(f, "    and {} (--literals-shown {})", text::counted(more, "more literal"), frequencies.len())
            }
        }
    }

    fn fmt_sample_and_votes(&self, counts: &Counts, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !counts.sample.is_empty() {
            writeln!(f, "\n{} at random (seed {}):", self.unit(), self.args.seed)?;
        }
        for formula in &counts.sample {
            writeln!(f, "    {}", formula.display(self.data.features()))?;
        }
        if counts.formulas == BigUint::ZERO {
            return if counts.votes.is_empty() { Ok(()) } else { writeln!(f, "\nnothing fits, so that nothing votes") };
        }
        if !counts.votes.is_empty() {
            let noun = if self.is_exact { "formula" } else { "concept" };
            let noun = if counts.formulas == BigUint::from(1u32) { noun.to_owned() } else { format!("{noun}s") };
            writeln!(f, "\nvotes of {} {noun}:", short_number(&counts.formulas))?;
        }
        let is_split =
            |&&(_, row): &&(u64, usize)| counts.votes[row] != BigUint::ZERO && counts.votes[row] != counts.formulas;
        for (line, row) in self.voted.iter().filter(is_split) {
            writeln!(f, "    line {line}: {} accept, undecided", short_number(&counts.votes[*row]))?;
        }
        let lines = |verdict: &BigUint| -> Vec<u64> {
            let agreed = self.voted.iter().filter(|(_, row)| counts.votes[*row] == *verdict);
            agreed.map(|&(line, _)| line).collect()
        };
        fmt_agreed("all accept, positive", &lines(&counts.formulas), f)?;
        fmt_agreed("none accepts, negative", &lines(&BigUint::ZERO), f)
    }
}

fn fmt_agreed(verdict: &str, lines: &[u64], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if lines.is_empty() { Ok(()) } else { writeln!(f, "    {}: {verdict}", text::lines(lines)) }
}

/// What the counts tell, the boundary, and last the answer.
impl fmt::Display for Inspection<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Ok(counts) = &self.measured.counts {
            self.fmt_frequencies(counts, f)?;
        }
        if let Some(boundary_report) = self.boundary_report() {
            boundary_report.fmt(f)?;
        }
        match &self.measured.counts {
            Ok(counts) => {
                if self.args.language.language != Language::Dnf && counts.frequencies.is_none() {
                    writeln!(
                        f,
                        "\nnot told: how often each literal appears, and the most specific and most general formulas; these are for \
                         dnf alone"
                    )?;
                }
                self.fmt_sample_and_votes(counts, f)?;
            }
            Err(_) if !self.is_exact && self.stopped.is_none() => writeln!(
                f,
                "\nnot told: how often each literal appears, random concepts and votes; with errors or unknown cells that takes a \
                 list of all concepts"
            )?,
            Err(_) if self.stopped.is_none() => writeln!(
                f,
                "\nnot counted within {}: how often each literal appears, random formulas and votes; a longer --patience may do",
                humantime::format_duration(self.args.patience)
            )?,
            Err(_) => {}
        }
        if !self.warnings.is_empty() {
            writeln!(f)?;
        }
        for warning in &self.warnings {
            writeln!(f, "warning: {}", warning.display(self.data.features()))?;
        }
        self.fmt_answer(f)
    }
}

impl Inspection<'_> {
    fn fmt_answer(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (size, count, formulas) =
            (self.space.complexity(), relation(&self.measured.concepts), relation(&self.measured.formulas));
        let families = self.families.as_ref().map(|families| format!("families {}, ", relation(families)));
        let families = families.unwrap_or_default();
        match self.stopped {
            None => writeln!(f, "\ninspected: {size}, {families}|VS| {count}, formulas {formulas}")?,
            Some(reason) => {
                writeln!(
                    f,
                    "\nundecided: {size}, {families}|VS| {count}, formulas {formulas}; stopped ({reason}) before all was known"
                )?;
                after_stop(reason).map_or(Ok(()), |advice| writeln!(f, "    {advice}"))?;
            }
        }
        if let Some(budget) = self.errors {
            writeln!(f, "    within {budget}")?;
        }
        if let Some(certain) = &self.certain {
            match self.measured.concepts.is_zero() {
                true => writeln!(f, "    whatever the unknown cells are")?,
                false => {
                    writeln!(
                        f,
                        "    for some values of the unknown cells; whatever they are |VS| {}",
                        relation(certain)
                    )?;
                }
            }
        }
        if let Some(contains) = self.contains {
            writeln!(f, "    the formula is {}one of them", if contains { "" } else { "not " })?;
        }
        self.fmt_shared(f)
    }
}

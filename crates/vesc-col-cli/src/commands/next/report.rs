//! What was proposed, for people.

use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use num_bigint::BigUint;
use vesc_col::columns::{ColumnReport, Suggestions};
use vesc_col::data::{OwnedSample, Sample};
use vesc_col::formula::Literal;
use vesc_col::next::{Candidates, LEAST_SHARE, Plan, Proposal, Remainder, Unit};
use vesc_col::report::{OpenErrors, Warning, short_count, short_number};
use vesc_col::run::StopReason;
use vesc_col::search::ErrorBudget;
use vesc_col::{Cardinality, Dnf, Hypothesis};

use super::confirm::Confirm;
use super::further::Further;
use super::input_row::{InputRow, columns_of, table};
use crate::commands::advice::{next_caps, no_formula};
use crate::commands::explain::WhatFits;
use crate::commands::questions::Questions;
use crate::commands::rows::Rows;
use crate::error::CliError;
use crate::input::{Loaded, Pool};
use crate::status;

/// The candidates and what to simulate.
pub(super) struct Advice<'a> {
    pub(super) loaded: &'a Loaded,
    pub(super) cap: (usize, usize),
    /// How many inputs were asked for.
    pub(super) count: usize,
    pub(super) candidates: Candidates,
    pub(super) plan: Plan,
    /// Candidates that differ in thresholds only are one family.
    pub(super) families: Option<Vec<Arc<dyn Hypothesis>>>,
    /// How probable the only answer is, and what would refute it.
    pub(super) confirm: Option<Confirm>,
    /// How many further runs are expected, if anything tells that, or why the run ended before.
    pub(super) further: Result<Option<Further>, StopReason>,
    /// Inputs of rows that are left out.
    pub(super) refused: &'a [OwnedSample],
    /// What may be proposed, if not any input.
    pub(super) pool: Option<Pool>,
    /// Columns that exclude each other in every row, though nobody has declared it.
    pub(super) suspected: Suggestions,
    pub(super) warnings: Vec<Warning>,
    /// What would fit, if no candidate does.
    pub(super) what_fits: Option<WhatFits>,
    /// How many errors a candidate may make.
    pub(super) errors: Option<ErrorBudget>,
    /// Why the least number of these is not known, if it was to be.
    pub(super) open: Option<OpenErrors>,
    /// What of these was cut off though the candidates are known.
    pub(super) questions: Questions,
}

/// How the search for proposals ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// There are inputs that tell candidates apart, or test them.
    Proposed,
    /// One concept is left.
    Unique,
    /// One concept is left, and it fits for some values of unknown cells only.
    Open,
    /// One concept is left, and it is as probable as asked for.
    TargetMet,
    /// No concept is left.
    Empty,
    /// No input that may be simulated tells any two candidates apart.
    Indistinct,
    /// A limit was reached before all candidates were found, or all inputs were looked at.
    Undecided,
}

impl Ending {
    /// The word for it.
    pub(super) fn word(self) -> &'static str {
        match self {
            Ending::Proposed => "proposed",
            Ending::Unique => "unique",
            Ending::TargetMet => "target-met",
            Ending::Empty => "empty",
            Ending::Indistinct => "indistinct",
            Ending::Open | Ending::Undecided => "undecided",
        }
    }
}

impl Advice<'_> {
    pub(super) fn ending(&self) -> Ending {
        if self.stopped().is_some() {
            Ending::Undecided
        } else if self.candidates.layers().is_empty() {
            Ending::Empty
        } else if let Some(unique) = self.candidates.unique() {
            if !self.candidates.is_certain(unique, &self.loaded.data) {
                Ending::Open
            } else if self.confirm.as_ref().is_some_and(|confirm| confirm.standing.is_met()) {
                Ending::TargetMet
            } else {
                Ending::Unique
            }
        } else if self.plan.proposals().is_empty() {
            Ending::Indistinct
        } else {
            Ending::Proposed
        }
    }

    /// The limit that was reached.
    pub(super) fn stopped(&self) -> Option<StopReason> {
        let stopped = self.candidates.stopped().map(|(_, reason)| reason).or(self.plan.stopped());
        // With more errors something may fit.
        stopped.or(self.open.filter(|_| self.candidates.layers().is_empty()).map(|open| open.stopped))
    }

    /// The exit status.
    pub(super) fn status(&self) -> u8 {
        let answer = match self.ending() {
            Ending::Open | Ending::Undecided => status::UNDECIDED,
            Ending::Proposed | Ending::Unique | Ending::TargetMet => 0,
            Ending::Indistinct if self.only().is_some() => 0,
            Ending::Empty | Ending::Indistinct => status::NOT_LEARNED,
        };
        // Nobody chose how long it is tried what would fit, and the answer is known without it.
        if self.questions.are_late() { answer } else { self.questions.status(answer) }
    }

    /// Why no larger formula can fit, if none does and that is known.
    pub(super) fn no_larger(&self) -> Option<String> {
        if self.ending() != Ending::Empty {
            return None;
        }
        let Loaded { data, domain, lines, .. } = self.loaded;
        let all_sizes = || {
            next_caps(data, self.cap, self.errors.is_none())
                .is_empty()
                .then(|| "every size that could was searched".to_owned())
        };
        no_formula(&Rows { data, domain, lines }, self.errors.as_ref()).or_else(all_sizes)
    }

    /// The inputs as CSV.
    pub(super) fn inputs(&self) -> Result<String, CliError> {
        let splitting = self.plan.proposals().iter().map(|one| (one.input(), one.row()));
        let confirming = self.confirm.iter().flat_map(|confirm| &confirm.inputs).map(|one| (one.input(), one.row()));
        let rows = splitting.chain(confirming).map(|(input, row)| (self.row(input, row), self.record(row)));
        table(&self.loaded.encoding, (&self.loaded.header, self.loaded.separator), rows)
    }

    /// A row of the pool as it stands there, with the names of its columns.
    fn record(&self, row: Option<usize>) -> Option<(&[String], &[Rc<str>])> {
        let pool = self.pool.as_ref()?;
        Some((&pool.header, &pool.records[row?]))
    }

    pub(super) fn text(&self, dnf: &Dnf) -> String {
        dnf.display(self.loaded.data.features()).to_string()
    }

    /// The line of the pool that an input comes from.
    pub(super) fn line(&self, row: Option<usize>) -> Option<u64> {
        Some(self.pool.as_ref()?.lines[row?][0])
    }

    /// An input as a row of the file's columns, with the cells that it has in the pool.
    pub(super) fn row(&self, input: &Sample, number: Option<usize>) -> InputRow<'_> {
        let row = InputRow::new(&self.loaded.encoding, input);
        match (&self.pool, number) {
            (Some(pool), Some(number)) if !pool.cells.is_empty() => row.with_cells(&pool.cells[number]),
            _ => row,
        }
    }

    /// The names of the columns of the values that matter.
    pub(super) fn columns_that_matter(&self, fixed: &[Literal]) -> BTreeSet<&str> {
        columns_of(self.loaded.data.features(), fixed)
    }

    /// Whether each further row may change how many errors are allowed.
    pub(super) fn finds_least_errors(&self) -> bool {
        self.errors.as_ref().is_some_and(|budget| budget.is_least() || self.open.is_some())
    }

    /// The only concept that is left, though nothing says that it is the cause.
    pub(super) fn only(&self) -> Option<&Dnf> {
        self.candidates.leader().filter(|_| self.candidates.concepts() == Cardinality::exact(1u32))
    }

    /// How many of the candidates fit whatever the unknown cells are; `None` without unknown cells, and if not all are known.
    pub(super) fn certain(&self) -> Option<usize> {
        let (candidates, data) = (&self.candidates, &self.loaded.data);
        let is_known = data.unknown_cells() > 0 && candidates.concepts().is_exact();
        is_known.then(|| candidates.known().filter(|dnf| candidates.is_certain(dnf, data)).count())
    }

    fn fmt_proposal(&self, number: usize, proposal: &Proposal, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{number}. simulate ")?;
        match self.line(proposal.row()) {
            Some(line) => writeln!(f, "line {line} of the pool")?,
            None => self.fmt_input(proposal, f)?,
        }
        let (positive, negative) = proposal.remaining();
        let Remainder { of, at_least, unit, .. } = proposal.remainder();
        let [positive, negative, of, at_least] = [&positive, &negative, &of, &at_least].map(short_number);
        let unit = unit_of(unit);
        match (self.candidates.stopped(), self.only()) {
            (Some(_), _) => {
                writeln!(
                    f,
                    "    positive leaves {positive}, negative leaves {negative} of the {of} {unit} known so far"
                )?;
            }
            (None, None) => {
                let what = if self.pool.is_some() { "row" } else { "input" };
                writeln!(
                    f,
                    "    positive leaves {positive}, negative leaves {negative} of {of} {unit} (no {what} can promise less than {at_least})"
                )?;
            }
            (None, Some(_)) => {}
        }
        match (self.candidates.leader(), proposal.leader()) {
            (Some(leader), Some(says)) => {
                let other = match self.candidates.allow_error(leader, !says) {
                    true => "is an error that is allowed",
                    false if self.finds_least_errors() => "may raise the least errors",
                    false => "refutes it",
                };
                let says = if says { "positive" } else { "negative" };
                writeln!(f, "    `{}` says {says}: the other answer {other}", self.text(leader))
            }
            _ => Ok(()),
        }
    }

    /// The columns that matter, and how many inputs have their values.
    fn fmt_input(&self, proposal: &Proposal, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.row(proposal.input(), None);
        let count = all.len();
        let row = all.only(&self.columns_that_matter(proposal.fixed()));
        let row = row.with_room(self.loaded.data.features(), proposal.fixed());
        write!(f, "an input with\n{row}")?;
        let alike = match number(proposal.alike()).as_str() {
            "1" => String::new(),
            alike if proposal.is_preferred() == Some(true) => {
                format!(": {alike} inputs that respect what is suspected are as good")
            }
            alike => format!(": {alike} inputs are as good"),
        };
        match count - row.len() {
            0 => {}
            1 => writeln!(f, "    the other column does not matter{alike}")?,
            others => writeln!(f, "    the other {others} columns do not matter{alike}")?,
        }
        if proposal.is_preferred() == Some(false) {
            writeln!(
                f,
                "    no input that respects what is suspected above tells candidates apart, and this one does not"
            )?;
        }
        Ok(())
    }

    fn fmt_suspected(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.suspected.is_empty() {
            return Ok(());
        }
        writeln!(f, "suspected, as it is so in every row; if it is so in every possible one, declare it:")?;
        let text = self.suspected.display(self.loaded.data.features()).to_string();
        text.lines().try_for_each(|line| writeln!(f, "    {line}"))?;
        if self.plan.proposals().iter().any(|proposal| proposal.is_preferred().is_some()) {
            writeln!(f, "    inputs that respect it are proposed first")?;
        }
        writeln!(f)
    }
}

/// A cap as it is typed.
pub(super) fn typed((literals, terms): (usize, usize)) -> String {
    format!("--up-to {literals},{terms}")
}

fn unit_of(unit: Unit) -> &'static str {
    match unit {
        Unit::Concepts => "concepts",
        _ => "formulas",
    }
}

/// The number from which powers of two are written as such.
const LARGE: u64 = 100_000;

/// `1024`, `2^40`.
fn number(number: &BigUint) -> String {
    match number.trailing_zeros() {
        Some(zeros) if zeros + 1 == number.bits() && *number >= BigUint::from(LARGE) => format!("2^{zeros}"),
        _ => short_number(number),
    }
}

/// What stands before the answer, a blank line after each part.
struct Preamble<'a>(&'a Advice<'a>);

impl fmt::Display for Preamble<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Preamble(advice) = self;
        let columns = ColumnReport::of(&advice.loaded.columns);
        if !columns.is_empty() {
            writeln!(f, "{columns}")?;
        }
        advice.fmt_suspected(f)?;
        advice.fmt_warnings(f)?;
        advice.fmt_layers(f)
    }
}

/// The details first and the proposals last, where a terminal shows them.
impl fmt::Display for Advice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let details = Preamble(self).to_string();
        if !details.is_empty() {
            write!(f, "\n{details}")?;
        }
        self.fmt_headline(f)?;
        for (number, proposal) in (1..).zip(self.plan.proposals()) {
            self.fmt_proposal(number, proposal, f)?;
        }
        self.fmt_confirming(f)?;
        let proposals = self.plan.proposals().len();
        let labels = [self.loaded.data.positives(), self.loaded.data.negatives()];
        let has_both = labels.iter().all(|samples| samples.rows() > 0);
        if (1..self.count).contains(&proposals) && has_both && self.stopped().is_none() {
            writeln!(
                f,
                "\nno more at once: until these are answered, a further one tells less than {LEAST_SHARE} of what the first tells"
            )?;
        }
        if let ([_, _, ..], None) = (self.plan.proposals(), self.candidates.stopped()) {
            let Remainder { at_most, of, at_least, unit, .. } = self.plan.together();
            let what = unit_of(*unit);
            let [at_most, of, at_least] = [at_most, of, at_least].map(short_number);
            writeln!(
                f,
                "\nall together: at most {at_most} of {of} {what} remain (no choice can promise less than {at_least})"
            )?;
        }
        f.write_str(&self.questions.text())
    }
}

impl Advice<'_> {
    fn fmt_warnings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A note on the label is in the first line already.
        let is_said = |warning: &&Warning| {
            matches!(warning, Warning::ConstantFeatures(_) | Warning::SameFeatures(_) | Warning::Note(_))
        };
        let features = self.loaded.data.features();
        let warnings = self.warnings.iter().filter(|warning| !is_said(warning));
        let lines: String = warnings.map(|warning| format!("warning: {}\n", warning.display(features))).collect();
        if lines.is_empty() { Ok(()) } else { writeln!(f, "{lines}") }
    }

    /// How many formulas of each size are left.
    fn fmt_layers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const FORMULAS: &str = "formulas";
        let layers = self.candidates.layers();
        if layers.is_empty() {
            return Ok(());
        }
        let counts: Vec<String> = layers.iter().map(|layer| short_count(layer.formulas())).collect();
        let width = counts.iter().map(String::len).max().unwrap_or(0).max(FORMULAS.len());
        writeln!(f, "literals  terms  {FORMULAS:>width$}")?;
        for (layer, count) in layers.iter().zip(counts) {
            writeln!(f, "{:>8}  {:>5}  {count:>width$}", layer.space().literals(), layer.space().terms())?;
        }
        writeln!(f)
    }
}

//! Inputs that would refute the only answer, in words and for programs.

use std::fmt;

use serde_json::{Value, json};
use vesc_col::confidence::Confidence;
use vesc_col::formula::Literal;
use vesc_col::next::Confirming;

use super::confirm::Confirm;
use super::report::Advice;
use crate::text::counted;

/// Number of confirming runs that a person may still make. A set bound, and only words depend on it.
const MOST_RUNS: usize = 1000;

impl Advice<'_> {
    /// How probable the only answer is.
    pub(super) fn fmt_standing(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(confirm) = &self.confirm else { return Ok(()) };
        let Confirm { standing, are_counted, stopped, named, contradicting, inputs, .. } = confirm;
        if standing.is_certain() {
            return writeln!(f, "    certain if these columns hold all that matters: every input is in the data");
        }
        write!(f, "    right with probability {}", standing.now())?;
        match standing.found_now() {
            Ok(found) => {
                if let Some(trials) = found.extrapolated_from() {
                    write!(f, ", extrapolated from {trials}")?;
                }
            }
            Err(reason) => write!(f, ", from an assumed 50 %: {reason}")?,
        }
        match standing.confirmed() {
            0 => {}
            1 => write!(f, ", after 1 confirming run")?,
            runs => write!(f, ", after {runs} confirming runs")?,
        }
        writeln!(f)?;
        match stopped {
            _ if *are_counted => {}
            Some(reason) => writeln!(
                f,
                "    stopped ({reason}): whether others are left without the rows of --confirmed is not known, and these are not counted"
            )?,
            None => writeln!(
                f,
                "    without the rows of --confirmed other answers are left, so that these rows do not confirm it"
            )?,
        }
        if *are_counted && standing.confirmed() + contradicting < *named {
            writeln!(
                f,
                "    {} of the {named} rows of --confirmed test it, and each counts once",
                standing.confirmed()
            )?;
        }
        match contradicting {
            0 => {}
            1 => writeln!(f, "    1 of the rows of --confirmed contradicts the answer: an error that is allowed")?,
            _ => writeln!(
                f,
                "    {contradicting} of the rows of --confirmed contradict the answer: errors that are allowed"
            )?,
        }
        let assumptions = standing.found_now().map(Confidence::assumptions).unwrap_or_default();
        assumptions.iter().try_for_each(|assumed| writeln!(f, "    assumed: {assumed}"))?;
        let target = (1000.0 * standing.target()).round() / 10.0;
        self.fmt_target(confirm, target, f)?;
        // Two numbers for the same rows would seem to be at odds.
        match confirm.fewer_by_chance {
            Some(runs) if !inputs.is_empty() => writeln!(
                f,
                "    {runs} if the rows of --confirmed had come by chance; but they were chosen to refute it, and the first such rows tell most"
            ),
            _ => Ok(()),
        }
    }

    /// How many further runs reach the target.
    fn fmt_target(&self, confirm: &Confirm, target: f64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Confirm { standing, inputs, .. } = confirm;
        match standing.runs_left() {
            Some(0) => Ok(()),
            _ if matches!(standing.unseen(), Some((0, _))) => {
                writeln!(f, "    every input was tried, so that no other one can test it")
            }
            _ if inputs.is_empty() => writeln!(f, "    no input was found that would test it and is no row yet"),
            Some(runs) if standing.unseen() == Some((runs, true)) => {
                let (agree, are) = if runs == 1 { ("agrees", "it is") } else { ("agree", "these are") };
                writeln!(f, "    certain if {runs} more {agree}: {are} all inputs that are no row yet")
            }
            Some(runs) if standing.now().value >= standing.target() => {
                let agree = if runs == 1 { "agrees" } else { "agree" };
                writeln!(f, "    the target of {target} % is met once {runs} more {agree}, however probable it is now")
            }
            Some(1) => writeln!(f, "    the target of {target} % is met if 1 more agrees"),
            Some(runs) if runs > MOST_RUNS => writeln!(
                f,
                "    the target of {target} % is met if {runs} more agree, more than anyone will run; `explain` says what lowers the number"
            ),
            Some(runs) => writeln!(f, "    the target of {target} % is met if {runs} more agree"),
            None => match standing.unseen() {
                Some((unseen, false)) => {
                    let (inputs, are) = (counted(unseen, "input"), if unseen == 1 { "is" } else { "are" });
                    writeln!(f, "    the target of {target} % may be out of reach: only {inputs} {are} no row yet")
                }
                _ => writeln!(f, "    the target of {target} % is out of reach"),
            },
        }
    }

    /// The inputs, and how to go on.
    pub(super) fn fmt_confirming(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(confirm) = self.confirm.as_ref().filter(|confirm| !confirm.inputs.is_empty()) else { return Ok(()) };
        for (number, one) in (1..).zip(&confirm.inputs) {
            write!(f, "\n{number}. simulate ")?;
            match self.line(one.row()) {
                Some(line) => writeln!(f, "line {line} of the pool")?,
                None => self.fmt_free(one, f)?,
            }
            let after = confirm.after(number);
            let makes = if one.term().is_some() || after.low >= 1.0 { "makes it" } else { "leaves it at" };
            let after = if after.low >= 1.0 { "certain".to_owned() } else { after.to_string() };
            let condition = match (self.term(one), one.turned()) {
                (Some(term), None) => format!("`{term}` holds"),
                (Some(term), Some(_)) if self.is_literal(one) => format!("`{term}` does not hold"),
                (Some(term), Some(literal)) => format!("all of `{term}` holds but `{}`", self.literal(literal)),
                (None, _) if one.says() => "the answer holds".to_owned(),
                (None, _) => "no term holds".to_owned(),
            };
            let (agreeing, other) = if one.says() { ("positive", "negative") } else { ("negative", "positive") };
            let said = match self.refutes(one) {
                Some(true) => format!("{other} refutes the answer, {agreeing} {makes} {after}"),
                None => format!("{agreeing} {makes} {after}, {other} may raise the least errors"),
                Some(false) => format!("{agreeing} {makes} {after}, {other} is an error that is allowed"),
            };
            writeln!(f, "    {condition}: {said}")?;
        }
        let named = if confirm.are_counted { confirm.named } else { 0 };
        let rows = named + confirm.inputs.len();
        let these = if confirm.inputs.len() == 1 { "the answer" } else { "the answers" };
        writeln!(f, "\nadd {these} at the end of the file, and go on with --confirmed {rows}")
    }

    /// The columns of the term; the others are free.
    fn fmt_free(&self, one: &Confirming, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.row(one.input(), None);
        let count = all.len();
        let row = all.only(&self.columns_that_matter(one.fixed()));
        let row = row.with_room(self.loaded.data.features(), one.fixed());
        write!(f, "an input with\n{row}")?;
        match count - row.len() {
            0 => {}
            others => {
                // What is declared may fix some of them.
                let kind = if self.loaded.domain.is_free() { "random" } else { "random legal" };
                let values = if others == 1 { format!("a {kind} value") } else { format!("{kind} values") };
                let columns = if others == 1 { "column".to_owned() } else { counted(others, "column") };
                let respect = if others == 1 { "respects" } else { "respect" };
                let respecting = match one.is_preferred() {
                    Some(true) => format!(" that {respect} what is suspected"),
                    _ => String::new(),
                };
                writeln!(f, "    and {values}{respecting} in the other {columns}")?;
            }
        }
        if one.is_preferred() == Some(false) {
            writeln!(f, "    no such input respects what is suspected above")?;
        }
        Ok(())
    }

    /// An input for programs; `number` counts from 1.
    pub(super) fn confirming(&self, number: usize, one: &Confirming) -> Value {
        let row = self.row(one.input(), one.row());
        let values = row.values();
        let row = row.with_room(self.loaded.data.features(), one.fixed());
        let alike = row.alike();
        json!({
            "input": values,
            "alike": alike,
            "matters": row.only(&self.columns_that_matter(one.fixed())).values(),
            "line": self.line(one.row()),
            "respects_suggestions": one.is_preferred(),
            "term": self.term(one),
            "turned": one.turned().map(|literal| self.literal(literal)),
            "says": one.says(),
            "refutes": self.refutes(one),
            "if_agreed": self.confirm.as_ref().map(|confirm| (1000.0 * confirm.after(number).value).round() / 1000.0),
        })
    }

    /// Whether the other answer of the simulator refutes the answer, rather than be an error that it may make. `None` if it may change
    /// how many errors are allowed.
    fn refutes(&self, one: &Confirming) -> Option<bool> {
        let answer = self.candidates.unique();
        let is_allowed = answer.is_some_and(|answer| self.candidates.allow_error(answer, !one.says()));
        (is_allowed || !self.finds_least_errors()).then_some(!is_allowed)
    }

    fn term(&self, one: &Confirming) -> Option<String> {
        let term = &self.candidates.unique()?.terms()[one.term()?];
        Some(term.display(self.loaded.data.features()).to_string())
    }

    /// Whether the term that is tested has one literal alone.
    fn is_literal(&self, one: &Confirming) -> bool {
        let term = one.term().zip(self.candidates.unique()).map(|(term, answer)| &answer.terms()[term]);
        term.is_some_and(|term| term.len() == 1)
    }

    fn literal(&self, literal: Literal) -> String {
        literal.display(self.loaded.data.features()).to_string()
    }
}

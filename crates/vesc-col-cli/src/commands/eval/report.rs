//! What an evaluation found, for people and for programs.

use std::fmt;

use serde::Serialize;
use vesc_col::Features;
use vesc_col::report::Warning;
use vesc_col::search::ErrorBudget;
use vesc_col::sub_space::Complexity;

use super::judge::LabelVerdict;
use crate::input::{Label, Seen};
use crate::report::MadeErrors;
use crate::text::{self, counted};

/// How a formula fares on a file. The JSON has the fields of a report where they mean the same.
#[derive(Debug, Serialize)]
pub(super) struct Evaluation {
    schema: u32,
    outcome: &'static str,
    hypothesis: Text,
    complexity: Complexity,
    /// Null if unknown cells decide, or if no row is a sample.
    consistent: Option<bool>,
    confusion: Confusion,
    /// Lines of the negative rows that the formula accepts.
    false_positive_lines: Vec<u64>,
    /// Lines of the positive rows that the formula rejects.
    false_negative_lines: Vec<u64>,
    /// Lines of the rows of which unknown cells decide whether the formula accepts them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    open_lines: Vec<u64>,
    /// How many errors were allowed, and whether the formula makes no more: null if unknown cells decide.
    #[serde(flatten)]
    budget: Option<Kept>,
    data: EvaluatedData,
    /// What each label made of its rows, where that is not plain.
    #[serde(skip_serializing_if = "Option::is_none")]
    labels: Option<Vec<Seen>>,
    warnings: Vec<String>,
}

/// A formula as it was typed.
#[derive(Debug, Serialize)]
pub(super) struct Text {
    pub(super) text: String,
}

impl Text {
    pub(super) fn of(formula: &str) -> Text {
        Text { text: formula.trim().to_owned() }
    }
}

#[derive(Debug, Serialize)]
struct Kept {
    error_budget: ErrorBudget,
    within_budget: Option<bool>,
}

/// How many rows there are of each kind, equal ones counted each. Open are those of which unknown cells decide.
#[derive(Debug, Serialize)]
struct Confusion {
    true_positives: usize,
    false_positives: usize,
    true_negatives: usize,
    false_negatives: usize,
    #[serde(skip_serializing_if = "is_zero")]
    open_positives: usize,
    #[serde(skip_serializing_if = "is_zero")]
    open_negatives: usize,
}

#[derive(Debug, Serialize)]
struct EvaluatedData {
    /// The label's column and the positive labels, for people.
    #[serde(skip)]
    label: Label,
    features: usize,
    positives: usize,
    negatives: usize,
    distinct: usize,
}

impl Evaluation {
    /// The formula is shown as it was typed: its terms and values keep their order.
    pub(super) fn new(
        (formula, complexity): (&str, Complexity),
        features: &Features,
        label: &Label,
        positives: LabelVerdict,
        negatives: LabelVerdict,
    ) -> Evaluation {
        let confusion = Confusion {
            true_positives: positives.accepted.runs,
            false_positives: negatives.accepted.runs,
            true_negatives: negatives.rejected.runs,
            false_negatives: positives.rejected.runs,
            open_positives: positives.open.runs,
            open_negatives: negatives.open.runs,
        };
        let data = EvaluatedData {
            label: label.clone(),
            features: features.len(),
            positives: positives.accepted.runs + positives.rejected.runs + positives.open.runs,
            negatives: negatives.accepted.runs + negatives.rejected.runs + negatives.open.runs,
            distinct: positives.distinct + negatives.distinct,
        };
        let mut warnings: Vec<String> = label.remarks().collect();
        let mut about_data = Vec::new();
        about_data.extend((data.positives == 0).then_some(Warning::NoPositives));
        about_data.extend((data.negatives == 0).then_some(Warning::NoNegatives));
        warnings.extend(about_data.iter().map(|warning| warning.display(features).to_string()));
        let mut open = [positives.open.lines, negatives.open.lines].concat();
        open.sort_unstable();
        Evaluation {
            schema: 1,
            outcome: "evaluated",
            hypothesis: Text::of(formula),
            complexity,
            consistent: match (
                negatives.accepted.lines.is_empty() && positives.rejected.lines.is_empty(),
                open.is_empty(),
            ) {
                (false, _) => Some(false),
                _ if data.positives + data.negatives == 0 => None,
                (true, is_closed) => is_closed.then_some(true),
            },
            confusion,
            false_positive_lines: negatives.accepted.lines,
            false_negative_lines: positives.rejected.lines,
            open_lines: open,
            budget: None,
            labels: label.roles().map(<[Seen]>::to_vec),
            data,
            warnings,
        }
    }
}

impl Evaluation {
    /// What to say before all else.
    pub(super) fn first_warning(&self) -> String {
        self.data.label.warnings().iter().map(|warning| format!("warning: {warning}\n")).collect()
    }

    /// The same with a verdict on the errors that were allowed, if any were.
    pub(super) fn within(mut self, budget: Option<ErrorBudget>) -> Evaluation {
        let within = |error_budget| Kept { within_budget: self.errors().keep_to(&error_budget), error_budget };
        self.budget = budget.map(within);
        self
    }

    fn errors(&self) -> MadeErrors {
        let Confusion { false_positives, false_negatives, open_positives, open_negatives, .. } = self.confusion;
        let pair = |one: usize, other: usize| (one as u64, other as u64);
        MadeErrors {
            least: pair(false_positives, false_negatives),
            most: pair(false_positives + open_negatives, false_negatives + open_positives),
            positives: self.data.positives as u64,
        }
    }

    /// The same with more warnings.
    pub(super) fn with_warnings(mut self, warnings: Vec<String>) -> Evaluation {
        self.warnings.extend(warnings);
        self
    }
}

/// The data, the verdict, the counts, and the first lines on which the formula is wrong.
impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &EvaluatedData { ref label, features, positives, negatives, distinct } = &self.data;
        let rows = positives + negatives;
        writeln!(
            f,
            "{} ({positives} positive, {negatives} negative; {distinct} distinct), {}, {}",
            counted(rows, "sample"),
            counted(features, "feature"),
            label.in_words()
        )?;
        label.lines().try_for_each(|line| writeln!(f, "{line}"))?;
        let wrong = self.confusion.false_positives + self.confusion.false_negatives;
        let Confusion {
            true_positives,
            false_positives,
            true_negatives,
            false_negatives,
            open_positives,
            open_negatives,
        } = self.confusion;
        let open = open_positives + open_negatives;
        match (wrong, open) {
            (0, 0) if rows == 0 => writeln!(f, "not judged: no row is a sample")?,
            (0, 0) => writeln!(f, "consistent: the formula is right on every sample")?,
            (0, _) => writeln!(
                f,
                "open: unknown cells decide whether the formula is right on {open} of {}",
                counted(rows, "sample")
            )?,
            (_, 0) => writeln!(f, "inconsistent: the formula is wrong on {wrong} of {}", counted(rows, "sample"))?,
            _ => writeln!(
                f,
                "inconsistent: the formula is wrong on {wrong} of {}, and unknown cells decide on {open} more",
                counted(rows, "sample")
            )?,
        }
        writeln!(f, "    {}", text::in_one_line(&self.hypothesis.text))?;
        if let Some(Kept { error_budget, .. }) = &self.budget {
            f.write_str(&self.errors().text(error_budget))?;
        }
        writeln!(f)?;

        let width = rows.to_string().len().max("negative".len());
        writeln!(f, "{:12}  {:>width$}  {:>width$}", "", "positive", "negative")?;
        writeln!(f, "{:12}  {true_positives:>width$}  {false_positives:>width$}", "accepted")?;
        writeln!(f, "{:12}  {false_negatives:>width$}  {true_negatives:>width$}", "rejected")?;
        if open > 0 {
            writeln!(f, "{:12}  {open_positives:>width$}  {open_negatives:>width$}", "open")?;
        }

        fmt_lines(f, "negative but accepted", &self.false_positive_lines)?;
        fmt_lines(f, "positive but rejected", &self.false_negative_lines)?;
        fmt_lines(f, "open", &self.open_lines)?;
        // These come first, and above.
        let about_label = label.remarks().count();
        for warning in self.warnings.iter().skip(about_label) {
            writeln!(f, "\nwarning: {warning}")?;
        }
        Ok(())
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

fn fmt_lines(f: &mut fmt::Formatter<'_>, what: &str, lines: &[u64]) -> fmt::Result {
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(f, "\n{what}, on {}", text::lines(lines))
}

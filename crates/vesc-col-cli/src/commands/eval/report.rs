//! What an evaluation found, for people and for programs.

use std::fmt;

use serde::Serialize;
use vesc_col::Features;
use vesc_col::report::Warning;
use vesc_col::sub_space::Complexity;

use super::judge::Verdict;
use crate::input::Label;
use crate::text::{self, counted};

/// How a formula fares on a file. The JSON has the fields of a report where they mean the same.
#[derive(Debug, Serialize)]
pub(super) struct Evaluation {
    schema: u32,
    outcome: &'static str,
    hypothesis: Text,
    complexity: Complexity,
    consistent: bool,
    confusion: Confusion,
    /// Lines of the negative rows that the formula accepts.
    false_positive_lines: Vec<u64>,
    /// Lines of the positive rows that the formula rejects.
    false_negative_lines: Vec<u64>,
    data: Data,
    warnings: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Text {
    text: String,
}

/// How many rows there are of each kind, equal ones counted each.
#[derive(Debug, Serialize)]
struct Confusion {
    true_positives: usize,
    false_positives: usize,
    true_negatives: usize,
    false_negatives: usize,
}

#[derive(Debug, Serialize)]
struct Data {
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
        positives: Verdict,
        negatives: Verdict,
    ) -> Evaluation {
        let confusion = Confusion {
            true_positives: positives.accepted.len(),
            false_positives: negatives.accepted.len(),
            true_negatives: negatives.rejected.len(),
            false_negatives: positives.rejected.len(),
        };
        let data = Data {
            label: label.clone(),
            features: features.len(),
            positives: positives.accepted.len() + positives.rejected.len(),
            negatives: negatives.accepted.len() + negatives.rejected.len(),
            distinct: positives.distinct + negatives.distinct,
        };
        let mut warnings: Vec<String> = label.warnings();
        let mut about_data = Vec::new();
        about_data.extend((data.positives == 0).then_some(Warning::NoPositives));
        about_data.extend((data.negatives == 0).then_some(Warning::NoNegatives));
        warnings.extend(about_data.iter().map(|warning| warning.display(features).to_string()));
        Evaluation {
            schema: 1,
            outcome: "evaluated",
            hypothesis: Text { text: formula.trim().to_owned() },
            complexity,
            consistent: negatives.accepted.is_empty() && positives.rejected.is_empty(),
            confusion,
            false_positive_lines: once(negatives.accepted),
            false_negative_lines: once(positives.rejected),
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

    /// The same with more warnings.
    pub(super) fn with_warnings(mut self, warnings: Vec<String>) -> Evaluation {
        self.warnings.extend(warnings);
        self
    }
}

/// The data, the verdict, the counts, and the first lines on which the formula is wrong.
impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Data { ref label, features, positives, negatives, distinct } = &self.data;
        let rows = positives + negatives;
        writeln!(
            f,
            "{} ({positives} positive, {negatives} negative; {distinct} distinct), {}, {}",
            counted(rows, "sample"),
            counted(features, "feature"),
            label.in_words()
        )?;
        let wrong = self.confusion.false_positives + self.confusion.false_negatives;
        match wrong {
            0 => writeln!(f, "consistent: the formula is right on every sample")?,
            _ => writeln!(f, "inconsistent: the formula is wrong on {wrong} of {}", counted(rows, "sample"))?,
        }
        writeln!(f, "    {}\n", text::in_one_line(&self.hypothesis.text))?;

        let Confusion { true_positives, false_positives, true_negatives, false_negatives } = self.confusion;
        let width = rows.to_string().len().max("negative".len());
        writeln!(f, "{:12}  {:>width$}  {:>width$}", "", "positive", "negative")?;
        writeln!(f, "{:12}  {true_positives:>width$}  {false_positives:>width$}", "accepted")?;
        writeln!(f, "{:12}  {false_negatives:>width$}  {true_negatives:>width$}", "rejected")?;

        fmt_lines(f, "negative but accepted", &self.false_positive_lines)?;
        fmt_lines(f, "positive but rejected", &self.false_negative_lines)?;
        // That one comes first.
        let about_label = label.warnings().len();
        for warning in self.warnings.iter().skip(about_label) {
            writeln!(f, "\nwarning: {warning}")?;
        }
        Ok(())
    }
}

/// Each line once, however many runs its row stands for.
fn once(mut lines: Vec<u64>) -> Vec<u64> {
    lines.dedup();
    lines
}

fn fmt_lines(f: &mut fmt::Formatter<'_>, what: &str, lines: &[u64]) -> fmt::Result {
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(f, "\n{what}, on {}", text::lines(lines))
}

//! What a table was read as, where nothing else is asked.

use std::fmt;

use serde_json::{Value, json};
use vesc_col::Dataset;
use vesc_col::columns::{Column, ColumnReport, NamedGroup, Suggestions};
use vesc_col::report::{DataSummary, Warning};

use crate::input::{Label, Source};
use crate::report::DataLine;

/// The rows, the columns, what could be declared, and what to know about the data.
pub(super) struct TableReport<'a> {
    pub(super) source: &'a Source,
    pub(super) label: &'a Label,
    pub(super) data: &'a Dataset,
    pub(super) columns: &'a [Column],
    pub(super) suggestions: Suggestions,
    pub(super) warnings: Vec<Warning>,
}

impl TableReport<'_> {
    pub(super) fn json(&self) -> Value {
        let notes = self.label.remarks().map(Warning::Note);
        let (warnings, names) = (notes.chain(self.warnings.iter().cloned()), self.data.features());
        let patterns =
            |groups: &[NamedGroup]| groups.iter().map(|group| group.pattern.clone()).collect::<Vec<String>>();
        let Suggestions { one_hot, at_most_one, implies, .. } = &self.suggestions;
        let implies = implies.iter().map(|(one, other)| format!("{} -> {}", one.display(names), other.display(names)));
        json!({
            "schema": 1,
            "outcome": "inspected",
            "complexity": null,
            "data": DataSummary::of(self.data),
            "labels": self.label.roles(),
            "suggestions": {
                "one_hot": patterns(one_hot),
                "at_most_one": patterns(at_most_one),
                "implies": implies.collect::<Vec<_>>(),
            },
            "warnings": warnings.map(|warning| warning.display(names).to_string()).collect::<Vec<_>>(),
        })
    }
}

impl fmt::Display for TableReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TableReport { source, label, data, columns, suggestions, warnings } = self;
        write!(f, "{}", DataLine { source, label, data: DataSummary::of(data) })?;
        let report = ColumnReport::of(columns);
        if report.is_empty() {
            writeln!(f, "\nall columns are 0 or 1")?;
        } else {
            write!(f, "\n{report}")?;
        }
        if !suggestions.is_empty() {
            write!(f, "\nso it is in every row; if that is so in every possible one, declare it:\n")?;
            let text = suggestions.display(data.features()).to_string();
            text.lines().try_for_each(|line| writeln!(f, "    {line}"))?;
        }
        for warning in warnings {
            writeln!(f, "\nwarning: {}", warning.display(data.features()))?;
        }
        writeln!(f, "\nto inspect what fits: --literals L --terms K")
    }
}

//! A report for people: the details first, the answer last, where a terminal shows it.

mod headline;
mod steps;

use std::fmt::{self, Write};

use vesc_col_core::Cardinality;

use super::Report;
use super::numbers::short_count;
use crate::columns::ColumnReport;

/// How many groups of columns that the data cannot tell apart are.
const SHOWN_OF_GROUPS: usize = 10;

/// What the columns are, the steps as a table, errors and warnings, and last the answer. Several empty sizes in a row are one
/// line; `{:#}` gives each a line of its own.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let warnings = self.warnings().iter().map(|warning| format!("warning: {}\n", warning.display(self.features())));
        let mut sections = vec![
            written(|f| self.fmt_columns(f)),
            written(|f| self.fmt_suggestions(f)),
            self.steps_table(f.alternate()),
        ];
        sections.extend(self.error_sections());
        sections.push(warnings.collect());
        sections.push(written(|f| self.fmt_answer(f)));
        sections.retain(|section| !section.is_empty());
        f.write_str(&sections.join("\n"))
    }
}

/// The text that a function writes.
pub(super) fn written(write: impl FnOnce(&mut String) -> fmt::Result) -> String {
    let mut text = String::new();
    // A string takes everything.
    let _ = write(&mut text);
    text
}

impl Report {
    pub(super) fn fmt_answer(&self, f: &mut String) -> fmt::Result {
        self.fmt_outcome(f)?;
        if self.is_terms_first() {
            let measures = self.steps().first().map(|step| step.complexity().measures()).unwrap_or_default();
            let counted = measures.last().map_or("terms", |(name, _)| name);
            writeln!(f, "    sizes of fewer {counted} were searched first")?;
        }
        self.fmt_noise(f)?;
        for hypothesis in self.hypotheses() {
            writeln!(f, "    {}", hypothesis.display(self.features()))?;
        }
        self.fmt_not_shown(f)?;
        self.fmt_shared(f)?;
        self.fmt_groups(f)?;
        self.fmt_possible(f)?;
        self.fmt_found_so_far(f)?;
        match (self.confidence(), self.no_confidence()) {
            (Some(confidence), _) => write!(f, "{confidence}"),
            (None, Some(reason)) => writeln!(f, "no probability that it is right: {reason}"),
            (None, None) => Ok(()),
        }
    }

    /// How many families are not shown, where some are.
    fn fmt_not_shown(&self, f: &mut String) -> fmt::Result {
        let more = self.families().minus(&Cardinality::exact(self.hypotheses().len()));
        match self.hypotheses() {
            [] => Ok(()),
            _ if more.is_zero() => Ok(()),
            _ => writeln!(f, "    ... and {} more", short_count(&more)),
        }
    }

    /// What all formulas have in common.
    fn fmt_shared(&self, f: &mut String) -> fmt::Result {
        self.shared().map_or(Ok(()), |shared| write!(f, "{}", shared.display(self.shared_features())))
    }

    /// What else the shown formulas could speak of as well.
    fn fmt_groups(&self, f: &mut String) -> fmt::Result {
        let count = self.families();
        if let Some(classes) = self.classes().filter(|&classes| count != Cardinality::exact(classes)) {
            let noun = if classes == 1 { "class" } else { "classes" };
            match self.differ_in_values {
                false => writeln!(f, "in {classes} {noun}, if columns that are the same in every run count as one")?,
                true if self.differ_only_in().is_empty() => writeln!(
                    f,
                    "in {classes} {noun}, if columns that are the same in every run count as one, and so do values of one column"
                )?,
                // The next line says so.
                true => {}
            }
        }
        let columns = self.differ_only_in();
        if !columns.is_empty() {
            let names = columns.join(", ");
            writeln!(f, "they differ only in which values of {names} belong to the cause; no run tells")?;
        }
        let mut groups = self.groups_shown();
        for (group, feature) in groups.by_ref().take(SHOWN_OF_GROUPS) {
            writeln!(f, "where {}", group.display_from(feature, self.groups_over_cuts().1))?;
        }
        match groups.count() {
            0 => Ok(()),
            more => writeln!(f, "... and {more} more such columns"),
        }
    }

    /// What the columns that are not Boolean were taken to be.
    fn fmt_columns(&self, f: &mut String) -> fmt::Result {
        write!(f, "{}", ColumnReport::of(self.columns()))
    }

    /// What could be declared of them.
    fn fmt_suggestions(&self, f: &mut String) -> fmt::Result {
        if self.suggestions().is_empty() {
            return Ok(());
        }
        writeln!(f, "so it is in every row; if that is so in every possible one, declare it:")?;
        let text = self.suggestions().display(self.features()).to_string();
        text.lines().try_for_each(|line| writeln!(f, "    {line}"))
    }

    fn fmt_found_so_far(&self, f: &mut String) -> fmt::Result {
        if !self.found().is_empty() {
            writeln!(f, "found so far, not necessarily all:")?;
        }
        for hypothesis in self.found() {
            writeln!(f, "    {}", hypothesis.display(self.features()))?;
        }
        Ok(())
    }
}

//! A report for people.

use std::fmt;

use vesc_col_core::{Cardinality, VersionSpace};

use super::{Outcome, Report, Step};

/// How many of the hypotheses found before an undecided end are worth a line each.
const SHOWN_OF_UNDECIDED: usize = 10;
/// How many groups of columns that the data cannot tell apart are.
const SHOWN_OF_GROUPS: usize = 10;
/// How many columns that are not Boolean are.
const SHOWN_OF_COLUMNS: usize = 40;

/// The outcome first, then what was learned, the steps as a table, and the warnings.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fmt_answer(f)?;
        self.fmt_steps(f)?;
        self.fmt_errors(f)?;
        self.fmt_columns(f)?;
        self.fmt_suggestions(f)?;
        for warning in self.warnings() {
            writeln!(f, "\nwarning: {}", warning.display(self.features()))?;
        }
        Ok(())
    }
}

impl Report {
    pub(super) fn fmt_answer(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fmt_outcome(f)?;
        if self.is_terms_first() {
            writeln!(f, "    sizes of fewer terms were searched first")?;
        }
        self.fmt_noise(f)?;
        for hypothesis in self.hypotheses() {
            writeln!(f, "    {}", hypothesis.display(self.features()))?;
        }
        self.fmt_shared(f)?;
        self.fmt_groups(f)?;
        self.fmt_possible(f)?;
        if self.outcome() == Outcome::Undecided {
            self.fmt_found_so_far(f)?;
        }
        Ok(())
    }

    fn fmt_outcome(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.deciding_step().map(|step| step.complexity().to_string()).unwrap_or_default();
        let count = self.cardinality();
        write!(f, "{}: ", self.outcome().word())?;
        match self.outcome() {
            Outcome::Learned if count == Cardinality::exact(1u32) => {
                writeln!(f, "{size}, |VS| = 1: no other concept of this size explains the data")
            }
            Outcome::Learned => writeln!(f, "{size}, |VS| = {count}: {count} concepts of this size explain the data"),
            Outcome::Overfit => {
                writeln!(
                    f,
                    "{size}, |VS| {}: too many concepts of this size explain the data; more samples would tell them apart",
                    relation(&count)
                )?;
                match self.first_within_bound() {
                    Some(step) => {
                        let count = &step.result().concepts;
                        writeln!(f, "    the first sub-space within the bound is {}, |VS| = {count}", step.complexity())
                    }
                    None => Ok(()),
                }
            }
            Outcome::Underfit => match self.steps().last() {
                Some(step) => writeln!(f, "nothing up to {} explains the data; allow more", step.complexity()),
                None => writeln!(f, "no sub-space was asked for"),
            },
            Outcome::Undecided if self.deciding_step().is_some_and(Step::is_open) => {
                let possible =
                    self.deciding_step().and_then(Step::possible).map(|possible| relation(&possible.concepts));
                let possible = possible.unwrap_or_default();
                writeln!(
                    f,
                    "{size}: no concept explains the data whatever the unknown cells are; for some values of them |VS| {possible}"
                )
            }
            Outcome::Undecided => {
                let reason = self.deciding_step().and_then(|step| step.result().stopped);
                let reason = reason.map(|reason| format!(" ({reason})")).unwrap_or_default();
                writeln!(f, "{size}, |VS| {}: stopped{reason} before it was known", relation(&count))
            }
            Outcome::Counted => {
                writeln!(f, "{size}, |VS| {}, formulas {}", relation(&count), relation(&self.formulas()))
            }
        }
    }

    /// What all formulas have in common.
    fn fmt_shared(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shared().map_or(Ok(()), |shared| write!(f, "{}", shared.display(self.features())))
    }

    /// What else the shown formulas could speak of as well.
    fn fmt_groups(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.cardinality();
        if let Some(classes) = self.classes().filter(|&classes| count != Cardinality::exact(classes)) {
            let noun = if classes == 1 { "class" } else { "classes" };
            writeln!(f, "in {classes} {noun}, if columns that are the same in every run count as one")?;
        }
        let mut groups = self.groups_shown();
        for (group, feature) in groups.by_ref().take(SHOWN_OF_GROUPS) {
            writeln!(f, "where {}", group.display_from(feature, self.features()))?;
        }
        match groups.count() {
            0 => Ok(()),
            more => writeln!(f, "... and {more} more such columns"),
        }
    }

    /// What the columns that are not Boolean were taken to be.
    fn fmt_columns(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut typed = self.columns().iter().filter(|column| !column.is_boolean()).peekable();
        if typed.peek().is_none() {
            return Ok(());
        }
        let inferred = self.columns().iter().any(|column| column.inferred);
        writeln!(f, "\ncolumns{}:", if inferred { ", types inferred" } else { "" })?;
        for column in typed.by_ref().take(SHOWN_OF_COLUMNS) {
            writeln!(f, "    {column}")?;
        }
        match typed.count() {
            0 => Ok(()),
            more => writeln!(f, "    ... and {more} more"),
        }
    }

    /// What could be declared of them.
    fn fmt_suggestions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.suggestions().is_empty() {
            return Ok(());
        }
        writeln!(f, "\nso it is in every row; if that is so in every possible one, declare it:")?;
        let text = self.suggestions().display(self.features()).to_string();
        text.lines().try_for_each(|line| writeln!(f, "    {line}"))
    }

    fn fmt_found_so_far(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(found) = self.deciding_step().map(|step| &step.result().hypotheses) else { return Ok(()) };
        if !found.is_empty() {
            writeln!(f, "found so far, not necessarily all:")?;
        }
        for hypothesis in found.iter().take(SHOWN_OF_UNDECIDED) {
            writeln!(f, "    {}", hypothesis.display(self.features()))?;
        }
        Ok(())
    }

    fn fmt_steps(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(first) = self.steps().first() else { return Ok(()) };
        let names = |step: &Step| step.complexity().measures().iter().map(|(name, _)| *name).collect::<Vec<_>>();
        // Sub-spaces of different languages measure their complexities differently.
        let mixed = self.steps().iter().any(|step| names(step) != names(first));
        let mut header: Vec<String> =
            if mixed { vec!["complexity".to_owned()] } else { names(first).into_iter().map(str::to_owned).collect() };
        if first.possible().is_some() {
            header.extend(["possible", "certain"].map(str::to_owned));
        } else {
            header.push("|VS|".to_owned());
        }
        header.extend(["formulas", "engine", "seconds"].map(str::to_owned));
        let mut rows = vec![header];
        rows.extend(self.steps().iter().map(|step| step_row(step, mixed)));
        let mut widths: Vec<usize> = Vec::new();
        for row in &rows {
            widths.resize(widths.len().max(row.len()), 0);
            widths.iter_mut().zip(row).for_each(|(width, cell)| *width = (*width).max(cell.chars().count()));
        }
        writeln!(f)?;
        for row in &rows {
            let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:>width$}"));
            writeln!(f, "{}", cells.collect::<Vec<String>>().join("  ").trim_end())?;
        }
        Ok(())
    }
}

/// The cells of one step under the header, its complexity in one of them or in one for each measure; a stopped step has its
/// reason behind the time.
fn step_row(step: &Step, in_one: bool) -> Vec<String> {
    let VersionSpace { concepts, formulas, engine, stopped, .. } = step.result();
    let mut row: Vec<String> = match in_one {
        true => vec![step.complexity().to_string()],
        false => step.complexity().measures().iter().map(|(_, value)| value.to_string()).collect(),
    };
    row.extend(step.possible().map(|possible| possible.concepts.to_string()));
    row.extend([
        concepts.to_string(),
        formulas.to_string(),
        engine.clone(),
        format!("{:.3}", step.time().as_secs_f64()),
    ]);
    row.extend(stopped.or(step.possible().and_then(|possible| possible.stopped)).map(|reason| reason.to_string()));
    row
}

/// `= 4`, `>= 4`, `in 4..9`, `unknown`.
pub(super) fn relation(count: &Cardinality) -> String {
    match count.upper() {
        None if *count == Cardinality::unknown() => "unknown".to_owned(),
        Some(_) if count.is_exact() => format!("= {count}"),
        Some(_) => format!("in {count}"),
        None => count.to_string(),
    }
}

//! The steps as a table.

use std::fmt::Write;

use vesc_col_core::VersionSpace;

use crate::report::numbers::short_count;
use crate::report::{Report, Step};

/// Fewer empty sizes in a row than this are not put into one line.
const LEAST_FOLDED: usize = 3;
/// The width of a terminal, in characters. A wider table leaves columns out.
const WIDTH: usize = 100;

/// One line of the table.
enum Line {
    Cells(Vec<String>),
    Text(String),
}

impl Report {
    /// The table; with all steps, or with empty ones in a row as one line.
    pub(super) fn steps_table(&self, all_steps: bool) -> String {
        let Some(first) = self.steps().first() else { return String::new() };
        // Sub-spaces of different languages measure their complexities differently.
        let mixed = self.steps().iter().any(|step| names(step) != names(first));
        let families = self.steps().iter().any(|step| step.families() != &step.result().concepts);
        let mut lines = Vec::new();
        for run in self.steps().chunk_by(|a, b| is_empty(a) && is_empty(b)) {
            if !all_steps && is_empty(&run[0]) && run.len() >= LEAST_FOLDED {
                lines.push(Line::Text(folded(run, lines.is_empty())));
            } else {
                lines.extend(run.iter().map(|step| Line::Cells(cells(step, mixed, families))));
            }
        }
        if lines.iter().any(|line| matches!(line, Line::Cells(_))) {
            lines.insert(0, Line::Cells(header(first, mixed, families)));
        }
        aligned(&lines)
    }
}

fn names(step: &Step) -> Vec<&'static str> {
    step.complexity().measures().iter().map(|(name, _)| *name).collect()
}

/// Whether nothing fits, nor could.
fn is_empty(step: &Step) -> bool {
    step.result().concepts.is_zero() && step.possible().is_none_or(|possible| possible.concepts.is_zero())
}

/// What empty sizes in a row have in common.
fn folded(steps: &[Step], are_first: bool) -> String {
    let (from, to) = (steps[0].complexity(), steps[steps.len() - 1].complexity());
    let which = match are_first {
        true => format!("the first {} sizes are empty, up to {to}", steps.len()),
        false => format!("{} sizes are empty, from {from} to {to}", steps.len()),
    };
    let seconds: f64 = steps.iter().map(|step| step.time().as_secs_f64()).sum();
    format!("{which}: {seconds:.3} seconds")
}

fn header(first: &Step, in_one: bool, families: bool) -> Vec<String> {
    let mut header = if in_one { vec!["complexity"] } else { names(first) };
    header.extend(families.then_some("families"));
    if first.possible().is_some() {
        header.extend(["possible", "certain"]);
    } else {
        header.push("|VS|");
    }
    header.extend(["formulas", "engine", "seconds"]);
    header.into_iter().map(str::to_owned).collect()
}

/// The cells of one step under the header. Its complexity takes one cell, or one for each measure. A stopped step has
/// its reason behind the time.
fn cells(step: &Step, in_one: bool, families: bool) -> Vec<String> {
    let VersionSpace { concepts, formulas, engine, .. } = step.result();
    let mut row: Vec<String> = match in_one {
        true => vec![step.complexity().to_string()],
        false => step.complexity().measures().iter().map(|(_, value)| value.to_string()).collect(),
    };
    row.extend(families.then(|| short_count(step.families())));
    row.extend(step.possible().map(|possible| short_count(&possible.concepts)));
    row.extend([
        short_count(concepts),
        short_count(formulas),
        engine.clone(),
        format!("{:.3}", step.time().as_secs_f64()),
    ]);
    row.extend(step.stopped().map(|reason| reason.to_string()));
    row
}

/// Right-aligned columns. If they are too wide for a terminal, the engine is left out.
fn aligned(lines: &[Line]) -> String {
    let rows: Vec<&Vec<String>> =
        lines.iter().filter_map(|line| if let Line::Cells(cells) = line { Some(cells) } else { None }).collect();
    let mut widths: Vec<usize> = Vec::new();
    for row in &rows {
        widths.resize(widths.len().max(row.len()), 0);
        widths.iter_mut().zip(*row).for_each(|(width, cell)| *width = (*width).max(cell.chars().count()));
    }
    let is_wide = widths.iter().map(|width| width + 2).sum::<usize>() > WIDTH + 2;
    let engine = rows.first().and_then(|header| header.iter().position(|name| name == "engine"));
    let left_out = engine.filter(|_| is_wide);
    let mut text = String::new();
    for line in lines {
        let line = match line {
            Line::Text(line) => line.clone(),
            Line::Cells(row) => {
                let columns = row.iter().zip(&widths).enumerate().filter(|(column, _)| Some(*column) != left_out);
                let cells: Vec<String> = columns.map(|(_, (cell, &width))| format!("{cell:>width$}")).collect();
                cells.join("  ").trim_end().to_owned()
            }
        };
        let _ = writeln!(text, "{line}");
    }
    text
}

//! Rows that differ in the file, but in no feature.

use vesc_col::columns::{Cap, CoarseColumn, Indistinguishable, Scale};

use crate::text::{as_typed, shell_word};

/// What to say of such rows, whose lines in the file are given: in which column they differ, what hides that, and what shows it.
pub(super) fn note(same: &Indistinguishable, lines: &[u64]) -> String {
    let (noun, verb) = if same.pairs == 1 { ("pair", "differs") } else { ("pairs", "differ") };
    let (positive, negative) = (lines[same.positive], lines[same.negative]);
    let columns: Vec<String> = same.columns.iter().map(of_column).collect();
    format!(
        "{} {noun} of a positive and a negative row {verb} in the file, but in nothing that a formula can test: lines {positive} and \
         {negative} have {}",
        same.pairs,
        columns.join("; ")
    )
}

/// The type of columns of a scale, as `--column` has it.
pub(super) fn type_word(scale: Scale) -> String {
    if scale == Scale::Number { "numeric".to_owned() } else { scale.to_string() }
}

fn of_column(CoarseColumn { name, cells: [one, other], cap, .. }: &CoarseColumn) -> String {
    let name = as_typed(name);
    let hidden = match cap {
        Cap::Thresholds(scale) => {
            let all = shell_word(&format!("{name}={}", type_word(*scale)));
            format!("no declared threshold lies between them: declare one there, or --column {all} for all")
        }
        Cap::MaxThresholds(most) => {
            format!(
                "max_thresholds = {most} keeps no threshold between them: leave it out of the schema, or make it larger"
            )
        }
        Cap::OneValue => "no formula tests a column of which one value is known".to_owned(),
        _ => "neither is a declared value or item: declare one, or none".to_owned(),
    };
    format!("`{one}` and `{other}` in `{name}`, and {hidden}")
}

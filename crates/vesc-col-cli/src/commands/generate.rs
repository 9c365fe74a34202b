//! `generate`: a random instance as two files.

use std::fmt::Write;
use std::path::Path;

use vesc_col::Dataset;
use vesc_col::data::{Sample, Samples};
use vesc_col::generate::Recipe;

use crate::args::GenerateArgs;
use crate::error::CliError;
use crate::output::{Output, refuse_same_outputs};

/// The name of the label's column.
const LABEL: &str = "label";

/// Makes a random instance with a planted cause.
pub(crate) fn generate(args: &GenerateArgs) -> Result<u8, CliError> {
    check_outputs(args)?;
    check_size(args)?;
    let output = Output::prepare(args.output.as_deref())?;
    let target_output = args.target.as_deref().map(|target| Output::prepare(Some(target))).transpose()?;
    let recipe = Recipe {
        features: args.features,
        terms: args.terms.clone(),
        positives: args.positives,
        negatives: args.negatives,
        seed: args.seed,
    };
    let (data, target) = recipe.make()?;
    output.write(&csv(&data))?;
    if let Some(target_output) = target_output {
        target_output.write(&format!("{}\n", target.display(data.features())))?;
    }
    Ok(0)
}

fn check_outputs(args: &GenerateArgs) -> Result<(), CliError> {
    let standard = Path::new("-");
    let output = args.output.as_deref().unwrap_or(standard);
    let target = args.target.as_deref().map(|target| ("the target", target));
    refuse_same_outputs(&target.into_iter().chain([("the output", output)]).collect::<Vec<_>>())
}

/// A file of two gigabytes; larger ones are no experiment but a slip of the finger.
const MAX_CELLS: usize = 1_000_000_000;

fn check_size(args: &GenerateArgs) -> Result<(), CliError> {
    let rows = args.positives.saturating_add(args.negatives);
    if rows == 0 {
        return Err(CliError::Usage("--positives and --negatives are both 0, but a file needs a row".to_owned()));
    }
    if rows.saturating_mul(args.features) > MAX_CELLS {
        return Err(CliError::Usage(format!("the file would have more than {MAX_CELLS} cells")));
    }
    Ok(())
}

/// A header, then the rows in the order in which they were made.
fn csv(data: &Dataset) -> String {
    // Names of the form x12 need no quotes.
    let mut text: String = data.features().names().flat_map(|name| [name, ","]).collect();
    text += LABEL;
    text.push('\n');
    let mut rows: Vec<(usize, &Sample, bool)> = Vec::with_capacity(data.rows());
    rows.extend(numbered(data.positives(), true));
    rows.extend(numbered(data.negatives(), false));
    rows.sort_unstable_by_key(|&(row, ..)| row);
    for (_, sample, positive) in rows {
        text.extend(sample.iter().by_vals().flat_map(|value| [if value { '1' } else { '0' }, ',']));
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}", u8::from(positive));
    }
    text
}

/// The rows of one label, each with its number and its values.
fn numbered(samples: &Samples, positive: bool) -> impl Iterator<Item = (usize, &Sample, bool)> {
    samples
        .iter()
        .enumerate()
        .flat_map(move |(index, sample)| samples.sources(index).iter().map(move |&row| (row, sample, positive)))
}

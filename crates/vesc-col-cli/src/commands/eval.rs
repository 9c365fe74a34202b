//! `eval`: a formula against a file.

mod features;
mod judge;
mod report;

use vesc_col::columns::Schema;
use vesc_col::data::Test;
use vesc_col::{Dataset, Run};

use crate::args::{EvalArgs, Format, Language};
use crate::error::CliError;
use crate::input::{self, Source, Table, Unlabelled};
use crate::language::{groups, read, read_sets};
use crate::output::Output;
use features::{features_of_formula, schema_of_formula};
use judge::{Judge, Verdict};
use report::Evaluation;

/// Applies a formula to a file, and says on which lines it is wrong.
pub(crate) fn eval(args: &EvalArgs) -> Result<u8, CliError> {
    let output = Output::prepare_beside(args.output.output.as_deref(), &args.input.file)?;
    let source = Source::new(&args.input.file);
    let mut table = Table::open(&source, &args.input, &Run::new())?;
    // Formulas about groups and diagrams have `=` for other purposes than to compare typed columns.
    if args.groups.is_empty()
        && args.language == Language::Dnf
        && let Some(schema) = schema_of_formula(&args.input, &args.hypothesis, table.features())?
    {
        return typed(args, &source, &output, table, schema);
    }
    let features = table.features().clone();
    let (formula, complexity) = match args.groups.is_empty() {
        true => read(args.language, &args.hypothesis, &features)?,
        false if args.language == Language::Dnf => {
            read_sets(&args.hypothesis, &features, groups(&args.groups, &features)?)?
        }
        false => return Err(CliError::Usage("groups are for --language dnf (see --help)".to_owned())),
    };
    // Equal rows with different labels are no error here, as the formula is just wrong on one of them; so they must not
    // meet in one data set.
    let (mut positives, mut negatives) = (Judge::new(&features), Judge::new(&features));
    while let Some(row) = table.next_row()? {
        if row.is_positive() { &mut positives } else { &mut negatives }.push(&row)?;
    }
    let (positives, negatives) = (positives.judge(&*formula)?, negatives.judge(&*formula)?);
    // A file without the event is a good test of its cause; a wrong spelling is not.
    let missing = table.missing_label().map(|error| error.to_string());
    let evaluation =
        Evaluation::new((&args.hypothesis, complexity), &features, table.label_in_words(), positives, negatives)
            .with_warning(missing);
    write(&output, args, &source, &evaluation)
}

/// The same for a formula that compares columns with values.
fn typed(args: &EvalArgs, source: &Source, output: &Output, table: Table, schema: Schema) -> Result<u8, CliError> {
    // What is wrong with the formula must not look as if it were wrong with the data, whose columns it types.
    read(args.language, &args.hypothesis, &features_of_formula(&args.hypothesis, table.features())?)?;
    let Unlabelled { data, labels, label, missing_label } = input::load_unlabelled(source, table, schema)?;
    let (formula, complexity) = read(args.language, &args.hypothesis, data.features())?;
    let [positives, negatives] = [true, false].map(|label| Verdict::of(&data, &labels, label, &*formula));
    let missing = missing_label.map(|error| error.to_string());
    let evaluation = Evaluation::new((&args.hypothesis, complexity), data.features(), &label, positives, negatives);
    write(output, args, source, &evaluation.with_warning(missing).with_warning(never_true(&data)))
}

/// Values that no row has, which may be misspelt.
fn never_true(data: &Dataset) -> Option<String> {
    let features = data.features();
    let is_value = |&feature: &usize| matches!(features.test(feature), Some((_, Test::Equals(_))));
    let is_never = |&feature: &usize| data.positives().iter().all(|row| !row[feature]);
    let never: Vec<&str> =
        (0..features.len()).filter(is_value).filter(is_never).map(|feature| features.name(feature)).collect();
    (!never.is_empty()).then(|| format!("no row has {}", never.join(", ")))
}

fn write(output: &Output, args: &EvalArgs, source: &Source, evaluation: &Evaluation) -> Result<u8, CliError> {
    output.write(&match args.output.format {
        Format::Text => format!("{}{source}: {evaluation}", evaluation.first_warning()),
        Format::Json => serde_json::to_string(evaluation)? + "\n",
    })?;
    Ok(0)
}

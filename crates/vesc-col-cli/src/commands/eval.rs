//! `eval`: a formula against a file.

mod features;
mod judge;
mod prediction;
mod report;

use std::path::Path;

use vesc_col::columns::Schema;
use vesc_col::data::Test;
use vesc_col::sub_space::Complexity;
use vesc_col::{Dataset, Features, Hypothesis, Run};

use crate::args::{Contradictions, EvalArgs, Format, Language};
use crate::error::CliError;
use crate::input::{self, Loaded, Source, Table, Unlabelled};
use crate::language::{groups, read, read_sets};
use crate::output::Output;
use features::{Named, as_tests, features_of_formula, schema_of_formula};
use judge::{Judge, LabelVerdict};
use prediction::Prediction;
use report::Evaluation;

/// Applies a formula to a file, and says on which lines it is wrong. If the rows have no labels, it says which rows the
/// formula accepts.
pub(crate) fn eval(args: &EvalArgs) -> Result<u8, CliError> {
    evaluate(args).map_err(|error| match error {
        // Only the columns that the formula names are read.
        CliError::Input(error) if args.groups.is_empty() => CliError::Input(error.in_formula()),
        other => other,
    })
}

fn evaluate(args: &EvalArgs) -> Result<u8, CliError> {
    if args.input.contradictions != Contradictions::Refuse {
        let own = "eval judges each row by its own label, so '--contradictions' cannot be used with it";
        return Err(CliError::Usage(own.to_owned()));
    }
    let output = Output::of_report(&args.output, &args.input.files())?;
    let source = Source::of(&args.input);
    // Formulas about groups have `=` for other purposes than to compare typed columns.
    let has_tests = args.groups.is_empty();
    let tests = as_tests(args.language, &args.hypothesis);
    let is_typed = !has_tests && input::schema(&args.input)?.is_some();
    // Standard input can be read only once.
    let has_labels = !has_tests || Table::has_labels(&source, &args.input);
    let is_whole = has_labels && (is_typed || args.noise.unknown.is_some()) && args.input.file != Path::new("-");
    if is_whole && let Some(evaluation) = over_all_columns(args)? {
        return write(&output, args, &source, &evaluation);
    }
    let named = has_tests.then(|| Named::in_formula(&tests));
    // Rows that break a declaration are judged by no formula.
    if args.input.file != Path::new("-")
        && input::schema(&args.input)?.is_some_and(|schema| !schema.declared().is_empty())
        && let Err(error) = input::load(&args.input, (&args.noise, true), &Run::new())
        && error.is_about_constraints()
    {
        return Err(error.into());
    }
    let mut table = match &named {
        Some(named) => {
            Table::open_for_formula(&source, (&args.input, has_labels), |column| named.has(column), &Run::new())?
        }
        None => Table::open(&source, &args.input, &Run::new())?,
    };
    if has_tests {
        // What is wrong with the formula must not look as if it were wrong with the data, whose columns it types.
        read(args.language, &args.hypothesis, &features_of_formula(&tests, table.candidates())?)?;
        if let Some(schema) = schema_of_formula(&args.input, &tests, table.features())? {
            // The other columns are not read.
            let unread = table.candidates().names().filter(|name| table.features().position(name).is_none());
            let schema = unread.fold(schema, Schema::without_column);
            return typed(args, &source, &output, table, schema);
        }
    }
    let features = table.features().clone();
    let (formula, complexity) = formula(args, &features)?;
    // Equal rows with different labels are no error here, as the formula is just wrong on one of them. So they must not
    // meet in one data set.
    let [mut positives, mut negatives] = [(); 2].map(|()| Judge::new(&features, &args.noise));
    while let Some(row) = table.next_row()? {
        if row.is_positive() { &mut positives } else { &mut negatives }.push(&row)?;
    }
    let (positives, negatives) = (positives.judge(&*formula)?, negatives.judge(&*formula)?);
    let about_columns = [table.warning(), table.label_in_formula()];
    let warnings = warnings(table.missing_label().map(|error| error.to_string()), about_columns);
    let mut label = table.label_in_words().clone();
    label.done.extend(table.counted_on());
    if !table.is_labelled() {
        let warnings = label.done.into_iter().chain(warnings).collect();
        return predict(&output, args, &source, &Prediction::new((&args.hypothesis, complexity), negatives, warnings));
    }
    let evaluation = Evaluation::new((&args.hypothesis, complexity), &features, &label, positives, negatives)
        .within(args.noise.budget.budget())
        .with_warnings(warnings);
    write(&output, args, &source, &evaluation)
}

/// The formula, and its complexity.
fn formula(args: &EvalArgs, features: &Features) -> Result<(Box<dyn Hypothesis>, Complexity), CliError> {
    match args.groups.is_empty() {
        true => Ok(read(args.language, &args.hypothesis, features)?),
        false if args.language == Language::Dnf => {
            read_sets(&args.hypothesis, features, groups(&args.groups, features)?)
        }
        false => Err(CliError::Usage("groups are for --language dnf (see --help)".to_owned())),
    }
}

/// The same over all columns, on which it depends what an unknown cell can be. `None` if they cannot be read, or if the formula
/// speaks of values or thresholds that the file does not have.
fn over_all_columns(args: &EvalArgs) -> Result<Option<Evaluation>, CliError> {
    let loaded = input::load(&args.input, (&args.noise, true), &Run::new());
    let Ok(Loaded { data, domain, label, lines, .. }) = loaded else { return Ok(None) };
    let Ok((formula, complexity)) = formula(args, data.features()) else { return Ok(None) };
    let verdict = |label| LabelVerdict::of_label((&data, &domain), &lines, label, &*formula);
    let formula = (args.hypothesis.as_str(), complexity);
    let evaluation = Evaluation::new(formula, data.features(), &label, verdict(true)?, verdict(false)?);
    Ok(Some(evaluation.within(args.noise.budget.budget())))
}

/// The same for a formula that compares columns with values.
fn typed(args: &EvalArgs, source: &Source, output: &Output, table: Table, schema: Schema) -> Result<u8, CliError> {
    let in_formula = table.label_in_formula();
    let unknown = args.noise.unknown_words().unwrap_or_default();
    let Unlabelled { data, domain, rows, label, missing_label, header, is_labelled } =
        input::load_unlabelled(source, table, schema, &unknown)?;
    let (formula, complexity) = read(args.language, &args.hypothesis, data.features())?;
    let verdict = |label| LabelVerdict::of((&data, &domain), &rows, label, &*formula);
    let (positives, negatives) = (verdict(true)?, verdict(false)?);
    let mut warnings = warnings(missing_label.map(|error| error.to_string()), [header, in_formula]);
    warnings.extend(never_true(&data));
    if !is_labelled {
        let warnings = label.done.into_iter().chain(warnings).collect();
        return predict(output, args, source, &Prediction::new((&args.hypothesis, complexity), negatives, warnings));
    }
    let evaluation = Evaluation::new((&args.hypothesis, complexity), data.features(), &label, positives, negatives);
    let evaluation = evaluation.within(args.noise.budget.budget());
    write(output, args, source, &evaluation.with_warnings(warnings))
}

/// What may be wrong with the file. One without the event is a good test of its cause; a wrong spelling is not.
fn warnings(missing_label: Option<String>, about_columns: [Option<String>; 2]) -> Vec<String> {
    missing_label.into_iter().chain(about_columns.into_iter().flatten()).collect()
}

fn predict(output: &Output, args: &EvalArgs, source: &Source, prediction: &Prediction) -> Result<u8, CliError> {
    output.write(&match args.output.format {
        Format::Text => format!("{source}: {prediction}"),
        Format::Json => serde_json::to_string(prediction)? + "\n",
    })?;
    Ok(0)
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

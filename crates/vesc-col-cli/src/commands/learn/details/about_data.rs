//! What was read and asked, so that anybody can do it again.

use std::collections::HashSet;
use std::path::Path;

use serde::Serialize;
use serde_json::{Value, json};
use vesc_col::data::Samples;
use vesc_col::report::Warning;

use super::{MOST_POSITIVES, first_lines, is_zero};
use crate::args::LearnArgs;
use crate::commands::question::Answer;
use crate::error::CliError;
use crate::input::{Loaded, schema};
use crate::text::sha256_of;

/// Columns that are named, at most.
const MOST_COLUMNS: usize = 1000;

/// Contradictions that are given, at most.
const MOST_CONTRADICTIONS: usize = 10;

/// A further file of the same data set.
#[derive(Serialize)]
pub(super) struct FurtherFile {
    file: String,
    sha256: Option<String>,
}

/// What is to be known about the rows.
#[derive(Serialize)]
pub(super) struct AboutData {
    /// The first names of columns that have one value in all rows, and how many there are.
    constants: Vec<String>,
    constant_columns: usize,
    /// How many pairs of a positive and a negative row are equal, as decimal digits.
    contradictions: String,
    /// The first of them, with all rows that have the same values.
    contradicting: Vec<Contradicting>,
    /// How many others there are.
    more_contradicting: usize,
    /// What is declared about several columns, a sentence each.
    declared: Vec<String>,
    /// As they stand in the file, whatever features test their columns.
    unknown_cells: usize,
    /// The lines of positive rows that equal rows of the other label in the file, and got one label with them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    disputed_lines: Vec<u64>,
    /// The first names of columns, where all of them were read as 0 and 1.
    boolean_columns: Vec<String>,
}

/// Rows of both labels with the same values.
#[derive(Serialize)]
struct Contradicting {
    positives: usize,
    /// The first lines of them, each once, and how many more there are.
    positive_lines: Vec<u64>,
    #[serde(skip_serializing_if = "is_zero")]
    more_positive_lines: usize,
    negatives: usize,
    negative_lines: Vec<u64>,
    #[serde(skip_serializing_if = "is_zero")]
    more_negative_lines: usize,
}

impl AboutData {
    /// The lines of the contradictions that are given.
    pub(super) fn contradicting_lines(&self) -> impl Iterator<Item = u64> {
        self.contradicting.iter().flat_map(|one| one.positive_lines.iter().chain(&one.negative_lines).copied())
    }
}

/// # Errors
///
/// [`CliError::Input`] if the schema cannot be read again.
pub(super) fn about_data(answer: &Answer<'_>, args: &LearnArgs) -> Result<AboutData, CliError> {
    let (data, features) = (&answer.loaded.data, answer.loaded.data.features());
    let constant = answer.report.warnings().iter().find_map(|warning| match warning {
        Warning::ConstantFeatures(constant) => Some(&constant[..]),
        _ => None,
    });
    let constant = constant.unwrap_or_default();
    let unknown = answer.report.warnings().iter().find_map(|warning| match warning {
        Warning::UnknownCells { cells } => Some(*cells),
        _ => None,
    });
    let name = |feature: usize| features.name(feature).to_owned();
    let boolean = if answer.loaded.columns.is_empty() { features.len() } else { 0 };
    let (contradicting, more_contradicting) = contradicting(answer);
    Ok(AboutData {
        constants: constant.iter().take(MOST_COLUMNS).map(|&feature| name(feature)).collect(),
        constant_columns: constant.len(),
        contradictions: data.contradictions().to_string(),
        contradicting,
        more_contradicting,
        declared: declared(args)?,
        unknown_cells: unknown.unwrap_or_default(),
        disputed_lines: disputed_lines(answer),
        boolean_columns: (0..boolean.min(MOST_COLUMNS)).map(name).collect(),
    })
}

/// The lines of positive rows that had other labels beside them.
fn disputed_lines(answer: &Answer<'_>) -> Vec<u64> {
    let Loaded { data, undisputed: Some(undisputed), lines, .. } = answer.loaded else { return Vec::new() };
    let cells = |samples: &Samples, index: usize| samples.cells(index).collect::<Vec<_>>();
    let all = undisputed.positives();
    let known: HashSet<Vec<Option<bool>>> = (0..all.distinct()).map(|index| cells(all, index)).collect();
    let samples = data.positives();
    let disputed = (0..samples.distinct()).filter(|&index| !known.contains(&cells(samples, index)));
    let mut disputed: Vec<u64> = disputed.flat_map(|index| samples.sources(index)).map(|&row| lines[row]).collect();
    disputed.sort_unstable();
    disputed.truncate(MOST_POSITIVES);
    disputed
}

fn contradicting(answer: &Answer<'_>) -> (Vec<Contradicting>, usize) {
    let (data, lines) = (&answer.loaded.data, &answer.loaded.lines);
    let of = |rows: &[usize]| first_lines(rows.iter().map(|&row| lines[row]).collect());
    let one = |(positive, negative): (usize, usize)| {
        let (ours, theirs) = (data.positives().sources(positive), data.negatives().sources(negative));
        let [positives, negatives] = [data.positives().weight(positive), data.negatives().weight(negative)];
        let ((positive_lines, more_positive_lines), (negative_lines, more_negative_lines)) = (of(ours), of(theirs));
        Contradicting {
            positives: positives as usize,
            positive_lines,
            more_positive_lines,
            negatives: negatives as usize,
            negative_lines,
            more_negative_lines,
        }
    };
    let mut all: Vec<Contradicting> = data.equal_pairs().into_iter().map(one).collect();
    all.sort_by_key(|one| one.positive_lines.first().copied());
    let more = all.len().saturating_sub(MOST_CONTRADICTIONS);
    all.truncate(MOST_CONTRADICTIONS);
    (all, more)
}

/// What the schema and the options say about several columns.
fn declared(args: &LearnArgs) -> Result<Vec<String>, CliError> {
    let schema = schema(&args.input)?.map(|schema| schema.declared()).unwrap_or_default();
    let groups = &args.language.dnf.groups;
    let values = groups.group.iter().map(|group| format!("values of one variable: {group}"));
    let ordered = groups.ordered_group.iter().map(|group| format!("values of one variable, in order: {group}"));
    Ok(schema.into_iter().chain(values).chain(ordered).collect())
}

/// The limits and the sizes of the search, also those that nobody has named.
pub(super) fn limits(args: &LearnArgs) -> Value {
    let language = args.language.language;
    let mut limits = json!({
        "language": language.name(),
        "bound": args.bound,
        "timeout_seconds": args.run.limits.timeout.map(|timeout| timeout.as_secs_f64()),
        "memory_bytes": args.run.limits.memory,
        "threads": args.run.limits.threads,
    });
    if language.has_terms() {
        limits["max_literals"] = json!(args.sizes.literals());
        limits["max_terms"] = json!(args.sizes.terms());
    } else {
        limits["max_size"] = json!(args.sizes.size());
    }
    let rules = args.language.as_typed();
    if !rules.is_empty() {
        limits["rules"] = json!(rules);
    }
    limits
}

pub(super) fn further_files(args: &LearnArgs) -> Result<Vec<FurtherFile>, CliError> {
    let file = |path: &std::path::PathBuf| Ok(FurtherFile { file: path.display().to_string(), sha256: sha256(path)? });
    args.input.more_files.iter().map(file).collect()
}

/// Returns the digest of a file as hexadecimal digits, or `None` for standard input.
pub(super) fn sha256(file: &Path) -> Result<Option<String>, CliError> {
    if file == Path::new("-") {
        return Ok(None);
    }
    let digest = sha256_of(file).map_err(|source| CliError::System { what: "read the file again", source })?;
    Ok(Some(digest))
}

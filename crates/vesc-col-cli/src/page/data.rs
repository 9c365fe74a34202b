//! What the rows are, and how anybody can ask again.

use serde::Serialize;

use super::document::{Contradicting, Details, Document, LabelValues, Limits, Suggestions, Without};
use super::lines::Lines;
use super::numbers::{counted, short};
use crate::text::{shell_word, size_in_words, typed_option};

/// Columns that are listed, at most: a page of thousands of columns is summarised.
const MOST_COLUMNS: usize = 1000;

/// Columns that are named in a sentence, at most.
const MOST_NAMED: usize = 20;

/// How the warning begins that says what was done to contradictions.
const SETTLED: &str = "equal rows of different labels";

#[derive(Debug, Serialize)]
pub(super) struct DataView<'a> {
    file: Option<&'a str>,
    label: Option<&'a str>,
    /// Which of its values are positive, in words and a list.
    values: (&'static str, &'a [String]),
    /// What each label makes of its row, where that is not plain, and what a row stands for.
    about_label: &'a [String],
    sha256: Option<&'a str>,
    /// Further files and their digests.
    more_files: Vec<(&'a str, Option<&'a str>)>,
    version: Option<&'a str>,
    command: Option<String>,
    limits: Option<String>,
    /// The directory of certificates, and the command that checks them.
    certificates: Option<(&'a str, String)>,
    /// From which size on there are none, and why.
    not_certified: Option<String>,
    features: u64,
    positives: u64,
    negatives: u64,
    distinct: u64,
    /// How many rows equal an earlier one of the same label.
    repeated: u64,
    contradictions: Option<String>,
    /// What was done to contradictions that the file has.
    settled: Option<&'a str>,
    contradicting: Vec<ContradictingView<'a>>,
    more_contradicting: usize,
    /// What is declared about several columns, in words.
    declared: &'a [String],
    unknown_cells: Option<String>,
    constants: Vec<&'a str>,
    more_constants: usize,
    seconds: String,
    engines: Vec<&'a str>,
    columns: Vec<(&'a str, &'a str)>,
    more_columns: usize,
    /// Columns that are equal or opposite in every run.
    same: Vec<String>,
    /// What could be declared, in words.
    suggestions: Vec<String>,
    warnings: &'a [String],
}

/// Rows of both labels with the same values.
#[derive(Debug, Serialize)]
struct ContradictingView<'a> {
    positives: usize,
    positive: Lines<'a>,
    negatives: usize,
    negative: Lines<'a>,
}

pub(super) fn data<'a>(document: &'a Document, details: Option<&'a Details>) -> DataView<'a> {
    let seconds: f64 = document.steps.iter().map(|step| step.seconds).sum();
    let mut engines: Vec<&str> = document.steps.iter().map(|step| &*step.engine).collect();
    engines.sort_unstable();
    engines.dedup();
    let typed = document.columns.iter().map(|column| (&*column.name, column.kind.as_deref().unwrap_or("0/1")));
    let boolean = details.iter().flat_map(|details| &details.boolean_columns).map(|name| (&**name, "0/1"));
    let all = if document.columns.is_empty() { document.data.features as usize } else { document.columns.len() };
    let columns: Vec<(&str, &str)> = typed.chain(boolean).take(MOST_COLUMNS).collect();
    let constants = details.map_or(&[][..], |details| &details.constants);
    let constants: Vec<&str> = constants.iter().take(MOST_NAMED).map(|name| &**name).collect();
    let rows = document.data.positives + document.data.negatives;
    let contradictions = details.and_then(|details| details.contradictions.as_deref()).filter(|&pairs| pairs != "0");
    let unknown = details.map(|details| details.unknown_cells).filter(|&cells| cells > 0);
    DataView {
        file: details.map(|details| &*details.file),
        label: details.map(|details| &*details.label),
        values: details.and_then(|details| details.label_values.as_ref()).map_or(("", &[]), values),
        about_label: details.map_or(&[][..], |details| &details.about_label),
        sha256: details.and_then(|details| details.sha256.as_deref()),
        more_files: details.map_or_else(Vec::new, |details| {
            details.more_files.iter().map(|more| (&*more.file, more.sha256.as_deref())).collect()
        }),
        version: details.map(|details| &*details.version),
        command: details.map(|details| details.command.join(" ")),
        limits: details.and_then(|details| details.limits.as_ref()).map(limits),
        certificates: details.and_then(|details| {
            let directory = details.certificates.as_deref()?;
            let more = details.more_files.iter().map(|more| &*more.file);
            let words = [directory, &details.file].into_iter().chain(more).map(shell_word);
            Some((directory, format!("vesc-col verify {}", words.collect::<Vec<_>>().join(" "))))
        }),
        not_certified: document.certificates.as_ref().and_then(|certificates| {
            let Without { literals, terms, reason } = certificates.without.as_ref()?;
            Some(format!("{}: {reason}", size_in_words(*literals, *terms)))
        }),
        features: document.data.features,
        positives: document.data.positives,
        negatives: document.data.negatives,
        distinct: document.data.distinct,
        repeated: rows.saturating_sub(document.data.distinct),
        contradictions: contradictions
            .map(|pairs| if pairs == "1" { "1 pair".to_owned() } else { format!("{} pairs", short(pairs)) }),
        settled: document.warnings.iter().map(|warning| &**warning).find(|warning| warning.starts_with(SETTLED)),
        contradicting: details.map_or_else(Vec::new, contradicting),
        more_contradicting: details.map_or(0, |details| details.more_contradicting),
        declared: details.map_or(&[][..], |details| &details.declared),
        unknown_cells: unknown.map(|cells| cells.to_string()),
        more_constants: details.map_or(0, |details| details.constant_columns).saturating_sub(constants.len()),
        constants,
        seconds: format!("{seconds:.2}"),
        engines,
        more_columns: if columns.is_empty() { 0 } else { all.saturating_sub(columns.len()) },
        columns,
        same: document.same_in_every_run.iter().map(|group| group.join(", ")).collect(),
        suggestions: document.suggestions.as_ref().map(suggestions).unwrap_or_default(),
        warnings: &document.warnings,
    }
}

/// Which values of the label are positive.
fn values(values: &LabelValues) -> (&'static str, &[String]) {
    match (&values.positive[..], &values.negative[..]) {
        ([], []) => ("no run is positive", &[]),
        ([], negative) => ("positive: all but", negative),
        (positive, _) => ("positive:", positive),
    }
}

fn contradicting(details: &Details) -> Vec<ContradictingView<'_>> {
    let lines = |lines: &[u64], more: usize| Lines::new(details, lines, (lines.len(), lines.len() + more));
    let one = |one: &'_ Contradicting| ContradictingView {
        positives: one.positives,
        positive: lines(&one.positive_lines, one.more_positive_lines),
        negatives: one.negatives,
        negative: lines(&one.negative_lines, one.more_negative_lines),
    };
    details.contradicting.iter().map(one).collect()
}

fn limits(limits: &Limits) -> String {
    let sizes = match (limits.max_literals, limits.max_terms, limits.max_size) {
        (Some(literals), Some(terms), _) => {
            let of = if limits.language == "cnf" { "clause" } else { "term" };
            format!("{} in {}", counted(literals, "literal"), counted(terms, of))
        }
        (_, _, Some(size)) => format!("size {size}"),
        _ => "any size".to_owned(),
    };
    let time = limits.timeout_seconds.map_or_else(|| "no time limit".to_owned(), |seconds| format!("{seconds} s"));
    let memory = limits.memory_bytes.map(|bytes| bytesize::ByteSize(bytes).to_string());
    let rules: String = limits.rules.iter().map(|rule| format!(", {rule}")).collect();
    let memory = memory.unwrap_or_else(|| "80 % of the memory".to_owned());
    let threads = limits.threads.map_or_else(|| "all cores".to_owned(), |threads| counted(threads, "thread"));
    format!("{} up to {sizes}{rules}, bound {}; {time}, {memory}, {threads}", limits.language, limits.bound)
}

fn suggestions(suggestions: &Suggestions) -> Vec<String> {
    let option = |option: &'static str| move |pattern: &String| typed_option(option, pattern);
    let one_hot = suggestions.one_hot.iter().map(option("--one-hot"));
    let at_most_one = suggestions.at_most_one.iter().map(option("--exclusive"));
    let implies = suggestions.implies.iter().map(|rule| typed_option("--implies", rule));
    one_hot.chain(at_most_one).chain(implies).take(MOST_NAMED).collect()
}

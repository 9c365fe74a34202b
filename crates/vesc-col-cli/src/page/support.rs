//! Which runs the answer explains, and what would refute it.

use serde::Serialize;

use super::document::{Details, Document, Literal, Run, TermSupport};
use super::drawing::{MatrixColumn, matrix};
use super::lines::Lines;

/// A term that is true on a run.
const YES: &str = "yes";

/// Runs that are shown in a table alone; of more there is a drawing, too.
const MOST_IN_TABLE: usize = 20;

#[derive(Debug, Serialize)]
pub(super) struct Support<'a> {
    /// Whether the terms are ways through questions, of which each run takes one.
    are_ways: bool,
    /// The terms as text.
    terms: Vec<String>,
    runs: Vec<RunView<'a>>,
    /// The same as a drawing, where the runs are many.
    matrix: Option<String>,
    /// Positive runs that are not listed.
    more_runs: u64,
    near_misses: Vec<NearMiss<'a>>,
}

#[derive(Debug, Serialize)]
struct RunView<'a> {
    line: u64,
    /// How many runs the line stands for, if they are several.
    runs: u64,
    link: Option<&'a str>,
    /// For each term whether it is true on the run: `yes`, `no`, or `open` if unknown cells decide.
    explained: Vec<&'static str>,
    /// Whether one term alone explains it.
    single: bool,
    /// Whether equal runs of the file had both labels.
    disputed: bool,
}

#[derive(Debug, Serialize)]
struct NearMiss<'a> {
    term: usize,
    literal: String,
    rows: u64,
    lines: Lines<'a>,
}

/// Runs on which the first hypothesis is wrong.
#[derive(Debug, Serialize)]
pub(super) struct WrongView<'a> {
    what: &'static str,
    rows: usize,
    lines: Lines<'a>,
}

/// The runs on which the first hypothesis is wrong, where errors are allowed.
pub(super) fn wrong(details: &Details) -> Vec<WrongView<'_>> {
    let Some(wrong) = &details.wrong else { return Vec::new() };
    let kinds = [
        ("negative, and it holds", wrong.accepted, (&wrong.accepted_lines, wrong.more_accepted_lines)),
        ("positive, and it does not hold", wrong.rejected, (&wrong.rejected_lines, wrong.more_rejected_lines)),
        ("open: right or wrong as its unknown cells are", wrong.open, (&wrong.open_lines, wrong.more_open_lines)),
    ];
    let view = |(what, rows, (lines, more)): (&'static str, usize, (&Vec<u64>, usize))| WrongView {
        what,
        rows,
        lines: Lines::new(details, lines, (lines.len(), lines.len() + more)),
    };
    kinds.into_iter().filter(|&(_, rows, _)| rows > 0).map(view).collect()
}

/// A term or a way, as its literals and its runs.
type Part<'a> = (Vec<String>, &'a TermSupport);

/// Returns the support of the first hypothesis, or `None` if its rows are not known.
pub(super) fn support<'a>(document: &'a Document, details: &'a Details) -> Option<Support<'a>> {
    let first = document.hypotheses.first()?;
    let parts: Vec<Part<'_>> = match (&first.terms, details.support.first()) {
        (Some(terms), Some(known)) if known.len() == terms.len() => {
            terms.iter().map(|term| term.iter().map(Literal::text).collect()).zip(known).collect()
        }
        (None, _) => details.ways.iter().map(|way| (way.answers.clone(), &way.support)).collect(),
        _ => return None,
    };
    if parts.is_empty() {
        return None;
    }
    let noun = if first.terms.is_some() { "Term" } else { "Way" };
    let link = |line: u64| details.links.get(&line).map(String::as_str);
    let run = |(position, run): (usize, &Run)| {
        let explained = |known: &TermSupport| match known.runs.contains(&position) {
            true => YES,
            false if known.open_runs.contains(&position) => "open",
            false => "no",
        };
        let explained: Vec<&'static str> = parts.iter().map(|(_, known)| explained(known)).collect();
        // No other term may hold.
        let only = explained.iter().filter(|&&explained| explained != "no").collect::<Vec<_>>() == [&YES];
        let single = first.terms.is_some() && parts.len() > 1 && only;
        let disputed = details.disputed_lines.contains(&run.line);
        RunView { line: run.line, runs: run.runs.unwrap_or(1), link: link(run.line), explained, single, disputed }
    };
    let runs: Vec<RunView<'_>> = details.positives.iter().enumerate().map(run).collect();
    let near_misses = parts.iter().enumerate().flat_map(|(part, (literals, known))| {
        literals.iter().zip(&known.literals).filter(|(_, known)| known.near_misses > 0).map(move |(literal, known)| {
            NearMiss {
                term: part + 1,
                literal: literal.clone(),
                rows: known.near_misses,
                lines: Lines::new(details, &known.lines, (known.lines.len(), known.lines.len() + known.more_lines)),
            }
        })
    });
    let near_misses = near_misses.collect();
    let listed: u64 = details.positives.iter().map(|run| run.runs.unwrap_or(1)).sum();
    Some(Support {
        are_ways: first.terms.is_none(),
        terms: parts.iter().map(|(literals, _)| literals.join(" & ")).collect(),
        matrix: (runs.len() > MOST_IN_TABLE).then(|| drawn(noun, parts.len(), &runs)),
        runs,
        more_runs: document.data.positives.saturating_sub(listed),
        near_misses,
    })
}

fn drawn(noun: &str, terms: usize, runs: &[RunView<'_>]) -> String {
    let explains = |term: usize| runs.iter().filter(|run| run.explained[term] == YES).map(|run| run.runs).sum::<u64>();
    let all: u64 = runs.iter().map(|run| run.runs).sum();
    let description: Vec<String> =
        (0..terms).map(|term| format!("{noun} {} explains {} of {all} runs.", term + 1, explains(term))).collect();
    let columns = runs.iter().map(|run| MatrixColumn {
        name: format!("line {}", run.line),
        explained: run.explained.iter().map(|&explained| explained == YES).collect(),
        is_single: run.single,
    });
    matrix(terms, &columns.collect::<Vec<_>>(), &description.join(" "))
}

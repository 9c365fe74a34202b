//! What is done to rows before they are learned from: equal rows of different labels get one, columns without any known value go.

use std::collections::BTreeSet;
use std::num::NonZeroU64;

use vesc_col::columns::{EqualRows, Settled};
use vesc_col::data::{DataError, DatasetBuilder};
use vesc_col::search::ForcedErrors;
use vesc_col::{Dataset, Features};

use super::error::{InputError, Problem};
use super::source::Source;
use super::typed::ReadRow;
use crate::args::Contradictions;
use crate::text::{OneLine, counted, first_of};

/// Refuses equal rows of different labels, with the first pair of them and the errors that all of them force.
pub(super) fn refuse_contradictions(
    source: &Source,
    label: &str,
    data: &Dataset,
    lines: &[u64],
) -> Result<(), InputError> {
    let pairs = data
        .equal_pairs()
        .into_iter()
        .map(|(positive, negative)| (data.positives().sources(positive)[0], data.negatives().sources(negative)[0]));
    let Some((positive, negative)) = pairs.min_by_key(|&(positive, negative)| positive.min(negative)) else {
        return Ok(());
    };
    let problem = Problem::Contradiction {
        negative: lines[negative],
        file: None,
        pairs: data.contradictions(),
        label: label.into(),
        forced: Some(ForcedErrors::of(data)),
        differing: Box::default(),
        are_budgets: true,
    };
    Err(InputError::new(source, problem).at_line(lines[positive]))
}

/// Rows that were read: the data, the line of each row, and which rows are equal in the file.
pub(super) struct Lined {
    pub(super) data: Dataset,
    pub(super) lines: Vec<u64>,
    pub(super) equal: EqualRows,
}

/// What was done to equal rows of different labels, and the rows without them.
pub(super) type Resolved = Option<(String, Dataset)>;

/// The rows with one label for all that are equal in the file, and what was done. Rows with unknown cells stay as they are, and so
/// do rows that differ in the file, even where no formula tells them apart.
pub(super) fn one_label(source: &Source, read: Lined, rule: Contradictions) -> Result<(Lined, Resolved), InputError> {
    let is_disputed = |&(positives, negatives): &(u64, u64)| positives > 0 && negatives > 0;
    let disputed = read.equal.groups().iter().filter(|group| is_disputed(group)).count();
    if disputed == 0 || rule == Contradictions::Refuse {
        return Ok((read, None));
    }
    let Lined { data, lines, equal } = read;
    let [positives, negatives] = [data.positives(), data.negatives()];
    let rows = places(&data);
    let builder = || Dataset::builder(data.features().clone()).with_contradictions();
    let (mut builder, mut undisputed) = (builder(), builder());
    let (mut kept, mut kept_equal) = (Vec::with_capacity(lines.len()), Vec::with_capacity(lines.len()));
    let mut changed: u64 = 0;
    for (row, (&(own, index), &line)) in rows.iter().zip(&lines).enumerate() {
        let group = equal.groups()[equal.group_of(row)];
        let label = if is_disputed(&group) { rule.label(group.0, group.1) } else { Some(own) };
        let runs = data.row_weight(row);
        changed += if label == Some(own) { 0 } else { runs.get() };
        let Some(label) = label else { continue };
        let cells = || if own { positives } else { negatives }.cells(index);
        push(&mut builder, label, cells(), runs).map_err(|error| refused(source, error))?;
        if !is_disputed(&group) {
            push(&mut undisputed, label, cells(), runs).map_err(|error| refused(source, error))?;
        }
        kept.push(line);
        kept_equal.push((equal.group_of(row) as u32, label, runs.get()));
    }
    if kept.is_empty() {
        return Err(InputError::new(source, Problem::NothingButContradictions));
    }
    let note = what_was_done(rule, disputed, changed);
    let [data, undisputed] =
        [builder, undisputed].map(|builder| builder.build().map_err(|error| refused(source, error)));
    let read = Lined { data: data?, lines: kept, equal: EqualRows::of_rows(kept_equal) };
    Ok((read, Some((note, undisputed?))))
}

/// What was done where equal rows got one label before the data were made; `before` are the rows as they were read.
pub(super) fn settled(
    source: &Source,
    read: Lined,
    (before, settled): (&[ReadRow], &[Settled]),
    rule: Contradictions,
) -> Result<(Lined, Resolved), InputError> {
    let groups: BTreeSet<usize> = settled.iter().filter_map(|settled| settled.group).collect();
    if groups.is_empty() {
        return Ok((read, None));
    }
    let changed = before.iter().zip(settled).filter(|(row, settled)| settled.label != Some(row.is_positive));
    let changed = changed.map(|(row, _)| row.runs.get()).sum();
    let kept = || settled.iter().filter(|settled| settled.label.is_some());
    let lines = read.lines.iter().zip(settled).filter(|(_, settled)| settled.label.is_some()).map(|(line, _)| *line);
    let lines: Vec<u64> = lines.collect();
    if lines.is_empty() {
        return Err(InputError::new(source, Problem::NothingButContradictions));
    }
    let data = read.data;
    let mut undisputed = Dataset::builder(data.features().clone()).with_contradictions();
    for (row, ((label, index), settled)) in places(&data).into_iter().zip(kept()).enumerate() {
        if settled.group.is_none() {
            let samples = if label { data.positives() } else { data.negatives() };
            let pushed = push(&mut undisputed, label, samples.cells(index), data.row_weight(row));
            pushed.map_err(|error| refused(source, error))?;
        }
    }
    let undisputed = undisputed.build().map_err(|error| refused(source, error))?;
    Ok((Lined { data, lines, ..read }, Some((what_was_done(rule, groups.len(), changed), undisputed))))
}

/// For each row its label, and where its cells are.
fn places(data: &Dataset) -> Vec<(bool, usize)> {
    let mut rows = vec![(false, 0); data.rows()];
    for (label, samples) in [(true, data.positives()), (false, data.negatives())] {
        for index in 0..samples.distinct() {
            samples.sources(index).iter().for_each(|&row| rows[row] = (label, index));
        }
    }
    rows
}

fn what_was_done(rule: Contradictions, groups: usize, changed: u64) -> String {
    format!(
        "equal rows of different labels ({}) are {rule}: {} {}",
        counted(groups, "group"),
        counted(changed as usize, "sample"),
        if rule == Contradictions::LeaveOut { "left out" } else { "relabelled" },
    )
}

/// How many rows are equal, and how many of these have both labels.
pub(super) fn equal_rows(equal: &EqualRows) -> String {
    let size = |&(positives, negatives): &(u64, u64)| positives + negatives;
    let groups: Vec<(u64, u64)> = equal.groups().iter().copied().filter(|group| size(group) > 1).collect();
    if groups.is_empty() {
        return "no two samples have equal values".to_owned();
    }
    let disputed = || groups.iter().filter(|(positives, negatives)| *positives > 0 && *negatives > 0);
    let of_both = match disputed().count() {
        0 => "no group has both labels".to_owned(),
        count => {
            let samples: u64 = disputed().map(size).sum();
            let (groups, samples) = (counted(count, "group"), counted(samples as usize, "sample"));
            let verb = if count == 1 { "has" } else { "have" };
            format!("{groups} {verb} both labels ({samples}): samples that differ in the label alone count as distinct")
        }
    };
    format!(
        "{} share their values with another one, in {}; {of_both}",
        counted(groups.iter().map(size).sum::<u64>() as usize, "sample"),
        counted(groups.len(), "group")
    )
}

/// The rows without the columns of which no cell is known, and what to say of these. The data stay as they are if all
/// columns are such, or none. They also do where rows of different labels would become equal, since only an unknown
/// cell may tell them apart.
pub(super) fn without_unknown_columns(source: &Source, data: Dataset) -> Result<(Dataset, Option<String>), InputError> {
    if data.unknown_cells() == 0 {
        return Ok((data, None));
    }
    let count = data.features().len();
    let mut is_known = vec![false; count];
    for samples in [data.positives(), data.negatives()] {
        for index in 0..samples.distinct() {
            samples.cells(index).zip(&mut is_known).for_each(|(cell, known)| *known |= cell.is_some());
        }
    }
    let names = data.features();
    let [gone, left] =
        [false, true].map(|wanted| -> Vec<usize> { (0..count).filter(|&i| is_known[i] == wanted).collect() });
    if gone.is_empty() || left.is_empty() {
        return Ok((data, None));
    }
    let features =
        Features::new(left.iter().map(|&feature| names.name(feature))).map_err(|error| refused(source, error))?;
    let mut builder = Dataset::builder(features).with_contradictions();
    for (row, (label, index)) in places(&data).into_iter().enumerate() {
        let samples = if label { data.positives() } else { data.negatives() };
        let cells: Vec<Option<bool>> = samples.cells(index).collect();
        let cells = left.iter().map(|&feature| cells[feature]);
        push(&mut builder, label, cells, data.row_weight(row)).map_err(|error| refused(source, error))?;
    }
    let reduced = builder.build().map_err(|error| refused(source, error))?;
    if reduced.contradictions() > data.contradictions() {
        return Ok((data, None));
    }
    let shown = first_of(gone.iter().map(|&feature| format!("`{}`", OneLine(names.name(feature)))));
    let (noun, verb) = if gone.len() == 1 { ("column", "is") } else { ("columns", "are") };
    let note = format!("{noun} {shown} {verb} left out: no cell there is known");
    Ok((reduced, Some(note)))
}

/// Adds a row that stands for some runs.
fn push(
    builder: &mut DatasetBuilder,
    label: bool,
    cells: impl IntoIterator<Item = Option<bool>>,
    runs: NonZeroU64,
) -> Result<(), DataError> {
    builder.push_partial(label, cells)?;
    builder.weigh_last(runs)
}

fn refused(source: &Source, error: DataError) -> InputError {
    InputError::new(source, Problem::Data(error))
}

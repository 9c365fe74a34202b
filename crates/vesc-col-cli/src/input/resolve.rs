//! What is done to rows before they are learned from: equal rows of different labels get one, columns without any known value go.

use vesc_col::data::Samples;
use vesc_col::search::ForcedErrors;
use vesc_col::{Dataset, Features};

use super::error::{InputError, Problem};
use super::source::Source;
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
        label: label.to_owned(),
        forced: Some(ForcedErrors::of(data)),
    };
    Err(InputError::new(source, problem).at_line(lines[positive]))
}

/// What was done to equal rows of different labels, and the rows without them.
pub(super) type Resolved = Option<(String, Dataset)>;

/// The rows with one label for all that are the same to every formula, their lines, and what was done. Rows with unknown cells
/// stay as they are.
pub(super) fn one_label(
    source: &Source,
    (data, lines): (Dataset, Vec<u64>),
    rule: Contradictions,
) -> Result<(Dataset, Vec<u64>, Resolved), InputError> {
    if data.contradictions() == 0 || rule == Contradictions::Refuse {
        return Ok((data, lines, None));
    }
    let [positives, negatives] = [data.positives(), data.negatives()];
    // For each row its sample, and its label; `None` if it is left out.
    let mut rows: Vec<Option<(bool, bool, usize)>> = vec![None; lines.len()];
    for (label, samples) in [(true, positives), (false, negatives)] {
        for index in 0..samples.distinct() {
            samples.sources(index).iter().for_each(|&row| rows[row] = Some((label, label, index)));
        }
    }
    let mut is_disputed = vec![false; lines.len()];
    let (mut groups, mut changed) = (0, 0);
    for (index, other) in data.equal_pairs() {
        let (ours, theirs) = (positives.sources(index), negatives.sources(other));
        let label = rule.label(ours.len() as u64, theirs.len() as u64);
        groups += 1;
        for &row in ours.iter().chain(theirs) {
            let before = rows[row];
            rows[row] = label.and_then(|label| before.map(|(_, side, index)| (label, side, index)));
            changed += usize::from(rows[row] != before);
            is_disputed[row] = true;
        }
    }
    let mut builder = Dataset::builder(data.features().clone());
    let mut undisputed = Dataset::builder(data.features().clone());
    let mut kept = Vec::with_capacity(lines.len());
    for ((row, line), is_disputed) in rows.iter().zip(&lines).zip(is_disputed) {
        let Some((label, side, index)) = *row else { continue };
        let samples = if side { positives } else { negatives };
        builder.push_partial(label, samples.cells(index)).map_err(|error| refused(source, error))?;
        if !is_disputed {
            undisputed.push_partial(label, samples.cells(index)).map_err(|error| refused(source, error))?;
        }
        kept.push(*line);
    }
    if kept.is_empty() {
        return Err(InputError::new(source, Problem::NothingButContradictions));
    }
    let note = format!(
        "equal rows of different labels ({}) are {rule}: {} {}",
        counted(groups, "group"),
        counted(changed, "sample"),
        if rule == Contradictions::LeaveOut { "left out" } else { "relabelled" },
    );
    let [data, undisputed] =
        [builder, undisputed].map(|builder| builder.build().map_err(|error| refused(source, error)));
    Ok((data?, kept, Some((note, undisputed?))))
}

/// How many rows are equal, and how many of these have both labels.
pub(super) fn equal_rows(data: &Dataset) -> String {
    let rows = |samples: &Samples| -> Vec<usize> {
        (0..samples.distinct()).map(|index| samples.sources(index).len()).collect()
    };
    let (mut positives, negatives) = (rows(data.positives()), rows(data.negatives()));
    let mut of_both = vec![0; positives.len()];
    let mut is_alone = vec![true; negatives.len()];
    for (positive, negative) in data.equal_pairs() {
        of_both[positive] = negatives[negative];
        is_alone[negative] = false;
    }
    let disagreeing: usize =
        positives.iter().zip(&of_both).filter(|(_, other)| **other > 0).map(|(one, other)| one + other).sum();
    let pairs = of_both.iter().filter(|count| **count > 0).count();
    positives.iter_mut().zip(&of_both).for_each(|(one, other)| *one += other);
    let alone = negatives.iter().zip(&is_alone).filter(|(_, is_alone)| **is_alone).map(|(rows, _)| *rows);
    let groups: Vec<usize> = positives.into_iter().chain(alone).filter(|rows| *rows > 1).collect();
    if groups.is_empty() {
        return "no two samples are equal".to_owned();
    }
    let of_both = match pairs {
        0 => "none of them with both labels".to_owned(),
        _ => format!("{pairs} of them with both labels ({})", counted(disagreeing, "sample")),
    };
    format!(
        "{} are in {} of equal ones, {of_both}",
        counted(groups.iter().sum(), "sample"),
        counted(groups.len(), "group")
    )
}

/// The rows without the columns of which no cell is known, and what to say of these. The data stay as they are if all columns are
/// such, or none, and where rows of different labels would become equal: only an unknown cell may tell them apart.
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
    let rows = data.positives().rows() + data.negatives().rows();
    let mut places = vec![(false, 0); rows];
    for (label, samples) in [(true, data.positives()), (false, data.negatives())] {
        for index in 0..samples.distinct() {
            samples.sources(index).iter().for_each(|&row| places[row] = (label, index));
        }
    }
    let mut builder = Dataset::builder(features).with_contradictions();
    for (label, index) in places {
        let samples = if label { data.positives() } else { data.negatives() };
        let cells: Vec<Option<bool>> = samples.cells(index).collect();
        let cells = left.iter().map(|&feature| cells[feature]);
        builder.push_partial(label, cells).map_err(|error| refused(source, error))?;
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

fn refused(source: &Source, error: vesc_col::data::DataError) -> InputError {
    InputError::new(source, Problem::Data(error))
}

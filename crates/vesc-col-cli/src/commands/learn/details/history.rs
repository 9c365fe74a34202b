//! How |VS| fell as rows came in.

use std::sync::Arc;

use serde::Serialize;
use vesc_col::data::Samples;
use vesc_col::{Cardinality, Dataset, DnfSpace, Engine, Run, Settings};

use crate::commands::question::Answer;
use crate::error::CliError;
use crate::input::Loaded;

/// Moments that are looked at, at most: each has three quarters of the rows of the next one.
const MOST_MOMENTS: usize = 12;

/// Concepts up to which they are counted: a curve that goes higher costs more than it tells.
const MOST_CONCEPTS: usize = 10_000;

/// What was known after the first rows of the file. A row that stands for several runs counts as many.
#[derive(Serialize)]
pub(super) struct Moment {
    rows: u64,
    /// How many of them are positive.
    positives: u64,
    cardinality: Cardinality,
}

/// Counts what fitted the first rows: three quarters of them, three quarters of these and so on. Each part has a
/// positive row and a negative one. It ends where a limit cuts a count off.
pub(super) fn history(
    engine: &dyn Engine,
    answer: &Answer<'_>,
    (literals, terms): (usize, usize),
    run: &Run,
) -> Result<Vec<Moment>, CliError> {
    let Loaded { data, domain, .. } = answer.loaded;
    // What is known of all rows need not be counted again.
    let known = Some(answer.report.cardinality()).filter(Cardinality::is_exact);
    let mut rows: Vec<(usize, bool, usize)> =
        [(true, data.positives()), (false, data.negatives())].into_iter().flat_map(of_label).collect();
    rows.sort_unstable();
    let settings = Settings::default().with_exact(true).with_list(0).with_list_limit(MOST_CONCEPTS);
    let mut moments = Vec::new();
    let mut many = rows.len();
    while moments.len() < MOST_MOMENTS && many > 0 {
        let first = &rows[..many];
        let runs = |label: bool| -> u64 {
            let of_label = first.iter().filter(|row| row.1 == label);
            of_label.map(|&(row, ..)| data.row_weight(row).get()).sum()
        };
        let (positives, negatives) = (runs(true), runs(false));
        if positives == 0 || negatives == 0 {
            break;
        }
        let cardinality = match &known {
            Some(known) if many == rows.len() => known.clone(),
            _ => {
                let space = DnfSpace::new(data.features().len(), literals, terms).within(domain);
                vesc_col::count(engine, &part(data, first), space, &settings, run)?.cardinality()
            }
        };
        if !cardinality.is_exact() {
            break;
        }
        moments.push(Moment { rows: positives + negatives, positives, cardinality });
        many = many * 3 / 4;
    }
    moments.reverse();
    Ok(moments)
}

/// Each row of samples with one label: its position in the file, the label, and its sample.
fn of_label((positive, samples): (bool, &Samples)) -> Vec<(usize, bool, usize)> {
    let rows = |index: usize| samples.sources(index).iter().map(move |&row| (row, positive, index));
    (0..samples.distinct()).flat_map(rows).collect()
}

/// The data set of some rows.
fn part(data: &Dataset, rows: &[(usize, bool, usize)]) -> Arc<Dataset> {
    let mut builder = Dataset::builder(data.features().clone());
    for &(_, positive, index) in rows {
        let samples = if positive { data.positives() } else { data.negatives() };
        builder.push_words(positive, samples.words(index)).expect("a sample has a value for each feature");
    }
    Arc::new(builder.build().expect("a part of a data set is one"))
}

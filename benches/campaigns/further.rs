//! How many further runs it takes until one candidate is left, and what was expected.

use std::error::Error;
use std::fs::File;
use std::io::Write;
use std::sync::Arc;

use vesc_col::columns::exclusive;
use vesc_col::data::OwnedSample;
use vesc_col::engine::BddEngine;
use vesc_col::next::{Band, Candidates};
use vesc_col::{Dnf, DnfSpace, Run};

use crate::campaign::Campaign;
use crate::dice::Dice;
use crate::loops::{CAP, log2, patience};
use crate::system::Family;

/// How many further runs are made, and how many of them are the pool.
const RUNS: usize = 20_000;
const POOL: usize = 1000;
/// The most columns: those of the family `design`.
const MOST_FEATURES: usize = 46;
/// From so many candidates on, they are not gone through one by one.
const LISTED: u32 = 5000;

pub(crate) const FIELDS: &str =
    "family,seed,features,rows,log2,random,random_low,pool,pool_low,pool_high,left,left_low,left_high";

/// Makes further runs of one campaign, and writes a line; none if the cause is not within the cap, or one candidate is left already.
pub(crate) fn write((family, seed): (Family, u64), file: &mut File) -> Result<(), Box<dyn Error>> {
    let Some(mut campaign) = Campaign::random(family, seed, 0.0)? else { return Ok(()) };
    if campaign.data.features().len() > MOST_FEATURES || !campaign.cause.is_within(CAP) {
        return Ok(());
    }
    let data = Arc::clone(&campaign.data);
    let spaces = DnfSpace::up_to(data.features().len(), CAP.0, CAP.1);
    let start = Candidates::measure(&BddEngine::default(), &data, spaces, &patience())?;
    let runs: Vec<(OwnedSample, bool)> = (0..RUNS)
        .map(|_| {
            let (row, label) = campaign.run();
            (row.iter().collect(), label)
        })
        .collect();
    // The pool in the order of the system is no random order.
    let mut pool = runs[..POOL].to_vec();
    let mut dice = Dice::new(seed);
    (1..POOL).rev().for_each(|last| pool.swap(last, dice.below(last + 1)));
    let rows: Vec<OwnedSample> = pool.iter().map(|(row, _)| row.clone()).collect();
    // What `next` suspects, too.
    let run = Run::new();
    let suspected = exclusive(&data, &campaign.domain, &run).ok();
    let likely = suspected.and_then(|suspected| suspected.tighten(&campaign.domain, data.features().len()));
    let likely = likely.as_ref().unwrap_or(&campaign.domain);
    let Ok(Some(expected)) = start.further_runs(&data, Some(&rows), likely, 1, &run) else { return Ok(()) };
    let (Some(at_least), Some(promised)) = (expected.random, expected.pool) else { return Ok(()) };
    let (Some(random), Some(of_pool)) = (until_one(&start, &runs)?, until_one(&start, &pool)?) else { return Ok(()) };
    let number = |number: Option<usize>| number.map_or_else(String::new, |number| number.to_string());
    let ends = |band: Option<Band>| {
        format!("{},{}", number(band.map(|band| band.low)), number(band.and_then(|band| band.high)))
    };
    writeln!(
        file,
        "{},{seed},{},{},{:.2},{},{},{},{},{},{}",
        family.name(),
        data.features().len(),
        data.rows(),
        log2(&start),
        number(random.runs),
        at_least.low,
        number(of_pool.runs),
        ends(Some(promised.runs)),
        number(of_pool.left),
        ends(promised.left),
    )?;
    Ok(file.flush()?)
}

/// What happened.
struct Found {
    /// After how many runs one candidate was left.
    runs: Option<usize>,
    /// How many were left in the end, if they could be listed.
    left: Option<usize>,
}

/// Goes through some runs until one candidate is left; `None` if that takes too long.
fn until_one(start: &Candidates, runs: &[(OwnedSample, bool)]) -> Result<Option<Found>, Box<dyn Error>> {
    let run = patience();
    let mut left = start.clone();
    let mut known: Option<Vec<Dnf>> = None;
    for (number, (row, label)) in (1..).zip(runs) {
        match &mut known {
            Some(known) => known.retain(|one| one.accepts(row) == *label),
            None => {
                let Ok(next) = left.with_sample(row, *label, &run) else { return Ok(None) };
                left = next;
                if *left.formulas().lower() <= LISTED.into() {
                    known = Some(left.known().cloned().collect());
                }
            }
        }
        if known.as_ref().is_some_and(|known| known.len() == 1) {
            return Ok(Some(Found { runs: Some(number), left: Some(1) }));
        }
    }
    Ok(Some(Found { runs: None, left: known.map(|known| known.len()) }))
}

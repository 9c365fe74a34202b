//! Loops of simulations: `next` proposes, the hidden cause answers, until one concept is left up to the cap. Then inputs
//! that would refute it are simulated.

use std::error::Error;
use std::fs::File;
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use clap::ValueEnum;
use vesc_col::confidence::{Assessment, Prior, Standing};
use vesc_col::data::{Domain, OwnedSample, Sample};
use vesc_col::engine::BddEngine;
use vesc_col::next::{Candidates, Inputs, confirming};
use vesc_col::{Dataset, Dnf, DnfSpace, Run};

use crate::campaign::Campaign;
use crate::dice::Dice;
use crate::judge::Judgement;
use crate::system::Family;

/// What is wrong in a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// Nothing: the cause is within the cap.
    Inside,
    /// The cause is not within the cap.
    Outside,
    /// The cause is within the cap, and one label of the file is wrong.
    WrongLabel,
}

/// The cap, and the most columns: diagrams of more formulas take long.
pub(crate) const CAP: (usize, usize) = (6, 2);
const MOST_FEATURES: usize = 40;
/// How long a step may take, and how many inputs are simulated before and after one concept is left.
const PATIENCE: Duration = Duration::from_secs(20);
const MOST_SPLITS: usize = 200;
const MOST_CONFIRMING: usize = 300;
/// The probability that ends a loop.
const TARGET: f64 = 0.95;

pub(crate) const FIELDS: &str = "family,seed,kind,features,rows,log2,splits,rounds,end,answer_only,cause_only,before,needed,refuted,needed_low,needed_high";

/// How a loop ended, before confirming inputs.
enum End {
    Unique(Dnf),
    Empty,
    Indistinct,
    Undecided,
}

/// Goes through one loop, and writes a line; none if the campaign is not of the kind.
pub(crate) fn write(
    (kind, batch): (Kind, usize),
    (family, seed): (Family, u64),
    outside: f64,
    file: &mut File,
) -> Result<(), Box<dyn Error>> {
    let Some(mut campaign) = Campaign::random(family, seed, outside)? else { return Ok(()) };
    let is_within = campaign.cause.is_within(CAP);
    if campaign.data.features().len() > MOST_FEATURES || is_within == (kind == Kind::Outside) {
        return Ok(());
    }
    let mut data = Arc::clone(&campaign.data);
    if kind == Kind::WrongLabel {
        let Some(wrong) = with_wrong_label(&data, &mut Dice::new(seed))? else { return Ok(()) };
        data = wrong;
    }
    let name = kind.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
    let line = format!("{},{seed},{name},{},{}", family.name(), data.features().len(), data.rows());
    let spaces = DnfSpace::up_to(data.features().len(), CAP.0, CAP.1);
    let start = Candidates::measure(&BddEngine::default(), &data, spaces, &patience())?;
    let log2 = log2(&start);
    let prior = Prior::default().with_terms(CAP.1);
    let expected = start.confirming_runs(&data, (&prior, TARGET), 1, &Run::new());
    let expected = expected.ok().flatten().map_or_else(
        || ",".to_owned(),
        |band| format!("{},{}", band.low, band.high.map_or_else(String::new, |high| high.to_string())),
    );
    let (end, splits, rounds) = split(start, batch, &mut data, &mut campaign)?;
    let (word, rest) = match end {
        End::Unique(answer) => ("unique", confirm(&answer, data, &mut campaign)?),
        End::Empty => ("empty", ",,,,".to_owned()),
        End::Indistinct => ("indistinct", ",,,,".to_owned()),
        End::Undecided => ("undecided", ",,,,".to_owned()),
    };
    writeln!(file, "{line},{log2:.2},{splits},{rounds},{word},{rest},{expected}")?;
    Ok(file.flush()?)
}

/// Simulates what tells candidates apart, so many inputs at a time. How that ended, after how many inputs and rounds.
fn split(
    mut candidates: Candidates,
    batch: usize,
    data: &mut Arc<Dataset>,
    campaign: &mut Campaign,
) -> Result<(End, usize, usize), Box<dyn Error>> {
    let (mut splits, mut rounds) = (0, 0);
    while splits < MOST_SPLITS {
        if candidates.stopped().is_some() {
            return Ok((End::Undecided, splits, rounds));
        }
        if candidates.layers().is_empty() {
            return Ok((End::Empty, splits, rounds));
        }
        if let Some(answer) = candidates.unique() {
            return Ok((End::Unique(answer.clone()), splits, rounds));
        }
        let plan = candidates.plan(&Inputs::Any, batch, 1, &patience());
        if plan.proposals().is_empty() {
            return Ok((End::Indistinct, splits, rounds));
        }
        rounds += 1;
        for proposal in plan.proposals() {
            let label = campaign.simulate(proposal.input());
            *data = with_row(data, proposal.input(), label)?;
            splits += 1;
            candidates = match candidates.with_sample(proposal.input(), label, &patience()) {
                Ok(left) => left,
                Err(_) => return Ok((End::Undecided, splits, rounds)),
            };
        }
    }
    Ok((End::Undecided, splits, rounds))
}

/// Simulates what would refute an answer: `answer_only,cause_only,before,needed,refuted`.
fn confirm(answer: &Dnf, mut data: Arc<Dataset>, campaign: &mut Campaign) -> Result<String, Box<dyn Error>> {
    let prior = Prior::default().with_terms(CAP.1);
    let found = Assessment::new(&data, &Domain::free()).with_prior(&prior).of_formulas(&[answer], &Run::new());
    let standing = Standing::new(found, 0, TARGET);
    let mut refuted = String::new();
    for done in 0..MOST_CONFIRMING {
        let found = confirming(answer, (&data, &Domain::free()), &Inputs::Any, (done, 1), 1);
        let Some(input) = found.first() else { break };
        let label = campaign.simulate(input.input());
        if label != input.says() {
            refuted = (done + 1).to_string();
            break;
        }
        data = with_row(&data, input.input(), label)?;
    }
    let judged = Judgement::of(&[answer], campaign)[0];
    let needed = standing.runs_left().map_or_else(String::new, |runs| runs.to_string());
    let before = standing.before().value;
    Ok(format!("{},{},{before:.4},{needed},{refuted}", judged.answer_only, judged.cause_only))
}

pub(crate) fn patience() -> Run {
    Run::new().with_threads(1).with_timeout(PATIENCE)
}

/// The binary logarithm of the number of formulas up to the cap.
pub(crate) fn log2(candidates: &Candidates) -> f64 {
    let formulas = candidates.formulas().lower().clone();
    let digits = formulas.bits().saturating_sub(53);
    u64::try_from(formulas >> digits).map_or(0.0, |top| (top as f64).log2() + digits as f64)
}

/// The data with one more row.
fn with_row(data: &Dataset, row: &Sample, label: bool) -> Result<Arc<Dataset>, Box<dyn Error>> {
    let mut builder = Dataset::builder(data.features().clone()).with_contradictions();
    for (samples, label) in [(data.positives(), true), (data.negatives(), false)] {
        samples.iter().try_for_each(|row| builder.push_bits(label, row))?;
    }
    builder.push_bits(label, row)?;
    Ok(Arc::new(builder.build()?))
}

/// The data with one label turned: that of a positive or of a negative, each alike. `None` if no positive would be left.
fn with_wrong_label(data: &Dataset, dice: &mut Dice) -> Result<Option<Arc<Dataset>>, Box<dyn Error>> {
    let positives: Vec<OwnedSample> = data.positives().iter().map(ToOwned::to_owned).collect();
    let negatives: Vec<OwnedSample> = data.negatives().iter().map(ToOwned::to_owned).collect();
    let is_positive = dice.chance(0.5);
    if is_positive && positives.len() < 2 {
        return Ok(None);
    }
    let wrong = dice.below(if is_positive { positives.len() } else { negatives.len() });
    let mut builder = Dataset::builder(data.features().clone()).with_contradictions();
    for (rows, label) in [(&positives, true), (&negatives, false)] {
        for (at, row) in rows.iter().enumerate() {
            builder.push_bits(label ^ (label == is_positive && at == wrong), row)?;
        }
    }
    Ok(Some(Arc::new(builder.build()?)))
}

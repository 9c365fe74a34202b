//! Campaigns with hidden causes: how often an answer is right, and what was known of it.
//!
//! `cargo run --release -p vesc-col-benches --bin campaigns -- --count 200 --seed 1 --output target/campaigns.csv`
//!
//! With `--loops` the program simulates what `next` proposes.

mod campaign;
mod cause;
mod dice;
mod further;
mod judge;
mod loops;
mod system;
mod tables;

use std::error::Error;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use cpu_time::ProcessTime;
use vesc_col::confidence::{Evidence, Prior, confidence};
use vesc_col::cover::CoverEngine;
use vesc_col::formula::Formula;
use vesc_col::search::ErrorBudget;
use vesc_col::{Dnf, DnfSpace, Learner, Outcome, Run, Settings};

use campaign::{Campaign, Noise};
use judge::Judgement;
use loops::Kind;
use system::Family;

#[derive(Parser)]
struct Options {
    /// How many campaigns of each family
    #[arg(long, default_value_t = 100)]
    count: u64,
    /// The seed of the first campaign; the others follow it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The families; all with Boolean columns if none is named
    #[arg(long, value_enum)]
    family: Vec<Family>,
    /// The share of causes outside of the searched language
    #[arg(long, default_value_t = 0.1)]
    outside: f64,
    /// The share of cells that are unknown
    #[arg(long, default_value_t = 0.0)]
    unknown: f64,
    /// How many labels are wrong
    #[arg(long, default_value_t = 0)]
    wrong_labels: usize,
    /// How many errors the search allows for
    #[arg(long)]
    errors: Option<u64>,
    /// Simulate what `next` proposes, in loops of this kind
    #[arg(long, value_enum)]
    loops: Option<Kind>,
    /// Count further runs until one candidate is left
    #[arg(long, conflicts_with = "loops")]
    further: bool,
    /// How many inputs of a loop are simulated at a time
    #[arg(long, default_value_t = 1)]
    batch: usize,
    /// Write the runs of each campaign and 20 000 further ones into this folder, for other learners
    #[arg(long, conflicts_with_all = ["loops", "further"])]
    write: Option<PathBuf>,
    /// The file of the results
    #[arg(long, default_value = "target/campaigns.csv")]
    output: PathBuf,
}

/// The cap, and how long a search may take.
const MOST_LITERALS: usize = 10;
const MOST_TERMS: usize = 3;
const PATIENCE: Duration = Duration::from_secs(3);

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::parse();
    let families = if options.family.is_empty() { Family::BOOLEAN.to_vec() } else { options.family };
    let mut file = File::create(&options.output)?;
    if options.further {
        writeln!(file, "{}", further::FIELDS)?;
        for seed in options.seed..options.seed + options.count {
            families.iter().try_for_each(|&family| further::write((family, seed), &mut file))?;
        }
        return Ok(());
    }
    if let Some(kind) = options.loops {
        writeln!(file, "{}", loops::FIELDS)?;
        for seed in options.seed..options.seed + options.count {
            families.iter().try_for_each(|&family| {
                loops::write((kind, options.batch), (family, seed), options.outside, &mut file)
            })?;
        }
        return Ok(());
    }
    writeln!(file, "family,seed,inside,outcome,answers,search,beyond,features,{FIELDS}")?;
    for seed in options.seed..options.seed + options.count {
        for &family in &families {
            let noise = Noise { unknown: options.unknown, wrong_labels: options.wrong_labels };
            if let Some(mut campaign) = Campaign::noisy((family, seed), options.outside, noise)? {
                if let Some(folder) = &options.write {
                    tables::write(&mut campaign, &folder.join(format!("{}-{seed}", family.name())))?;
                }
                write(campaign, options.errors, &format!("{},{seed}", family.name()), &mut file)?;
            }
        }
    }
    Ok(())
}

const FIELDS: &str =
    "rows,positives,terms,literals,posterior,low,high,weakest,resting,room,rate,rarest,both,answer_only,cause_only";

/// Searches, judges, and writes a line for each answer, or one for none.
fn write(mut campaign: Campaign, errors: Option<u64>, name: &str, file: &mut File) -> Result<(), Box<dyn Error>> {
    let data = campaign.data.clone();
    let spaces = DnfSpace::up_to(data.features().len(), MOST_LITERALS, MOST_TERMS);
    let spaces = spaces.map(|space| space.within(&campaign.domain));
    let run = Run::new().with_threads(1).with_timeout(PATIENCE);
    let start = ProcessTime::now();
    let settings = match errors {
        None => Settings::default(),
        Some(errors) => Settings::default().with_errors(ErrorBudget::default().with_total(errors)),
    };
    let report = CoverEngine::default().search(&data, spaces, &settings, &run)?;
    let search = start.elapsed().as_secs_f64();
    let answers: Vec<&Dnf> = report
        .hypotheses()
        .iter()
        .filter(|_| report.outcome() == Outcome::Learned)
        .filter_map(|answer| match Formula::of(&**answer) {
            Formula::Dnf(dnf) => Some(dnf),
            _ => None,
        })
        .collect();
    let start = ProcessTime::now();
    let prior = Prior::default().with_terms(MOST_TERMS);
    let evidence: Vec<Evidence> = confidence(&report, &data, &campaign.domain, &prior)
        .map(|found| found.beliefs().iter().map(|belief| belief.evidence).collect())
        .unwrap_or_default();
    let beyond = start.elapsed().as_secs_f64();
    let campaign_line = format!(
        "{name},{},{},{},{search:.3},{beyond:.3},{}",
        u8::from(campaign.cause.is_inside),
        report.outcome().word(),
        answers.len(),
        data.features().len()
    );
    if evidence.is_empty() {
        writeln!(file, "{campaign_line}")?;
    }
    let judgements = Judgement::of(&answers, &mut campaign);
    for ((answer, evidence), judgement) in answers.iter().zip(&evidence).zip(&judgements) {
        writeln!(
            file,
            "{campaign_line},{},{},{},{},{:e},{:e},{:e},{},{},{:e},{:e},{:e},{},{},{}",
            evidence.rows,
            evidence.positives,
            evidence.terms,
            answer.literal_count(),
            evidence.posterior.value,
            evidence.posterior.low,
            evidence.posterior.high,
            evidence.weakest,
            evidence.resting,
            evidence.room,
            evidence.rate,
            evidence.rarest,
            judgement.both,
            judgement.answer_only,
            judgement.cause_only,
        )?;
    }
    Ok(file.flush()?)
}

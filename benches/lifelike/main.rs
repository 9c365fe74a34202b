//! Writes files like those of a verification campaign: modes, copies, one-hot groups, slow registers, derived columns.
//!
//! `cargo run --release -p vesc-col-benches --bin lifelike -- --files 120 --output target/lifelike`
//!
//! With `--kind` the files have the wanted size, such as 1000 points of a coverage database with a cause of two terms:
//! `lifelike --files 4 --kind cov --features 1000 --positives 20 --cause 3,3`

mod campaign;

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use clap::Parser;

use campaign::{Campaign, Kind, Plan};

#[derive(Parser)]
struct Options {
    /// How many files to write
    #[arg(long, default_value_t = 120)]
    files: u64,
    /// The seed of the first file; the others follow it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The directory of the files, made where it is missing
    #[arg(long, default_value = "target/lifelike")]
    output: PathBuf,
    /// The kind of columns, for files of the size that the options below say
    #[arg(long)]
    kind: Option<Kind>,
    /// How many columns
    #[arg(long, default_value_t = 100, requires = "kind")]
    features: usize,
    /// How many runs without the event
    #[arg(long, default_value_t = 2000, requires = "kind")]
    negatives: usize,
    /// How many runs with the event
    #[arg(long, default_value_t = 20, requires = "kind")]
    positives: usize,
    /// How many literals each term of the cause has
    #[arg(long, value_delimiter = ',', default_values_t = [3, 3], requires = "kind")]
    cause: Vec<usize>,
}

impl Options {
    fn campaign(&self, seed: u64) -> Campaign {
        let Some(kind) = self.kind else { return Campaign::random(seed) };
        let Options { features, negatives, positives, .. } = *self;
        Campaign::planned(&Plan { kind, features, negatives, positives, cause: self.cause.clone() }, seed)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::parse();
    fs::create_dir_all(&options.output)?;
    for seed in options.seed..options.seed + options.files {
        let campaign = options.campaign(seed);
        fs::write(options.output.join(format!("{seed:03}.csv")), campaign.csv())?;
        println!("{seed:03}.csv: {campaign}");
    }
    Ok(())
}

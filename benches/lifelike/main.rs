//! Writes files like those of a verification campaign: modes, copies, one-hot groups, slow registers, derived columns.
//!
//! `cargo run --release -p vesc-col-benches --bin lifelike -- --files 120 --output target/lifelike`

mod campaign;

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use clap::Parser;

use campaign::Campaign;

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
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::parse();
    fs::create_dir_all(&options.output)?;
    for seed in options.seed..options.seed + options.files {
        let campaign = Campaign::random(seed);
        fs::write(options.output.join(format!("{seed:03}.csv")), campaign.csv())?;
        println!("{seed:03}.csv: {campaign}");
    }
    Ok(())
}

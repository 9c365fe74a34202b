//! Campaigns as tables for other learners.

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use crate::campaign::Campaign;

/// Further runs by which a model is judged.
const FURTHER: usize = 20_000;

/// Writes the runs into `PATH.csv`, and further ones into `PATH.further.csv`. The label comes last.
pub(crate) fn write(campaign: &mut Campaign, path: &Path) -> Result<(), Box<dyn Error>> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    let data = campaign.data.clone();
    let names: Vec<String> = (0..data.features().len()).map(|feature| format!("x{feature}")).collect();
    let header = names.join(",") + ",y";
    let begin = |ending: &str| -> Result<BufWriter<File>, Box<dyn Error>> {
        let mut file = BufWriter::new(File::create(path.with_extension(ending))?);
        writeln!(file, "{header}")?;
        Ok(file)
    };
    let mut file = begin("csv")?;
    for (samples, label) in [(data.positives(), true), (data.negatives(), false)] {
        for (index, sample) in samples.iter().enumerate() {
            for _ in samples.sources(index) {
                line(&mut file, sample.iter().map(|cell| *cell), label)?;
            }
        }
    }
    file.flush()?;
    let mut file = begin("further.csv")?;
    for _ in 0..FURTHER {
        let (row, label) = campaign.run();
        line(&mut file, row.into_iter(), label)?;
    }
    Ok(file.flush()?)
}

fn line(file: &mut impl Write, cells: impl Iterator<Item = bool>, label: bool) -> std::io::Result<()> {
    let cells: String = cells.map(|cell| if cell { "1," } else { "0," }).collect();
    writeln!(file, "{cells}{}", u8::from(label))
}

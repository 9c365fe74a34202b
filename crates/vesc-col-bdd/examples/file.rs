//! Searches a CSV file of 0 and 1 with the label in its last column, sub-space by sub-space, with times.
//!
//! `cargo run --release -p vesc-col-bdd --example file -- FILE MAX_LITERALS MAX_TERMS`

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use vesc_col_bdd::BddEngine;
use vesc_col_core::{Dataset, DnfSpace, Engine, Features, Query, Run, SubSpace};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, max_literals, max_terms] = &arguments[..] else {
        return Err("usage: file FILE MAX_LITERALS MAX_TERMS".into());
    };
    let data = Arc::new(read(file)?);
    let features = data.features();
    let mut session = BddEngine::default().open(data.clone());
    for space in DnfSpace::up_to(features.len(), max_literals.parse()?, max_terms.parse()?) {
        let start = Instant::now();
        let found = session.measure(&Query::new(Arc::new(space)), &Run::new())?;
        let (concepts, formulas) = (&found.concepts, &found.formulas);
        println!("{}: {concepts} concepts, {formulas} formulas, {:.2?}", space.complexity(), start.elapsed());
        if let Some(reason) = found.stopped {
            println!("  stopped: {reason}");
        }
        for hypothesis in &found.hypotheses {
            println!("  {}", hypothesis.display(features));
        }
        if !concepts.is_zero() {
            break;
        }
    }
    Ok(())
}

fn read(file: &str) -> Result<Dataset, Box<dyn Error>> {
    let text = std::fs::read_to_string(file)?;
    let mut lines = text.lines();
    let (names, _label) = lines.next().and_then(|header| header.rsplit_once(',')).ok_or("no header")?;
    let mut builder = Dataset::builder(Features::new(names.split(','))?);
    for line in lines {
        let (cells, label) = line.rsplit_once(',').ok_or("a line without cells")?;
        builder.push_text(label.trim() == "1", cells.split(','))?;
    }
    Ok(builder.build()?)
}

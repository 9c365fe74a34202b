//! What a planted concept of each language costs, step by step, with each engine.
//!
//! `cargo bench -p vesc-col-benches --bench languages -- parity 30 60 [bdd|sat] [seconds]`: uniform random rows
//! over so many features, labelled by a parity of 3, by "2 of 5" literals, or by a tree of 3 splits.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use vesc_col_bdd::BddEngine;
use vesc_col_core::{Dataset, Engine, Features, Hypothesis, Query, Run, Sample, SubSpace};
use vesc_col_sat::SatEngine;
use vesc_col_spaces::{Cnf, CnfSpace, DecisionList, DecisionTree, ListSpace, Obdd, ObddSpace, Parity, ParitySpace};
use vesc_col_spaces::{Threshold, ThresholdSpace, TreeSpace};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [language, features, rows, rest @ ..] = &args[..] else {
        return Err("expected: language features rows".into());
    };
    let (features, rows): (usize, usize) = (features.parse()?, rows.parse()?);
    let engine: Box<dyn Engine> = match rest.first().map(String::as_str) {
        Some("bdd") => Box::new(BddEngine::default()),
        _ => Box::new(SatEngine::default()),
    };
    let limit = Duration::from_secs(rest.get(1).map_or(Ok(60), |seconds| seconds.parse())?);
    let names = Features::numbered(features);
    let (target, spaces): (Box<dyn Hypothesis>, Vec<Arc<dyn SubSpace>>) = match language.as_str() {
        "parity" => (Box::new(Parity::parse("odd(x3, x11, x24)", &names)?), list(ParitySpace::up_to(features, 3))),
        "threshold" => (
            Box::new(Threshold::parse("at least 2 of (x3, !x11, x17, !x24, x31)", &names)?),
            list(ThresholdSpace::up_to(features, 5).take_while(|space| *space != ThresholdSpace::new(features, 5, 3))),
        ),
        "tree" => (
            Box::new(DecisionTree::parse("x3 ? (x11 ? 1 : 0) : x7 ? 0 : 1", &names)?),
            list(TreeSpace::up_to(features, 3)),
        ),
        "list" => (
            Box::new(DecisionList::parse("x3 ? 1 : !x11 ? 0 : x7 ? 1 : x12 ? 1 : 0", &names)?),
            list(ListSpace::up_to(features, 4)),
        ),
        "obdd" => (
            Box::new(Obdd::parse("n0 = x12 ? 1 : 0; n1 = x7 ? 0 : n0; x3 ? n0 : n1", &names)?),
            list(ObddSpace::up_to(features, 3)),
        ),
        "cnf" => (Box::new(Cnf::parse("(x3 | !x11) & (x7 | x12)", &names)?), list(CnfSpace::up_to(features, 4, 2))),
        _ => return Err("no such language".into()),
    };
    let data = Arc::new(data(&*target, features, rows)?);
    println!("{target}: {} positive, {} negative", data.positives().rows(), data.negatives().rows());
    let mut session = engine.open(Arc::clone(&data));
    for space in spaces {
        let (start, complexity) = (Instant::now(), space.complexity());
        let run = Run::new().with_timeout(limit);
        let found = session.measure(&Query::new(space), &run)?;
        println!(
            "{complexity}: |VS| {}, formulas {}, {:.3} s {}",
            found.concepts,
            found.formulas,
            start.elapsed().as_secs_f64(),
            found.stopped.map(|reason| reason.to_string()).unwrap_or_default()
        );
        found.hypotheses.iter().take(3).for_each(|hypothesis| println!("    {hypothesis}"));
    }
    Ok(())
}

fn list<S: SubSpace>(spaces: impl IntoIterator<Item = S>) -> Vec<Arc<dyn SubSpace>> {
    spaces.into_iter().map(|space| Arc::new(space) as Arc<dyn SubSpace>).collect()
}

fn data(target: &dyn Hypothesis, features: usize, rows: usize) -> Result<Dataset, Box<dyn Error>> {
    let mut builder = Dataset::builder(Features::numbered(features));
    let mut state = 1u64;
    for _ in 0..rows {
        let word = next(&mut state);
        let sample = &Sample::from_slice(std::slice::from_ref(&word))[..features.min(64)];
        builder.push(target.accepts(sample), sample.iter().by_vals())?;
    }
    Ok(builder.build()?)
}

/// The next of the same random words in each run.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

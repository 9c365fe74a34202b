//! Measures the lowering from circuits on sub-spaces of which nothing else is known: `cargo bench -p vesc-col-benches --bench bdd_circuits`.
//!
//! Parities and thresholds over many features, with a planted member and uniform samples. Prints processor seconds, and how much
//! later than its deadline the same question ends if it is given two fifths of that time.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use vesc_col_bdd::BddEngine;
use vesc_col_core::{Dataset, Engine, Features, Query, Run, Sample, SubSpace};
use vesc_col_testkit::{ParitySpace, ThresholdSpace};

fn main() -> Result<(), Box<dyn Error>> {
    // Each with the size of the planted member, and the number of samples.
    let cases: [(Arc<dyn SubSpace>, usize, usize); 6] = [
        (Arc::new(ParitySpace::new(30, 3)), 3, 40),
        (Arc::new(ParitySpace::new(40, 5)), 5, 60),
        (Arc::new(ParitySpace::new(60, 5)), 5, 60),
        (Arc::new(ThresholdSpace::new(30, 5, 3)), 5, 60),
        (Arc::new(ThresholdSpace::new(60, 5, 3)), 5, 200),
        (Arc::new(ThresholdSpace::new(60, 7, 4)), 7, 400),
    ];
    println!("| sub-space | samples | |VS| | seconds | later than the deadline, ms |");
    println!("| --- | --- | --- | --- | --- |");
    for (space, size, rows) in cases {
        let data = Arc::new(planted(&*space, size, rows)?);
        let query = Query::new(Arc::clone(&space)).with_bound(10);
        let (start, wall) = (ProcessTime::now(), Instant::now());
        let found = BddEngine::default()
            .open(data.clone())
            .measure(&query, &Run::new().with_timeout(Duration::from_secs(60)))?;
        let (seconds, deadline) = (start.elapsed().as_secs_f64(), wall.elapsed().mul_f64(0.4));
        let wall = Instant::now();
        BddEngine::default().open(data).measure(&query, &Run::new().with_timeout(deadline))?;
        let late = wall.elapsed().saturating_sub(deadline).as_secs_f64() * 1000.0;
        println!("| {space:?} | {rows} | {} | {seconds:.3} | {late:.1} |", found.concepts);
    }
    Ok(())
}

/// Uniform samples, labelled by the member in which every fifth feature takes part, so many of them.
fn planted(space: &dyn SubSpace, size: usize, rows: usize) -> Result<Dataset, Box<dyn Error>> {
    let mut bits = vec![false; space.width()];
    (0..size).for_each(|i| bits[5 * i] = true);
    let target = space.decode(&bits);
    let mut state = 1u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    let mut builder = Dataset::builder(Features::numbered(space.features()));
    for _ in 0..rows {
        let words = [next() << 31 ^ next()];
        let sample = &Sample::from_slice(&words)[..space.features()];
        builder.push(target.accepts(sample), sample.iter().map(|value| *value))?;
    }
    Ok(builder.build()?)
}

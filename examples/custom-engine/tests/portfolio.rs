//! The engine beside those that come with the crate.

use std::sync::Arc;

use custom_engine::ScanEngine;
use vesc_col::engine::CoverEngine;
use vesc_col::{Dataset, DnfSpace, Engine, Features, Learner, Outcome, Portfolio, Run, Settings};

#[test]
fn it_races_and_is_passed_by_where_it_refuses() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = Dataset::builder(Features::numbered(12));
    for row in 0..4096u32 {
        let x: Vec<bool> = (0..12).map(|bit| row >> bit & 1 == 1).collect();
        builder.push(x[1] && !x[4] && x[7] && !x[9] || x[2] && x[3] && x[5] && x[11], x)?;
    }
    let data = Arc::new(builder.build()?);
    let engines: [Arc<dyn Engine>; 2] = [Arc::new(ScanEngine), Arc::new(CoverEngine::default())];
    let report = Portfolio::new(engines).search(&data, DnfSpace::up_to(12, 8, 2), &Settings::default(), &Run::new())?;
    assert_eq!((report.outcome(), report.cardinality().to_string().as_str()), (Outcome::Learned, "1"));
    let engines: Vec<&str> = report.steps().iter().map(|step| step.result().engine.as_str()).collect();
    assert_eq!((engines[0], engines[engines.len() - 1]), ("scan", "cover"));
    Ok(())
}

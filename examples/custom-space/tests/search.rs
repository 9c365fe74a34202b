//! The language in a search, alone and after DNF.

use std::sync::Arc;

use custom_space::{Mismatch, MismatchSpace};
use vesc_col::engine::{BddEngine, SatEngine};
use vesc_col::{Dataset, DnfSpace, Engine, Features, Learner, Outcome, Portfolio, Run, Settings, SubSpace};

/// All settings of a link; frames break where parity is on and the two sides disagree about its kind.
fn link() -> Result<Arc<Dataset>, Box<dyn std::error::Error>> {
    let mut builder = Dataset::builder(Features::new(["parity_on", "tx_odd", "rx_odd", "fast", "two_stop"])?);
    for row in 0..32 {
        let x = [1, 2, 4, 8, 16].map(|bit| row & bit != 0);
        builder.push(x[0] && x[1] != x[2], x)?;
    }
    Ok(Arc::new(builder.build()?))
}

#[test]
fn every_engine_for_opaque_sub_spaces_finds_the_cause() -> Result<(), Box<dyn std::error::Error>> {
    let data = link()?;
    let engines: [&dyn Engine; 3] = [&BddEngine::default(), &SatEngine::default(), &Portfolio::default()];
    for engine in engines {
        let report = vesc_col::search(engine, &data, MismatchSpace::all(5), &Settings::default(), &Run::new())?;
        assert_eq!((report.outcome(), report.cardinality().to_string().as_str()), (Outcome::Learned, "1"));
        let found = &report.hypotheses()[0];
        assert_eq!(found.display(data.features()).to_string(), "tx_odd != rx_odd while parity_on");
        let found: &dyn std::any::Any = &**found;
        assert_eq!(found.downcast_ref(), Some(&Mismatch { pair: (1, 2), guard: Some(0) }));
    }
    Ok(())
}

#[test]
fn it_takes_its_place_among_other_languages() -> Result<(), Box<dyn std::error::Error>> {
    let data = link()?;
    let terms = DnfSpace::up_to(5, 3, 1).map(|space| Arc::new(space) as Arc<dyn SubSpace>);
    let mismatches = MismatchSpace::all(5).map(|space| Arc::new(space) as Arc<dyn SubSpace>);
    let report = Portfolio::default().search(&data, terms.chain(mismatches), &Settings::default(), &Run::new())?;
    assert_eq!(report.steps().len(), 5);
    assert_eq!(report.deciding_step().map(|step| step.complexity().to_string()).as_deref(), Some("3 features"));
    Ok(())
}

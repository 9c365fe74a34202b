//! Data sets, reports and states of campaigns as JSON.

use std::sync::Arc;
use std::time::Duration;

use arbitrary::{Result, Unstructured};
use serde_json::Value;
use vesc_col::campaign::Campaign;
use vesc_col::engine::CoverEngine;
use vesc_col::search::OnOverfit;
use vesc_col::{Cardinality, Dataset, Dnf, DnfSpace, Features, Learner, Report, Run, Settings};

use crate::ask::rows;

/// Any text as a data set and as the state of a campaign; a search whose report, data and state go through JSON and
/// back.
pub(crate) fn run(bytes: &[u8]) {
    match bytes.split_first() {
        Some((b'd', text)) => data_set(text),
        Some((b'c', text)) => campaign(text),
        // Too few bytes say nothing.
        _ => drop(search(&mut Unstructured::new(bytes))),
    }
}

fn data_set(text: &[u8]) {
    let Ok(data) = serde_json::from_slice::<Dataset>(text) else { return };
    let written = serde_json::to_string(&data).expect("data are JSON");
    let again: Dataset = serde_json::from_str(&written).expect("what was written can be read");
    assert_eq!(serde_json::to_string(&again).expect("data are JSON"), written);
}

/// A state is trusted about what is complete, and about nothing else.
fn campaign(text: &[u8]) {
    let Ok(mut campaign) = serde_json::from_slice::<Campaign>(text) else { return };
    let written = serde_json::to_string(&campaign).expect("states are JSON");
    let again: Campaign = serde_json::from_str(&written).expect("what was written can be read");
    assert_eq!(serde_json::to_string(&again).expect("states are JSON"), written);
    let Some(data) = campaign.data().cloned().filter(|data| data.features().len() <= 64) else { return };
    let spaces = DnfSpace::up_to(data.features().len(), 3, 2);
    let run = Run::new().with_timeout(Duration::from_millis(100)).with_threads(1);
    let report = campaign.search(&CoverEngine::default(), &data, spaces, &Settings::default(), &run);
    check_report(&report.expect("cover supports DNF"), &data);
}

fn search(u: &mut Unstructured<'_>) -> Result<()> {
    let features = u.int_in_range(1..=5)?;
    let mut names = Vec::new();
    for feature in 0..features {
        let text: &str = u.arbitrary()?;
        names.push(format!("{}{feature}", text.chars().take(6).collect::<String>()));
    }
    let names = Features::new(names).expect("the numbers make them different");
    let labelled = rows(features, 16, u)?;
    let half = u.int_in_range(0..=labelled.len())?;
    let build = |rows: &[(u128, bool)]| {
        let mut builder = Dataset::builder(names.clone()).with_contradictions();
        for &(input, positive) in rows {
            builder.push(positive, (0..features).map(|i| input >> i & 1 == 1)).expect("as many cells as features");
        }
        Arc::new(builder.build().expect("contradictions are allowed"))
    };
    let (part, whole) = (build(&labelled[..half]), build(&labelled));
    data_set(serde_json::to_string(&*whole).expect("data are JSON").as_bytes());

    let mut settings = Settings::default().with_bound(u.int_in_range(1..=4)?).with_list(u.int_in_range(0..=5)?);
    if u.arbitrary()? {
        settings = settings.with_on_overfit(OnOverfit::MeasureOn);
    }
    let spaces = || DnfSpace::up_to(features, 4, 2);
    let (engine, run) = (CoverEngine::default(), Run::new().with_threads(1));
    let report = engine.search(&whole, spaces(), &settings, &run).expect("cover supports DNF");
    check_report(&report, &whole);

    let mut campaign = Campaign::new();
    let first = campaign.search(&engine, &part, spaces(), &settings, &run).expect("nothing was known yet");
    check_report(&first, &part);
    let state = serde_json::to_string(&campaign).expect("states are JSON");
    let mut campaign: Campaign = serde_json::from_str(&state).expect("what was written can be read");
    let resumed = campaign.search(&engine, &whole, spaces(), &settings, &run).expect("rows were added");
    assert_eq!(answer(&resumed), answer(&report), "{state}");
    Ok(())
}

/// The report without what may differ.
fn answer(report: &Report) -> Value {
    let mut value = serde_json::to_value(report).expect("reports are JSON");
    for step in value["steps"].as_array_mut().expect("a list") {
        for key in ["engine", "seconds", "stopped"] {
            step.as_object_mut().expect("an object").remove(key);
        }
    }
    if report.outcome() == vesc_col::Outcome::Overfit {
        // Intervals of counts that nobody asked for.
        ["cardinality", "formulas", "steps"].iter().for_each(|&key| value[key] = Value::Null);
    }
    value
}

/// The JSON of a report says what the report says, in words that can be read again.
fn check_report(report: &Report, data: &Dataset) {
    let text = serde_json::to_string(report).expect("reports are JSON");
    let value: Value = serde_json::from_str(&text).expect("JSON is JSON");
    let count = |value: &Value| serde_json::from_value::<Cardinality>(value.clone()).expect("a count");
    assert_eq!(count(&value["cardinality"]), report.cardinality(), "{text}");
    assert_eq!(count(&value["formulas"]), report.formulas(), "{text}");
    let hypotheses = value["hypotheses"].as_array().expect("a list");
    assert_eq!(hypotheses.len(), report.hypotheses().len(), "{text}");
    for (written, hypothesis) in hypotheses.iter().zip(report.hypotheses()) {
        let shown = written["text"].as_str().expect("a text");
        let read = Dnf::parse(shown, data.features()).unwrap_or_else(|error| panic!("`{shown}`: {error}"));
        assert_eq!(vesc_col::Hypothesis::order_key(&read), hypothesis.order_key(), "{text}");
        assert!(data.positives().iter().all(|x| read.accepts(x)), "{text}");
        assert!(!data.negatives().iter().any(|x| read.accepts(x)), "{text}");
        let literals = written["terms"].as_array().expect("a list").iter().filter_map(Value::as_array).map(Vec::len);
        assert_eq!(literals.sum::<usize>(), read.literal_count(), "{text}");
    }
    assert!(!report.to_string().is_empty());
}

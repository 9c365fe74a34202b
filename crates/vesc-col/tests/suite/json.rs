//! A report as JSON (feature `serde`): the fields that programs rely on.

#![cfg(feature = "serde")]

use std::sync::Arc;

use crate::common::{Act, Scripted, data, spaces};
use serde_json::{Value, json};
use vesc_col::formula::Formula;
use vesc_col::report::{SavedComplexity, SavedReport, SavedStep, Step};
use vesc_col::search::OnOverfit;
use vesc_col::sub_space::Complexity;
use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Report, Run, Settings};

fn report(acts: &[Act], settings: &Settings) -> Value {
    let engine = Scripted::new("scripted", acts.iter().cloned());
    let report = engine.search(&data(), spaces(acts.len()), settings, &Run::new()).expect("the engine answers");
    serde_json::to_value(&report).expect("a report is JSON")
}

#[test]
fn learned() {
    let mut object = report(&[Act::Answer(0), Act::Answer(2)], &Settings::default());
    for step in object["steps"].as_array_mut().expect("steps") {
        assert!(step["seconds"].take().is_f64());
    }
    let exactly = |count: &str| json!({"lower": count, "upper": count});
    let step = |literals: u64, count: &str| {
        json!({
            "complexity": {"literals": literals, "terms": 1}, "cardinality": exactly(count), "formulas": exactly(count),
            "engine": "scripted", "seconds": null, "stopped": null,
        })
    };
    let literal = |name: &str, index: usize| json!({"feature": name, "op": "", "value": null, "index": index});
    let hypothesis = |text: &str, last: &str, index: usize| json!({"text": text, "terms": [[literal("x0", 0), literal(last, index)]]});
    let expected = json!({
        "schema": 1, "outcome": "learned", "complexity": {"literals": 2, "terms": 1},
        "cardinality": exactly("2"), "formulas": exactly("2"), "classes": object["classes"],
        "hypotheses": [hypothesis("x0 & x1", "x1", 1), hypothesis("x0 & x2", "x2", 2)],
        "steps": [step(1, "0"), step(2, "2")],
        "data": {"features": 16, "positives": 1, "negatives": 1, "distinct": 2},
        "same_in_every_run": object["same_in_every_run"], "warnings": object["warnings"],
    });
    assert_eq!(object, expected);
    for (place, beginning) in
        ["only 1 sample is positive", "columns that the data cannot tell apart"].iter().enumerate()
    {
        assert!(object["warnings"][place].as_str().is_some_and(|text| text.starts_with(beginning)));
    }
}

#[test]
fn undecided_has_an_open_interval_and_a_reason() {
    let object = report(&[Act::GiveUp(2)], &Settings::default());
    assert_eq!(object["outcome"], "undecided");
    assert_eq!(object["cardinality"], json!({"lower": "2", "upper": null}));
    assert_eq!(object["steps"][0]["stopped"], "memory");
    assert_eq!(object["hypotheses"], json!([]));
}

#[test]
fn underfit_has_no_complexity() {
    let object = report(&[Act::Answer(0)], &Settings::default());
    assert_eq!((&object["outcome"], &object["complexity"]), (&json!("underfit"), &Value::Null));
    assert_eq!(object["cardinality"], json!({"lower": "0", "upper": "0"}));
}

#[test]
fn a_continued_search_names_the_first_space_within_the_bound() {
    let settings = Settings::default().with_bound(1).with_on_overfit(OnOverfit::MeasureOn);
    let object = report(&[Act::Answer(3), Act::Answer(1)], &settings);
    assert_eq!(object["outcome"], "overfit");
    assert_eq!(object["first_within_bound"], json!({"literals": 2, "terms": 1}));
}

fn measures(complexity: &Complexity) -> Vec<(String, u64)> {
    complexity.measures().iter().map(|&(name, number)| (name.to_owned(), number)).collect()
}

/// What is read back is what was written.
#[track_caller]
fn assert_same(saved: &SavedReport, report: &Report) {
    let names = report.features();
    assert_eq!((saved.outcome, saved.data), (report.outcome(), report.data()));
    assert_eq!((&saved.cardinality, &saved.formulas), (&report.cardinality(), &report.formulas()));
    let complexity = |saved: &Option<SavedComplexity>| saved.as_ref().map(|saved| saved.measures.clone());
    let deciding = |step: Option<&Step>| step.map(|step| measures(step.complexity()));
    assert_eq!(complexity(&saved.complexity), deciding(report.deciding_step()));
    assert_eq!(complexity(&saved.first_within_bound), deciding(report.first_within_bound()));
    assert_eq!(saved.error_budget.as_ref(), report.errors_allowed());
    let warnings: Vec<String> = report.warnings().iter().map(|warning| warning.display(names).to_string()).collect();
    assert_eq!(saved.warnings, warnings);
    for (saved, hypotheses) in [(&saved.hypotheses, report.hypotheses()), (&saved.found, report.found())] {
        assert_eq!(saved.len(), hypotheses.len());
        for (saved, hypothesis) in saved.iter().zip(hypotheses) {
            assert_eq!(saved.text, hypothesis.display(names).to_string());
            let Formula::Dnf(dnf) = Formula::of(&**hypothesis) else { panic!("{hypothesis:?} is no DNF") };
            let literals = dnf.terms().iter().map(|term| term.iter().map(|literal| literal.feature()).collect());
            let indices = saved.terms.iter().flatten().map(|term| term.iter().map(|literal| literal.index).collect());
            assert_eq!(indices.collect::<Vec<Vec<usize>>>(), literals.collect::<Vec<Vec<usize>>>());
        }
    }
    assert_eq!(saved.steps.len(), report.steps().len());
    for (saved, step) in saved.steps.iter().zip(report.steps()) {
        let SavedStep { complexity, cardinality, formulas, engine, seconds, stopped, errors, possible, .. } = saved;
        let result = step.result();
        assert_eq!(complexity.measures, measures(step.complexity()));
        assert_eq!((cardinality, formulas, engine), (&result.concepts, &result.formulas, &result.engine));
        assert_eq!((*seconds, *stopped), (step.time().as_secs_f64(), result.stopped));
        assert_eq!(errors.as_deref(), step.errors());
        assert_eq!(
            possible.as_ref().map(|possible| &possible.cardinality),
            step.possible().map(|space| &space.concepts)
        );
    }
    match (&saved.zero_errors, report.zero_errors()) {
        (Some(saved), Some(report)) => assert_same(saved, report),
        (saved, report) => assert!(saved.is_none() && report.is_none()),
    }
}

#[test]
fn reports_are_read_back() {
    let read = |report: &Report| -> SavedReport {
        serde_json::from_str(&serde_json::to_string(report).expect("a report is JSON")).expect("it is read back")
    };
    let scripted: [(&[Act], Settings); 4] = [
        (&[Act::Answer(0), Act::Answer(2)], Settings::default()),
        (&[Act::GiveUp(2)], Settings::default()),
        (&[Act::Answer(0)], Settings::default()),
        (&[Act::Answer(3), Act::Answer(1)], Settings::default().with_bound(1).with_on_overfit(OnOverfit::MeasureOn)),
    ];
    for (acts, settings) in scripted {
        let engine = Scripted::new("scripted", acts.iter().cloned());
        let report = engine.search(&data(), spaces(acts.len()), &settings, &Run::new()).expect("the engine answers");
        assert_same(&read(&report), &report);
    }
    // With unknown cells, and with errors.
    let mut builder = Dataset::builder(Features::numbered(3));
    for (label, row) in [(true, [Some(true), None, Some(true)]), (false, [Some(false); 3]), (false, [Some(true); 3])] {
        builder.push_partial(label, row).expect("three cells");
    }
    let data = Arc::new(builder.build().expect("the first row contradicts none"));
    for settings in [Settings::default(), Settings::default().with_error_budget(1, 0)] {
        let search = Portfolio::default().search(&data, DnfSpace::up_to(3, 3, 2), &settings, &Run::new());
        let report = search.expect("DNF is supported");
        assert_same(&read(&report), &report);
    }
}

#[test]
fn reports_of_another_schema_are_refused() {
    let mut object = report(&[Act::Answer(2)], &Settings::default());
    object["schema"] = json!(2);
    let error = serde_json::from_value::<SavedReport>(object).expect_err("it is of a later version");
    assert_eq!(error.to_string(), "the report has schema 2, and 1 is known here");
}

#[cfg(feature = "spaces")]
#[test]
fn formulas_of_other_languages_name_their_features() {
    let mut builder = Dataset::builder(Features::new(["irq", "mask", "lhu"]).expect("three names"));
    for row in 0..8 {
        let cells = [row & 1 == 1, row & 2 == 2, row & 4 == 4];
        builder.push(cells[0] != cells[2], cells).expect("three cells");
    }
    let data = Arc::new(builder.build().expect("no contradiction"));
    let parities = vesc_col::spaces::ParitySpace::up_to(3, 3);
    let report = Portfolio::default().search(&data, parities, &Settings::default(), &Run::new()).expect("it answers");
    let object = serde_json::to_value(&report).expect("a report is JSON");
    let hypothesis = &object["hypotheses"][0];
    assert_eq!((&hypothesis["language"], &hypothesis["features"]), (&json!("parity"), &json!([0, 2])));
    assert!(hypothesis.get("terms").is_none());
    let saved: SavedReport = serde_json::from_value(object).expect("it is read back");
    assert_eq!(saved.hypotheses[0].language.as_deref(), Some("parity"));
    assert_eq!(saved.hypotheses[0].features.as_deref(), Some(&[0, 2][..]));
}

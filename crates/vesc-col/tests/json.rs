//! A report as JSON (feature `serde`): the fields that programs rely on.

#![cfg(feature = "serde")]

mod common;

use common::{Act, Scripted, data, spaces};
use serde_json::{Value, json};
use vesc_col::search::OnOverfit;
use vesc_col::{Learner, Run, Settings};

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

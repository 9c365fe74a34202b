//! The files of a job are those that docs/farm.schema.json describes.

use std::fs;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use jsonschema::Validator;
use serde_json::{Value, json};

use super::job::{Job, rows};
use crate::common::program;

/// The schema of one kind of file.
fn schema(kind: &str) -> Validator {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/farm.schema.json");
    let mut schema: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    schema["oneOf"] = json!([{ "$ref": format!("#/$defs/{kind}") }]);
    jsonschema::validator_for(&schema).unwrap()
}

fn check(schema: &Validator, value: &Value) {
    let faults: Vec<String> = schema.iter_errors(value).map(|error| error.to_string()).collect();
    assert!(faults.is_empty(), "{faults:?}: {value}");
}

fn read(file: PathBuf) -> Value {
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

const QUESTIONS: [&[&str]; 7] = [
    &["--literals", "5", "--terms", "3"],
    &["--literals", "3", "--terms", "2", "--language", "cnf"],
    &["--language", "tree", "--size", "3"],
    &["--language", "threshold", "--size", "3", "--needed", "2"],
    &["--max-false-positives", "1", "--max-literals", "3", "--ahead", "3"],
    &["--literals", "6", "--terms", "3", "--list-limit", "4"],
    &["--on-overfit", "measure-on", "--max-literals", "3"],
];

#[test]
fn plans_answers_and_remainders_are_as_described() {
    let (plans, answers) = (schema("plan"), schema("answer"));
    for options in QUESTIONS {
        let job = Job::plan(&rows(8, 16, 7), options, "5");
        check(&plans, &job.plan_file());
        let parts = job.parts();
        job.work(&parts[..1], &["--timeout", "1ns"]);
        job.work(&parts[1..], &[]);
        for &part in &parts {
            check(&answers, &read(job.answer(part)));
        }
        job.go_on();
        check(&plans, &job.plan_file());
        job.finish();
        check(&plans, &job.plan_file());
    }
}

#[test]
fn a_heartbeat_is_as_described() {
    // No engine counts these trees within hours: the worker is at work for as long as the test looks.
    let job = Job::plan(&rows(40, 300, 7), &["--language", "tree", "--size", "12"], "2");
    let mut command = program();
    let command = command.arg("work").arg(&job.place).args(["--part", "1"]);
    let mut worker = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let name = job.answer(1).file_name().unwrap().to_string_lossy().replace("part-", "running-");
    let start = Instant::now();
    while !job.place.join(&name).exists() && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(2));
    }
    worker.kill().unwrap();
    worker.wait().unwrap();
    let heartbeat = read(job.place.join(&name));
    check(&schema("heartbeat"), &heartbeat);
    assert_eq!(heartbeat["part"], 1);
}

/// Every field of an object and all below it, as paths.
fn paths(value: &Value, at: &str) -> Vec<String> {
    let below = |(name, value): (String, &Value)| {
        let path = format!("{at}/{name}");
        std::iter::once(path.clone()).chain(paths(value, &path)).collect::<Vec<_>>()
    };
    match value {
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), value)).flat_map(below).collect(),
        Value::Array(items) => {
            items.iter().enumerate().map(|(at, item)| (at.to_string(), item)).flat_map(below).collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn mutilated_files_are_refused() {
    let job = Job::plan(&rows(8, 16, 7), QUESTIONS[0], "3");
    assert_eq!(job.work(&[1], &["--timeout", "1ns"]), 3);
    let heartbeat = json!({ "part": 1, "process": 7 });
    for (kind, whole) in [("plan", job.plan_file()), ("answer", read(job.answer(1))), ("heartbeat", heartbeat)] {
        let schema = schema(kind);
        check(&schema, &whole);
        for path in paths(&whole, "") {
            let (parent, name) = path.rsplit_once('/').unwrap();
            // A value of another type.
            let mut changed = whole.clone();
            *changed.pointer_mut(&path).unwrap() = json!([["?"]]);
            assert!(!schema.is_valid(&changed), "{kind} {path} changed");
            let mut changed = whole.clone();
            let Value::Object(fields) = changed.pointer_mut(parent).unwrap() else { continue };
            // A field that is missing, and one that is not known.
            let value = fields.remove(name).unwrap();
            fields.insert(format!("{name}s"), value);
            assert!(!schema.is_valid(&changed), "{kind} {path} renamed");
            let Value::Object(fields) = changed.pointer_mut(parent).unwrap() else { continue };
            fields.remove(&format!("{name}s"));
            assert!(!schema.is_valid(&changed), "{kind} {path} removed");
        }
    }
    let mut answer = read(job.answer(1));
    for (path, wrong) in [
        ("/schema", json!(2)),
        ("/part", json!(0)),
        ("/plan", json!("abc")),
        ("/formulas/lower", json!("-1")),
        ("/formulas/lower", json!(7)),
        ("/seconds", json!(-1)),
        ("/stopped", json!("tired")),
        ("/finished", json!(true)),
    ] {
        let right = answer.pointer(path).unwrap().clone();
        *answer.pointer_mut(path).unwrap() = wrong;
        assert!(!schema("answer").is_valid(&answer), "{path}");
        *answer.pointer_mut(path).unwrap() = right;
    }
    check(&schema("answer"), &answer);
}

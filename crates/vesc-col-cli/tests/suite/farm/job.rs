//! A job under test.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, SystemTime};

use serde_json::Value;

use crate::common::{Folder, program};

/// Cuts every question, however short.
pub(crate) const CUT_ALL: [&str; 2] = ["--local", "1ns"];

pub(crate) struct Job {
    pub(crate) folder: Folder,
    pub(crate) place: PathBuf,
}

impl Job {
    /// Plans a question about `runs.csv`.
    pub(crate) fn plan(rows: &str, options: &[&str], parts: &str) -> Job {
        let folder = Folder::new();
        folder.file("runs.csv", rows);
        let place = folder.path("job");
        let job = Job { folder, place };
        let runs = job.folder.path("runs.csv");
        let mut command = program();
        command
            .arg("plan")
            .arg(runs)
            .args(options)
            .args(["--parts", parts])
            .args(CUT_ALL)
            .arg("--output")
            .arg(&job.place);
        let (status, text) = done(&mut command);
        assert_eq!(status, 0, "{text}");
        job
    }

    /// What one machine says.
    pub(crate) fn alone(&self, command: &str, options: &[&str]) -> Value {
        let runs = self.folder.path("runs.csv");
        let (_, text) = done(program().arg(command).arg(runs).args(options).args(["--format", "json"]));
        plain(&text)
    }

    pub(crate) fn plan_file(&self) -> Value {
        serde_json::from_str(&fs::read_to_string(self.place.join("plan.json")).unwrap()).unwrap()
    }

    /// The numbers of the parts that count.
    pub(crate) fn parts(&self) -> Vec<u64> {
        let plan = self.plan_file();
        let questions = plan["questions"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|question| question["known"].is_null() && question["needless"].is_null());
        let parts = questions.flat_map(|question| question["parts"].as_array().unwrap().clone());
        parts.filter(|part| part["replaced"].is_null()).map(|part| part["number"].as_u64().unwrap()).collect()
    }

    pub(crate) fn answer(&self, number: u64) -> PathBuf {
        let digest = self.plan_file()["digest"].as_str().unwrap()[..12].to_owned();
        self.place.join(format!("part-{digest}-{number:06}.json"))
    }

    /// Writes the heartbeat of a part as a worker did that was seen so long ago.
    pub(crate) fn heartbeat(&self, number: u64, age: Duration) {
        let answer = self.answer(number);
        let name = answer.file_name().unwrap().to_string_lossy().replace("part-", "running-");
        let file = File::create(self.place.join(name)).unwrap();
        file.set_modified(SystemTime::now() - age).unwrap();
    }

    /// A worker that takes what is open.
    pub(crate) fn any(&self) -> Command {
        let mut command = program();
        command.arg("work").arg(&self.place).arg("--any");
        command
    }

    pub(crate) fn work(&self, parts: &[u64], options: &[&str]) -> i32 {
        let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
        done(program().arg("work").arg(&self.place).args(["--part", &parts.join(",")]).args(options)).0
    }

    pub(crate) fn go_on(&self) {
        let (status, text) = done(program().arg("plan").arg("--continue").arg(&self.place));
        assert_eq!(status, 0, "{text}");
    }

    pub(crate) fn merge(&self) -> (i32, Value) {
        let (status, text) = done(program().arg("merge").arg(&self.place).args(["--format", "json"]));
        (status, if text.is_empty() { Value::Null } else { plain(&text) })
    }

    /// Works until the question is answered.
    pub(crate) fn finish(&self) -> (i32, Value) {
        for _ in 0..60 {
            let parts = self.parts();
            if !parts.is_empty() {
                self.work(&parts, &[]);
            }
            let merged = self.merge();
            if done_with_words(program().arg("merge").arg(&self.place)).is_empty() {
                return merged;
            }
            self.go_on();
        }
        panic!("the job has no end");
    }
}

/// What a command says beside its report.
pub(crate) fn done_with_words(command: &mut Command) -> String {
    String::from_utf8(command.output().unwrap().stderr).unwrap()
}

pub(crate) fn done(command: &mut Command) -> (i32, String) {
    let output = command.output().unwrap();
    (output.status.code().unwrap_or(-1), String::from_utf8(output.stdout).unwrap())
}

/// A report without what may differ from run to run.
pub(crate) fn plain(text: &str) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.remove("engine");
                fields.remove("seconds");
                fields.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let mut value: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    strip(&mut value);
    value
}

/// Numbers that look random.
pub(crate) struct Words(pub(crate) u64);

impl Words {
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// Rows of which those with `a & !b`, or with `c & d`, are positive.
pub(crate) fn rows(columns: usize, count: usize, seed: u64) -> String {
    let mut words = Words(seed);
    let mut text: String = (0..columns).map(|column| format!("c{column},")).collect::<String>() + "label\n";
    for _ in 0..count {
        let cells: Vec<u64> = (0..columns).map(|_| words.below(2)).collect();
        let positive = cells[0] == 1 && cells[1] == 0 || cells[2] == 1 && cells[3] == 1;
        text += &cells.iter().map(|cell| format!("{cell},")).collect::<String>();
        text += if positive { "1\n" } else { "0\n" };
    }
    text
}

/// The interval of a report's count contains the number.
pub(crate) fn contains(interval: &Value, exact: &Value) -> bool {
    let number = |value: &Value| value.as_str().map(|text| text.parse::<u128>().unwrap());
    let exact = number(&exact["lower"]).unwrap();
    number(&interval["lower"]).unwrap() <= exact && number(&interval["upper"]).is_none_or(|upper| exact <= upper)
}

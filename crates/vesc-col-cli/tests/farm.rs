//! One question over many workers: the merged report is that of one machine.
#![cfg(all(unix, feature = "cover", feature = "bdd", feature = "sat"))]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::{Folder, program};
use serde_json::Value;

/// Cuts every question, however short.
const CUT_ALL: [&str; 2] = ["--local", "1ns"];

struct Job {
    folder: Folder,
    place: PathBuf,
}

impl Job {
    /// Plans a question about `runs.csv`.
    fn plan(rows: &str, options: &[&str], parts: &str) -> Job {
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
    fn alone(&self, command: &str, options: &[&str]) -> Value {
        let runs = self.folder.path("runs.csv");
        let (_, text) = done(program().arg(command).arg(runs).args(options).args(["--format", "json"]));
        plain(&text)
    }

    fn plan_file(&self) -> Value {
        serde_json::from_str(&fs::read_to_string(self.place.join("plan.json")).unwrap()).unwrap()
    }

    /// The numbers of the parts that count.
    fn parts(&self) -> Vec<u64> {
        let plan = self.plan_file();
        let questions = plan["questions"].as_array().unwrap().iter().filter(|question| question["known"].is_null());
        let parts = questions.flat_map(|question| question["parts"].as_array().unwrap().clone());
        parts.filter(|part| part["replaced"].is_null()).map(|part| part["number"].as_u64().unwrap()).collect()
    }

    fn answer(&self, number: u64) -> PathBuf {
        let digest = self.plan_file()["digest"].as_str().unwrap()[..12].to_owned();
        self.place.join(format!("part-{digest}-{number:06}.json"))
    }

    fn work(&self, parts: &[u64], options: &[&str]) -> i32 {
        let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
        done(program().arg("work").arg(&self.place).args(["--part", &parts.join(",")]).args(options)).0
    }

    fn go_on(&self) {
        let (status, text) = done(program().arg("plan").arg("--continue").arg(&self.place));
        assert_eq!(status, 0, "{text}");
    }

    fn merge(&self) -> (i32, Value) {
        let (status, text) = done(program().arg("merge").arg(&self.place).args(["--format", "json"]));
        (status, if text.is_empty() { Value::Null } else { plain(&text) })
    }

    /// Works until the question is answered.
    fn finish(&self) -> (i32, Value) {
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
fn done_with_words(command: &mut Command) -> String {
    String::from_utf8(command.output().unwrap().stderr).unwrap()
}

fn done(command: &mut Command) -> (i32, String) {
    let output = command.output().unwrap();
    (output.status.code().unwrap_or(-1), String::from_utf8(output.stdout).unwrap())
}

/// A report without what may differ from run to run.
fn plain(text: &str) -> Value {
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
struct Words(u64);

impl Words {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// Rows of which those with `a & !b`, or with `c & d`, are positive.
fn rows(columns: usize, count: usize, seed: u64) -> String {
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

#[test]
fn a_merged_report_is_that_of_one_machine() {
    let cases: [(&str, &[&str]); 10] = [
        ("learn", &[]),
        ("learn", &["--max-literals", "3", "--on-overfit", "continue"]),
        ("learn", &["--language", "cnf"]),
        ("learn", &["--language", "tree", "--max-size", "3"]),
        ("learn", &["--forbid", "c0", "--max-terms", "2"]),
        ("learn", &["--max-false-positives", "1", "--max-literals", "3", "--max-terms", "2"]),
        ("count", &["--literals", "4", "--terms", "2", "--list", "5"]),
        ("count", &["--literals", "6", "--terms", "3"]),
        ("count", &["--language", "threshold", "--size", "3", "--needed", "2"]),
        ("count", &["--literals", "3", "--terms", "2", "--require", "c2"]),
    ];
    for (number, (command, options)) in cases.into_iter().enumerate() {
        let job = Job::plan(&rows(6, 14, number as u64 + 3), options, "6");
        let alone = job.alone(command, options);
        let (_, merged) = job.finish();
        assert_eq!(merged, alone, "{command} {options:?}");
    }
}

#[test]
fn sixty_four_parts_count_as_one_machine() {
    let options = ["--literals", "5", "--terms", "3"];
    let job = Job::plan(&rows(9, 24, 5), &options, "64");
    assert_eq!(job.parts().len(), 64);
    let (status, merged) = job.finish();
    assert_eq!((status, merged), (0, job.alone("count", &options)));
}

#[test]
fn numeric_columns_and_unknown_cells_can_be_divided() {
    let text = "len,irq,fail\n1,1,0\n2,0,0\n4,1,1\n4,0,0\n7,1,1\n3,0,0\n";
    let options = ["--types", "auto", "--max-literals", "3"];
    let job = Job::plan(text, &options, "5");
    assert_eq!(job.finish().1, job.alone("learn", &options));

    let text = "a,b,c,fail\n1,?,0,1\n0,1,1,0\n1,0,?,0\n1,1,0,1\n0,0,0,0\n";
    let options = ["--unknown=?", "--max-literals", "4", "--max-terms", "2"];
    let job = Job::plan(text, &options, "4");
    assert_eq!(job.finish().1, job.alone("learn", &options));
}

/// The interval of a report's count contains the number.
fn contains(interval: &Value, exact: &Value) -> bool {
    let number = |value: &Value| value.as_str().map(|text| text.parse::<u128>().unwrap());
    let exact = number(&exact["lower"]).unwrap();
    number(&interval["lower"]).unwrap() <= exact && number(&interval["upper"]).is_none_or(|upper| exact <= upper)
}

#[test]
fn faults_never_make_a_wrong_digit() {
    let options = ["--literals", "4", "--terms", "2"];
    let text = rows(7, 14, 11);
    let job = Job::plan(&text, &options, "8");
    let foreign = Job::plan(&rows(7, 14, 12), &options, "8");
    foreign.work(&foreign.parts(), &[]);
    let alone = job.alone("count", &options);
    let parts = job.parts();
    let mut words = Words(2026);
    let pick = |words: &mut Words| parts[words.below(parts.len() as u64) as usize];
    for fault in 0..40 {
        let (one, other) = (pick(&mut words), pick(&mut words));
        match words.below(7) {
            0 => drop(job.work(&[one], &[])),
            // Cut off at any place.
            1 => {
                if let Ok(bytes) = fs::read(job.answer(one)) {
                    fs::write(job.answer(one), &bytes[..words.below(bytes.len() as u64) as usize]).unwrap();
                }
            }
            // One digit changed.
            2 => {
                if let Ok(text) = fs::read_to_string(job.answer(one)) {
                    fs::write(job.answer(one), text.replacen("\"lower\":\"", "\"lower\":\"1", 1)).unwrap();
                }
            }
            // The answer of another part, or of another job.
            3 => drop(
                fs::copy(job.answer(one), job.answer(other))
                    .or_else(|_| fs::copy(foreign.answer(one), job.answer(other))),
            ),
            4 => drop(fs::copy(foreign.answer(one), job.answer(one)).unwrap()),
            // A worker that is killed at some moment.
            5 => {
                let mut command = program();
                let command = command.arg("work").arg(&job.place).args(["--part", &one.to_string()]);
                let mut worker = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
                std::thread::sleep(std::time::Duration::from_millis(words.below(60)));
                let _ = worker.kill();
                worker.wait().unwrap();
            }
            _ => drop(fs::remove_file(job.answer(one))),
        }
        let (status, merged) = job.merge();
        assert!(status == 0 || status == 3, "fault {fault}");
        if status == 0 {
            assert_eq!(merged, alone, "fault {fault}");
        }
        for count in ["cardinality", "formulas"] {
            assert!(contains(&merged[count], &alone[count]), "fault {fault}: {merged}");
        }
    }
    assert_eq!(job.finish(), (0, alone));
}

#[test]
fn what_is_not_finished_is_handed_back_in_smaller_parts() {
    let options = ["--literals", "5", "--terms", "3"];
    let job = Job::plan(&rows(8, 16, 7), &options, "3");
    let parts = job.parts();
    assert_eq!(job.work(&parts, &["--timeout", "1ns"]), 3);
    let (status, merged) = job.merge();
    let alone = job.alone("count", &options);
    assert_eq!(status, 3);
    assert!(contains(&merged["formulas"], &alone["formulas"]));
    job.go_on();
    let smaller = job.parts();
    assert!(smaller.len() > parts.len() && smaller.iter().all(|part| !parts.contains(part)), "{smaller:?}");
    assert_eq!(job.finish(), (0, alone));
}

#[test]
fn a_changed_plan_or_changed_data_are_refused() {
    let job = Job::plan(&rows(5, 9, 2), &["--literals", "2", "--terms", "1"], "3");
    let data = job.place.join("data-0.csv");
    let text = fs::read_to_string(&data).unwrap();
    fs::write(&data, text.replacen('0', "1", 1)).unwrap();
    assert_eq!(job.work(&[1], &[]), 2);
    assert_eq!(job.merge().0, 2);
    fs::write(&data, text).unwrap();
    let file = job.place.join("plan.json");
    let plan = fs::read_to_string(&file).unwrap();
    fs::write(&file, plan.replacen("\"--terms\"", "\"--term\"", 1)).unwrap();
    assert_eq!(job.work(&[1], &[]), 2);
    fs::write(&file, plan).unwrap();
    assert_eq!(job.work(&[99], &[]), 2);
    assert_eq!(job.work(&[1], &[]), 0);
}

#[test]
fn make_runs_all_parts() {
    if Command::new("make").arg("--version").output().is_err() {
        return;
    }
    let options = ["--literals", "4", "--terms", "2", "--for", "make"];
    let job = Job::plan(&rows(6, 12, 9), &options, "5");
    let program = Path::new(env!("CARGO_BIN_EXE_vesc-col"));
    let made =
        Command::new("make").args(["-s", "-j2", "-C"]).arg(&job.place).env("VESC_COL", program).output().unwrap();
    assert!(made.status.success(), "{made:?}");
    let (status, merged) = job.merge();
    assert_eq!((status, merged), (0, job.alone("count", &options[..4])));
}

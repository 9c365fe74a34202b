//! Whatever happens to workers and files, no digit is wrong and no finished part is lost.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use super::job::{Job, Words, contains, done, rows};
use crate::common::program;
use serde_json::Value;

/// How many things go wrong in one run.
const FAULTS: usize = 6;

/// A job with parts, and what one machine says.
struct Subject {
    job: Job,
    /// A job of the same shape about other rows, with all answers.
    foreign: Job,
    alone: Value,
    parts: Vec<u64>,
    /// The whole answers that no fault has touched since, byte for byte.
    finished: BTreeMap<u64, Vec<u8>>,
}

impl Subject {
    fn new(seed: u64) -> Subject {
        let options: &[&str] = match seed % 3 {
            0 => &["--literals", "4", "--terms", "2"],
            1 => &["--literals", "3", "--terms", "2", "--language", "cnf"],
            _ => &["--language", "tree", "--size", "2"],
        };
        let job = Job::plan(&rows(7, 14, 2 * seed), options, "6");
        let foreign = Job::plan(&rows(7, 14, 2 * seed + 1), options, "6");
        foreign.work(&foreign.parts(), &[]);
        let (alone, parts) = (job.alone("count", options), job.parts());
        Subject { job, foreign, alone, parts, finished: BTreeMap::new() }
    }

    /// Puts a file in the place of an answer, or changes it.
    fn damage(&mut self, number: u64, bytes: &[u8]) {
        fs::write(self.job.answer(number), bytes).unwrap();
        self.finished.remove(&number);
    }

    fn note_finished(&mut self) {
        for number in self.job.done_parts() {
            let bytes = fs::read(self.job.answer(number)).unwrap();
            self.finished.entry(number).or_insert(bytes);
        }
    }

    /// A finished answer is where it was, and as it was.
    fn check_kept(&self, what: &str) {
        for (&number, bytes) in &self.finished {
            assert_eq!(fs::read(self.job.answer(number)).ok().as_ref(), Some(bytes), "{what}: part {number}");
        }
    }

    /// What is known is right.
    fn check_merged(&self, what: &str) {
        let (status, merged) = self.job.merge();
        assert!(status == 0 || status == 3, "{what}: exit status {status}");
        if status == 0 {
            assert_eq!(merged, self.alone, "{what}");
        }
        for count in ["cardinality", "formulas"] {
            assert!(contains(&merged[count], &self.alone[count]), "{what}: {merged}");
        }
    }
}

impl Job {
    /// The parts that `status` calls done.
    fn done_parts(&self) -> Vec<u64> {
        let (_, text) = done(program().arg("status").arg(&self.place));
        let line = text.lines().find(|line| line.starts_with("done: ")).unwrap_or_default();
        let ranges = line.split(['(', ')']).nth(1).unwrap_or_default().split(',').filter(|range| !range.is_empty());
        let ends = ranges.map(|range| range.split_once('-').unwrap_or((range, range)));
        ends.flat_map(|(first, last)| first.parse().unwrap()..=last.parse().unwrap()).collect()
    }

    /// A worker that is started by a shell, in the circumstances that a line of it makes.
    fn work_in(&self, circumstances: &str, number: u64) -> bool {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("{circumstances} && exec \"$0\" work \"$1\" --part {number}"));
        shell.arg(env!("CARGO_BIN_EXE_vesc-col")).arg(&self.place);
        shell.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap().success()
    }
}

/// Sets the times of all files of a job, as a clock that jumped would.
fn set_clock(place: &Path, time: SystemTime) {
    let files = fs::read_dir(place).unwrap().map(|entry| entry.unwrap().path());
    for file in files.collect::<Vec<PathBuf>>() {
        File::options().append(true).open(file).unwrap().set_modified(time).unwrap();
    }
}

/// Lets things go wrong, and holds the job to what one machine says after each.
fn fault_run(seed: u64) {
    let mut words = Words(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let mut subject = Subject::new(seed);
    for fault in 0..FAULTS {
        let pick = |words: &mut Words| subject.parts[words.below(subject.parts.len() as u64) as usize];
        let (one, other) = (pick(&mut words), pick(&mut words));
        let kind = words.below(10);
        let what = format!("run {seed}, fault {fault} of kind {kind}");
        let answer = fs::read(subject.job.answer(one));
        match kind {
            0 => drop(subject.job.work(&[one, other], &[])),
            // A worker that is killed at some moment.
            1 => {
                let mut command = program();
                let command = command.arg("work").arg(&subject.job.place).args(["--part", &format!("{one},{other}")]);
                let mut worker = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
                std::thread::sleep(Duration::from_millis(words.below(80)));
                let _ = worker.kill();
                worker.wait().unwrap();
            }
            // Cut off at any place.
            2 => {
                if let Ok(bytes) = answer {
                    subject.damage(one, &bytes[..words.below(bytes.len() as u64) as usize]);
                }
            }
            // One digit more.
            3 => {
                if let Ok(bytes) = answer {
                    let text = String::from_utf8_lossy(&bytes).replacen("\"lower\":\"", "\"lower\":\"1", 1);
                    subject.damage(one, text.as_bytes());
                }
            }
            // One answer under two names: the second is none.
            4 => {
                if let (Ok(bytes), true) = (answer, one != other) {
                    subject.damage(other, &bytes);
                }
            }
            // The answer of another job.
            5 => {
                let bytes = fs::read(subject.foreign.answer(one)).unwrap();
                subject.damage(one, &bytes);
            }
            // A foreign name, and one that two workers share: nobody is to trip over it.
            6 => {
                let file = subject.foreign.answer(one);
                fs::copy(&file, subject.job.place.join(file.file_name().unwrap())).unwrap();
                let place = &subject.job.place;
                let start = || {
                    let mut command = program();
                    let command = command.arg("work").arg(place).args(["--part", &one.to_string()]);
                    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
                };
                let [mut first, mut second] = [start(), start()];
                assert!(first.wait().unwrap().success() && second.wait().unwrap().success(), "{what}");
            }
            // A clock that jumps.
            7 => {
                let year = Duration::from_secs(365 * 24 * 3600);
                let now = SystemTime::now();
                set_clock(&subject.job.place, if words.below(2) == 0 { now + year } else { now - year });
                subject.job.work(&[one], &[]);
            }
            // A disk that takes no more: each write fails, and the worker says so or has nothing to write.
            8 => drop(subject.job.work_in("trap '' XFSZ && ulimit -f 0", one)),
            // A folder that cannot be written to.
            _ => {
                let read_only = "unshare --user --map-root-user --mount sh -c 'mount --bind \"$1\" \"$1\" && \
                                 mount -o remount,ro,bind \"$1\" && exec \"$0\" work \"$1\" --part \"$2\"' \"$0\" \"$1\"";
                let before = subject.job.answer(one).exists();
                let success = subject.job.work_in(&format!("{read_only} {one}; false"), one);
                assert!(!success && subject.job.answer(one).exists() == before, "{what}");
            }
        }
        subject.check_kept(&what);
        subject.check_merged(&what);
        subject.note_finished();
    }
    assert_eq!(subject.job.work(&subject.parts, &[]), 0, "run {seed}");
    assert_eq!(subject.job.merge(), (0, subject.alone.clone()), "run {seed}");
    subject.check_kept(&format!("the end of run {seed}"));
}

#[test]
fn faults_never_make_a_wrong_digit() {
    (0..6).for_each(fault_run);
}

/// Minutes: `cargo test -p vesc-col-cli --test suite farm -- --ignored`.
#[test]
#[ignore = "minutes"]
fn two_hundred_runs_with_faults_never_make_a_wrong_digit() {
    (0..200).for_each(fault_run);
}

//! Workers that take what is open share the parts among themselves.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::job::{Job, done, done_with_words, rows};
use crate::common::program;

const OPTIONS: [&str; 4] = ["--literals", "4", "--terms", "2"];

#[test]
fn workers_share_the_parts() {
    let job = Job::plan(&rows(6, 12, 9), &OPTIONS, "12");
    let mut workers: Vec<_> = (0..3).map(|_| job.any().spawn().unwrap()).collect();
    assert!(workers.iter_mut().all(|worker| worker.wait().unwrap().success()));
    assert_eq!(job.merge(), (0, job.alone("count", &OPTIONS)));
    let entries = fs::read_dir(&job.place).unwrap().map(|entry| entry.unwrap().file_name());
    let running: Vec<_> = entries.filter(|name| name.to_string_lossy().starts_with("running-")).collect();
    assert!(running.is_empty(), "{running:?}");
}

#[test]
fn a_part_of_another_worker_is_left_until_that_falls_silent() {
    let job = Job::plan(&rows(6, 12, 9), &OPTIONS, "5");
    let parts = job.parts();
    job.heartbeat(parts[0], Duration::from_secs(5));
    job.heartbeat(parts[1], Duration::from_secs(120));
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(100));
                job.heartbeat(parts[0], Duration::ZERO);
            }
        });
        assert_eq!(done(&mut job.any()).0, 0);
        is_over.store(true, Ordering::Relaxed);
    });
    assert!(!job.answer(parts[0]).exists());
    assert!(parts[1..].iter().all(|&part| job.answer(part).exists()));
    // Nobody renews it: it is waited for until it is old.
    job.heartbeat(parts[0], Duration::from_secs(58));
    assert_eq!(done(&mut job.any()).0, 0);
    assert_eq!(job.merge(), (0, job.alone("count", &OPTIONS)));
}

/// An answer under the name of another part is none.
#[test]
fn swapped_answers_are_given_anew() {
    let job = Job::plan(&rows(6, 12, 9), &OPTIONS, "5");
    let parts = job.parts();
    assert_eq!(done(&mut job.any()).0, 0);
    fs::copy(job.answer(parts[1]), job.answer(parts[0])).unwrap();
    assert_eq!(done(&mut job.any()).0, 0);
    assert_eq!(job.merge(), (0, job.alone("count", &OPTIONS)));
}

#[test]
fn what_is_answered_is_not_answered_again_and_damage_is() {
    let job = Job::plan(&rows(6, 12, 9), &OPTIONS, "5");
    let parts = job.parts();
    assert_eq!(job.work(&parts[..2], &[]), 0);
    let kept = fs::metadata(job.answer(parts[0])).unwrap().modified().unwrap();
    fs::write(job.answer(parts[1]), "{}").unwrap();
    assert_eq!(done(&mut job.any()).0, 0);
    assert_eq!(fs::metadata(job.answer(parts[0])).unwrap().modified().unwrap(), kept);
    assert_eq!(job.merge(), (0, job.alone("count", &OPTIONS)));
}

#[test]
fn parts_that_are_handed_back_are_named() {
    let job = Job::plan(&rows(8, 16, 7), &["--literals", "5", "--terms", "3"], "3");
    let words = done_with_words(job.any().args(["--timeout", "1ns"]));
    assert!(words.starts_with("parts 1-3 were handed back: "), "{words}");
    // Smaller parts stand in their place, once they are planned.
    assert_eq!(done(&mut job.any()), (0, String::new()));
    job.go_on();
    assert_eq!(done(&mut job.any()).0, 0);
    assert_eq!(job.finish().1, job.alone("count", &["--literals", "5", "--terms", "3"]));
}

#[test]
fn a_worker_is_told_which_parts_or_takes_any() {
    let job = Job::plan(&rows(6, 12, 9), &OPTIONS, "5");
    let neither = program().arg("work").arg(&job.place).output().unwrap();
    let both = job.any().args(["--part", "1"]).output().unwrap();
    assert_eq!([neither.status.code(), both.status.code()], [Some(2); 2]);
}

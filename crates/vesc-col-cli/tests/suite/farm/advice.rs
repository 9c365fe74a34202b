//! What `merge` and `status` say next, in every state that a job can be in.

use std::fs;
use std::time::Duration;

use super::job::{Job, done, done_with_words, rows};
use crate::common::program;

/// What `merge` says beside its report, without the folder's path.
fn advice(job: &Job) -> String {
    let words = done_with_words(program().arg("merge").arg(&job.place));
    words.replace(&*job.place.to_string_lossy(), "job")
}

fn report(job: &Job) -> String {
    done(program().arg("merge").arg(&job.place)).1
}

fn status(job: &Job) -> String {
    done(program().arg("status").arg(&job.place)).1.replace(&*job.place.to_string_lossy(), "job")
}

#[test]
fn missing_parts_are_to_be_run() {
    let job = Job::plan(&rows(8, 16, 7), &["--literals", "5", "--terms", "3"], "3");
    assert_eq!(advice(&job), "parts are missing: `vesc-col work job --part 1-3`\n");
    assert_eq!(status(&job), "to do: 3 (1-3)\n");
}

#[test]
fn a_part_that_is_worked_on_is_not_run_again() {
    let job = Job::plan(&rows(8, 16, 7), &["--literals", "5", "--terms", "3"], "3");
    job.heartbeat(1, Duration::from_secs(5));
    job.heartbeat(2, Duration::from_secs(120));
    let expected = "parts are missing: `vesc-col work job --part 2-3`\n\
                    workers answer part 1: `vesc-col status job` says how far they are\n";
    assert_eq!(advice(&job), expected);
    assert_eq!(status(&job), "running: 1 (1)\nfailed: 1 (2)\nto do: 1 (3)\n");
}

#[test]
fn parts_that_were_handed_back_are_to_be_planned_again() {
    let job = Job::plan(&rows(8, 16, 7), &["--literals", "5", "--terms", "3"], "3");
    assert_eq!(job.work(&[1], &["--timeout", "1ns"]), 3);
    let expected = "parts are missing: `vesc-col work job --part 2-3`\n\
                    part 1 was handed back: `vesc-col plan --continue job` has smaller ones\n";
    assert_eq!(advice(&job), expected);
    assert_eq!(job.work(&[2, 3], &[]), 0);
    let expected = "part 1 was handed back: `vesc-col plan --continue job` has smaller ones\n";
    assert_eq!(advice(&job), expected);
    let report = report(&job);
    assert!(report.contains("missing-parts") && !report.contains("--timeout"), "{report}");
    assert_eq!(status(&job), "done: 2 (2-3)\nhanded back: 1 (1)\nnext: `vesc-col plan --continue job`\n");
}

#[test]
fn a_part_that_cannot_be_cut_needs_more_time() {
    let job = Job::plan(&rows(5, 9, 2), &["--literals", "1", "--terms", "1"], "400");
    let parts = job.parts();
    assert_eq!(job.work(&parts, &["--timeout", "1ns"]), 3);
    // Smaller ones take the place of those that can be cut, until none can.
    for _ in 0..20 {
        job.go_on();
        job.work(&job.parts(), &["--timeout", "1ns"]);
    }
    let words = advice(&job);
    assert!(words.contains("need more time or memory: `vesc-col work job --part "), "{words}");
    assert!(!words.contains("--continue"), "{words}");
    let standing = status(&job);
    assert!(standing.contains("not finished, and not to be cut: "), "{standing}");
    assert!(standing.ends_with("next: `vesc-col work job --any` with a larger --timeout or --memory\n"), "{standing}");
    // Whoever takes what is open has more time.
    assert_eq!(done(&mut job.any()).0, 0);
    assert_eq!(advice(&job), "");
}

#[test]
fn after_a_size_without_an_answer_the_next_one_is_to_be_planned() {
    let job = Job::plan(&rows(8, 16, 7), &[], "3");
    assert_eq!(job.work(&job.parts(), &[]), 0);
    let words = advice(&job);
    assert_eq!(words, "all parts are answered, and more is to be planned: `vesc-col plan --continue job`\n");
    let report = report(&job);
    assert!(!report.contains("--timeout"), "{report}");
}

#[test]
fn strange_files_are_named_and_left_out() {
    let job = Job::plan(&rows(8, 16, 7), &["--literals", "5", "--terms", "3"], "3");
    assert_eq!(job.work(&job.parts(), &[]), 0);
    fs::write(job.answer(2), "{").unwrap();
    let name = job.answer(2).file_name().unwrap().to_string_lossy().into_owned();
    let expected = format!(
        "job/{name}: is no whole answer of this plan, and was left out\nparts are missing: `vesc-col work job --part 2`\n"
    );
    assert_eq!(advice(&job), expected);
    // Nobody ever writes to this pipe.
    #[cfg(unix)]
    {
        fs::remove_file(job.answer(2)).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(job.answer(2)).status().expect("mkfifo starts").success());
        assert_eq!(advice(&job), expected);
    }
}

#[test]
fn an_answered_question_has_no_advice() {
    let job = Job::plan(&rows(8, 16, 7), &["--literals", "5", "--terms", "3"], "3");
    assert_eq!(job.work(&job.parts(), &[]), 0);
    assert_eq!((advice(&job).as_str(), status(&job).as_str()), ("", "done: 3 (1-3)\nnext: `vesc-col merge job`\n"));
}

#[test]
fn several_sizes_can_be_planned_ahead() {
    let options = ["--ahead", "30"];
    let job = Job::plan(&rows(6, 14, 3), &options, "4");
    let plan = job.plan_file();
    assert!(plan["questions"].as_array().unwrap().len() > 4);
    // Whatever the order, the answer is that of one machine, once the sizes up to the deciding one are done.
    let mut parts = job.parts();
    parts.reverse();
    let alone = job.alone("learn", &[]);
    for part in parts {
        assert_ne!(job.merge().1, alone);
        assert_eq!(job.work(&[part], &[]), 0);
    }
    assert_eq!((job.merge(), advice(&job).as_str()), ((0, alone), ""));
}

#[test]
fn parts_of_sizes_after_the_answer_are_not_waited_for() {
    let job = Job::plan(&rows(6, 14, 3), &["--ahead", "30"], "4");
    let alone = job.alone("learn", &[]);
    for part in job.parts() {
        assert_eq!(job.work(&[part], &[]), 0);
        if advice(&job).is_empty() {
            break;
        }
    }
    assert_eq!(job.merge(), (0, alone));
    assert!(job.parts().iter().any(|&part| !job.answer(part).exists()));
    let (_, text) = done(program().arg("plan").arg("--continue").arg(&job.place));
    assert!(text.contains("nothing is left to work on"), "{text}");
}

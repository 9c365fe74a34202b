//! One question over many workers: the merged report is that of one machine.
#![cfg(all(unix, feature = "cover", feature = "bdd", feature = "sat"))]

mod advice;
mod claims;
mod faults;
mod job;
mod schema;
mod scripts;

use std::fs;

use serde_json::json;

use crate::common::program;
use job::{Job, contains, rows};

#[test]
fn a_merged_report_is_that_of_one_machine() {
    let cases: [(&str, &[&str]); 10] = [
        ("learn", &[]),
        ("learn", &["--max-literals", "3", "--on-overfit", "measure-on"]),
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

/// Finished parts reached the listing limit, which is not why the whole is not known.
#[test]
fn what_is_not_finished_is_no_matter_of_the_listing_limit() {
    let options = ["--literals", "5", "--terms", "3", "--list-limit", "2"];
    let job = Job::plan(&rows(8, 16, 7), &options, "3");
    let parts = job.parts();
    for &open in &parts {
        let others: Vec<u64> = parts.iter().copied().filter(|&part| part != open).collect();
        parts.iter().for_each(|&part| drop(fs::remove_file(job.answer(part))));
        assert_eq!((job.work(&others, &[]), job.work(&[open], &["--timeout", "1ns"])), (0, 3));
        let (status, merged) = job.merge();
        assert_eq!((status, &merged["steps"][0]["stopped"]), (3, &json!("missing-parts")), "{merged}");
    }
}

#[test]
fn what_a_killed_worker_began_is_removed_once_it_is_old() {
    let job = Job::plan(&rows(5, 9, 2), &["--literals", "2", "--terms", "1"], "3");
    let [old, new] = [".part-old.tmp", ".part-new.tmp"].map(|name| job.place.join(name));
    for (file, age) in [(&old, 7200), (&new, 60)] {
        let written = std::time::SystemTime::now() - std::time::Duration::from_secs(age);
        fs::File::create(file).unwrap().set_modified(written).unwrap();
    }
    assert_eq!(job.work(&[1], &[]), 0);
    assert!(!old.exists() && new.exists());
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

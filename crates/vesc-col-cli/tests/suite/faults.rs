//! The machine refuses: no memory, no threads, no room on the disk.
#![cfg(target_os = "linux")]

use std::fs::OpenOptions;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Done, Folder, example, program, run};

/// Features a, b, c; the label is `a & !b`.
const SMALL: &str = "a,b,c,label\n1,0,0,1\n1,0,1,1\n0,0,0,0\n0,1,1,0\n1,1,0,0\n1,1,1,0\n0,0,1,0\n0,1,0,0\n";

/// Runs the binary below a limit of the shell's, such as `-v 500000`.
fn limited(limit: &str, args: &[&str]) -> Done {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("ulimit {limit} && exec \"$0\" \"$@\"")]).arg(env!("CARGO_BIN_EXE_vesc-col")).args(args);
    shell.stdin(Stdio::null()).output().expect("there is a shell").into()
}

#[test]
fn little_address_space_is_no_crash() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", SMALL);
    for kibibytes in [100_000, 400_000, 1_200_000, 1_600_000, 4_000_000] {
        let limit = format!("-v {kibibytes}");
        for engine in ["auto", "cover", "bdd", "sat"] {
            let done = limited(&limit, &["learn", &file, "--engine", engine]);
            assert_eq!((done.status, done.err.as_str()), (0, ""), "{limit}: {done:?}");
        }
        // Diagrams of circuits need a thread with a stack of 1 GiB.
        let done = limited(&limit, &["learn", &file, "--engine", "bdd", "--language", "tree", "--max-size", "2"]);
        assert!(done.err.is_empty() && [0, 3].contains(&done.status), "{limit}: {done:?}");
        assert_eq!(done.status == 3, done.out.contains("memory"), "{limit}: {done:?}");
        assert!(done.status == 0 || kibibytes < 4_000_000, "{done:?}");
        let done = limited(&limit, &["learn", &file, "--language", "tree", "--max-size", "2"]);
        assert_eq!((done.status, done.err.as_str()), (0, ""), "{limit}: {done:?}");
    }
}

#[test]
fn no_thread_to_spare_is_said_in_one_line() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", SMALL);
    for engine in ["auto", "cover", "bdd", "sat"] {
        // No machine has room for such stacks.
        let output = program()
            .args(["learn", &file, "--engine", engine])
            .env("RUST_MIN_STACK", (1u64 << 46).to_string())
            .output()
            .expect("it starts");
        let refusal = Done::from(output);
        assert!(refusal.refusal().starts_with("error: cannot listen to interrupts: "), "{refusal:?}");
    }
}

#[test]
fn a_full_disk_is_an_error_for_every_command() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", SMALL);
    let commands: [&[&str]; 7] = [
        &["learn", &file],
        &["learn", &file, "--format", "json"],
        &["count", &file, "--literals", "2", "--terms", "1"],
        &["eval", &file, "--hypothesis", "a & !b"],
        &["explain", &file],
        &["export", &file, "--literals", "2", "--terms", "1", "--as", "dimacs"],
        &["generate", "--features", "9", "--terms", "2", "--positives", "3", "--negatives", "9", "--output", "-"],
    ];
    for args in commands {
        let full = OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let done = Done::from(program().args(args).stdin(Stdio::null()).stdout(full).output().expect("it starts"));
        assert!(done.refusal().contains("No space left on device"), "{args:?}: {done:?}");
    }
    let done = run(["learn", &file, "--output", "/dev/full"]);
    assert!(done.refusal().starts_with("/dev/full: cannot write: "), "{done:?}");
}

/// To read its zeros never ends.
#[test]
fn a_device_is_no_state() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", SMALL);
    let done = run(["learn", &file, "--resume", "/dev/full"]);
    assert!(done.refusal().contains("/dev/full") && done.err.contains("not a regular file"), "{done:?}");
}

#[test]
fn a_closed_pipe_is_no_error_for_any_command() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", SMALL);
    let commands: [&[&str]; 4] = [
        &["count", &file, "--literals", "2", "--terms", "1"],
        &["eval", &file, "--hypothesis", "a & !b"],
        &["explain", &file],
        &["export", &file, "--literals", "2", "--terms", "1", "--as", "dimacs"],
    ];
    for args in commands {
        let mut child = program().args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        drop(child.stdout.take());
        let done = Done::from(child.wait_with_output().expect("it ends"));
        assert_eq!((done.status, done.err.as_str()), (0, ""), "{args:?}: {done:?}");
    }
}

/// A deadline and a budget of nothing at all, for each engine.
#[test]
fn no_time_and_no_memory() {
    let file = example("eda_picorv32_trap.csv");
    for engine in ["auto", "cover", "bdd", "sat"] {
        for limit in [["--timeout", "1ms"], ["--memory", "1B"]] {
            let start = Instant::now();
            let done = run(["learn", &file, "--engine", engine, "--format", "json"].into_iter().chain(limit));
            assert!(start.elapsed() < Duration::from_secs(60), "{engine}, {limit:?}: {:?}", start.elapsed());
            assert_eq!((done.status, done.err.as_str()), (3, ""), "{engine}, {limit:?}: {done:?}");
            let report = done.json();
            assert_eq!(report["outcome"], "undecided");
            assert_eq!(report["hypotheses"], serde_json::json!([]));
        }
    }
}

//! What stops a run ends in a report with what is known.

mod common;

use common::{Folder, example, run};

/// A question that takes longer than any limit here: the first non-empty sub-space of this file is far off, and this engine
/// alone has no bounds that would take it there at once.
fn long_job() -> Vec<String> {
    let file = example("tic_tac_toe.csv");
    ["learn", &file, "--max-terms", "8", "--max-literals", "24", "--engine", "sat"].map(str::to_owned).into()
}

#[test]
fn timeout() {
    let mut job = long_job();
    job.extend(["--timeout", "300ms", "--format", "json"].map(str::to_owned));
    let done = run(&job);
    assert_eq!((done.status, done.err.as_str()), (3, ""), "{done:?}");
    let report = done.json();
    assert_eq!(report["outcome"], "undecided");
    assert_eq!(report["hypotheses"], serde_json::json!([]));
    let last = report["steps"].as_array().and_then(|steps| steps.last()).expect("a step");
    assert_eq!(last["stopped"], "deadline");
    assert_eq!(last["cardinality"], report["cardinality"]);
    assert_eq!(last["complexity"], report["complexity"]);
    assert!(last["cardinality"]["lower"].is_string());
    assert!(last["cardinality"]["upper"].is_string() || last["cardinality"]["upper"].is_null());
}

#[test]
fn timeout_before_anything_is_known() {
    for command in [vec!["learn"], vec!["count", "--literals", "12", "--terms", "4"]] {
        let file = example("tic_tac_toe.csv");
        let done = run(command.into_iter().chain([file.as_str(), "--timeout", "1ms"]));
        assert_eq!(done.status, 3, "{done:?}");
        assert!(done.out.contains("deadline"), "{done:?}");
    }
}

#[test]
fn a_listing_limit_alone_is_no_failure() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", "a,b,c,d,y\n1,1,1,1,1\n0,0,0,0,0\n");
    let done = run(["count", &file, "--literals", "3", "--terms", "1", "--list-limit", "1", "--format", "json"]);
    assert_eq!(done.status, 0, "{done:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn memory() {
    let mut job = long_job();
    // Less than the program takes before it does anything.
    job.extend(["--memory", "1MB", "--timeout", "30s", "--format", "json"].map(str::to_owned));
    let done = run(&job);
    assert_eq!(done.status, 3, "{done:?}");
    let report = done.json();
    let last = report["steps"].as_array().and_then(|steps| steps.last()).expect("a step");
    assert_eq!(last["stopped"], "memory");
}

#[cfg(unix)]
mod signals {
    use std::process::{Child, Command, Output, Stdio};
    use std::time::{Duration, Instant};

    use super::common::program;
    use super::long_job;

    fn start() -> Child {
        let mut command = program();
        command.args(long_job()).args(["--format", "json"]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
    }

    fn kill(child: &Child, signal: &str) {
        let status = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(status.expect("kill starts").success());
    }

    fn end(child: Child) -> Output {
        let start = Instant::now();
        let output = child.wait_with_output().expect("it ends");
        assert!(start.elapsed() < Duration::from_secs(20), "it took {:?} to stop", start.elapsed());
        output
    }

    #[test]
    fn one_interrupt_ends_in_a_report() {
        for signal in ["-INT", "-TERM"] {
            let child = start();
            std::thread::sleep(Duration::from_millis(1500));
            kill(&child, signal);
            let output = end(child);
            assert_eq!(output.status.code(), Some(3), "{output:?}");
            assert!(output.stderr.is_empty(), "{output:?}");
            let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
            assert_eq!(report["outcome"], "undecided");
            let last = report["steps"].as_array().and_then(|steps| steps.last()).expect("a step");
            assert_eq!(last["stopped"], "cancelled");
        }
    }
}

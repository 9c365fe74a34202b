//! Tests of a command whose engine panics: what the user sees of it.

use std::process::Command as Process;
use std::sync::Arc;
use std::{panic, thread};

use clap::Parser;
use vesc_col::engine::{CoverEngine, EngineError, Query, Session, VersionSpace};
use vesc_col::{Dataset, Engine, Portfolio, Run};

use crate::args::{Cli, Command, EngineChoice};
use crate::commands;
use crate::panics::in_words;

/// Panics at every question, on its own thread or on a further one without a name.
#[derive(Debug)]
struct Broken {
    on_own_thread: bool,
}

impl Engine for Broken {
    fn name(&self) -> &str {
        "broken"
    }

    fn open(&self, _: Arc<Dataset>) -> Box<dyn Session> {
        Box::new(Broken { on_own_thread: self.on_own_thread })
    }
}

impl Session for Broken {
    fn measure(&mut self, _: &Query, _: &Run) -> Result<VersionSpace, EngineError> {
        if self.on_own_thread {
            panic!("no such luck");
        }
        let panic = thread::spawn(|| panic!("no such luck")).join().expect_err("it panicked");
        panic::resume_unwind(panic)
    }
}

/// Runs `learn` with these engines, and returns the exit status and the report.
fn learn(engine: EngineChoice) -> (Result<u8, String>, String) {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let (file, report) = (folder.path().join("runs.csv"), folder.path().join("report.txt"));
    std::fs::write(&file, "a,b,y\n1,1,1\n1,0,0\n0,1,0\n").expect("there is room for a file");
    let (file, output) = (file.to_string_lossy(), report.to_string_lossy());
    let cli = Cli::parse_from(["vesc-col", "learn", &*file, "--output", &*output]);
    let Command::Learn(mut args) = cli.command else { unreachable!("`learn` was parsed") };
    args.run.engine = engine;
    let result = in_words(|| commands::learn(&args).map_err(|error| error.to_string()));
    (result, std::fs::read_to_string(report).unwrap_or_default())
}

#[test]
#[ignore = "the tests below run it in a process of its own, whose standard error they read"]
fn child() {
    let broken = |on_own_thread| Arc::new(Broken { on_own_thread }) as Arc<dyn Engine>;
    let cover = || Arc::new(CoverEngine::default()) as Arc<dyn Engine>;
    let beside = |engine| learn(EngineChoice::of(Arc::new(Portfolio::new([engine, cover()]))));
    let (status, report) = match std::env::var("VESC_COL_CHILD").as_deref() {
        Ok("alone") => learn(EngineChoice::alone(broken(true))),
        Ok("nameless_alone") => learn(EngineChoice::alone(broken(false))),
        Ok("nameless") => beside(broken(false)),
        _ => beside(broken(true)),
    };
    if std::env::var("VESC_COL_CHILD").is_ok_and(|which| which.ends_with("alone")) {
        assert_eq!(status, Err("error: engine `broken` failed: it panicked: no such luck".to_owned()));
        return;
    }
    assert_eq!(status, Ok(0));
    assert!(report.contains("learned: 2 literals, 1 term, |VS| = 1"), "{report}");
}

/// What the child prints on standard error.
fn printed_by(which: &str) -> String {
    let name = format!("{}::child", module_path!().split_once("::").expect("the module is in the crate").1);
    let output = Process::new(std::env::current_exe().expect("this program is a file"))
        .args([&name, "--exact", "--ignored", "--nocapture"])
        .env("VESC_COL_CHILD", which)
        .env("RUST_BACKTRACE", "1")
        .output()
        .expect("it starts");
    assert!(output.status.success(), "{output:?}");
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(out.contains("1 passed"), "{out}");
    String::from_utf8(output.stderr).expect("messages are UTF-8")
}

#[test]
fn an_engine_that_panics_beside_another_is_one_warning() {
    let printed = printed_by("beside");
    let warning = printed.strip_suffix(": no such luck); the report is from the other engines\n").expect(&printed);
    assert!(warning.starts_with("warning: the engine `broken` failed (it panicked at "), "{printed}");
    assert_eq!(printed.lines().count(), 1, "{printed}");
}

#[test]
fn so_is_one_that_panics_on_a_thread_without_a_name() {
    let printed = printed_by("nameless");
    assert!(printed.starts_with("warning: an engine failed (it panicked at "), "{printed}");
    assert_eq!(printed.lines().count(), 1, "{printed}");
}

#[test]
fn the_error_speaks_if_no_engine_answers() {
    assert_eq!(printed_by("alone"), "");
    assert_eq!(printed_by("nameless_alone"), "");
}

//! What stops a run ends in a report with what is known.

use crate::common::{self, Folder, example, run};

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

/// What would fit where nothing does is a question as others are: if it is cut off, the exit status says so.
#[test]
fn what_would_fit_is_cut_off_too() {
    let folder = Folder::new();
    // The parity of seven columns: nothing up to the default caps fits, and the tries beyond them take long.
    let row = |input: u32| {
        let cells: String = (0..7).map(|bit| format!("{},", input >> bit & 1)).collect();
        format!("{cells}{}\n", input.count_ones() % 2)
    };
    let file = folder.file("parity.csv", &("a,b,c,d,e,f,g,y\n".to_owned() + &(0..128).map(row).collect::<String>()));
    for command in
        [&["explain", &file, "--max-literals", "40", "--max-terms", "9"][..], &["next", &file, "--up-to", "4,2"]]
    {
        let done = run([command, &["--timeout", "400ms", "--format", "json"]].concat());
        let report = done.json();
        let open = report["contradiction"]["tries"]
            .as_array()
            .is_some_and(|tries| tries.iter().any(|one| !one["stopped"].is_null()));
        let is_open = open || !report["contradiction"]["stopped"].is_null();
        let cut = report["cut"].as_array().expect("a list");
        let is_said = cut.iter().any(|cut| cut["question"] == "what would fit");
        assert_eq!(is_open, is_said, "{report}");
        assert_eq!(done.status == 3, !cut.is_empty() || report["outcome"] == "undecided", "{report}");
    }
}

/// The same with deadlines of which one ends the tries, and not the search before them.
#[test]
fn next_says_what_of_the_tries_was_cut_off() {
    let folder = Folder::new();
    let row = |code: u32| {
        let cells: String = (0..12).map(|bit| format!("{},", code >> bit & 1)).collect();
        format!("{cells}{}\n", code.wrapping_mul(2_654_435_761) >> 13 & 1)
    };
    let text = "a,b,c,d,e,f,g,h,i,j,k,l,y\n".to_owned() + &(0..4096).map(row).collect::<String>();
    let file = folder.file("table.csv", &text);
    let asked = ["next", &file, "--up-to", "6,3", "--timeout"];
    let is_cut = (0..8).map(|doubled| format!("{}ms", 20 << doubled)).any(|timeout| {
        let done = run(asked.into_iter().chain([&*timeout, "--format", "json"]));
        // The deadline may end the reading of the file.
        let report: serde_json::Value = serde_json::from_str(&done.out).unwrap_or_default();
        let tries = report["contradiction"]["tries"].as_array().cloned().unwrap_or_default();
        if report["outcome"] != "empty" || !tries.iter().any(|one| one["stopped"] == "deadline") {
            return false;
        }
        let cut = serde_json::json!([{"question": "what would fit", "stopped": "deadline"}]);
        assert_eq!((done.status, &report["cut"]), (3, &cut), "{report}");
        true
    });
    assert!(is_cut, "no deadline ends the tries");
    let is_cut = (0..8).map(|doubled| format!("{}ms", 20 << doubled)).any(|timeout| {
        let done = run(asked.into_iter().chain([&*timeout]));
        let says = |text| done.out.contains(text);
        let is_cut = says("\nempty: nothing up to 6 literals") && says(": not known in the time that a try may take\n");
        assert!(!is_cut || done.status == 3 && done.out.ends_with(": what would fit\n"), "{done:?}");
        is_cut
    });
    assert!(is_cut, "no deadline ends the tries");
}

/// With how few errors something fits is a question like others: where a limit ends it, nothing is decided.
#[test]
fn the_least_errors_are_cut_off_too() {
    let folder = Folder::new();
    // A table of eight columns without any pattern. It takes many errors, and each number of them takes a search.
    let label = |code: u32| u8::from((code.wrapping_mul(2_654_435_761) >> 13) & 1 == 1);
    let row = |code: u32| {
        let cells: String = (0..8).map(|bit| format!("{},", code >> bit & 1)).collect();
        format!("{cells}{}\n", label(code))
    };
    let file = folder.file("table.csv", &("a,b,c,d,e,f,g,h,y\n".to_owned() + &(0..256).map(row).collect::<String>()));
    let size = ["--literals", "6", "--terms", "3"];
    for command in [&["learn"][..], &["explain"], &["next", "--up-to", "6,3"], &[&["count"][..], &size].concat()] {
        let job = command.iter().copied().chain([file.as_str(), "--errors", "auto", "--timeout", "600ms"]);
        let done = run(job.clone().chain(["--format", "json"]));
        let report = done.json();
        assert_eq!((done.status, &report["outcome"]), (3, &"undecided".into()), "{command:?}: {report}");
        let warnings = report["warnings"].as_array().expect("a list");
        let is_said = |warning: &serde_json::Value| {
            warning.as_str().is_some_and(|text| text.contains("before the least number of errors was known"))
        };
        assert!(warnings.iter().any(is_said), "{command:?}: {report}");
        let done = run(job);
        let headline = done.out.lines().find(|line| line.starts_with("undecided: ")).unwrap_or_default();
        assert!(done.status == 3 && !headline.is_empty(), "{command:?}: {done:?}");
        assert!(!done.out.contains("\nunderfit: nothing") && !done.out.contains("\nempty: "), "{command:?}: {done:?}");
    }
    let page = run(["report", &file, "--errors", "auto", "--timeout", "600ms", "--as", "markdown"]);
    assert!(page.status == 3 && page.out.contains("**Undecided: "), "{page:?}");
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

/// A question that takes no time is no exception: whether a budget holds does not depend on chance.
#[test]
#[cfg(target_os = "linux")]
fn less_memory_than_the_program_takes_is_never_enough() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", "a,b,y\n1,0,1\n1,1,0\n0,0,0\n");
    for command in [&["learn"][..], &["count", "--literals", "2", "--terms", "1"], &["next", "--up-to", "2,1"]] {
        for _ in 0..10 {
            let done = run(command.iter().copied().chain([file.as_str(), "--memory", "1MB"]));
            assert_eq!(done.status, 3, "{command:?}: {done:?}");
            assert!(done.out.contains("memory"), "{command:?}: {done:?}");
        }
    }
}

/// More rows than are read between two looks at the run.
#[test]
fn a_deadline_while_the_file_is_read() {
    let folder = Folder::new();
    let rows: String = (0..5000).map(|row| format!("{},{},{}\n", row % 2, row / 2 % 2, row % 2)).collect();
    let file = folder.file("runs.csv", format!("a,b,y\n{rows}"));
    let expected = ": stopped (deadline) while the file was read; nothing is known yet";
    for options in [&[][..], &["--types", "auto"]] {
        let done = run([&["learn", &file, "--timeout", "1ns"], options].concat());
        assert_eq!((done.status, done.out.as_str()), (3, ""), "{done:?}");
        assert!(done.err.starts_with(&file) && done.err.trim_end().ends_with(expected), "{done:?}");
    }
    let size = ["--literals", "2", "--terms", "1"];
    let [count, inspect] = ["count", "inspect"].map(|command| [&[command][..], &size].concat());
    for command in [&["learn"][..], &["explain"], &["next", "--up-to", "2,1"], &count, &inspect] {
        let done = run(command.iter().copied().chain([file.as_str(), "--timeout", "1ns", "--format", "json"]));
        assert_eq!((done.status, done.err.as_str()), (3, ""), "{command:?}: {done:?}");
        let report = done.json();
        assert_eq!(
            (&report["outcome"], &report["data"]),
            (&"undecided".into(), &serde_json::Value::Null),
            "{command:?}"
        );
        assert_eq!(report["cardinality"], serde_json::json!({"lower": "0", "upper": null}), "{command:?}");
        let is_said = report["warnings"][0].as_str().is_some_and(|warning| warning.ends_with(expected));
        assert!(is_said, "{command:?}: {report}");
    }
    let done = run(["count", &file, "--literals", "1", "--terms", "1", "--timeout", "10m"]);
    assert_eq!(done.status, 0, "{done:?}");
}

#[cfg(unix)]
mod signals {
    use std::process::{Child, Command, Output, Stdio};
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    use super::long_job;
    use crate::common::signal::{HANG_UP, INTERRUPT, is_skipped};
    use crate::common::{Folder, program};

    fn start(mut command: Command) -> Child {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
    }

    /// The long job, with its report as JSON.
    fn job() -> Command {
        let mut command = program();
        command.args(long_job()).args(["--format", "json"]);
        command
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

    fn is_cancelled(report: &[u8]) {
        let report: serde_json::Value = serde_json::from_slice(report).expect("a report");
        assert_eq!(report["outcome"], "undecided");
        let last = report["steps"].as_array().and_then(|steps| steps.last()).expect("a step");
        assert_eq!(last["stopped"], "cancelled");
    }

    /// `timeout` signals its child and then the child's group; a terminal that is closed signals twice, too.
    #[test]
    fn one_request_ends_in_a_report_however_often_it_is_signalled() {
        for signals in [&["-INT"][..], &["-TERM"], &["-TERM"; 5], &["-HUP", "-HUP", "-TERM"], &["-INT"; 3]] {
            let ignored = [(HANG_UP, "-HUP"), (INTERRUPT, "-INT")];
            if ignored.iter().any(|&(signal, option)| signals.contains(&option) && is_skipped(signal)) {
                continue;
            }
            let child = start(job());
            sleep(Duration::from_millis(1500));
            signals.iter().for_each(|signal| kill(&child, signal));
            let output = end(child);
            assert_eq!(output.status.code(), Some(3), "{signals:?}: {output:?}");
            assert!(output.stderr.is_empty(), "{output:?}");
            is_cancelled(&output.stdout);
        }
    }

    #[test]
    fn a_closed_terminal_does_not_lose_the_output_file() {
        if is_skipped(HANG_UP) {
            return;
        }
        let folder = Folder::new();
        let report = folder.name("report.json");
        let mut command = job();
        command.args(["--output", &report]);
        let mut child = start(command);
        sleep(Duration::from_millis(1500));
        // Nobody reads what is written there any more.
        drop((child.stdout.take(), child.stderr.take()));
        kill(&child, "-HUP");
        kill(&child, "-HUP");
        assert_eq!(end(child).status.code(), Some(3));
        is_cancelled(folder.read("report.json").as_bytes());
    }

    /// As under `nohup`.
    #[test]
    #[cfg(target_os = "linux")]
    fn an_ignored_signal_stays_ignored() {
        let mut shell = Command::new("sh");
        shell.args(["-c", "trap '' HUP; exec \"$0\" \"$@\""]).arg(env!("CARGO_BIN_EXE_vesc-col"));
        shell.args(long_job()).args(["--format", "json"]);
        let mut child = start(shell);
        sleep(Duration::from_millis(1500));
        kill(&child, "-HUP");
        sleep(Duration::from_millis(500));
        assert!(child.try_wait().expect("it can be asked").is_none(), "it goes on");
        kill(&child, "-TERM");
        let output = end(child);
        assert_eq!(output.status.code(), Some(3));
        is_cancelled(&output.stdout);
    }
}

/// Standard input that nobody writes to, and a named pipe that nobody opens.
#[test]
#[cfg(unix)]
fn a_deadline_while_the_input_is_waited_for() {
    let folder = Folder::new();
    let pipe = folder.name("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo starts").success());
    for file in ["-", &pipe] {
        let mut command = common::program();
        command.args(["learn", file, "--timeout", "200ms"]).stdin(std::process::Stdio::piped());
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        let waiting = child.stdin.take();
        let output = child.wait_with_output().expect("it ends");
        drop(waiting);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{message}");
        assert!(message.contains(": stopped (deadline) while the file was read; nothing is known yet"), "{message}");
    }
}

/// What is typed at a terminal.
#[cfg(target_os = "linux")]
mod terminal {
    use std::fs::File;
    use std::io::{Read, Write};
    use std::process::{Child, Command, Stdio};
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    use rustix::fs::{Mode, OFlags};
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    use super::long_job;
    use crate::common::Folder;
    use crate::common::signal::{INTERRUPT, is_skipped};

    /// A program that a terminal controls.
    struct Session {
        terminal: File,
        child: Child,
    }

    impl Session {
        /// Starts the program at a new terminal. Its standard output is a pipe.
        fn start(arguments: &[String]) -> Session {
            let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("there are terminals");
            grantpt(&terminal).expect("it is granted");
            unlockpt(&terminal).expect("it is unlocked");
            let name = ptsname(&terminal, Vec::new()).expect("it has a name");
            let open = || rustix::fs::open(&name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).expect("it opens");
            let mut command = Command::new("setsid");
            command.arg("--ctty").arg(env!("CARGO_BIN_EXE_vesc-col")).args(arguments);
            command.stdin(open()).stderr(open()).stdout(Stdio::piped());
            let (terminal, child) = (File::from(terminal), command.spawn().expect("setsid starts"));
            // A screen shows the progress.
            let mut screen = terminal.try_clone().expect("it is a file");
            std::thread::spawn(move || std::io::copy(&mut screen, &mut std::io::sink()));
            Session { terminal, child }
        }

        fn press_ctrl_c(&mut self) {
            self.terminal.write_all(b"\x03").expect("the terminal takes it");
        }

        fn is_running(&mut self) -> bool {
            self.child.try_wait().expect("it can be asked").is_none()
        }

        /// The exit status, within some seconds, and what was printed.
        fn end(mut self) -> (Option<i32>, String) {
            let start = Instant::now();
            let mut printed = String::new();
            let mut out = self.child.stdout.take().expect("it is a pipe");
            out.read_to_string(&mut printed).expect("the report is UTF-8");
            let status = self.child.wait().expect("it ends");
            assert!(start.elapsed() < Duration::from_secs(20), "it took {:?}", start.elapsed());
            (status.code(), printed)
        }
    }

    #[test]
    fn ctrl_c_ends_in_a_report() {
        if is_skipped(INTERRUPT) {
            return;
        }
        for presses in [1, 3] {
            let mut session = Session::start(&long_job());
            sleep(Duration::from_millis(1500));
            (0..presses).for_each(|_| session.press_ctrl_c());
            let (status, printed) = session.end();
            assert_eq!(status, Some(3), "{printed}");
            assert!(printed.contains("undecided: "), "{printed}");
            assert!(printed.contains("the run was interrupted before it was known"), "{printed}");
        }
    }

    /// Nobody reads the report, so the first one cannot be heeded.
    #[test]
    fn a_second_ctrl_c_after_a_second_ends_at_once() {
        if is_skipped(INTERRUPT) {
            return;
        }
        let folder = Folder::new();
        let names: Vec<String> = (0..30).map(|i| format!("x{i}")).collect();
        let row = |cell: &str| vec![cell; 31].join(",");
        let file = folder.file("runs.csv", format!("{},y\n{}\n{}\n", names.join(","), row("1"), row("0")));
        let job = ["count", &file, "--literals", "4", "--terms", "1", "--list", "20000"].map(str::to_owned);
        let mut session = Session::start(&job);
        sleep(Duration::from_secs(3));
        session.press_ctrl_c();
        sleep(Duration::from_millis(300));
        session.press_ctrl_c();
        sleep(Duration::from_millis(300));
        assert!(session.is_running(), "two in a second are one request");
        sleep(Duration::from_millis(800));
        session.press_ctrl_c();
        let start = Instant::now();
        while session.is_running() && start.elapsed() < Duration::from_secs(20) {
            sleep(Duration::from_millis(20));
        }
        assert_eq!(session.end().0, Some(130));
    }
}

//! Where figures come from.

use std::process::Command;

/// Date, commit, machine, load and limit, in one line.
pub(super) fn line(scale: &str, limit: f64) -> String {
    let date = said("date", &["-u", "+%Y-%m-%d %H:%M UTC"]);
    let commit = said("git", &["describe", "--always", "--dirty", "--abbrev=7", "--exclude=*"]);
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let limit = if limit.is_finite() { format!("limit {limit} processor seconds") } else { "no limit".to_owned() };
    format!("{scale} run, {date}, commit {commit}, {} with {cores} cores, load {}, {limit}", machine(), load())
}

/// What a command prints in one line.
fn said(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().ok().filter(|output| output.status.success());
    output.map_or("unknown".to_owned(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Linux tells; elsewhere the name of the system must do.
fn machine() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or(std::env::consts::OS.to_owned(), |(_, name)| name.to_owned())
}

fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().filter(|text| !text.is_empty()).unwrap_or("unknown").to_owned()
}

//! The scripts of `--for` run all parts, with GNU tools or with stand-ins for the programs of clusters.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use super::job::{Job, done, rows};

const OPTIONS: [&str; 4] = ["--literals", "4", "--terms", "2"];

/// A stand-in for `bsub`: it runs its last argument, once for each index of the array in `-J name[1-3,7]`.
const BSUB: &str = r#"#!/bin/bash
set -e
indices=none; output=/dev/null
while [ $# -gt 1 ]; do
  case $1 in
    -J) spec=${2#*[}; indices=$(sed 's/]//; s/,/ /g' <<< "$spec"); shift 2 ;;
    -o) output=$2; shift 2 ;;
    -w) [[ $2 == ended\(\"vesc-*\"\) ]]; shift 2 ;;
    -W) [[ $2 =~ ^[0-9]+$ ]]; shift 2 ;;
    -M) [[ $2 =~ ^[0-9]+MB$ ]]; shift 2 ;;
    -r) shift ;;
    *) echo "unknown option $1" >&2; exit 1 ;;
  esac
done
for range in $indices; do
  [ "$range" = none ] && { sh -c "$1" > "$output"; break; }
  for index in $(seq "${range%-*}" "${range#*-}"); do LSB_JOBINDEX=$index sh -c "$1" > "$output"; done
done
"#;

/// A stand-in for `qsub`: it runs the script on its standard input, once for each index of `-t 1-3`.
const QSUB: &str = r#"#!/bin/bash
set -e
first=0; last=0; output=/dev/null; shell=sh
while [ $# -gt 0 ]; do
  case $1 in
    -t) first=${2%-*}; last=${2#*-}; shift 2 ;;
    -o) output=$2; shift 2 ;;
    -l) [[ $2 =~ ^h_rt=[0-9]+,h_vmem=[0-9]+M$ ]]; shift 2 ;;
    -N|-hold_jid) [[ $2 =~ ^(vesc|merge)-[0-9a-f]{12}$ ]]; shift 2 ;;
    -r|-j) [ "$2" = y ]; shift 2 ;;
    -S) shell=$2; shift 2 ;;
    -cwd|-V) shift ;;
    *) echo "unknown option $1" >&2; exit 1 ;;
  esac
done
script=$(cat)
for index in $(seq "$first" "$last"); do SGE_TASK_ID=$index "$shell" -c "$script" > "$output"; done
"#;

/// A stand-in for `sbatch`: it runs what `--wrap` says, once for each index of `--array=1-3,7`.
const SBATCH: &str = r#"#!/bin/bash
set -e
indices=none; output=/dev/null
while [ $# -gt 0 ]; do
  case $1 in
    --parsable) echo 7; shift ;;
    --requeue) shift ;;
    --array=*) indices=${1#*=}; indices=${indices//,/ }; shift ;;
    --time=*) [[ ${1#*=} =~ ^[0-9]+$ ]]; shift ;;
    --mem=*) [[ ${1#*=} =~ ^[0-9]+M$ ]]; shift ;;
    --dependency=*) [ "${1#*=}" = afterany:7 ]; shift ;;
    --output=*) output=${1#*=}; shift ;;
    --wrap) task=$2; shift 2 ;;
    *) echo "unknown option $1" >&2; exit 1 ;;
  esac
done
for range in $indices; do
  [ "$range" = none ] && { sh -c "$task" > "$output"; break; }
  for index in $(seq "${range%-*}" "${range#*-}"); do SLURM_ARRAY_TASK_ID=$index sh -c "$task" > "$output"; done
done
"#;

fn job_for(system: &str, workers: &[&str]) -> Job {
    let options: Vec<&str> = OPTIONS.iter().chain(&["--for", system]).chain(workers).copied().collect();
    Job::plan(&rows(6, 12, 9), &options, "5")
}

/// Whether the machine has a program.
fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

/// A shell finds no fault in the script, and running it leaves the report of one machine: with a task for each part, and with workers.
fn runs(system: &str, stand_in: Option<(&str, &str)>) {
    for workers in [&[][..], &["--workers", "2"]] {
        runs_with(system, workers, stand_in);
    }
}

fn runs_with(system: &str, workers: &[&str], stand_in: Option<(&str, &str)>) {
    let job = job_for(system, workers);
    let script = job.place.join(format!("{system}.sh"));
    let checked = Command::new("bash").arg("-n").arg(&script).output().unwrap();
    assert!(checked.status.success(), "{checked:?}");
    let tools = job.folder.path("tools");
    fs::create_dir(&tools).unwrap();
    if let Some((name, text)) = stand_in {
        let file = tools.join(name);
        fs::write(&file, text).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let path = format!("{}:{}", tools.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("sh");
    command.arg(&script).env("VESC_COL", env!("CARGO_BIN_EXE_vesc-col")).env("PATH", path);
    let ran = command.output().unwrap();
    assert!(ran.status.success(), "{ran:?}");
    assert!(job.parts().iter().all(|&part| job.answer(part).exists()), "{ran:?}");
    if stand_in.is_some() {
        let report = fs::read_to_string(job.place.join("report.txt")).unwrap();
        assert!(report.contains("counted: 4 literals, 2 terms"), "{report}");
    }
    assert_eq!(job.merge(), (0, job.alone("count", &OPTIONS)));
}

#[test]
fn the_script_for_lsf_runs_all_parts() {
    runs("lsf", Some(("bsub", BSUB)));
}

#[test]
fn the_script_for_grid_engine_runs_all_parts() {
    runs("sge", Some(("qsub", QSUB)));
}

#[test]
fn the_script_for_slurm_runs_all_parts() {
    runs("slurm", Some(("sbatch", SBATCH)));
}

#[test]
fn gnu_parallel_runs_all_parts() {
    if has("parallel") {
        runs("parallel", None);
    }
}

#[test]
fn make_runs_all_parts() {
    if !has("make") {
        return;
    }
    for workers in [&[][..], &["--workers", "2"]] {
        let job = job_for("make", workers);
        let program = Path::new(env!("CARGO_BIN_EXE_vesc-col"));
        let made =
            Command::new("make").args(["-s", "-j2", "-C"]).arg(&job.place).env("VESC_COL", program).output().unwrap();
        assert!(made.status.success(), "{made:?}");
        assert_eq!(job.merge(), (0, job.alone("count", &OPTIONS)));
    }
}

#[test]
fn a_script_has_the_limits_of_the_plan_and_the_parts_that_are_left() {
    let options = ["--literals", "4", "--terms", "2", "--timeout", "90m", "--memory", "2GiB", "--for", "sge"];
    let job = Job::plan(&rows(6, 12, 9), &options, "5");
    let parts = job.parts();
    let script = |name: &str| fs::read_to_string(job.place.join(name)).unwrap();
    let (first, last) = (parts[0], parts[parts.len() - 1]);
    let sge = script("sge.sh");
    assert!(sge.contains(&format!("-t {first}-{last} -l \"h_rt=5700,h_vmem=2048M\"")), "{sge}");
    assert_eq!(job.work(&parts[..2], &[]), 0);
    for (system, name, array) in [
        ("slurm", "slurm.sh", format!("--array={}-{last} --time=95 --mem=2048M", parts[2])),
        ("lsf", "lsf.sh", format!("[{}-{last}]\" -W 95 -M 2048MB", parts[2])),
    ] {
        let (status, text) = done(super::program().args(["plan", "--for", system, "--continue"]).arg(&job.place));
        assert_eq!(status, 0, "{text}");
        assert!(script(name).contains(&array), "{}", script(name));
    }
}

#[test]
fn workers_are_an_array_of_their_own() {
    let workers = ["--workers", "3", "--timeout", "90m"];
    let slurm = fs::read_to_string(job_for("slurm", &workers).place.join("slurm.sh")).unwrap();
    // The time of a part is none of a worker.
    assert!(slurm.contains("--array=1-3 --time=1440 ") && slurm.contains("work . --threads 1 --any\""), "{slurm}");
}

#[test]
fn the_script_only_merges_where_no_part_is_left() {
    let job = Job::plan(&rows(6, 12, 9), &OPTIONS, "5");
    assert_eq!(job.work(&job.parts(), &[]), 0);
    let (status, text) = done(super::program().args(["plan", "--for", "slurm", "--continue"]).arg(&job.place));
    assert_eq!(status, 0, "{text}");
    assert!(text.contains("nothing is left to work on"), "{text}");
    let script = fs::read_to_string(job.place.join("slurm.sh")).unwrap();
    assert!(script.contains("merge .") && !script.contains("sbatch"), "{script}");
    // An easy question is answered at once, and the two lines of the page still end in a report.
    let easy = job.folder.path("easy");
    let options = ["--max-literals", "2", "--local", "1m", "--for", "make", "--output"];
    let (status, text) = done(super::program().arg("plan").arg(job.folder.path("runs.csv")).args(options).arg(&easy));
    assert_eq!(status, 0, "{text}");
    let makefile = fs::read_to_string(easy.join("Makefile")).unwrap();
    assert!(makefile.contains("merge .") && !makefile.contains("work"), "{makefile}");
}

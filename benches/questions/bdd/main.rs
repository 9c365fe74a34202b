//! Whole questions, the engine beside the paper's method built plainly (one AND per sample on the diagram of the sub-space).
//!
//! `cargo bench -p vesc-col-benches --bench bdd -- [WORD...] [--timeout SECONDS] [--seed N] [--csv FILE]` measures the
//! cases whose names contain all of the words. Each one runs in a process of its own, so that memory is its own, and the
//! variants of an instance run one after the other, so that their ratio means something on a loaded machine.

mod case;
mod table;

use std::process::{Command, ExitCode, Stdio};

use crate::case::{Case, Figures, VARIANTS, cases};
use crate::table::Table;

struct Options {
    words: Vec<String>,
    timeout: u64,
    seed: u64,
    csv: Option<String>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // A process for one measurement: it prints the figures in one line.
    if let [mode, name, variant, timeout, seed] = &arguments[..]
        && mode == "--measure"
    {
        let case = cases().into_iter().find(|case| case.name() == *name);
        let (Some(case), Ok(timeout), Ok(seed)) = (case, timeout.parse(), seed.parse()) else {
            return ExitCode::FAILURE;
        };
        println!("{}", case.measure(variant, timeout, seed));
        return ExitCode::SUCCESS;
    }
    match options(&arguments) {
        Ok(options) => run(&options),
        Err(wrong) => {
            eprintln!("{wrong}");
            ExitCode::FAILURE
        }
    }
}

fn options(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options { words: Vec::new(), timeout: 120, seed: 1, csv: None };
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{argument} needs a value"));
        let number = |text: &String| text.parse().map_err(|_| format!("`{text}` is not a number"));
        match argument.as_str() {
            "--timeout" => options.timeout = number(value()?)?,
            "--seed" => options.seed = number(value()?)?,
            "--csv" => options.csv = Some(value()?.clone()),
            // What cargo adds by itself.
            "--bench" => {}
            word => options.words.push(word.to_owned()),
        }
    }
    Ok(options)
}

fn run(options: &Options) -> ExitCode {
    let mut table = Table::new();
    for case in cases() {
        if !options.words.iter().all(|word| case.name().contains(word.as_str())) {
            continue;
        }
        for variant in VARIANTS {
            match in_process(&case, variant, options) {
                Ok(figures) => table.row(&case.name(), variant, &figures),
                Err(wrong) => eprintln!("{}, {variant}: {wrong}", case.name()),
            }
        }
    }
    match options.csv.as_ref().map_or(Ok(()), |file| std::fs::write(file, table.csv())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn in_process(case: &Case, variant: &str, options: &Options) -> Result<Figures, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new(program)
        .args(["--measure", &case.name(), variant, &options.timeout.to_string(), &options.seed.to_string()])
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| error.to_string())?;
    let line = String::from_utf8_lossy(&output.stdout);
    line.trim().parse().map_err(|()| format!("no figures: {}", output.status))
}

//! What a host sees on a million rows: `cargo bench -p vesc-col-benches --bench large -- [--rows N] [--features N] [WORD...]`.
//!
//! * `load`: processor time of `push_words`, beside that of entering each row in a hash table.
//! * `memory`: how much each engine takes under budgets of 64 and 256 MiB, beside the data.
//! * `cancel`: processor time from `cancel()` to the answer.
//!
//! Without a word it measures all three. The rows are made from a seed, with a planted cause of two terms, and kept in a file: each
//! figure comes from a process of its own, which finds no memory that others have freed.

use std::collections::HashMap;
use std::error::Error;
use std::fs::{self, File};
use std::hint::black_box;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use cpu_time::ProcessTime;
use vesc_col::engine::{BddEngine, CoverEngine, SatEngine};
use vesc_col::generate::Recipe;
use vesc_col::report::Step;
use vesc_col::search::Learner as _;
use vesc_col::{Dataset, DnfSpace, Engine, Features, Portfolio, Run, Settings};

const ENGINES: [&str; 4] = ["cover", "bdd", "sat", "auto"];
/// Positive rows, a thousandth of the rows and no power of two.
const POSITIVES: usize = 1014;
/// Sizes of the planted terms: found within a few steps, and out of reach within the time.
const CAUSES: [&[usize]; 2] = [&[2, 3], &[5, 6]];
/// Seconds that a question may take.
const PATIENCE: u64 = 60;
/// Seconds after which a question is cancelled.
const DELAYS: [f64; 6] = [0.1, 0.4, 1.0, 2.0, 4.0, 8.0];

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    // Cargo adds `--bench`.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["one-load", file] => load(file.as_ref()),
        ["one-question", file, engine, memory, delay] => {
            question(file.as_ref(), engine, memory.parse()?, delay.parse()?)
        }
        _ => all(&words),
    }
}

fn all(words: &[&str]) -> Outcome<()> {
    let number = |name: &str, default: usize| -> Outcome<usize> {
        match words.iter().position(|word| *word == name) {
            Some(place) => Ok(words.get(place + 1).ok_or("a number is missing")?.parse()?),
            None => Ok(default),
        }
    };
    let (rows, features) = (number("--rows", 1_000_000)?, number("--features", 300)?);
    let kinds = ["load", "memory", "cancel"];
    let is_wanted = |kind: &str| !words.iter().any(|word| kinds.contains(word)) || words.contains(&kind);
    let chosen: Vec<&str> = ENGINES.into_iter().filter(|engine| words.contains(engine)).collect();
    let engines = if chosen.is_empty() { ENGINES.to_vec() } else { chosen };

    let folder = std::env::temp_dir().join(format!("vesc-col-large-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let mut files = Vec::new();
    for cause in CAUSES {
        let file = folder.join(format!("{}.rows", cause[0]));
        let recipe =
            Recipe { features, terms: cause.to_vec(), positives: POSITIVES, negatives: rows - POSITIVES, seed: 1 };
        write(&recipe, &file)?;
        files.push(file);
    }
    let measured = measure(&files, &engines, is_wanted);
    fs::remove_dir_all(&folder)?;
    measured
}

fn measure(files: &[impl AsRef<Path>], engines: &[&str], is_wanted: impl Fn(&str) -> bool) -> Outcome<()> {
    if is_wanted("load") {
        println!("| user seconds of push_words and build | of a hash table of the rows |\n| --- | --- |");
        println!("{}", child(&["one-load".as_ref(), files[0].as_ref()])?);
    }
    if is_wanted("memory") {
        println!("| planted | engine | budget, MiB | peak beside the data, MiB | outcome | user seconds |");
        println!("| --- | --- | --- | --- | --- | --- |");
        for (file, cause) in files.iter().zip(CAUSES) {
            for engine in engines {
                for memory in ["64", "256"] {
                    let line = child(&[
                        "one-question".as_ref(),
                        file.as_ref(),
                        engine.as_ref(),
                        memory.as_ref(),
                        "0".as_ref(),
                    ])?;
                    let [_, peak, outcome, seconds] = fields(&line)?;
                    println!("| {cause:?} | {engine} | {memory} | {peak} | {outcome} | {seconds} |");
                }
            }
        }
    }
    if is_wanted("cancel") {
        println!("| planted | engine | cancelled after, s | user seconds to the answer | outcome |");
        println!("| --- | --- | --- | --- | --- |");
        for (file, cause) in files.iter().zip(CAUSES) {
            for engine in engines {
                for delay in DELAYS {
                    let delay = delay.to_string();
                    let line = child(&[
                        "one-question".as_ref(),
                        file.as_ref(),
                        engine.as_ref(),
                        "0".as_ref(),
                        delay.as_ref(),
                    ])?;
                    let [late, _, outcome, _] = fields(&line)?;
                    println!("| {cause:?} | {engine} | {delay} | {late} | {outcome} |");
                }
            }
        }
    }
    Ok(())
}

/// What this program says when it is started with these arguments.
fn child(arguments: &[&Path]) -> Outcome<String> {
    let output = Command::new(std::env::current_exe()?).args(arguments).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

fn fields(line: &str) -> Outcome<[&str; 4]> {
    line.split(',').collect::<Vec<_>>().try_into().map_err(|_| line.into())
}

/// Writes how many features there are, then each row: its label and its words.
fn write(recipe: &Recipe, file: &Path) -> Outcome<()> {
    let (data, _) = recipe.make()?;
    let mut file = BufWriter::new(File::create(file)?);
    file.write_all(&(recipe.features as u64).to_le_bytes())?;
    for (label, samples) in [(1, data.positives()), (0, data.negatives())] {
        for index in 0..samples.distinct() {
            file.write_all(&[label])?;
            for word in samples.words(index) {
                file.write_all(&word.to_le_bytes())?;
            }
        }
    }
    Ok(file.flush()?)
}

/// The rows of such a file.
struct Rows {
    features: usize,
    file: BufReader<File>,
}

impl Rows {
    fn open(file: &Path) -> Outcome<Rows> {
        let mut file = BufReader::new(File::open(file)?);
        let mut number = [0; 8];
        file.read_exact(&mut number)?;
        Ok(Rows { features: usize::try_from(u64::from_le_bytes(number))?, file })
    }

    /// The next row's label, if there is one more; its words go to `words`.
    fn next(&mut self, words: &mut [u64]) -> Option<bool> {
        let (mut label, mut number) = ([0], [0; 8]);
        self.file.read_exact(&mut label).ok()?;
        for word in words {
            self.file.read_exact(&mut number).ok()?;
            *word = u64::from_le_bytes(number);
        }
        Some(label == [1])
    }
}

fn load(file: &Path) -> Outcome<()> {
    let mut rows = Rows::open(file)?;
    let (features, stride) = (rows.features, rows.features.div_ceil(64));
    let (mut words, mut labels, mut row) = (Vec::new(), Vec::new(), vec![0; stride]);
    while let Some(label) = rows.next(&mut row) {
        labels.push(label);
        words.extend_from_slice(&row);
    }
    let start = ProcessTime::now();
    let mut builder = Dataset::builder(Features::numbered(features));
    for (row, &label) in words.chunks_exact(stride).zip(&labels) {
        builder.push_words(label, row)?;
    }
    let data = builder.build()?;
    let built = start.elapsed();
    black_box(&data);
    let start = ProcessTime::now();
    let mut table: HashMap<&[u64], u32> = HashMap::new();
    for (row, words) in (0..).zip(words.chunks_exact(stride)) {
        table.entry(words).or_insert(row);
    }
    let hashed = start.elapsed();
    black_box(&table);
    println!("| {:.2} | {:.2} |", built.as_secs_f64(), hashed.as_secs_f64());
    Ok(())
}

/// Asks one engine: its lateness after a cancel, its peak beside the data, its outcome, and its time.
fn question(file: &Path, engine: &str, memory: u64, delay: f64) -> Outcome<()> {
    let mut rows = Rows::open(file)?;
    let features = rows.features;
    let mut builder = Dataset::builder(Features::numbered(features));
    let mut row = vec![0; features.div_ceil(64)];
    while let Some(label) = rows.next(&mut row) {
        builder.push_words(label, &row)?;
    }
    let data = Arc::new(builder.build()?);
    let learner: Box<dyn Engine> = match engine {
        "cover" => Box::new(CoverEngine::default()),
        "bdd" => Box::new(BddEngine::default()),
        "sat" => Box::new(SatEngine::default()),
        _ => Box::new(Portfolio::default()),
    };
    let mut run = Run::new().with_timeout(Duration::from_secs(PATIENCE)).with_threads(2);
    if memory > 0 {
        run = run.with_memory(memory << 20);
    }
    let token = run.cancel_token().clone();
    let (end, ended) = channel::<()>();
    let canceller = (delay > 0.0).then(|| {
        thread::spawn(move || {
            // It ends early if the question does.
            if ended.recv_timeout(Duration::from_secs_f64(delay)).is_ok() {
                return None;
            }
            token.cancel();
            Some(ProcessTime::now())
        })
    });
    // The peak is counted from now on.
    fs::write("/proc/self/clear_refs", "5")?;
    let before = status("VmRSS:")?;
    let start = ProcessTime::now();
    let report = learner.search(&data, DnfSpace::up_to(features, 11, 2), &Settings::default(), &run)?;
    let seconds = start.elapsed();
    let cancelled = canceller.and_then(|canceller| {
        let _ = end.send(());
        canceller.join().ok().flatten()
    });
    let late = cancelled.map_or("answered".to_owned(), |since| format!("{:.3}", since.elapsed().as_secs_f64()));
    let peak = status("VmHWM:")?.saturating_sub(before) >> 10;
    let last = report.steps().last();
    let size = last.map(|step| step.complexity().to_string()).unwrap_or_default().replace(',', ";");
    let stopped = last.and_then(Step::stopped).map(|reason| format!(" ({reason})")).unwrap_or_default();
    println!("{late},{peak},{:?} at {size}{stopped},{:.1}", report.outcome(), seconds.as_secs_f64());
    Ok(())
}

/// A size in KiB from what the system says of this process.
fn status(name: &str) -> Outcome<u64> {
    let text = fs::read_to_string("/proc/self/status")?;
    let line = text.lines().find_map(|line| line.strip_prefix(name)).ok_or("the system does not tell")?;
    Ok(line.split_whitespace().next().ok_or("a number is missing")?.parse()?)
}

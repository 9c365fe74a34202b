//! Measures one file on each solver, and the time from a cancel to the answer: `cargo run --release -p vesc-col-benches --features batsat,cadical --bin solvers -- cancel`.
//!
//! * `file FILE.csv L K [NAME]`: one sub-space of a file (header, cells 0 and 1, label last), by each solver whose name contains the
//!   word given, such as `cadical`.
//! * `cancel`: how long a cancelled search goes on.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use vesc_col::generate::Recipe;
use vesc_col_core::{CancelToken, Dataset, DnfSpace, Engine, Features, Query, Run};
use vesc_col_sat::{SatEngine, Varisat};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["file", path, literals, terms] => file(path, literals.parse()?, terms.parse()?, ""),
        ["file", path, literals, terms, name] => file(path, literals.parse()?, terms.parse()?, name),
        ["cancel"] => cancel(),
        _ => Err("expected `file FILE L K [NAME]` or `cancel`".into()),
    }
}

/// The engine on every solver.
fn engines() -> impl Iterator<Item = (&'static str, SatEngine)> {
    [
        ("varisat", SatEngine::with_backend(Varisat)),
        #[cfg(feature = "batsat")]
        ("batsat", SatEngine::with_backend(vesc_col_sat::Batsat)),
        #[cfg(feature = "cadical")]
        ("cadical", SatEngine::with_backend(vesc_col_sat::Cadical)),
    ]
    .into_iter()
}

fn file(path: &str, literals: usize, terms: usize, named: &str) -> Result<(), Box<dyn Error>> {
    let data = Arc::new(read(path)?);
    for (name, engine) in engines().filter(|(name, _)| name.contains(named)) {
        let start = Instant::now();
        let space = DnfSpace::new(data.features().len(), literals, terms);
        let query = Query::new(Arc::new(space)).with_bound(1);
        let run = Run::new().with_timeout(Duration::from_secs(120));
        let answer = engine.open(data.clone()).measure(&query, &run)?;
        println!("{name}: {:.2?}, |VS| {}, formulas {}", start.elapsed(), answer.concepts, answer.formulas);
    }
    Ok(())
}

/// Questions that nobody waits for: the last one counts, and has found a million formulas when it is stopped.
fn cancel() -> Result<(), Box<dyn Error>> {
    let cases = [
        (100, vec![6, 6, 6], 3, 2000, 18, 3, false),
        (500, vec![3, 3, 3], 2, 10_000, 9, 3, false),
        (95, vec![1, 4], 0, 68, 5, 2, true),
    ];
    for (features, sizes, positives, negatives, literals, terms, exact) in cases {
        let (data, _) = Recipe { features, terms: sizes, positives, negatives, seed: 1 }.make()?;
        let space = Arc::new(DnfSpace::new(features, literals, terms));
        let query = Query::new(space).with_bound(1).with_exact(exact);
        let query = if exact { query.with_list_limit(100_000) } else { query };
        for (name, engine) in engines() {
            let mut latencies = Vec::new();
            for attempt in 0..6 {
                let token = CancelToken::new();
                let run = Run::new().with_cancel(token.clone());
                let delay = Duration::from_millis(50 + 500 * attempt);
                let watchdog = thread::spawn(move || {
                    thread::sleep(delay);
                    token.cancel();
                    Instant::now()
                });
                let answer = engine.open(data.clone()).measure(&query, &run)?;
                let end = Instant::now();
                let cancelled = watchdog.join().map_err(|_| "the watchdog failed")?;
                if answer.stopped.is_some() {
                    latencies.push(end.saturating_duration_since(cancelled).as_secs_f64() * 1000.0);
                }
            }
            let worst = latencies.iter().copied().fold(0.0, f64::max);
            println!(
                "{features} features, {negatives} negatives, ({literals},{terms}), {name}: worst {worst:.1} ms of {latencies:.1?}"
            );
        }
    }
    Ok(())
}

fn read(path: &str) -> Result<Dataset, Box<dyn Error>> {
    let text = fs::read_to_string(path)?;
    let mut rows = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = rows.next().ok_or("the file is empty")?;
    let label = header.len() - 1;
    let mut builder = Dataset::builder(Features::new(header[..label].iter().copied())?);
    for row in rows {
        builder.push_text(row.get(label) == Some(&"1"), row.into_iter().take(label))?;
    }
    Ok(builder.build()?)
}

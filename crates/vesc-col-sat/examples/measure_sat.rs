//! Times the engine: `cargo run --release -p vesc-col-sat --example measure_sat -- planted`.
//!
//! * `planted [SEED [SEEDS]]`: instances as the paper's experiments make them, under every encoding.
//! * `file FILE.csv L K`: one sub-space of a file (header, cells 0 and 1, label last).
//! * `cancel`: how long a cancelled search goes on.
//! * `encode`: how long 10000 negatives of 500 features take to encode for three terms, and (on Linux) the peak memory.

use std::error::Error;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use vesc_col_core::{CancelToken, Dataset, DnfSpace, Engine, Event, Features, Query, Run, VersionSpace};
use vesc_col_sat::{Counter, Encoding, SatEngine};

/// Nothing is measured for longer than this.
const TIMEOUT: Duration = Duration::from_secs(120);

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["planted"] => planted(1, 3),
        ["planted", seed] => planted(seed.parse()?, 1),
        ["planted", seed, seeds] => planted(seed.parse()?, seeds.parse()?),
        ["file", path, literals, terms] => {
            let data = Arc::new(read(path)?);
            for encoding in encodings() {
                measure(&format!("{encoding:?}"), &data, literals.parse()?, terms.parse()?, encoding)?;
            }
            Ok(())
        }
        ["cancel"] => cancel(),
        ["encode"] => encode(),
        _ => Err("expected `planted`, `file FILE L K`, `cancel` or `encode`".into()),
    }
}

fn encodings() -> impl Iterator<Item = Encoding> {
    [Counter::Totalizer, Counter::Sequential]
        .into_iter()
        .flat_map(|counter| [false, true].map(|equivalences| Encoding { counter, equivalences, ..Encoding::default() }))
}

fn planted(first: u64, seeds: u64) -> Result<(), Box<dyn Error>> {
    for (sizes, positives, negatives, spaces) in
        [(vec![5], 2, 1000, vec![(4, 1), (5, 1), (6, 1)]), (vec![2, 3], 5, 500, vec![(4, 2), (5, 2)])]
    {
        for (literals, terms) in spaces {
            for encoding in encodings() {
                for seed in first..first + seeds {
                    let data = Arc::new(generate(100, &sizes, positives, negatives, seed)?);
                    measure(&format!("terms {sizes:?}, seed {seed}, {encoding:?}"), &data, literals, terms, encoding)?;
                }
            }
        }
    }
    Ok(())
}

fn measure(
    what: &str,
    data: &Arc<Dataset>,
    literals: usize,
    terms: usize,
    encoding: Encoding,
) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let run = Run::new().with_timeout(TIMEOUT);
    let answer = ask(data, literals, terms, encoding, &run)?;
    println!(
        "({literals},{terms}) {what}: {:.2} s, |VS| {}, formulas {}, stopped {:?}",
        start.elapsed().as_secs_f64(),
        answer.concepts,
        answer.formulas,
        answer.stopped
    );
    for hypothesis in answer.hypotheses.iter().take(2) {
        println!("    {}", hypothesis.display(data.features()));
    }
    Ok(())
}

fn ask(
    data: &Arc<Dataset>,
    literals: usize,
    terms: usize,
    encoding: Encoding,
    run: &Run,
) -> Result<VersionSpace, Box<dyn Error>> {
    let query =
        Query::new(Arc::new(DnfSpace::new(data.features().len(), literals, terms))).with_bound(1).with_list_limit(1);
    Ok(SatEngine::default().with_encoding(encoding).open(data.clone()).measure(&query, run)?)
}

fn cancel() -> Result<(), Box<dyn Error>> {
    let cases =
        [(100, vec![2, 3], 5, 500, 5, 2), (100, vec![3, 3, 3], 10, 2000, 9, 3), (500, vec![3, 3, 3], 10, 10_000, 9, 3)];
    for (features, sizes, positives, negatives, literals, terms) in cases {
        let data = Arc::new(generate(features, &sizes, positives, negatives, 1)?);
        let mut latencies = Vec::new();
        for attempt in 0..12 {
            let token = CancelToken::new();
            let run = Run::new().with_cancel(token.clone());
            let delay = Duration::from_millis(200 + 350 * attempt);
            let watchdog = thread::spawn(move || {
                thread::sleep(delay);
                token.cancel();
                Instant::now()
            });
            let answer = ask(&data, literals, terms, Encoding::default(), &run)?;
            let end = Instant::now();
            let cancelled = watchdog.join().map_err(|_| "the watchdog failed")?;
            if answer.stopped.is_some() {
                latencies.push(end.saturating_duration_since(cancelled).as_secs_f64() * 1000.0);
            }
        }
        let worst = latencies.iter().copied().fold(0.0, f64::max);
        println!("n = {features}, {negatives} negatives, ({literals},{terms}): worst {worst:.1} ms of {latencies:.1?}");
    }
    Ok(())
}

fn encode() -> Result<(), Box<dyn Error>> {
    let data = Arc::new(generate(500, &[3, 3, 3], 10, 10_000, 1)?);
    let query = Query::new(Arc::new(DnfSpace::new(500, 9, 3)));
    let last = Arc::new(Mutex::new(Duration::ZERO));
    let (start, note) = (Instant::now(), last.clone());
    let run = Run::new().with_timeout(Duration::from_secs(30)).with_observer(move |event: &Event<'_>| {
        if let (Event::Progress { activity: "encoding samples", .. }, Ok(mut last)) = (event, note.lock()) {
            *last = start.elapsed();
        }
    });
    SatEngine::default().open(data).measure(&query, &run)?;
    println!("last seen encoding after {:.2?}", last.lock().map_err(|_| "the observer failed")?);
    if let Ok(status) = fs::read_to_string("/proc/self/status") {
        println!("{}", status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default());
    }
    Ok(())
}

/// A planted DNF with terms of the given sizes; rows are uniform among the rejected and the accepted inputs.
fn generate(
    features: usize,
    sizes: &[usize],
    positives: usize,
    negatives: usize,
    seed: u64,
) -> Result<Dataset, Box<dyn Error>> {
    let mut random = Random(seed);
    let mut free: Vec<usize> = (0..features).collect();
    let mut terms = Vec::new();
    for &size in sizes {
        let term: Vec<(usize, bool)> =
            (0..size).map(|_| (free.swap_remove(random.below(free.len())), random.below(2) == 1)).collect();
        terms.push(term);
    }
    let holds = |term: &[(usize, bool)], row: &[bool]| term.iter().all(|&(feature, value)| row[feature] == value);
    let mut builder = Dataset::builder(Features::numbered(features));
    let (mut accepted, mut rejected) = (0, 0);
    while accepted < positives || rejected < negatives {
        let mut row: Vec<bool> = (0..features).map(|_| random.below(2) == 1).collect();
        if accepted < positives {
            // The first positives are explained by one term only.
            let chosen = accepted % terms.len();
            terms[chosen].iter().for_each(|&(feature, value)| row[feature] = value);
            if accepted < terms.len() && terms.iter().filter(|term| holds(term, &row)).count() > 1 {
                continue;
            }
            builder.push(true, row)?;
            accepted += 1;
        } else if !terms.iter().any(|term| holds(term, &row)) {
            builder.push(false, row)?;
            rejected += 1;
        }
    }
    Ok(builder.build()?)
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
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

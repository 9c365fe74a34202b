//! Which mix of engines is best: `cargo bench -p vesc-col-benches --bench portfolio -- [--limit SECONDS] [WORD...]`.
//!
//! Each question by each engine alone and by races of several, on one thread and on two, in one run. A cell has milliseconds of the clock
//! and of the processor, each the least of up to three tries; `-` where an engine refuses the language, `>` where it found no answer in time.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use vesc_col::data::Sample;
use vesc_col::engine::{BddEngine, CoverEngine, Query, SatEngine};
use vesc_col::generate::Recipe;
use vesc_col::search::OnOverfit;
use vesc_col::spaces::{ParitySpace, ThresholdSpace, TreeSpace};
use vesc_col::{Dataset, DnfSpace, Engine, Features, Outcome, Portfolio, Run, Settings, SubSpace, count, search};

/// A sub-space to count exactly, or a search.
enum Asked {
    Count(Arc<dyn SubSpace>),
    Search(Vec<Arc<dyn SubSpace>>),
}

struct Question {
    name: &'static str,
    data: Arc<Dataset>,
    asked: Asked,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let at = arguments.iter().position(|argument| argument == "--limit");
    let limit = at.and_then(|at| arguments.get(at + 1)?.parse().ok()).unwrap_or(20);
    let words: Vec<&String> = arguments
        .iter()
        .enumerate()
        .filter(|(i, _)| at.is_none_or(|at| *i != at && *i != at + 1))
        .map(|(_, w)| w)
        .collect();
    let variants = variants();
    let names: Vec<String> = variants.iter().map(|(name, ..)| name.clone()).collect();
    println!("| question | {} |", names.join(" | "));
    println!("| --- |{}", " --- |".repeat(names.len()));
    for question in questions()? {
        if !words.iter().all(|word| question.name.contains(word.as_str())) {
            continue;
        }
        let cells: Vec<String> = variants
            .iter()
            .map(|(_, engine, threads)| measure(&question, &**engine, *threads, Duration::from_secs(limit)))
            .collect();
        println!("| {} | {} |", question.name, cells.join(" | "));
    }
    Ok(())
}

fn variants() -> Vec<(String, Arc<dyn Engine>, usize)> {
    let cover = || Arc::new(CoverEngine::default()) as Arc<dyn Engine>;
    let bdd = || Arc::new(BddEngine::default()) as Arc<dyn Engine>;
    let sat = || Arc::new(SatEngine::default()) as Arc<dyn Engine>;
    let race = |engines: Vec<Arc<dyn Engine>>, head_start| {
        Arc::new(Portfolio::new(engines).with_head_start(Duration::from_millis(head_start))) as Arc<dyn Engine>
    };
    let mut variants = vec![
        ("cover, 1 thread".to_owned(), cover(), 1),
        ("bdd".to_owned(), bdd(), 1),
        ("sat".to_owned(), sat(), 1),
        ("cover, 2 threads".to_owned(), cover(), 2),
        ("cover+bdd+sat, 1 thread".to_owned(), race(vec![cover(), bdd(), sat()], 20), 1),
        ("bdd+sat, 20 ms".to_owned(), race(vec![bdd(), sat()], 20), 2),
    ];
    for head_start in [0, 20, 200] {
        let engines = vec![cover(), bdd(), sat()];
        variants.push((format!("cover+bdd+sat, {head_start} ms"), race(engines, head_start), 2));
    }
    variants
}

/// The least times of up to three tries.
fn measure(question: &Question, engine: &dyn Engine, threads: usize, limit: Duration) -> String {
    let (mut clock, mut processor) = (Duration::MAX, Duration::MAX);
    for _ in 0..3 {
        let run = Run::new().with_timeout(limit).with_threads(threads);
        let (start, start_processor) = (Instant::now(), ProcessTime::now());
        let answered = match &question.asked {
            Asked::Count(space) => {
                let settings = Settings::default().with_exact(true).with_list_limit(100);
                count(engine, &question.data, Arc::clone(space), &settings, &run)
                    .map(|report| report.steps().last().is_some_and(|step| step.result().formulas.is_exact()))
            }
            Asked::Search(spaces) => {
                let settings = Settings::default().with_on_overfit(OnOverfit::Stop);
                let report = search(engine, &question.data, spaces.iter().cloned(), &settings, &run);
                report.map(|report| report.outcome() != Outcome::Undecided)
            }
        };
        match answered {
            Err(_) => return "-".to_owned(),
            Ok(false) => return format!("> {:.0}", start.elapsed().as_secs_f64() * 1000.0),
            Ok(true) => {}
        }
        clock = clock.min(start.elapsed());
        processor = processor.min(start_processor.elapsed());
        if clock > Duration::from_secs(2) {
            break;
        }
    }
    let milliseconds = |time: Duration| format!("{:.1}", time.as_secs_f64() * 1000.0);
    format!("{} / {}", milliseconds(clock), milliseconds(processor))
}

fn questions() -> Result<Vec<Question>, Box<dyn Error>> {
    let made = |features, terms: &[usize], positives, negatives| {
        Recipe { features, terms: terms.to_vec(), positives, negatives, seed: 1 }.make().map(|(data, _)| data)
    };
    let up_to = |literals, terms| {
        Asked::Search(DnfSpace::up_to(100, literals, terms).map(|space| Arc::new(space) as Arc<dyn SubSpace>).collect())
    };
    let exact = |features, literals, terms| Asked::Count(Arc::new(DnfSpace::new(features, literals, terms)));
    let two_terms = made(100, &[2, 3], 5, 500)?;
    let one_positive = made(100, &[5], 1, 1000)?;
    let question = |name, data: &Arc<Dataset>, asked| Question { name, data: Arc::clone(data), asked };
    Ok(vec![
        question("monomial, 0 positives, search to (5,1)", &made(100, &[5], 0, 1000)?, up_to(5, 1)),
        question("monomial, 1 positive, search to (5,1)", &one_positive, up_to(5, 1)),
        question("monomial, 1 positive, count of (6,1)", &one_positive, exact(100, 6, 1)),
        question("monomial, 2 positives, search to (5,1)", &made(100, &[5], 2, 1000)?, up_to(5, 1)),
        question("terms 2+3, search to (5,2)", &two_terms, up_to(5, 2)),
        question("terms 2+3, count of (7,2)", &two_terms, exact(100, 7, 2)),
        question("terms 2+3, count of (9,2)", &two_terms, exact(100, 9, 2)),
        question("250 of each, 3 terms, search to (9,3)", &made(100, &[3; 3], 250, 250)?, up_to(9, 3)),
        question("250 of each, 4 terms, search to (12,4)", &made(100, &[3; 4], 250, 250)?, up_to(12, 4)),
        question("10000 negatives, 3+5, search to (8,2)", &made(100, &[3, 5], 6, 10_000)?, up_to(8, 2)),
        question("10000 negatives, 4+4, search to (8,2)", &made(100, &[4, 4], 6, 10_000)?, up_to(8, 2)),
        question("68 negatives, count of (5,2)", &made(95, &[1, 4], 0, 68)?, exact(95, 5, 2)),
        opaque("parity of 3 of 30", |size| Arc::new(ParitySpace::new(30, size)), 3, 40)?,
        opaque("2 of 5 of 40", |size| Arc::new(ThresholdSpace::new(40, size, 2)), 5, 120)?,
        opaque("tree of 3 splits over 20", |size| Arc::new(TreeSpace::new(20, size)), 3, 80)?,
    ])
}

/// The search for a planted member of size `size`, from uniform samples.
fn opaque<S: Fn(usize) -> Arc<dyn SubSpace>>(
    name: &'static str,
    space: S,
    size: usize,
    rows: usize,
) -> Result<Question, Box<dyn Error>> {
    // The first member that an engine lists is as good a target as any.
    let full = space(size);
    let features = full.features();
    let none = Arc::new(Dataset::builder(Features::numbered(features)).build()?);
    let listed = SatEngine::default().open(none).measure(&Query::new(full).with_bound(1), &Run::new())?;
    let target = listed.hypotheses.first().ok_or("an empty sub-space")?;
    let mut state = 1u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    let mut builder = Dataset::builder(Features::numbered(features));
    for _ in 0..rows {
        let words = [next() << 31 ^ next()];
        let sample = &Sample::from_slice(&words)[..features];
        builder.push(target.accepts(sample), sample.iter().map(|value| *value))?;
    }
    let spaces = (1..=size).map(space).collect();
    Ok(Question { name, data: Arc::new(builder.build()?), asked: Asked::Search(spaces) })
}

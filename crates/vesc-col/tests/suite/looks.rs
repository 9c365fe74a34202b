//! How often engines look at the run, counted in looks and in passes over the data.
#![cfg(all(feature = "bdd", feature = "cover", feature = "sat"))]

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::common::with_unknown_cells;
use cpu_time::ThreadTime;
use vesc_col::data::{Domain, Samples};
use vesc_col::engine::{BddEngine, CoverEngine, EngineError, Fit, Query, SatEngine, VersionSpace};
use vesc_col::formula::Literal;
use vesc_col::run::{CancelToken, Event, StopReason};
use vesc_col::spaces::{CnfSpace, ThresholdSpace};
use vesc_col::{Dataset, DnfSpace, Engine, Features, Learner, Portfolio, Run, Settings, SubSpace};

const FEATURES: usize = 130;
const ROWS: usize = 20_000;

/// Words of the data that an engine may go through between two looks. A pass over a million rows of 300 features takes
/// 4.7 million, so that this is a look about every millisecond.
const WORDS_BETWEEN_LOOKS: usize = 1 << 16;

/// Looks that an engine may take after one that told it to end, while what it was about is given up.
const LOOKS_AFTER_THE_LAST: usize = 8;

/// Rows without a pattern, the first of them positive.
fn data() -> Arc<Dataset> {
    let mut state = 1u64;
    let mut bit = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 63 == 1
    };
    let mut builder = Dataset::builder(Features::numbered(FEATURES));
    for row in 0..ROWS {
        builder.push(row < 20, (0..FEATURES).map(|_| bit())).expect("as many cells as features");
    }
    Arc::new(builder.build().expect("rows that differ"))
}

fn engines() -> [Box<dyn Engine>; 3] {
    [Box::new(CoverEngine::default()), Box::new(BddEngine::default()), Box::new(SatEngine::default())]
}

/// The engine's answer, and how often it looked. The run is cancelled at the look with this number.
fn looked(engine: &dyn Engine, data: &Arc<Dataset>, size: (usize, usize), last: usize) -> (VersionSpace, usize) {
    let (looks, token) = (Arc::new(AtomicUsize::new(0)), CancelToken::new());
    let (counter, cancelled) = (Arc::clone(&looks), token.clone());
    let run = Run::new().with_threads(1).with_cancel(token).with_probe(move || {
        if counter.fetch_add(1, Ordering::Relaxed) + 1 == last {
            cancelled.cancel();
        }
    });
    let query = Query::new(Arc::new(DnfSpace::new(FEATURES, size.0, size.1)));
    let answer = engine.open(Arc::clone(data)).measure(&query, &run).expect("it supports the question");
    (answer, looks.load(Ordering::Relaxed))
}

/// To say that a formula fits, an engine must look at every row. For CNF it copies them before, and where cells are unknown it
/// completes them, and asks twice.
#[test]
fn an_engine_looks_at_the_run_while_it_goes_through_the_data() {
    let data = rows_among(|_| true, |row| row[0] & 0b11 == 0b11);
    let (partial, words) = (with_unknown_cells(&data), MANY_ROWS * FEATURES.div_ceil(64));
    assert!(words >= 9 * WORDS_BETWEEN_LOOKS, "a few looks are too few");
    let domain =
        Domain::builder(FEATURES).never([100, 101, 102, 103, 104, 105, 106, 107].map(Literal::positive)).build();
    let legal = rows_among(|row| row[1] >> 36 & 0xff != 0xff, |row| row[0] & 0b11 == 0b11);
    let dnf = DnfSpace::new(FEATURES, 2, 1);
    let legal_dnf = dnf.within(&domain.expect("other inputs are legal"));
    let (exact, budget) = (Settings::default(), Settings::default().with_error_budget(0, 1));
    type Question<'a> = (&'a str, &'a Arc<Dataset>, Arc<dyn SubSpace>, &'a Settings, usize);
    let questions: [Question<'_>; 6] = [
        ("dnf", &data, Arc::new(dnf), &exact, 1),
        ("cnf", &data, Arc::new(CnfSpace::new(FEATURES, 2, 2)), &exact, 2),
        ("opaque", &data, Arc::new(ThresholdSpace::new(FEATURES, 2, 2)), &exact, 1),
        ("declared", &legal, Arc::new(legal_dnf), &exact, 1),
        ("budget", &data, Arc::new(dnf), &budget, 1),
        ("unknown", &partial, Arc::new(dnf), &exact, 3),
    ];
    for engine in engines() {
        for (name, data, space, settings, passes) in &questions {
            let looks = Arc::new(AtomicUsize::new(0));
            let counter = Arc::clone(&looks);
            let run = Run::new().with_threads(1).with_timeout(LONGEST_SEARCH).with_probe(move || {
                counter.fetch_add(1, Ordering::Relaxed);
            });
            let line = format!("{}, {name}", engine.name());
            match engine.search(data, vec![Arc::clone(space)], settings, &run) {
                // Diagrams take rows one by one, and not all of them in so short a time.
                Ok(_) if run.stopped().is_some() => continue,
                Ok(report) => assert_ne!(report.steps()[0].result().hypotheses.len(), 0, "{line}"),
                Err(EngineError::Unsupported { .. }) => continue,
                Err(error) => panic!("{line}: {error}"),
            }
            let looks = looks.load(Ordering::Relaxed);
            assert!(
                looks * WORDS_BETWEEN_LOOKS >= passes * words,
                "{line}: {looks} looks, {passes} times {words} words"
            );
        }
    }
}

/// Rows for gaps between looks: one pass over them is ten times as many words as an engine may go through.
const MANY_ROWS: usize = 200_000;

/// The largest gap between two looks, in the time of a plain pass over all words. A word costs an engine several times what it costs to
/// count its bits, and the machine has other work.
const MOST_PASSES: f64 = 60.0;

/// Rows without a pattern but a cause of two terms of 3 and 4 literals, one in two hundred positive.
fn many_rows() -> Arc<Dataset> {
    rows_among(|_| true, cause)
}

fn cause(row: &[u64; 3]) -> bool {
    row[0] & 0b111 == 0b111 || row[0] & 0b111_1000 == 0b111_1000
}

/// Rows without a pattern but this cause, as far as they are legal. One in 32 of the positive ones is kept.
fn rows_among(is_legal: impl Fn(&[u64; 3]) -> bool, cause: impl Fn(&[u64; 3]) -> bool) -> Arc<Dataset> {
    let mut state = 1u64;
    let mut word = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state.rotate_left(32)
    };
    let mut builder = Dataset::builder(Features::numbered(FEATURES));
    while builder.rows() < MANY_ROWS {
        let row = [word(), word(), word() & 3];
        let is_positive = cause(&row);
        if is_legal(&row) && (!is_positive || row[1].is_multiple_of(32)) {
            builder.push_words(is_positive, &row).expect("as many words as the features need");
        }
    }
    Arc::new(builder.build().expect("the label is a function of the row"))
}

/// The longest stretch of any thread without a look, in its own time.
static LONGEST: Mutex<Duration> = Mutex::new(Duration::ZERO);

/// A thread's own time at its last look. Its first stretch begins with the thread, and its last one ends with it.
struct LastLook(Cell<Duration>);

impl LastLook {
    fn look(&self) {
        let now = ThreadTime::now().as_duration();
        let stretch = now.saturating_sub(self.0.replace(now));
        let mut longest = LONGEST.lock().expect("nobody panics here");
        *longest = stretch.max(*longest);
    }
}

impl Drop for LastLook {
    fn drop(&mut self) {
        self.look();
    }
}

thread_local! {
    static LAST_LOOK: LastLook = const { LastLook(Cell::new(Duration::ZERO)) };
}

/// The longest gap between two looks of any thread while something is asked, the beginning and the end included.
fn longest_gap(ask: impl FnOnce(Run)) -> Duration {
    LAST_LOOK.with(LastLook::look);
    *LONGEST.lock().expect("nobody panics here") = Duration::ZERO;
    let probe = || LAST_LOOK.with(LastLook::look);
    ask(Run::new().with_threads(2).with_timeout(LONGEST_SEARCH).with_probe(probe));
    LAST_LOOK.with(LastLook::look);
    *LONGEST.lock().expect("nobody panics here")
}

/// Of questions that take long the first part is enough: every phase begins in it.
const LONGEST_SEARCH: Duration = Duration::from_secs(2);

/// The time of a plain pass over all words.
fn pass(data: &Dataset) -> Duration {
    let start = ThreadTime::now();
    let ones = |samples: &Samples| -> u64 {
        (0..samples.distinct()).flat_map(|row| samples.words(row)).map(|word| u64::from(word.count_ones())).sum()
    };
    std::hint::black_box([data.positives(), data.negatives()].map(ones));
    start.elapsed()
}

/// Loading and preparing are among the phases of a search.
#[test]
fn no_gap_between_two_looks_is_long() {
    let data = many_rows();
    let partial = with_unknown_cells(&data);
    let pass = (0..9).map(|_| pass(&data)).min().expect("it was done");
    let engines: [Box<dyn Engine>; 4] = [
        Box::new(CoverEngine::default()),
        Box::new(BddEngine::default()),
        Box::new(SatEngine::default()),
        Box::new(Portfolio::default()),
    ];
    type Spaces = Vec<Arc<dyn SubSpace>>;
    let dnf: Spaces = DnfSpace::up_to(FEATURES, 6, 2).map(|space| Arc::new(space) as _).collect();
    let cnf: Spaces = CnfSpace::up_to(FEATURES, 3, 2).map(|space| Arc::new(space) as _).collect();
    let opaque: Spaces = ThresholdSpace::up_to(FEATURES, 2).map(|space| Arc::new(space) as _).collect();
    let (never, legal_rows) = ([64, 65].map(Literal::positive), rows_among(|row| row[1] & 0b11 != 0b11, cause));
    let domain = Domain::builder(FEATURES).never(never).build().expect("other inputs are legal");
    let legal: Spaces = DnfSpace::up_to(FEATURES, 3, 2).map(|space| Arc::new(space.within(&domain)) as _).collect();
    let (exact, budget) = (Settings::default(), Settings::default().with_error_budget(2, 2));
    let questions: [(&str, &Arc<Dataset>, &Spaces, &Settings); 6] = [
        ("dnf", &data, &dnf, &exact),
        ("cnf", &data, &cnf, &exact),
        ("opaque", &data, &opaque, &exact),
        ("declared", &legal_rows, &legal, &exact),
        ("budget", &data, &dnf, &budget),
        ("unknown", &partial, &dnf, &exact),
    ];
    let mut excesses = Vec::new();
    for engine in &engines {
        for (name, data, spaces, settings) in &questions {
            let ask = || {
                longest_gap(|run| match engine.search(data, spaces.to_vec(), settings, &run) {
                    Ok(report) => assert!(!report.steps().is_empty()),
                    Err(error) => assert!(matches!(error, EngineError::Unsupported { .. }), "{error}"),
                })
            };
            let is_long = |gap: Duration| gap.as_secs_f64() / pass.as_secs_f64() > MOST_PASSES;
            // An engine does the same each time, and the machine does not.
            let mut gaps = (0..3).map(|_| ask());
            let first = gaps.next().expect("three");
            let least = if is_long(first) { gaps.min().expect("two").min(first) } else { first };
            println!("{} {name}: {least:?}, a pass is {pass:?}", engine.name());
            if is_long(least) {
                excesses.push(format!("{}, {name}: {least:?} without a look, a pass is {pass:?}", engine.name()));
            }
        }
    }
    assert!(excesses.is_empty(), "{excesses:#?}");
}

/// Whatever phase a look is in, what it says is heard.
#[test]
fn the_look_that_says_stop_is_among_the_last() {
    let data = data();
    for engine in engines() {
        let size = (3, 2);
        let (whole, all) = looked(&*engine, &data, size, usize::MAX);
        let mut last = 1;
        while last < all {
            let (answer, looks) = looked(&*engine, &data, size, last);
            let name = engine.name();
            assert!(looks <= last + LOOKS_AFTER_THE_LAST, "{name}: {} looks after number {last}", looks - last);
            assert_eq!(answer.stopped, Some(StopReason::Cancelled), "{name} at look {last} of {all}");
            assert!(answer.concepts.contains(whole.concepts.lower()), "{name}: {}", answer.concepts);
            last += 1 + last / 3;
        }
    }
}

/// The looks are so far apart that each of them is late enough for a report. A host draws a bar from it: each report has a total,
/// and within an activity what is done never falls.
#[test]
fn every_engine_says_at_its_looks_what_it_is_doing() {
    let (data, exact) = (data(), Fit::Exact);
    let budget = Fit::Budget { false_positives: 2, false_negatives: 2 };
    let questions: [(&str, Arc<dyn SubSpace>, &Fit); 4] = [
        ("dnf", Arc::new(DnfSpace::new(FEATURES, 3, 2)), &exact),
        ("cnf", Arc::new(CnfSpace::new(FEATURES, 3, 2)), &exact),
        ("opaque", Arc::new(ThresholdSpace::new(FEATURES, 3, 2)), &exact),
        ("budget", Arc::new(DnfSpace::new(FEATURES, 2, 1)), &budget),
    ];
    for engine in engines() {
        for ((name, space, fit), threads) in questions.iter().flat_map(|question| [(question, 1), (question, 2)]) {
            let (looks, reports) = (Arc::new(AtomicUsize::new(0)), Arc::new(Mutex::new(Vec::new())));
            let (looked, reported) = (Arc::clone(&looks), Arc::clone(&reports));
            let token = CancelToken::new();
            let cancelled = token.clone();
            let run = Run::new().with_threads(threads).with_cancel(token).with_observer(move |event: &Event<'_>| {
                if let &Event::Progress { activity, done, total, .. } = event {
                    reported.lock().expect("nobody panics here").push((activity.to_owned(), done, total));
                }
            });
            let run = run.with_probe(move || {
                std::thread::sleep(Duration::from_millis(51));
                if looked.fetch_add(1, Ordering::Relaxed) == 5 {
                    cancelled.cancel();
                }
            });
            let query = Query::new(Arc::clone(space)).with_fit((*fit).clone());
            match engine.open(Arc::clone(&data)).measure(&query, &run) {
                Ok(_) => {}
                Err(EngineError::Unsupported { .. }) => continue,
                Err(error) => panic!("{}, {name}: {error}", engine.name()),
            }
            let (looks, reports) = (looks.load(Ordering::Relaxed), reports.lock().expect("nobody panics here"));
            for (activity, done, total) in &*reports {
                let is_share = !activity.is_empty() && total.is_some_and(|total| *done <= total);
                assert!(is_share, "{}, {name}: {activity}, {done} of {total:?}", engine.name());
            }
            for pair in reports.windows(2).filter(|pair| pair[0].0 == pair[1].0 && pair[0].2 == pair[1].2) {
                assert!(pair[0].1 <= pair[1].1, "{}, {name}: {pair:?}", engine.name());
            }
            // The first looks may come before the engine has begun.
            assert!(
                reports.len() + 2 >= looks,
                "{}, {name}: {} reports at {looks} looks",
                engine.name(),
                reports.len()
            );
        }
    }
}

//! How often engines look at the run, counted in looks and in passes over the data.
#![cfg(all(feature = "bdd", feature = "cover", feature = "sat"))]

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use cpu_time::ThreadTime;
use vesc_col::data::Samples;
use vesc_col::engine::{BddEngine, CoverEngine, Query, SatEngine, VersionSpace};
use vesc_col::run::{CancelToken, Event, StopReason};
use vesc_col::{Dataset, DnfSpace, Engine, Features, Learner, Portfolio, Run, Settings};

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

#[test]
fn an_engine_looks_at_the_run_while_it_goes_through_the_data() {
    let data = data();
    let words = ROWS * FEATURES.div_ceil(64);
    for engine in engines() {
        for size in [(1, 1), (2, 1), (3, 2)] {
            let (answer, looks) = looked(&*engine, &data, size, usize::MAX);
            assert_eq!(answer.stopped, None);
            assert!(looks * WORDS_BETWEEN_LOOKS >= words, "{} at {size:?}: {looks} looks", engine.name());
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
    let mut state = 1u64;
    let mut word = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state.rotate_left(32)
    };
    let mut builder = Dataset::builder(Features::numbered(FEATURES));
    while builder.rows() < MANY_ROWS {
        let row = [word(), word(), word() & 3];
        let is_positive = row[0] & 0b111 == 0b111 || row[0] & 0b111_1000 == 0b111_1000;
        if !is_positive || row[1].is_multiple_of(32) {
            builder.push_words(is_positive, &row).expect("as many words as the features need");
        }
    }
    Arc::new(builder.build().expect("the label is a function of the row"))
}

thread_local! {
    /// When this thread looked last, in its own time.
    static LAST_LOOK: Cell<Option<ThreadTime>> = const { Cell::new(None) };
}

/// The thread's own time since it looked last, and it looks again.
fn look() -> Duration {
    LAST_LOOK.replace(Some(ThreadTime::now())).map_or(Duration::ZERO, |last| last.elapsed())
}

/// The longest gap between two looks of a thread in a whole search, its beginning and its end included.
fn longest_gap(engine: &dyn Engine, data: &Arc<Dataset>) -> Duration {
    let longest = Arc::new(Mutex::new(Duration::ZERO));
    let seen = Arc::clone(&longest);
    let run = Run::new().with_threads(2).with_probe(move || {
        let gap = look();
        let mut longest = seen.lock().expect("nobody panics here");
        *longest = gap.max(*longest);
    });
    let _ = look();
    let spaces = DnfSpace::up_to(FEATURES, 6, 2);
    let report = engine.search(data, spaces, &Settings::default(), &run).expect("it supports the question");
    assert!(report.steps().len() > 5, "{report}");
    let longest = *longest.lock().expect("nobody panics here");
    longest.max(look())
}

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
    let pass = (0..9).map(|_| pass(&data)).min().expect("it was done");
    let engines: [Box<dyn Engine>; 4] = [
        Box::new(CoverEngine::default()),
        Box::new(BddEngine::default()),
        Box::new(SatEngine::default()),
        Box::new(Portfolio::default()),
    ];
    for engine in engines {
        // An engine does the same each time, and the machine does not.
        let longest = (0..3).map(|_| longest_gap(&*engine, &data)).min().expect("it was done");
        let passes = longest.as_secs_f64() / pass.as_secs_f64();
        assert!(passes <= MOST_PASSES, "{}: {longest:?} without a look, worth {passes:.1} passes", engine.name());
    }
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

/// The looks are so far apart that each of them is late enough for a report.
#[test]
fn every_engine_says_at_its_looks_what_it_is_doing() {
    let data = data();
    for engine in engines() {
        let (looks, reports) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (looked, reported) = (Arc::clone(&looks), Arc::clone(&reports));
        let token = CancelToken::new();
        let cancelled = token.clone();
        let run = Run::new().with_threads(1).with_cancel(token).with_observer(move |event: &Event<'_>| {
            if let Event::Progress { activity, done, total, .. } = event {
                assert!(!activity.is_empty() && total.is_none_or(|total| *done <= total), "{event:?}");
                reported.fetch_add(1, Ordering::Relaxed);
            }
        });
        let run = run.with_probe(move || {
            std::thread::sleep(Duration::from_millis(101));
            if looked.fetch_add(1, Ordering::Relaxed) == 5 {
                cancelled.cancel();
            }
        });
        let query = Query::new(Arc::new(DnfSpace::new(FEATURES, 3, 2)));
        engine.open(Arc::clone(&data)).measure(&query, &run).expect("it supports the question");
        let (looks, reports) = (looks.load(Ordering::Relaxed), reports.load(Ordering::Relaxed));
        // The first looks may come before the engine has begun.
        assert!(looks >= 5 && reports + 2 >= looks, "{}: {reports} reports at {looks} looks", engine.name());
    }
}

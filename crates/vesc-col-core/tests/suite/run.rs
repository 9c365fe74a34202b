//! Counts, tokens and runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use vesc_col_core::{CancelToken, Cardinality, Event, Run, StopReason};

#[test]
fn intervals() {
    let huge = BigUint::from(2u32).pow(200);
    let known = Cardinality::exact(huge.clone());
    assert!(known.is_exact() && known.contains(&huge) && !known.contains(&(huge.clone() + 1u32)));
    assert!(Cardinality::exact(0u32).is_zero() && !Cardinality::between(0u32, 1u32).is_zero());
    assert!(!Cardinality::unknown().is_zero() && Cardinality::unknown().contains(&huge));
    assert!(Cardinality::at_least(11u32).exceeds(10) && !Cardinality::at_least(10u32).exceeds(10));
    assert!(!Cardinality::between(10u32, 99u32).exceeds(10));
    let both = Cardinality::between(2u32, 9u32).intersect(&Cardinality::between(5u32, 20u32));
    assert_eq!(both, Some(Cardinality::between(5u32, 9u32)));
    let both = Cardinality::at_least(3u32).intersect(&Cardinality::at_least(4u32));
    assert_eq!(both, Some(Cardinality::at_least(4u32)));
    assert_eq!(Cardinality::exact(3u32).intersect(&Cardinality::at_least(4u32)), None);
    assert_eq!(format!("{:>4}|{:<6}|", Cardinality::exact(7u32), Cardinality::at_least(3u32)), "   7|>= 3  |");
}

#[test]
#[should_panic(expected = "empty interval")]
fn an_empty_interval_is_none() {
    let _ = Cardinality::between(4u32, 3u32);
}

#[test]
fn tokens_keep_the_first_reason_and_pass_it_down() {
    let token = CancelToken::new();
    let (child, sibling) = (token.child(), token.child());
    child.stop(StopReason::Memory);
    child.stop(StopReason::Deadline);
    assert_eq!((child.stopped(), sibling.stopped(), token.stopped()), (Some(StopReason::Memory), None, None));
    token.clone().cancel();
    assert_eq!((child.child().stopped(), sibling.stopped()), (Some(StopReason::Memory), Some(StopReason::Cancelled)));
    let reasons = [StopReason::Cancelled, StopReason::Deadline, StopReason::Memory, StopReason::ListLimit];
    for reason in reasons.into_iter().chain([StopReason::EngineLimit]) {
        let token = CancelToken::new();
        token.stop(reason);
        assert_eq!(token.stopped(), Some(reason));
    }
}

#[test]
fn tokens_work_across_threads() {
    let token = CancelToken::new();
    let watched = token.child();
    let waiting = std::thread::spawn(move || {
        while watched.stopped().is_none() {
            std::thread::yield_now();
        }
        watched.stopped()
    });
    token.stop(StopReason::Memory);
    assert_eq!(waiting.join().unwrap(), Some(StopReason::Memory));
}

#[test]
fn runs_end_at_their_deadline_or_token() {
    assert_eq!(Run::new().check(), Ok(()));
    let past = Run::new().with_deadline(Instant::now());
    assert_eq!(past.check(), Err(StopReason::Deadline));
    assert_eq!(past.child().stopped(), Some(StopReason::Deadline));
    past.cancel_token().cancel();
    assert_eq!(past.stopped(), Some(StopReason::Cancelled));
    assert_eq!(Run::new().with_timeout(Duration::MAX).deadline(), None);
    assert_eq!(Run::new().with_timeout(Duration::from_secs(1000)).stopped(), None);
    let run = Run::new();
    let child = run.child();
    child.cancel_token().cancel();
    assert_eq!((run.stopped(), child.stopped()), (None, Some(StopReason::Cancelled)));
    assert_eq!(Run::new().with_threads(0).threads(), 1);
    assert_eq!(Run::new().with_memory(5).child().memory(), Some(5));
    assert!(Run::new().threads() >= 1);
}

#[test]
fn observers_are_told() {
    let told = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&told);
    let run = Run::new().with_observer(move |_: &Event<'_>| {
        counter.fetch_add(1, Ordering::Relaxed);
    });
    let event = Event::Progress { engine: "none", activity: "testing", done: 1, total: None };
    run.report(&event);
    run.child().report(&event);
    Run::new().report(&event);
    assert_eq!(told.load(Ordering::Relaxed), 2);
}

#[test]
fn an_observer_that_panics_is_not_told_again() {
    let told = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&told);
    let run = Run::new().with_observer(move |_: &Event<'_>| {
        counter.fetch_add(1, Ordering::Relaxed);
        panic!("as told");
    });
    let event = Event::Progress { engine: "none", activity: "testing", done: 1, total: None };
    run.report(&event);
    run.child().report(&event);
    assert_eq!(told.load(Ordering::Relaxed), 1);
    assert_eq!(run.stopped(), None);
}

#[test]
fn a_million_children_of_each_other_overflow_no_stack() {
    let first = Run::new();
    let mut run = first.clone();
    for _ in 0..1_000_000 {
        run = run.child();
    }
    assert_eq!(run.stopped(), None);
    assert!(!format!("{run:?}").is_empty());
    first.cancel_token().cancel();
    assert_eq!(run.stopped(), Some(StopReason::Cancelled));
    drop(run);
    // Parents that somebody else holds live on.
    assert_eq!(first.stopped(), Some(StopReason::Cancelled));
}

#[test]
fn reasons_to_stop_are_errors() {
    let run = Run::new();
    run.cancel_token().stop(StopReason::Memory);
    let check = || -> Result<(), Box<dyn std::error::Error>> { Ok(run.check()?) };
    assert_eq!(check().map_err(|error| error.to_string()), Err("memory".to_owned()));
}

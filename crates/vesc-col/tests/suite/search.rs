//! The flow of a search, with an engine that does as it is told.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::common::{Act, Scripted, data, spaces};
use vesc_col::report::Warning;
use vesc_col::run::{Event, StopReason};
use vesc_col::search::OnOverfit;
use vesc_col::{Cardinality, Learner, Outcome, Report, Run, Settings, count};

fn search(acts: &[Act], settings: &Settings) -> Report {
    search_in(acts, settings, &Run::new())
}

fn search_in(acts: &[Act], settings: &Settings, run: &Run) -> Report {
    let engine = Scripted::new("scripted", acts.iter().cloned());
    engine.search(&data(), spaces(acts.len()), settings, run).expect("the engine answers")
}

fn literals(report: &Report) -> Option<u64> {
    report.deciding_step().map(|step| step.complexity().measures()[0].1)
}

#[test]
fn the_first_space_within_the_bound_is_learned() {
    let report = search(&[Act::Answer(0), Act::Answer(0), Act::Answer(3), Act::Answer(1)], &Settings::default());
    assert_eq!((report.outcome(), literals(&report)), (Outcome::Learned, Some(3)));
    assert_eq!(report.cardinality(), Cardinality::exact(3u32));
    assert_eq!(report.hypotheses().len(), 3);
    assert_eq!(report.steps().len(), 3, "what is more complex is not measured");
}

#[test]
fn exactly_the_bound_is_learned_and_one_more_is_overfit() {
    let settings = Settings::default().with_bound(3);
    assert_eq!(search(&[Act::Answer(3)], &settings).outcome(), Outcome::Learned);
    let report = search(&[Act::Answer(4), Act::Answer(1)], &settings);
    assert_eq!((report.outcome(), literals(&report)), (Outcome::Overfit, Some(1)));
    assert_eq!(report.steps().len(), 1);
    assert!(report.hypotheses().is_empty());
}

#[test]
fn nothing_anywhere_is_underfit() {
    let report = search(&[Act::Answer(0), Act::Answer(0)], &Settings::default());
    assert_eq!((report.outcome(), literals(&report)), (Outcome::Underfit, None));
    assert!(report.cardinality().is_zero() && report.formulas().is_zero());
    assert_eq!(search(&[], &Settings::default()).outcome(), Outcome::Underfit);
    assert!(report.to_string().starts_with("literals"), "two sizes are no long list");
    let text = search(&[const { Act::Answer(0) }; 3], &Settings::default()).to_string();
    assert!(text.starts_with("the first 3 sizes are empty, up to 3 literals, 1 term: 0.0"), "{text}");
    let text = format!("{:#}", search(&[const { Act::Answer(0) }; 3], &Settings::default()));
    assert_eq!(text.lines().filter(|line| line.contains("scripted")).count(), 3, "{text}");
}

#[test]
fn the_search_ends_at_the_first_undecided_space() {
    let report = search(&[Act::Answer(0), Act::GiveUp(2), Act::Answer(1)], &Settings::default());
    assert_eq!((report.outcome(), literals(&report)), (Outcome::Undecided, Some(2)));
    assert_eq!(report.cardinality(), Cardinality::at_least(2u32));
    assert!(report.hypotheses().is_empty(), "what was found by chance is not the answer");
    let text = report.to_string();
    assert!(
        text.contains("the memory limit was reached before it was known") && text.contains("found so far"),
        "{text}"
    );
}

#[test]
fn more_than_the_bound_decides_even_if_the_engine_was_stopped() {
    let report = search(&[Act::GiveUp(11)], &Settings::default());
    assert_eq!(report.outcome(), Outcome::Overfit);
}

#[test]
fn a_continued_search_stays_overfit_and_notes_the_first_space_within_the_bound() {
    let settings = Settings::default().with_bound(2).with_on_overfit(OnOverfit::MeasureOn);
    let acts = [Act::Answer(0), Act::Answer(5), Act::Answer(0), Act::Answer(7), Act::Answer(1), Act::Answer(2)];
    let report = search(&acts, &settings);
    assert_eq!((report.outcome(), literals(&report)), (Outcome::Overfit, Some(2)));
    assert_eq!(report.steps().len(), 6, "the profile goes on to the end");
    let within = report.first_within_bound().expect("the fifth step is within the bound");
    assert_eq!(within.complexity().measures()[0].1, 5);
    assert!(report.hypotheses().is_empty());
}

#[test]
fn a_continued_search_ends_at_an_undecided_space_and_stays_overfit() {
    let settings = Settings::default().with_bound(2).with_on_overfit(OnOverfit::MeasureOn);
    let report = search(&[Act::Answer(5), Act::GiveUp(0), Act::Answer(1)], &settings);
    assert_eq!((report.outcome(), literals(&report)), (Outcome::Overfit, Some(1)));
    assert_eq!(report.steps().len(), 2);
}

#[test]
fn an_overfit_answer_is_listed_on_demand() {
    let settings = Settings::default().with_bound(2).with_list(3);
    let report = search(&[Act::Answer(5)], &settings);
    assert_eq!(report.outcome(), Outcome::Overfit);
    let shown: Vec<String> = report.hypotheses().iter().map(ToString::to_string).collect();
    assert_eq!(shown, ["x0", "x1", "x2"]);
    let too_many = search(&[Act::Answer(5)], &settings.with_list_limit(4));
    assert!(too_many.hypotheses().is_empty());
    assert!(too_many.warnings().contains(&Warning::NotListed { limit: 4, stopped: None }));
}

#[test]
fn limits_are_no_errors() {
    let run = Run::new().with_timeout(Duration::from_millis(1));
    let report = search_in(&[Act::Answer(0), Act::Wait], &Settings::default(), &run);
    assert_eq!(report.outcome(), Outcome::Undecided);
    assert_eq!(report.steps()[1].result().stopped, Some(StopReason::Deadline));
}

#[test]
fn counting_is_no_search() {
    let engine = Scripted::new("scripted", [Act::Answer(0), Act::Answer(4)]);
    let space = || vesc_col::DnfSpace::new(16, 2, 1);
    let report = count(&engine, &data(), space(), &Settings::default(), &Run::new()).expect("answers");
    assert_eq!((report.outcome(), literals(&report), report.hypotheses().len()), (Outcome::Counted, Some(2), 0));
    let listed = count(&engine, &data(), space(), &Settings::default().with_list(9), &Run::new()).expect("answers");
    assert_eq!(listed.hypotheses().len(), 4);
}

#[test]
fn an_observer_hears_of_every_step() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ear = Arc::clone(&heard);
    let run = Run::new().with_observer(move |event: &Event<'_>| {
        let note = match event {
            Event::StepStarted { step, .. } => format!("start {step}"),
            Event::StepFinished { step, result, .. } => format!("end {step}: {}", result.concepts),
            _ => return,
        };
        ear.lock().expect("no panic").push(note);
    });
    let report = search_in(&[Act::Answer(0), Act::Answer(2)], &Settings::default(), &run);
    assert_eq!(report.outcome(), Outcome::Learned);
    assert_eq!(*heard.lock().expect("no panic"), ["start 0", "end 0: 0", "start 1", "end 1: 2"]);
}

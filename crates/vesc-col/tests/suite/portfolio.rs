//! Races among engines that do as they are told.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::common::{Act, Scripted, data, spaces};
use vesc_col::engine::{CoverEngine, EngineError, Query, Session, VersionSpace};
use vesc_col::run::StopReason;
use vesc_col::sub_space::{Shape, SubSpace};
use vesc_col::{Cardinality, Dataset, DnfSpace, Engine, Learner, Outcome, Portfolio, Run, Settings};
use vesc_col_testkit::ParitySpace;

fn portfolio(engines: impl IntoIterator<Item = Scripted>) -> Portfolio {
    Portfolio::new(engines.into_iter().map(|engine| Arc::new(engine) as Arc<dyn Engine>))
}

fn race(engines: impl IntoIterator<Item = Scripted>, run: &Run) -> Result<VersionSpace, EngineError> {
    let query = Query::new(Arc::new(DnfSpace::new(16, 1, 1)));
    portfolio(engines).open(data()).measure(&query, run)
}

fn two_threads() -> Run {
    Run::new().with_threads(2)
}

#[test]
fn the_first_answer_wins_and_the_losers_have_ended() {
    let slow = Scripted::new("slow", [Act::Wait]);
    let (begun, ended) = (Arc::clone(&slow.begun), Arc::clone(&slow.ended));
    let result = race([slow, Scripted::new("quick", [Act::Answer(2)])], &two_threads()).expect("quick answers");
    assert_eq!((result.engine.as_str(), result.concepts, result.stopped), ("quick", Cardinality::exact(2u32), None));
    assert_eq!((begun.load(Ordering::SeqCst), ended.load(Ordering::SeqCst)), (1, 1));
}

#[test]
fn cancelling_the_losers_does_not_stop_the_run() {
    let run = two_threads();
    let acts = || [Act::Wait, Act::Answer(0), Act::Wait, Act::Answer(1)];
    let other = [Act::Answer(0), Act::Wait, Act::Answer(0), Act::Wait];
    let engines = portfolio([Scripted::new("a", acts()), Scripted::new("b", other)]);
    let report = engines.search(&data(), spaces(4), &Settings::default(), &run).expect("one of them answers");
    assert_eq!(report.outcome(), Outcome::Learned);
    let winners: Vec<&str> = report.steps().iter().map(|step| step.result().engine.as_str()).collect();
    assert_eq!(winners, ["b", "a", "b", "a"]);
    assert_eq!(run.stopped(), None);
}

#[test]
fn whoever_refuses_fails_or_panics_is_passed_by() {
    for act in [Act::Refuse, Act::Fail, Act::Panic, Act::GiveUp(1)] {
        for run in [two_threads(), Run::new().with_threads(1)] {
            let engines = [Scripted::new("lame", [act.clone()]), Scripted::new("sound", [Act::Answer(3)])];
            assert_eq!(race(engines, &run).expect("sound answers").engine, "sound", "{act:?}");
        }
    }
}

#[test]
fn an_engine_that_panicked_is_asked_again() {
    let engines = portfolio([Scripted::new("moody", [Act::Panic, Act::Answer(1)])]);
    let mut session = engines.open(data());
    let query = |literals| Query::new(Arc::new(DnfSpace::new(16, literals, 1)));
    let failure = session.measure(&query(1), &Run::new()).expect_err("it panics");
    assert!(matches!(failure, EngineError::Failed { ref engine, .. } if engine == "moody"));
    assert_eq!(failure.to_string(), "engine `moody` failed: it panicked: as told");
    assert_eq!(session.measure(&query(2), &Run::new()).expect("it answers").concepts, Cardinality::exact(1u32));
}

#[test]
fn with_one_thread_the_engines_take_turns_in_order() {
    let later = Scripted::new("later", [Act::Answer(2)]);
    let begun = Arc::clone(&later.begun);
    let engines = [Scripted::new("first", [Act::Answer(1)]), later];
    assert_eq!(race(engines, &Run::new().with_threads(1)).expect("first answers").engine, "first");
    assert_eq!(begun.load(Ordering::SeqCst), 0);
}

/// Two threads and no head start: a race would ask both at once.
#[test]
fn one_term_is_asked_of_one_engine_alone() {
    let ask = |first: Act, terms: usize, exact: bool| {
        // An act for each number of literals up to 2.
        let other = Scripted::new("other", [Act::Answer(3), Act::Answer(3)]);
        let begun = Arc::clone(&other.begun);
        let portfolio = portfolio([Scripted::new("first", [first.clone(), first]), other]);
        let portfolio = portfolio.with_head_start(Duration::ZERO).with_alone_for_one_term("first");
        let query = Query::new(Arc::new(DnfSpace::new(16, 2, terms))).with_exact(exact);
        let result = portfolio.open(data()).measure(&query, &two_threads()).expect("one of them answers");
        (result.engine, begun.load(Ordering::SeqCst))
    };
    assert_eq!(ask(Act::Answer(2), 1, false), ("first".to_owned(), 0));
    assert_eq!(ask(Act::Wait, 2, false), ("other".to_owned(), 1));
    assert_eq!(ask(Act::Wait, 1, true), ("other".to_owned(), 1));
    for act in [Act::Refuse, Act::Fail, Act::Panic, Act::GiveUp(1)] {
        assert_eq!(ask(act.clone(), 1, false), ("other".to_owned(), 1), "{act:?}");
    }
}

/// The followers of a leader are asked again and again, for longer each time, and wait as long as the leader does in the end.
#[test]
fn the_others_have_a_share_of_the_time_of_a_leader() {
    let ask = |leader: Act, follower: Act, run: &Run| {
        let other = Scripted::new("other", [Act::Refuse, follower]);
        let (begun, ended) = (Arc::clone(&other.begun), Arc::clone(&other.ended));
        let portfolio = portfolio([Scripted::new("leader", [leader.clone(), leader]), other]);
        let portfolio = portfolio.with_head_start(Duration::ZERO).with_leader_for_dnf("leader");
        let query = Query::new(Arc::new(DnfSpace::new(16, 2, 2)));
        let result = portfolio.open(data()).measure(&query, run).expect("stopping is a result");
        assert_eq!(begun.load(Ordering::SeqCst), ended.load(Ordering::SeqCst));
        (result.engine.clone(), begun.load(Ordering::SeqCst), result)
    };
    // Nobody follows whoever answers at once; the other one answers when its turn has come.
    assert_eq!(ask(Act::Answer(2), Act::Answer(3), &two_threads().with_threads(1)).0, "leader");
    assert_eq!(ask(Act::Wait, Act::Answer(3), &two_threads()).0, "other");
    // When the leader is back, the others race.
    for act in [Act::Refuse, Act::Fail, Act::Panic, Act::GiveUp(1)] {
        assert_eq!(ask(act.clone(), Act::Answer(3), &two_threads()).0, "other", "{act:?}");
    }
    // Neither answers. The follower was called back before the run's end.
    let run = two_threads().with_timeout(Duration::from_millis(400));
    let (_, begun, result) = ask(Act::Wait, Act::Wait, &run);
    assert_eq!((result.stopped, result.concepts), (Some(StopReason::Deadline), Cardinality::unknown()));
    assert!(begun >= 1);
    for threads in 2..5 {
        let run = Run::new().with_threads(threads);
        let result = ask(Act::GiveUp(2), Act::GiveUp(5), &run).2;
        assert_eq!((result.concepts, result.stopped), (Cardinality::at_least(5u32), Some(StopReason::Memory)));
    }
}

#[test]
fn without_a_winner_the_results_are_put_together() {
    let engines = [Scripted::new("a", [Act::GiveUp(3)]), Scripted::new("b", [Act::GiveUp(7)])];
    let result = race(engines, &two_threads()).expect("both say something");
    assert_eq!((result.concepts, result.hypotheses.len()), (Cardinality::at_least(7u32), 7));
    assert_eq!(result.stopped, Some(StopReason::Memory));
}

/// Nothing is lost that one engine alone would answer within the same memory.
#[test]
fn whoever_needs_all_memory_gets_it_in_the_end() {
    for (needs, expected) in [([90, 200], Some("a")), ([200, 100], Some("b")), ([101, 200], None)] {
        for threads in 1..4 {
            let engines = || {
                let [a, b] = needs;
                portfolio([
                    Scripted::new("a", [Act::Refuse, Act::Need(a)]),
                    Scripted::new("b", [Act::Refuse, Act::Need(b)]),
                ])
            };
            for engines in [engines(), engines().with_leader_for_dnf("a").with_head_start(Duration::ZERO)] {
                let query = Query::new(Arc::new(DnfSpace::new(16, 2, 1)));
                let run = Run::new().with_threads(threads).with_memory(100);
                let result = engines.open(data()).measure(&query, &run).expect("too little memory is a result");
                assert_eq!(result.stopped, expected.is_none().then_some(StopReason::Memory));
                assert!(expected.is_none_or(|expected| expected == result.engine));
            }
        }
    }
}

/// An engine whose sessions hold what they may, until they are dropped. It answers if it has enough for that.
#[derive(Debug)]
struct Hoarder {
    name: &'static str,
    enough: [u64; 2],
    held: Arc<AtomicU64>,
    most: Arc<AtomicU64>,
}

struct Hoard {
    name: &'static str,
    /// For formulas of one term, and of several.
    enough: [u64; 2],
    held: Arc<AtomicU64>,
    most: Arc<AtomicU64>,
    own: u64,
}

impl Engine for Hoarder {
    fn name(&self) -> &str {
        self.name
    }

    fn open(&self, _: Arc<Dataset>) -> Box<dyn Session> {
        let (held, most) = (Arc::clone(&self.held), Arc::clone(&self.most));
        Box::new(Hoard { name: self.name, enough: self.enough, held, most, own: 0 })
    }
}

impl Session for Hoard {
    fn measure(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        let budget = run.memory().expect("there is a budget");
        self.held.fetch_sub(self.own, Ordering::SeqCst);
        let held = self.held.fetch_add(budget, Ordering::SeqCst) + budget;
        self.own = budget;
        self.most.fetch_max(held, Ordering::SeqCst);
        let has_one_term = matches!(query.space().shape(), Shape::Dnf(space) if space.terms() == 1);
        match budget < self.enough[usize::from(!has_one_term)] {
            true => Ok(VersionSpace::unknown(self.name, StopReason::Memory)),
            false => Ok(VersionSpace::empty(self.name)),
        }
    }
}

impl Drop for Hoard {
    fn drop(&mut self) {
        self.held.fetch_sub(self.own, Ordering::SeqCst);
    }
}

/// The most that these engines hold together while they are asked about these numbers of terms.
fn most_held(enough: [[u64; 2]; 3], terms: &[usize], threads: usize, leads: bool) -> u64 {
    let (held, most) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let engines = ["a", "b", "c"].into_iter().zip(enough).map(|(name, enough)| {
        Arc::new(Hoarder { name, enough, held: Arc::clone(&held), most: Arc::clone(&most) }) as Arc<dyn Engine>
    });
    let portfolio = Portfolio::new(engines).with_head_start(Duration::ZERO);
    let portfolio = if leads { portfolio.with_leader_for_dnf("a").with_alone_for_one_term("a") } else { portfolio };
    let mut session = portfolio.open(data());
    for &terms in terms {
        let query = Query::new(Arc::new(DnfSpace::new(16, 3, terms)));
        let run = Run::new().with_threads(threads).with_memory(1200);
        session.measure(&query, &run).expect("too little memory is a result");
    }
    most.load(Ordering::SeqCst)
}

#[test]
fn all_engines_together_keep_to_the_budget() {
    for threads in 1..4 {
        for leads in [false, true] {
            let most = most_held([[u64::MAX; 2]; 3], &[2, 2, 2], threads, leads);
            assert!(most <= 1200, "{most} with {threads} threads");
        }
    }
}

#[test]
fn where_memory_is_scarce_engines_forget_what_they_know() {
    // The first engine answers what is asked about one term, and one of the others the rest, each with all of the memory.
    let enough = [[1200, u64::MAX], [u64::MAX, 1200], [u64::MAX; 2]];
    for threads in 1..4 {
        let most = most_held(enough, &[2, 1, 2, 1], threads, true);
        assert!(most <= 1200, "{most} with {threads} threads");
    }
}

#[test]
fn refusals_and_failures_alone_are_an_error() {
    let engines = || [Scripted::new("a", [Act::Refuse]), Scripted::new("b", [Act::Fail])];
    let error = race(engines(), &two_threads()).expect_err("nobody answers");
    assert!(matches!(error, EngineError::Failed { ref engine, .. } if engine == "b"), "a failure says more: {error}");
    assert!(matches!(race([], &two_threads()), Err(EngineError::Unsupported { .. })));
}

#[test]
fn a_deadline_stops_everybody() {
    let engines = [Scripted::new("a", [Act::Wait]), Scripted::new("b", [Act::Wait])];
    let result = race(engines, &two_threads().with_timeout(Duration::from_millis(5))).expect("stopping is a result");
    assert_eq!((result.stopped, result.concepts), (Some(StopReason::Deadline), Cardinality::unknown()));
}

#[test]
fn a_version_space_comes_from_whoever_has_one() {
    let query = Query::new(Arc::new(DnfSpace::new(16, 2, 1))).with_bound(200);
    for run in [two_threads(), Run::new().with_threads(1)] {
        let mut session = Portfolio::default().open(data());
        assert_eq!(session.measure(&query, &run).expect("it answers").engine, "cover");
        let found = session.measure(&query.clone().with_live(true), &run).expect("it answers");
        let live = found.live.expect("cover has none, but others have");
        assert_eq!(Cardinality::exact(live.formula_count().clone()), found.formulas);
        // Where nobody has one, the answer is whole but for that.
        let cover = Portfolio::new([Arc::new(CoverEngine::default()) as Arc<dyn Engine>]);
        let found = cover.open(data()).measure(&query.clone().with_live(true), &run).expect("it answers");
        assert!(found.live.is_none() && found.stopped.is_none() && found.is_listed());
    }
}

#[test]
fn what_is_no_dnf_is_searched_by_sat_and_counted_by_bdd() {
    let query = Query::new(Arc::new(ParitySpace::new(16, 2)));
    let one_by_one = Run::new().with_threads(1);
    let engine =
        |query: &Query| Portfolio::default().open(data()).measure(query, &one_by_one).expect("it answers").engine;
    assert_eq!(engine(&query), "sat");
    assert_eq!(engine(&query.clone().with_exact(true)), "bdd");
    assert_eq!(engine(&query.with_live(true)), "bdd");
}

/// Finds nothing, whatever the language.
#[derive(Clone, Copy, Debug)]
struct Nothing;

impl Engine for Nothing {
    fn name(&self) -> &str {
        "new"
    }

    fn open(&self, _data: Arc<Dataset>) -> Box<dyn Session> {
        Box::new(Nothing)
    }
}

impl Session for Nothing {
    fn measure(&mut self, _query: &Query, _run: &Run) -> Result<VersionSpace, EngineError> {
        Ok(VersionSpace::empty("new"))
    }
}

/// What was said of the old engine's name holds for the new one: it leads, answers one term alone, or begins where only circuits
/// are known.
#[test]
fn whoever_replaces_an_engine_has_its_place() {
    let answers = |name| Scripted::new(name, [Act::Answer(1)]);
    let names = |portfolio: &Portfolio| {
        portfolio.engines().iter().map(|engine| engine.name().to_owned()).collect::<Vec<String>>()
    };
    let replaced = portfolio([answers("a"), answers("b"), answers("b")]).replacing("b", Arc::new(answers("new")));
    assert_eq!(names(&replaced), ["a", "new"]);
    assert_eq!(names(&replaced.replacing("c", Arc::new(answers("last")))), ["a", "new", "last"]);

    let one_by_one = Run::new().with_threads(1);
    let ask = |portfolio: &Portfolio, space: Arc<dyn SubSpace>| {
        portfolio.open(data()).measure(&Query::new(space), &one_by_one).expect("somebody answers").engine
    };
    let for_circuits = Portfolio::default().replacing("sat", Arc::new(Nothing));
    assert_eq!(ask(&for_circuits, Arc::new(ParitySpace::new(16, 1))), "new");
    let for_one_term = Portfolio::default().replacing("cover", Arc::new(answers("new")));
    assert_eq!(ask(&for_one_term, Arc::new(DnfSpace::new(16, 1, 1))), "new");
}

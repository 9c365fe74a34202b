//! Engines that do as they are told, and rows with unknown cells.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use vesc_col::engine::{EngineError, Query, Session, VersionSpace};
use vesc_col::sub_space::Shape;
use vesc_col::{Cardinality, Dataset, Dnf, DnfSpace, Engine, Features, Hypothesis, Run, SubSpace};

/// What a scripted engine does when it is asked.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    /// Answers that so many concepts (and formulas) fit, listed up to the listing limit.
    Answer(usize),
    /// Says that at least so many fit, and stops for lack of memory.
    GiveUp(usize),
    /// Says that one fits, or stops for lack of memory if it has fewer bytes than this.
    Need(u64),
    /// Waits until the run is stopped.
    Wait,
    /// Refuses.
    Refuse,
    /// Fails.
    Fail,
    /// Panics.
    Panic,
}

/// An engine that acts by the sub-space's number of literals; it refuses what it has no act for.
#[derive(Debug)]
pub(crate) struct Scripted {
    pub(crate) name: &'static str,
    pub(crate) acts: Vec<Act>,
    /// How many questions were begun, and how many of them have ended.
    pub(crate) begun: Arc<AtomicUsize>,
    pub(crate) ended: Arc<AtomicUsize>,
}

impl Scripted {
    pub(crate) fn new(name: &'static str, acts: impl IntoIterator<Item = Act>) -> Scripted {
        Scripted { name, acts: acts.into_iter().collect(), begun: Arc::default(), ended: Arc::default() }
    }
}

impl Engine for Scripted {
    fn name(&self) -> &str {
        self.name
    }

    fn open(&self, _data: Arc<Dataset>) -> Box<dyn Session> {
        let (begun, ended) = (Arc::clone(&self.begun), Arc::clone(&self.ended));
        Box::new(ScriptedSession { name: self.name, acts: self.acts.clone(), begun, ended })
    }
}

struct ScriptedSession {
    name: &'static str,
    acts: Vec<Act>,
    begun: Arc<AtomicUsize>,
    ended: Arc<AtomicUsize>,
}

impl Session for ScriptedSession {
    fn measure(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        self.begun.fetch_add(1, Ordering::SeqCst);
        let result = self.act(query, run);
        self.ended.fetch_add(1, Ordering::SeqCst);
        result
    }
}

impl ScriptedSession {
    fn act(&self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        let Shape::Dnf(space) = query.space().shape() else {
            return Err(EngineError::unsupported(self.name, "this sub-space"));
        };
        let act = match self.acts.get(space.literals() - 1) {
            Some(&Act::Need(bytes)) if run.memory().is_none_or(|memory| memory >= bytes) => Some(&Act::Answer(1)),
            Some(Act::Need(_)) => Some(&Act::GiveUp(0)),
            act => act,
        };
        match act {
            Some(&Act::Answer(count)) if count > query.list_limit() => {
                let lower = Cardinality::at_least(query.list_limit() + 1);
                Ok(VersionSpace::new(self.name, lower, Cardinality::exact(count)))
            }
            Some(&Act::Answer(count)) => {
                let mut result = VersionSpace::new(self.name, Cardinality::exact(count), Cardinality::exact(count));
                result.hypotheses = hypotheses(count, space);
                Ok(result)
            }
            Some(&Act::GiveUp(count)) => {
                let mut result = VersionSpace::unknown(self.name, vesc_col::run::StopReason::Memory);
                result.concepts = Cardinality::at_least(count);
                result.hypotheses = hypotheses(count, space);
                Ok(result)
            }
            Some(Act::Wait) => loop {
                if let Some(reason) = run.stopped() {
                    return Ok(VersionSpace::unknown(self.name, reason));
                }
                std::thread::yield_now();
            },
            Some(Act::Fail) => Err(EngineError::failed(self.name, "as told")),
            Some(Act::Panic) => panic!("as told"),
            Some(Act::Refuse | Act::Need(_)) | None => Err(EngineError::unsupported(self.name, "this question")),
        }
    }
}

/// Formulas of this size, all of which are true on the positive sample alone: they differ in the last feature.
fn hypotheses(count: usize, space: &DnfSpace) -> Vec<Arc<dyn Hypothesis>> {
    let (features, before) = (Features::numbered(16), space.literals() - 1);
    let formula = |last: usize| {
        let names: Vec<String> = (0..before).chain([last]).map(|feature| format!("x{feature}")).collect();
        let (single, term) = names.split_at(space.terms() - 1);
        let text = [single, &[term.join(" & ")]].concat().join(" | ");
        Arc::new(Dnf::parse(&text, &features).expect("a formula")) as Arc<dyn Hypothesis>
    };
    (before..before + count).map(formula).collect()
}

/// Sixteen features, one sample of each label.
pub(crate) fn data() -> Arc<Dataset> {
    let mut builder = Dataset::builder(Features::numbered(16));
    builder.push(true, [true; 16]).expect("16 cells");
    builder.push(false, [false; 16]).expect("16 cells");
    Arc::new(builder.build().expect("no contradiction"))
}

/// One-term sub-spaces of 1, 2, ... literals: one for each act.
pub(crate) fn spaces(count: usize) -> impl Iterator<Item = impl SubSpace> {
    (1..=count).map(|literals| DnfSpace::new(16, literals, 1))
}

/// What `ask` answers, on a thread of its own. If it panics, or takes half a minute, the test fails.
#[track_caller]
pub(crate) fn in_time<T: Send + 'static>(ask: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, answer) = mpsc::channel();
    std::thread::spawn(move || sender.send(ask()));
    answer.recv_timeout(Duration::from_secs(30)).expect("an answer in time, and no panic")
}

/// The same rows of three words, with a cell of each hundredth unknown.
#[cfg(all(feature = "bdd", feature = "cover", feature = "sat"))]
pub(crate) fn with_unknown_cells(data: &Dataset) -> Arc<Dataset> {
    let mut builder = Dataset::builder(data.features().clone());
    for (label, samples) in [(true, data.positives()), (false, data.negatives())] {
        for index in 0..samples.distinct() {
            let unknown = u64::from(index.is_multiple_of(100));
            let words = samples.words(index);
            let values = [words[0], words[1] & !unknown, words[2]];
            builder.push_partial_words(label, &values, &[0, unknown, 0]).expect("as many words as the features need");
        }
    }
    Arc::new(builder.build().expect("unknown cells contradict nothing"))
}

//! The engine that knows a job.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use vesc_col::engine::{EngineError, Query, Session, VersionSpace};
use vesc_col::parts::{Part, PartAnswer, Partition, merge};
use vesc_col::remote;
use vesc_col::run::StopReason;
use vesc_col::{Dataset, Engine, Run};

use super::record::{AnswerRecord, Plan, PlannedPart, QuestionRecord, part, raw, sha256};
use crate::args::EngineChoice;
use crate::limits::within;

/// Into how many parts a part is cut that was not finished.
const SMALLER: usize = 4;

/// What is done with a question.
#[derive(Clone, Debug)]
pub(super) enum Mode {
    /// The time within which a question is answered here, the parts that it is cut into otherwise, and the most questions
    /// that stay open.
    Plan { local: Duration, parts: usize, open: usize },
    /// Measured for at most this time, if it is that of the part with this number.
    Work { number: usize, patience: Option<Duration> },
    /// Added up from its parts, or answered if it takes less time than this.
    Merge { local: Duration },
}

/// A plan, the answers of its parts, and what was found out.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) plan: Plan,
    pub(super) answers: BTreeMap<usize, AnswerRecord>,
    /// The digests of the questions that were asked.
    asked: BTreeSet<String>,
    /// The answer of the part that was to be measured.
    pub(super) found: Option<AnswerRecord>,
    /// Whether some question has no whole answer yet.
    pub(super) is_open: bool,
    /// Why answers do not go together.
    pub(super) refused: Option<String>,
}

impl Job {
    pub(super) fn new(plan: Plan, answers: BTreeMap<usize, AnswerRecord>) -> Job {
        Job { plan, answers, asked: BTreeSet::new(), found: None, is_open: false, refused: None }
    }

    /// Whether the question of the part with this number was asked.
    pub(super) fn was_asked(&self, number: usize) -> bool {
        let has_part = |question: &&QuestionRecord| question.parts.iter().any(|part| part.number == number);
        self.plan.questions.iter().find(has_part).is_some_and(|question| self.asked.contains(&question.digest))
    }

    /// Marks the questions that nobody asks, since those before them are answered and have the answer.
    pub(super) fn mark_needless(&mut self) {
        let asked = |question: &QuestionRecord| self.asked.contains(&question.digest);
        let questions = &mut self.plan.questions;
        let has_ended = questions.iter().all(|question| question.known.is_some() || !asked(question));
        for question in questions {
            question.needless = has_ended && !asked(question);
        }
    }
}

/// The engine that knows a job; another one does the work.
#[derive(Clone, Debug)]
pub(super) struct Divided {
    pub(super) inner: EngineChoice,
    pub(super) mode: Mode,
    pub(super) job: Arc<Mutex<Job>>,
}

impl Divided {
    pub(super) fn job(&self) -> MutexGuard<'_, Job> {
        self.job.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Engine for Divided {
    fn name(&self) -> &str {
        self.inner.engine().name()
    }

    fn open(&self, data: Arc<Dataset>) -> Box<dyn Session> {
        let inner = self.inner.engine().open(Arc::clone(&data));
        Box::new(DividedSession { of: self.clone(), inner, data, digest: OnceCell::new() })
    }
}

struct DividedSession {
    of: Divided,
    inner: Box<dyn Session>,
    data: Arc<Dataset>,
    /// Of the data.
    digest: OnceCell<String>,
}

impl Session for DividedSession {
    fn measure(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        let Some(digest) = self.digest_of(query).filter(|_| !query.live()) else {
            return self.inner.measure(query, run);
        };
        self.of.job().asked.insert(digest.clone());
        let planned = self.of.job().plan.questions.iter().find(|question| question.digest == digest).cloned();
        let known = planned.as_ref().and_then(|question| question.known.as_ref());
        if let Some(result) = known.and_then(|known| known.clone().version_space(&**query.space()).ok()) {
            return Ok(result);
        }
        match (self.of.mode.clone(), planned) {
            (Mode::Plan { .. }, Some(question)) => Ok(self.add_up_for_plan(query, &question)),
            (Mode::Plan { local, parts, open }, None) => self.plan(query, digest, (local, parts, open), run),
            (Mode::Work { number, patience }, Some(question)) => {
                let run = patience.map_or(run.clone(), |patience| within(run, patience));
                match question.parts.iter().find(|part| part.number == number) {
                    Some(part) => self.work(query, &question, part, &run),
                    None => Ok(open_answer()),
                }
            }
            (Mode::Work { .. }, None) => Ok(VersionSpace::unknown("plan", StopReason::Cancelled)),
            (Mode::Merge { .. }, Some(question)) => Ok(self.noting(query, self.add_up(query, &question))),
            (Mode::Merge { local }, None) => {
                let result = self.inner.measure(query, &within(run, local))?;
                Ok(self.noting(query, result))
            }
        }
    }
}

impl DividedSession {
    /// What tells the question on these data from any other.
    fn digest_of(&self, query: &Query) -> Option<String> {
        let question = serde_json::to_vec(&remote::Question::of(query).ok()?).ok()?;
        let data = self.digest.get_or_init(|| {
            let written = serde_json::to_vec(&*self.data);
            written.map(|data| sha256(&[&data])).unwrap_or_default()
        });
        Some(sha256(&[data.as_bytes(), &question]))
    }

    /// Answers a new question, or cuts it.
    fn plan(
        &mut self,
        query: &Query,
        digest: String,
        (local, parts, open): (Duration, usize, usize),
        run: &Run,
    ) -> Result<VersionSpace, EngineError> {
        let is_open = |question: &&QuestionRecord| question.is_open();
        if self.of.job().plan.questions.iter().filter(is_open).count() >= open {
            return Ok(VersionSpace::unknown("plan", StopReason::Cancelled));
        }
        let result = self.inner.measure(query, &within(run, local))?;
        let space = &**query.space();
        let mut question = QuestionRecord {
            digest,
            about: space.complexity().to_string(),
            known: None,
            parts: Vec::new(),
            needless: false,
        };
        if is_whole(query, &result) {
            question.known = remote::Answer::of(&result, space).ok();
            self.of.job().plan.questions.push(question);
            return Ok(result);
        }
        if run.stopped().is_some() {
            return Ok(result);
        }
        let partition = Partition::of(query, &self.data, &Part::whole(), parts);
        let mut job = self.of.job();
        let first = job.plan.next_number();
        let numbered = partition.parts().iter().zip(first..);
        question.parts =
            numbered.map(|(part, number)| PlannedPart { number, choices: raw(part), replaced: false }).collect();
        job.plan.questions.push(question);
        Ok(open_answer())
    }

    /// The answer of a question that was cut, which the plan keeps if it is known now.
    fn add_up_for_plan(&self, query: &Query, question: &QuestionRecord) -> VersionSpace {
        let merged = self.add_up(query, question);
        if !query.is_answered_by(&merged) {
            return open_answer();
        }
        let known = remote::Answer::of(&merged, &**query.space()).ok();
        let mut job = self.of.job();
        if let Some(question) = job.plan.questions.iter_mut().find(|known| known.digest == question.digest) {
            question.known = known;
        }
        merged
    }

    /// The answer of a question from those of its parts.
    fn add_up(&self, query: &Query, question: &QuestionRecord) -> VersionSpace {
        let mut job = self.of.job();
        let parts = question.parts.iter().filter(|part| !part.replaced);
        let answers = parts.filter_map(|part| job.answers.get(&part.number)?.answer(&**query.space()));
        let answers: Vec<PartAnswer> = answers.collect();
        match merge(query, &answers) {
            Ok(merged) => merged,
            Err(error) => {
                job.refused = Some(error.to_string());
                VersionSpace::unknown("merge", StopReason::MissingParts)
            }
        }
    }

    /// Notes whether the answer leaves something open. A limit that stopped a worker is none of `merge`.
    fn noting(&self, query: &Query, result: VersionSpace) -> VersionSpace {
        if is_whole(query, &result) {
            return result;
        }
        self.of.job().is_open = true;
        let of_a_worker = |reason: &StopReason| matches!(reason, StopReason::Deadline | StopReason::Memory);
        let stopped = result.stopped.map(|reason| if of_a_worker(&reason) { StopReason::MissingParts } else { reason });
        result.with_stopped(stopped)
    }

    /// Measures a part.
    fn work(
        &mut self,
        query: &Query,
        question: &QuestionRecord,
        planned: &PlannedPart,
        run: &Run,
    ) -> Result<VersionSpace, EngineError> {
        let start = Instant::now();
        let Some(part) = part(&planned.choices).filter(|part| part.suits(&**query.space())) else {
            return Ok(open_answer());
        };
        let result = self.inner.measure(&query.within_part(&part), run)?;
        let answer = PartAnswer::of(query, &part, &result, run);
        let smaller = match answer.is_finished(query) {
            true => Vec::new(),
            false => Partition::of(query, &self.data, &part, SMALLER).parts().to_vec(),
        };
        let smaller = if smaller.len() > 1 { smaller } else { Vec::new() };
        let mut job = self.of.job();
        let plan = job.plan.digest.clone();
        let which = (plan.as_str(), question.digest.as_str(), planned.number);
        job.found = AnswerRecord::of(which, query, &answer, &smaller, start.elapsed().as_secs_f64());
        Ok(VersionSpace::unknown("plan", StopReason::Cancelled))
    }
}

/// Whether one machine would say no more.
fn is_whole(query: &Query, result: &VersionSpace) -> bool {
    query.is_answered_by(result) || result.stopped.is_none_or(|reason| reason == StopReason::ListLimit)
}

/// What makes a search go on to the next question, while this one is open. Nobody reads its report.
fn open_answer() -> VersionSpace {
    VersionSpace::empty("plan")
}

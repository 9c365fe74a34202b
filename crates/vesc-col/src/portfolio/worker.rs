//! One engine on a thread of its own.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use vesc_col_core::{Dataset, Engine, EngineError, Query, Run, Session, VersionSpace};

use crate::guard::{self, GuardedSession};

/// An engine's answer to the question that it was sent.
pub(super) type EngineAnswer = Result<VersionSpace, EngineError>;

/// An answer with the number of the worker that gives it.
pub(super) type NumberedAnswer = (usize, EngineAnswer);

/// What a worker is to do next.
enum Order {
    Answer(Query, Run),
    /// Drops the session, then this sender.
    Forget(Sender<()>),
}

/// The thread on which an engine's session lives until the worker is dropped.
#[derive(Debug)]
pub(super) struct Worker {
    /// `None` once the thread is asked to end.
    orders: Option<Sender<Order>>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    /// Starts the thread. Every question sent is answered once, on `answers`, with this worker's number.
    pub(super) fn spawn(
        number: usize,
        engine: Arc<dyn Engine>,
        data: Arc<Dataset>,
        answers: Sender<NumberedAnswer>,
    ) -> io::Result<Worker> {
        let (orders, inbox) = channel();
        // No thread may have a name with a NUL.
        let name = format!("vesc-col {}", guard::name(&*engine)).replace('\0', "");
        let thread = std::thread::Builder::new()
            .name(name)
            .spawn(move || work(&*engine, &data, &inbox, |answer| answers.send((number, answer)).is_ok()))?;
        Ok(Worker { orders: Some(orders), thread: Some(thread) })
    }

    /// Sends a question; false if the thread is gone.
    pub(super) fn ask(&self, query: &Query, run: Run) -> bool {
        self.orders.as_ref().is_some_and(|orders| orders.send(Order::Answer(query.clone(), run)).is_ok())
    }

    /// Releases what the engine knows, and waits for that. The thread stays: an allocator keeps freed memory for it.
    pub(super) fn forget(&self) {
        let (done, waiting) = channel();
        if self.orders.as_ref().is_some_and(|orders| orders.send(Order::Forget(done)).is_ok()) {
            // Nothing is sent: the sender is dropped.
            let _ = waiting.recv();
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            // A panic was caught and reported as an answer; there is nothing left to say about it here.
            let _ = thread.join();
        }
    }
}

/// Answers questions until nobody can ask or hear any more.
fn work(engine: &dyn Engine, data: &Arc<Dataset>, inbox: &Receiver<Order>, mut send: impl FnMut(EngineAnswer) -> bool) {
    let mut session = GuardedSession::new(engine, Arc::clone(data));
    while let Ok(order) = inbox.recv() {
        match order {
            Order::Answer(query, run) => {
                let answered = catch_unwind(AssertUnwindSafe(|| {
                    let answer = session.measure(&query, &run);
                    // The question's tokens and observer are released before anybody hears of the answer.
                    drop((query, run));
                    answer
                }));
                // Without an answer to each question, whoever asked would wait for ever.
                let answer = answered.unwrap_or_else(|_| {
                    session = GuardedSession::new(engine, Arc::clone(data));
                    Err(EngineError::failed(guard::name(engine), "it panicked beside its question"))
                });
                if !send(answer) {
                    break;
                }
            }
            Order::Forget(done) => {
                session = GuardedSession::new(engine, Arc::clone(data));
                drop(done);
            }
        }
    }
}

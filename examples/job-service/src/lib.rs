//! Searches as jobs of an asynchronous service.
//!
//! A [`Service`] takes [`Job`]s over a channel and searches them on blocking threads, a few at once. A [`Ticket`] shows how far
//! its job has come and waits for the report, as JSON. Whoever drops a ticket cancels the job.

mod bar;
mod job;

use std::sync::Arc;

use tokio::sync::{Semaphore, mpsc, oneshot, watch};
use tokio::task::spawn_blocking;
use vesc_col::run::CancelToken;

pub use bar::Bar;
pub use job::{Job, JobError};

/// Jobs that wait in the channel before [`Service::submit`] waits itself.
const WAITING: usize = 64;

/// Searches jobs until it is dropped; jobs that were submitted before are searched still.
#[derive(Debug)]
pub struct Service {
    orders: mpsc::Sender<Order>,
    running: watch::Receiver<usize>,
}

/// A job on its way.
struct Order {
    job: Job,
    token: CancelToken,
    bar: watch::Sender<Bar>,
    reply: oneshot::Sender<Result<String, JobError>>,
}

impl Service {
    /// Starts a service that searches `at_once` jobs at a time. Call it within a tokio runtime.
    pub fn start(at_once: usize) -> Service {
        let (orders, inbox) = mpsc::channel(WAITING);
        let (count, running) = watch::channel(0);
        tokio::spawn(dispatch(inbox, at_once, count));
        Service { orders, running }
    }

    /// Hands in a job.
    ///
    /// # Errors
    ///
    /// [`JobError::Closed`] if the runtime is shutting down.
    pub async fn submit(&self, job: Job) -> Result<Ticket, JobError> {
        let token = CancelToken::new();
        let (bar, seen) = watch::channel(Bar::new(job.steps()));
        let (reply, answer) = oneshot::channel();
        let order = Order { job, token: token.clone(), bar, reply };
        self.orders.send(order).await.map_err(|_| JobError::Closed)?;
        Ok(Ticket { answer, bar: seen, _cancel: CancelOnDrop(token) })
    }

    /// How many jobs are being searched, to be watched.
    pub fn running(&self) -> watch::Receiver<usize> {
        self.running.clone()
    }
}

/// A job that was handed in. Dropping it, or the future of its answer, cancels the job.
#[derive(Debug)]
pub struct Ticket {
    answer: oneshot::Receiver<Result<String, JobError>>,
    bar: watch::Receiver<Bar>,
    _cancel: CancelOnDrop,
}

impl Ticket {
    /// How far the job has come, to be watched and drawn.
    pub fn bar(&self) -> watch::Receiver<Bar> {
        self.bar.clone()
    }

    /// The report as JSON.
    ///
    /// # Errors
    ///
    /// [`JobError`] if the data make no sense or no engine has an answer. A limit is no error: the report says what is known.
    pub async fn answer(mut self) -> Result<String, JobError> {
        (&mut self.answer).await.unwrap_or(Err(JobError::Closed))
    }
}

#[derive(Debug)]
struct CancelOnDrop(CancelToken);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Starts each job as soon as there is a place for it.
async fn dispatch(mut inbox: mpsc::Receiver<Order>, at_once: usize, running: watch::Sender<usize>) {
    let places = Arc::new(Semaphore::new(at_once.max(1)));
    let running = Arc::new(running);
    while let Some(order) = inbox.recv().await {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let running = Arc::clone(&running);
        // A search computes for seconds: it must not hold up the threads of the runtime.
        spawn_blocking(move || {
            let Order { job, token, bar, reply } = order;
            running.send_modify(|count| *count += 1);
            let answer = job.search(token, bar);
            running.send_modify(|count| *count -= 1);
            drop(place);
            // Nobody waits any more if the ticket is gone.
            let _ = reply.send(answer);
        });
    }
}

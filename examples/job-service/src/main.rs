//! One job from start to end: the bar goes to standard error, the report to standard output.

use std::time::Duration;

use job_service::{Job, JobError, Service};

#[tokio::main]
async fn main() -> Result<(), JobError> {
    // The event happens if the FIFO is full while a flush arrives, unless the arbiter is parked.
    let columns = ["fifo_full", "flush", "parked", "irq", "burst"].map(str::to_owned).to_vec();
    let rows: Vec<u64> = (0..32).collect();
    let labels = rows.iter().map(|row| row & 0b111 == 0b011).collect();
    let (timeout, memory) = (Duration::from_secs(60), 1 << 30);
    let job = Job { columns, labels, rows, max_literals: 6, max_terms: 2, timeout, memory };

    let ticket = Service::start(2).submit(job).await?;
    let mut bar = ticket.bar();
    let drawing = tokio::spawn(async move {
        while bar.changed().await.is_ok() {
            eprintln!("{}", *bar.borrow_and_update());
        }
    });
    println!("{}", ticket.answer().await?);
    // The bar's sender ends with the search.
    let _ = drawing.await;
    Ok(())
}

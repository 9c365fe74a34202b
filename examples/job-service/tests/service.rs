//! Jobs that end, jobs that are cancelled, jobs that make no sense.

use std::time::Duration;

use job_service::{Bar, Job, JobError, Service};
use vesc_col::Outcome;
use vesc_col::report::SavedReport;

/// The event is `a & !b`.
fn job() -> Job {
    Job {
        columns: ["a", "b", "c", "d"].map(str::to_owned).to_vec(),
        labels: (0..16u64).map(|row| row & 0b11 == 0b01).collect(),
        rows: (0..16).collect(),
        max_literals: 4,
        max_terms: 2,
        timeout: Duration::from_secs(600),
        memory: 1 << 30,
    }
}

/// Nothing fits, and there is no end of sub-spaces.
fn endless() -> Job {
    let labels = [true, false].into_iter().collect();
    Job { labels, rows: vec![0, 0], max_literals: usize::MAX, max_terms: 1, ..job() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_ends_in_json_and_a_full_bar() -> Result<(), Box<dyn std::error::Error>> {
    let service = Service::start(2);
    let ticket = service.submit(job()).await?;
    let bar = ticket.bar();
    let report: SavedReport = serde_json::from_str(&ticket.answer().await?)?;
    assert_eq!((report.outcome, report.cardinality.to_string()), (Outcome::Learned, "1".to_owned()));
    let [hypothesis] = &report.hypotheses[..] else { panic!("{report:?}") };
    let literals: Vec<usize> = hypothesis.terms.iter().flatten().flatten().map(|literal| literal.index).collect();
    assert_eq!((hypothesis.text.as_str(), literals), ("a & !b", vec![0, 1]));
    // (1,1) and (2,1), of seven sub-spaces up to (4,2).
    let expected = Bar { done: 2, total: Some(7), part: 0, activity: "2 literals, 1 term".to_owned() };
    assert_eq!(*bar.borrow(), expected);
    assert_eq!(expected.to_string(), "[#####---------------] 2 of 7: 2 literals, 1 term");
    Ok(())
}

/// One event in 20,000 rows over 60 columns that are drawn evenly: no short formula fits, and it takes long to see that.
#[tokio::test(flavor = "multi_thread")]
async fn the_bar_moves_within_a_long_step() -> Result<(), Box<dyn std::error::Error>> {
    let columns: Vec<String> = (0..60).map(|column| format!("x{column}")).collect();
    let mut state = 1u64;
    let rows = (0..20_000).map(|_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state.rotate_left(32) & ((1 << 60) - 1)
    });
    let labels = (0..20_000).map(|row| row == 0).collect();
    let service = Service::start(1);
    let job = Job { columns, labels, rows: rows.collect(), max_literals: 12, max_terms: 1, ..job() };
    let ticket = service.submit(job).await?;
    let mut bar = ticket.bar();
    let seen = bar.wait_for(|bar| bar.part > 0).await?.clone();
    assert!(seen.part <= 1000 && seen.done > 0, "{seen:?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_drops_a_ticket_cancels_the_job() -> Result<(), Box<dyn std::error::Error>> {
    let service = Service::start(1);
    let mut running = service.running();
    let ticket = service.submit(endless()).await?;
    let mut bar = ticket.bar();
    bar.wait_for(|bar| bar.done > 10).await?;
    drop(ticket);
    running.wait_for(|&count| count == 0).await?;
    // The place is free again. This one is dropped while its answer is awaited.
    let ticket = service.submit(endless()).await?;
    let mut bar = ticket.bar();
    tokio::select! {
        answer = ticket.answer() => panic!("there is no end to it: {answer:?}"),
        seen = bar.wait_for(|bar| bar.done > 10) => { seen?; }
    }
    assert!(service.submit(job()).await?.answer().await?.contains("learned"));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_are_reports_and_nonsense_is_an_error() -> Result<(), Box<dyn std::error::Error>> {
    let service = Service::start(1);
    let short = Job { timeout: Duration::from_millis(50), ..endless() };
    let report: serde_json::Value = serde_json::from_str(&service.submit(short).await?.answer().await?)?;
    assert_eq!(report["outcome"], "undecided");
    let steps = report["steps"].as_array().ok_or("no steps")?;
    assert_eq!(steps.last().ok_or("no step")?["stopped"], "deadline");

    let stray = Job { rows: vec![1 << 9; 16], ..job() };
    let error = service.submit(stray).await?.answer().await.expect_err("there are four columns");
    assert!(matches!(error, JobError::Data(_)));
    assert_eq!(error.to_string(), "row 1 has a bit set behind the last of 4 features");
    Ok(())
}

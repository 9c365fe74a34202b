//! The clock of a measurement, and what ends it.

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

/// How often the limits are looked at.
const TICK: Duration = Duration::from_millis(10);

/// Measures the process; ends it when a limit is reached.
///
/// To end the process is the only way that stops any method, also in the middle of a library's operation.
#[derive(Clone)]
pub(crate) struct Meter {
    start: Arc<OnceLock<(Instant, ProcessTime)>>,
    nodes: Arc<AtomicUsize>,
}

impl Meter {
    /// Watches over processor seconds, once the clock has been [started](Meter::start), and MiB.
    pub(crate) fn watch(limit: f64, memory: u64) -> Meter {
        let meter = Meter { start: Arc::default(), nodes: Arc::default() };
        let watched = meter.clone();
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(TICK);
                if watched.seconds().1 > limit {
                    watched.finish("limit");
                }
                if peak_memory() > memory {
                    watched.finish("memory");
                }
            }
        });
        meter
    }

    /// Starts the clock: what was done so far is not part of the measurement, and no limit's business.
    pub(crate) fn start(&self) {
        self.start.get_or_init(|| (Instant::now(), ProcessTime::now()));
    }

    /// The method has diagrams of so many nodes in all.
    pub(crate) fn note_nodes(&self, nodes: usize) {
        self.nodes.fetch_max(nodes, Ordering::Relaxed);
    }

    /// After so many samples the diagram of what still fits has so many nodes.
    pub(crate) fn trace(&self, samples: usize, nodes: usize) {
        // Nobody listens any more: then the measurement is for nothing, but not wrong.
        let _ = writeln!(std::io::stdout(), "trace,{samples},{nodes}");
    }

    /// Prints all figures and ends the process.
    pub(crate) fn finish(&self, answer: &str) -> ! {
        let (clock, processor) = self.seconds();
        let nodes = self.nodes.load(Ordering::Relaxed);
        let _ = writeln!(std::io::stdout(), "end,{answer},{processor:.9},{clock:.9},{nodes},{}", peak_memory());
        std::process::exit(0)
    }

    /// Seconds of the clock and of the processor.
    fn seconds(&self) -> (f64, f64) {
        let Some((clock, processor)) = self.start.get() else { return (0.0, 0.0) };
        (clock.elapsed().as_secs_f64(), processor.elapsed().as_secs_f64())
    }
}

/// The most memory that this process ever had, in MiB; 0 where the system does not tell.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).map_or(0, |kibibytes: u64| kibibytes >> 10)
}

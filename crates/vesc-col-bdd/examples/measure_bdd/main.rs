//! Measures the choices behind the engine: kind of diagram, order of the variables, order of the samples.
//!
//! `cargo run --release -p vesc-col-bdd --example measure_bdd -- NAME...` measures the cases whose name contains all of the
//! given words, e.g. `(5,1) kind=bdd`. The figures are in `docs/bdd-engine.md`.

use std::time::{Duration, SystemTime};

use oxidd::bcdd::{self, BCDDFunction};
use oxidd::bdd::{self, BDDFunction};
use oxidd::util::SatCountCache;
use oxidd::util::num::Natural;
use oxidd::zbdd::{self, ZBDDFunction};
use oxidd::{BooleanFunction, HasWorkers, VarNo, WorkerPool};
use vesc_col_core::{Circuit, DnfSpace, Gate, Run, Signal, StopReason, SubSpace};

use crate::diagrams::Diagrams;
use crate::instance::Instance;
use crate::lower::lower;

// The engine's own modules, so that what is measured is what runs.
#[path = "../../src/diagrams.rs"]
mod diagrams;
mod instance;
#[path = "../../src/lower.rs"]
mod lower;

const NODES: usize = 40 << 20;
const FIRST_COLLECTION: usize = 1 << 20;

/// The order of the variables, and what keeps formulas apart.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Order {
    /// As the sub-space lists its bits: feature by feature.
    Listed,
    /// Term by term, in the same sub-space.
    TermMajor,
    /// As listed, but every order of the terms is a model of its own.
    ListedUnordered,
    /// Term by term, and every order of the terms is a model of its own.
    TermMajorUnordered,
}

impl Order {
    /// The variable of each decision bit.
    fn levels(self, space: &DnfSpace) -> Vec<VarNo> {
        let (n, k) = (space.features(), space.terms());
        let mut levels: Vec<VarNo> = (0..space.width() as VarNo).collect();
        if matches!(self, Order::TermMajor | Order::TermMajorUnordered) {
            for feature in 0..n {
                for term in 0..k {
                    for plane in 0..2 {
                        levels[space.bit(feature, term) + plane] = (2 * (term * n + feature) + plane) as VarNo;
                    }
                }
            }
        }
        levels
    }

    fn member(self, space: &DnfSpace, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        if matches!(self, Order::Listed | Order::TermMajor) {
            return space.member(circuit, h);
        }
        let mut constraints = Vec::new();
        for pair in h.chunks_exact(2) {
            constraints.push(circuit.implies(pair[1], pair[0]));
        }
        constraints.push(circuit.exactly(space.literals(), h.iter().copied().step_by(2)));
        for term in 0..space.terms() {
            constraints.push(circuit.or((0..space.features()).map(|feature| h[space.bit(feature, term)])));
        }
        circuit.and(constraints)
    }
}

struct Case {
    instance: &'static str,
    kind: &'static str,
    literals: usize,
    terms: usize,
    order: Order,
    positives_first: bool,
    /// Conjoin the version space with one operand of a sample's constraint after the other.
    split: bool,
    cache_entries: usize,
}

impl Case {
    fn name(&self) -> String {
        let samples = if self.positives_first { "positives-first" } else { "negatives-first" };
        let split = if self.split { "split" } else { "whole" };
        format!(
            "{} ({},{}) kind={} order={:?} {samples} {split} cache=2^{}",
            self.instance,
            self.literals,
            self.terms,
            self.kind,
            self.order,
            self.cache_entries.ilog2()
        )
    }

    fn run(&self) {
        let result = match self.kind {
            "bdd" => self.measure::<BDDFunction>(bdd::new_manager(NODES, self.cache_entries, 1)),
            "bcdd" => self.measure::<BCDDFunction>(bcdd::new_manager(NODES, self.cache_entries, 1)),
            _ => self.measure::<ZBDDFunction>(zbdd::new_manager(NODES, self.cache_entries, 1)),
        };
        println!("{}: {result}", self.name());
    }

    fn measure<F: BooleanFunction + Send + Sync>(&self, manager: F::ManagerRef) -> String
    where
        F::ManagerRef: HasWorkers + Send + Sync,
    {
        let run = Run::new().with_timeout(Duration::from_secs(300));
        let mut diagrams = Diagrams::<F>::new(manager.clone(), NODES, FIRST_COLLECTION);
        manager.workers().install(|| {
            let mut figures = Figures::default();
            match self.conjoin(&mut diagrams, &run, &mut figures) {
                Ok(count) => format!("{count} models; {figures}"),
                Err(reason) => format!("{reason}; {figures}"),
            }
        })
    }

    fn conjoin<F: BooleanFunction>(
        &self,
        diagrams: &mut Diagrams<F>,
        run: &Run,
        figures: &mut Figures,
    ) -> Result<Natural, StopReason> {
        let space = DnfSpace::new(Instance::FEATURES, self.literals, self.terms);
        let levels = self.order.levels(&space);
        diagrams.reserve_levels(levels.len() as VarNo);
        let instance = Instance::named(self.instance);

        let mut circuit = Circuit::new();
        let h = circuit.inputs(space.width());
        let member = self.order.member(&space, &mut circuit, &h);
        let mut all = figures.time(|| lower(diagrams, &circuit, member, &levels, run))?;

        let mut samples: Vec<(&[bool], bool)> = instance.rows.iter().map(|(row, label)| (&row[..], *label)).collect();
        samples.sort_by_key(|&(_, positive)| positive != self.positives_first);
        for (done, (row, positive)) in samples.into_iter().enumerate() {
            run.check()?;
            let mut circuit = Circuit::new();
            let h = circuit.inputs(space.width());
            let x: Vec<Signal> = row.iter().map(|&value| Signal::from(value)).collect();
            let constraint = space.predict(&mut circuit, &h, &x).complement_if(!positive);
            for part in self.parts(&circuit, constraint) {
                let part = figures.time(|| lower(diagrams, &circuit, part, &levels, run))?;
                all = figures.time(|| diagrams.and(&all, &part))?;
            }
            // Counting nodes takes longer than the conjunction.
            if done.is_multiple_of(16) {
                figures.nodes = figures.nodes.max(all.node_count());
            }
            figures.time(|| diagrams.tidy());
        }
        figures.table = diagrams.peak();
        Ok(all.sat_count(levels.len() as VarNo, &mut SatCountCache::<Natural, std::hash::RandomState>::default()))
    }

    fn parts(&self, circuit: &Circuit, constraint: Signal) -> Vec<Signal> {
        match circuit.gate(constraint.gate()) {
            Gate::And(operands) if self.split && !constraint.is_complemented() => operands.to_vec(),
            _ => vec![constraint],
        }
    }
}

#[derive(Default)]
struct Figures {
    seconds: Duration,
    longest: Duration,
    nodes: usize,
    table: usize,
}

impl Figures {
    fn time<T>(&mut self, operation: impl FnOnce() -> T) -> T {
        let start = thread_time();
        let result = operation();
        let taken = thread_time().saturating_sub(start);
        self.seconds += taken;
        self.longest = self.longest.max(taken);
        result
    }
}

impl std::fmt::Display for Figures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (seconds, longest) = (self.seconds.as_secs_f64(), self.longest.as_millis());
        write!(f, "{seconds:.2} s, {} nodes, table {}, longest operation {longest} ms", self.nodes, self.table)
    }
}

/// The processor time of this thread where the system tells it (then other load does not matter), else the time of day.
fn thread_time() -> Duration {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    match statistics.split_whitespace().next().and_then(|field| field.parse().ok()) {
        Some(nanoseconds) => Duration::from_nanos(nanoseconds),
        None => SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default(),
    }
}

/// Each choice against the plain one, on each instance.
fn cases() -> Vec<Case> {
    let shapes =
        [("monomial", 4, 1), ("monomial", 5, 1), ("two-terms", 4, 2), ("two-terms", 5, 2), ("three-terms", 6, 3)];
    let mut cases = Vec::new();
    for (instance, literals, terms) in shapes {
        let plain = |kind, order, positives_first, split, cache: u32| Case {
            instance,
            kind,
            literals,
            terms,
            order,
            positives_first,
            split,
            cache_entries: 1usize << cache,
        };
        cases.push(plain("bdd", Order::Listed, true, false, 22));
        for kind in ["bcdd", "zbdd"] {
            cases.push(plain(kind, Order::Listed, true, false, 22));
        }
        for cache in [18, 20, 24] {
            cases.push(plain("bdd", Order::Listed, true, false, cache));
        }
        cases.push(plain("bdd", Order::Listed, false, false, 22));
        if terms > 1 {
            cases.push(plain("bdd", Order::Listed, true, true, 22));
            for order in [Order::TermMajor, Order::ListedUnordered, Order::TermMajorUnordered] {
                cases.push(plain("bdd", order, true, false, 22));
            }
        }
    }
    cases
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    for case in cases() {
        if words.iter().all(|word| case.name().contains(word.as_str())) {
            case.run();
        }
    }
}

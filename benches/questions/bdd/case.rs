//! What is measured, and the measuring.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use cpu_time::ProcessTime;
use vesc_col::generate::Recipe;
use vesc_col_bdd::{BddEngine, Lowering};
use vesc_col_core::{DnfSpace, Query, Run, Session};

/// The engine as it is, and the paper's method.
pub(crate) const VARIANTS: [&str; 2] = ["new", "plain"];

/// Memory for one question.
const MEMORY: u64 = 6 << 30;

/// A question about an instance.
pub(crate) struct Case {
    instance: &'static str,
    /// The sizes of the planted terms.
    target: Vec<usize>,
    positives: usize,
    negatives: usize,
    literals: usize,
    terms: usize,
    /// All sub-spaces up to this one, until one is not empty.
    search: bool,
}

/// The instances of the paper's experiments.
pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |instance, target: &[usize], (positives, negatives), (literals, terms), search| {
        cases.push(Case { instance, target: target.to_vec(), positives, negatives, literals, terms, search });
    };
    for (positives, instance) in ["no positive", "1 positive", "2 positives"].into_iter().enumerate() {
        for literals in 1..=6 {
            add(instance, &[5], (positives, 1000), (literals, 1), false);
        }
    }
    for (literals, terms) in [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (4, 1), (4, 2), (5, 1), (5, 2), (6, 2), (7, 2)] {
        add("two terms", &[2, 3], (5, 500), (literals, terms), false);
    }
    for terms in 1..=4 {
        add("250 of each", &vec![3; terms], (250, 250), (3 * terms, terms), false);
    }
    for terms in 1..=4 {
        add("250 of each", &vec![3; terms], (250, 250), (3 * terms, terms), true);
    }
    add("10000 negatives, 3+5", &[3, 5], (6, 10_000), (8, 2), true);
    add("10000 negatives, 4+4", &[4, 4], (6, 10_000), (8, 2), true);
    add("three terms", &[2, 2, 2], (11, 500), (6, 3), false);
    // Few negatives leave large families: here the store of nodes is at work.
    for literals in 5..=7 {
        add("few negatives", &[5], (1, 16), (literals, 1), false);
    }
    cases
}

impl Case {
    /// The instance and the question.
    pub(crate) fn name(&self) -> String {
        let search = if self.search { "search to " } else { "" };
        format!("{}, {search}({},{})", self.instance, self.literals, self.terms)
    }

    /// Answers the question in this process.
    pub(crate) fn measure(&self, variant: &str, timeout: u64, seed: u64) -> Figures {
        let Case { target, positives, negatives, literals, terms, .. } = self;
        let recipe =
            Recipe { features: 100, terms: target.clone(), positives: *positives, negatives: *negatives, seed };
        let (data, _) = recipe.make().expect("the recipe can be followed");
        let lowering = if variant == "plain" { Lowering::Circuit } else { Lowering::Auto };
        let run = Run::new().with_memory(MEMORY).with_timeout(Duration::from_secs(timeout));
        let spaces: Vec<DnfSpace> = match self.search {
            true => DnfSpace::up_to(100, *literals, *terms).collect(),
            false => vec![DnfSpace::new(100, *literals, *terms)],
        };
        let start = ProcessTime::now();
        let mut session = BddEngine::default().with_lowering(lowering).session(data);
        let mut figures = Figures::default();
        for space in spaces {
            let found = session.measure(&Query::new(Arc::new(space)), &run).expect("a plain question");
            figures.nodes = figures.nodes.max(session.peak_nodes());
            figures.answer = found.formulas.to_string();
            if let Some(reason) = found.stopped {
                figures.answer = format!("{reason} at ({};{})", space.literals(), space.terms());
            }
            if found.stopped.is_some() || !found.formulas.is_zero() {
                break;
            }
        }
        figures.seconds = start.elapsed().as_secs_f64();
        figures.mebibytes = peak_memory();
        figures
    }
}

/// The most memory that this process ever had, in MiB; 0 where the system does not tell.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).map_or(0, |kibibytes: u64| kibibytes >> 10)
}

/// What a measurement gives: a line of text, from one process to the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Figures {
    /// How many formulas fit, or why that is not known.
    pub(crate) answer: String,
    /// Processor time.
    pub(crate) seconds: f64,
    /// The most nodes at a time.
    pub(crate) nodes: usize,
    /// The most memory.
    pub(crate) mebibytes: u64,
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{:.4},{},{}", self.answer, self.seconds, self.nodes, self.mebibytes)
    }
}

impl FromStr for Figures {
    type Err = ();

    fn from_str(line: &str) -> Result<Figures, ()> {
        let [answer, seconds, nodes, mebibytes] = line.split(',').collect::<Vec<_>>()[..] else { return Err(()) };
        let bad = |_| ();
        Ok(Figures {
            answer: answer.to_owned(),
            seconds: seconds.parse().map_err(|_| ())?,
            nodes: nodes.parse().map_err(bad)?,
            mebibytes: mebibytes.parse().map_err(bad)?,
        })
    }
}

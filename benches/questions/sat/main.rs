//! The instances of the paper's experiments, each solver and method side by side.
//!
//! `cargo bench -p vesc-col-benches --features batsat,cadical --bench sat -- [--csv] [--seeds N] [--limit SECONDS] [NAME...]`
//!
//! User-CPU seconds of the process, the ratio to the engine on the same solver, clauses given to solvers in all, and (on
//! Linux) the peak of the process's memory. A row with `limit` has no answer. Methods: `engine` is ours,
//! `plain` the paper's CNF with blocked formulas, which is kept for comparison.

mod counted;

use std::sync::Arc;
use std::time::Duration;

use baselines::paper_cnf;
use cpu_time::ProcessTime;
use vesc_col::generate::Recipe;
use vesc_col_core::{Dataset, DnfSpace, Engine, Query, Run};
use vesc_col_sat::{Backend, SatEngine, Varisat};

use counted::Counted;

/// A sub-space alone, or the whole search that ends with it.
#[derive(Clone, Copy)]
enum Asked {
    One(usize, usize),
    Search(usize, usize),
}

use Asked::{One, Search};

/// Name, sizes of the planted terms, positives, negatives, what is asked, as (literals, terms).
type Question = (&'static str, &'static [usize], usize, usize, &'static [Asked]);

const QUESTIONS: [Question; 10] = [
    ("monomial-0", &[5], 0, 1000, &[One(1, 1), One(2, 1), One(3, 1), One(4, 1)]),
    ("monomial-1", &[5], 1, 1000, &[One(1, 1), One(2, 1), One(3, 1), One(4, 1), One(5, 1)]),
    ("monomial-2", &[5], 2, 1000, &[One(4, 1), One(5, 1), One(6, 1)]),
    ("terms-2-3", &[2, 3], 5, 500, &[One(4, 1), One(4, 2), One(5, 2)]),
    ("250-250-1", &[3], 250, 250, &[One(3, 1)]),
    ("250-250-2", &[3, 3], 250, 250, &[One(6, 2)]),
    ("250-250-3", &[3, 3, 3], 250, 250, &[One(9, 3)]),
    ("250-250-4", &[3, 3, 3, 3], 250, 250, &[One(12, 4)]),
    ("10000-3-5", &[3, 5], 6, 10_000, &[Search(8, 2)]),
    ("10000-4-4", &[4, 4], 6, 10_000, &[Search(8, 2)]),
];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Method {
    Engine,
    Plain,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1)?.parse::<u64>().ok()
    };
    let (seeds, limit) = (option("--seeds").unwrap_or(1), Duration::from_secs(option("--limit").unwrap_or(60)));
    let csv = arguments.iter().any(|argument| argument == "--csv");
    let named: Vec<&Question> = QUESTIONS.iter().filter(|(name, ..)| arguments.iter().any(|a| a == name)).collect();
    let questions = if named.is_empty() { QUESTIONS.iter().collect() } else { named };
    let titles = ["question", "asked", "seed", "solver", "method", "seconds", "ratio", "|VS|", "clauses", "peak MB"];
    line(csv, &titles.map(String::from));
    if !csv {
        line(csv, &titles.map(|_| "---".to_owned()));
    }
    for &&(name, sizes, positives, negatives, asked) in &questions {
        for seed in 1..=seeds {
            let recipe = Recipe { features: 100, terms: sizes.to_vec(), positives, negatives, seed };
            let (data, _) = recipe.make().expect("the recipe can be followed");
            for &asked in asked {
                for backend in backends() {
                    let mut reference = 0.0;
                    for method in [Method::Engine, Method::Plain] {
                        let run = Run::new().with_timeout(limit);
                        let counted = Counted::new(backend.clone());
                        forget_peak();
                        let start = ProcessTime::now();
                        let answer = ask(method, &counted, &data, asked, &run);
                        let seconds = start.elapsed().as_secs_f64();
                        if method == Method::Engine {
                            reference = seconds;
                        }
                        line(
                            csv,
                            &[
                                name.to_owned(),
                                asked.text(),
                                seed.to_string(),
                                backend.name().to_owned(),
                                format!("{method:?}").to_lowercase(),
                                format!("{seconds:.4}"),
                                format!("{:.1}", seconds / reference.max(1e-4)),
                                answer,
                                counted.clauses().to_string(),
                                peak(),
                            ],
                        );
                    }
                }
            }
        }
    }
}

impl Asked {
    fn text(self) -> String {
        match self {
            One(literals, terms) => format!("({literals} {terms})"),
            Search(literals, terms) => format!("search to ({literals} {terms})"),
        }
    }

    fn spaces(self) -> Vec<DnfSpace> {
        match self {
            One(literals, terms) => vec![DnfSpace::new(100, literals, terms)],
            Search(literals, terms) => DnfSpace::up_to(100, literals, terms).collect(),
        }
    }
}

fn backends() -> Vec<Arc<dyn Backend>> {
    vec![
        Arc::new(Varisat),
        #[cfg(feature = "batsat")]
        Arc::new(vesc_col_sat::Batsat),
        #[cfg(feature = "cadical")]
        Arc::new(vesc_col_sat::Cadical),
    ]
}

/// |VS| of the last sub-space with the bound 1, or `limit`.
fn ask(method: Method, backend: &Counted, data: &Arc<Dataset>, asked: Asked, run: &Run) -> String {
    let engine = SatEngine::with_backend(backend.clone());
    let mut session = engine.open(data.clone());
    let mut answer = String::new();
    for space in asked.spaces() {
        answer = if method == Method::Plain {
            paper_cnf::formulas(backend, data, &space, run)
        } else {
            let query = Query::new(Arc::new(space)).with_bound(1);
            let answer = session.measure(&query, run).expect("the question is a plain one");
            if answer.decides(1) { answer.concepts.to_string() } else { "limit".to_owned() }
        };
        if answer == "limit" {
            return format!("limit at ({} {})", space.literals(), space.terms());
        }
        if answer != "0" {
            break;
        }
    }
    answer
}

fn line(csv: bool, cells: &[String]) {
    println!("{}", if csv { cells.join(",") } else { format!("| {} |", cells.join(" | ")) });
}

/// Lets Linux measure the process's memory anew, from what the allocator holds.
fn forget_peak() {
    // Elsewhere the column stays empty.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The most memory since then.
fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    peak.map_or(String::new(), |peak| (peak / 1024).to_string())
}

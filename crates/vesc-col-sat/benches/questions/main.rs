//! The instances of the paper's experiments, each solver and method side by side.
//!
//! `cargo bench -p vesc-col-sat --features batsat,cadical --bench questions -- [--csv] [--seeds N] [--limit SECONDS] [NAME...]`
//!
//! User-CPU seconds of the process, clauses given to solvers in all, and (on Linux) the peak of the process's memory so far. A row
//! that ends with `limit` has no answer. Methods: `structure` is the default, `circuits` the lowering of every other sub-space,
//! `plain` the paper's CNF with blocked formulas, which is kept for comparison.

mod counted;
mod plain;

use std::sync::Arc;
use std::time::Duration;

use cpu_time::ProcessTime;
use vesc_col::generate::Recipe;
use vesc_col_core::{Dataset, DnfSpace, Engine, Query, Run};
use vesc_col_sat::{Backend, Encoding, Lowering, SatEngine, Varisat};

use counted::Counted;

/// Name, sizes of the planted terms, positives, negatives, sub-spaces as (literals, terms).
type Question = (&'static str, &'static [usize], usize, usize, &'static [(usize, usize)]);

const QUESTIONS: [Question; 10] = [
    ("monomial-0", &[5], 0, 1000, &[(1, 1), (2, 1), (3, 1), (4, 1)]),
    ("monomial-1", &[5], 1, 1000, &[(1, 1), (2, 1), (3, 1), (4, 1), (5, 1)]),
    ("monomial-2", &[5], 2, 1000, &[(4, 1), (5, 1), (6, 1)]),
    ("terms-2-3", &[2, 3], 5, 500, &[(4, 1), (4, 2), (5, 2)]),
    ("250-250-1", &[3], 250, 250, &[(3, 1)]),
    ("250-250-2", &[3, 3], 250, 250, &[(6, 2)]),
    ("250-250-3", &[3, 3, 3], 250, 250, &[(9, 3)]),
    ("250-250-4", &[3, 3, 3, 3], 250, 250, &[(12, 4)]),
    ("10000-3-5", &[3, 5], 6, 10_000, &[(8, 2)]),
    ("10000-4-4", &[4, 4], 6, 10_000, &[(8, 2)]),
];

#[derive(Clone, Copy, Debug)]
enum Method {
    Structure,
    Circuits,
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
    line(
        csv,
        &["question", "sub-space", "seed", "solver", "method", "seconds", "|VS|", "clauses", "peak MB"]
            .map(String::from),
    );
    for &&(name, sizes, positives, negatives, spaces) in &questions {
        for seed in 1..=seeds {
            let recipe = Recipe { features: 100, terms: sizes.to_vec(), positives, negatives, seed };
            let (data, _) = recipe.make().expect("the recipe can be followed");
            for &(literals, terms) in spaces {
                for backend in backends() {
                    for method in [Method::Structure, Method::Circuits, Method::Plain] {
                        let space = DnfSpace::new(100, literals, terms);
                        let run = Run::new().with_timeout(limit);
                        let counted = Counted::new(backend.clone());
                        let start = ProcessTime::now();
                        let answer = ask(method, &counted, &data, space, &run);
                        line(
                            csv,
                            &[
                                name.to_owned(),
                                format!("({literals} {terms})"),
                                seed.to_string(),
                                backend.name().to_owned(),
                                format!("{method:?}").to_lowercase(),
                                format!("{:.3}", start.elapsed().as_secs_f64()),
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

fn backends() -> Vec<Arc<dyn Backend>> {
    vec![
        Arc::new(Varisat),
        #[cfg(feature = "batsat")]
        Arc::new(vesc_col_sat::Batsat),
        #[cfg(feature = "cadical")]
        Arc::new(vesc_col_sat::Cadical),
    ]
}

/// |VS| with the bound 1, or `limit`.
fn ask(method: Method, backend: &Counted, data: &Arc<Dataset>, space: DnfSpace, run: &Run) -> String {
    let lowering = match method {
        Method::Structure => Lowering::Structure,
        Method::Circuits => Lowering::Circuits,
        Method::Plain => return plain::formulas(backend, data, &space, run),
    };
    let engine = SatEngine::with_backend(backend.clone()).with_encoding(Encoding { lowering, ..Encoding::default() });
    let query = Query::new(Arc::new(space)).with_bound(1);
    let answer = engine.open(data.clone()).measure(&query, run).expect("the question is a plain one");
    if answer.decides(1) { answer.concepts.to_string() } else { "limit".to_owned() }
}

fn line(csv: bool, cells: &[String]) {
    println!("{}", if csv { cells.join(",") } else { format!("| {} |", cells.join(" | ")) });
}

fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    peak.map_or(String::new(), |peak| (peak / 1024).to_string())
}

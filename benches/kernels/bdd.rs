//! Criterion benches, each a question on which one part of the engine takes most of the time.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use vesc_col::generate::Recipe;
use vesc_col_bdd::{BddEngine, Lowering};
use vesc_col_core::{Dataset, DnfSpace, LiveVersionSpace, Query, Run, Session, SubSpace};
use vesc_col_testkit::ParitySpace;

fn data(features: usize, target: &[usize], positives: usize, negatives: usize) -> Arc<Dataset> {
    let recipe = Recipe { features, terms: target.to_vec(), positives, negatives, seed: 1 };
    recipe.make().expect("the recipe can be followed").0
}

fn question(criterion: &mut Criterion, name: &str, lowering: Lowering, data: &Arc<Dataset>, space: impl SubSpace) {
    let (run, query) = (Run::new(), Query::new(Arc::new(space)));
    let engine = BddEngine::default().with_lowering(lowering);
    criterion.bench_function(name, |bencher| {
        bencher.iter(|| black_box(engine.session(Arc::clone(data)).measure(&query, &run)));
    });
}

fn terms(criterion: &mut Criterion) {
    let auto = Lowering::Auto;
    question(criterion, "terms, literals of a positive", auto, &data(100, &[5], 1, 1000), DnfSpace::new(100, 5, 1));
    question(criterion, "terms, all literals", auto, &data(100, &[5], 0, 1000), DnfSpace::new(100, 4, 1));
    question(criterion, "terms, few rows remembered", auto, &data(100, &[5], 1, 16), DnfSpace::new(100, 7, 1));
    question(criterion, "terms, without rows", auto, &data(200, &[5], 1, 0), DnfSpace::new(200, 60, 1));
    question(criterion, "terms, many positives", auto, &data(100, &[3; 3], 250, 250), DnfSpace::new(100, 11, 3));
    question(criterion, "formulas, many classes", auto, &data(60, &[2, 2, 2], 11, 60), DnfSpace::new(60, 7, 3));
}

fn circuits(criterion: &mut Criterion) {
    let circuit = Lowering::Circuit;
    question(criterion, "circuit, parity", circuit, &data(60, &[2], 10, 30), ParitySpace::new(60, 4));
    question(criterion, "circuit, DNF", circuit, &data(60, &[1, 2], 3, 200), DnfSpace::new(60, 3, 2));
}

fn live(criterion: &mut Criterion) {
    let data = data(100, &[2, 3], 5, 500);
    let query = Query::new(Arc::new(DnfSpace::new(100, 8, 2))).with_live(true);
    let found = BddEngine::default().session(Arc::clone(&data)).measure(&query, &Run::new()).expect("a plain question");
    let live: &dyn LiveVersionSpace = &**found.live.as_ref().expect("it was asked for");
    let (run, sample) = (Run::new(), data.negatives().get(7));
    criterion.bench_function("live, a formula drawn", |bencher| {
        let mut seed = 0;
        bencher.iter(|| {
            seed += 1;
            black_box(live.sample_formulas(1, seed))
        });
    });
    criterion.bench_function("live, a sample judged", |bencher| bencher.iter(|| live.accepting(sample, &run)));
    criterion.bench_function("live, a sample added", |bencher| bencher.iter(|| live.with_sample(sample, true, &run)));
    criterion.bench_function("live, literal frequencies", |bencher| bencher.iter(|| live.literal_frequencies(&run)));
}

criterion_group!(benches, terms, circuits, live);
criterion_main!(benches);

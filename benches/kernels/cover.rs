//! Criterion benches, each an instance on which one kernel of the one-term search takes most of the time.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use vesc_col::generate::Recipe;
use vesc_col_core::{DnfSpace, Engine, Query, Run};
use vesc_col_cover::CoverEngine;

fn one_term(criterion: &mut Criterion, name: &str, literals: usize, recipe: &Recipe) {
    let (data, _) = recipe.make().expect("the recipe can be followed");
    let run = Run::new().with_threads(1);
    let query = Query::new(Arc::new(DnfSpace::new(recipe.features, literals, 1))).with_exact(true);
    let engine = CoverEngine::default();
    criterion.bench_function(name, |bencher| {
        bencher.iter(|| black_box(engine.open(Arc::clone(&data)).measure(&query, &run)));
    });
}

fn kernels(criterion: &mut Criterion) {
    let recipe =
        |features, size, negatives, positives| Recipe { features, terms: vec![size], positives, negatives, seed: 1 };
    one_term(criterion, "window, one-sided", 5, &recipe(100, 5, 1000, 1));
    one_term(criterion, "window, two-sided", 4, &recipe(100, 5, 1000, 0));
    one_term(criterion, "window, many words", 3, &recipe(1000, 5, 1000, 1));
    one_term(criterion, "choosing rows", 5, &recipe(100, 7, 10_000, 1));
    one_term(criterion, "inclusion-exclusion", 6, &recipe(60, 4, 60, 1));
    one_term(criterion, "projection", 8, &recipe(500, 8, 10_000, 6));
}

criterion_group!(benches, kernels);
criterion_main!(benches);

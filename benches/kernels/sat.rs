//! Criterion benches: one term, two terms, and a size without an answer, each as a whole question.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use vesc_col::generate::Recipe;
use vesc_col_core::{DnfSpace, Engine, Query, Run};
use vesc_col_sat::SatEngine;

fn question(criterion: &mut Criterion, name: &str, recipe: &Recipe, literals: usize, terms: usize) {
    let (data, _) = recipe.make().expect("the recipe can be followed");
    let query = Query::new(Arc::new(DnfSpace::new(recipe.features, literals, terms))).with_bound(1);
    let engine = SatEngine::default();
    criterion.bench_function(name, |bencher| {
        bencher.iter(|| black_box(engine.open(Arc::clone(&data)).measure(&query, &Run::new())));
    });
}

fn kernels(criterion: &mut Criterion) {
    let monomial = Recipe { features: 100, terms: vec![5], positives: 2, negatives: 1000, seed: 1 };
    question(criterion, "one term of 4 literals", &monomial, 4, 1);
    let terms = Recipe { features: 100, terms: vec![2, 3], positives: 5, negatives: 500, seed: 1 };
    question(criterion, "two terms of 5 literals", &terms, 5, 2);
    question(criterion, "no terms of 3 literals", &terms, 3, 2);
}

criterion_group! { name = benches; config = Criterion::default().sample_size(10); targets = kernels }
criterion_main!(benches);

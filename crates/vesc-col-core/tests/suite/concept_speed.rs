//! How long concepts and their least formulas take: `cargo test --release --test suite concept_speed -- --ignored --nocapture`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use vesc_col_core::{Concept, Dnf, DnfSpace, Domain, Features, LegalConcept};

/// Microseconds per call.
fn time<T>(mut work: impl FnMut() -> T) -> f64 {
    let (start, mut calls) = (Instant::now(), 0u32);
    while start.elapsed() < Duration::from_millis(100) {
        black_box(work());
        calls += 1;
    }
    start.elapsed().as_secs_f64() * 1e6 / f64::from(calls)
}

#[test]
#[ignore = "prints times"]
fn microseconds_per_formula() {
    let cases = [
        ("x88 & !x93 | !x13 & !x82 & x87", 100, 5, 2),
        ("x1 & x50 | x7 & x80 | x20 & x90", 100, 6, 3),
        ("x1 & x50 | !x1 & x80 | x20 & x90", 100, 6, 3),
        ("x1 & x50 & x51 | !x1 & x80 & !x51 | x20 & !x80 & x90", 100, 9, 3),
        ("x0 & !x1 | x1 & !x2 | x2 & !x0", 100, 6, 3),
        ("x0 & x3 | x1 & x4 | x2 & x5 | x9", 17, 7, 4),
        ("!x0 & !x1 & x3 | !x0 & x1 & x4 | x0 & !x1 & x5 | x0 & x1 & x6", 17, 12, 4),
        ("x88 & !x93 | !x13 & !x82 & x87", 100, 7, 3),
        ("x88 & !x93 | !x13 & !x82 & x87", 100, 10, 3),
        ("x1 & x50 | !x1 & x80 | x20 & x90", 100, 8, 3),
        ("x1 & x50 | !x1 & x80 | x20 & x90", 100, 10, 4),
        ("x50 & !x60", 1000, 9, 2),
        ("x50", 100, 10, 3),
        ("x0 | !x0", 100, 7, 3),
        ("x0 & x1 | x2 & x3 | !x4 & x5 | x6 & !x7 | x8 & x9", 100, 16, 7),
    ];
    for (text, features, literals, terms) in cases {
        let dnf = Dnf::parse(text, &Features::numbered(features)).unwrap();
        let space = DnfSpace::new(features, literals, terms);
        let concept = Concept::of(&dnf);
        let of = time(|| Concept::of(&dnf));
        let least = time(|| concept.least_formula(&space));
        println!(
            "of {of:7.2} us, least {least:9.2} us  n {features:4} ({literals}, {terms}) primes {:2}  {text}",
            concept.primes().len()
        );
    }
}

/// A hundred features: closed groups of ten and twenty, an open one of ten, ten thresholds, fifty of their own.
#[test]
#[ignore = "prints times"]
fn microseconds_per_formula_over_declared_inputs() {
    let start = Instant::now();
    let open = (30..40).map(vesc_col_core::Literal::positive);
    let builder = Domain::builder(100).exactly_one(0..10).exactly_one(10..30).at_most_one(open).ordered(40..50);
    let domain = builder.build().unwrap();
    println!("the domain: {:.2} ms", start.elapsed().as_secs_f64() * 1e3);
    let cases = [
        ("x1 & x50 | x7 & x80", 4, 2),
        ("x1 & !x12 | x42 & !x93 & x60", 5, 2),
        ("!x1 & !x12 & !x33 | x42 & !x93", 5, 2),
        ("!x1 & !x2 & !x12 & !x13 & !x33", 5, 1),
        ("x60 & x1 | x61 & x42 | !x31 & x62", 6, 3),
        ("x1 & x50 | x7 & x80", 6, 2),
    ];
    for (text, literals, terms) in cases {
        let dnf = Dnf::parse(text, &Features::numbered(100)).unwrap();
        let space = DnfSpace::new(100, literals, terms);
        let concept = LegalConcept::of(&dnf, &domain);
        let of = time(|| LegalConcept::of(&dnf, &domain));
        let least = time(|| concept.least_formula(&space));
        let shown = concept.least_formula(&space).map(|dnf| dnf.to_string());
        println!("of {of:7.2} us, least {least:9.2} us  ({literals}, {terms})  {text}  shown as {shown:?}");
    }
}

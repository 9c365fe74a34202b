//! Larger data over declared inputs, where the engines are held to each other.

#![cfg(all(feature = "bdd", feature = "cover", feature = "sat", feature = "spaces"))]

use std::sync::Arc;

use vesc_col::data::Domain;
use vesc_col::engine::{BddEngine, CoverEngine, EngineError, SatEngine};
use vesc_col::formula::Literal;
use vesc_col::spaces::{DnfOptions, RestrictedDnfSpace};
use vesc_col::{Dataset, Dnf, DnfSpace, Engine, Features, Outcome, Report, Run, Settings, count, search};

/// Twenty features: a closed group of five, an open one of four, four thresholds, seven of their own.
fn domain() -> Domain {
    let open = (5..9).map(Literal::positive);
    let builder = Domain::builder(20).exactly_one(0..5).at_most_one(open).ordered(9..13);
    builder.implies(Literal::positive(13), Literal::positive(2)).build().unwrap()
}

/// Random legal rows labelled by a formula.
fn data(target: &str, rows: usize, seed: u64) -> Arc<Dataset> {
    let features = Features::numbered(20);
    let target = Dnf::parse(target, &features).unwrap();
    let mut state = seed;
    let mut below = |bound: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    };
    let mut builder = Dataset::builder(features.clone());
    for _ in 0..rows {
        let (one, other, level) = (below(5), below(5), below(5));
        let group = (0..5).map(|i| i == one).chain((0..4).map(|i| i == other)).chain((0..4).map(|i| i < level));
        let mut row: Vec<bool> = group.collect();
        row.push(one == 2 && below(2) == 1);
        row.extend((14..20).map(|_| below(2) == 1));
        let mut one_row = Dataset::builder(features.clone());
        one_row.push(true, row.iter().copied()).unwrap();
        let label = target.accepts(one_row.build().unwrap().positives().get(0));
        builder.push(label, row).unwrap();
    }
    Arc::new(builder.build().unwrap())
}

fn engines() -> [Box<dyn Engine>; 3] {
    [Box::new(CoverEngine::default()), Box::new(BddEngine::default()), Box::new(SatEngine::default())]
}

fn shown(report: &Report) -> (Outcome, String, String, Vec<String>) {
    let hypotheses = report.hypotheses().iter().map(ToString::to_string).collect();
    (report.outcome(), report.cardinality().to_string(), report.formulas().to_string(), hypotheses)
}

#[test]
fn engines_agree_in_searches() {
    for (target, rows, seed) in [
        ("x1 & !x6 | x10 & !x14", 60, 1),
        ("x1 & !x6 | x10 & !x14", 25, 2),
        ("!x0 & x11 & x15", 40, 3),
        ("x13 | !x9 & x16", 40, 4),
    ] {
        let data = data(target, rows, seed);
        let settings = Settings::default().with_bound(50);
        let answers = engines().map(|engine| {
            let spaces = DnfSpace::up_to(20, 5, 2).map(|space| space.within(&domain()));
            let report = search(&*engine, &data, spaces, &settings, &Run::new()).unwrap();
            assert!(report.hypotheses().len() <= 50);
            shown(&report)
        });
        // Formulas beyond the bound are counted by some engines only.
        assert_eq!(answers[0].0, answers[1].0, "{target}");
        if answers[0].0 == Outcome::Learned {
            assert_eq!((&answers[0], &answers[0]), (&answers[1], &answers[2]), "{target}");
        }
    }
}

#[test]
fn engines_agree_on_padded_and_unlabelled_questions() {
    let all = data("x1 & !x6 | x10 & !x14", 60, 1);
    let mut negatives = Dataset::builder(Features::numbered(20));
    for sample in all.negatives().iter().take(12) {
        negatives.push(false, sample.iter().by_vals()).unwrap();
    }
    let negatives = Arc::new(negatives.build().unwrap());
    let settings = Settings::default().with_exact(true).with_list_limit(300).with_list(300);
    for (data, literals, terms) in [(&all, 5, 2), (&negatives, 1, 1), (&negatives, 2, 1), (&negatives, 2, 2)] {
        let answers = engines().map(|engine| {
            let space = DnfSpace::new(20, literals, terms).within(&domain());
            let report = count(&*engine, data, space, &settings, &Run::new()).unwrap();
            let step = report.steps()[0].result();
            (step.formulas.to_string(), step.is_listed().then(|| shown(&report)))
        });
        assert_eq!(answers[0].0, answers[1].0, "({literals}, {terms})");
        assert_eq!(answers[0].1, answers[1].1, "({literals}, {terms})");
        // The SAT engine gives up counting where there are very many.
        if answers[2].1.is_some() {
            assert_eq!(answers[0], answers[2], "({literals}, {terms})");
        }
    }
}

#[test]
fn engines_agree_by_rules() {
    let group = (0..5).flat_map(|feature| [Literal::positive(feature), Literal::negative(feature)]);
    let free = DnfOptions::default;
    for (options, exact) in [
        (free().monotone(), false),
        (free().forbid(group), true),
        (free().with_max_term_literals(2).forbid([Literal::positive(1), Literal::negative(9)]), true),
    ] {
        let data = data("x1 & !x6 | x10 & !x14", 60, 1);
        let settings = Settings::default().with_bound(50).with_exact(exact);
        let options = Arc::new(options);
        let answers = engines().map(|engine| {
            let spaces = RestrictedDnfSpace::up_to(20, 5, 2, Arc::clone(&options)).map(|space| space.within(&domain()));
            shown(&search(&*engine, &data, spaces, &settings, &Run::new()).unwrap())
        });
        assert_eq!(answers[0].0, answers[1].0, "{options:?}");
        if answers[0].0 != Outcome::Overfit {
            assert_eq!((&answers[0], &answers[0]), (&answers[1], &answers[2]), "{options:?}");
        }
    }
}

#[test]
fn rows_that_are_not_legal_are_refused() {
    let mut builder = Dataset::builder(Features::numbered(3));
    builder.push(true, [true, false, true]).unwrap();
    builder.push(false, [true, true, false]).unwrap();
    let data = Arc::new(builder.build().unwrap());
    let domain = Domain::builder(3).at_most_one([Literal::positive(0), Literal::positive(1)]).build().unwrap();
    let space = DnfSpace::new(3, 1, 1).within(&domain);
    let refused = count(&CoverEngine::default(), &data, space, &Settings::default(), &Run::new()).unwrap_err();
    assert!(matches!(refused, EngineError::Data(_)));
    assert_eq!(refused.to_string(), "row 2 is not a legal input: `x0 & x1` is impossible by what was declared");
}

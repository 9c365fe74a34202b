//! Error budgets and unknown cells over declared inputs, every engine against brute force on small worlds.

#![cfg(all(feature = "bdd", feature = "cover", feature = "sat"))]

use std::sync::Arc;

use vesc_col::data::Domain;
use vesc_col::engine::{BddEngine, CoverEngine, Fit, Query, SatEngine};
use vesc_col::formula::Literal;
use vesc_col::sub_space::LegalDnfSpace;
use vesc_col::{DnfSpace, Engine, Run};
use vesc_col_testkit::{NoisyRows, OracleEngine, World, check_answer};

/// What three features may be.
fn domains() -> [Domain; 4] {
    let [a, b, c] = [0, 1, 2].map(Literal::positive);
    let builders = [
        Domain::builder(3).exactly_one([0, 1, 2]),
        Domain::builder(3).at_most_one([a, b]).implies(c, !a),
        Domain::builder(3).ordered([2, 0, 1]),
        Domain::builder(3).never([a, !b, c]),
    ];
    builders.map(|builder| builder.build().expect("some input is legal"))
}

/// Every set of up to two rows of cells that are 0, 1 or not known, each over one of the declared inputs.
#[test]
fn unknown_cells_over_declared_features() {
    unknown_cells(4);
}

/// The same, each over all of the declared inputs.
#[test]
#[ignore = "a minute; a part is asked by default"]
fn all_unknown_cells_over_declared_features() {
    unknown_cells(1);
}

/// Asks about every set of up to two rows, over every `share`th domain.
fn unknown_cells(share: usize) {
    let kinds = NoisyRows::kinds(3);
    assert_eq!(kinds.len(), 54);
    for (domain_number, domain) in domains().into_iter().enumerate() {
        let worlds = declared_worlds(&domain);
        for (number, one) in kinds.iter().enumerate() {
            for (other_number, other) in kinds[number..].iter().enumerate() {
                let rows = NoisyRows::new(3, [*one, *other]);
                if rows.legal(&domain) != rows || other_number % share != domain_number % share {
                    continue;
                }
                over_declared_features(&rows, number + other_number, &domain, &worlds, &[Fit::Possible], false);
                over_declared_features(&rows, number + other_number, &domain, &worlds, &[Fit::Exact], true);
                // Of the pairs a third, with errors of one kind and of the other.
                if (number + other_number).is_multiple_of(3) {
                    let (false_positives, false_negatives) = [(1, 0), (0, 1)][(number + other_number) / 3 % 2];
                    let fits = [
                        Fit::PossibleWithin { false_positives, false_negatives },
                        Fit::CertainWithin { false_positives, false_negatives },
                    ];
                    over_declared_features(&rows, number + other_number, &domain, &worlds, &fits, false);
                }
            }
        }
    }
}

/// Sets of labelled legal inputs, contradictions included, with every budget of up to two errors of a kind.
#[test]
fn budgets_over_declared_features() {
    budgets(23);
}

/// The same with more of the sets.
#[test]
#[ignore = "half a minute; a part is asked by default"]
fn many_budgets_over_declared_features() {
    budgets(97);
}

/// Asks about `parts` of the sets of up to sixteen rows over each domain.
fn budgets(parts: usize) {
    let fits: Vec<Fit> = [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (2, 1)]
        .map(|(false_positives, false_negatives)| Fit::Budget { false_positives, false_negatives })
        .into();
    for domain in domains() {
        let worlds = declared_worlds(&domain);
        let every: Vec<_> = (0..16).map(|row| (row & 7, 0, row >= 8)).collect();
        let every: Vec<_> = every
            .into_iter()
            .filter(|row| NoisyRows::new(3, [*row]).legal(&domain) == NoisyRows::new(3, [*row]))
            .collect();
        for number in (0..1usize << every.len()).step_by(1 + (1 << every.len()) / parts) {
            let chosen = (0..every.len()).filter(|row| number >> row & 1 == 1);
            let mut rows: Vec<_> = chosen.map(|row| every[row]).collect();
            rows.extend_from_within(..rows.len().min(1));
            over_declared_features(&NoisyRows::new(3, rows), number, &domain, &worlds, &fits, false);
        }
    }
}

fn declared_worlds(domain: &Domain) -> Vec<(LegalDnfSpace, World)> {
    let sizes = [(1, 1), (2, 1), (2, 2), (3, 2), (4, 2), (4, 3)];
    let spaces = sizes.map(|(literals, terms)| DnfSpace::new(3, literals, terms).within(domain));
    spaces.into_iter().map(|space| (space.clone(), World::of(&space).expect("small"))).collect()
}

/// Each engine's answers over declared inputs; the general engines see a part of the data sets.
fn over_declared_features(
    rows: &NoisyRows,
    number: usize,
    domain: &Domain,
    worlds: &[(LegalDnfSpace, World)],
    fits: &[Fit],
    completed: bool,
) {
    let data = match completed {
        true => Arc::new(rows.dataset().completed_within(domain).expect("few")),
        false => rows.dataset(),
    };
    let engines: [(&dyn Engine, usize); 4] =
        [(&CoverEngine::default(), 1), (&OracleEngine, 7), (&BddEngine::default(), 13), (&SatEngine::default(), 17)];
    for (engine, _) in engines.into_iter().filter(|(_, share)| number.is_multiple_of(*share)) {
        let mut session = engine.open(Arc::clone(&data));
        for (space, world) in worlds {
            for fit in fits {
                let truth = world.passing(|table| rows.fits(fit, domain, |x| table >> x & 1 == 1));
                let query =
                    Query::new(Arc::new(space.clone())).with_fit(fit.clone()).with_list_limit(1000).with_exact(true);
                let answer = session.measure(&query, &Run::new()).expect("it is supported");
                assert_eq!(
                    check_answer(&truth, &query, &answer),
                    Ok(()),
                    "{} {rows} {domain:?} {fit:?} {truth}",
                    engine.name()
                );
            }
        }
    }
}

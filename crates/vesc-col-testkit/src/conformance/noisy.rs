//! Contradictions, error budgets and unknown cells.

use std::sync::Arc;

use vesc_col_core::{Dataset, DnfSpace, Domain, Engine, EngineError, Fit, LegalDnfSpace, Query, Run, SubSpace};

use super::declared::domains;
use crate::examination::{Examination, Settle, Verdict};
use crate::random::Words;
use crate::{NoisyRows, ThresholdSpace, World, dnf_world};

/// Questions with errors and unknown cells, over up to 3 features and over declared inputs of up to 4, in DNF and
/// another language. Rows with contradictions and repetitions are asked with every error budget of up to two errors of
/// each kind. Rows with unknown cells are asked what is possible and what is certain, with errors and without. Answers
/// must be right, or the question refused as unsupported. Unknown cells must be refused where the question gives them
/// no meaning. About 4000 questions.
///
/// ```
/// use vesc_col_testkit::{OracleEngine, conformance};
///
/// conformance::noisy_data_are_measured_or_refused(&OracleEngine);
/// ```
///
/// # Panics
///
/// With a report, if the engine answers wrongly.
#[track_caller]
pub fn noisy_data_are_measured_or_refused(engine: &dyn Engine) {
    for features in 1..=3 {
        let spaces = free_spaces(features);
        let mut words = Words::new(features as u64 + 40);
        for count in [0, 1, 2, 3, 4, 4, 5, 6, 7, 9] {
            examine(engine, (features, count), &Domain::free(), &spaces, &mut words).settle();
        }
    }
    for (number, (features, domain)) in domains().into_iter().filter(|(features, _)| *features < 5).enumerate() {
        let spaces = declared_spaces(features, &domain);
        let mut words = Words::new(number as u64 + 60);
        for count in [0, 1, 2, 3, 5, 8] {
            examine(engine, (features, count), &domain, &spaces, &mut words).settle();
        }
    }
}

/// Random legal rows, once with errors and once with unknown cells.
fn examine(
    engine: &dyn Engine,
    (features, count): (usize, usize),
    domain: &Domain,
    spaces: &Spaces,
    words: &mut Words,
) -> Verdict {
    within_budgets(engine, &rows(features, count, false, words).legal(domain), spaces, words)?;
    let partial = rows(features, count, true, words).legal(domain);
    with_unknown_cells(engine, (&partial, data_of(&partial, words)), domain, spaces)
}

/// Equal rows each for itself, or once with their number as weight.
fn data_of(rows: &NoisyRows, words: &mut Words) -> Arc<Dataset> {
    if words.below(2) == 0 { rows.dataset() } else { rows.weighted_dataset() }
}

type Spaces = [(Arc<dyn SubSpace>, Arc<World>)];

const SIZES: [(usize, usize); 7] = [(1, 1), (2, 1), (2, 2), (3, 2), (4, 2), (3, 3), (5, 3)];

fn declared_spaces(features: usize, domain: &Domain) -> Vec<(Arc<dyn SubSpace>, Arc<World>)> {
    let sizes = SIZES.into_iter().filter(|(_, terms)| features * terms < 10);
    let spaces = sizes.map(|(literals, terms)| DnfSpace::new(features, literals, terms).within(domain));
    let with_world =
        |space: LegalDnfSpace| (Arc::new(World::of(&space).expect("small")), Arc::new(space) as Arc<dyn SubSpace>);
    spaces.map(with_world).map(|(world, space)| (space, world)).collect()
}

fn free_spaces(features: usize) -> Vec<(Arc<dyn SubSpace>, Arc<World>)> {
    let dnf = SIZES.map(|(literals, terms)| DnfSpace::new(features, literals, terms));
    let dnf = dnf.map(|space| (Arc::new(space) as Arc<dyn SubSpace>, dnf_world(space).expect("small")));
    let threshold = ThresholdSpace::new(features, 2, 1);
    let world = Arc::new(World::of(&threshold).expect("small"));
    dnf.into_iter().chain([(Arc::new(threshold) as Arc<dyn SubSpace>, world)]).collect()
}

/// Random rows, many of them equal; a third of the cells is unknown, or none.
fn rows(features: usize, count: usize, partial: bool, words: &mut Words) -> NoisyRows {
    let row = |words: &mut Words| {
        let (values, unknown) = (words.next() & words.next(), words.next() & words.next());
        (values, if partial { unknown } else { 0 }, words.below(2) == 0)
    };
    NoisyRows::new(features, (0..count).map(|_| row(words)).collect::<Vec<_>>())
}

fn within_budgets(engine: &dyn Engine, rows: &NoisyRows, spaces: &Spaces, words: &mut Words) -> Verdict {
    let data = data_of(rows, words);
    let mut session = Examination::open_noisy(engine, rows, Arc::clone(&data));
    for (number, (space, world)) in spaces.iter().enumerate() {
        let fits = (0..3).flat_map(|false_positives| {
            (0..3).map(move |false_negatives| Fit::Budget { false_positives, false_negatives })
        });
        // Of the budgets a third, and always the exact fit.
        let fits = fits.filter(|_| words.below(3) == 0).collect::<Vec<_>>().into_iter().chain([Fit::Exact]);
        for fit in fits {
            let query = question(space, number).with_fit(fit.clone());
            session.expect(&query, &world.fitting(&data, &fit))?;
        }
    }
    Ok(())
}

fn with_unknown_cells(
    engine: &dyn Engine,
    (rows, data): (&NoisyRows, Arc<Dataset>),
    domain: &Domain,
    spaces: &Spaces,
) -> Verdict {
    let mut possible = Examination::open_noisy(engine, rows, Arc::clone(&data));
    let completed = Arc::new(data.completed_within(domain).expect("few unknown cells"));
    let mut certain = Examination::open_noisy(engine, rows, completed);
    for (number, (space, world)) in spaces.iter().enumerate() {
        let truth = |fit: &Fit| world.passing(|table| rows.fits(fit, domain, |x| table >> x & 1 == 1));
        certain.expect(&question(space, number), &truth(&Fit::Exact))?;
        let (some, few) = (number as u64 % 2, number as u64 % 3);
        for fit in [
            Fit::Possible,
            Fit::PossibleWithin { false_positives: 1, false_negatives: some },
            Fit::CertainWithin { false_positives: few, false_negatives: 1 },
        ] {
            possible.expect(&question(space, number).with_fit(fit.clone()), &truth(&fit))?;
        }
        if data.unknown_cells() > 0 {
            let budget = Fit::Budget { false_positives: 1, false_negatives: 0 };
            for fit in [Fit::Exact, budget] {
                let (query, run) = (question(space, number).with_fit(fit), Run::new());
                match possible.measure(&query, &run) {
                    Err(EngineError::Unsupported { .. }) => {}
                    other => {
                        return Err(possible.failure(
                            &query,
                            &run,
                            "EngineError::Unsupported",
                            format_args!("{other:?}"),
                        ));
                    }
                }
            }
        }
    }
    Ok(())
}

fn question(space: &Arc<dyn SubSpace>, number: usize) -> Query {
    let query = Query::new(Arc::clone(space));
    match number % 3 {
        0 => query.with_bound(1),
        1 => query.with_bound(2).with_list_limit(5),
        _ => query.with_list_limit(10_000).with_exact(true),
    }
}

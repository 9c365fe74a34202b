//! Searches with error budgets and unknown cells.

use std::sync::Arc;

use proptest::prelude::*;
use vesc_col::data::Domain;
use vesc_col::engine::{EngineError, Fit, Query};
use vesc_col::search::OnOverfit;
use vesc_col::{
    Cardinality, Dataset, DnfSpace, Engine, Features, Hypothesis, Learner, Outcome, Portfolio, Report, Run, Settings,
    SubSpace, count, search,
};
use vesc_col_testkit::{NoisyRows, OracleEngine, ThresholdSpace, World, dnf_world};

/// |VS| by false positives and false negatives, row by row from the truth tables.
fn cells(world: &World, rows: &NoisyRows, (false_positives, false_negatives): (u64, u64)) -> Vec<(u64, u64, usize)> {
    let parts = (0..=false_positives).flat_map(|i| (0..=false_negatives).map(move |j| (i, j)));
    let concepts =
        |part| world.passing(|table| rows.errors(&Domain::free(), |x| table >> x & 1 == 1) == part).concepts.len();
    parts.map(|(i, j)| (i, j, concepts((i, j)))).filter(|cell| cell.2 > 0).collect()
}

fn reported(report: &Report, step: usize) -> Vec<(u64, u64, usize)> {
    let cells = report.steps()[step].errors().expect("a budget of few parts");
    let concepts = |count: &Cardinality| {
        assert!(count.is_exact(), "{count}");
        count.to_string().parse().expect("few")
    };
    cells.iter().map(|cell| (cell.false_positives, cell.false_negatives, concepts(&cell.concepts))).collect()
}

fn rows(features: usize) -> impl Strategy<Value = NoisyRows> {
    prop::collection::vec((any::<u64>(), Just(0), any::<bool>()), 0..=8)
        .prop_map(move |rows| NoisyRows::new(features, rows))
}

fn partial_rows(features: usize) -> impl Strategy<Value = NoisyRows> {
    let row = (any::<u64>(), any::<u64>(), any::<u64>(), any::<bool>());
    prop::collection::vec(row, 0..=6)
        .prop_map(move |rows| NoisyRows::new(features, rows.into_iter().map(|(x, a, b, label)| (x, a & b, label))))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// A listed answer is looked at; parts of the budget are asked for where it is not. Both give the same cells.
    #[test]
    fn errors_are_broken_down_exactly(
        rows in rows(3),
        (literals, terms) in prop::sample::select(vec![(1, 1), (2, 1), (2, 2), (3, 2), (4, 2)]),
        budget in (0u64..=2, 0u64..=2),
    ) {
        let space = DnfSpace::new(3, literals, terms);
        let world = dnf_world(space).expect("small");
        let truth = cells(&world, &rows, budget);
        let settings = Settings::default().with_error_budget(budget.0, budget.1);
        for engine in [&OracleEngine as &dyn vesc_col::Engine, &Portfolio::default()] {
            let listed = count(engine, &rows.dataset(), space, &settings.clone().with_exact(true), &Run::new()).expect("treated");
            prop_assert_eq!(reported(&listed, 0), truth.clone(), "{}", rows);
            prop_assert_eq!(listed.zero_errors().map(Report::cardinality), Some(Cardinality::exact(
                truth.iter().find(|cell| (cell.0, cell.1) == (0, 0)).map_or(0, |cell| cell.2)
            )));
            // With room for two concepts only, differences of intervals must contain the truth.
            let few = count(engine, &rows.dataset(), space, &settings.clone().with_bound(2), &Run::new()).expect("treated");
            for cell in few.steps()[0].errors().expect("few parts") {
                let found = truth.iter().find(|(i, j, _)| (*i, *j) == (cell.false_positives, cell.false_negatives));
                prop_assert!(cell.concepts.contains(&found.map_or(0, |cell| cell.2).into()), "{} {:?}", rows, cell);
            }
        }
    }

    /// The first sub-space with something within the budget decides, and beside it stands the search without errors.
    #[test]
    fn a_search_within_a_budget_follows_the_rules(rows in rows(3), budget in (0u64..=2, 0u64..=2)) {
        let settings = Settings::default().with_error_budget(budget.0, budget.1).with_bound(3).with_one_class(true);
        let report = search(&Portfolio::default(), &rows.dataset(), DnfSpace::up_to(3, 4, 2), &settings, &Run::new()).expect("treated");
        let within = |budget: (u64, u64)| {
            let concepts = |space: DnfSpace| {
                let fits = |table: u64| {
                    let wrong = rows.errors(&Domain::free(), |x| table >> x & 1 == 1);
                    wrong.0 <= budget.0 && wrong.1 <= budget.1
                };
                (space.complexity(), dnf_world(space).expect("small").passing(fits).concepts.len())
            };
            DnfSpace::up_to(3, 4, 2).map(concepts).find(|found| found.1 > 0)
        };
        for (report, first) in [(&report, within(budget)), (report.zero_errors().expect("a budget"), within((0, 0)))] {
            let expected = match &first {
                None => Outcome::Underfit,
                Some((_, concepts)) if *concepts > 3 => Outcome::Overfit,
                Some(_) => Outcome::Learned,
            };
            prop_assert_eq!(report.outcome(), expected);
            prop_assert_eq!(report.deciding_step().map(|step| step.complexity().clone()), first.map(|first| first.0));
        }
    }

    #[test]
    fn what_is_certain_is_learned_and_what_is_impossible_is_empty(rows in partial_rows(3)) {
        let data = rows.dataset();
        let settings = Settings::default().with_bound(100);
        for engine in [&OracleEngine as &dyn vesc_col::Engine, &Portfolio::default()] {
            let report = search(engine, &data, DnfSpace::up_to(3, 4, 2), &settings, &Run::new()).expect("treated");
            for (step, space) in report.steps().iter().zip(DnfSpace::up_to(3, 4, 2)) {
                let world = dnf_world(space).expect("small");
                let certain = world.passing(|table| rows.fits(&Fit::Exact, &Domain::free(), |x| table >> x & 1 == 1)).concepts.len();
                let possible = world.passing(|table| rows.errors(&Domain::free(), |x| table >> x & 1 == 1) == (0, 0)).concepts.len();
                prop_assert!(step.result().concepts.contains(&certain.into()));
                if data.unknown_cells() > 0 {
                    prop_assert!(step.possible().expect("both").concepts.contains(&possible.into()));
                }
                let is_last = report.deciding_step().is_some_and(|last| last.complexity() == step.complexity());
                prop_assert_eq!(is_last, possible > 0);
                if is_last {
                    prop_assert_eq!(report.outcome() == Outcome::Learned, certain > 0);
                    prop_assert_eq!(report.outcome() == Outcome::Undecided, certain == 0);
                }
            }
        }
    }

    /// What keeps to a budget possibly and certainly, and the errors that are made at worst.
    #[test]
    fn errors_beside_unknown_cells(
        rows in partial_rows(3),
        (literals, terms) in prop::sample::select(vec![(1, 1), (2, 1), (2, 2), (3, 2), (4, 2)]),
        budget in (0u64..=2, 0u64..=2),
    ) {
        let (free, data, space) = (Domain::free(), rows.dataset(), DnfSpace::new(3, literals, terms));
        let world = dnf_world(space).expect("small");
        let is_within = |errors: (u64, u64)| errors.0 <= budget.0 && errors.1 <= budget.1;
        let possible = world.passing(|table| is_within(rows.errors(&free, |x| table >> x & 1 == 1)));
        let at_worst = |part| world.passing(|table| rows.errors_at_worst(&free, |x| table >> x & 1 == 1) == part).concepts.len();
        let parts = (0..=budget.0).flat_map(|i| (0..=budget.1).map(move |j| (i, j)));
        let certain: Vec<_> = parts.map(|(i, j)| (i, j, at_worst((i, j)))).filter(|cell| cell.2 > 0).collect();
        let settings = Settings::default().with_error_budget(budget.0, budget.1);
        for engine in [&OracleEngine as &dyn vesc_col::Engine, &Portfolio::default()] {
            let report = count(engine, &data, space, &settings.clone().with_exact(true), &Run::new()).expect("treated");
            prop_assert_eq!(reported(&report, 0), certain.clone(), "{}", rows);
            if data.unknown_cells() > 0 {
                let found = report.steps()[0].possible().expect("unknown cells");
                prop_assert_eq!(&found.concepts, &Cardinality::exact(possible.concepts.len()), "{}", rows);
            }
            // Not all are listed, so that parts of the budget are asked for.
            let few = count(engine, &data, space, &settings.clone().with_bound(2), &Run::new()).expect("treated");
            for cell in few.steps()[0].errors().expect("few parts") {
                let found = certain.iter().find(|(i, j, _)| (*i, *j) == (cell.false_positives, cell.false_negatives));
                prop_assert!(cell.concepts.contains(&found.map_or(0, |cell| cell.2).into()), "{} {:?}", rows, cell);
            }
        }
    }
}

fn partial(rows: &[(bool, [Option<bool>; 2])]) -> Arc<Dataset> {
    let mut builder = Dataset::builder(Features::new(["a", "x"]).expect("names"));
    rows.iter().for_each(|(label, cells)| builder.push_partial(*label, *cells).expect("two cells"));
    Arc::new(builder.build().expect("no contradiction"))
}

#[test]
fn completions_decide_and_not_three_values() {
    let (yes, no) = (Some(true), Some(false));
    let data = partial(&[(true, [yes, None]), (false, [no, None])]);
    let report =
        count(&Portfolio::default(), &data, DnfSpace::new(2, 4, 2), &Settings::default().with_exact(true), &Run::new());
    // `a & x | a & !x` is a, whatever x is.
    let report = report.expect("treated");
    assert_eq!(report.steps()[0].result().hypotheses[0].display(data.features()).to_string(), "a & x | a & !x");
    assert_eq!(report.cardinality(), Cardinality::exact(1u32));
}

#[test]
fn a_row_that_could_be_either_leaves_the_search_undecided() {
    let data = partial(&[(true, [None, Some(true)]), (false, [None, Some(true)])]);
    let report = Portfolio::default().search(&data, DnfSpace::up_to(2, 3, 2), &Settings::default(), &Run::new());
    let report = report.expect("treated");
    assert_eq!((report.outcome(), report.steps().len()), (Outcome::Undecided, 1));
    let text = report.to_string();
    assert!(
        text.contains("no concept explains the data whatever the unknown cells are; for some values of them |VS| = 2"),
        "{text}"
    );
    assert!(text.contains("    possibly a\n    possibly !a\n"), "{text}");
    assert!(text.contains("possible  certain"), "{text}");
}

#[test]
fn an_engine_that_refuses_is_passed_by() {
    let rows = NoisyRows::new(4, [(0b0011, 0, true), (0b0011, 0, false), (0b0101, 0, true), (0, 0, false)]);
    let space = ThresholdSpace::new(4, 3, 2);
    let fit = Fit::Budget { false_positives: 1, false_negatives: 0 };
    let query = Query::new(Arc::new(space)).with_fit(fit.clone()).with_exact(true);
    let answers: Vec<_> = Portfolio::default()
        .engines()
        .iter()
        .map(|engine| engine.open(rows.dataset()).measure(&query, &Run::new()))
        .collect();
    assert!(matches!(answers[0], Err(EngineError::Unsupported { .. })), "cover treats DNF alone");
    let settings = Settings::default().with_error_budget(1, 0).with_exact(true);
    let report = count(&Portfolio::default(), &rows.dataset(), space, &settings, &Run::new()).expect("others treat it");
    let truth = World::of(&space).expect("small").fitting(&rows.dataset(), &fit);
    assert_eq!(report.cardinality(), Cardinality::exact(truth.concepts.len()));
}

#[test]
fn errors_are_counted_at_worst() {
    let (yes, no) = (Some(true), Some(false));
    let data = partial(&[(true, [yes, yes]), (false, [no, None]), (false, [yes, None]), (false, [no, no])]);
    let settings = Settings::default().with_error_budget(1, 0);
    let report = search(&Portfolio::default(), &data, DnfSpace::up_to(2, 2, 1), &settings, &Run::new());
    let report = report.expect("treated");
    // `a` is wrong on the third row whatever x is there; `x` on none if x is 0 where it is not known, on two at worst.
    let step = &report.steps()[0];
    assert_eq!(step.possible().map(|possible| &possible.concepts), Some(&Cardinality::exact(2u32)));
    assert_eq!(step.result().hypotheses[0].display(data.features()).to_string(), "a");
    assert_eq!((report.outcome(), report.cardinality()), (Outcome::Learned, Cardinality::exact(1u32)));
    assert_eq!(reported(&report, 0), [(1, 0, 1)]);
    // Without errors `x` is possible, and nothing is certain.
    let strict = report.zero_errors().expect("a budget");
    assert_eq!(strict.outcome(), Outcome::Undecided);
    assert_eq!(strict.steps()[0].possible().map(|possible| &possible.concepts), Some(&Cardinality::exact(1u32)));
}

/// A sub-space that unknown cells leave open is a row of the profile, and no end of it.
#[test]
fn a_profile_goes_on_where_unknown_cells_leave_a_size_open() {
    let mut builder = Dataset::builder(Features::new(["a", "b", "x"]).expect("names"));
    builder.push_partial(true, [Some(true), Some(true), None]).expect("three cells");
    builder.push(false, [false, false, false]).expect("three cells");
    let data = Arc::new(builder.build().expect("no contradiction"));
    let settings = Settings::default().with_bound(1).with_on_overfit(OnOverfit::MeasureOn);
    let report = search(&Portfolio::default(), &data, DnfSpace::up_to(3, 4, 1), &settings, &Run::new()).expect("DNF");
    assert_eq!((report.outcome(), report.steps().len()), (Outcome::Overfit, 4));
    // `a` and `b` certainly fit, then `a & b`, then nothing, though `a & b & x` possibly does.
    let certain = report.steps().iter().map(|step| step.result().concepts.clone());
    let expected = [Cardinality::at_least(2u32), Cardinality::exact(1u32), Cardinality::exact(0u32)];
    certain.zip(&expected).for_each(|(found, expected)| assert!(found.intersect(expected).is_some(), "{report}"));
    assert_eq!(report.steps()[2].possible().map(|possible| possible.concepts.exceeds(0)), Some(true));
    let within = report.first_within_bound().map(|step| step.complexity().to_string());
    assert_eq!(within.as_deref(), Some("2 literals, 1 term"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    /// Where nearly all rows are known, their answer often is that of all rows.
    #[test]
    fn few_rows_with_unknown_cells_do_not_change_what_possibly_fits(
        inputs in Just((0u32..16).collect::<Vec<_>>()).prop_shuffle(),
        cause in (0u32..16, 0u32..16),
        (unknown, label) in (1u32..16, any::<bool>()),
        bound in prop::sample::select(vec![1usize, 10, 1000]),
    ) {
        let holds = |input: u32| input & cause.0 == cause.0 || input & cause.1 == cause.1;
        let mut builder = Dataset::builder(Features::numbered(4)).with_contradictions();
        let cell = |input: u32, feature: u32| input >> feature & 1 == 1;
        for &input in &inputs[..11] {
            builder.push(holds(input), (0..4).map(|feature| cell(input, feature))).expect("four cells");
        }
        let partial = (0..4).map(|feature| (!cell(unknown, feature)).then_some(cell(inputs[11], feature)));
        builder.push_partial(label, partial).expect("four cells");
        let data = Arc::new(builder.build().expect("contradictions are allowed"));
        let settings = Settings::default().with_bound(bound).with_one_class(true);
        for (literals, terms) in [(1, 1), (2, 1), (2, 2), (3, 2)] {
            let space = DnfSpace::new(4, literals, terms);
            let found = count(&Portfolio::default(), &data, space, &settings, &Run::new()).expect("an answer");
            let step = &found.steps()[0];
            let query = Query::new(Arc::new(space)).with_bound(bound).with_list_limit(bound);
            let ask = |fit| OracleEngine.open(Arc::clone(&data)).measure(&query.clone().with_fit(fit), &Run::new());
            let possible = ask(Fit::Possible).expect("treated");
            let certain = ask(Fit::CertainWithin { false_positives: 0, false_negatives: 0 }).expect("treated");
            for (found, truth) in [(step.possible().expect("a cell is unknown"), &possible), (step.result(), &certain)] {
                prop_assert!(found.concepts.contains(truth.concepts.lower()), "{} for {}", found.concepts, truth.concepts);
                prop_assert!(found.formulas.contains(truth.formulas.lower()), "{} for {}", found.formulas, truth.formulas);
                let shown = |list: &[Arc<dyn Hypothesis>]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
                if truth.is_listed() {
                    prop_assert_eq!(shown(&found.hypotheses), shown(&truth.hypotheses));
                }
            }
        }
    }
}

//! Explanations against their definitions.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;
use vesc_col::data::{Domain, OwnedSample, Test};
use vesc_col::engine::{BddEngine, CoverEngine, LiveVersionSpace, Query};
use vesc_col::explain::{
    Conflict, SampleId, boundary, conflict, conflict_within, coverage_hole, fragility, is_incomparable, shared,
    some_boundary,
};
use vesc_col::formula::{Concept, Literal, Term};
use vesc_col::generate::Recipe;
use vesc_col::{
    Cardinality, Dataset, Dnf, DnfSpace, Features, Hypothesis, Learner, Outcome, Portfolio, Run, Settings, SubSpace,
};
use vesc_col_testkit::Instance;

/// Whether no formula of the sub-space fits the rows but those left out.
fn is_empty(data: &Dataset, space: DnfSpace, kept: impl Fn(SampleId) -> bool) -> bool {
    let query = Query::new(Arc::new(space)).with_bound(1);
    let found = vesc_col::Engine::open(&Portfolio::default(), part(data, kept)).measure(&query, &Run::new()).unwrap();
    found.concepts.is_zero()
}

fn part(data: &Dataset, kept: impl Fn(SampleId) -> bool) -> Arc<Dataset> {
    let mut builder = Dataset::builder(data.features().clone());
    for sample in SampleId::all(data).filter(|&sample| kept(sample)) {
        for _ in sample.rows(data) {
            builder.push(sample.is_positive(), sample.get(data).iter().map(|value| *value)).unwrap();
        }
    }
    Arc::new(builder.build().unwrap())
}

fn instances() -> impl Strategy<Value = Instance> {
    (2usize..5).prop_flat_map(|features| {
        let row = (0u128..1 << features, any::<bool>());
        prop::collection::vec(row, 1..14).prop_map(move |rows| Instance::new(features, rows))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_conflict_empties_the_sub_space_and_nothing_less_does(instance in instances(), literals in 1usize..5, terms in 1usize..3) {
        let data = Arc::new(instance.dataset());
        let space = DnfSpace::new(data.features().len(), literals, terms);
        let shared: Arc<dyn SubSpace> = Arc::new(space);
        match conflict(&Portfolio::default(), &data, &shared, &Run::new()).unwrap() {
            Conflict::None => prop_assert!(!is_empty(&data, space, |_| true)),
            Conflict::Samples { samples, stopped } => {
                prop_assert!(stopped.is_none() && is_empty(&data, space, |sample| samples.contains(&sample)));
                for left_out in &samples {
                    let rest = |sample| samples.contains(&sample) && sample != *left_out;
                    prop_assert!(!is_empty(&data, space, rest), "{left_out:?} of {samples:?} can be left out");
                }
            }
            other => prop_assert!(false, "{other:?}"),
        }
    }

    #[test]
    fn fragility_is_what_leaving_out_shows(instance in instances()) {
        let data = Arc::new(instance.dataset());
        let features = data.features().len();
        let (engine, settings, run) = (Portfolio::default(), Settings::default(), Run::new());
        let spaces = || DnfSpace::up_to(features, 5, 2);
        let report = engine.search(&data, spaces(), &settings, &run).unwrap();
        prop_assume!(report.outcome() == Outcome::Learned);
        let found = fragility(&engine, &data, spaces(), &report, (5, 2), &run).unwrap();
        prop_assert!(found.open.is_empty());
        let steps = report.steps().len();
        let first = |data: &Dataset| spaces().take(steps).position(|space| !is_empty(data, space, |_| true));
        for sample in SampleId::all(&data).filter(|sample| sample.is_positive()) {
            // Without its only positive row a class has none: that is no smaller answer.
            let is_asked = sample.rows(&data).len() == 1 && data.positives().distinct() > 1;
            let without = first(&part(&data, |other| other != sample)).filter(|&first| is_asked && first < steps - 1);
            let expected = without.and_then(|first| Some(spaces().nth(first)?.complexity()));
            let decides = found.deciding.iter().find(|(known, _)| *known == sample);
            prop_assert_eq!(decides.map(|(_, complexity)| complexity.clone()), expected);
        }
        for sample in SampleId::all(&data).filter(|sample| !sample.is_positive()) {
            let without = part(&data, |other| other != sample);
            let settings = settings.clone().with_exact(true);
            let mut rivals: Vec<Concept> = Vec::new();
            for space in spaces().take(steps) {
                let settings = settings.clone().with_list(usize::MAX);
                let counted = vesc_col::count(&engine, &without, space, &settings, &run).unwrap();
                for hypothesis in counted.hypotheses() {
                    let dnf = (&**hypothesis as &dyn std::any::Any).downcast_ref().unwrap();
                    // Larger sub-spaces have some concepts again.
                    if hypothesis.accepts(sample.get(&data)) && !rivals.contains(&Concept::of(dnf)) {
                        rivals.push(Concept::of(dnf));
                    }
                }
            }
            let known = found.near_misses.iter().find(|miss| miss.sample == sample);
            let listed = known.map_or_else(Vec::new, |miss| {
                let concept = |rival: &Arc<dyn vesc_col::Hypothesis>| {
                    Concept::of((&**rival as &dyn std::any::Any).downcast_ref().unwrap())
                };
                miss.rivals.iter().map(concept).collect()
            });
            prop_assert_eq!(listed, rivals);
            prop_assert!(known.is_none_or(|miss| miss.is_complete));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Regions are counted, and not the terms that describe them; columns with one value are left out.
    #[test]
    fn holes_are_regions_without_a_negative_run(
        instance in instances(),
        declared: bool,
        code in 1usize..81,
        constant in prop::option::of(0usize..4),
    ) {
        let features = instance.dataset().features().len();
        let domain = match declared {
            true => Domain::builder(features).exactly_one([0, 1]).build().unwrap(),
            false => Domain::free(),
        };
        let inputs = || (0..1u32 << features).map(|x| (0..features).map(|i| x >> i & 1 == 1).collect::<OwnedSample>());
        let legal: Vec<OwnedSample> = inputs().filter(|input| domain.contains(input)).collect();
        let mut builder = Dataset::builder(Features::numbered(features)).with_contradictions();
        for sample in SampleId::all(&instance.dataset()) {
            let data = instance.dataset();
            let is_kept = |row: &&OwnedSample| **row == *sample.get(&data) && constant.is_none_or(|feature| feature >= features || row[feature]);
            for row in legal.iter().filter(is_kept) {
                builder.push(sample.is_positive(), row.iter().by_vals()).unwrap();
            }
        }
        let data = builder.build().unwrap();
        let term = |code: usize| {
            let literal = |feature: usize| match code / 3usize.pow(feature as u32) % 3 {
                0 => None,
                digit => Some(Literal::matching(feature, digit == 1)),
            };
            (0..features).filter_map(literal).collect::<Vec<Literal>>()
        };
        let holds = |term: &[Literal], input: &OwnedSample| term.iter().all(|literal| literal.accepts(input));
        let answer = term(code % 3usize.pow(features as u32));
        prop_assume!(legal.iter().any(|input| holds(&answer, input)) && !answer.is_empty());
        prop_assume!(!data.negatives().iter().any(|row| holds(&answer, &row.to_owned())));
        let rows = || data.positives().iter().chain(data.negatives().iter());
        let is_constant = |feature: usize| {
            let ones = rows().filter(|row| row[feature]).count();
            (ones == 0 || ones == data.distinct()) && !answer.iter().any(|literal| literal.feature() == feature)
        };
        // A region as the values that the kept columns have in it.
        let region = |term: &[Literal]| -> BTreeSet<Vec<bool>> {
            let kept = |input: &OwnedSample| (0..features).filter(|&i| !is_constant(i)).map(|i| input[i]).collect();
            legal.iter().filter(|input| holds(term, input)).map(kept).collect()
        };
        let regions = |size: usize| -> BTreeSet<BTreeSet<Vec<bool>>> {
            let terms = (1..3usize.pow(features as u32)).map(term);
            let terms = terms.filter(|term| term.len() == size && !term.iter().any(|literal| is_constant(literal.feature())));
            let is_open = |term: &Vec<Literal>| !data.negatives().iter().any(|row| holds(term, &row.to_owned()));
            let is_new = |term: &Vec<Literal>| legal.iter().any(|input| holds(term, input) && !holds(&answer, input));
            terms.filter(is_open).filter(is_new).map(|term| region(&term)).collect()
        };
        let expected = (1..=features).map(|size| (size, regions(size))).find(|(_, regions)| !regions.is_empty());
        let answer = Dnf::new([Term::new(answer.iter().copied()).unwrap()]).unwrap();
        let found = coverage_hole(&CoverEngine::default(), &data, (&answer, &domain), features, &Run::new()).unwrap().unwrap();
        let found = found.map(|hole| {
            let listed: BTreeSet<_> = hole.terms.iter().map(|term| region(term.literals())).collect();
            assert_eq!(hole.count, Cardinality::exact(listed.len()), "each region once");
            (hole.literals, listed)
        });
        prop_assert_eq!(found, expected);
    }
}

proptest! {
    // Each case asks about twenty questions.
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Within an error budget too, a conflict empties the sub-space, and nothing less does.
    #[test]
    fn a_conflict_within_a_budget_is_irreducible(
        rows in prop::collection::vec((0u32..8, any::<bool>()), 1..10),
        (literals, terms) in prop::sample::select(vec![(1, 1), (2, 1), (2, 2), (3, 1)]),
        budget in (0u64..3, 0u64..2),
    ) {
        let mut builder = Dataset::builder(Features::numbered(3)).with_contradictions();
        for (x, label) in rows {
            builder.push(label, (0..3).map(|i| x >> i & 1 == 1)).unwrap();
        }
        let data = builder.build().unwrap();
        let space: Arc<dyn SubSpace> = Arc::new(DnfSpace::new(3, literals, terms));
        let settings = Settings::default().with_error_budget(budget.0, budget.1);
        let is_empty = |kept: &dyn Fn(SampleId) -> bool| {
            let mut builder = Dataset::builder(Features::numbered(3)).with_contradictions();
            for sample in SampleId::all(&data).filter(|&sample| kept(sample)) {
                for _ in sample.rows(&data) {
                    builder.push(sample.is_positive(), sample.get(&data).iter().by_vals()).unwrap();
                }
            }
            let report = vesc_col::count(&BddEngine::default(), &Arc::new(builder.build().unwrap()), DnfSpace::new(3, literals, terms), &settings, &Run::new());
            report.unwrap().cardinality().is_zero()
        };
        match conflict_within(&CoverEngine::default(), &data, &space, (&settings, false), &Run::new()).unwrap() {
            Conflict::None => prop_assert!(!is_empty(&|_| true)),
            Conflict::Samples { samples, stopped: None } => {
                prop_assert!(is_empty(&|sample| samples.contains(&sample)));
                for left_out in &samples {
                    prop_assert!(!is_empty(&|sample| samples.contains(&sample) && sample != *left_out));
                }
            }
            other => prop_assert!(false, "{other:?}"),
        }
    }
}

/// All formulas that fit, from the diagrams.
fn live(data: &Arc<Dataset>, space: &Arc<dyn SubSpace>) -> Arc<dyn LiveVersionSpace> {
    let query = Query::new(Arc::clone(space)).with_exact(true).with_live(true);
    let found = vesc_col::Engine::open(&BddEngine::default(), Arc::clone(data)).measure(&query, &Run::new()).unwrap();
    found.live.expect("diagrams have one")
}

fn dnfs(live: &dyn LiveVersionSpace) -> Vec<Dnf> {
    let formulas = (0u32..).map_while(|index| live.formula(&index.into()));
    formulas.map(|formula| *(formula as Box<dyn std::any::Any>).downcast::<Dnf>().unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// What is found by questions is on the boundary, and all of it where there are few concepts.
    #[test]
    fn ends_found_by_questions_are_ends(
        instance in few_rows(),
        (literals, terms) in prop::sample::select(vec![(3, 1), (2, 2), (3, 2), (4, 2), (5, 2), (3, 3), (4, 3)]),
        declared: bool,
    ) {
        let data = Arc::new(instance.dataset());
        let features = data.features().len();
        let domain = if declared { implied(features) } else { Domain::free() };
        prop_assume!(domain.check(&data).is_ok());
        let space = DnfSpace::new(features, literals, terms).within(&domain);
        let shared: Arc<dyn SubSpace> = Arc::new(space.clone());
        let live = live(&data, &shared);
        let concepts: Vec<Dnf> = dnfs(&*live).into_iter().filter(|dnf| live.is_least(dnf)).collect();
        prop_assume!(concepts.len() < 1500);
        let found = some_boundary(&CoverEngine::default(), &data, &shared, 4, 1, &Run::new()).unwrap();
        prop_assert_eq!(found.is_some(), !concepts.is_empty());
        let Some(some) = found else { return Ok(()) };
        let all = boundary(&concepts, &domain);
        prop_assert!(all.is_complete);
        if is_incomparable(&space) {
            prop_assert_eq!((all.specific.len(), all.general.len()), (concepts.len(), concepts.len()));
        }
        prop_assert_eq!(some.is_complete, concepts.len() <= 1000);
        for (some_ends, all_ends) in [(&some.specific, &all.specific), (&some.general, &all.general)] {
            prop_assert!(!some_ends.is_empty());
            prop_assert!(some_ends.iter().all(|dnf| all_ends.contains(dnf)), "{some_ends:?} {all_ends:?}");
            prop_assert!(!some.is_complete || some_ends.len() == all_ends.len());
        }
        // Whoever answers, the ends are the same.
        let again = some_boundary(&BddEngine::default(), &data, &shared, 4, 1, &Run::new()).unwrap();
        prop_assert_eq!(again, Some(some));
    }

    #[test]
    fn what_is_shared_is_in_all_formulas(
        instance in instances(),
        literals in 1usize..5,
        terms in 1usize..3,
        declared: bool,
    ) {
        let features = instance.features();
        let domain = if declared && features > 2 { implied(features) } else { Domain::free() };
        // The first two features are tests of one column.
        let test = |feature: usize| (feature < 2).then(|| Test::AtLeast(feature.to_string()));
        let name = |feature: usize| if feature < 2 { "len".to_owned() } else { format!("x{feature}") };
        let names = Features::typed((0..features).map(|feature| (name(feature), test(feature)))).unwrap();
        let mut builder = Dataset::builder(names);
        for &(input, label) in instance.rows() {
            builder.push(label, (0..features).map(|feature| input >> feature & 1 == 1)).unwrap();
        }
        let data = Arc::new(builder.build().unwrap());
        prop_assume!(domain.check(&data).is_ok());
        let space = DnfSpace::new(features, literals, terms).within(&domain);
        let shared_space: Arc<dyn SubSpace> = Arc::new(space.clone());
        let formulas = dnfs(&*live(&data, &shared_space));
        let found = shared(&Portfolio::default(), &data, space.clone(), &[], &Run::new()).unwrap();
        prop_assert_eq!(found.is_some(), !formulas.is_empty());
        let Some(found) = found else { return Ok(()) };
        let speaks = |dnf: &Dnf, test: &dyn Fn(Literal) -> bool| dnf.terms().iter().flat_map(|term| term.iter()).any(|&literal| test(literal));
        let all_speak = |own: &[usize]| formulas.iter().all(|dnf| speaks(dnf, &|literal| own.contains(&literal.feature())));
        let shared_features: Vec<usize> = (0..features).filter(|&feature| all_speak(&[feature])).collect();
        prop_assert_eq!(&found.features, &shared_features);
        let columns: Vec<Vec<usize>> = std::iter::once(vec![0, 1]).chain((2..features).map(|feature| vec![feature])).collect();
        prop_assert_eq!(&found.columns, &columns.into_iter().filter(|column| all_speak(column)).collect::<Vec<_>>());
        let both = (0..features).flat_map(|feature| [Literal::positive(feature), Literal::negative(feature)]);
        let literals: Vec<Literal> = both.filter(|&own| formulas.iter().all(|dnf| speaks(dnf, &|literal| literal == own))).collect();
        prop_assert!(found.literals.as_ref().is_none_or(|known| *known == literals));
        // Some formulas to begin with do no harm.
        let known: Vec<Arc<dyn Hypothesis>> = formulas.iter().take(3).map(|dnf| Arc::new(dnf.clone()) as _).collect();
        prop_assert_eq!(shared(&Portfolio::default(), &data, space, &known, &Run::new()).unwrap().unwrap(), found);
    }
}

/// Few rows, so that much fits.
fn few_rows() -> impl Strategy<Value = Instance> {
    (3usize..6).prop_flat_map(|features| {
        let row = (0u128..1 << features, any::<bool>());
        prop::collection::vec(row, 1..5).prop_map(move |rows| Instance::new(features, rows))
    })
}

/// One of the first two features at most, and the third one excludes the second.
fn implied(features: usize) -> Domain {
    let at_most_one = Domain::builder(features).at_most_one([0, 1].map(Literal::positive));
    at_most_one.implies(Literal::positive(2), Literal::negative(1)).build().expect("some input is legal")
}

/// How many campaigns that ended with a unique answer were looked at, wrong ones and right ones, and how many of them had each sign.
#[derive(Default)]
struct Signs {
    campaigns: [usize; 2],
    signs: [[usize; 2]; 4],
}

const NAMES: [&str; 4] = ["a deciding positive", "a term on one positive", "no room for holes", "a hole"];

impl Signs {
    fn of(features: usize, sizes: &[&[usize]], cap: (usize, usize), seeds: impl IntoIterator<Item = u64>) -> Signs {
        let (engine, settings, run) = (Portfolio::default(), Settings::default().with_bound(1), Run::new());
        let mut counts = Signs::default();
        for seed in seeds {
            if counts.campaigns.iter().sum::<usize>() == 200 {
                break;
            }
            let terms = sizes[seed as usize % sizes.len()].to_vec();
            let (_, target) = Recipe { features, terms, positives: 0, negatives: 1, seed }.make().unwrap();
            let data = campaign(&target, features, seed);
            if data.positives().rows() == 0 {
                continue;
            }
            let spaces = || DnfSpace::up_to(features, cap.0, cap.1 - 1);
            let report = engine.search(&data, spaces(), &settings, &run).unwrap();
            if report.outcome() != Outcome::Learned {
                continue;
            }
            let dnf = (&*report.hypotheses()[0] as &dyn std::any::Any).downcast_ref().unwrap();
            let is_right = usize::from(Concept::of(dnf) == Concept::of(&target));
            let found = fragility(&engine, &data, spaces(), &report, cap, &run).unwrap();
            assert!(found.open.is_empty());
            let signs = [!found.deciding.is_empty(), !found.resting.is_empty(), !found.has_room, found.hole.is_some()];
            counts.signs.iter_mut().zip(signs).for_each(|(count, sign)| count[is_right] += usize::from(sign));
            counts.campaigns[is_right] += 1;
        }
        counts
    }

    fn check(&self, what: &str) {
        let [all_wrong, all_right] = self.campaigns;
        println!("{what}:");
        for (name, [wrong, right]) in NAMES.iter().zip(self.signs) {
            println!("    {name}: {wrong} of {all_wrong} wrong, {right} of {all_right} right");
        }
        let [wrong, right] = self.signs[3];
        assert!(wrong * 10 >= all_wrong * 9, "{wrong} of {all_wrong} wrong answers have a hole");
        assert!(right * 100 <= all_right * 15, "{right} of {all_right} right answers have one");
    }
}

/// Campaigns that were stopped early: the share of wrong unique answers beside which there is a hole, at least 90 %, and that of right
/// ones, at most 15 %. Takes minutes: run it with `--ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn campaigns_stopped_early() {
    let two_terms: &[&[usize]] = &[&[2, 3], &[3, 3], &[2, 4], &[3, 4]];
    Signs::of(30, two_terms, (7, 3), 0..).check("two terms over 30 features");
    Signs::of(30, two_terms, (7, 3), 1_000_000..).check("two terms over 30 features, other seeds");
    let up_to_three: &[&[usize]] = &[&[3], &[2, 2], &[2, 3], &[2, 2, 2]];
    Signs::of(20, up_to_three, (8, 4), 2_000_000..).check("one to three terms over 20 features");
}

/// Rows as they come, until a moment that has nothing to do with them. The event is rare: of the inputs that the target
/// accepts only one in 50 occurs.
fn campaign(target: &vesc_col::Dnf, features: usize, seed: u64) -> Arc<Dataset> {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};
    let mut random = ChaCha8Rng::seed_from_u64(1000 + seed);
    let rows = 50 + random.next_u32() as usize % 2000;
    let mut builder = Dataset::builder(vesc_col::Features::numbered(features));
    while builder.rows() < rows {
        let row: vesc_col::data::OwnedSample = (0..features).map(|_| random.next_u32() & 1 == 1).collect();
        let positive = target.accepts(&row);
        if !positive || random.next_u32() % 50 == 0 {
            builder.push(positive, row).unwrap();
        }
    }
    Arc::new(builder.build().unwrap())
}

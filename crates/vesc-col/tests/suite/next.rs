//! The loop of simulations that `next` proposes ends at the hidden target, and its promises hold.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use num_bigint::BigUint;
use proptest::collection::vec;
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use vesc_col::columns::{Schema, TypedTable};
use vesc_col::data::{Domain, DomainBuilder, OwnedSample};
use vesc_col::engine::{BddEngine, CoverEngine};
use vesc_col::formula::{Concept, Literal};
use vesc_col::next::{Candidates, Inputs, Proposal, Unit};
use vesc_col::{Cardinality, Dataset, Dnf, DnfSpace, Engine, Features, Hypothesis, Run, Settings};

/// A hidden cause over some features, with one row of each label.
struct Hidden {
    target: Dnf,
    rows: Vec<OwnedSample>,
}

impl Hidden {
    fn new(features: usize, sizes: &[usize], seed: u64) -> Hidden {
        let recipe = vesc_col::generate::Recipe { features, terms: sizes.to_vec(), positives: 1, negatives: 1, seed };
        let (data, target) = recipe.make().unwrap();
        let rows = data.positives().iter().chain(data.negatives().iter()).map(ToOwned::to_owned).collect();
        Hidden { target, rows }
    }

    fn data(&self) -> Arc<Dataset> {
        let mut builder = Dataset::builder(Features::numbered(self.rows[0].len()));
        for row in &self.rows {
            builder.push(self.target.accepts(row), row.iter().map(|value| *value)).unwrap();
        }
        Arc::new(builder.build().unwrap())
    }

    fn candidates(&self, max_literals: usize) -> Candidates {
        let spaces = DnfSpace::up_to(self.rows[0].len(), max_literals, 2);
        Candidates::measure(&BddEngine::default(), &self.data(), spaces, &Run::new()).unwrap()
    }

    /// Simulates what is proposed until one concept remains; how many simulations that took.
    fn ask(&mut self, max_literals: usize) -> usize {
        let mut candidates = self.candidates(max_literals);
        for simulations in 0..1000 {
            if let Some(found) = candidates.unique() {
                assert_eq!(Concept::of(found), Concept::of(&self.target));
                return simulations;
            }
            let plan = candidates.plan(&Inputs::Any, 1, 1, &Run::new());
            let proposal = &plan.proposals()[0];
            let input = proposal.input().to_owned();
            let promised = if self.target.accepts(&input) { proposal.accepting() } else { proposal.rejecting() };
            let unit = proposal.remainder().unit;
            self.rows.push(input);
            candidates = self.candidates(max_literals);
            match unit {
                Unit::Concepts => assert_eq!(candidates.concepts().upper(), Some(promised)),
                _ => assert_eq!(candidates.formulas().upper(), Some(promised)),
            }
        }
        panic!("one thousand simulations for {}", self.target);
    }

    /// How many uniform inputs leave one concept.
    fn sample(&mut self, max_literals: usize, seed: u64) -> usize {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let features = self.rows[0].len();
        let known = self.rows.len();
        self.rows.extend((0..2000).map(|_| (0..features).map(|_| random.next_u32() & 1 == 1).collect::<OwnedSample>()));
        let all = std::mem::take(&mut self.rows);
        let mut unique = |simulations: usize| {
            self.rows = all[..known + simulations].to_vec();
            self.candidates(max_literals).unique().is_some()
        };
        let (mut too_few, mut enough) = (0, 1);
        while enough < 2000 && !unique(enough) {
            (too_few, enough) = (enough, 2 * enough);
        }
        while too_few + 1 < enough {
            let middle = (too_few + enough) / 2;
            if unique(middle) { enough = middle } else { too_few = middle }
        }
        enough
    }
}

#[test]
fn the_loop_ends_at_the_target() {
    for (features, sizes, seed) in [(6, [2, 2], 1), (6, [2, 3], 2), (7, [1, 3], 3), (8, [2, 2], 4)] {
        Hidden::new(features, &sizes, seed).ask(sizes.iter().sum());
    }
}

/// Legal inputs over five features: some nogoods of one to three literals.
fn domains() -> impl Strategy<Value = Domain> {
    let literal = (0usize..5, any::<bool>()).prop_map(|(feature, value)| Literal::matching(feature, value));
    vec(vec(literal, 1..4), 0..4).prop_filter_map("some input is legal", |nogoods| {
        nogoods.into_iter().fold(Domain::builder(5), DomainBuilder::never).build().ok()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Also where a feature has one value on all legal inputs, and where all rows have one label.
    #[test]
    fn proposals_are_legal_and_leave_what_they_promise(
        domain in domains(),
        labels in vec(prop_oneof![Just(None), Just(Some(true)), Just(Some(false))], 32),
        one_label in proptest::option::of(any::<bool>()),
        (literals, terms) in (1usize..4, 1usize..3),
    ) {
        let inputs: Vec<OwnedSample> = (0..32u32).map(|bits| (0..5).map(|i| bits >> i & 1 == 1).collect()).collect();
        let label = |label: &Option<bool>| label.map(|label| one_label.unwrap_or(label));
        let known = inputs.iter().zip(&labels).filter_map(|(input, wanted)| Some((input.clone(), label(wanted)?)));
        let known: Vec<_> = known.filter(|(input, _)| domain.contains(input)).step_by(4).collect();
        let candidates = |more: &[(OwnedSample, bool)]| {
            let mut builder = Dataset::builder(Features::numbered(5));
            for (row, label) in known.iter().chain(more) {
                builder.push(*label, row.iter().map(|value| *value)).unwrap();
            }
            let spaces = DnfSpace::up_to(5, literals, terms).map(|space| space.within(&domain));
            Candidates::measure(&BddEngine::default(), &Arc::new(builder.build().unwrap()), spaces, &Run::new()).unwrap()
        };
        let remaining = |candidates: &Candidates, unit: Unit| match unit {
            Unit::Concepts => candidates.concepts().upper().cloned().unwrap_or_default(),
            _ => candidates.formulas().upper().cloned().unwrap_or_default(),
        };
        let plan = candidates(&[]).plan(&Inputs::Any, 2, 1, &Run::new());
        for proposal in plan.proposals() {
            let input = proposal.input().to_owned();
            prop_assert!(domain.contains(&input), "{input:?} is not legal");
            for (label, promised) in [(true, proposal.accepting()), (false, proposal.rejecting())] {
                let left = candidates(&[(input.clone(), label)]);
                prop_assert_eq!(&remaining(&left, proposal.remainder().unit), promised, "{:?} is {}", input, label);
            }
        }
        if let [one, other] = plan.proposals() {
            for answers in 0..4u8 {
                let rows = [(one.input().to_owned(), answers & 1 == 1), (other.input().to_owned(), answers & 2 == 2)];
                prop_assert!(remaining(&candidates(&rows), plan.together().unit) <= plan.together().at_most);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// The entropy of each answer after the first, by brute force: the mean over what the answers before it leave.
    #[test]
    fn each_input_of_a_batch_tells_a_share_of_what_the_first_tells(labels in vec(any::<bool>(), 16), known in 2usize..9, (literals, terms) in (2usize..4, 1usize..3)) {
        let inputs: Vec<OwnedSample> = (0..16u32).map(|bits| (0..4).map(|i| bits >> i & 1 == 1).collect()).collect();
        let rows: Vec<(OwnedSample, bool)> = inputs.iter().cloned().zip(labels).step_by(16 / known).collect();
        prop_assume!(rows.iter().any(|row| row.1) && rows.iter().any(|row| !row.1));
        let mut builder = Dataset::builder(Features::numbered(4));
        rows.iter().for_each(|(row, label)| builder.push(*label, row.iter().map(|value| *value)).unwrap());
        let data = Arc::new(builder.build().unwrap());
        let spaces = DnfSpace::up_to(4, literals, terms);
        let candidates = Candidates::measure(&BddEngine::default(), &data, spaces, &Run::new()).unwrap();
        let plan = candidates.plan(&Inputs::Any, 8, 1, &Run::new());
        let concepts = brute_force((4, &inputs), &rows, (literals, terms), (0, 0));
        let entropy = |chosen: &[Proposal]| {
            let answers = |concept: &Vec<bool>| {
                let place = |one: &Proposal| inputs.iter().position(|input| **input == *one.input());
                chosen.iter().map(|one| concept[place(one).expect("an input")]).collect::<Vec<bool>>()
            };
            let mut counts: BTreeMap<Vec<bool>, f64> = BTreeMap::new();
            concepts.iter().for_each(|concept| *counts.entry(answers(concept)).or_default() += 1.0);
            counts.values().map(|count| -count / concepts.len() as f64 * (count / concepts.len() as f64).log2()).sum::<f64>()
        };
        let first = plan.proposals().get(..1).map_or(0.0, &entropy);
        for count in 2..=plan.proposals().len() {
            let told = entropy(&plan.proposals()[..count]) - entropy(&plan.proposals()[..count - 1]);
            prop_assert!(told > 0.6 * first - 1e-9, "{told}");
        }
    }
}

/// All concepts of up to so many literals and terms that keep to an error budget, as their values on the legal inputs, by brute force.
fn brute_force(
    (features, inputs): (usize, &[OwnedSample]),
    rows: &[(OwnedSample, bool)],
    (literals, terms): (usize, usize),
    budget: (usize, usize),
) -> BTreeSet<Vec<bool>> {
    let literal = |feature: usize, digit: usize| (digit > 0).then(|| Literal::matching(feature, digit == 1));
    let all_terms: Vec<Vec<Literal>> = (1..3usize.pow(features as u32))
        .map(|code| (0..features).filter_map(|i| literal(i, code / 3usize.pow(i as u32) % 3)).collect())
        .filter(|term: &Vec<Literal>| term.len() <= literals)
        // A term holds on some legal input.
        .filter(|term: &Vec<Literal>| inputs.iter().any(|input| term.iter().all(|literal| literal.accepts(input))))
        .collect();
    let mut concepts = BTreeSet::new();
    let mut open: Vec<(usize, Vec<usize>, usize)> = vec![(0, Vec::new(), 0)];
    while let Some((next, chosen, size)) = open.pop() {
        for (term, literals_of_term) in all_terms.iter().enumerate().skip(next) {
            let size = size + literals_of_term.len();
            if chosen.len() < terms && size <= literals {
                open.push((term + 1, chosen.iter().copied().chain([term]).collect(), size));
            }
        }
        let accepts =
            |x: &OwnedSample| chosen.iter().any(|&term| all_terms[term].iter().all(|literal| literal.accepts(x)));
        let errors = |label| rows.iter().filter(|(row, positive)| *positive == label && accepts(row) != label).count();
        if !chosen.is_empty() && errors(false) <= budget.0 && errors(true) <= budget.1 {
            concepts.insert(inputs.iter().map(accepts).collect());
        }
    }
    concepts
}

/// A few rows of a small world.
fn few_rows(features: u32) -> impl Strategy<Value = Vec<(u32, bool)>> {
    vec((0..1u32 << features, any::<bool>()), 0..7)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// All inputs of a small world are tried: none promises less than the first proposal, and the numbers are those of the definitions.
    #[test]
    fn the_first_proposal_is_a_best_one(
        features in 1usize..5,
        rows in few_rows(4),
        (literals, terms) in (1usize..4, 1usize..3),
        declared: bool,
        noise: bool,
        budget in (0usize..2, 0usize..2),
    ) {
        let builder = Domain::builder(features);
        let domain = if declared { builder.at_most_one((0..features.min(3)).map(Literal::positive)).build().unwrap() } else { Domain::free() };
        let inputs: Vec<OwnedSample> = (0..1u32 << features).map(|x| (0..features).map(|i| x >> i & 1 == 1).collect()).collect();
        let legal: Vec<OwnedSample> = inputs.iter().filter(|input| domain.contains(input)).cloned().collect();
        let mut known: Vec<(OwnedSample, bool)> = Vec::new();
        for (x, label) in rows {
            let row = &inputs[x as usize % inputs.len()];
            let is_new = noise || known.iter().all(|(other, other_label)| other != row || *other_label == label);
            if domain.contains(row) && is_new {
                known.push((row.clone(), label));
            }
        }
        let mut builder = Dataset::builder(Features::numbered(features)).with_contradictions();
        for (row, label) in &known {
            builder.push(*label, row.iter().by_vals()).unwrap();
        }
        let data = Arc::new(builder.build().unwrap());
        let spaces = DnfSpace::up_to(features, literals, terms).map(|space| space.within(&domain));
        let budget = if noise { budget } else { (0, 0) };
        let candidates = match noise {
            false => Candidates::measure(&BddEngine::default(), &data, spaces, &Run::new()).unwrap(),
            true => {
                let settings = Settings::default().with_error_budget(budget.0 as u64, budget.1 as u64);
                Candidates::measure_within(&CoverEngine::default(), &data, spaces, &settings, &Run::new()).unwrap()
            }
        };
        let concepts = brute_force((features, &legal), &known, (literals, terms), budget);
        prop_assert_eq!(candidates.concepts(), Cardinality::exact(concepts.len()));
        let has = |label| known.iter().any(|(_, other)| *other == label);
        prop_assert_eq!(candidates.unique().is_some(), concepts.len() == 1 && has(true) && has(false));

        let left = |at: usize, label: bool| {
            let more = known.iter().cloned().chain([(legal[at].clone(), label)]).collect::<Vec<_>>();
            brute_force((features, &legal), &more, (literals, terms), budget).len()
        };
        let plan = candidates.plan(&Inputs::Any, 1, 1, &Run::new());
        prop_assert_eq!(plan.stopped(), None);
        let Some(proposal) = plan.proposals().first() else {
            // No two are left that differ somewhere, and none that can be tested.
            let is_true = |concept: &Vec<bool>| concept.iter().all(|value| *value);
            prop_assert!(concepts.is_empty() || concepts.len() == 1 && (has(false) && has(true) || concepts.iter().all(is_true)));
            return Ok(());
        };
        let at = legal.iter().position(|input| **input == *proposal.input()).expect("a legal input");
        let votes = |at: usize| concepts.iter().filter(|concept| concept[at]).count();
        prop_assert_eq!(proposal.accepting(), &BigUint::from(votes(at)));
        prop_assert_eq!(proposal.rejecting(), &BigUint::from(concepts.len() - votes(at)));
        prop_assert_eq!(proposal.remaining(), (left(at, true).into(), left(at, false).into()));
        // The literals that matter decide every vote.
        let having: Vec<usize> = (0..legal.len()).filter(|&at| proposal.fixed().iter().all(|literal| literal.accepts(&legal[at]))).collect();
        prop_assert!(having.iter().all(|&other| concepts.iter().all(|concept| concept[other] == concept[at])));
        prop_assert_eq!(proposal.alike(), &BigUint::from(having.len()));

        // What is preferred comes first, as long as it is of use.
        if let (true, true, true, Ok(tighter)) = (features > 1, has(true), has(false), domain.tighten(features).exactly_one([0, features - 1]).build()) {
            let plan = candidates.plan(&Inputs::Prefer(tighter.clone()), 1, 1, &Run::new());
            let proposal = &plan.proposals()[0];
            let is_useful = |at: &usize| votes(*at) > 0 && votes(*at) < concepts.len();
            let preferred = (0..legal.len()).filter(is_useful).any(|at| tighter.contains(&legal[at]));
            prop_assert_eq!(proposal.is_preferred(), Some(preferred));
            prop_assert_eq!(tighter.contains(proposal.input()), preferred);
        }

        let is_useful = |at: &usize| votes(*at) > 0 && votes(*at) < concepts.len();
        let least = (0..legal.len()).filter(is_useful).map(|at| left(at, true).max(left(at, false))).min();
        if has(true) {
            if let Some(least) = least {
                prop_assert_eq!(proposal.remainder().at_most, least.into());
                prop_assert_eq!(proposal.remainder().at_least, least.into());
            }
        } else {
            prop_assert_eq!(Some(votes(at)), (0..legal.len()).map(votes).max());
        }

        // What is refused is not proposed, and the best of the rest is.
        if has(true) && has(false) {
            let refused: Vec<usize> = (0..legal.len()).filter(|other| other % 2 == at % 2 || other % 3 == at % 3).collect();
            let rows = refused.iter().map(|&at| legal[at].clone()).collect();
            let inputs = Inputs::Without(Box::new(Inputs::Any), rows);
            let plan = candidates.plan(&inputs, 1, 1, &Run::new());
            let open = (0..legal.len()).filter(|at| !refused.contains(at));
            let least = open.filter(is_useful).map(|at| left(at, true).max(left(at, false))).min();
            let proposal = plan.proposals().first();
            prop_assert_eq!(proposal.map(|proposal| proposal.remainder().at_most), least.map(BigUint::from));
            if let Some(proposal) = proposal {
                let has_all = |at: &usize| proposal.fixed().iter().all(|literal| literal.accepts(&legal[*at]));
                let alike: Vec<usize> = (0..legal.len()).filter(has_all).filter(|at| !refused.contains(at)).collect();
                prop_assert_eq!(proposal.alike(), &BigUint::from(alike.len()));
                prop_assert!(alike.iter().any(|&at| *legal[at] == *proposal.input()));
            }
        }
    }
}

/// Prints how many simulations 30 hidden causes take. Takes minutes: run it with `--release --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn simulations_against_the_logarithm() {
    let (mut ratios, mut against_random) = (Vec::new(), Vec::new());
    for seed in 0..30 {
        let features = 6 + (seed as usize % 15);
        let sizes = if seed % 2 == 0 { [2, 2] } else { [2, 3] };
        let mut hidden = Hidden::new(features, &sizes, seed);
        let before = hidden.candidates(5);
        let concepts = before.concepts();
        let upper = concepts.upper().cloned().unwrap_or_default();
        let logarithm = upper.to_string().parse::<f64>().unwrap().log2();
        let at_random = Hidden::new(features, &sizes, seed).sample(5, seed);
        let asked = hidden.ask(5);
        println!(
            "{features} features, {sizes:?}, {concepts} concepts: {asked} simulations, log2 {logarithm:.1}, random {at_random}"
        );
        ratios.push(asked as f64 / logarithm);
        against_random.push(asked as f64 / at_random as f64);
    }
    ratios.sort_by(f64::total_cmp);
    against_random.sort_by(f64::total_cmp);
    println!("median: {:.2} times the logarithm, {:.2} of random sampling", ratios[15], against_random[15]);
    assert!(ratios[15] <= 1.3 && against_random[15] <= 0.5);
}

/// Candidates of the first size that is not empty have the families that a search over all thresholds finds there.
#[test]
fn families_of_candidates_are_those_of_the_search() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut below = |bound: u32| random.next_u32() % bound;
    let mut compared = 0;
    for number in 0..300 {
        let mut table = TypedTable::new(Schema::auto(), ["v", "w", "irq"]);
        let values = 3 + number % 6;
        let (low, high) = (below(values), below(values));
        for _ in 0..4 + below(10) {
            let (v, w, irq) = (below(values), below(values), below(2));
            let fail = v >= low && (irq == 1 || w < high);
            let cells = [v, w, irq].map(|value| value.to_string());
            table.push(fail, cells.iter().map(String::as_str)).unwrap();
        }
        let Ok(typed) = table.build() else { continue };
        let data = Arc::new(typed.data);
        let spaces = || DnfSpace::up_to(data.features().len(), 4, 2).map(|space| space.within(&typed.domain));
        let settings = Settings::default().with_bound(1000).with_exact(true);
        let report = vesc_col::search(&CoverEngine::default(), &data, spaces(), &settings, &Run::new()).unwrap();
        if report.outcome() != vesc_col::Outcome::Learned {
            continue;
        }
        let up_to = spaces().take(report.steps().len());
        let candidates = Candidates::measure(&BddEngine::default(), &data, up_to, &Run::new()).unwrap();
        let Some(families) = candidates.families(&data) else { continue };
        assert_eq!(Cardinality::exact(families.len()), report.families(), "{data:?}");
        let texts = |found: &[Arc<dyn Hypothesis>]| -> Vec<String> {
            found.iter().map(|one| one.display(data.features()).to_string()).collect()
        };
        assert_eq!(texts(&families[..families.len().min(10)]), texts(&report.hypotheses()[..families.len().min(10)]));
        compared += 1;
    }
    assert!(compared > 100, "{compared}");
}

/// Where all formulas are listed, no version space is asked for.
#[test]
fn an_engine_without_version_spaces_measures_what_it_lists() {
    let recipe = vesc_col::generate::Recipe { features: 12, terms: vec![2, 3], positives: 4, negatives: 120, seed: 1 };
    let (data, cause) = recipe.make().unwrap();
    let measure =
        |engine: &dyn Engine| Candidates::measure(engine, &data, DnfSpace::up_to(12, 5, 2), &Run::new()).unwrap();
    let (listed, diagrams) = (measure(&CoverEngine::default()), measure(&BddEngine::default()));
    assert_eq!(listed.formulas(), diagrams.formulas());
    assert!(listed.known().eq(diagrams.known()) && listed.known().any(|known| *known == cause));
}

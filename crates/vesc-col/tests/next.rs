//! The loop of simulations that `next` proposes ends at the hidden target, and its promises hold.

use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use vesc_col::data::{Domain, DomainBuilder, OwnedSample};
use vesc_col::engine::BddEngine;
use vesc_col::formula::{Concept, Literal};
use vesc_col::next::{Candidates, Inputs, Unit};
use vesc_col::{Dataset, Dnf, DnfSpace, Features, Run};

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
                _ => assert_eq!(candidates.formulas(), *promised),
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
            _ => candidates.formulas(),
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
        let (formulas, concepts) = (before.formulas(), before.concepts());
        let upper = concepts.upper().cloned().unwrap_or(formulas);
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

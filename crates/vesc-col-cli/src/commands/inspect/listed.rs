//! What a version space answers of which all concepts are listed.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use vesc_col::engine::VersionSpace;
use vesc_col::explain::Shared;
use vesc_col::formula::{Literal, Term};
use vesc_col::run::StopReason;
use vesc_col::{Dnf, Features, Hypothesis, Run};

use super::counts::{CountOptions, Counts};
use crate::language::as_dnf;

/// The largest product of rows and formulas for which votes are counted one by one. Beyond, a diagram is faster.
const MOST_VOTES: usize = 100_000_000;

/// All formulas of a version space, or one of each concept.
pub(super) struct ListedFormulas<'a> {
    formulas: Vec<&'a Dnf>,
    /// Whether no concept has a second formula.
    are_all: bool,
    hypotheses: &'a [Arc<dyn Hypothesis>],
}

impl<'a> ListedFormulas<'a> {
    /// `None` if the answer does not list all formulas, if they are no DNF, or if looking each up in all rows takes too long.
    pub(super) fn of(found: &'a VersionSpace, rows: usize) -> Option<ListedFormulas<'a>> {
        ListedFormulas::of_concepts(found, rows).filter(|listed| listed.are_all)
    }

    /// The same with one formula of each concept. What is counted and drawn are then concepts.
    pub(super) fn of_concepts(found: &'a VersionSpace, rows: usize) -> Option<ListedFormulas<'a>> {
        let hypotheses = &found.hypotheses;
        let are_all = found.formulas == found.concepts;
        let formulas = hypotheses.iter().map(|hypothesis| as_dnf(&**hypothesis));
        let formulas = found.is_listed().then(|| formulas.collect::<Option<Vec<&Dnf>>>()).flatten()?;
        (formulas.len().saturating_mul(rows) <= MOST_VOTES).then_some(ListedFormulas { formulas, are_all, hypotheses })
    }

    /// What a diagram of all formulas would tell.
    pub(super) fn counts(&self, wanted: &CountOptions<'_>, run: &Run) -> Result<Counts, StopReason> {
        let mut random = ChaCha8Rng::seed_from_u64(wanted.seed);
        let mut draw = || {
            let drawn = random.next_u64() % self.hypotheses.len() as u64;
            Arc::clone(&self.hypotheses[drawn as usize])
        };
        let sample = if self.hypotheses.is_empty() { 0 } else { wanted.sample };
        let votes = |row| -> Result<BigUint, StopReason> {
            run.check()?;
            Ok(self.formulas.iter().filter(|formula| formula.accepts(row)).count().into())
        };
        Ok(Counts {
            formulas: self.formulas.len().into(),
            frequencies: self
                .are_all
                .then(|| self.frequencies().into_iter().map(|(one, count)| (one, count.into())).collect()),
            sample: (0..sample).map(|_| draw()).collect(),
            votes: wanted.rows.iter().map(|row| votes(row)).collect::<Result<_, _>>()?,
        })
    }

    fn frequencies(&self) -> BTreeMap<Literal, usize> {
        let mut counts = BTreeMap::new();
        for formula in &self.formulas {
            let mut literals: Vec<Literal> = formula.terms().iter().flat_map(Term::literals).copied().collect();
            literals.sort_unstable();
            literals.dedup();
            literals.into_iter().for_each(|literal| *counts.entry(literal).or_default() += 1);
        }
        counts
    }

    /// What all formulas have in common; `None` if there are none.
    pub(super) fn shared(&self, features: &Features) -> Option<Shared> {
        let all = self.formulas.len();
        let in_all = |has: &dyn Fn(&Dnf) -> bool| self.formulas.iter().all(|formula| has(formula));
        let uses = |formula: &Dnf, feature: usize| {
            formula.terms().iter().flat_map(|term| term.iter()).any(|literal| literal.feature() == feature)
        };
        let mut columns: Vec<Vec<usize>> = Vec::new();
        for feature in 0..features.len() {
            let column = |feature: usize| features.test(feature).map(|(column, _)| column);
            match columns.iter_mut().find(|known| column(feature).is_some() && column(known[0]) == column(feature)) {
                Some(known) => known.push(feature),
                None => columns.push(vec![feature]),
            }
        }
        columns.retain(|column| in_all(&|formula| column.iter().any(|&feature| uses(formula, feature))));
        let mut shared = Shared::default();
        shared.features = columns.iter().flatten().copied().filter(|&one| in_all(&|dnf| uses(dnf, one))).collect();
        shared.columns = columns;
        let backbone = self.frequencies().into_iter().filter(|&(_, count)| count == all).map(|(literal, _)| literal);
        shared.literals = Some(backbone.collect());
        (all > 0).then_some(shared)
    }
}

#[cfg(all(test, feature = "bdd", feature = "cover"))]
mod tests {
    use vesc_col::engine::{BddEngine, Query};
    use vesc_col::explain::shared;
    use vesc_col::generate::Recipe;
    use vesc_col::{DnfSpace, Engine, Portfolio};

    use super::*;

    /// A list and a diagram tell the same.
    #[test]
    fn a_list_answers_as_a_diagram_does() {
        let run = Run::new();
        for (seed, negatives) in (1..=6).zip([20, 40, 60, 80, 100, 120]) {
            let recipe = Recipe { features: 12, terms: vec![2, 3], positives: 4, negatives, seed };
            let (data, _) = recipe.make().expect("there is one");
            for (literals, terms) in [(3, 1), (4, 2), (5, 2)] {
                let space = DnfSpace::new(12, literals, terms);
                let query = Query::new(Arc::new(space)).with_bound(10_000);
                let found = Portfolio::default().open(Arc::clone(&data)).measure(&query, &run).expect("it is DNF");
                let rows: Vec<_> = data.negatives().iter().take(5).map(ToOwned::to_owned).collect();
                let wanted = CountOptions { sample: 3, concepts: false, seed, rows: &rows };
                let listed = ListedFormulas::of(&found, rows.len()).expect("all are listed");
                let counts = listed.counts(&wanted, &run).expect("nobody stops it");
                let live = query.with_exact(true).with_live(true);
                let diagram = BddEngine::default().open(Arc::clone(&data)).measure(&live, &run).expect("it is DNF");
                let Some(live) = diagram.live else { continue };
                let expected = Counts::of(&live, &wanted, &run).expect("nobody stops it");
                assert_eq!(
                    (counts.formulas.clone(), counts.votes.clone()),
                    (expected.formulas.clone(), expected.votes.clone())
                );
                assert_eq!(counts.most_frequent(), expected.most_frequent());
                assert_eq!(counts.sample.len(), expected.sample.len());
                let expected = shared(&Portfolio::default(), &data, space, &[], &run).expect("it is DNF");
                let found = listed.shared(data.features());
                let columns = |shared: &Option<Shared>| {
                    shared.as_ref().map(|shared| (shared.columns.clone(), shared.features.clone()))
                };
                assert_eq!(columns(&found), columns(&expected));
            }
        }
    }
}

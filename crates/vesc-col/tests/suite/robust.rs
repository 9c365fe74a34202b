//! How robust an answer is, against its definition: every budget, and every one or two rows left out in turn.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;
use vesc_col::data::Domain;
use vesc_col::engine::{BddEngine, CoverEngine, EngineError, Fit, Query, Session, VersionSpace};
use vesc_col::explain::{Ending, Robustness, SampleId, robust};
use vesc_col::formula::{Literal, Term};
use vesc_col::run::StopReason;
use vesc_col::sub_space::LegalDnfSpace;
use vesc_col::{
    Cardinality, Dataset, Dnf, DnfSpace, Engine, Features, Learner, Outcome, Portfolio, Run, Settings, SubSpace,
};
use vesc_col_testkit::World;

/// Labelled rows, bit `i` of a row being feature `i`.
type Rows = Vec<(u64, bool)>;

/// A question, and all concepts of its sub-spaces by their truth tables.
struct Case {
    rows: Rows,
    data: Arc<Dataset>,
    spaces: Vec<LegalDnfSpace>,
    worlds: Vec<World>,
}

/// The number of the first sub-space in which something fits, and which of its concepts do.
type Answer = Option<(usize, Vec<usize>)>;

impl Case {
    fn new(features: usize, rows: Rows, domain: &Domain, (literals, terms): (usize, usize)) -> Case {
        let mut builder = Dataset::builder(Features::numbered(features));
        for &(row, label) in &rows {
            builder.push(label, (0..features).map(|feature| row >> feature & 1 == 1)).unwrap();
        }
        let spaces: Vec<_> = DnfSpace::up_to(features, literals, terms).map(|space| space.within(domain)).collect();
        let worlds = spaces.iter().map(|space| World::of(space).expect("it is small")).collect();
        Case { rows, data: Arc::new(builder.build().unwrap()), spaces, worlds }
    }

    /// On which rows a concept is wrong.
    fn wrong(&self, table: u64) -> Vec<usize> {
        let rows = self.rows.iter().enumerate();
        rows.filter(|(_, (row, label))| (table >> row & 1 == 1) != *label).map(|(number, _)| number).collect()
    }

    /// How many rows have a label, apart from those that are left out.
    fn count(&self, label: bool, left_out: &[usize]) -> usize {
        let rows = self.rows.iter().enumerate();
        rows.filter(|(number, row)| row.1 == label && !left_out.contains(number)).count()
    }

    fn first(&self, fits: impl Fn(&[usize]) -> bool) -> Answer {
        self.worlds.iter().enumerate().find_map(|(number, world)| {
            let concepts = world.concepts().iter().enumerate();
            let fitting = concepts.filter(|(_, concept)| fits(&self.wrong(concept.table)));
            let fitting: Vec<usize> = fitting.map(|(concept, _)| concept).collect();
            (!fitting.is_empty()).then_some((number, fitting))
        })
    }

    fn within(&self, errors: usize) -> Answer {
        self.first(|wrong| {
            let of = |label| wrong.iter().filter(|&&number| self.rows[number].1 == label).count();
            wrong.len() <= errors && [false, true].into_iter().all(|label| of(label) < self.count(label, &[]))
        })
    }

    fn without(&self, left_out: &[usize]) -> Answer {
        self.first(|wrong| wrong.iter().all(|number| left_out.contains(number)))
    }

    /// All choices of so many rows that leave rows of both labels.
    fn choices(&self, size: usize) -> Vec<Vec<usize>> {
        let single = (0..self.rows.len()).map(|row| vec![row]);
        let pairs = (0..self.rows.len()).flat_map(|one| (one + 1..self.rows.len()).map(move |other| vec![one, other]));
        let choices: Vec<Vec<usize>> = if size == 1 { single.collect() } else { pairs.collect() };
        let is_legal = |rows: &Vec<usize>| [false, true].into_iter().all(|label| self.count(label, rows) > 0);
        choices.into_iter().filter(is_legal).collect()
    }

    fn dnf(&self, space: usize, concept: usize) -> &Dnf {
        (&*self.worlds[space].concepts()[concept].hypothesis as &dyn std::any::Any).downcast_ref().unwrap()
    }

    fn check(&self, engine: &dyn Engine, most_errors: u64) -> Result<Outcome, TestCaseError> {
        let run = Run::new();
        let report = engine.search(&self.data, self.spaces.clone(), &Settings::default(), &run).unwrap();
        let found = robust(engine, &self.data, self.spaces.clone(), &report, most_errors, &run).unwrap();
        if report.outcome() == Outcome::OneClass {
            prop_assert!(found.is_none());
            return Ok(report.outcome());
        }
        let found: Robustness = found.expect("the search was decided");
        prop_assert_eq!(found.stopped, None);
        let whole = self.without(&[]);
        let mut answers = vec![whole.clone()];
        for errors in 0..=most_errors as usize {
            let expected = self.within(errors);
            self.check_ending(&found.budgets[errors], &expected)?;
            prop_assert_eq!(found.is_same_within(errors), Some(expected == whole));
            answers.push(expected);
        }
        let mut deciding: Vec<Vec<usize>> = Vec::new();
        for (size, tally) in [(1, found.single_rows), (2, found.pairs)] {
            let choices = self.choices(size);
            let endings: Vec<Answer> = choices.iter().map(|rows| self.without(rows)).collect();
            let changed = endings.iter().filter(|ending| **ending != whole).count() as u64;
            prop_assert_eq!((tally.tried, tally.changed, tally.open), (choices.len() as u64, changed, 0));
            for (rows, ending) in choices.into_iter().zip(&endings).filter(|(_, ending)| **ending != whole) {
                if deciding.iter().all(|known| known.iter().any(|row| !rows.contains(row))) {
                    deciding.push(rows.clone());
                    let is_it = |samples: &[SampleId]| self.numbers(samples) == rows;
                    let known = found.deciding.iter().find(|known| is_it(&known.samples));
                    prop_assert!(known.is_some(), "{:?} decide, too", rows);
                    self.check_ending(&known.unwrap().without, ending)?;
                }
            }
            answers.extend(endings);
        }
        prop_assert_eq!(found.deciding.len(), deciding.len());
        self.check_core(&found, &whole, &answers)?;

        Ok(report.outcome())
    }

    /// The numbers of all rows of some samples.
    fn numbers(&self, samples: &[SampleId]) -> Vec<usize> {
        let rows: BTreeSet<usize> = samples.iter().flat_map(|sample| sample.rows(&self.data)).copied().collect();
        rows.into_iter().collect()
    }

    fn check_ending(&self, found: &Ending, expected: &Answer) -> Result<(), TestCaseError> {
        prop_assert!(found.is_simplest);
        let complexity = expected.as_ref().map(|(space, _)| self.spaces[*space].complexity());
        prop_assert_eq!(&found.complexity, &complexity);
        let count = expected.as_ref().map_or(0, |(_, concepts)| concepts.len());
        prop_assert_eq!(&found.concepts, &Cardinality::exact(count));
        let example = expected.as_ref().map(|(space, concepts)| {
            let is_wrong = |concept: &&usize| !self.wrong(self.worlds[*space].concepts()[**concept].table).is_empty();
            self.dnf(*space, *concepts.iter().find(is_wrong).unwrap_or(&concepts[0])).to_string()
        });
        prop_assert_eq!(found.example.as_ref().map(ToString::to_string), example);
        Ok(())
    }

    /// What is said where a limit may have left something open.
    fn check_claims(&self, found: &Ending, expected: &Answer) -> Result<(), TestCaseError> {
        if found.is_simplest && found.complexity.is_some() {
            let complexity = expected.as_ref().map(|(space, _)| self.spaces[*space].complexity());
            prop_assert_eq!(&found.complexity, &complexity);
            let count = expected.as_ref().map_or(0, |(_, concepts)| concepts.len());
            prop_assert!(found.concepts.contains(&count.into()));
        } else if let Some(complexity) = &found.complexity {
            let place = self.spaces.iter().position(|space| space.complexity() == *complexity);
            prop_assert!(expected.is_some() && expected.as_ref().map(|(space, _)| *space) <= place);
        } else {
            prop_assert!(!found.is_simplest || expected.is_none());
        }
        Ok(())
    }

    fn check_core(&self, found: &Robustness, whole: &Answer, answers: &[Answer]) -> Result<(), TestCaseError> {
        let Some(core) = &found.core else {
            prop_assert!(answers.iter().all(Option::is_none));
            return Ok(());
        };
        prop_assert!(core.is_complete);
        let keeps = whole.as_ref().map(|(space, concepts)| {
            let has_all = |answer: &Answer| {
                answer
                    .as_ref()
                    .is_some_and(|(other, kept)| other == space && concepts.iter().all(|one| kept.contains(one)))
            };
            answers.iter().all(has_all)
        });
        prop_assert_eq!(core.keeps_concepts, keeps);
        let formulas =
            answers.iter().flatten().flat_map(|(space, concepts)| concepts.iter().map(|one| self.dnf(*space, *one)));
        let formulas: Vec<&Dnf> = formulas.collect();
        let terms: Vec<Term> = formulas.first().map_or_else(Vec::new, |first| {
            let is_common = |term: &&Term| formulas.iter().all(|dnf| dnf.terms().contains(term));
            first.terms().iter().filter(is_common).cloned().collect()
        });
        let literals: Vec<Literal> = (0..2 * self.data.features().len())
            .map(|code| Literal::matching(code / 2, code % 2 == 0))
            .filter(|literal| {
                let has = |dnf: &&Dnf| dnf.terms().iter().any(|term| term.literals().contains(literal));
                !formulas.is_empty() && formulas.iter().all(has)
            })
            .collect();
        prop_assert_eq!(&core.terms, &terms);
        prop_assert_eq!(&core.literals, &literals);
        let columns = (0..self.data.features().len()).filter(|feature| {
            let has =
                |dnf: &&Dnf| dnf.terms().iter().any(|term| term.iter().any(|literal| literal.feature() == *feature));
            !formulas.is_empty() && formulas.iter().all(has)
        });
        prop_assert_eq!(&core.columns, &columns.collect::<Vec<_>>());
        Ok(())
    }
}

/// Rows without contradictions, equal ones among them. Labels are mostly those of a small cause, so that little fits.
fn cases() -> impl Strategy<Value = (usize, Rows, bool)> {
    let rows = |features: usize| {
        let row = (0u64..1 << features, prop::bool::weighted(0.15));
        (Just(features), prop::collection::vec(row, 1..12), 0u64..81, any::<bool>(), any::<bool>())
    };
    (2usize..5).prop_flat_map(rows).prop_map(|(features, rows, cause, negated, declared)| {
        let literal = |row: u64, feature: usize| match cause / 3u64.pow(feature as u32) % 3 {
            0 => true,
            digit => (row >> feature & 1 == 1) == (digit == 1),
        };
        let label = |row: u64| (0..features).all(|feature| literal(row, feature)) != negated;
        let mut kept: Rows = Vec::new();
        for (row, is_wrong) in rows {
            let row = (row, label(row) != is_wrong);
            let is_legal = !declared || (row.0 & 1) + (row.0 >> 1 & 1) == 1;
            if is_legal && !kept.contains(&(row.0, !row.1)) {
                kept.push(row);
            }
        }
        (features, kept, declared)
    })
}

fn declared(features: usize, is_declared: bool) -> Domain {
    match is_declared {
        true => Domain::builder(features).exactly_one([0, 1]).build().unwrap(),
        false => Domain::free(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn answers_are_those_of_every_budget_and_every_choice_of_rows((features, rows, is_declared) in cases(), most_errors in 0u64..4) {
        let case = Case::new(features, rows, &declared(features, is_declared), (3, 2));
        case.check(&Portfolio::default(), most_errors)?;
        case.check(&CoverEngine::default(), most_errors)?;
        case.check(&BddEngine::default(), most_errors)?;
    }
}

/// An engine that knows only some concepts of some sub-spaces: as many as `known` says by the number of literals and of errors.
#[derive(Debug)]
struct Forgetful {
    known: fn(usize, u64) -> Option<usize>,
}

impl Engine for Forgetful {
    fn name(&self) -> &str {
        "forgetful"
    }

    fn open(&self, data: Arc<Dataset>) -> Box<dyn Session> {
        Box::new(ForgetfulSession { known: self.known, session: Portfolio::default().open(data) })
    }
}

struct ForgetfulSession {
    known: fn(usize, u64) -> Option<usize>,
    session: Box<dyn Session>,
}

impl Session for ForgetfulSession {
    fn measure(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        let mut found = self.session.measure(query, run)?;
        let (false_positives, false_negatives) = query.fit().budget();
        let literals = query.space().complexity().measures()[0].1 as usize;
        // A search is not hindered.
        let known = (query.fit() != &Fit::Exact).then(|| (self.known)(literals, false_positives + false_negatives));
        if let Some(known) = known.flatten().filter(|&known| found.hypotheses.len() > known) {
            found.hypotheses.truncate(known);
            found.concepts = Cardinality::at_least(known);
            found.formulas = Cardinality::at_least(known);
            found.stopped = Some(StopReason::Memory);
        }
        Ok(found)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Whatever a limit leaves open, what is said is true.
    #[test]
    fn limits_leave_open_and_claim_nothing((features, rows, is_declared) in cases(), how in 0usize..4) {
        let known: fn(usize, u64) -> Option<usize> = match how {
            0 => |literals, _| (literals == 1).then_some(1),
            1 => |literals, errors| (literals > 1 && errors > 0).then_some(1),
            2 => |_, errors| (errors == 2).then_some(0),
            _ => |literals, _| (literals == 2).then_some(0),
        };
        let case = Case::new(features, rows, &declared(features, is_declared), (3, 2));
        let (engine, run) = (Forgetful { known }, Run::new());
        let report = engine.search(&case.data, case.spaces.clone(), &Settings::default(), &run).unwrap();
        let Some(found) = robust(&engine, &case.data, case.spaces.clone(), &report, 3, &run).unwrap() else { return Ok(()) };
        let whole = case.without(&[]);
        let mut answers = vec![whole.clone()];
        for errors in 0..=3 {
            let expected = case.within(errors);
            case.check_claims(&found.budgets[errors], &expected)?;
            prop_assert!(found.is_same_within(errors).is_none_or(|is_same| is_same == (expected == whole)));
            answers.push(expected);
        }
        for (size, tally) in [(1, found.single_rows), (2, found.pairs)] {
            let choices = case.choices(size);
            answers.extend(choices.iter().map(|rows| case.without(rows)));
            let changed = choices.iter().filter(|rows| case.without(rows) != whole).count() as u64;
            prop_assert!(tally.tried == choices.len() as u64 && (tally.changed..=tally.changed + tally.open).contains(&changed));
        }
        for known in &found.deciding {
            let expected = case.without(&case.numbers(&known.samples));
            prop_assert!(expected != whole);
            case.check_claims(&known.without, &expected)?;
        }
        let Some(core) = &found.core else {
            prop_assert!(found.stopped.is_some() || answers.iter().all(Option::is_none));
            return Ok(());
        };
        if core.is_complete {
            prop_assert_eq!(found.stopped, None);
            case.check_core(&found, &whole, &answers)?;
        }
        let formulas = || answers.iter().flatten().flat_map(|(space, concepts)| concepts.iter().map(|one| case.dnf(*space, *one)));
        for literal in (0..2 * features).map(|code| Literal::matching(code / 2, code % 2 == 0)) {
            let is_common = formulas().all(|dnf| dnf.terms().iter().any(|term| term.literals().contains(&literal)));
            prop_assert!(!is_common || core.literals.contains(&literal));
        }
        if let Some(keeps) = core.keeps_concepts {
            let space = whole.as_ref().map(|(space, _)| *space);
            prop_assert_eq!(keeps, answers.iter().all(|answer| answer.as_ref().map(|(space, _)| *space) == space));
        }
    }
}

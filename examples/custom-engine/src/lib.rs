//! An engine of one's own: it goes through all formulas of a small sub-space, and refuses larger ones.
//!
//! Real engines are cleverer; what they owe to the caller is the same. They answer the question that was asked or refuse it, look at
//! the run while they work, and whatever stops them, their intervals contain the truth.

use std::collections::BTreeMap;
use std::sync::Arc;

use vesc_col::engine::{EngineError, Query, Session, VersionSpace};
use vesc_col::formula::{Concept, Literal, Term};
use vesc_col::run::StopReason;
use vesc_col::sub_space::Shape;
use vesc_col::{Cardinality, Dataset, Dnf, DnfSpace, Engine, Hypothesis, Run, SubSpace};

/// Tries all formulas, one by one.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScanEngine;

const NAME: &str = "scan";

impl Engine for ScanEngine {
    fn name(&self) -> &str {
        NAME
    }

    fn open(&self, data: Arc<Dataset>) -> Box<dyn Session> {
        Box::new(ScanSession { data })
    }
}

/// Nothing is worth keeping from one question to the next but the data.
struct ScanSession {
    data: Arc<Dataset>,
}

/// Above this many formulas there are better engines.
const MOST_FORMULAS: f64 = 1e6;

impl Session for ScanSession {
    fn measure(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        query.require_plain(NAME, &self.data)?;
        let Shape::Dnf(space) = query.space().shape() else {
            return Err(EngineError::unsupported(NAME, "sub-spaces other than k-term DNF"));
        };
        if choices(space) > MOST_FORMULAS {
            return Err(EngineError::unsupported(NAME, "so large a sub-space"));
        }
        let mut scan = Scan { data: &self.data, run, space, formulas: 0, concepts: BTreeMap::new() };
        let terms = all_terms(space.features(), space.literals());
        let stopped = scan.extend(&terms, &mut Vec::new(), space.literals()).err();
        Ok(scan.answer(query, stopped))
    }
}

/// At least as many formulas as the sub-space has.
fn choices(space: &DnfSpace) -> f64 {
    let symbols = (space.features() * space.terms()) as f64;
    (0..space.literals()).map(|i| (symbols - i as f64).max(0.0) * 2.0 / (i + 1) as f64).product()
}

/// All terms of up to so many literals, in canonical order.
fn all_terms(features: usize, literals: usize) -> Vec<Term> {
    let mut sets: Vec<Vec<Literal>> = vec![Vec::new()];
    for feature in 0..features {
        let longer = |set: &Vec<Literal>| {
            let polarities = [Literal::positive(feature), Literal::negative(feature)].into_iter();
            polarities.map(|literal| set.iter().copied().chain([literal]).collect()).collect::<Vec<Vec<Literal>>>()
        };
        let added: Vec<Vec<Literal>> = sets.iter().filter(|set| set.len() < literals).flat_map(longer).collect();
        sets.extend(added);
    }
    let mut terms: Vec<Term> = sets.into_iter().filter_map(|set| Term::new(set).ok()).collect();
    terms.sort_unstable();
    terms
}

struct Scan<'a> {
    data: &'a Dataset,
    run: &'a Run,
    space: &'a DnfSpace,
    formulas: u64,
    /// By the concept: its least formula is the first one met, as the formulas come in canonical order.
    concepts: BTreeMap<Concept, Dnf>,
}

impl Scan<'_> {
    /// Tries all formulas that begin with the chosen terms and go on with some of the others.
    fn extend(&mut self, others: &[Term], chosen: &mut Vec<Term>, literals: usize) -> Result<(), StopReason> {
        if chosen.len() == self.space.terms() {
            if literals == 0 {
                self.try_formula(chosen);
            }
            return Ok(());
        }
        for (i, term) in others.iter().enumerate().filter(|(_, term)| term.len() <= literals) {
            self.run.check()?;
            chosen.push(term.clone());
            let result = self.extend(&others[i + 1..], chosen, literals - term.len());
            chosen.pop();
            result?;
        }
        Ok(())
    }

    fn try_formula(&mut self, terms: &[Term]) {
        let Ok(dnf) = Dnf::new(terms.iter().cloned()) else { return };
        let fits = self.data.positives().iter().all(|sample| dnf.accepts(sample))
            && !self.data.negatives().iter().any(|sample| dnf.accepts(sample));
        if fits {
            self.formulas += 1;
            self.concepts.entry(Concept::of(&dnf)).or_insert(dnf);
        }
    }

    /// What is known: everything, or if the run stopped the scan, a lower bound.
    fn answer(self, query: &Query, stopped: Option<StopReason>) -> VersionSpace {
        let found = self.concepts.len();
        let (concepts, formulas) = match stopped {
            None => (Cardinality::exact(found), Cardinality::exact(self.formulas)),
            Some(_) => (Cardinality::at_least(found), Cardinality::at_least(self.formulas)),
        };
        let mut hypotheses: Vec<Dnf> = self.concepts.into_values().collect();
        hypotheses.sort_unstable();
        // Those found before a stop may not be shown by their least formulas.
        hypotheses.truncate(if stopped.is_none() { query.list_limit() } else { 0 });
        let hypotheses = hypotheses.into_iter().map(|dnf| Arc::new(dnf) as Arc<dyn Hypothesis>).collect();
        VersionSpace::new(NAME, concepts, formulas).with_hypotheses(hypotheses).with_stopped(stopped)
    }
}

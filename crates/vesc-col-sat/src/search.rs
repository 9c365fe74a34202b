//! Listing concepts and counting formulas.

use std::sync::Arc;

use vesc_col_core::{Dataset, Hypothesis, Query, Run, Signal, StopReason};

use crate::encoded_circuit::EncodedCircuit;
use crate::encoder::Encoder;
use crate::error::MeasureError;
use crate::findings::Findings;
use crate::formulation::{self, Formulation};
use crate::samples::{LabelledSamples, SampleMemory};
use crate::{Backend, Lit, SatEncoding, Tuning};

/// The work on one question.
pub(crate) struct Search<'a, 'f> {
    encoder: Encoder<'a>,
    query: &'a Query,
    tuning: Tuning,
    formulation: Box<dyn Formulation + 'a>,
    /// The negatives, then the positives.
    samples: [LabelledSamples<'a>; 2],
    /// The decision variables.
    h: Vec<Lit>,
    /// For each case that was begun the literal that implies it.
    cases: Vec<Lit>,
    /// Cases without a formula that is not found yet.
    cases_counted: usize,
    /// Cases without a concept that is not found yet.
    cases_listed: usize,
    /// One member of each concept that is found but not blocked yet.
    unblocked: Vec<Vec<bool>>,
    /// Assumed to block concepts. Made with the first one.
    guard: Option<Lit>,
    findings: &'f mut Findings,
}

impl<'a, 'f> Search<'a, 'f> {
    pub(crate) fn new(
        backend: &dyn Backend,
        encoding: SatEncoding,
        data: &'a Dataset,
        query: &'a Query,
        run: &'a Run,
        memory: &'a mut [SampleMemory; 2],
        findings: &'f mut Findings,
    ) -> Search<'a, 'f> {
        let [negatives, positives] = memory;
        let (false_positives, false_negatives) = query.fit().budget();
        let (h, cases, unblocked) = Default::default();
        Search {
            encoder: Encoder::new(backend.open(run), encoding, run),
            query,
            tuning: encoding.tuning,
            formulation: formulation::of_query(query, &encoding.tuning),
            // The negatives first: their symbols for literals are there when the positives of a single term rule them
            // out.
            samples: [
                LabelledSamples::new(data, false, false_positives, negatives),
                LabelledSamples::new(data, true, false_negatives, positives),
            ],
            h,
            cases,
            cases_counted: 0,
            cases_listed: 0,
            unblocked,
            guard: None,
            findings,
        }
    }

    /// Works until the question is answered, or gives the reason why a part of it is not.
    pub(crate) fn answer(&mut self) -> Result<Option<StopReason>, MeasureError> {
        self.encoder.run().check()?;
        self.encode()?;
        let (exact, list_limit) = (self.query.exact(), self.query.list_limit());
        let limit = if exact { self.query.bound() } else { list_limit };
        self.list_concepts(limit.min(self.tuning.concepts_first))?;
        self.list_formulas(limit)?;
        self.list_concepts(limit)?;
        if !self.findings.all_concepts && !exact {
            return Ok(None);
        }
        // An exact question wants every formula, however long that takes.
        self.count_formulas(if exact { usize::MAX } else { list_limit.max(self.tuning.counted_formulas) })?;
        let is_cut = !self.findings.all_formulas || self.findings.too_many(self.query);
        Ok(is_cut.then_some(StopReason::ListLimit))
    }

    /// Writes the clauses for the members, and for the first samples.
    pub(crate) fn encode(&mut self) -> Result<(), MeasureError> {
        if self.formulation.cases() == 0 {
            return Ok(());
        }
        self.h = self.encoder.variables(self.formulation.width())?;
        let mut encoded = EncodedCircuit::default();
        let h = encoded.inputs(&self.h);
        let member = self.formulation.member(&mut encoded.circuit, &h);
        self.encoder.assert(&mut encoded, member, None)?;
        let count = self.formulation.first_samples(&self.tuning);
        for samples in &mut self.samples {
            let first = samples.first(count, &mut self.encoder)?;
            samples.encode(&first, &mut self.encoder, self.query, &*self.formulation, &self.h)?;
        }
        Ok(())
    }

    /// Finds a member of a case that fits the data. It is not of a blocked concept if these are assumed to be excluded.
    fn next_member(&mut self, case: usize, guard: Option<Lit>) -> Result<Option<Vec<bool>>, MeasureError> {
        let assumptions: Vec<Lit> = [self.case(case)?].into_iter().chain(guard).collect();
        while self.encoder.solve(&assumptions)? {
            let model: Vec<bool> = self.h.iter().map(|&variable| self.encoder.value(variable)).collect();
            let mut fits = true;
            for samples in &mut self.samples {
                let violated = samples.violated_by(&model, &mut self.encoder, self.query, &*self.formulation)?;
                fits &= violated.is_empty();
                samples.encode(&violated, &mut self.encoder, self.query, &*self.formulation, &self.h)?;
            }
            if fits {
                return Ok(Some(model));
            }
        }
        Ok(None)
    }

    /// Returns the literal that implies what holds of the members of a case.
    fn case(&mut self, case: usize) -> Result<Lit, MeasureError> {
        if self.cases.len() == case {
            let literal = self.encoder.variable()?;
            let mut encoded = EncodedCircuit::default();
            let h = encoded.inputs(&self.h);
            let constraint = self.formulation.case(case, &mut encoded.circuit, &h);
            self.encoder.assert(&mut encoded, constraint, Some(literal))?;
            self.cases.push(literal);
        }
        Ok(self.cases[case])
    }

    /// Finds concepts until there is none left, or more than `limit` are known.
    pub(crate) fn list_concepts(&mut self, limit: usize) -> Result<(), MeasureError> {
        while !self.findings.all_concepts && self.findings.concepts.len() <= limit {
            self.report("listing concepts", self.cases_listed.max(self.cases_counted));
            for bits in std::mem::take(&mut self.unblocked) {
                self.block_concept(&bits)?;
            }
            self.cases_listed = self.cases_listed.max(self.cases_counted);
            if self.cases_listed == self.formulation.cases() {
                self.findings.all_concepts = true;
                self.findings.all_formulas = self.cases_counted == self.cases_listed;
            } else if let Some(model) = self.next_member(self.cases_listed, self.guard)? {
                self.record(&model)?;
            } else {
                self.cases_listed += 1;
                if self.guard.is_none() {
                    self.cases_counted = self.cases_listed;
                }
            }
        }
        Ok(())
    }

    /// Finds formulas until no concept is left, or more than `limit` are known, or no new one has come for long.
    fn list_formulas(&mut self, limit: usize) -> Result<(), MeasureError> {
        let mut stale = 0;
        while !self.findings.all_concepts
            && self.findings.concepts.len() <= limit
            && stale < self.tuning.stale_formulas.max(self.findings.concepts.len())
        {
            let known = self.findings.concepts.len();
            self.next_formula()?;
            stale = if self.findings.concepts.len() > known { 0 } else { stale + 1 };
        }
        Ok(())
    }

    /// Finds formulas until there is none left, or more than `limit` are known.
    fn count_formulas(&mut self, limit: usize) -> Result<(), MeasureError> {
        while !self.findings.all_formulas && self.findings.formulas <= limit as u64 {
            self.next_formula()?;
        }
        Ok(())
    }

    /// Finds another formula, of whatever concept, or that there is none.
    fn next_formula(&mut self) -> Result<(), MeasureError> {
        self.report("counting formulas", self.cases_counted);
        if self.cases_counted == self.formulation.cases() {
            self.findings.all_formulas = true;
            self.findings.all_concepts = true;
            return Ok(());
        }
        let guard = self.guard.map(|guard| !guard);
        match self.next_member(self.cases_counted, guard)? {
            Some(model) => self.record(&model)?,
            None => self.cases_counted += 1,
        }
        Ok(())
    }

    /// Takes note of a formula that fits, and of its concept.
    fn record(&mut self, model: &[bool]) -> Result<(), MeasureError> {
        self.count_formula(model)?;
        if self.findings.too_many(self.query) {
            return Ok(());
        }
        let space = self.query.space();
        let canonical = space.canonical_within(&self.formulation.decision_bits(model), self.encoder.run())?;
        let hypothesis: Arc<dyn Hypothesis> = Arc::from(space.decode(&canonical));
        let key = hypothesis.order_key();
        if self.findings.concepts.contains_key(&key) {
            return Ok(());
        }
        self.findings.concepts.insert(key, hypothesis);
        let canonical = self.formulation.model(&canonical);
        if canonical != model {
            // It was not found before, or the concept would be known.
            self.count_formula(&canonical)?;
        }
        if !space.formulas_are_concepts() && self.findings.concepts.len() <= self.query.list_limit() {
            self.encoder.charge(model.len() as u64)?;
            self.unblocked.push(model.to_vec());
        }
        Ok(())
    }

    /// Counts a formula and blocks it for good.
    fn count_formula(&mut self, model: &[bool]) -> Result<(), MeasureError> {
        self.findings.formulas += 1;
        let distinctive = self.formulation.distinctive(model);
        let clause: Vec<Lit> = distinctive.into_iter().map(|place| self.h[place].negate_if(model[place])).collect();
        self.encoder.clause(&clause)
    }

    /// Demands, under the guard, a legal input on which a formula differs from this member.
    fn block_concept(&mut self, model: &[bool]) -> Result<(), MeasureError> {
        let guard = match self.guard {
            Some(guard) => guard,
            None => *self.guard.insert(self.encoder.variable()?),
        };
        let space = self.query.space();
        let x = self.encoder.variables(space.features())?;
        let mut encoded = EncodedCircuit::default();
        let h = encoded.inputs(&self.h);
        let x = encoded.inputs(&x);
        let found: Vec<Signal> = model.iter().copied().map(Signal::from).collect();
        let wanted = self.formulation.predict(&mut encoded.circuit, &h, &x);
        let found = self.formulation.predict(&mut encoded.circuit, &found, &x);
        let differ = encoded.circuit.xor(wanted, found);
        let legal = space.domain().legal(&mut encoded.circuit, &x);
        let differ = encoded.circuit.and([differ, legal]);
        self.encoder.assert(&mut encoded, differ, Some(guard))
    }

    /// Says what is going on. The share of cases that are done is a lower bound.
    fn report(&mut self, activity: &'static str, cases_done: usize) {
        self.encoder.run().doing(activity, cases_done as u64, Some(self.formulation.cases() as u64));
    }
}

#[cfg(test)]
mod tests {
    use vesc_col_core::{DnfSpace, Features, Run, VersionSpace};

    use super::*;
    use crate::Varisat;

    /// What the first feature says is one concept, however it is padded. It is blocked as a whole, and its formulas are
    /// not gone through one by one.
    #[test]
    fn concepts_are_blocked_as_wholes_and_formulas_counted_to_a_limit() {
        let mut builder = Dataset::builder(Features::numbered(4));
        (0..16).for_each(|row| builder.push(row & 1 == 1, (0..4).map(|i| row >> i & 1 == 1)).unwrap());
        let data = builder.build().unwrap();
        let query = Query::new(Arc::new(DnfSpace::new(4, 5, 3)));
        let (run, mut findings) = (Run::new(), Findings::default());
        let mut memory = Default::default();
        let mut search = Search::new(&Varisat, SatEncoding::default(), &data, &query, &run, &mut memory, &mut findings);
        search.encode().and_then(|()| search.list_concepts(10)).unwrap();
        let known = |findings: &Findings| (findings.concepts.len(), findings.all_concepts, findings.all_formulas);
        assert_eq!(known(search.findings), (1, true, false));
        // The one that was found, and the one that is shown.
        assert!(search.findings.formulas <= 2, "{}", search.findings.formulas);

        // Two of the six terms of two literals stand beside the feature.
        search.count_formulas(14).unwrap();
        assert_eq!((known(search.findings), search.findings.formulas), ((1, true, false), 15));
        search.count_formulas(15).unwrap();
        assert_eq!((known(search.findings), search.findings.formulas), ((1, true, true), 15));
    }

    /// All rows over five features but those that `skip` says, positive exactly if the first feature is 1.
    fn first_feature(skip: usize) -> Dataset {
        let mut builder = Dataset::builder(Features::numbered(5));
        for row in (0..32usize).filter(|row| row & skip != skip) {
            builder.push(row & 1 == 1, (0..5).map(|i| row >> i & 1 == 1)).unwrap();
        }
        builder.build().unwrap()
    }

    #[test]
    fn formulas_are_gone_through_as_long_as_they_bring_concepts() {
        // Two concepts of 1084 formulas.
        let data = first_feature(0b11110);
        let query = Query::new(Arc::new(DnfSpace::new(5, 8, 3)));
        let (run, mut findings) = (Run::new(), Findings::default());
        let mut memory = Default::default();
        let mut search = Search::new(&Varisat, SatEncoding::default(), &data, &query, &run, &mut memory, &mut findings);
        search.encode().and_then(|()| search.list_formulas(10)).unwrap();
        assert!(!search.findings.all_formulas && search.findings.formulas > Tuning::default().stale_formulas as u64);
        search.list_concepts(10).unwrap();
        assert_eq!((search.findings.concepts.len(), search.findings.all_concepts), (2, true));
        assert!(!search.findings.all_formulas && search.findings.formulas < 1084);
    }

    #[test]
    fn concepts_are_the_same_whatever_way_they_are_found() {
        // 36 concepts of 1650 formulas: some are blocked as wholes, some come with formulas, the last ones are blocked
        // again.
        let data = first_feature(0b00110);
        let answer = |list_limit: usize, exact: bool| {
            let query = Query::new(Arc::new(DnfSpace::new(5, 8, 3))).with_list_limit(list_limit).with_exact(exact);
            let (run, mut findings) = (Run::new(), Findings::default());
            let mut memory = Default::default();
            let mut search =
                Search::new(&Varisat, SatEncoding::default(), &data, &query, &run, &mut memory, &mut findings);
            let stopped = search.answer().unwrap();
            findings.answer(&query, stopped)
        };
        let all = answer(1000, true);
        assert_eq!((all.hypotheses.len(), all.formulas.to_string().as_str()), (36, "1650"));
        let keys = |found: &VersionSpace| found.hypotheses.iter().map(|known| known.order_key()).collect::<Vec<_>>();
        for list_limit in [36, 37, 1000] {
            let found = answer(list_limit, false);
            assert_eq!((keys(&found), found.formulas), (keys(&all), all.formulas.clone()), "{list_limit}");
        }
        for list_limit in [0, 9, 10, 11, 35] {
            let found = answer(list_limit, false);
            assert!(!found.concepts.is_exact() && found.concepts.exceeds(list_limit), "{list_limit}");
            assert!(found.concepts.contains(all.concepts.lower()) && found.formulas.contains(all.formulas.lower()));
        }
    }
}

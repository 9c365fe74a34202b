//! Listing concepts and counting formulas.

use std::sync::Arc;
use std::time::{Duration, Instant};

use vesc_col_core::{Dataset, Event, Hypothesis, Query, Run, Samples, Shape, Signal, StopReason, SubSpace};

use crate::dnf::Desk;
use crate::encoder::Encoder;
use crate::findings::Findings;
use crate::frame::Frame;
use crate::halt::Halt;
use crate::{Lit, NAME};

/// How many formulas are counted at any rate, whatever the listing limit.
///
/// Enough for a learned step's report to be exact: in the first non-empty sub-space a concept of k terms has at most
/// C(2^k - 1, k) formulas, 35 for three terms and 1365 for four.
pub(crate) const FORMULAS_COUNTED: usize = 10_000;

/// So many concepts are blocked as wholes at first. Each takes a copy of the inputs, and the solver longer than the one before; where
/// there are more, the formulas are gone through instead, ...
const FEW: usize = 10;
/// ... until so many of them in a row were of known concepts, or as many as there are concepts.
const PATIENCE: usize = 1000;

/// A circuit serves so many samples. They share the gates that do not depend on the sample, and a new circuit releases
/// those that do.
const SAMPLES_PER_FRAME: usize = 64;

/// The work on one question about any sub-space, by its circuits.
pub(crate) struct Search<'a, 'f> {
    encoder: Encoder<'a>,
    data: &'a Dataset,
    query: &'a Query,
    run: &'a Run,
    space: &'a dyn SubSpace,
    /// The decision bits.
    h: Vec<Lit>,
    /// One member of each concept that is found but not blocked yet.
    unblocked: Vec<Vec<bool>>,
    /// Assumed to block concepts. Made with the first one.
    guard: Option<Lit>,
    findings: &'f mut Findings,
    reported: Instant,
}

impl<'a, 'f> Search<'a, 'f> {
    /// Goes on from what is known: the concepts found are not found again.
    pub(crate) fn new(
        desk: &Desk<'a>,
        data: &'a Dataset,
        query: &'a Query,
        findings: &'f mut Findings,
    ) -> Result<Search<'a, 'f>, Halt> {
        let mut encoder = desk.encoder(0);
        let mut unblocked = Vec::new();
        for hypothesis in findings.concepts.values() {
            desk.check()?;
            unblocked.extend(query.space().bits_of(&**hypothesis));
            encoder.charge(query.space().width() as u64)?;
        }
        Ok(Search {
            unblocked,
            encoder,
            data,
            query,
            run: desk.run(),
            space: &**query.space(),
            h: Vec::new(),
            guard: None,
            findings,
            reported: Instant::now(),
        })
    }

    /// Works until the question is answered, or gives the reason why a part of it is not.
    pub(crate) fn answer(&mut self) -> Result<Option<StopReason>, Halt> {
        self.run.check()?;
        self.encode()?;
        let (exact, list_limit) = (self.query.exact(), self.query.list_limit());
        let limit = if exact { self.query.bound() } else { list_limit };
        self.list_concepts(limit.min(FEW))?;
        self.list_formulas(limit)?;
        self.list_concepts(limit)?;
        if !self.findings.all_concepts && !exact {
            return Ok(None);
        }
        // An exact question wants every formula, however long that takes.
        self.count_formulas(if exact { usize::MAX } else { list_limit.max(FORMULAS_COUNTED) })?;
        let is_cut = !self.findings.all_formulas || self.findings.too_many(self.query);
        Ok(is_cut.then_some(StopReason::ListLimit))
    }

    /// Writes the clauses for the members that are consistent with the data.
    pub(crate) fn encode(&mut self) -> Result<(), Halt> {
        self.h = self.encoder.variables(self.space.width())?;
        let mut frame = Frame::default();
        let h = frame.bind(&self.h);
        let member = self.space.member(&mut frame.circuit, &h);
        self.encoder.assert(&mut frame, member, None)?;
        // The negatives first: their symbols for literals are there when the positives of a single term rule them out.
        let (false_positives, false_negatives) = self.query.fit().budget();
        self.encode_samples(self.data.negatives(), false, false_positives)?;
        self.encode_samples(self.data.positives(), true, false_negatives)
    }

    /// Demands of a hypothesis to be right on all samples but so many rows.
    fn encode_samples(&mut self, samples: &'a Samples, label: bool, errors: u64) -> Result<(), Halt> {
        let errors = usize::try_from(errors).unwrap_or(usize::MAX);
        if errors >= samples.rows() {
            return Ok(());
        }
        let mut frame = Frame::default();
        let mut h = Vec::new();
        // For each row on which an error is affordable, whether the hypothesis is right.
        let mut doubtful: Vec<Lit> = Vec::new();
        for index in 0..samples.distinct() {
            self.run.check()?;
            self.report("encoding samples", index as u64, Some(samples.distinct() as u64));
            if index % SAMPLES_PER_FRAME == 0 {
                frame = Frame::default();
                h = frame.bind(&self.h);
            }
            let right = self.query.right_on(&mut frame.circuit, &h, samples, index, label);
            let rows = samples.sources(index).len();
            if rows > errors {
                self.encoder.assert(&mut frame, right, None)?;
            } else {
                let right = self.encoder.implied(&mut frame, right)?;
                doubtful.extend(std::iter::repeat_n(right, rows));
            }
        }
        self.require_all_but(&doubtful, errors)
    }

    /// Demands of these literals that no more than so many are false.
    fn require_all_but(&mut self, literals: &[Lit], errors: usize) -> Result<(), Halt> {
        let Some(threshold) = literals.len().checked_sub(errors).filter(|&threshold| threshold > 0) else {
            return Ok(());
        };
        let mut frame = Frame::default();
        let operands = frame.bind(literals);
        let enough = frame.circuit.at_least(threshold, operands);
        self.encoder.assert(&mut frame, enough, None)
    }

    /// Finds concepts until there is none left, or more than `limit` are known.
    pub(crate) fn list_concepts(&mut self, limit: usize) -> Result<(), Halt> {
        while !self.findings.all_concepts && self.findings.concepts.len() <= limit {
            self.report("listing concepts", self.findings.concepts.len() as u64, None);
            for bits in std::mem::take(&mut self.unblocked) {
                self.block_concept(&bits)?;
            }
            if self.encoder.solve(self.guard.as_slice())? {
                self.record()?;
            } else {
                self.findings.all_concepts = true;
                self.findings.all_formulas = self.guard.is_none();
            }
        }
        Ok(())
    }

    /// Finds formulas until no concept is left, or more than `limit` are known, or no new one has come for long.
    fn list_formulas(&mut self, limit: usize) -> Result<(), Halt> {
        let mut stale = 0;
        while !self.findings.all_concepts
            && self.findings.concepts.len() <= limit
            && stale < PATIENCE.max(self.findings.concepts.len())
        {
            let known = self.findings.concepts.len();
            self.next_formula()?;
            stale = if self.findings.concepts.len() > known { 0 } else { stale + 1 };
        }
        Ok(())
    }

    /// Finds formulas until there is none left, or more than `limit` are known.
    fn count_formulas(&mut self, limit: usize) -> Result<(), Halt> {
        while !self.findings.all_formulas && self.findings.formulas <= limit as u64 {
            self.next_formula()?;
        }
        Ok(())
    }

    /// Finds another formula, of whatever concept, or that there is none.
    fn next_formula(&mut self) -> Result<(), Halt> {
        self.report("counting formulas", self.findings.formulas, None);
        let assumption = self.guard.map(|guard| !guard);
        if self.encoder.solve(assumption.as_slice())? {
            self.record()?;
        } else {
            self.findings.all_formulas = true;
            self.findings.all_concepts = true;
        }
        Ok(())
    }

    /// Takes note of the formula that the solver has found, and of its concept.
    fn record(&mut self) -> Result<(), Halt> {
        let bits: Vec<bool> = self.h.iter().map(|&bit| self.encoder.value(bit)).collect();
        self.count_formula(&bits)?;
        if self.findings.too_many(self.query) {
            return Ok(());
        }
        let canonical = self.space.canonical(&bits);
        let hypothesis: Arc<dyn Hypothesis> = Arc::from(self.space.decode(&canonical));
        let key = hypothesis.order_key();
        if self.findings.concepts.contains_key(&key) {
            return Ok(());
        }
        self.findings.concepts.insert(key, hypothesis);
        if canonical != bits {
            // It was not found before, or the concept would be known.
            self.count_formula(&canonical)?;
        }
        if !self.space.formulas_are_concepts() && self.findings.concepts.len() <= self.query.list_limit() {
            self.encoder.charge(bits.len() as u64)?;
            self.unblocked.push(bits);
        }
        Ok(())
    }

    /// Counts a formula and blocks it for good.
    fn count_formula(&mut self, bits: &[bool]) -> Result<(), Halt> {
        self.findings.formulas += 1;
        let clause: Vec<Lit> = match self.space.shape() {
            // All members have the same number of literals: one with all of this member's literals is this member.
            Shape::Dnf(_) => {
                let bits = self.h.chunks_exact(2).zip(bits.chunks_exact(2));
                let literals = bits.filter(|(_, bits)| bits[0]).map(|(h, bits)| match bits[1] {
                    true => vec![!h[1]],
                    false => vec![!h[0], h[1]],
                });
                literals.flatten().collect()
            }
            _ => self.h.iter().zip(bits).map(|(&literal, &bit)| literal.negate_if(bit)).collect(),
        };
        self.encoder.clause(&clause)
    }

    /// Demands, under the guard, a legal input on which a formula differs from the concept of these bits.
    fn block_concept(&mut self, bits: &[bool]) -> Result<(), Halt> {
        let guard = match self.guard {
            Some(guard) => guard,
            None => *self.guard.insert(self.encoder.variable()?),
        };
        let x = self.encoder.variables(self.space.features())?;
        let mut frame = Frame::default();
        let h = frame.bind(&self.h);
        let x = frame.bind(&x);
        let found: Vec<Signal> = bits.iter().copied().map(Signal::from).collect();
        let wanted = self.space.predict(&mut frame.circuit, &h, &x);
        let found = self.space.predict(&mut frame.circuit, &found, &x);
        let differ = frame.circuit.xor(wanted, found);
        let legal = self.space.domain().legal(&mut frame.circuit, &x);
        let differ = frame.circuit.and([differ, legal]);
        self.encoder.assert(&mut frame, differ, Some(guard))
    }

    fn report(&mut self, activity: &str, done: u64, total: Option<u64>) {
        if self.reported.elapsed() >= Duration::from_millis(250) {
            self.reported = Instant::now();
            self.run.report(&Event::Progress { engine: NAME, activity, done, total });
        }
    }
}

#[cfg(test)]
mod tests {
    use vesc_col_core::{DnfSpace, Features, VersionSpace};

    use super::*;
    use crate::Varisat;
    use crate::encoding::Encoding;

    /// What the first feature says is one concept, however it is padded. It is blocked as a whole, and its formulas are not gone
    /// through one by one.
    #[test]
    fn concepts_are_blocked_as_wholes_and_formulas_counted_to_a_limit() {
        let mut builder = Dataset::builder(Features::numbered(4));
        (0..16).for_each(|row| builder.push(row & 1 == 1, (0..4).map(|i| row >> i & 1 == 1)).unwrap());
        let data = builder.build().unwrap();
        let query = Query::new(Arc::new(DnfSpace::new(4, 5, 3)));
        let (run, mut findings) = (Run::new(), Findings::default());
        let desk = Desk::new(&Varisat, Encoding::default(), &run);
        let mut search = Search::new(&desk, &data, &query, &mut findings).unwrap();
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
        let desk = Desk::new(&Varisat, Encoding::default(), &run);
        let mut search = Search::new(&desk, &data, &query, &mut findings).unwrap();
        search.encode().and_then(|()| search.list_formulas(10)).unwrap();
        assert!(!search.findings.all_formulas && search.findings.formulas > PATIENCE as u64);
        search.list_concepts(10).unwrap();
        assert_eq!((search.findings.concepts.len(), search.findings.all_concepts), (2, true));
        assert!(!search.findings.all_formulas && search.findings.formulas < 1084);
    }

    #[test]
    fn concepts_are_the_same_whatever_way_they_are_found() {
        // 36 concepts of 1650 formulas: some are blocked as wholes, some come with formulas, the last ones are blocked again.
        let data = first_feature(0b00110);
        let answer = |list_limit: usize, exact: bool| {
            let query = Query::new(Arc::new(DnfSpace::new(5, 8, 3))).with_list_limit(list_limit).with_exact(exact);
            let (run, mut findings) = (Run::new(), Findings::default());
            let desk = Desk::new(&Varisat, Encoding::default(), &run);
            let answered = Search::new(&desk, &data, &query, &mut findings).and_then(|mut search| search.answer());
            let stopped = answered.unwrap();
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

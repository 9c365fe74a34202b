//! The samples of one label: which of them are clauses, and which a model violates.

mod blocks;
mod distance;

use vesc_col_core::{Circuit, Dataset, Fit, Query, Samples, Signal, StopReason};

use crate::Lit;
use crate::encoded_circuit::EncodedCircuit;
use crate::encoder::Encoder;
use crate::error::MeasureError;
use crate::formulation::Formulation;

use blocks::{BLOCKS_PER_CHECK, Blocks};
use distance::nearest_first;

/// What a session keeps about the samples of one label.
#[derive(Debug, Default)]
pub(crate) struct SampleMemory {
    /// The samples, packed for evaluation. Made when a question first needs it.
    blocks: Option<Blocks>,
    /// The samples that models violated, in the order in which they were found.
    violated: Vec<usize>,
}

/// The samples of one label within one question.
///
/// A hypothesis may be wrong on at most `errors` rows. Only some of the samples are clauses. This demands less than all
/// samples do, so a question without a model under these clauses has none under all.
pub(crate) struct LabelledSamples<'a> {
    samples: &'a Samples,
    /// Those of the other label.
    opposite: &'a Samples,
    features: usize,
    label: bool,
    errors: usize,
    memory: &'a mut SampleMemory,
    is_encoded: Vec<bool>,
    /// Distinct samples that are not clauses yet.
    open: usize,
    /// Literals of which at most `errors` may be true. Each says that the hypothesis is wrong on a row, or is an output
    /// of a counter over the literals before.
    wrong: Vec<Lit>,
}

/// More literals than this are not counted: each unit of a sample's weight is one.
const MOST_COUNTED: usize = 1 << 20;

impl<'a> LabelledSamples<'a> {
    pub(crate) fn new(data: &'a Dataset, label: bool, errors: u64, memory: &'a mut SampleMemory) -> Self {
        let [samples, opposite] = match label {
            true => [data.positives(), data.negatives()],
            false => [data.negatives(), data.positives()],
        };
        let features = data.features().len();
        let errors = usize::try_from(errors).unwrap_or(usize::MAX);
        // Within this budget nothing is demanded.
        let open = if errors as u64 >= samples.total_weight() { 0 } else { samples.distinct() };
        let is_encoded = vec![false; samples.distinct()];
        LabelledSamples { samples, opposite, features, label, errors, memory, is_encoded, open, wrong: Vec::new() }
    }

    /// Chooses the samples to begin with: those that models violated in this session, and `count` more.
    ///
    /// Where this leaves some out, all are packed for [`violated_by`](LabelledSamples::violated_by).
    pub(crate) fn first(&mut self, count: usize, encoder: &mut Encoder<'_>) -> Result<Vec<usize>, MeasureError> {
        let compared = encoder.encoding().tuning.compared_samples;
        if self.open <= count {
            return Ok((0..self.open).collect());
        }
        encoder.charge(Blocks::bytes(self.samples, self.features))?;
        let blocks = match self.memory.blocks.take() {
            Some(blocks) => blocks,
            None => {
                let order = nearest_first(self.samples, self.opposite, compared, encoder.run())?;
                Blocks::new(self.samples, self.features, order, encoder.run())?
            }
        };
        let blocks = self.memory.blocks.insert(blocks);
        let mut chosen: Vec<usize> = blocks.order()[..count].iter().map(|&index| index as usize).collect();
        chosen.extend(&self.memory.violated);
        chosen.sort_unstable();
        chosen.dedup();
        Ok(chosen)
    }

    /// Writes the clauses of these samples, which have none yet.
    pub(crate) fn encode(
        &mut self,
        indices: &[usize],
        encoder: &mut Encoder<'_>,
        query: &Query,
        formulation: &dyn Formulation,
        variables: &[Lit],
    ) -> Result<(), MeasureError> {
        for indices in indices.chunks(encoder.encoding().tuning.samples_per_circuit.max(1)) {
            let mut encoded = EncodedCircuit::default();
            let h = encoded.inputs(variables);
            for &index in indices {
                let right = self.right_on(&mut encoded.circuit, &h, index, query, formulation);
                let weight = usize::try_from(self.samples.weight(index)).unwrap_or(usize::MAX);
                if weight > self.errors {
                    encoder.assert(&mut encoded, right, None)?;
                } else if self.wrong.len() + weight > MOST_COUNTED {
                    return Err(StopReason::EngineLimit.into());
                } else {
                    let right = encoder.implied(&mut encoded, right)?;
                    self.wrong.extend(std::iter::repeat_n(!right, weight));
                }
                self.is_encoded[index] = true;
                self.open -= 1;
            }
        }
        self.limit_errors(encoder)
    }

    /// Demands that at most `errors` of the literals `wrong` are true.
    fn limit_errors(&mut self, encoder: &mut Encoder<'_>) -> Result<(), MeasureError> {
        if self.wrong.len() <= self.errors {
            return Ok(());
        }
        let mut encoded = EncodedCircuit::default();
        let operands = encoded.inputs(&self.wrong);
        let too_many = encoded.circuit.at_least(self.errors + 1, operands.iter().copied());
        encoder.assert(&mut encoded, !too_many, None)?;
        if self.open > 0 {
            // What is added later is counted on top of these sums.
            let counts = (1..=self.errors).map(|count| encoded.circuit.at_least(count, operands.iter().copied()));
            let counts: Vec<Signal> = counts.collect();
            self.wrong =
                counts.into_iter().map(|count| encoder.literal(&mut encoded, count)).collect::<Result<_, _>>()?;
        }
        Ok(())
    }

    /// Finds samples that are not clauses yet and on which a member is wrong; none if it is wrong on at most `errors`
    /// rows.
    ///
    /// Once the samples found rule the member out, the search ends as soon as there are `Tuning::added_samples` of
    /// them.
    pub(crate) fn violated_by(
        &mut self,
        model: &[bool],
        encoder: &mut Encoder<'_>,
        query: &Query,
        formulation: &dyn Formulation,
    ) -> Result<Vec<usize>, MeasureError> {
        if self.open == 0 {
            return Ok(Vec::new());
        }
        let Some(blocks) = &self.memory.blocks else { return Ok(Vec::new()) };
        let constants: Vec<Signal> = model.iter().copied().map(Signal::from).collect();
        let mut circuit = Circuit::new();
        let x = circuit.inputs(query.space().features());
        let wrong = formulation.predict(&mut circuit, &constants, &x).complement_if(self.label);
        let enough = encoder.encoding().tuning.added_samples;
        let mut violations = Violations { weight: 0, is_excluded: false, open: Vec::new() };
        let is_enough = |violations: &Violations| violations.is_excluded && violations.open.len() >= enough;
        for block in 0..blocks.count() {
            if block % BLOCKS_PER_CHECK == 0 {
                encoder.run().check()?;
            }
            let mut lanes = blocks.known(block) & circuit.eval_words(&[wrong], blocks.words(block))[0];
            while lanes != 0 {
                self.note(blocks.order()[64 * block + lanes.trailing_zeros() as usize] as usize, &mut violations);
                lanes &= lanes - 1;
            }
            if is_enough(&violations) {
                break;
            }
        }
        for (step, index) in blocks.partial().iter().map(|&index| index as usize).enumerate() {
            if is_enough(&violations) {
                break;
            }
            if step % BLOCKS_PER_CHECK == 0 {
                encoder.run().check()?;
            }
            let completions = self.samples.completions_within(index, query.space().domain());
            let mut wrong = completions.map(|words| circuit.eval(wrong, &self.cells(&words)));
            let is_wrong = match query.fit() {
                Fit::CertainWithin { .. } => wrong.any(|wrong| wrong),
                _ => wrong.all(|wrong| wrong),
            };
            if is_wrong {
                self.note(index, &mut violations);
            }
        }
        if !violations.is_excluded {
            return Ok(Vec::new());
        }
        self.memory.violated.extend(&violations.open);
        Ok(violations.open)
    }

    /// Takes note of a sample on which the member is wrong.
    fn note(&self, index: usize, violations: &mut Violations) {
        violations.weight = violations.weight.saturating_add(self.samples.weight(index));
        violations.is_excluded = violations.weight > self.errors as u64;
        if !self.is_encoded[index] {
            violations.open.push(index);
        }
    }

    /// Returns "hypothesis `h` is right on this sample": on some legal completion of it, or on each one if the query
    /// says so.
    fn right_on(
        &self,
        circuit: &mut Circuit,
        h: &[Signal],
        index: usize,
        query: &Query,
        formulation: &dyn Formulation,
    ) -> Signal {
        let completions = self.samples.completions_within(index, query.space().domain());
        let right: Vec<Signal> = completions
            .map(|words| {
                let x: Vec<Signal> = self.cells(&words).into_iter().map(Signal::from).collect();
                formulation.predict(circuit, h, &x).complement_if(!self.label)
            })
            .collect();
        match query.fit() {
            Fit::CertainWithin { .. } => circuit.and(right),
            _ => circuit.or(right),
        }
    }

    /// Unpacks a completed sample.
    fn cells(&self, words: &[u64]) -> Vec<bool> {
        (0..self.features).map(|feature| words[feature / 64] >> (feature % 64) & 1 == 1).collect()
    }
}

/// What is known of the samples on which a member is wrong.
struct Violations {
    weight: u64,
    /// Whether they weigh more than what it may be wrong on.
    is_excluded: bool,
    /// Those of them that are not clauses yet.
    open: Vec<usize>,
}

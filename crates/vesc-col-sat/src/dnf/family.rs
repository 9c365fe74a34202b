//! The terms of one size that accept some positives and reject every negative.

use vesc_col_core::{Dataset, Domain, Literal, Sample, Samples};

use super::bits::{Bits, choices};
use super::candidates::{Candidate, Candidates, Key};
use super::desk::Desk;
use super::hitting::Hitting;
use super::masks::Masks;
use crate::halt::Halt;

/// The candidates of one key, found on demand.
pub(crate) struct Family<'a> {
    literals: Vec<Literal>,
    /// `None` once all are found; with the memory that it takes at most.
    search: Option<(Hitting<'a>, u64)>,
    found: Candidates,
}

impl<'a> Family<'a> {
    pub(crate) fn new(key: &Key, positives: &Positives, data: &Dataset, desk: &Desk<'a>) -> Result<Family<'a>, Halt> {
        let literals = positives.allowed(&key.accepts);
        let masks = violated(&literals, data.negatives(), desk)?;
        let opposite = (0..literals.len()).map(|index| {
            let beside = if literals[index].is_negated() { index.wrapping_sub(1) } else { index + 1 };
            let other = literals.get(beside)?;
            (other.feature() == literals[index].feature()).then_some(beside as u32)
        });
        // Each literal chosen leaves about half of the samples to be rejected by the others.
        let bytes = 3 * masks.bytes();
        desk.charge(bytes)?;
        let search = Hitting::new(opposite.collect(), &masks, key.size);
        Ok(Family { literals, search: Some((search, bytes)), found: Candidates::new(key) })
    }

    /// A family that is known in full.
    pub(crate) fn complete(found: Candidates) -> Family<'a> {
        Family { literals: Vec::new(), search: None, found }
    }

    /// All candidates, if they are all found.
    pub(crate) fn into_complete(self) -> Option<Candidates> {
        self.search.is_none().then_some(self.found)
    }

    /// The candidate with this position in the order in which they are found.
    pub(crate) fn get(
        &mut self,
        index: usize,
        positives: &Positives,
        domain: &Domain,
        desk: &Desk<'a>,
    ) -> Result<Option<Candidate<'_>>, Halt> {
        while self.found.len() <= index {
            let Some((search, bytes)) = &mut self.search else { return Ok(None) };
            match search.next(desk)? {
                None => {
                    desk.release(*bytes);
                    self.search = None;
                }
                Some(found) => {
                    let term: Vec<Literal> = found.iter().map(|&literal| self.literals[literal as usize]).collect();
                    let accepts = positives.accepted(&term);
                    // A term that accepts a positive holds on a legal input.
                    if accepts.is_empty() && !domain.allows(&term) {
                        continue;
                    }
                    desk.charge(self.found.bytes())?;
                    self.found.push(&term, &accepts);
                }
            }
        }
        Ok(Some(self.found.get(index)))
    }
}

/// How many samples are read between two looks at the run.
const SAMPLES_PER_LOOK: usize = 256;

/// For each negative the literals that reject it.
fn violated(literals: &[Literal], negatives: &Samples, desk: &Desk<'_>) -> Result<Masks, Halt> {
    let mut masks = Masks::new(literals.len());
    for sample in 0..negatives.distinct() {
        if sample % SAMPLES_PER_LOOK == 0 {
            desk.check()?;
        }
        let values = negatives.words(sample);
        let value = |feature: usize| values[feature / 64] >> (feature % 64) & 1 == 1;
        masks.push(literals.iter().map(|literal| value(literal.feature()) == literal.is_negated()));
    }
    Ok(masks)
}

/// The positives, as seen from the literals.
pub(crate) struct Positives {
    count: usize,
    /// For each literal the positives that it rejects; a feature's literals side by side, the positive one first.
    rejected: Vec<Bits>,
}

impl Positives {
    pub(crate) fn new(data: &Dataset) -> Positives {
        let samples: Vec<&Sample> = data.positives().iter().collect();
        let rejected = (0..data.features().len()).flat_map(|feature| {
            [Literal::positive(feature), Literal::negative(feature)].map(|literal| {
                let mut rejected = Bits::none(samples.len());
                samples.iter().enumerate().filter(|(_, x)| !literal.accepts(x)).for_each(|(i, _)| rejected.insert(i));
                rejected
            })
        });
        Positives { count: samples.len(), rejected: rejected.collect() }
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The literals that accept these positives, in canonical order.
    pub(crate) fn allowed(&self, positives: &Bits) -> Vec<Literal> {
        let allowed = |code: &usize| !self.rejected[*code].intersects(positives);
        (0..self.rejected.len()).filter(allowed).map(literal).collect()
    }

    /// The positives that every term which accepts these accepts too.
    pub(crate) fn implied(&self, positives: &Bits) -> Bits {
        let mut implied = Bits::all(self.count);
        let rejected = self.rejected.iter().filter(|rejected| !rejected.intersects(positives));
        rejected.for_each(|rejected| implied.remove_all(rejected.words()));
        implied
    }

    /// How many candidates there could be.
    pub(crate) fn candidates(&self, key: &Key) -> u64 {
        choices(self.rejected.iter().filter(|rejected| !rejected.intersects(&key.accepts)).count(), key.size)
    }

    fn accepted(&self, term: &[Literal]) -> Bits {
        let mut accepted = Bits::all(self.count);
        term.iter().for_each(|literal| {
            accepted.remove_all(self.rejected[2 * literal.feature() + usize::from(literal.is_negated())].words());
        });
        accepted
    }
}

fn literal(code: usize) -> Literal {
    Literal::matching(code / 2, code.is_multiple_of(2))
}

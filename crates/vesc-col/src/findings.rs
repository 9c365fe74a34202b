//! What earlier searches of a campaign found out about sub-spaces.

pub(crate) mod empty_spaces;

use std::collections::BTreeMap;
use std::sync::Arc;

use vesc_col_core::{
    Cardinality, Circuit, Complexity, Dataset, Hypothesis, Query, Run, Signal, SubSpace, VersionSpace,
};

/// In the place of an engine's name: nothing was measured.
pub(crate) const KNOWN: &str = "known";

/// The version spaces that were listed whole, the empty ones above all.
#[derive(Clone, Debug, Default)]
pub(crate) struct Findings {
    /// By the keys of the sub-spaces.
    by_space: BTreeMap<String, Finding>,
    /// The data that the findings were read with, if they were.
    read: Option<Arc<Dataset>>,
}

/// A version space on some samples. On more samples it is a part of this one.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    /// For each concept its least formula, as the positions of the decision bits that are set; in canonical order.
    pub(crate) concepts: Vec<Vec<usize>>,
    /// How many formulas the concepts have.
    pub(crate) formulas: Cardinality,
    /// The number of rows of the data that all the concepts fit.
    pub(crate) rows: usize,
    /// The decision bits of the sub-space and its complexity, if it was measured and not read: another sub-space with the same key
    /// has a wrong one.
    pub(crate) form: Option<(usize, Complexity)>,
    /// Whether the concepts are known to be members of the sub-space that fit these rows: not yet if they were read from
    /// somewhere.
    pub(crate) checked: bool,
}

impl Findings {
    /// The version space that the query asks for, if it follows from what is known.
    pub(crate) fn recall(&mut self, query: &Query, data: &Dataset, run: &Run) -> Option<VersionSpace> {
        let space = &**query.space();
        let key = space.key()?;
        let read = self.read.as_deref();
        if self.by_space.get(&key)?.form.as_ref().is_some_and(|known| *known != form(space)) {
            self.by_space.remove(&key);
            return None;
        }
        let Some(hypotheses) = self.by_space.get_mut(&key)?.narrow(space, read, data, run) else {
            // Whoever wrote this down meant another sub-space, or other rows.
            if run.stopped().is_none() {
                self.by_space.remove(&key);
            }
            return None;
        };
        let formulas = self.by_space[&key].formulas.clone();
        let result = VersionSpace::new(KNOWN, Cardinality::exact(self.by_space[&key].concepts.len()), formulas)
            .with_hypotheses(hypotheses);
        // Above the bound an engine may give an interval of formulas. After narrowing, an interval says less than the engine could.
        (result.formulas.is_exact() && query.is_answered_by(&result)).then_some(result)
    }

    /// Keeps what an engine has found out, if later searches can use it.
    pub(crate) fn keep(&mut self, space: &dyn SubSpace, data: &Dataset, result: &VersionSpace) {
        let Some(key) = space.key().filter(|_| result.is_listed()) else { return };
        let set_bits = |hypothesis: &Arc<dyn Hypothesis>| {
            let bits = space.bits_of(&**hypothesis)?;
            Some((0..bits.len()).filter(|&bit| bits[bit]).collect())
        };
        if let Some(concepts) = result.hypotheses.iter().map(set_bits).collect() {
            let (formulas, rows) = (result.formulas.clone(), data.rows());
            self.by_space.insert(key, Finding { concepts, formulas, rows, form: Some(form(space)), checked: true });
        }
    }
}

#[cfg(feature = "serde")]
impl Findings {
    /// Each with the text that tells its sub-space from others, in the order of these texts.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Finding)> {
        self.by_space.iter().map(|(space, finding)| (space.as_str(), finding))
    }
}

#[cfg(feature = "serde")]
impl Findings {
    /// Findings that were read with these data.
    pub(crate) fn read(findings: BTreeMap<String, Finding>, data: Option<Arc<Dataset>>) -> Findings {
        Findings { by_space: findings, read: data }
    }
}

impl Finding {
    /// Keeps only what fits the data, and returns it; `None` if the finding makes no sense, or the run is stopped. `read` are
    /// the data that it was read with.
    fn narrow(
        &mut self,
        space: &dyn SubSpace,
        read: Option<&Dataset>,
        data: &Dataset,
        run: &Run,
    ) -> Option<Vec<Arc<dyn Hypothesis>>> {
        let earlier = read.filter(|read| !self.checked && read.rows() == self.rows);
        let mut fitting: Vec<(usize, Arc<dyn Hypothesis>)> = Vec::new();
        for (index, concept) in self.concepts.iter().enumerate() {
            if run.stopped().is_some() {
                return None;
            }
            let hypothesis = decode(space, concept, self.checked)?;
            if earlier.is_some_and(|earlier| !fits(&*hypothesis, earlier)) {
                return None;
            }
            if fits(&*hypothesis, data) {
                fitting.push((index, hypothesis));
            }
        }
        (self.checked, self.rows) = (true, data.rows());
        let lost = self.concepts.len() - fitting.len();
        if lost > 0 {
            self.formulas = fewer(&self.formulas, self.concepts.len(), lost);
            self.concepts = fitting.iter().map(|&(index, _)| std::mem::take(&mut self.concepts[index])).collect();
        }
        Some(fitting.into_iter().map(|(_, hypothesis)| hypothesis).collect())
    }
}

fn form(space: &dyn SubSpace) -> (usize, Complexity) {
    (space.width(), space.complexity())
}

/// How many formulas remain when `lost` of the concepts are lost, each of which has one at least.
pub(crate) fn fewer(formulas: &Cardinality, concepts: usize, lost: usize) -> Cardinality {
    let remaining = concepts - lost;
    match formulas.upper() {
        _ if remaining == 0 => Cardinality::exact(0u32),
        // Saturating, because a finding that was read may be wrong.
        Some(upper) => Cardinality::between(remaining, upper.clone().max(concepts.into()) - lost),
        None => Cardinality::at_least(remaining),
    }
}

fn decode(space: &dyn SubSpace, set: &[usize], checked: bool) -> Option<Arc<dyn Hypothesis>> {
    let mut bits = vec![false; space.width()];
    for &bit in set {
        *bits.get_mut(bit)? = true;
    }
    (checked || is_member(space, &bits)).then(|| space.decode(&bits).into())
}

fn is_member(space: &dyn SubSpace, bits: &[bool]) -> bool {
    let h: Vec<Signal> = bits.iter().map(|&bit| bit.into()).collect();
    space.member(&mut Circuit::new(), &h) == Signal::TRUE
}

fn fits(hypothesis: &dyn Hypothesis, data: &Dataset) -> bool {
    data.positives().iter().all(|sample| hypothesis.accepts(sample))
        && !data.negatives().iter().any(|sample| hypothesis.accepts(sample))
}

//! The samples that speak against a hypothesis.

use vesc_col_core::{Dataset, Dnf, Hypothesis, Literal, Sample, Term};

use super::SampleId;
use crate::as_dnf::as_dnf;

/// A sample on which a hypothesis is wrong.
///
/// ```
/// use vesc_col::explain::{Exclusion, Reason, exclusions};
/// use vesc_col::{Dataset, Dnf, Features};
///
/// let features = Features::new(["irq", "mask"])?;
/// let mut builder = Dataset::builder(features.clone());
/// builder.push(false, [true, true])?;
/// let data = builder.build()?;
/// let irq = Dnf::parse("irq", &features)?;
/// let Exclusion { sample, reason } = exclusions(&irq, &data).next().expect("it holds on a negative sample");
/// assert_eq!(sample.rows(&data), [0]);
/// assert_eq!(reason, Reason::Accepted(irq.terms().to_vec()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exclusion {
    /// Which one.
    pub sample: SampleId,
    /// What is wrong.
    pub reason: Reason,
}

/// Why a hypothesis is wrong on a sample.
///
/// ```
/// use vesc_col::explain::{Reason, exclusions};
/// use vesc_col::formula::Literal;
/// use vesc_col::{Dataset, Dnf, Features};
///
/// let features = Features::new(["irq", "mask"])?;
/// let mut builder = Dataset::builder(features.clone());
/// builder.push(true, [true, true])?;
/// let data = builder.build()?;
/// let dnf = Dnf::parse("irq & !mask", &features)?;
/// let reasons: Vec<Reason> = exclusions(&dnf, &data).map(|found| found.reason).collect();
/// // On the positive sample only `!mask` is false.
/// assert_eq!(reasons, [Reason::Rejected(Some((dnf.terms()[0].clone(), vec![Literal::negative(1)])))]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The sample is negative, but these terms hold on it. None are named if the hypothesis is no DNF.
    Accepted(Vec<Term>),
    /// The sample is positive, but no term holds: this one comes nearest, as only these of its literals are false. None
    /// is named if the hypothesis is no DNF.
    Rejected(Option<(Term, Vec<Literal>)>),
}

/// The distinct samples that exclude a hypothesis, positive ones first; none if it is consistent.
///
/// ```
/// use vesc_col::explain::exclusions;
/// use vesc_col::{Dataset, Dnf, Features};
///
/// let features = Features::new(["irq", "mask"])?;
/// let mut builder = Dataset::builder(features.clone());
/// builder.push(true, [true, false])?;
/// builder.push(false, [true, true])?;
/// let data = builder.build()?;
/// assert_eq!(exclusions(&Dnf::parse("irq & !mask", &features)?, &data).count(), 0);
/// assert_eq!(exclusions(&Dnf::parse("mask", &features)?, &data).count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// May panic if the hypothesis speaks of more features than the data has.
pub fn exclusions<'a>(hypothesis: &'a dyn Hypothesis, data: &'a Dataset) -> impl Iterator<Item = Exclusion> + 'a {
    let dnf = as_dnf(hypothesis);
    SampleId::all(data).filter_map(move |id| {
        let sample = id.get(data);
        let reason = match (id.is_positive(), hypothesis.accepts(sample)) {
            (true, true) | (false, false) => return None,
            (true, false) => Reason::Rejected(dnf.and_then(|dnf| nearest(dnf, sample))),
            (false, true) => Reason::Accepted(dnf.map_or_else(Vec::new, |dnf| holding(dnf, sample))),
        };
        Some(Exclusion { sample: id, reason })
    })
}

fn holding(dnf: &Dnf, sample: &Sample) -> Vec<Term> {
    dnf.terms().iter().filter(|term| term.accepts(sample)).cloned().collect()
}

fn nearest(dnf: &Dnf, sample: &Sample) -> Option<(Term, Vec<Literal>)> {
    let false_literals =
        |term: &Term| term.iter().filter(|literal| !literal.accepts(sample)).copied().collect::<Vec<_>>();
    dnf.terms().iter().map(|term| (term.clone(), false_literals(term))).min_by_key(|(_, literals)| literals.len())
}

#[cfg(test)]
mod tests {
    use vesc_col_core::Features;

    use super::*;

    #[test]
    fn every_wrong_sample_is_named_with_its_reason() {
        let features = Features::numbered(3);
        let dnf = Dnf::parse("x0 & x1 & x2 | !x0", &features).unwrap();
        let mut builder = Dataset::builder(features.clone());
        for (positive, row) in [(true, [1, 1, 0]), (true, [0, 0, 0]), (false, [0, 1, 0]), (false, [1, 0, 0])] {
            builder.push(positive, row.map(|cell| cell == 1)).unwrap();
        }
        let data = builder.build().unwrap();
        let term = |text: &str| Dnf::parse(text, &features).unwrap().terms()[0].clone();
        let wrong: Vec<Exclusion> = exclusions(&dnf, &data).collect();
        let lacking = Reason::Rejected(Some((term("x0 & x1 & x2"), vec![Literal::positive(2)])));
        let holding = Reason::Accepted(vec![term("!x0")]);
        assert_eq!(
            wrong,
            [
                Exclusion { sample: SampleId::positive(0), reason: lacking },
                Exclusion { sample: SampleId::negative(0), reason: holding }
            ]
        );
    }
}

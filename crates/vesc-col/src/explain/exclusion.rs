//! The samples that speak against a hypothesis.

use vesc_col_core::{Dataset, Dnf, Domain, Hypothesis, Literal, Sample, Term};

use super::SampleId;
use crate::formula::as_dnf::as_dnf;
use crate::next::{completed_false, may_hold};

/// A sample on which a hypothesis is wrong.
///
/// ```
/// use vesc_col::explain::{Exclusion, ExclusionReason, exclusions};
/// use vesc_col::{Dataset, Dnf, Features};
///
/// let features = Features::new(["irq", "mask"])?;
/// let mut builder = Dataset::builder(features.clone());
/// builder.push(false, [true, true])?;
/// let data = builder.build()?;
/// let irq = Dnf::parse("irq", &features)?;
/// let Exclusion { sample, reason, is_certain, .. } = exclusions(&irq, &data).next().expect("it holds on a negative sample");
/// assert_eq!(sample.rows(&data), [0]);
/// assert_eq!((reason, is_certain), (ExclusionReason::Accepted(irq.terms().to_vec()), true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exclusion {
    /// Which one.
    pub sample: SampleId,
    /// What is wrong; where cells are unknown, on some completion.
    pub reason: ExclusionReason,
    /// Whether the hypothesis is wrong whatever the unknown cells of the sample are.
    pub is_certain: bool,
}

/// Why a hypothesis is wrong on a sample.
///
/// ```
/// use vesc_col::explain::{ExclusionReason, exclusions};
/// use vesc_col::formula::Literal;
/// use vesc_col::{Dataset, Dnf, Features};
///
/// let features = Features::new(["irq", "mask"])?;
/// let mut builder = Dataset::builder(features.clone());
/// builder.push(true, [true, true])?;
/// let data = builder.build()?;
/// let dnf = Dnf::parse("irq & !mask", &features)?;
/// let reasons: Vec<ExclusionReason> = exclusions(&dnf, &data).map(|found| found.reason).collect();
/// // On the positive sample only `!mask` is false.
/// assert_eq!(reasons, [ExclusionReason::Rejected(Some((dnf.terms()[0].clone(), vec![Literal::negative(1)])))]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExclusionReason {
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
    exclusions_within(hypothesis, data, Domain::free())
}

/// [`exclusions`], where unknown cells are what some legal input has: also the samples that exclude the hypothesis for some of their legal
/// completions only.
///
/// ```
/// use vesc_col::data::Domain;
/// use vesc_col::explain::exclusions_within;
/// use vesc_col::{Dataset, Dnf, Features};
///
/// let features = Features::new(["irq", "mask"])?;
/// let mut builder = Dataset::builder(features.clone());
/// builder.push_partial(true, [None, Some(false)])?;
/// builder.push(false, [true, true])?;
/// let (data, irq) = (builder.build()?, Dnf::parse("irq", &features)?);
/// let certain: Vec<bool> = exclusions_within(&irq, &data, Domain::free()).map(|found| found.is_certain).collect();
/// assert_eq!(certain, [false, true]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// May panic if the hypothesis speaks of more features than the data has.
pub fn exclusions_within<'a>(
    hypothesis: &'a dyn Hypothesis,
    data: &'a Dataset,
    domain: Domain,
) -> impl Iterator<Item = Exclusion> + 'a {
    let dnf = as_dnf(hypothesis);
    let reason = move |id: SampleId, sample: &Sample| match (id.is_positive(), hypothesis.accepts(sample)) {
        (true, true) | (false, false) => None,
        (true, false) => Some(ExclusionReason::Rejected(dnf.and_then(|dnf| nearest(dnf, sample)))),
        (false, true) => Some(ExclusionReason::Accepted(dnf.map_or_else(Vec::new, |dnf| holding(dnf, sample)))),
    };
    SampleId::all(data).filter_map(move |id| {
        let samples = if id.is_positive() { data.positives() } else { data.negatives() };
        let (reason, is_certain) = match (samples.unknown(id.index()), dnf) {
            (None, _) => (reason(id, id.get(data))?, true),
            (Some(_), Some(dnf)) => partial_reason(dnf, samples.cells(id.index()).collect(), id, &domain)?,
            (Some(_), None) => {
                let completions = samples.completions_within(id.index(), &domain);
                let features = data.features().len();
                let reasons: Vec<Option<ExclusionReason>> =
                    completions.map(|words| reason(id, &Sample::from_slice(&words)[..features])).collect();
                let is_certain = reasons.iter().all(Option::is_some);
                (reasons.into_iter().flatten().next()?, is_certain)
            }
        };
        Some(Exclusion { sample: id, reason, is_certain })
    })
}

/// Why a formula is wrong on some legal completion of these cells, and whether it is on all; `None` if it is on none.
fn partial_reason(
    dnf: &Dnf,
    cells: Vec<Option<bool>>,
    id: SampleId,
    domain: &Domain,
) -> Option<(ExclusionReason, bool)> {
    let holding: Vec<Term> = dnf.terms().iter().filter(|term| may_hold(term, &cells, domain)).cloned().collect();
    let failing = completed_false(dnf, cells, domain);
    match id.is_positive() {
        true => {
            let failing = failing?;
            let is_false = |literal: &Literal| failing[literal.feature()] == Some(literal.is_negated());
            let lacking = |term: &Term| term.iter().copied().filter(is_false).collect::<Vec<_>>();
            let nearest =
                dnf.terms().iter().map(|term| (term.clone(), lacking(term))).min_by_key(|(_, lacking)| lacking.len());
            Some((ExclusionReason::Rejected(nearest), holding.is_empty()))
        }
        false if holding.is_empty() => None,
        false => Some((ExclusionReason::Accepted(holding), failing.is_none())),
    }
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
    use vesc_col_core::{Features, OwnedSample};

    use super::*;

    #[test]
    fn unknown_cells_exclude_as_their_completions_do() {
        let features = Features::numbered(4);
        let domains = [Domain::free(), Domain::builder(4).exactly_one([0, 2, 3]).build().unwrap()];
        for text in ["x0 & x1", "x0 | !x1", "x0 & x1 | !x0 & x2", "x2 & !x3 | x3 & !x0 | x0", "!x1 & x3"] {
            let dnf = Dnf::parse(text, &features).unwrap();
            for domain in &domains {
                let legal: Vec<OwnedSample> = (0..16u32).map(|x| (0..4).map(|i| x >> i & 1 == 1).collect()).collect();
                let legal: Vec<OwnedSample> = legal.into_iter().filter(|input| domain.contains(input)).collect();
                for (code, label) in (0..81usize).flat_map(|code| [(code, true), (code, false)]) {
                    let cells: Vec<Option<bool>> =
                        (0..4).map(|i| [None, Some(false), Some(true)][code / 3usize.pow(i) % 3]).collect();
                    let agrees = |input: &&OwnedSample| {
                        cells.iter().zip(&***input).all(|(cell, value)| cell.is_none_or(|cell| cell == *value))
                    };
                    let wrong: Vec<bool> =
                        legal.iter().filter(agrees).map(|input| dnf.accepts(input) != label).collect();
                    if wrong.is_empty() {
                        continue;
                    }
                    let mut builder = Dataset::builder(features.clone());
                    builder.push_partial(label, cells.clone()).unwrap();
                    let data = builder.build().unwrap();
                    let found: Vec<bool> =
                        exclusions_within(&dnf, &data, domain.clone()).map(|found| found.is_certain).collect();
                    let expected = wrong.contains(&true).then(|| !wrong.contains(&false));
                    assert_eq!(found, expected.into_iter().collect::<Vec<_>>(), "{text} {cells:?} {label} {domain:?}");
                }
            }
        }
    }

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
        let lacking = ExclusionReason::Rejected(Some((term("x0 & x1 & x2"), vec![Literal::positive(2)])));
        let holding = ExclusionReason::Accepted(vec![term("!x0")]);
        assert_eq!(
            wrong,
            [
                Exclusion { sample: SampleId::positive(0), reason: lacking, is_certain: true },
                Exclusion { sample: SampleId::negative(0), reason: holding, is_certain: true }
            ]
        );
    }
}

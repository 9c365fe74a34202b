//! Where no run has been: regions in which a further cause could hide.

use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use vesc_col_core::{
    Concept, Dataset, Dnf, DnfSpace, Domain, Engine, EngineError, LegalDnfSpace, Literal, Query, Run, Session,
    StopReason, SubSpace, Term,
};

use super::sample_id::{SampleId, subset};
use crate::as_dnf::as_dnf;

/// The largest regions without a run, as terms that hold on no negative sample and that an answer does not imply.
///
/// If such a term caused the event too, no sample would tell: the answer with this term beside its own fits the data as
/// well. The fewer literals it has, the larger is the region that no run has visited.
///
/// ```
/// use vesc_col::explain::{CoverageHole, coverage_hole};
/// use vesc_col::data::Domain;
/// use vesc_col::{Dataset, Dnf, Features, Portfolio, Run};
///
/// let features = Features::new(["irq", "lhu", "rst"])?;
/// let mut builder = Dataset::builder(features.clone());
/// builder.push(true, [true, true, false])?;
/// builder.push(false, [true, false, false])?;
/// builder.push(false, [false, true, false])?;
/// let answer = Dnf::parse("irq & lhu", &features)?;
/// let found = coverage_hole(&Portfolio::default(), &builder.build()?, (&answer, &Domain::free()), 2, &Run::new())?;
/// // No run was in reset: if that fails too, no sample tells.
/// let Ok(Some(CoverageHole { literals, terms, .. })) = found else { panic!("there is one") };
/// assert_eq!((literals, terms[0].display(&features).to_string().as_str()), (1, "rst"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CoverageHole {
    /// How many literals the terms have; there are none with fewer.
    pub literals: usize,
    /// How many such terms there are.
    pub count: BigUint,
    /// The terms in canonical order, unless there are more than two thousand: then none are listed.
    pub terms: Vec<Term>,
}

/// Up to how many terms are listed.
const LISTED: usize = 2000;

/// The largest regions without a run, described by at most a given number of literals; `None` if there are none.
///
/// ```
/// use vesc_col::explain::coverage_hole;
/// use vesc_col::data::Domain;
/// use vesc_col::{Dataset, Dnf, Features, Portfolio, Run};
///
/// let features = Features::new(["irq", "lhu"])?;
/// let mut builder = Dataset::builder(features.clone());
/// builder.push(true, [true, true])?;
/// builder.push(false, [true, false])?;
/// builder.push(false, [false, false])?;
/// let answer = Dnf::parse("irq & lhu", &features)?;
/// let found = coverage_hole(&Portfolio::default(), &builder.build()?, (&answer, &Domain::free()), 2, &Run::new())?;
/// // No run without the event had `lhu`: perhaps the interrupt has no part in it.
/// let hole = found.expect("nothing stopped it").expect("there is one");
/// assert_eq!(hole.terms[0].display(&features).to_string(), "lhu");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Costs a measurement of single terms of each size up to theirs, on the negative samples alone. A limit that is reached is the
/// inner error; more than two thousand terms over declared legal inputs are one too.
///
/// # Errors
///
/// [`EngineError`] if the engine does not support single terms or fails.
pub fn coverage_hole(
    engine: &dyn Engine,
    data: &Dataset,
    (answer, domain): (&Dnf, &Domain),
    max_literals: usize,
    run: &Run,
) -> Result<Result<Option<CoverageHole>, StopReason>, EngineError> {
    let negatives = subset(data, SampleId::all(data).filter(|sample| !sample.is_positive()));
    let mut session = engine.open(negatives);
    for literals in 1..=max_literals {
        let space = DnfSpace::new(data.features().len(), literals, 1).within(domain);
        match open_terms(&mut *session, answer, space, run)? {
            Ok(hole) if hole.count == BigUint::ZERO => {}
            Ok(hole) => return Ok(Ok(Some(hole))),
            Err(reason) => return Ok(Err(reason)),
        }
    }
    Ok(Ok(None))
}

/// The terms of one size that hold on no negative sample, without those that imply the answer.
fn open_terms(
    session: &mut dyn Session,
    answer: &Dnf,
    space: LegalDnfSpace,
    run: &Run,
) -> Result<Result<CoverageHole, StopReason>, EngineError> {
    let (features, literals) = (space.features(), space.literals());
    let query = Query::new(Arc::new(space.clone())).with_bound(LISTED).with_exact(true);
    let found = session.measure(&query, run)?;
    if !found.formulas.is_exact() {
        return Ok(Err(found.stopped.unwrap_or(StopReason::EngineLimit)));
    }
    if !found.is_listed() {
        if !space.domain().is_free() {
            return Ok(Err(StopReason::ListLimit));
        }
        // Those that imply the answer hold on no negative sample either, as it does not.
        let count = found.formulas.lower() - implying(&Concept::of(answer), features, literals);
        return Ok(Ok(CoverageHole { literals, count, terms: Vec::new() }));
    }
    let terms = found.hypotheses.iter().filter_map(|term| as_dnf(&**term));
    let terms = terms.map(|dnf| dnf.terms()[0].clone());
    let concept = space.concept(answer);
    let implies = |term: &Term| {
        let both = Dnf::new(answer.terms().iter().chain([term]).cloned());
        both.is_ok_and(|both| space.concept(&both) == concept)
    };
    let terms: Vec<Term> = terms.filter(|term| !answer.terms().contains(term) && !implies(term)).collect();
    Ok(Ok(CoverageHole { literals, count: terms.len().into(), terms }))
}

/// How many terms of one size contain some prime implicant, by inclusion and exclusion.
fn implying(answer: &Concept, features: usize, literals: usize) -> BigUint {
    let primes: Vec<&[Literal]> = answer.primes().collect();
    let sum = alternating(&primes, &mut vec![None; features], (0, literals));
    sum.to_biguint().expect("a number of terms is not negative")
}

/// The sum over the non-empty sets of primes of the number of terms that contain all of them beside the values chosen
/// already, with alternating signs.
fn alternating(primes: &[&[Literal]], values: &mut [Option<bool>], (chosen, literals): (usize, usize)) -> BigInt {
    let Some((first, rest)) = primes.split_first() else { return BigInt::ZERO };
    let without = alternating(rest, values, (chosen, literals));
    let new: Vec<&Literal> = first.iter().filter(|literal| values[literal.feature()].is_none()).collect();
    let conflict = first.iter().any(|literal| values[literal.feature()] == Some(literal.is_negated()));
    let size = chosen + new.len();
    if conflict || size > literals {
        return without;
    }
    new.iter().for_each(|literal| values[literal.feature()] = Some(!literal.is_negated()));
    let with = containing(values.len() - size, literals - size) - alternating(rest, values, (size, literals));
    new.iter().for_each(|literal| values[literal.feature()] = None);
    without + with
}

/// How many terms of `literals` literals there are over `features` features.
fn containing(features: usize, literals: usize) -> BigInt {
    if literals > features {
        return BigInt::ZERO;
    }
    let ways = (0..literals).fold(BigUint::from(1u32), |ways, i| ways * (features - i) / (i + 1));
    BigInt::from(ways << literals)
}

#[cfg(test)]
mod tests {
    use vesc_col_core::Features;

    use super::*;

    #[test]
    fn implying_terms_are_counted_as_they_are_listed() {
        let features = Features::numbered(4);
        for text in ["x0", "x0 & x1 | !x0 & x2", "x0 & !x1 | x1 & !x2 | x2 & !x0", "x0 | !x1 & x3", "x0 & x1 & x2 & x3"]
        {
            let dnf = Dnf::parse(text, &features).unwrap();
            for literals in 1..=4 {
                let terms = (1..3usize.pow(4)).map(|code| {
                    let digits = (0..4).map(|feature| (feature, code / 3usize.pow(feature as u32) % 3));
                    Term::new(digits.filter(|&(_, digit)| digit > 0).map(|(f, digit)| Literal::matching(f, digit == 1)))
                        .unwrap()
                });
                let implies = |term: &Term| {
                    let term = Dnf::new([term.clone()]).unwrap();
                    crate::next::legal_difference(&term, &dnf, 4, &Domain::free()).is_none()
                };
                let expected = terms.filter(|term| term.literals().len() == literals && implies(term)).count();
                assert_eq!(implying(&Concept::of(&dnf), 4, literals), expected.into(), "{text}, {literals} literals");
            }
        }
    }
}

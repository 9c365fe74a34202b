//! Where no negative run has been: regions in which a further cause could hide.

use std::collections::HashSet;
use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use vesc_col_core::{
    Cardinality, Concept, Dataset, Dnf, DnfSpace, Domain, Engine, EngineError, Literal, Query, Run, StopReason,
    SubSpace, Term,
};

use super::part_session::PartSession;
use super::sample_id::SampleId;
use crate::formula::as_dnf::as_dnf;
use crate::rows::column_classes::ColumnClasses;
use crate::rows::completed::completed;
use crate::rows::restricted::{projected, restricted};

/// The largest regions without a negative run: terms that hold on no negative sample, and that do not imply the answer. There may be positive
/// samples in such a region. Columns that have one value in every row are left out: what their other value does was never asked.
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
/// builder.push(true, [true, true, true])?;
/// builder.push(false, [true, false, false])?;
/// builder.push(false, [false, true, false])?;
/// let answer = Dnf::parse("irq & lhu", &features)?;
/// let found = coverage_hole(&Portfolio::default(), &builder.build()?, (&answer, &Domain::free()), 2, &Run::new())?;
/// // The failing run was in reset, and no other one was: if reset alone fails too, no sample tells.
/// let Ok(Some(CoverageHole { literals, terms, .. })) = found else { panic!("there is one") };
/// assert_eq!((literals, terms[0].display(&features).to_string().as_str()), (1, "rst"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CoverageHole {
    /// How many literals the terms have; there are none with fewer.
    pub literals: usize,
    /// How many regions there are. Terms of this size that hold on the same legal inputs are one region.
    pub count: Cardinality,
    /// For each region its least term, in canonical order, unless there are more than two thousand: then none are listed.
    pub terms: Vec<Term>,
}

/// Up to how many terms are listed.
const LISTED_TERMS: usize = 2000;

/// The largest regions without a negative run, described by at most a given number of literals; `None` if there are none.
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
/// Unknown cells may have every value: a region that some completion of a negative row is in has a run in it.
///
/// Costs a measurement of single terms of each size up to theirs, on the negative samples alone. A limit that is reached is the
/// inner error. Over declared legal inputs more than two thousand regions are counted by an interval.
///
/// # Errors
///
/// [`EngineError`] if the engine does not support single terms or fails, or too many cells are unknown.
pub fn coverage_hole(
    engine: &dyn Engine,
    data: &Dataset,
    (answer, domain): (&Dnf, &Domain),
    max_literals: usize,
    run: &Run,
) -> Result<Result<Option<CoverageHole>, StopReason>, EngineError> {
    let kept = match varying(data, answer, run) {
        Ok(kept) => kept,
        Err(reason) => return Ok(Err(reason)),
    };
    if kept.is_empty() {
        return Ok(Ok(None));
    }
    let completed = match data.unknown_cells() > 0 {
        true => match completed(data, domain, run)? {
            Ok(completed) => Some(completed),
            Err(reason) => return Ok(Err(reason)),
        },
        false => None,
    };
    let data = completed.as_deref().unwrap_or(data);
    let is_whole = kept.len() == data.features().len();
    let restricted = match is_whole {
        true => None,
        false => match restricted(data, &kept, run)? {
            Ok(restricted) => Some(restricted),
            Err(reason) => return Ok(Err(reason)),
        },
    };
    let searched = restricted.as_deref().unwrap_or(data);
    let mut search = RegionSearch {
        session: PartSession::new(engine, searched, |sample| (!sample.is_positive()).then_some(false)),
        answer: moved(answer, |feature| kept.binary_search(&feature).ok()),
        has_errors: data.negatives().iter().any(|sample| answer.accepts(sample)),
        domain: projected(domain, &kept)?,
        features: kept.len(),
    };
    for literals in 1..=max_literals {
        match search.open_terms(literals, run)? {
            Ok(hole) if hole.count.is_zero() => {}
            Ok(hole) => {
                let terms = hole.terms.iter().filter_map(|term| moved_term(term, |feature| kept.get(feature).copied()));
                return Ok(Ok(Some(CoverageHole { terms: terms.collect(), ..hole })));
            }
            Err(reason) => return Ok(Err(reason)),
        }
    }
    Ok(Ok(None))
}

/// The features without columns that have one value in every row, unless the answer speaks of them. A column is constant if all its
/// features are.
fn varying(data: &Dataset, answer: &Dnf, run: &Run) -> Result<Vec<usize>, StopReason> {
    let constant = ColumnClasses::of(data, run)?.constant();
    let column = |feature: usize| data.features().test(feature).map(|(column, _)| column);
    let is_constant = |feature: usize| constant.binary_search(&feature).is_ok();
    let varying: HashSet<&str> = (0..data.features().len()).filter(|&f| !is_constant(f)).filter_map(column).collect();
    let spoken: HashSet<usize> =
        answer.terms().iter().flat_map(|term| term.iter()).map(|literal| literal.feature()).collect();
    let is_kept = |&feature: &usize| {
        !is_constant(feature) || column(feature).is_some_and(|name| varying.contains(name)) || spoken.contains(&feature)
    };
    Ok((0..data.features().len()).filter(is_kept).collect())
}

/// The formula over other features; `None` if one of its features is not among them.
fn moved(formula: &Dnf, place: impl Fn(usize) -> Option<usize>) -> Option<Dnf> {
    let terms: Option<Vec<Term>> = formula.terms().iter().map(|term| moved_term(term, &place)).collect();
    Dnf::new(terms?).ok()
}

fn moved_term(term: &Term, place: impl Fn(usize) -> Option<usize>) -> Option<Term> {
    let literal = |literal: &Literal| Some(Literal::matching(place(literal.feature())?, !literal.is_negated()));
    Term::new(term.iter().map(literal).collect::<Option<Vec<Literal>>>()?).ok()
}

/// The search among the features that are kept.
struct RegionSearch<'a, L> {
    /// On the negative samples.
    session: PartSession<'a, L>,
    answer: Option<Dnf>,
    /// Whether the answer holds on some negative sample.
    has_errors: bool,
    domain: Domain,
    features: usize,
}

impl<L: Fn(SampleId) -> Option<bool>> RegionSearch<'_, L> {
    /// The terms of one size that hold on no negative sample, without those that imply the answer.
    fn open_terms(&mut self, literals: usize, run: &Run) -> Result<Result<CoverageHole, StopReason>, EngineError> {
        let space = DnfSpace::new(self.features, literals, 1).within(&self.domain);
        let is_free = space.domain().is_free();
        let query = Query::new(Arc::new(space.clone())).with_bound(LISTED_TERMS).with_exact(is_free);
        let found = self.session.measure(&query, run)?;
        if !found.is_listed() && is_free {
            if !found.formulas.is_exact() {
                return Ok(Err(found.stopped.unwrap_or(StopReason::EngineLimit)));
            }
            // Those that imply the answer hold on no negative sample either, if it does not.
            let implying = self.answer.as_ref().map(|answer| implying(&Concept::of(answer), self.features, literals));
            let (all, implying) = (found.formulas.lower(), implying.unwrap_or_default());
            let least = if *all > implying { all - implying } else { BigUint::ZERO };
            let count =
                if self.has_errors { Cardinality::between(least, all.clone()) } else { Cardinality::exact(least) };
            return Ok(Ok(CoverageHole { literals, count, terms: Vec::new() }));
        }
        let terms = found.hypotheses.iter().filter_map(|term| as_dnf(&**term));
        let terms = terms.map(|dnf| dnf.terms()[0].clone());
        let concept = self.answer.as_ref().map(|answer| space.concept(answer));
        let implies = |term: &Term| {
            let Some(answer) = &self.answer else { return false };
            let both = Dnf::new(answer.terms().iter().chain([term]).cloned());
            answer.terms().contains(term) || both.is_ok_and(|both| Some(space.concept(&both)) == concept)
        };
        let terms: Vec<Term> = terms.filter(|term| !implies(term)).collect();
        if found.is_listed() {
            return Ok(Ok(CoverageHole { literals, count: Cardinality::exact(terms.len()), terms }));
        }
        // Some of many regions are known. If none of them is a hole, nothing is.
        let (known, upper) = (terms.len(), found.concepts.upper().cloned());
        match upper {
            _ if known == 0 => Ok(Err(found.stopped.unwrap_or(StopReason::ListLimit))),
            Some(upper) => {
                Ok(Ok(CoverageHole { literals, count: Cardinality::between(known, upper), terms: Vec::new() }))
            }
            None => Ok(Ok(CoverageHole { literals, count: Cardinality::at_least(known), terms: Vec::new() })),
        }
    }
}

/// How many terms of one size contain some prime implicant, by inclusion and exclusion.
fn implying(answer: &Concept, features: usize, literals: usize) -> BigUint {
    let primes: Vec<&[Literal]> = answer.primes().collect();
    let sum = alternating(&primes, &mut vec![None; features], (0, literals));
    sum.to_biguint().expect("a number of terms is not negative")
}

/// The sum with alternating signs over the non-empty sets of primes. Each adds the number of terms that contain all its
/// primes beside the values chosen already.
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
                    crate::next::legal_difference(&term, &dnf, &Domain::free()).is_none()
                };
                let expected = terms.filter(|term| term.literals().len() == literals && implies(term)).count();
                assert_eq!(implying(&Concept::of(&dnf), 4, literals), expected.into(), "{text}, {literals} literals");
            }
        }
    }
}

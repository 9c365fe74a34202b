//! Whether a sub-space is empty on a few samples, by one column of each class.
//!
//! On a few samples most of many columns are equal or complements, thresholds of one column above all. One column of each
//! class is enough to answer for k-term DNF, whatever inputs are legal, if some sample is positive:
//!
//! * A formula that fits is, class by class, one of as many literals and terms, or of fewer of both. So the sub-space is
//!   empty if each of these is empty for the classes.
//! * In the first of them that is not empty no term can be spared. So each covers a positive, which is a legal input, and the
//!   formula is one over the legal inputs, too.
//! * It can be padded to the size, if the positives agree in enough columns. A term stays true on them with any literal of
//!   these, and with one more literal it is another term.

use std::sync::Arc;

use vesc_col_core::{Dataset, DnfSpace, Engine, EngineError, Query, Run, Session, Shape, SubSpace};

use crate::guard::GuardedSession;
use crate::rows::column_classes::ColumnClasses;
use crate::rows::restricted::restricted;

/// Whether no formula of the sub-space fits these samples; `None` if the classes do not tell.
///
/// # Errors
///
/// Those of the engine.
pub(super) fn is_empty_by_classes(
    engine: &dyn Engine,
    samples: &Dataset,
    space: &dyn SubSpace,
    run: &Run,
) -> Result<Option<bool>, EngineError> {
    let Shape::Dnf(space) = space.shape() else { return Ok(None) };
    let (features, has_positive) = (samples.features().len(), samples.positives().distinct() > 0);
    if !has_positive || !space.has_room() || samples.unknown_cells() > 0 {
        return Ok(None);
    }
    let (literals, terms) = (space.literals(), space.terms());
    // They are worth more questions if half of the columns are spared.
    let Ok(Some(classes)) = ColumnClasses::up_to(samples, features / 2, run) else { return Ok(None) };
    let kept: Vec<usize> = classes.into_members().iter().map(|members| members[0]).collect();
    let Ok(part) = restricted(samples, &kept, run)? else { return Ok(None) };
    let mut session = GuardedSession::new(engine, part);
    for fewer_terms in 1..=terms {
        for fewer in fewer_terms..=literals - (terms - fewer_terms) {
            let query = Query::new(Arc::new(DnfSpace::new(kept.len(), fewer, fewer_terms))).with_bound(1);
            let found = session.measure(&query, run)?.concepts;
            if found.exceeds(0) {
                let is_padded = can_be_padded((fewer, fewer_terms), (literals, terms), agreeing(samples));
                return Ok(is_padded.then_some(false));
            }
            if !found.is_zero() {
                return Ok(None);
            }
        }
    }
    Ok(Some(true))
}

/// In how many columns the positives agree.
fn agreeing(samples: &Dataset) -> usize {
    let positives = samples.positives();
    let first = positives.words(0);
    let mut differing = vec![0; first.len()];
    for index in 1..positives.distinct() {
        let words = positives.words(index).iter().zip(first);
        differing.iter_mut().zip(words).for_each(|(all, (word, first))| *all |= word ^ first);
    }
    samples.features().len() - differing.iter().map(|word| word.count_ones() as usize).sum::<usize>()
}

/// Whether a formula of the first size, whose shortest term is no longer than the average, can be padded to the second size: its
/// shortest term comes again with one of the `agreeing` columns for each missing term, and the other literals go anywhere.
fn can_be_padded((fewer, fewer_terms): (usize, usize), (literals, terms): (usize, usize), agreeing: usize) -> bool {
    agreeing >= literals && (terms - fewer_terms) * (fewer / fewer_terms + 1) <= literals - fewer
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use vesc_col_core::{Domain, Features, Literal};
    use vesc_col_testkit::OracleEngine;

    use super::*;

    /// Two thresholds of a number from 0 to 2, a bit and two copies of it, one of them negated.
    fn cells(number: u32, bit: bool) -> [bool; 5] {
        [number >= 1, number >= 2, bit, bit, !bit]
    }

    proptest! {
        /// Over all inputs, and over those that these columns can have.
        #[test]
        fn the_classes_tell_what_is_so_of_all_columns(
            rows in prop::collection::vec((any::<bool>(), 0u32..3, any::<bool>()), 1..6),
            is_declared: bool,
        ) {
            let mut builder = Dataset::builder(Features::numbered(5)).with_contradictions();
            for (label, number, bit) in rows {
                builder.push(label, cells(number, bit)).unwrap();
            }
            let data = builder.build().unwrap();
            let mut domain = Domain::builder(5);
            if is_declared {
                for (condition, consequence) in [(1, 0), (2, 3), (3, 2)] {
                    domain = domain.implies(Literal::positive(condition), Literal::positive(consequence));
                }
                domain = domain.exactly_one([3, 4]);
            }
            let domain = domain.build().unwrap();
            let mut whole = OracleEngine.open(Arc::new(data.clone()));
            for space in DnfSpace::up_to(5, 4, 2) {
                let space: Arc<dyn SubSpace> = Arc::new(space.within(&domain));
                let by_classes = is_empty_by_classes(&OracleEngine, &data, &*space, &Run::new()).unwrap();
                let found = whole.measure(&Query::new(space).with_bound(1), &Run::new()).unwrap().concepts;
                prop_assert!(by_classes.is_none_or(|is_empty| is_empty == found.is_zero()));
            }
        }
    }

    /// Six copies of one column: half a dozen columns, and one class.
    #[test]
    fn copies_of_a_column_count_once() {
        let mut builder = Dataset::builder(Features::numbered(6));
        builder.push(true, [true; 6]).unwrap();
        builder.push(false, [false; 6]).unwrap();
        let data = builder.build().unwrap();
        let ask = |literals, terms| {
            is_empty_by_classes(&OracleEngine, &data, &DnfSpace::new(6, literals, terms), &Run::new()).unwrap()
        };
        assert_eq!(ask(4, 1), Some(false), "the positives agree in six columns");
        assert_eq!(ask(2, 2), None, "a second term needs two literals, if it is made of the first one");
        assert_eq!(ask(3, 2), Some(false));
        let mut builder = Dataset::builder(Features::numbered(4)).with_contradictions();
        builder.push(true, [true; 4]).unwrap();
        builder.push(false, [true; 4]).unwrap();
        let data = builder.build().unwrap();
        let space = DnfSpace::new(4, 3, 2);
        assert_eq!(is_empty_by_classes(&OracleEngine, &data, &space, &Run::new()).unwrap(), Some(true));
    }
}

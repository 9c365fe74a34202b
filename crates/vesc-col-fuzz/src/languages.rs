//! The other languages: small sub-spaces with any options, some of them over declared inputs, by the engines against
//! the oracle.

use std::sync::Arc;

use arbitrary::{Result, Unstructured};
use vesc_col::data::Domain;
use vesc_col::engine::{BddEngine, CoverEngine, SatEngine};
use vesc_col::formula::Literal;
use vesc_col::spaces::{
    CnfSpace, DnfOptions, ListSpace, ObddSpace, ParitySpace, RestrictedDnfSpace, SetDnfSpace, ThresholdSpace,
    TreeSpace, ValueGroup,
};
use vesc_col::{Engine, SubSpace};
use vesc_col_testkit::{Instance, MAX_WIDTH, World, check_space};

use crate::ask::{ask_all, domain, query, rows};

/// Wider sub-spaces take the oracle too long.
const WIDEST: usize = if MAX_WIDTH < 16 { MAX_WIDTH } else { 16 };

/// Every sub-space keeps its promises, and the engines measure it rightly.
pub(crate) fn run(bytes: &[u8]) {
    // Too few bytes say nothing.
    let _ = check(&mut Unstructured::new(bytes));
}

fn check(u: &mut Unstructured<'_>) -> Result<()> {
    let features = u.int_in_range(1..=5)?;
    let Some(space) = space(features, u)? else { return Ok(()) };
    if space.width() > WIDEST {
        return Ok(());
    }
    check_space(&*space);
    let world = World::of(&*space).expect("it is small");
    let legal = rows(features, 12, u)?.into_iter().filter(|(input, _)| world.legal() >> input & 1 == 1);
    let instance = Instance::new(features, legal);
    let (positives, negatives) = instance.tables();
    let query = query(space, u)?;
    let engines: [Arc<dyn Engine>; 3] =
        [Arc::new(BddEngine::default()), Arc::new(SatEngine::default()), Arc::new(CoverEngine::default())];
    ask_all(&engines, &instance.dataset(), &query, &world.truth(positives, negatives));
    Ok(())
}

/// Any sub-space; `None` if the parts do not suit each other.
fn space(features: usize, u: &mut Unstructured<'_>) -> Result<Option<Arc<dyn SubSpace>>> {
    Ok(Some(match u.int_in_range(0..=7)? {
        0 => {
            let space = CnfSpace::new(features, u.int_in_range(0..=5)?, u.int_in_range(0..=3)?);
            match declared(features, u)? {
                Some(domain) => Arc::new(space.within(&domain)),
                None => Arc::new(space),
            }
        }
        1 => Arc::new(ParitySpace::new(features, u.int_in_range(0..=6)?)),
        2 => Arc::new(ThresholdSpace::new(features, u.int_in_range(0..=6)?, u.int_in_range(0..=7)?)),
        3 => Arc::new(ListSpace::new(features, u.int_in_range(0..=4)?)),
        4 => Arc::new(TreeSpace::new(features, u.int_in_range(0..=3)?)),
        5 => {
            let mut order: Vec<usize> = (0..features).collect();
            for last in (1..features).rev() {
                order.swap(last, u.int_in_range(0..=last)?);
            }
            let Some(space) = ObddSpace::with_order(order, u.int_in_range(0..=4)?) else { return Ok(None) };
            Arc::new(space)
        }
        6 => {
            let options = Arc::new(options(features, u)?);
            let is_for_free_inputs = options.as_rules(features).is_none();
            let space = RestrictedDnfSpace::new(features, u.int_in_range(0..=7)?, u.int_in_range(0..=3)?, options);
            match declared(features, u)? {
                Some(domain) if !is_for_free_inputs => Arc::new(space.within(&domain)),
                _ => Arc::new(space),
            }
        }
        _ => {
            let (conditions, terms) = (u.int_in_range(0..=4)?, u.int_in_range(0..=2)?);
            match SetDnfSpace::new(features, conditions, terms, groups(features, u)?) {
                Ok(space) => Arc::new(space),
                Err(_) => return Ok(None),
            }
        }
    }))
}

/// Legal inputs, if some are declared.
fn declared(features: usize, u: &mut Unstructured<'_>) -> Result<Option<Domain>> {
    if u.arbitrary()? { domain(features, u) } else { Ok(None) }
}

fn options(features: usize, u: &mut Unstructured<'_>) -> Result<DnfOptions> {
    let mut options = DnfOptions::default();
    for _ in 0..u.int_in_range(0..=4)? {
        let feature = u.choose_index(features)?;
        let literal = Literal::matching(feature, u.arbitrary()?);
        options = match u.int_in_range(0..=5)? {
            0 => options.monotone(),
            1 => options.with_max_term_literals(u.int_in_range(0..=4)?),
            2 => options.forbid([literal]),
            3 => options.require([literal]),
            4 => options.with_at_most_one_of([feature, u.choose_index(features)?, u.choose_index(features)?]),
            _ => options.with_weight(feature, u.int_in_range(0..=4)?),
        };
    }
    Ok(options)
}

fn groups(features: usize, u: &mut Unstructured<'_>) -> Result<Vec<ValueGroup>> {
    let mut groups = Vec::new();
    for number in 0..u.int_in_range(0..=2)? {
        let mut values = Vec::new();
        for value in 0..u.int_in_range(1..=4)? {
            values.push((value.to_string(), u.choose_index(features)?));
        }
        let name = format!("g{number}");
        groups.push(if u.arbitrary()? { ValueGroup::ordered(name, values) } else { ValueGroup::new(name, values) });
    }
    Ok(groups)
}

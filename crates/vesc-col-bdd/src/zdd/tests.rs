//! Families of sets against lists of their sets.

use std::collections::BTreeSet;

use num_bigint::BigUint;
use proptest::prelude::*;
use vesc_col_core::{Run, StopReason};

use crate::run_context::RunContext;
use crate::tuning::Tuning;
use crate::zdd::{
    Family, Store, Walk, avoiding, contains, count, count_all, count_by_element, count_without, extract, hitting,
    only_member, pick,
};

const ELEMENTS: u32 = 7;

/// The family of the given sets, each as a mask.
fn family(store: &mut Store, sets: &BTreeSet<u8>, from: u32) -> Result<Family, StopReason> {
    if from == ELEMENTS {
        return Ok(if sets.is_empty() { Family::EMPTY } else { Family::UNIT });
    }
    let (with, without) = sets.iter().partition(|&set| set >> from & 1 == 1);
    let (with, without) = (family(store, &with, from + 1)?, family(store, &without, from + 1)?);
    store.make(from, with, without)
}

fn elements(set: u8) -> Vec<u32> {
    (0..ELEMENTS).filter(|element| set >> element & 1 == 1).collect()
}

fn members(store: &Store, of: Family) -> BTreeSet<u8> {
    (0..1 << ELEMENTS).filter(|&set| contains(store, of, &elements(set))).collect()
}

proptest! {
    #[test]
    fn every_operation(sets in prop::collection::btree_set(0..1u8 << ELEMENTS, 0..40), chosen in 0..1u64 << ELEMENTS) {
        let run = Run::new();
        let (mut store, mut walk, mut context) = (Store::new(1 << 20), Walk::default(), RunContext::new(&run, &Tuning::DEFAULT));
        let all = family(&mut store, &sets, 0).unwrap();
        prop_assert_eq!(family(&mut store, &sets, 0).unwrap(), all);
        prop_assert_eq!(&members(&store, all), &sets);
        let size = |sets: &BTreeSet<u8>| BigUint::from(sets.len());
        prop_assert_eq!(&count(&store, &mut walk, &[all], &mut context).unwrap()[0], &size(&sets));
        prop_assert_eq!(only_member(&store, all), (sets.len() == 1).then(|| elements(*sets.first().unwrap())));

        let (hit, missed): (BTreeSet<u8>, BTreeSet<u8>) = sets.iter().partition(|&&set| u64::from(set) & chosen != 0);
        let hitting = hitting(&mut store, &mut walk, all, &[chosen], &mut context).unwrap();
        let avoiding = avoiding(&mut store, &mut walk, all, &[chosen], &mut context).unwrap();
        prop_assert_eq!(&members(&store, hitting), &hit);
        prop_assert_eq!(&members(&store, avoiding), &missed);
        let counts = count_without(&store, &mut walk, &[all, hitting], &[chosen], &mut context).unwrap();
        prop_assert_eq!(&counts, &[size(&missed), 0u32.into()]);
        prop_assert_eq!(family(&mut store, &hit, 0).unwrap(), hitting);

        for (element, appearing) in count_by_element(&store, &mut walk, all, &mut context).unwrap() {
            prop_assert_eq!(appearing, sets.iter().filter(|&set| set >> element & 1 == 1).count().into());
        }
        let counts = count_all(&store, &mut context).unwrap();
        let picked: BTreeSet<u8> = (0..sets.len())
            .map(|index| pick(&store, &counts, all, index.into()).into_iter().map(|element| 1 << element).sum())
            .collect();
        prop_assert_eq!(&picked, &sets);

        // A copy with what is needed, and a collection of what is not.
        let mut root = hitting;
        let copy = extract(&store, [&mut root].into_iter(), 1 << 20, &mut context).unwrap();
        prop_assert_eq!(&members(&copy, root), &hit);
        let mut kept = [hitting, avoiding];
        store.collect(kept.iter_mut(), &mut context).unwrap();
        prop_assert_eq!(&members(&store, kept[0]), &hit);
        prop_assert_eq!(&members(&store, kept[1]), &missed);
        prop_assert_eq!(family(&mut store, &missed, 0).unwrap(), kept[1]);
        // The walk of before still works on the store that has become smaller.
        prop_assert_eq!(&count(&store, &mut walk, &kept, &mut context).unwrap(), &[size(&hit), size(&missed)]);
    }
}

/// However much a store has grown in between, what was made is found and not made again.
#[test]
fn a_family_has_one_node() {
    let mut store = Store::new(1 << 24);
    let mut pairs = || -> Vec<Family> {
        let single = |store: &mut Store, element| store.make(element, Family::UNIT, Family::EMPTY).unwrap();
        (0..5000)
            .map(|at| {
                let below = single(&mut store, at + 1);
                store.make(at, below, Family::UNIT).unwrap()
            })
            .collect()
    };
    assert_eq!(pairs(), pairs());
    assert_eq!(store.len(), 10_000);
}

#[test]
fn a_store_keeps_to_its_budget_and_can_be_used_when_it_is_full() {
    for budget in [0, 1000, 10_000, 100_000] {
        let mut store = Store::new(budget);
        let mut last = Family::UNIT;
        let reason = (0..1_000_000u32).rev().find_map(|element| match store.make(element, last, Family::EMPTY) {
            Ok(family) => {
                last = family;
                None
            }
            Err(reason) => Some(reason),
        });
        assert_eq!(reason, Some(StopReason::Memory));
        assert!(store.bytes() <= budget + 64, "{} bytes for {budget}", store.bytes());
        let run = Run::new();
        let mut root = [last];
        store.collect(root.iter_mut(), &mut RunContext::new(&run, &Tuning::DEFAULT)).unwrap();
        // The first slots of the table alone take 4 KiB.
        assert!(store.len() >= budget.saturating_sub(10_000) / 60, "{} nodes for {budget} bytes", store.len());
    }
}

#[test]
fn the_peak_is_that_of_the_nodes_that_there_were() {
    let run = Run::new();
    let mut store = Store::new(1 << 20);
    let mut roots: Vec<Family> =
        (0..10).map(|element| store.make(element, Family::UNIT, Family::EMPTY).unwrap()).collect();
    store.collect(roots[..3].iter_mut(), &mut RunContext::new(&run, &Tuning::DEFAULT)).unwrap();
    assert_eq!((store.len(), store.peak()), (3, 10));
    store.forget_peak();
    assert_eq!(store.peak(), 3);
}

#[test]
fn long_chains_take_no_stack() {
    let run = Run::new();
    let (mut store, mut walk, mut context) =
        (Store::new(1 << 30), Walk::default(), RunContext::new(&run, &Tuning::DEFAULT));
    let mut chain = Family::EMPTY;
    for element in (0..1_000_000).rev() {
        chain = store.make(element, Family::UNIT, chain).unwrap();
    }
    assert_eq!(count(&store, &mut walk, &[chain], &mut context).unwrap(), [BigUint::from(1_000_000u32)]);
    let chosen = vec![u64::MAX; 8000];
    let hit = hitting(&mut store, &mut walk, chain, &[chosen, vec![0; 8000]].concat(), &mut context).unwrap();
    assert_eq!(count(&store, &mut walk, &[hit], &mut context).unwrap(), [BigUint::from(512_000u32)]);
}

//! The ways to count formulas against each other, where brute force would take too long.

use std::sync::Arc;

use proptest::prelude::*;
use vesc_col_core::{DnfSpace, Domain, Run, Term};
use vesc_col_testkit::strategies::planted;

use crate::bits::bit_set::PositiveSet;
use crate::context::Interrupt;
use crate::context::{HeldMemory, RunContext, Threads};
use crate::formula::assignment::Assignment;
use crate::formula::enumeration;
use crate::formula::extension;
use crate::formula::inclusion_exclusion::InclusionExclusion;
use crate::formula::pairs;
use crate::formula::term_store::TermStore;
use crate::formula::term_store::members::ListedTerm;
use crate::term::literal_tables::WeightedRows;
use crate::tuning::Tuning;

/// The formulas in which each term covers a positive that no other does, and all formulas, by listing.
fn listed(
    store: &mut TermStore,
    size: (usize, usize),
    context: RunContext<'_>,
) -> Result<(Vec<Vec<Term>>, usize), Interrupt> {
    let lists = store.all_up_to(size.0 + 1 - size.1, context)?;
    let positives = store.positives();
    let covers = store.covers(context)?;
    let (mut needed, mut all) = (Vec::new(), 0);
    let take = |terms: &[&Term], _: &[usize]| {
        all += 1;
        let members: Vec<ListedTerm> = terms.iter().map(|&term| ListedTerm::new(term.clone(), &covers)).collect();
        let needs = |i: usize| {
            let others = members.iter().enumerate().filter(|&(j, _)| j != i);
            let left = others.fold(PositiveSet::all(positives), |left, (_, other)| left.and_not(&other.cover));
            !left.is_empty()
        };
        if (0..members.len()).all(needs) {
            needed.push(sorted(terms));
        }
        Ok(())
    };
    enumeration::exact(&lists, &WeightedRows::single(positives), context, take).find(size.0, size.1)?;
    needed.sort_unstable();
    Ok((needed, all))
}

fn sorted(terms: &[&Term]) -> Vec<Term> {
    let mut terms: Vec<Term> = terms.iter().map(|&term| term.clone()).collect();
    terms.sort_unstable();
    terms
}

/// The same formulas by shares of positives; perhaps redundant ones besides.
fn assigned(store: &mut TermStore, size: (usize, usize), context: RunContext<'_>) -> Result<Vec<Vec<Term>>, Interrupt> {
    let mut found = Vec::new();
    Assignment::new(store, size, context, |terms: &[&Term]| {
        found.push(sorted(terms));
        Ok(())
    })
    .find()?;
    found.sort_unstable();
    Ok(found)
}

/// All formulas by the irredundant ones in them, up to `most`, and how many there are.
fn extended(
    store: &mut TermStore,
    size: (usize, usize),
    most: usize,
    context: RunContext<'_>,
) -> Result<(Vec<Vec<Term>>, usize), Interrupt> {
    let (mut found, mut all) = (Vec::new(), 0);
    let mut take = |terms: &[&Term]| {
        all += 1;
        found.extend((all <= most).then(|| sorted(terms)));
        Ok(())
    };
    extension::each_formula(store, size, |_| false, context, &mut take)?;
    found.sort_unstable();
    Ok((found, all))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn all_ways_find_the_same_formulas(
        planted in prop::sample::select(vec![9usize, 33, 64, 65, 128])
            .prop_flat_map(|n| planted(DnfSpace::new(n, 5, 3), 80..=120, 0..=6)),
        size in prop::sample::select(vec![(2, 2), (3, 2), (4, 2), (3, 3), (4, 3), (5, 4)]),
        priced in any::<bool>(),
        one_by_one in any::<bool>(),
    ) {
        let run = Run::new().with_threads(1);
        let (mut threads, held_memory) = (Threads::default(), HeldMemory::new());
        let context = threads.context(&run, &held_memory);
        let data = planted.instance.dataset();
        let mut store = TermStore::new(Arc::clone(&data), Domain::free(), Arc::default());
        let listed = listed(&mut store, size, context);
        // Few negatives leave more terms than are ever listed: there is nothing to compare with.
        prop_assume!(listed != Err(Interrupt::TooLong));
        let (needed, all) = listed.map_err(|end| TestCaseError::fail(format!("{end:?}")))?;
        let mut store = TermStore::new(data, Domain::free(), Arc::default());
        // Without a choice of few terms all positives are assigned first, in a number of ways that is exponential in
        // theirs.
        let terms_of_share = if one_by_one && store.positives() <= 7 { 0 } else { Tuning::DEFAULT.terms_of_share };
        let at_once = Tuning {
            nodes_before_bounds: 1,
            nodes_before_thorough_bounds: 1,
            bound_cost_of_node: 1 << 24,
            ..Tuning::DEFAULT
        };
        let tuning = &Tuning { terms_of_share, ..if priced { at_once } else { Tuning::DEFAULT } };
        let failed = |end| TestCaseError::fail(format!("{end:?}"));
        let assigned = assigned(&mut store, size, context.with_tuning(tuning)).map_err(failed)?;
        prop_assert!(assigned.windows(2).all(|pair| pair[0] < pair[1]), "a formula comes twice");
        prop_assert!(needed.iter().all(|formula| assigned.binary_search(formula).is_ok()), "a formula is missing");
        if store.positives() > 0 {
            let (found, extended) = extended(&mut store, size, 20_000, context.with_tuning(tuning)).map_err(failed)?;
            prop_assert_eq!(extended, all);
            prop_assert!(found.windows(2).all(|pair| pair[0] < pair[1]), "a formula comes twice");
            let covers = store.covers(context).map_err(failed)?;
            let is_covered = |formula: &Vec<Term>| {
                let none = PositiveSet::none(store.positives());
                formula.iter().fold(none, |covered, term| covered.or(&covers.of(term))).len() == store.positives()
            };
            prop_assert!(found.iter().all(is_covered), "a formula leaves a positive");
        }
        let longest = size.0 + 1 - size.1;
        let lists = store.all_up_to(longest, context).map_err(failed)?;
        let every = PositiveSet::all(store.positives());
        // Beside one term that covers all positives, the other one may be idle.
        let fewest = lists.iter().position(|list| list.iter().any(|member| member.cover == every));
        let idle = if size.1 == 2 { fewest.map_or(0, |fewest| size.0 - fewest - 1) } else { longest };
        for idle in [idle, longest] {
            if let Ok(Some(inclusion_exclusion)) = InclusionExclusion::from_counts(&mut store, longest, idle, f64::INFINITY, context) {
                prop_assert_eq!(inclusion_exclusion.formulas(size.0, size.1, context), Ok(all.into()));
            }
        }
        if let (2, Ok(Some(pairs))) = (size.1, pairs::count(&mut store, size.0, f64::INFINITY, context)) {
            prop_assert_eq!(pairs, all.into());
        }
        if let Ok(Some(inclusion_exclusion)) = InclusionExclusion::from_lists(&lists, store.positives(), context) {
            prop_assert_eq!(inclusion_exclusion.formulas(size.0, size.1, context), Ok(all.into()));
        }
    }
}

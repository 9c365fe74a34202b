//! Sub-spaces deeper than the data needs: very many formulas of few concepts.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use vesc_col::generate::Recipe;
use vesc_col_bdd::{BddEngine, Lowering};
use vesc_col_core::{
    Cardinality, Concept, Dataset, Dnf, DnfSpace, Engine, Features, Literal, Query, Run, Sample, StopReason, Term,
    VersionSpace,
};

/// All rows over `features` features but those that `skip` says, positive exactly if the first feature is 1.
fn first_feature(features: usize, skip: impl Fn(usize) -> bool) -> Arc<Dataset> {
    let mut builder = Dataset::builder(Features::numbered(features));
    for row in (0..1usize << features).filter(|&row| !skip(row)) {
        builder.push(row & 1 == 1, (0..features).map(|feature| row >> feature & 1 == 1)).unwrap();
    }
    Arc::new(builder.build().unwrap())
}

fn measure(data: &Arc<Dataset>, literals: usize, terms: usize) -> VersionSpace {
    measure_up_to(1000, data, literals, terms)
}

fn measure_up_to(limit: usize, data: &Arc<Dataset>, literals: usize, terms: usize) -> VersionSpace {
    let space = DnfSpace::new(data.features().len(), literals, terms);
    let query = Query::new(Arc::new(space)).with_list_limit(limit);
    let run = Run::new().with_timeout(Duration::from_secs(100));
    BddEngine::default().open(data.clone()).measure(&query, &run).unwrap()
}

#[test]
fn one_concept_in_millions_of_formulas() {
    let found = measure(&first_feature(10, |_| false), 11, 3);
    assert_eq!(found.concepts, Cardinality::exact(1u32));
    assert!(found.formulas.is_exact() && found.formulas.exceeds(1_000_000));
    assert_eq!(found.hypotheses.len(), 1);
}

#[test]
fn concepts_removed_and_concepts_enumerated_are_all_counted_once() {
    const N: usize = 6;
    // Truth tables of all terms, by number of literals.
    let mut terms: Vec<(usize, u64)> = Vec::new();
    for code in 1..3usize.pow(N as u32) {
        let digits: Vec<usize> = (0..N).map(|feature| code / 3usize.pow(feature as u32) % 3).collect();
        let holds = |row: usize| (0..N).all(|feature| digits[feature] == 2 || digits[feature] == row >> feature & 1);
        let table = (0..1usize << N).filter(|&row| holds(row)).map(|row| 1 << row).sum();
        let size = digits.iter().filter(|&&digit| digit != 2).count();
        terms.extend((size > 0).then_some((size, table)));
    }
    for (literals, skipped) in [(7, 0b11_0001), (7, 0b10_0110), (8, 0b01_1110)] {
        let data = first_feature(N, |row| row & skipped == skipped);
        let known: u64 = (0..1usize << N).filter(|row| row & skipped != skipped).map(|row| 1 << row).sum();
        let positive: u64 = (0..1usize << N).filter(|row| row & 1 == 1).map(|row| 1 << row).sum();
        let mut concepts: BTreeMap<u64, u64> = BTreeMap::new();
        for (i, &(size, table)) in terms.iter().enumerate() {
            for &(other_size, other) in &terms[i + 1..] {
                if size + other_size == literals && (table | other) & known == positive & known {
                    *concepts.entry(table | other).or_default() += 1;
                }
            }
        }
        let found = measure(&data, literals, 2);
        assert_eq!(found.concepts, Cardinality::exact(concepts.len()));
        assert_eq!(found.formulas, Cardinality::exact(concepts.values().sum::<u64>()));
        assert!(found.is_listed());
    }
}

#[test]
fn what_is_listed_in_part_bounds_the_concepts_from_both_sides() {
    let data = first_feature(6, |row| row & 0b110 == 0b110);
    let whole = measure(&data, 6, 2);
    let concepts = whole.hypotheses.len();
    assert!(concepts > 2, "{concepts}");
    let mut bounded = 0;
    for limit in 1..concepts {
        let found = measure_up_to(limit, &data, 6, 2);
        assert_eq!(found.formulas, whole.formulas);
        assert!(found.concepts.contains(whole.concepts.lower()), "{limit}: {}", found.concepts);
        // Some of those that were seen are the same concept.
        bounded += usize::from(found.concepts.upper() < found.formulas.upper());
    }
    assert_eq!(bounded, concepts - 1);
}

/// Where the circuits' diagrams have no room, all formulas are gone through, however many of them are of one concept.
#[test]
fn rare_concepts_are_found_without_diagrams() {
    const N: usize = 100;
    let recipe = Recipe { features: N, terms: vec![1], positives: 80, negatives: 90, seed: 1 };
    let (data, target) = recipe.make().unwrap();
    let literal = *target.terms()[0].iter().next().unwrap();
    let negatives: Vec<&Sample> = data.negatives().iter().collect();
    // The target, and beside it each term of three literals that rejects the negatives too. The positives are so many
    // that they need the target's literal. Two terms of two literals both have it. One of them has any other literal,
    // and the other one its complement.
    let mut concepts = HashSet::new();
    let mut formulas = N - 1;
    let codes = (0..2 * N).flat_map(|a| (0..a).flat_map(move |b| (0..b).map(move |c| [a, b, c])));
    for codes in codes.filter(|[a, b, c]| a / 2 != b / 2 && b / 2 != c / 2) {
        let literals = codes.map(|code| Literal::matching(code / 2, code % 2 == 1));
        let holds = |row: &Sample| literals.iter().all(|literal| row[literal.feature()] != literal.is_negated());
        if !negatives.iter().any(|row| holds(row)) {
            let term = Term::new(literals).unwrap();
            concepts.insert(Concept::of(&Dnf::new([Term::new([literal]).unwrap(), term]).unwrap()));
            formulas += 1;
        }
    }
    let query = Query::new(Arc::new(DnfSpace::new(N, 4, 2))).with_list_limit(1000);
    let run = Run::new().with_memory(4 << 20);
    let circuits = BddEngine::default().with_lowering(Lowering::Circuit).open(data.clone()).measure(&query, &run);
    assert_eq!(circuits.unwrap().stopped, Some(StopReason::Memory));
    let found = BddEngine::default().open(data).measure(&query, &run).unwrap();
    assert_eq!(found.formulas, Cardinality::exact(formulas));
    assert_eq!(found.concepts, Cardinality::exact(concepts.len()));
}

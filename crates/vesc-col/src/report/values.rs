//! Formulas that differ only in which values of a column fit.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use vesc_col_core::{Dnf, Features, Hypothesis, Literal, Test};

use crate::formula::as_dnf::as_dnf;

/// The columns of values in which formulas differ, if they differ in nothing else: term by term they test the same columns. None
/// otherwise, and for hypotheses that are no DNF.
pub(super) fn columns_of_values(hypotheses: &[Arc<dyn Hypothesis>], features: &Features) -> Vec<String> {
    let formulas: Option<Vec<&Dnf>> = hypotheses.iter().map(|hypothesis| as_dnf(&**hypothesis)).collect();
    let Some([first, others @ ..]) = formulas.as_deref() else { return Vec::new() };
    let tested = columns(first, features);
    if others.is_empty() || others.iter().any(|other| columns(other, features) != tested) {
        return Vec::new();
    }
    let all = literals(first);
    let differing: BTreeSet<Literal> = others
        .iter()
        .flat_map(|other| literals(other).symmetric_difference(&all).copied().collect::<Vec<_>>())
        .collect();
    // In the order of the features, where those of a column stand together.
    let names: Option<Vec<&str>> = differing.iter().map(|literal| value_column(*literal, features)).collect();
    let mut names = names.unwrap_or_default();
    names.dedup();
    names.into_iter().map(str::to_owned).collect()
}

/// How many classes are left if formulas are of one that differ only in which values of a column they test. `classes` has the
/// number of each formula's class before, counted from 0.
pub(super) fn merge_values(formulas: &[&Dnf], classes: &[usize], features: &Features) -> usize {
    // For each class one that it is merged with, itself at last.
    let mut merged: Vec<usize> = (0..classes.iter().max().map_or(0, |most| most + 1)).collect();
    let root = |merged: &[usize], mut class: usize| {
        while merged[class] != class {
            class = merged[class];
        }
        class
    };
    let mut known: HashMap<Vec<Vec<TestedValue<'_>>>, usize> = HashMap::new();
    for (formula, &class) in formulas.iter().zip(classes) {
        let class = root(&merged, class);
        let other = root(&merged, *known.entry(tested(formula, features)).or_insert(class));
        merged[class] = other;
    }
    (0..merged.len()).filter(|&class| merged[class] == class).count()
}

/// What a literal tests: a value of a column, whichever, or something else.
type TestedValue<'a> = Result<&'a str, Literal>;

/// For each term what its literals test, in order; the terms, too.
fn tested<'a>(dnf: &Dnf, features: &'a Features) -> Vec<Vec<TestedValue<'a>>> {
    let sorted = |mut tested: Vec<TestedValue<'a>>| {
        tested.sort_unstable();
        tested
    };
    let test = |literal: &Literal| value_column(*literal, features).ok_or(*literal);
    let mut terms: Vec<Vec<TestedValue<'a>>> =
        dnf.terms().iter().map(|term| sorted(term.iter().map(test).collect())).collect();
    terms.sort_unstable();
    terms
}

/// For each term the columns that its literals test, in order; the terms, too.
fn columns<'a>(dnf: &Dnf, features: &'a Features) -> Vec<Vec<&'a str>> {
    let column =
        |literal: &Literal| features.test(literal.feature()).map_or(features.name(literal.feature()), |it| it.0);
    let sorted = |mut names: Vec<&'a str>| {
        names.sort_unstable();
        names
    };
    let mut terms: Vec<Vec<&str>> = dnf.terms().iter().map(|term| sorted(term.iter().map(column).collect())).collect();
    terms.sort_unstable();
    terms
}

fn literals(dnf: &Dnf) -> BTreeSet<Literal> {
    dnf.terms().iter().flat_map(|term| term.iter().copied()).collect()
}

/// The column of a literal that tests for a value.
fn value_column(literal: Literal, features: &Features) -> Option<&str> {
    match features.test(literal.feature())? {
        (column, Test::Equals(_)) => Some(column),
        _ => None,
    }
}

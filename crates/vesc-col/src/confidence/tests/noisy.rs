//! Unknown cells and wrong labels beside all formulas of small worlds, one by one.

use proptest::prelude::*;
use vesc_col_core::{Dataset, Dnf, Domain, Features, Run, Sample, Samples, Term};

use super::{FEATURES, census, prior, terms};
use crate::confidence::census::Census;
use crate::confidence::label_errors::{Budget, ErrorPosterior, WithErrors};
use crate::confidence::posterior::Posterior;
use crate::confidence::uncertain::{Cells, Uncertain, completed};
use crate::errors::budget::ErrorBudget;

/// A label, an input, the features that are unknown there, and how often the row occurs.
type Row = (bool, usize, usize, usize);

fn data(rows: &[Row]) -> Dataset {
    let mut builder = Dataset::builder(Features::numbered(FEATURES)).with_contradictions();
    for &(label, code, unknown, count) in rows {
        let cell = |feature: usize| (unknown >> feature & 1 == 0).then_some(code >> feature & 1 == 1);
        (0..count).for_each(|_| builder.push_partial(label, (0..FEATURES).map(cell)).unwrap());
    }
    builder.build().unwrap()
}

fn free() -> Domain {
    Domain::free()
}

/// All formulas of up to `most` drawn terms, and their prior weight.
fn formulas(most: usize) -> Vec<(Vec<Term>, f64)> {
    let terms = terms();
    let weight = |term: &Term| prior(term, &terms);
    let one = terms.iter().map(|one| (vec![one.clone()], weight(one) / most as f64));
    let pair = |one: &Term, other: &Term| (vec![one.clone(), other.clone()], weight(one) * weight(other) / most as f64);
    let two = terms.iter().flat_map(|one| terms.iter().map(move |other| pair(one, other)));
    if most == 1 { one.collect() } else { one.chain(two).collect() }
}

fn accepts(formula: &[Term], row: &Sample) -> bool {
    formula.iter().any(|term| term.accepts(row))
}

/// On how many runs a formula is wrong, if unknown cells are what suits it least, or best.
fn wrong(formula: &[Term], samples: &Samples, label: bool, worst: bool) -> usize {
    let is_wrong = |index: &usize| {
        let mut each =
            samples.completions(*index).map(|row| accepts(formula, &Sample::from_slice(&row)[..FEATURES]) != label);
        if worst { each.any(|is_wrong| is_wrong) } else { each.all(|is_wrong| is_wrong) }
    };
    (0..samples.distinct()).filter(is_wrong).map(|index| samples.weight(index) as usize).sum()
}

fn uncertain(data: &Dataset, cells: Cells, spare: u32) -> (Census, Uncertain) {
    let run = Run::new();
    let rows = Uncertain::new(data, cells, spare, &run).unwrap();
    (Census::uncertain((data, &free()), &rows, 1, (1, &run)).unwrap(), rows)
}

/// The shares of the formulas that explain the data, in one sense or the other.
fn evidence(data: &Dataset, most: usize, worst: bool) -> f64 {
    let explains = |formula: &[Term]| {
        wrong(formula, data.positives(), true, worst) + wrong(formula, data.negatives(), false, worst) == 0
    };
    formulas(most).iter().filter(|(formula, _)| explains(formula)).map(|(_, weight)| weight).sum()
}

/// Whether the second formula is the first with a term that rejects all negatives, and explains a further positive.
fn adds_a_cause(formula: &[Term], other: &[Term], data: &Dataset) -> bool {
    let explains_more = |term: &Term| {
        let is_open = |row: &vesc_col_core::Sample| !formula.iter().any(|own| own.accepts(row));
        data.positives().iter().any(|row| is_open(row) && term.accepts(row))
            && !data.negatives().iter().any(|row| term.accepts(row))
    };
    match (formula, other) {
        ([own], [one, two]) => (one == own && explains_more(two)) || (two == own && explains_more(one)),
        _ => false,
    }
}

/// Up to eight rows with up to two unknown cells each.
fn partial_worlds() -> impl Strategy<Value = Dataset> {
    let row = (any::<bool>(), 0..16usize, 0..16usize, 0..16usize, 1..3usize);
    proptest::collection::vec(row, 1..9).prop_map(|rows| {
        let few = |a: usize, b: usize| a & b;
        data(&rows.iter().map(|&(label, code, a, b, count)| (label, code, few(a, b), count)).collect::<Vec<_>>())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Whatever the unknown cells are, the formulas that explain the data are between what is counted for the worst and the best.
    #[test]
    fn unknown_cells_are_bounded(data in partial_worlds()) {
        let count = |cells: Cells, most: usize| Posterior::new(&uncertain(&data, cells, 0).0, most).of_all();
        // A single term is judged row by row.
        for (cells, worst) in [(Cells::Worst, true), (Cells::Best, false)] {
            let (found, expected) = (count(cells, 1), evidence(&data, 1, worst));
            prop_assert!((found - expected).abs() < 1e-9, "{found} and not {expected}");
        }
        let (least, most) = (count(Cells::Worst, 2), count(Cells::Best, 2));
        prop_assert!(least <= evidence(&data, 2, true) + 1e-9);
        prop_assert!(most >= evidence(&data, 2, false) - 1e-9);
        for seed in 0..4 {
            let drawn = completed(&data, &free(), seed, &Run::new()).unwrap();
            prop_assert_eq!(drawn.unknown_cells(), 0);
            let found = Posterior::new(&census(&drawn, &free(), 1), 2).of_all();
            prop_assert!((found - evidence(&drawn, 2, true)).abs() < 1e-9);
            prop_assert!(least - 1e-9 <= found && found <= most + 1e-9, "{least} {found} {most}");
        }
    }

    /// The posterior within an error budget is that of all draws of one term, and its interval holds that of two.
    #[test]
    fn wrong_labels_are_counted(
        rows in proptest::collection::vec((any::<bool>(), 0..16usize, Just(0), 1..3usize), 2..10),
        (positives, negatives) in (0..3u64, 0..3u64),
        is_total in any::<bool>(),
    ) {
        let data = data(&rows);
        let budget = match is_total {
            true => ErrorBudget::default().with_total(positives + negatives),
            false => ErrorBudget::new(positives, negatives),
        };
        let counted = Budget::new(&budget, &data);
        prop_assume!(counted.is_some());
        let counted = counted.unwrap();
        for most in 1..=2 {
            let (counted_terms, rows) = uncertain(&data, Cells::Worst, counted.false_positives());
            let found = ErrorPosterior::new(&counted_terms, rows, counted.clone(), most);
            let allowed = |a: usize, b: usize| budget.allows((a as u64, b as u64), data.positives().total_weight());
            let all: Vec<(Vec<Term>, f64, usize)> = formulas(most)
                .into_iter()
                .filter_map(|(formula, weight)| {
                    let a = wrong(&formula, data.negatives(), false, true);
                    let b = wrong(&formula, data.positives(), true, true);
                    allowed(a, b).then_some((formula, weight, a + b))
                })
                .collect();
            // Every rate up to the budget's share is alike.
            let largest = (f64::from(counted.total()) / data.rows() as f64).min(0.5);
            let rates: Vec<f64> = (0..1000).map(|part| largest * (f64::from(part) + 0.5) / 1000.0).collect();
            let likelihood = |wrong: usize| {
                let right = (data.rows() - wrong) as i32;
                rates.iter().map(|rate| rate.powi(wrong as i32) * (1.0 - rate).powi(right)).sum::<f64>() / 1000.0
            };
            let evidence: f64 = all.iter().map(|(_, weight, wrong)| weight * likelihood(*wrong)).sum();
            for (formula, weight, wrong) in &all {
                let Ok(dnf) = Dnf::new(formula.iter().cloned()) else { continue };
                // In either order.
                let own = formula.len() as f64 * weight * likelihood(*wrong);
                let with_more: f64 = all.iter().filter(|other| adds_a_cause(formula, &other.0, &data)).map(|(_, weight, wrong)| weight * likelihood(*wrong)).sum();
                let expected = ((own + with_more) / evidence).min(1.0);
                let WithErrors { posterior, own: share } = found.of(&dnf, &data);
                prop_assert!(posterior.low <= expected * 1.001 && expected <= posterior.high * 1.001, "{posterior:?} and not {expected}");
                if most == 1 {
                    prop_assert!((posterior.value - expected).abs() < 1e-3, "{posterior:?} and not {expected}");
                }
                let expected = own / (own + with_more);
                prop_assert!((share.value - expected).abs() < 1e-2, "{share:?} and not {expected}");
                prop_assert!(share.low <= share.value && share.value <= share.high && share.high <= 1.0);
            }
        }
    }
}

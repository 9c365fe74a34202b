//! What the trials had: within it a probability was measured, beyond it is extrapolated.

use vesc_col_core::{Dataset, Domain};

use super::evidence::Evidence;
use super::model::Prior;
use super::tested::families;

/// Whether every input is legal, but that cuts of one column imply each other.
pub(super) fn is_free(data: &Dataset, domain: &Domain) -> bool {
    let pairs = |count: usize| count * count.saturating_sub(1) / 2;
    let implied: usize = families(data.features()).map(|column| pairs(column.len())).sum();
    let ordered: usize = domain.orders().map(|order| pairs(order.len())).sum();
    domain.nogoods_beside_orders().count() + ordered <= implied
}

/// What the campaigns had on which the models were tested, if an answer has something else: for
/// [`Confidence::extrapolated_from`](super::Confidence::extrapolated_from).
pub(super) fn beyond(evidence: &Evidence, is_free: bool, prior: &Prior) -> Option<&'static str> {
    // Equal runs are one row.
    if !(200..=5000).contains(&evidence.rows) {
        Some("trials with 200 to 5000 different runs")
    } else if !(20..=120).contains(&evidence.features) {
        Some("trials with 20 to 120 features")
    } else if evidence.positives > 12 {
        Some("trials with up to 12 different positives")
    } else if prior.terms() != 3 {
        Some("trials of searches for up to 3 terms")
    } else if !is_free {
        Some("trials in which every input was legal")
    } else {
        None
    }
}

/// The assumed share of causes outside of the language that the trials had.
const OUTSIDE: f64 = 0.1;

/// The unique answers of the trials by the probability that was said of them. Each line has the number below which it
/// was, how many were right, and how many there were. `docs/guide/trust.md` has the table and the command.
const RELIABILITY: [(f64, u32, u32); 10] = [
    (0.260, 32, 122),
    (0.384, 39, 123),
    (0.479, 57, 122),
    (0.554, 61, 123),
    (0.633, 78, 123),
    (0.703, 85, 122),
    (0.765, 98, 123),
    (0.836, 111, 122),
    (0.891, 113, 123),
    (0.957, 120, 123),
];

/// How many of the answers of which about this was said were right in the trials, and of how many; `None` where there were
/// none.
pub(super) fn were_right(probability: f64, prior: &Prior) -> Option<(u32, u32)> {
    let is_tried = (prior.outside() - OUTSIDE).abs() < 1e-9;
    let found = RELIABILITY.iter().find(|(below, ..)| probability < *below).filter(|_| is_tried);
    found.map(|&(_, right, all)| (right, all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_are_in_order_and_are_for_the_prior_that_was_tried() {
        assert!(RELIABILITY.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(RELIABILITY.iter().all(|&(_, right, all)| right <= all));
        let tried = Prior::default();
        assert_eq!(were_right(0.8, &tried), Some((111, 122)));
        assert_eq!(were_right(0.26, &tried), Some((39, 123)));
        assert_eq!(were_right(0.96, &tried), None);
        assert_eq!(were_right(0.8, &tried.with_outside(0.2)), None);
    }
}

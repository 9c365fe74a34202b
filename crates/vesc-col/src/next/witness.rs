//! Inputs on which two formulas differ.

use vesc_col_core::{Dnf, Term};

/// Values of some features that make `yes` true and `no` false, whatever the other features are; `None` if `yes` implies
/// `no`. Each term of `no` is falsified by one of its literals: k terms of m literals take at most m^k tries.
pub(crate) fn difference(yes: &Dnf, no: &Dnf, features: usize) -> Option<Vec<Option<bool>>> {
    yes.terms().iter().find_map(|term| {
        let mut values = vec![None; features];
        for literal in term.iter() {
            values[literal.feature()] = Some(!literal.is_negated());
        }
        falsify(no.terms(), &mut values).then_some(values)
    })
}

/// Sets further values so that no term holds; puts everything back if that is impossible.
fn falsify(terms: &[Term], values: &mut [Option<bool>]) -> bool {
    let Some((term, rest)) = terms.split_first() else { return true };
    if term.iter().any(|literal| values[literal.feature()] == Some(literal.is_negated())) {
        return falsify(rest, values);
    }
    term.iter().any(|literal| {
        let feature = literal.feature();
        if values[feature].is_some() {
            return false;
        }
        values[feature] = Some(literal.is_negated());
        let done = falsify(rest, values);
        if !done {
            values[feature] = None;
        }
        done
    })
}

#[cfg(test)]
mod tests {
    use vesc_col_core::{Features, OwnedSample};

    use super::*;

    #[test]
    fn a_difference_is_one_and_is_found_if_there_is_one() {
        let features = Features::numbered(3);
        let texts =
            ["x0", "!x0", "x0 & x1", "x0 | x1", "x0 & x1 | !x0 & x2", "x1 & x2", "x0 & x1 | !x0 & x2 | x1 & x2"];
        let formulas: Vec<Dnf> = texts.iter().map(|text| Dnf::parse(text, &features).unwrap()).collect();
        for yes in &formulas {
            for no in &formulas {
                let inputs = (0..8).map(|x| (0..3).map(|i| x >> i & 1 == 1).collect::<OwnedSample>());
                let differs = inputs.clone().any(|x| yes.accepts(&x) && !no.accepts(&x));
                let found = difference(yes, no, 3);
                assert_eq!(found.is_some(), differs, "{yes} but not {no}");
                let Some(values) = found else { continue };
                let agrees = |x: &OwnedSample| values.iter().zip(x).all(|(v, x)| v.is_none_or(|v| v == *x));
                assert!(inputs.filter(agrees).all(|x| yes.accepts(&x) && !no.accepts(&x)), "{yes} but not {no}");
            }
        }
    }
}

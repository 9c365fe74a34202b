//! Inputs on which two formulas differ.

use vesc_col_core::{Dnf, Domain, Literal, Term};

/// Values of some features that make `yes` true and `no` false, whatever the other features are; `None` if `yes` implies
/// `no`. Each term of `no` is falsified by one of its literals: k terms of m literals take at most m^k tries.
pub(crate) fn difference(yes: &Dnf, no: &Dnf, features: usize) -> Option<Vec<Option<bool>>> {
    search(yes, no, features, &|_| true)
}

/// The same, as literals that some legal input has; `None` if `yes` implies `no` on all legal inputs.
pub(crate) fn legal_difference(yes: &Dnf, no: &Dnf, features: usize, domain: &Domain) -> Option<Vec<Literal>> {
    search(yes, no, features, &|values| is_allowed(domain, values)).map(|values| literals(&values))
}

/// Literals that some legal input has, and which make a formula false; `None` if it is true on all legal inputs.
pub(super) fn legal_falsifying(formula: &Dnf, features: usize, domain: &Domain) -> Option<Vec<Literal>> {
    let mut values = vec![None; features];
    falsify(formula.terms(), &mut values, &|values| is_allowed(domain, values)).then(|| literals(&values))
}

/// Values of some features, beside those that are known, which make a formula false on some legal input; `None` if it is true on all that
/// have the known values, of which there are some.
pub(crate) fn completed_false(formula: &Dnf, known: Vec<Option<bool>>, domain: &Domain) -> Option<Vec<Option<bool>>> {
    let mut values = known;
    falsify(formula.terms(), &mut values, &|values| is_allowed(domain, values)).then_some(values)
}

/// Whether a term holds on some legal input that has the known values.
pub(crate) fn may_hold(term: &Term, known: &[Option<bool>], domain: &Domain) -> bool {
    let mut values = known.to_vec();
    term.iter().all(|literal| {
        let value = !literal.is_negated();
        *values[literal.feature()].get_or_insert(value) == value
    }) && is_allowed(domain, &values)
}

/// Whether a formula is true on all legal inputs that have these literals, of which there are some.
pub(super) fn is_true_with(formula: &Dnf, literals: &[Literal], features: usize, domain: &Domain) -> bool {
    let mut values = vec![None; features];
    literals.iter().for_each(|literal| values[literal.feature()] = Some(!literal.is_negated()));
    !falsify(formula.terms(), &mut values, &|values| is_allowed(domain, values))
}

fn is_allowed(domain: &Domain, values: &[Option<bool>]) -> bool {
    domain.is_free() || domain.allows(&literals(values))
}

fn literals(values: &[Option<bool>]) -> Vec<Literal> {
    values.iter().enumerate().filter_map(|(feature, &value)| Some(Literal::matching(feature, value?))).collect()
}

fn search(
    yes: &Dnf,
    no: &Dnf,
    features: usize,
    is_allowed: &dyn Fn(&[Option<bool>]) -> bool,
) -> Option<Vec<Option<bool>>> {
    yes.terms().iter().find_map(|term| {
        let mut values = vec![None; features];
        for literal in term.iter() {
            values[literal.feature()] = Some(!literal.is_negated());
        }
        (is_allowed(&values) && falsify(no.terms(), &mut values, is_allowed)).then_some(values)
    })
}

/// Sets further values so that no term holds; puts everything back if that is impossible.
fn falsify(terms: &[Term], values: &mut [Option<bool>], is_allowed: &dyn Fn(&[Option<bool>]) -> bool) -> bool {
    let Some((term, rest)) = terms.split_first() else { return true };
    if term.iter().any(|literal| values[literal.feature()] == Some(literal.is_negated())) {
        return falsify(rest, values, is_allowed);
    }
    term.iter().any(|literal| {
        let feature = literal.feature();
        if values[feature].is_some() {
            return false;
        }
        values[feature] = Some(literal.is_negated());
        let done = is_allowed(values) && falsify(rest, values, is_allowed);
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
                let one_of_two = Domain::builder(3).exactly_one([0, 2]).build().unwrap();
                let legal = inputs.clone().filter(|x| one_of_two.contains(x));
                let differing = legal.clone().filter(|x| yes.accepts(x) && !no.accepts(x)).count();
                let found_legal = legal_difference(yes, no, 3, &one_of_two);
                assert_eq!(found_legal.is_some(), differing > 0, "{yes} but not {no}");
                if let Some(literals) = found_legal {
                    let mut agreeing = legal.filter(|x| literals.iter().all(|literal| literal.accepts(x))).peekable();
                    assert!(agreeing.peek().is_some() && agreeing.all(|x| yes.accepts(&x) && !no.accepts(&x)));
                }
                let Some(values) = found else { continue };
                let agrees = |x: &OwnedSample| values.iter().zip(x).all(|(v, x)| v.is_none_or(|v| v == *x));
                assert!(inputs.filter(agrees).all(|x| yes.accepts(&x) && !no.accepts(&x)), "{yes} but not {no}");
            }
        }
    }
}

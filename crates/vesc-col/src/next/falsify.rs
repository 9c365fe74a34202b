//! Inputs on which two formulas differ.

use vesc_col_core::{Dnf, Domain, Literal, Term};

/// Values of some features that make `yes` true and `no` false, whatever the other features are; `None` if `yes` implies
/// `no`. Each term of `no` is falsified by one of its literals: k terms of m literals take at most m^k tries.
pub(crate) fn difference(yes: &Dnf, no: &Dnf, features: usize) -> Option<Vec<Option<bool>>> {
    let found = legal_difference(yes, no, &Domain::free())?;
    let mut values = vec![None; features];
    found.iter().for_each(|literal| values[literal.feature()] = Some(!literal.is_negated()));
    Some(values)
}

/// The same, as literals that some legal input has; `None` if `yes` implies `no` on all legal inputs.
pub(crate) fn legal_difference(yes: &Dnf, no: &Dnf, domain: &Domain) -> Option<Vec<Literal>> {
    yes.terms().iter().find_map(|term| {
        let mut values = Values { known: &[], set: term.literals().to_vec(), domain };
        (values.are_allowed() && values.falsify(no.terms())).then(|| values.sorted())
    })
}

/// Literals that some legal input has, and which make a formula false; `None` if it is true on all legal inputs.
pub(super) fn legal_falsifying(formula: &Dnf, domain: &Domain) -> Option<Vec<Literal>> {
    let mut values = Values { known: &[], set: Vec::new(), domain };
    values.falsify(formula.terms()).then(|| values.sorted())
}

/// Values of some features, beside those that are known, which make a formula false on some legal input; `None` if it is true on all that
/// have the known values, of which there are some.
pub(crate) fn completed_false(formula: &Dnf, known: Vec<Option<bool>>, domain: &Domain) -> Option<Vec<Option<bool>>> {
    let mut values = Values { known: &known, set: Vec::new(), domain };
    let set = values.falsify(formula.terms()).then_some(values.set)?;
    let mut completed = known;
    set.iter().for_each(|literal| completed[literal.feature()] = Some(!literal.is_negated()));
    Some(completed)
}

/// Whether a term holds on some legal input that has the known values.
pub(crate) fn may_hold(term: &Term, known: &[Option<bool>], domain: &Domain) -> bool {
    let values = Values { known, set: term.literals().to_vec(), domain };
    let is_false = |literal: &Literal| known[literal.feature()] == Some(literal.is_negated());
    !term.iter().any(is_false) && values.are_allowed()
}

/// Whether a formula is true on all legal inputs that have these literals, of which there are some.
pub(super) fn is_true_with(formula: &Dnf, literals: &[Literal], domain: &Domain) -> bool {
    !Values { known: &[], set: literals.to_vec(), domain }.falsify(formula.terms())
}

/// Values of some features.
struct Values<'v> {
    /// By feature; those of further features are not known.
    known: &'v [Option<bool>],
    /// Values of other features, few of them.
    set: Vec<Literal>,
    /// What is legal.
    domain: &'v Domain,
}

impl Values<'_> {
    fn of(&self, feature: usize) -> Option<bool> {
        let set = self.set.iter().find(|literal| literal.feature() == feature).map(|literal| !literal.is_negated());
        set.or_else(|| *self.known.get(feature)?)
    }

    fn sorted(mut self) -> Vec<Literal> {
        self.set.sort_unstable();
        self.set
    }

    /// Whether some legal input has these values.
    fn are_allowed(&self) -> bool {
        let known = self.known.iter().enumerate();
        let known = known.filter_map(|(feature, &value)| Some(Literal::matching(feature, value?)));
        self.domain.is_free() || self.domain.allows(&known.chain(self.set.iter().copied()).collect::<Vec<Literal>>())
    }

    /// Sets further values so that no term holds; puts everything back if that is impossible.
    fn falsify(&mut self, terms: &[Term]) -> bool {
        let Some((term, rest)) = terms.split_first() else { return true };
        if term.iter().any(|literal| self.of(literal.feature()) == Some(literal.is_negated())) {
            return self.falsify(rest);
        }
        term.iter().any(|&literal| {
            if self.of(literal.feature()).is_some() {
                return false;
            }
            let before = self.set.len();
            self.set.push(!literal);
            let done = self.are_allowed() && self.falsify(rest);
            if !done {
                self.set.truncate(before);
            }
            done
        })
    }
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
                let found_legal = legal_difference(yes, no, &one_of_two);
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

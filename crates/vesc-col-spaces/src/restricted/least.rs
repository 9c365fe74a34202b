//! The least formula of a concept that satisfies options.
//!
//! A depth-first search, literal by literal, for the least sorted sequence of implicants; the first one found is the
//! least. A prefix is given up where no prime completes it within the size that is left. The primes that nothing else
//! can replace get their share first.

use vesc_col_core::{Concept, Dnf, Literal, Run, StopReason, Term};

use super::DnfOptions;

/// Steps between two looks at the run: about a millisecond.
const CHECK_INTERVAL: usize = 1000;

/// The least formula of `terms` terms and complexity `size`, each of which is allowed, or `None` if there is none.
///
/// # Errors
///
/// Why the run ended.
pub(super) fn least_formula(
    concept: &Concept,
    (features, size, terms): (usize, usize, usize),
    options: &DnfOptions,
    allow: &dyn Fn(&[Literal]) -> bool,
    run: &Run,
) -> Result<Option<Dnf>, StopReason> {
    let primes: Vec<&[Literal]> = concept.primes().collect();
    let essential = (0..primes.len()).filter_map(|prime| {
        let others = primes.iter().enumerate().filter(|(other, _)| *other != prime).map(|(_, literals)| *literals);
        let point = uncovered_point(&others.collect::<Vec<_>>(), primes[prime])?;
        Some(Essential { prime, point })
    });
    let lightest = (0..features).map(|feature| options.weight(feature) as usize).min().unwrap_or(1);
    let essential = essential.collect();
    let mut search =
        Search { features, options, allow, lightest, primes, essential, chosen: Vec::new(), run, steps: 0 };
    if !search.next_term(terms, size)? {
        return Ok(None);
    }
    let terms: Option<Vec<Term>> = search.chosen.into_iter().map(|literals| Term::new(literals).ok()).collect();
    Ok(terms.and_then(|terms| Dnf::new(terms).ok()))
}

/// A prime that contains a point which no other prime does: every formula has a term within it.
struct Essential {
    prime: usize,
    /// The point's literals where they matter; all other features are false.
    point: Vec<Literal>,
}

impl Essential {
    fn is_within(&self, term: &[Literal]) -> bool {
        term.iter().all(|literal| match self.point.iter().find(|known| known.feature() == literal.feature()) {
            Some(known) => known == literal,
            None => literal.is_negated(),
        })
    }
}

struct Search<'a> {
    features: usize,
    options: &'a DnfOptions,
    /// Whether a term may have just these literals.
    allow: &'a dyn Fn(&[Literal]) -> bool,
    /// The least weight of a literal.
    lightest: usize,
    primes: Vec<&'a [Literal]>,
    essential: Vec<Essential>,
    /// The terms so far, ascending.
    chosen: Vec<Vec<Literal>>,
    run: &'a Run,
    /// How many prefixes have been looked at.
    steps: usize,
}

impl Search<'_> {
    /// Completes the formula by `terms` more terms of complexity `size` in all.
    fn next_term(&mut self, terms: usize, size: usize) -> Result<bool, StopReason> {
        if terms == 0 {
            return Ok(size == 0 && self.is_complete());
        }
        self.extend(&mut Vec::new(), terms, size)
    }

    /// Completes the formula by a term that begins with the prefix, and more after it.
    fn extend(&mut self, prefix: &mut Vec<Literal>, terms: usize, size: usize) -> Result<bool, StopReason> {
        self.steps += 1;
        if self.steps.is_multiple_of(CHECK_INTERVAL) {
            self.run.check()?;
        }
        if !self.has_room(prefix, terms, size) {
            return Ok(false);
        }
        let last = self.chosen.last();
        let greater = last.is_none_or(|last| *prefix > *last);
        if !prefix.is_empty() && greater && self.is_implicant(prefix) && (self.allow)(prefix) {
            let rest = size - self.options.size(prefix.iter());
            self.chosen.push(prefix.clone());
            if self.next_term(terms - 1, rest)? {
                return Ok(true);
            }
            self.chosen.pop();
        }
        let first = prefix.last().map_or(0, |literal| literal.feature() + 1);
        for feature in first..self.features {
            for value in [true, false] {
                prefix.push(Literal::matching(feature, value));
                // What is less than the last term's beginning can only become less than the last term.
                let last = self.chosen.last();
                let late = last.is_none_or(|last| **prefix >= last[..last.len().min(prefix.len())]);
                if late && self.extend(prefix, terms, size)? {
                    return Ok(true);
                }
                prefix.pop();
            }
        }
        Ok(false)
    }

    /// Whether some prime could complete the prefix and leave enough for the other terms; the answer no is certain.
    fn has_room(&self, prefix: &[Literal], terms: usize, size: usize) -> bool {
        let missed = |essential: &&Essential| !self.chosen.iter().any(|term| essential.is_within(term));
        let missed: Vec<usize> = self.essential.iter().filter(missed).map(|essential| essential.prime).collect();
        let needed: usize = missed.iter().map(|&prime| self.options.size(self.primes[prime])).sum();
        (0..self.primes.len()).any(|prime| {
            let literals = self.primes[prime];
            let (mut others, mut needed) = (missed.len(), needed);
            if missed.contains(&prime) {
                others -= 1;
                needed -= self.options.size(literals);
            }
            let Some(free) = (terms - 1).checked_sub(others) else { return false };
            let last = prefix.last().map(|literal| literal.feature());
            let added = literals.iter().filter(|literal| !prefix.contains(literal));
            let fits = added.clone().all(|literal| last.is_none_or(|last| literal.feature() > last));
            let whole: Vec<Literal> = prefix.iter().chain(added).copied().collect();
            let here = self.options.size(&whole).max(self.lightest);
            fits && (self.allow)(&whole)
                && here.saturating_add(needed).saturating_add(free.saturating_mul(self.lightest)) <= size
        })
    }

    fn is_implicant(&self, term: &[Literal]) -> bool {
        self.primes.iter().any(|prime| prime.iter().all(|literal| term.contains(literal)))
    }

    /// Whether the chosen terms, which are implicants, are the function and have what is required.
    fn is_complete(&self) -> bool {
        let chosen: Vec<&[Literal]> = self.chosen.iter().map(Vec::as_slice).collect();
        self.options.required().iter().all(|literal| chosen.iter().any(|term| term.contains(literal)))
            && self.primes.iter().all(|prime| uncovered_point(&chosen, prime).is_none())
    }
}

/// Literals, those of `cube` among them, that conflict with every term; `None` if the terms cover the cube.
///
/// The core has such a search, too. It works on packed cubes, which are private, and would take as many lines to reach.
fn uncovered_point(terms: &[&[Literal]], cube: &[Literal]) -> Option<Vec<Literal>> {
    let open = terms.iter().find(|term| !term.iter().any(|&literal| cube.contains(&!literal)));
    let Some(term) = open else { return Some(cube.to_vec()) };
    // Contradict the first term's literals one after the other; where none is left, the term covers the rest.
    let mut cube = cube.to_vec();
    for &literal in term.iter() {
        if cube.contains(&literal) {
            continue;
        }
        cube.push(!literal);
        if let Some(point) = uncovered_point(terms, &cube) {
            return Some(point);
        }
        cube.pop();
        cube.push(literal);
    }
    None
}

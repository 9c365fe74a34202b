//! From the formulas over the cuts next to positives to all formulas.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use num_bigint::BigUint;
use vesc_col_core::{Cardinality, Concept, Dnf, Domain, Hypothesis, LegalConcept, Term, VersionSpace};

use super::Families;
use super::members::Members;
use super::numbering::Numbering;
use super::rows::Rows;
use super::term::CutTerm;
use crate::formula::as_dnf::as_dnf;

/// Up to this many formulas over all cuts are compared one by one. That takes some tenths of a second.
const MOST_COMPARED: usize = 10_000;

/// The room of formulas is not looked for if they are too many for the rows: this number of looks at a row takes a second.
const MOST_LOOKS: usize = 1 << 27;

/// A formula by its terms, ascending.
type CutFormula = Vec<CutTerm>;

/// The families of the first sub-space that is not empty, and its |VS| over all cuts.
///
/// `found` is the version space over the features of the data set, which test the cuts next to positives, and over free
/// inputs. `None` if it is not listed. `domain` is what is legal.
///
/// The first `with_room` families are shown with the room of their cuts.
pub(super) fn expand(rows: Rows<'_>, domain: &Domain, found: &VersionSpace, with_room: usize) -> Option<Families> {
    let formulas = all_formulas(rows, found)?;
    let narrow: Vec<CutFormula> = formulas.iter().filter(|formula| rows.is_narrow(formula)).cloned().collect();
    let narrow: Vec<&CutFormula> = narrow.iter().collect();
    let ways = ways(rows, &narrow);
    let total = ways.iter().cloned().sum::<Option<BigUint>>();
    let few = total.as_ref().is_some_and(|total| *total <= MOST_COMPARED.into());
    // All formulas over all cuts if they are few, otherwise those over the cuts next to positives.
    let known = if few { widened(rows, &narrow) } else { formulas };
    let formula_count = total.clone().map_or(Cardinality::at_least(known.len()), Cardinality::exact);
    let upper = |lower: usize| match &total {
        Some(total) => Cardinality::between(lower, total.clone().max(lower.into())),
        None => Cardinality::at_least(lower),
    };
    let features = rows.data.features().len();
    let Some(numbering) = Numbering::of((rows.cuts, domain), features, known.iter().map(Vec::as_slice)) else {
        let families = Cardinality::between(1u32, narrow.len());
        return Some(Families { families, concepts: upper(1), formulas: formula_count, shown: None });
    };
    let concepts = Concepts::of(&known, &numbering);
    let mut families = concepts.families(rows, &narrow);
    if few {
        // Each concept is known with all of its formulas.
        families.retain(|_, family| family.is_certain);
    }
    let certain = families.values().filter(|family| family.is_certain).count();
    let concept_count = match known.iter().all(|formula| formula.len() == 1) {
        _ if few => Cardinality::exact(concepts.least.len()),
        // Terms are one concept only if they have the same sides, so that each concept has one narrowest form.
        true => {
            let total = families.values().map(|family| ways[family.number].clone()).sum::<Option<BigUint>>();
            total.map_or(Cardinality::at_least(concepts.least.len()), Cardinality::exact)
        }
        false => upper(concepts.least.len()),
    };
    let all_certain = families.len() == certain;
    Some(Families {
        families: Cardinality::between(certain, families.len()),
        concepts: concept_count,
        formulas: formula_count,
        shown: all_certain.then(|| shown(rows, families.values().map(|family| narrow[family.number]), with_room)),
    })
}

/// In how many ways each narrow formula can be widened; `None` where they are too many to be counted.
fn ways(rows: Rows<'_>, narrow: &[&CutFormula]) -> Vec<Option<BigUint>> {
    if narrow.len().saturating_mul(rows.data.distinct()) > MOST_LOOKS {
        return vec![None; narrow.len()];
    }
    let mut known: HashMap<&CutTerm, Option<BigUint>> = HashMap::new();
    let mut ways = Vec::with_capacity(narrow.len());
    for &formula in narrow {
        let mut product = Some(BigUint::from(1u32));
        for term in formula {
            let count = known.entry(term).or_insert_with(|| rows.room(term).count());
            product = product.zip(count.as_ref()).map(|(product, count)| product * count);
        }
        ways.push(product);
    }
    ways
}

/// The narrow formulas as hypotheses, in canonical order.
fn shown<'f>(
    rows: Rows<'_>,
    formulas: impl Iterator<Item = &'f CutFormula>,
    with_room: usize,
) -> Vec<Arc<dyn Hypothesis>> {
    let dnf = |formula: &CutFormula| {
        let terms: Option<Vec<Term>> = formula.iter().map(|term| term.over_features(rows.cuts)).collect();
        Dnf::new(terms?).ok()
    };
    rows.shown(formulas.filter_map(dnf).collect(), Members::All, with_room)
}

/// All formulas of a listed version space over free inputs.
///
/// In the first sub-space that is not empty every term is a prime of its concept. Otherwise a formula with fewer
/// literals would be the same concept.
fn all_formulas(rows: Rows<'_>, found: &VersionSpace) -> Option<Vec<CutFormula>> {
    if !found.is_listed() {
        return None;
    }
    let dnfs: Vec<&Dnf> = found.hypotheses.iter().map(|hypothesis| as_dnf(&**hypothesis)).collect::<Option<_>>()?;
    let all: Vec<Dnf> = match found.formulas == Cardinality::exact(dnfs.len()) {
        true => dnfs.into_iter().cloned().collect(),
        false => dnfs.into_iter().flat_map(formulas_of).collect(),
    };
    let formula = |dnf: &Dnf| {
        let mut terms: Vec<CutTerm> = dnf.terms().iter().map(|term| CutTerm::of(term, rows.cuts)).collect();
        terms.sort_unstable();
        terms
    };
    Some(all.iter().map(formula).collect())
}

/// The formulas of a concept with the size of this one and primes as terms.
fn formulas_of(dnf: &Dnf) -> Vec<Dnf> {
    let concept = Concept::of(dnf);
    let primes: Vec<Term> = concept.primes().filter_map(|prime| Term::new(prime.iter().copied()).ok()).collect();
    let mut found = Vec::new();
    let mut chosen: Vec<usize> = (0..dnf.terms().len()).collect();
    loop {
        let formula = Dnf::new(chosen.iter().map(|&prime| primes[prime].clone())).ok();
        let is_one = |formula: &Dnf| formula.literal_count() == dnf.literal_count() && Concept::of(formula) == concept;
        found.extend(formula.filter(is_one));
        // The next choice in lexicographic order.
        let room = |&place: &usize| chosen[place] < primes.len() - chosen.len() + place;
        let Some(place) = (0..chosen.len()).rev().find(room) else { return found };
        let first = chosen[place] + 1;
        for (offset, prime) in chosen[place..].iter_mut().enumerate() {
            *prime = first + offset;
        }
    }
}

/// All formulas with one of these narrowest forms.
fn widened(rows: Rows<'_>, narrow: &[&CutFormula]) -> Vec<CutFormula> {
    let mut all = Vec::new();
    for formula in narrow {
        let mut made: Vec<CutFormula> = vec![Vec::new()];
        for term in *formula {
            let ways = rows.room(term).ways(MOST_COMPARED).unwrap_or_default();
            let wider = ways.iter().map(|way| CutTerm {
                others: term.others.clone(),
                sides: term.sides.iter().zip(way).map(|(side, &by)| side.widened(by)).collect(),
            });
            let wider: Vec<CutTerm> = wider.collect();
            let longer = |formula: &CutFormula| {
                wider.iter().map(|term| formula.iter().cloned().chain([term.clone()]).collect()).collect::<Vec<_>>()
            };
            made = made.iter().flat_map(longer).collect();
        }
        all.extend(made);
    }
    all
}

/// The concepts of some formulas, each with its least formula among them.
struct Concepts<'f> {
    numbering: &'f Numbering,
    least: HashMap<LegalConcept, (Dnf, &'f CutFormula)>,
}

impl<'f> Concepts<'f> {
    fn of(formulas: &'f [CutFormula], numbering: &'f Numbering) -> Concepts<'f> {
        let mut least: HashMap<LegalConcept, (Dnf, &CutFormula)> = HashMap::new();
        for formula in formulas {
            let Some(dnf) = numbering.dnf(formula) else { continue };
            match least.entry(LegalConcept::of(&dnf, &numbering.domain)) {
                Entry::Vacant(entry) => _ = entry.insert((dnf, formula)),
                Entry::Occupied(mut entry) if dnf < entry.get().0 => _ = entry.insert((dnf, formula)),
                Entry::Occupied(_) => {}
            }
        }
        Concepts { numbering, least }
    }

    /// The concepts of narrow formulas, which may be families, each with its formula: the least one that is the
    /// narrowest form of a known concept's least formula, or else its least narrow formula.
    fn families(&self, rows: Rows<'_>, narrow: &[&CutFormula]) -> HashMap<LegalConcept, FamilyCandidate> {
        let concept = |formula: &CutFormula| {
            let dnf = self.numbering.dnf(formula)?;
            Some((LegalConcept::of(&dnf, &self.numbering.domain), dnf))
        };
        let mut certain: HashMap<LegalConcept, Dnf> = HashMap::new();
        for (_, formula) in self.least.values() {
            let Some((concept, dnf)) = concept(&rows.narrowest(formula)) else { continue };
            match certain.entry(concept) {
                Entry::Vacant(entry) => _ = entry.insert(dnf),
                Entry::Occupied(mut entry) if dnf < *entry.get() => _ = entry.insert(dnf),
                Entry::Occupied(_) => {}
            }
        }
        let mut families: HashMap<LegalConcept, FamilyCandidate> = HashMap::new();
        for (number, formula) in narrow.iter().enumerate() {
            let Some((concept, dnf)) = concept(formula) else { continue };
            let form = certain.get(&concept);
            // Another narrow formula of the concept may have less room.
            let is_form = form == Some(&dnf);
            let family = families.entry(concept).or_insert_with(|| {
                let is_certain = form.is_some();
                FamilyCandidate { least: dnf.clone(), number, is_certain, is_form }
            });
            if (!is_form, &dnf) < (!family.is_form, &family.least) {
                (family.least, family.number, family.is_form) = (dnf, number, is_form);
            }
        }
        families
    }
}

/// A concept that may be a family.
struct FamilyCandidate {
    /// Its formula, and the number of that.
    least: Dnf,
    number: usize,
    /// Whether that is the narrowest form of a known concept's least formula.
    is_form: bool,
    /// Whether it certainly is one: the least formula of a known concept has it as its narrowest form.
    is_certain: bool,
}

//! Whether the steps of a manifest make the search that it claims.

use std::collections::HashSet;

use vesc_col::data::Domain;
use vesc_col::formula::LegalConcept;
use vesc_col::report::count_families;
use vesc_col::{Dataset, Dnf, DnfSpace, Run, SubSpace};

use crate::certificates::{Certified, Claim, Manifest, case_name};
use crate::text::size_in_words;

/// Rows, and the legal inputs.
type LegalRows<'a> = (&'a Dataset, &'a Domain);

/// Checks everything but the proofs. Returns the number of families of the last step.
pub(super) fn check(manifest: &Manifest, rows: LegalRows<'_>, run: &Run) -> Result<usize, String> {
    let mut expected = manifest.order.sizes(manifest.max_literals, manifest.max_terms);
    let (mut overfit, mut last_families) = (false, 0);
    let last = manifest.steps.len().saturating_sub(1);
    for (position, step) in manifest.steps.iter().enumerate() {
        let size = (step.literals, step.terms);
        match expected.next() {
            Some(next) if next == size => {}
            Some((l, k)) => return Err(format!("{}: {} is missing before it", name(step), size_in_words(l, k))),
            None => return Err(format!("{}: it is beyond the largest sub-space", name(step))),
        }
        check_key(step, rows)?;
        let found = check_concepts(manifest, step, rows, run)?;
        cases(step, rows.0)?;
        if found > 0 && found <= manifest.bound && !overfit && position < last {
            return Err(format!("{}: a search ends where something is learned", name(step)));
        }
        overfit |= found > manifest.bound;
        last_families = found;
    }
    let found = manifest.steps.last().map_or(0, |step| step.concepts.len());
    let (positives, negatives) = (rows.0.positives().distinct(), rows.0.negatives().distinct());
    let is_as_claimed = match manifest.outcome.as_str() {
        "one-class" => manifest.steps.is_empty() && [positives, negatives].contains(&0),
        "learned" => found > 0 && !overfit,
        "overfit" => overfit,
        "underfit" => found == 0 && !overfit && expected.next().is_none(),
        // Certificates of the steps before the one that was not decided.
        "undecided" => found == 0 && !overfit && expected.next().is_some(),
        _ => false,
    };
    if is_as_claimed {
        Ok(last_families)
    } else {
        Err(format!("its steps do not make the outcome `{}`", manifest.outcome))
    }
}

/// The key, if there is one, is of the sub-space that the sizes and the legal inputs make.
fn check_key(step: &Certified, (data, domain): LegalRows<'_>) -> Result<(), String> {
    let expected = DnfSpace::new(data.features().len(), step.literals, step.terms).within(domain).key();
    match (&step.space, expected) {
        (Some(said), Some(key)) if *said != key => {
            Err(format!("{}: its sub-space is `{said}`, but it must be `{key}`", name(step)))
        }
        _ => Ok(()),
    }
}

/// The formulas of a step.
pub(super) fn concepts(step: &Certified, data: &Dataset) -> Result<Vec<Dnf>, String> {
    let parse = |text: &String| {
        Dnf::parse(text, data.features()).map_err(|error| format!("{}: concept `{text}`: {error}", name(step)))
    };
    step.concepts.iter().map(parse).collect()
}

/// The concepts are of this sub-space, consistent and different, and each is the least formula of its concept. The
/// number of their families suits the claim, and is returned.
fn check_concepts(
    manifest: &Manifest,
    step: &Certified,
    (data, domain): LegalRows<'_>,
    run: &Run,
) -> Result<usize, String> {
    let formulas = concepts(step, data)?;
    let space = DnfSpace::new(data.features().len(), step.literals, step.terms).within(domain);
    for formula in &formulas {
        let wrong = |what: &str| Err(format!("{}: `{}` {what}", name(step), formula.display(data.features())));
        if (formula.literal_count(), formula.terms().len()) != (step.literals, step.terms) {
            return wrong("is not of this size");
        }
        if !data.positives().iter().all(|x| formula.accepts(x)) || data.negatives().iter().any(|x| formula.accepts(x)) {
            return wrong("does not fit the data");
        }
        if !formula.terms().iter().all(|term| domain.allows(&term.iter().copied().collect::<Vec<_>>())) {
            return wrong("has a term that no legal input satisfies");
        }
        let bits = space.unconstrained().encode(formula).unwrap_or_default();
        let least =
            space.canonical_within(&bits, run).map_err(|reason| format!("{}: stopped ({reason})", name(step)))?;
        if least != bits {
            return wrong("is not the least formula of its concept");
        }
    }
    let distinct: HashSet<LegalConcept> = formulas.iter().map(|formula| LegalConcept::of(formula, domain)).collect();
    if distinct.len() < formulas.len() {
        return Err(format!("{}: a concept is listed twice", name(step)));
    }
    let (found, bound) = (count_families(data, domain, &formulas), manifest.bound);
    match step.claim {
        Claim::MoreThanBound if found <= bound => {
            Err(format!("{}: {found} families are not more than the bound {bound}", name(step)))
        }
        _ => Ok(found),
    }
}

/// There is a proof for each way to share out the literals, where one is needed.
fn cases(step: &Certified, data: &Dataset) -> Result<(), String> {
    let mut expected = Vec::new();
    if step.claim == Claim::All {
        share_out(step.literals, step.terms, 1, data.features().len(), &mut Vec::new(), &mut expected);
    }
    let listed: Vec<&Vec<usize>> = step.cases.iter().map(|case| &case.sizes).collect();
    if !listed.iter().copied().eq(&expected) {
        return Err(format!("{}: its cases are {listed:?}, but there must be {expected:?}", name(step)));
    }
    for case in &step.cases {
        let stem = case_name(step.literals, step.terms, &case.sizes);
        for (file, ending) in [(&case.cnf.file, "cnf"), (&case.proof.file, "drat")] {
            if *file != format!("{stem}.{ending}") {
                return Err(format!("{}: the file `{stem}.{ending}` is called `{file}`", name(step)));
            }
        }
    }
    Ok(())
}

/// Appends all ascending sums of `terms` sizes from `least` to `largest`.
fn share_out(
    literals: usize,
    terms: usize,
    least: usize,
    largest: usize,
    sizes: &mut Vec<usize>,
    found: &mut Vec<Vec<usize>>,
) {
    if terms == 0 {
        if literals == 0 {
            found.push(sizes.clone());
        }
        return;
    }
    for size in least..=largest.min(literals / terms) {
        sizes.push(size);
        share_out(literals - size, terms - 1, size, largest, sizes, found);
        sizes.pop();
    }
}

fn name(step: &Certified) -> String {
    size_in_words(step.literals, step.terms)
}

//! Whether the steps of a manifest make the search that it claims.

use vesc_col::formula::Concept;
use vesc_col::{Dataset, Dnf};

use crate::certificates::{Certified, Claim, Manifest, case_name};
use crate::text::size_in_words;

/// Checks everything but the proofs.
pub(super) fn check(manifest: &Manifest, data: &Dataset) -> Result<(), String> {
    let mut expected = manifest.order.sizes(manifest.max_literals, manifest.max_terms);
    let mut overfit = false;
    let last = manifest.steps.len().saturating_sub(1);
    for (position, step) in manifest.steps.iter().enumerate() {
        let size = (step.literals, step.terms);
        match expected.next() {
            Some(next) if next == size => {}
            Some((l, k)) => return Err(format!("{}: {} is missing before it", name(step), size_in_words(l, k))),
            None => return Err(format!("{}: it is beyond the largest sub-space", name(step))),
        }
        let found = check_concepts(manifest, step, data)?;
        cases(step, data)?;
        if found > 0 && found <= manifest.bound && !overfit && position < last {
            return Err(format!("{}: a search ends where something is learned", name(step)));
        }
        overfit |= found > manifest.bound;
    }
    let found = manifest.steps.last().map_or(0, |step| step.concepts.len());
    let is_as_claimed = match manifest.outcome.as_str() {
        "learned" => found > 0 && !overfit,
        "overfit" => overfit,
        "underfit" => found == 0 && !overfit && expected.next().is_none(),
        // Certificates of the steps before the one that was not decided.
        "undecided" => found == 0 && !overfit && expected.next().is_some(),
        _ => false,
    };
    if is_as_claimed { Ok(()) } else { Err(format!("its steps do not make the outcome `{}`", manifest.outcome)) }
}

/// The formulas of a step.
pub(super) fn concepts(step: &Certified, data: &Dataset) -> Result<Vec<Dnf>, String> {
    let parse = |text: &String| {
        Dnf::parse(text, data.features()).map_err(|error| format!("{}: concept `{text}`: {error}", name(step)))
    };
    step.concepts.iter().map(parse).collect()
}

/// The concepts are of this sub-space, consistent and different; their number suits the claim.
fn check_concepts(manifest: &Manifest, step: &Certified, data: &Dataset) -> Result<usize, String> {
    let formulas = concepts(step, data)?;
    for formula in &formulas {
        let wrong = |what: &str| Err(format!("{}: `{}` {what}", name(step), formula.display(data.features())));
        if (formula.literal_count(), formula.terms().len()) != (step.literals, step.terms) {
            return wrong("is not of this size");
        }
        if !data.positives().iter().all(|x| formula.accepts(x)) || data.negatives().iter().any(|x| formula.accepts(x)) {
            return wrong("does not fit the data");
        }
    }
    let mut distinct: Vec<Concept> = formulas.iter().map(Concept::of).collect();
    distinct.sort_unstable();
    distinct.dedup();
    if distinct.len() < formulas.len() {
        return Err(format!("{}: a concept is listed twice", name(step)));
    }
    let (found, bound) = (formulas.len(), manifest.bound);
    match step.claim {
        Claim::MoreThanBound if found <= bound => {
            Err(format!("{}: {found} concepts are not more than the bound {bound}", name(step)))
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

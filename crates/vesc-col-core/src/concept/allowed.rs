//! Which terms the search for the least formula may choose.

use super::cube::{Cube, Storage, Universe};
use crate::{Literal, TermRules};

/// Rules for terms, over the features of a search.
pub(super) struct Allowed<S> {
    /// The literals that a term may have.
    pub(super) literals: Cube<S>,
    /// How many of them, at most.
    pub(super) longest: usize,
}

impl<S: Storage> Allowed<S> {
    pub(super) fn new(rules: &TermRules, universe: &Universe) -> Allowed<S> {
        let literals: Vec<Literal> = universe
            .features()
            .iter()
            .flat_map(|&feature| sides(feature))
            .filter(|&literal| !rules.forbids(literal))
            .collect();
        let longest = rules.max_literals().unwrap_or(usize::MAX).min(universe.len());
        Allowed { literals: universe.cube(&literals), longest }
    }
}

/// Chooses from `features` those that the least formula of `literals` literals may speak of beside what it must.
///
/// The features must be ascending, and neither the function nor a constraint may depend on them.
///
/// Two of them are alike if the same of their literals are allowed. A formula that has one of them, but not an earlier
/// one of its kind, becomes smaller when it takes the earlier one instead. So the first ones of each kind do, as many
/// as there are literals.
pub(super) fn padding(features: impl IntoIterator<Item = usize>, rules: &TermRules, literals: usize) -> Vec<usize> {
    let last_forbidden = rules.forbidden().last().map(|literal| literal.feature());
    let mut taken = [[0; 2]; 2];
    let mut found = Vec::new();
    for feature in features {
        let [positive, negative] = sides(feature).map(|literal| rules.forbids(literal));
        let taken = &mut taken[usize::from(positive)][usize::from(negative)];
        if *taken < literals && !(positive && negative) {
            *taken += 1;
            found.push(feature);
        } else if last_forbidden.is_none_or(|last| last < feature) {
            // All later ones are of this kind.
            break;
        }
    }
    found
}

/// Both literals of a feature.
pub(super) fn sides(feature: usize) -> [Literal; 2] {
    [Literal::positive(feature), Literal::negative(feature)]
}

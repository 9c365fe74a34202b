//! The sub-spaces in which nothing fits, as far as earlier searches of the same rows have found out.

use std::collections::HashMap;

use vesc_col_core::{Complexity, SubSpace};

/// Sub-spaces in which nothing fits, each with the errors that were allowed. Nothing fits with fewer errors either.
///
/// A later search of the same rows is told, and does not look there again.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::search::{EmptySpaces, least_errors_beyond, search_beyond};
/// use vesc_col::{Dataset, DnfSpace, Features, Portfolio, Run, Settings};
///
/// let mut builder = Dataset::builder(Features::new(["ecc", "dma"])?);
/// for row in [[true, true], [false, false], [true, false], [false, true]] {
///     builder.push(row[0] == row[1], row)?;
/// }
/// let (data, engine, run) = (Arc::new(builder.build()?), Portfolio::default(), Run::new());
/// let mut empty = EmptySpaces::default();
/// let spaces = || DnfSpace::up_to(2, 2, 1);
/// least_errors_beyond(&engine, &data, spaces, &Settings::default(), &mut empty, &run)?;
/// // Of no size anything fits without an error.
/// assert_eq!(empty.len(), 2);
/// let report = search_beyond(&engine, &data, spaces(), &Settings::default(), &mut empty, &run)?;
/// assert_eq!(report.steps().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct EmptySpaces {
    /// By the keys of the sub-spaces.
    by_space: HashMap<String, Empty>,
}

/// What is known of a sub-space.
#[derive(Clone, Debug)]
struct Empty {
    /// The decision bits and the complexity: another sub-space with the same key has a wrong one.
    form: (usize, Complexity),
    /// False positives and false negatives with which nothing fits; none is within another one.
    errors: Vec<(u64, u64)>,
    /// Who found that out.
    engine: String,
}

impl EmptySpaces {
    /// How many sub-spaces are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.by_space.len()
    }

    /// Whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_space.is_empty()
    }

    /// Who found out that nothing in a sub-space fits with any of these numbers of errors, if anybody has.
    pub(crate) fn engine(&self, space: &dyn SubSpace, errors: &[(u64, u64)]) -> Option<&str> {
        let known = self.by_space.get(&space.key()?).filter(|known| known.form == form(space))?;
        let is_known = |&of: &(u64, u64)| known.errors.iter().any(|&most| is_within(of, most));
        errors.iter().all(is_known).then_some(&*known.engine)
    }

    /// Notes that nothing in a sub-space fits with these numbers of errors.
    pub(crate) fn note(&mut self, space: &dyn SubSpace, errors: &[(u64, u64)], engine: &str) {
        let Some(key) = space.key() else { return };
        let new = || Empty { form: form(space), errors: Vec::new(), engine: engine.to_owned() };
        let known = self.by_space.entry(key).or_insert_with(new);
        if known.form != form(space) {
            *known = new();
        }
        for &errors in errors {
            if !known.errors.iter().any(|&most| is_within(errors, most)) {
                known.errors.retain(|&less| !is_within(less, errors));
                known.errors.push(errors);
            }
        }
    }
}

fn is_within(errors: (u64, u64), most: (u64, u64)) -> bool {
    errors.0 <= most.0 && errors.1 <= most.1
}

fn form(space: &dyn SubSpace) -> (usize, Complexity) {
    (space.width(), space.complexity())
}

#[cfg(test)]
mod tests {
    use vesc_col_core::DnfSpace;

    use super::*;

    #[test]
    fn fewer_errors_are_known_too() {
        let (space, other) = (DnfSpace::new(3, 2, 1), DnfSpace::new(3, 3, 1));
        let mut empty = EmptySpaces::default();
        empty.note(&space, &[(0, 0)], "sat");
        empty.note(&space, &[(1, 0), (0, 2)], "bdd");
        assert_eq!(empty.by_space.values().map(|known| known.errors.len()).collect::<Vec<_>>(), [2]);
        for (errors, is_known) in [
            (&[(0, 0)][..], true),
            (&[(1, 0)], true),
            (&[(0, 1), (1, 0)], true),
            (&[(1, 1)], false),
            (&[(0, 3)], false),
        ] {
            assert_eq!(empty.engine(&space, errors).is_some(), is_known, "{errors:?}");
            assert_eq!(empty.engine(&other, errors), None);
        }
    }
}

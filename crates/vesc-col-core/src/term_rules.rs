//! Which terms a formula may have.

use crate::{Literal, Term};

/// Which terms a formula may have, each for itself: none with a forbidden literal, and none that is too long.
///
/// A smaller term is allowed wherever a larger one is. [`Shape::RestrictedDnf`](crate::Shape::RestrictedDnf) tells an
/// engine of them.
///
/// ```
/// use vesc_col_core::{Literal, Term, TermRules};
///
/// let rules = TermRules::new([Literal::negative(2), Literal::negative(0)], Some(2));
/// assert!(rules.forbids(Literal::negative(2)) && !rules.forbids(Literal::positive(2)));
/// assert_eq!((rules.max_literals(), rules.allow_all()), (Some(2), false));
/// assert!(rules.allow(&Term::new([Literal::positive(0), Literal::negative(1)])?));
/// assert!(!rules.allow(&Term::new([Literal::negative(0)])?));
/// assert!(TermRules::default().allow_all());
/// # Ok::<(), vesc_col_core::FormulaError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TermRules {
    /// Ascending.
    forbidden: Vec<Literal>,
    max_literals: Option<usize>,
}

impl TermRules {
    /// Forbids these literals, and terms of more literals than that.
    #[must_use]
    pub fn new(forbidden: impl IntoIterator<Item = Literal>, max_literals: Option<usize>) -> TermRules {
        let mut forbidden: Vec<Literal> = forbidden.into_iter().collect();
        forbidden.sort_unstable();
        forbidden.dedup();
        TermRules { forbidden, max_literals }
    }

    /// The literals that no term may have, ascending.
    pub(crate) fn forbidden(&self) -> &[Literal] {
        &self.forbidden
    }

    /// Whether no term may have this literal.
    #[must_use]
    pub fn forbids(&self, literal: Literal) -> bool {
        self.forbidden.binary_search(&literal).is_ok()
    }

    /// How many literals a term may have, if that is limited.
    #[must_use]
    pub fn max_literals(&self) -> Option<usize> {
        self.max_literals
    }

    /// Whether a formula may have this term.
    #[must_use]
    pub fn allow(&self, term: &Term) -> bool {
        self.allow_literals(term)
    }

    /// Whether a formula may have a term of these literals.
    pub(crate) fn allow_literals(&self, term: &[Literal]) -> bool {
        self.max_literals.is_none_or(|most| term.len() <= most) && !term.iter().any(|&literal| self.forbids(literal))
    }

    /// Whether nothing is forbidden.
    #[must_use]
    pub fn allow_all(&self) -> bool {
        *self == TermRules::default()
    }
}

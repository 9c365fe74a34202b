//! A conjunction of literals.

use std::fmt;
use std::ops::Deref;

use crate::display::from_fn;
use crate::{Features, FormulaError, Literal, Sample};

/// A conjunction: a non-empty set of literals in which no feature appears twice.
///
/// The literals are kept sorted; terms compare lexicographically, a prefix first.
///
/// ```
/// use vesc_col_core::{Literal, Term};
///
/// let term = Term::new([Literal::negative(7), Literal::positive(2)])?;
/// assert_eq!(term.to_string(), "x2 & !x7");
/// assert_eq!(term.len(), 2);
/// assert!(Term::new([Literal::positive(2), Literal::negative(2)]).is_err());
/// # Ok::<(), vesc_col_core::FormulaError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term {
    literals: Box<[Literal]>,
}

impl Term {
    /// The conjunction of the given literals, in any order.
    ///
    /// # Errors
    ///
    /// [`FormulaError::EmptyTerm`] and [`FormulaError::RepeatedFeature`].
    pub fn new(literals: impl IntoIterator<Item = Literal>) -> Result<Term, FormulaError> {
        let mut literals: Box<[Literal]> = literals.into_iter().collect();
        literals.sort_unstable();
        if literals.is_empty() {
            return Err(FormulaError::EmptyTerm);
        }
        if let Some(pair) = literals.windows(2).find(|pair| pair[0].feature() == pair[1].feature()) {
            return Err(FormulaError::RepeatedFeature { feature: pair[0].feature() });
        }
        Ok(Term { literals })
    }

    /// The literals in canonical order.
    #[must_use]
    pub fn literals(&self) -> &[Literal] {
        &self.literals
    }

    /// Whether every literal holds on a sample.
    ///
    /// ```
    /// use vesc_col_core::{Features, Literal, OwnedSample, Term};
    ///
    /// let term = Term::new([Literal::negative(2), Literal::positive(0)])?;
    /// assert_eq!(term.literals(), [Literal::positive(0), Literal::negative(2)]);
    /// let sample: OwnedSample = [true, false, false].into_iter().collect();
    /// assert!(term.accepts(&sample));
    /// let features = Features::new(["irq", "lhu", "aligned"])?;
    /// assert_eq!(term.display(&features).to_string(), "irq & !aligned");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the sample has too few features.
    #[must_use]
    pub fn accepts(&self, sample: &Sample) -> bool {
        self.literals.iter().all(|literal| literal.accepts(sample))
    }

    /// The term in the formula syntax, with the features' names.
    #[must_use]
    pub fn display(&self, features: &Features) -> impl fmt::Display {
        from_fn(move |f| self.fmt_with(f, |literal, f| features.fmt_literal(literal, f)))
    }

    pub(crate) fn fmt_with(
        &self,
        f: &mut fmt::Formatter<'_>,
        fmt_literal: impl Fn(Literal, &mut fmt::Formatter<'_>) -> fmt::Result,
    ) -> fmt::Result {
        for (i, &literal) in self.literals.iter().enumerate() {
            if i > 0 {
                f.write_str(" & ")?;
            }
            fmt_literal(literal, f)?;
        }
        Ok(())
    }
}

/// A term reads as the slice of its literals.
impl Deref for Term {
    type Target = [Literal];

    fn deref(&self) -> &[Literal] {
        &self.literals
    }
}

/// Writes the term with numbered features: `x2 & !x7`.
impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fmt_with(f, |literal, f| fmt::Display::fmt(&literal, f))
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

//! A disjunction of terms: the paper's hypotheses.

use std::fmt;

use crate::display::from_fn;
use crate::{Features, FormulaError, Hypothesis, Literal, Sample, Term};

/// A k-term DNF formula: a non-empty *set* of distinct terms, joined by OR.
///
/// Two orders of the same terms are one formula: the terms are kept sorted, and formulas compare
/// lexicographically by their sorted terms, a prefix first. Several formulas can be one [`Concept`](crate::Concept).
///
/// ```
/// use vesc_col_core::{Dnf, Features};
///
/// let features = Features::new(["a", "b", "rx enable"])?;
/// let dnf = Dnf::parse("b & !\"rx enable\" | !a", &features)?;
/// assert_eq!(dnf.terms().len(), 2);
/// assert_eq!(dnf.literal_count(), 3);
/// assert_eq!(dnf.display(&features).to_string(), "!a | b & !\"rx enable\"");
/// assert_eq!(dnf.to_string(), "!x0 | x1 & !x2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dnf {
    terms: Box<[Term]>,
}

impl Dnf {
    /// The disjunction of the given terms, in any order.
    ///
    /// # Errors
    ///
    /// [`FormulaError::NoTerms`] and [`FormulaError::RepeatedTerm`].
    pub fn new(terms: impl IntoIterator<Item = Term>) -> Result<Dnf, FormulaError> {
        let mut terms: Box<[Term]> = terms.into_iter().collect();
        terms.sort_unstable();
        if terms.is_empty() {
            return Err(FormulaError::NoTerms);
        }
        if let Some(pair) = terms.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(FormulaError::RepeatedTerm { term: pair[0].clone() });
        }
        Ok(Dnf { terms })
    }

    /// Reads a formula such as `x88 & !x93 | !x13 & !x82 & x87`.
    ///
    /// `&` binds stronger than `|`. Names with blanks or any of `& | ! ( ) " = < >` must be quoted with `"`, other
    /// names may be; inside quotes a `"` is written twice. A feature that [tests](Features::typed) a column is written
    /// with an operator: `mode=burst`, `mode!=burst`, `len>=4`, `len<4`, and column and value are quoted each. This is
    /// the syntax that [`Dnf::display`] writes.
    ///
    /// # Errors
    ///
    /// [`ParseError`](crate::ParseError) with the position and what was expected.
    pub fn parse(text: &str, features: &Features) -> Result<Dnf, crate::ParseError> {
        crate::syntax::parse_dnf(text, features)
    }

    /// The terms in canonical order.
    #[must_use]
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// How many literals there are in all terms together: the paper's `l`.
    #[must_use]
    pub fn literal_count(&self) -> usize {
        self.terms.iter().map(|term| term.len()).sum()
    }

    /// One more than the greatest feature that appears.
    #[must_use]
    pub fn feature_bound(&self) -> usize {
        self.terms.iter().flat_map(|term| term.last()).map(|literal| literal.feature() + 1).max().unwrap_or(0)
    }

    /// Whether some term holds on a sample.
    ///
    /// ```
    /// use vesc_col_core::{Dnf, Features, OwnedSample};
    ///
    /// let dnf = Dnf::parse("x0 & !x2 | x1", &Features::numbered(5))?;
    /// assert_eq!(dnf.feature_bound(), 3); // so a sample must have three features
    /// let sample: OwnedSample = [true, false, false].into_iter().collect();
    /// assert!(dnf.accepts(&sample));
    /// # Ok::<(), vesc_col_core::ParseError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the sample has too few features.
    #[must_use]
    pub fn accepts(&self, sample: &Sample) -> bool {
        self.terms.iter().any(|term| term.accepts(sample))
    }

    /// The formula in the syntax of [`Dnf::parse`], with the features' names.
    #[must_use]
    pub fn display(&self, features: &Features) -> impl fmt::Display {
        from_fn(move |f| Hypothesis::fmt_named(self, features, f))
    }

    fn fmt_with(
        &self,
        f: &mut fmt::Formatter<'_>,
        fmt_literal: impl Fn(Literal, &mut fmt::Formatter<'_>) -> fmt::Result,
    ) -> fmt::Result {
        for (i, term) in self.terms.iter().enumerate() {
            if i > 0 {
                f.write_str(" | ")?;
            }
            term.fmt_with(f, &fmt_literal)?;
        }
        Ok(())
    }
}

impl Hypothesis for Dnf {
    fn accepts(&self, sample: &Sample) -> bool {
        Dnf::accepts(self, sample)
    }

    fn fmt_named(&self, features: &Features, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fmt_with(f, |literal, f| features.fmt_literal(literal, f))
    }

    /// The literals' codes plus one, a zero after each term: a prefix comes first.
    fn order_key(&self) -> Vec<u32> {
        let mut key = Vec::with_capacity(self.literal_count() + self.terms.len());
        for term in &self.terms {
            key.extend(term.iter().map(|literal| literal.code() + 1));
            key.push(0);
        }
        key
    }
}

/// Writes the formula with numbered features: `!x0 | x1 & !x2`.
impl fmt::Display for Dnf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fmt_with(f, |literal, f| fmt::Display::fmt(&literal, f))
    }
}

impl fmt::Debug for Dnf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

//! `at least 2 of (a, !b, c)`.

use std::fmt;

use vesc_col_core::{Features, FormulaError, Hypothesis, Literal, ParseError, Sample, Term};

use crate::syntax::{Names, Parser};

/// A threshold function: at least a given number of these literals hold.
///
/// ```
/// use vesc_col_core::Features;
/// use vesc_col_spaces::Threshold;
///
/// let features = Features::new(["a", "b", "c"])?;
/// let threshold = Threshold::parse("at least 2 of (c, a, !b)", &features)?;
/// assert_eq!(threshold.needed(), 2);
/// assert_eq!(threshold.display(&features).to_string(), "at least 2 of (a, !b, c)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Threshold {
    literals: Term,
    needed: usize,
}

/// What a name must not contain without quotes, beside the signs of DNF.
const SIGNS: &str = ",";

impl Threshold {
    /// At least `needed` of the literals, in any order. A threshold of 0, or above the number of literals, is a
    /// constant.
    ///
    /// # Errors
    ///
    /// [`FormulaError::EmptyTerm`] without literals, [`FormulaError::RepeatedFeature`].
    pub fn new(needed: usize, literals: impl IntoIterator<Item = Literal>) -> Result<Threshold, FormulaError> {
        Ok(Threshold { literals: Term::new(literals)?, needed })
    }

    /// Reads `at least 2 of (a, !b, c)`. Names are quoted as in a DNF, and also where they contain a comma.
    ///
    /// # Errors
    ///
    /// [`ParseError`] with the position and what was expected.
    pub fn parse(text: &str, features: &Features) -> Result<Threshold, ParseError> {
        let mut parser = Parser::new(text, features, SIGNS)?;
        parser.one_of(&["at"], "`at least N of (`")?;
        parser.one_of(&["least"], "`least`")?;
        let needed = parser.number("a number")?;
        parser.one_of(&["of"], "`of`")?;
        let literals = parser.literals(',', "`,` or `)`")?;
        parser.finish("the end")?;
        Ok(Threshold { literals, needed })
    }

    /// How many of the literals must hold.
    ///
    /// ```
    /// use vesc_col_core::Literal;
    /// use vesc_col_spaces::Threshold;
    ///
    /// let two_of_three = Threshold::new(2, [3, 0, 1].map(Literal::positive))?;
    /// assert_eq!(two_of_three.needed(), 2);
    /// assert_eq!(two_of_three.literals(), [0, 1, 3].map(Literal::positive));
    /// # Ok::<(), vesc_col_core::FormulaError>(())
    /// ```
    #[must_use]
    pub fn needed(&self) -> usize {
        self.needed
    }

    /// The literals in canonical order.
    #[must_use]
    pub fn literals(&self) -> &[Literal] {
        &self.literals
    }

    /// The threshold in the syntax of [`Threshold::parse`], with the features' names.
    #[must_use]
    pub fn display(&self, features: &Features) -> impl fmt::Display {
        (self as &dyn Hypothesis).display(features)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, names: Names<'_>) -> fmt::Result {
        write!(f, "at least {} of (", self.needed)?;
        for (i, &literal) in self.literals.iter().enumerate() {
            write!(f, "{}{}", if i > 0 { ", " } else { "" }, names.literal(literal))?;
        }
        f.write_str(")")
    }
}

impl Hypothesis for Threshold {
    fn accepts(&self, sample: &Sample) -> bool {
        self.literals.iter().filter(|literal| literal.accepts(sample)).count() >= self.needed
    }

    fn fmt_named(&self, features: &Features, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Names::of(features, SIGNS))
    }

    /// The literals' places as in a DNF, then how many are needed.
    fn order_key(&self) -> Vec<u32> {
        let codes = self.literals.iter().map(|&literal| crate::code(literal) + 1);
        codes.chain([0, u32::try_from(self.needed).unwrap_or(u32::MAX)]).collect()
    }
}

/// Writes the threshold with numbered features: `at least 2 of (x0, !x1, x2)`.
impl fmt::Display for Threshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Names::numbered())
    }
}

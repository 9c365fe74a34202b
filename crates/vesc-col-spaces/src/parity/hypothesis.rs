//! `odd(a, b, c)`.

use std::fmt;

use vesc_col_core::{Features, Hypothesis, Literal, ParseError, Sample};

use crate::syntax::{Names, Parser};

/// The number of true features among some is odd, or is even.
///
/// ```
/// use vesc_col_core::Features;
/// use vesc_col_spaces::Parity;
///
/// let features = Features::new(["tx_par", "d0", "d1"])?;
/// let parity = Parity::parse("odd(d1, tx_par)", &features)?;
/// assert_eq!(parity.features(), [0, 2]);
/// assert_eq!(parity.display(&features).to_string(), "odd(tx_par, d1)");
/// assert_eq!(parity.to_string(), "odd(x0, x2)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Parity {
    features: Box<[usize]>,
    even: bool,
}

/// What a name must not contain without quotes, beside the signs of DNF.
const SIGNS: &str = ",";

impl Parity {
    /// The parity of these features, in any order; a feature listed again counts once.
    #[must_use]
    pub fn new(features: impl IntoIterator<Item = usize>, even: bool) -> Parity {
        let mut features: Vec<usize> = features.into_iter().collect();
        features.sort_unstable();
        features.dedup();
        Parity { features: features.into_boxed_slice(), even }
    }

    /// Reads `odd(a, b, c)` or `even(a, b)`. Names are quoted as in a DNF, and also where they contain a comma.
    ///
    /// # Errors
    ///
    /// [`ParseError`] with the position and what was expected.
    pub fn parse(text: &str, features: &Features) -> Result<Parity, ParseError> {
        let mut parser = Parser::new(text, features, SIGNS)?;
        let even = parser.one_of(&["odd", "even"], "`odd` or `even`")? == 1;
        parser.expect('(', "`(`")?;
        let mut members = Vec::new();
        loop {
            let start = parser.start();
            let feature = parser.feature("a feature")?;
            if members.contains(&feature) {
                return Err(parser.repeated(feature, start));
            }
            members.push(feature);
            if parser.accept(')')? {
                break;
            }
            parser.expect(',', "`,` or `)`")?;
        }
        parser.finish("the end")?;
        Ok(Parity::new(members, even))
    }

    /// The features that take part, ascending.
    #[must_use]
    pub fn features(&self) -> &[usize] {
        &self.features
    }

    /// Whether it is the even parity.
    ///
    /// ```
    /// use vesc_col_spaces::Parity;
    ///
    /// let parity = Parity::new([4, 1], true);
    /// assert!(parity.is_even());
    /// assert_eq!(parity.features(), [1, 4]);
    /// ```
    #[must_use]
    pub fn is_even(&self) -> bool {
        self.even
    }

    /// The parity in the syntax of [`Parity::parse`], with the features' names.
    #[must_use]
    pub fn display(&self, features: &Features) -> impl fmt::Display {
        (self as &dyn Hypothesis).display(features)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, names: Names<'_>) -> fmt::Result {
        f.write_str(if self.even { "even(" } else { "odd(" })?;
        for (i, &feature) in self.features.iter().enumerate() {
            write!(f, "{}{}", if i > 0 { ", " } else { "" }, names.feature(feature))?;
        }
        f.write_str(")")
    }
}

impl Hypothesis for Parity {
    fn accepts(&self, sample: &Sample) -> bool {
        let odd = self.features.iter().fold(false, |odd, &feature| odd ^ sample[feature]);
        odd != self.even
    }

    fn fmt_named(&self, features: &Features, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Names::of(features, SIGNS))
    }

    /// The literals' places as in a DNF, then whether even.
    fn order_key(&self) -> Vec<u32> {
        let codes = self.features.iter().map(|&feature| crate::code(Literal::positive(feature)) + 1);
        codes.chain([0, u32::from(self.even)]).collect()
    }
}

/// Writes the parity with numbered features: `odd(x0, x2)`.
impl fmt::Display for Parity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Names::numbered())
    }
}

//! How near an answer is to the probability that is asked for.

use vesc_col_core::{Dataset, Dnf, Domain};

use super::assess::confidence_in;
use super::belief::Belief;
use super::confirmed::{confirmed_by, confirming_runs};
use super::evidence::Range;
use super::model::Prior;
use super::no_confidence::NoConfidence;

/// How near the only answer up to a cap is to a probability, when [confirming inputs](crate::next::confirming) agree with it.
///
/// The probability before them is [`confidence_in`] the answer, from the rows that found it. What they add is
/// [`Belief::confirmed_by`]. Where no probability can be given, one half is assumed. One rule ends the loop: the probability is
/// reached, and at least eight confirming inputs have agreed. A wrong label is found by these few, however probable the
/// answer seems.
///
/// ```
/// use vesc_col::confidence::{Prior, Standing};
/// use vesc_col::data::Domain;
/// use vesc_col::{Dataset, Dnf, Features};
///
/// let features = Features::numbered(9);
/// let answer = Dnf::parse("x0 & x1", &features)?;
/// let mut builder = Dataset::builder(features);
/// for row in 0..400u32 {
///     builder.push(row & 0b11 == 0b11, (0..9).map(|feature| row >> feature & 1 == 1))?;
/// }
/// let data = builder.build()?;
/// let standing = Standing::new(&answer, (&data, &Domain::free()), 0, (&Prior::default(), 0.999));
/// assert!(!standing.is_met());
/// let runs = standing.runs_left().expect("it is within reach");
/// assert!(standing.after(runs).value >= 0.999);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    before: Before,
    confirmed: usize,
    target: f64,
}

/// The probability where none can be given, and its first part: both parts are alike.
const HALF: Range = Range { low: 0.0, value: 0.5, high: 1.0 };
const HALF_TERMS: Range = Range { low: 0.0, value: std::f64::consts::FRAC_1_SQRT_2, high: 1.0 };

/// How many confirming inputs must agree at least. In the loops that the rule was made on, no answer with a wrong label behind it
/// outlived them.
pub(super) const LEAST: usize = 8;

/// What was known before confirming inputs.
#[derive(Clone, Debug, PartialEq)]
enum Before {
    Believed(Box<Belief>),
    Certain,
    /// One half is assumed.
    Assumed(NoConfidence),
}

impl Standing {
    /// The standing of the only formula that explains the data up to a cap. `confirmed` confirming inputs agreed with it that
    /// are not among the data.
    #[must_use]
    pub fn new(
        answer: &Dnf,
        (data, domain): (&Dataset, &Domain),
        confirmed: usize,
        (prior, target): (&Prior, f64),
    ) -> Standing {
        let before = match confidence_in(&[answer], data, domain, prior) {
            Ok(found) if found.is_certain() => Before::Certain,
            Ok(found) => Before::Believed(Box::new(found.beliefs()[0])),
            Err(reason) => Before::Assumed(reason),
        };
        Standing { before, confirmed, target }
    }

    /// The same for an answer of which no probability can be given for this reason.
    #[must_use]
    pub fn unknown(reason: NoConfidence, confirmed: usize, target: f64) -> Standing {
        Standing { before: Before::Assumed(reason), confirmed, target }
    }

    /// The probability before confirming inputs.
    #[must_use]
    pub fn before(&self) -> Range {
        self.with(0)
    }

    /// The probability now.
    #[must_use]
    pub fn now(&self) -> Range {
        self.with(self.confirmed)
    }

    /// The probability if `runs` further confirming inputs agree.
    #[must_use]
    pub fn after(&self, runs: usize) -> Range {
        self.with(self.confirmed + runs)
    }

    /// Why one half was assumed, if it was.
    #[must_use]
    pub fn assumed(&self) -> Option<NoConfidence> {
        match &self.before {
            Before::Assumed(reason) => Some(*reason),
            _ => None,
        }
    }

    /// Whether every input is in the data, so that nothing is left to be confirmed.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        self.before == Before::Certain
    }

    /// How many confirming inputs agreed.
    #[must_use]
    pub fn confirmed(&self) -> usize {
        self.confirmed
    }

    /// The probability that is asked for.
    #[must_use]
    pub fn target(&self) -> f64 {
        self.target
    }

    /// Whether the probability is reached, and enough inputs have agreed.
    #[must_use]
    pub fn is_met(&self) -> bool {
        self.runs_left() == Some(0)
    }

    /// How many further confirming inputs must agree until both hold; `None` if more than a million.
    #[must_use]
    pub fn runs_left(&self) -> Option<usize> {
        let needed = match &self.before {
            Before::Certain => 0,
            Before::Believed(belief) => belief.confirming_runs(self.target)?.max(LEAST),
            Before::Assumed(_) => confirming_runs(HALF, HALF_TERMS, self.target)?.max(LEAST),
        };
        Some(needed.saturating_sub(self.confirmed))
    }

    fn with(&self, runs: usize) -> Range {
        match &self.before {
            Before::Believed(belief) => belief.confirmed_by(runs),
            Before::Certain => Range { low: 1.0, value: 1.0, high: 1.0 },
            Before::Assumed(_) => confirmed_by(HALF, HALF_TERMS, runs),
        }
    }
}

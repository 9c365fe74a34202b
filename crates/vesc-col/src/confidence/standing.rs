//! How near an answer is to the probability that is asked for.

use super::belief::Confidence;
use super::confirmed::{confirmed_by, confirming_runs};
use super::evidence::Range;
use super::no_confidence::NoConfidence;

/// How near the only answer up to a cap is to a probability, when [confirming inputs](crate::next::confirming) agree with it.
///
/// The probability before them comes from the rows that found it. What they add is
/// [`Belief::confirmed_by`](super::Belief::confirmed_by). Where no probability can be given, one half is assumed. One rule ends the loop: the probability is
/// reached, and at least eight confirming inputs have agreed. A wrong label is found by these few, however probable the
/// answer seems.
///
/// ```
/// use vesc_col::confidence::{Assessment, Standing};
/// use vesc_col::data::Domain;
/// use vesc_col::{Dataset, Dnf, Features, Run};
///
/// let features = Features::numbered(9);
/// let answer = Dnf::parse("x0 & x1", &features)?;
/// let mut builder = Dataset::builder(features);
/// for row in 0..400u32 {
///     builder.push(row & 0b11 == 0b11, (0..9).map(|feature| row >> feature & 1 == 1))?;
/// }
/// let data = builder.build()?;
/// let found = Assessment::new(&data, &Domain::free()).of_formulas(&[&answer], &Run::new());
/// let standing = Standing::new(found, 0, 0.999);
/// assert!(!standing.is_met());
/// let runs = standing.runs_left().expect("it is within reach");
/// assert!(standing.after(runs).value >= 0.999);
/// assert_eq!(standing.found_now(), standing.found()); // no rows confirmed it
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    found: Result<Confidence, NoConfidence>,
    confirmed: usize,
    /// The standing with the confirming inputs as rows like any other, if they are not to make it less probable.
    floor: Option<Box<Standing>>,
    /// How many inputs are left, where they are counted, and whether the answer is certain with all of them.
    unseen: Option<(usize, bool)>,
    target: f64,
}

/// The probability where none can be given, and its first part: both parts are alike.
const HALF: Range = Range { low: 0.0, value: 0.5, high: 1.0 };
const HALF_TERMS: Range = Range { low: 0.0, value: std::f64::consts::FRAC_1_SQRT_2, high: 1.0 };

/// How many confirming inputs must agree at least. In the loops that the rule was made on, no answer with a wrong label behind it
/// outlived them.
pub(super) const LEAST_CONFIRMING: usize = 8;

impl Standing {
    /// The standing of the only formula that explains the data up to a cap. `found` is what is believed of it by the rows that
    /// found it, and `confirmed` confirming inputs agreed with it that are not among them.
    #[must_use]
    pub fn new(found: Result<Confidence, NoConfidence>, confirmed: usize, target: f64) -> Standing {
        Standing { found, confirmed, floor: None, unseen: None, target }
    }

    /// The same, where the probability now is at least that of `all`, a standing without confirming inputs: these are rows like any
    /// other there. It may end the loop, but it says nothing of further runs. The first confirming runs tell most, and `all` would
    /// count further ones as the first.
    #[must_use]
    pub fn or_at_least(self, all: &Standing) -> Standing {
        Standing { floor: Some(Box::new(all.clone())), ..self }
    }

    /// The same where `unseen` legal inputs are no rows, so that no more can agree. With `is_whole` the answer is certain if all of
    /// them do.
    #[must_use]
    pub fn with_unseen(self, unseen: usize, is_whole: bool) -> Standing {
        Standing { unseen: Some((unseen, is_whole)), ..self }
    }

    /// How many legal inputs are no rows, and whether the answer is certain if all of them agree, as was
    /// [said](Standing::with_unseen).
    #[must_use]
    pub fn unseen(&self) -> Option<(usize, bool)> {
        self.unseen
    }

    /// What is believed by the rows that found it.
    ///
    /// # Errors
    ///
    /// Why nothing is believed: one half is assumed.
    pub fn found(&self) -> Result<&Confidence, NoConfidence> {
        self.found.as_ref().map_err(|reason| *reason)
    }

    /// The probability before confirming inputs.
    #[must_use]
    pub fn before(&self) -> Range {
        self.with(0)
    }

    /// The probability now.
    #[must_use]
    pub fn now(&self) -> Range {
        self.after(0)
    }

    /// The probability if `runs` further confirming inputs agree.
    #[must_use]
    pub fn after(&self, runs: usize) -> Range {
        if runs > 0 && self.unseen.is_some_and(|(unseen, is_whole)| is_whole && runs >= unseen) {
            return Range { low: 1.0, value: 1.0, high: 1.0 };
        }
        let confirmed = self.with(self.confirmed + runs);
        self.floor.as_ref().map(|floor| floor.now()).filter(|floor| floor.value > confirmed.value).unwrap_or(confirmed)
    }

    /// What is believed by the rows that give the probability now: all of them, where this is [more](Standing::or_at_least).
    ///
    /// # Errors
    ///
    /// Why nothing is believed: one half is assumed.
    pub fn found_now(&self) -> Result<&Confidence, NoConfidence> {
        let confirmed = self.with(self.confirmed);
        self.floor
            .as_ref()
            .filter(|floor| floor.now().value > confirmed.value)
            .map_or(self.found(), |floor| floor.found())
    }

    /// Whether every input is in the data, so that nothing is left to be confirmed.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        self.found.as_ref().is_ok_and(Confidence::is_certain)
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

    /// How many further confirming inputs must agree until both hold; `None` if more than a million, or than there are.
    #[must_use]
    pub fn runs_left(&self) -> Option<usize> {
        if self.is_certain() {
            return Some(0);
        }
        let (correct, terms) = self.parts();
        let needed = match self.floor.as_ref().is_some_and(|floor| floor.now().value >= self.target) {
            true => Some(0),
            false => confirming_runs(correct, terms, self.target).map(|runs| runs.saturating_sub(self.confirmed)),
        };
        let needed = needed.map(|runs| runs.max(LEAST_CONFIRMING.saturating_sub(self.confirmed)));
        match self.unseen {
            Some((unseen, true)) => Some(needed.map_or(unseen, |runs| runs.min(unseen))),
            Some((unseen, false)) => needed.filter(|&runs| runs <= unseen),
            None => needed,
        }
    }

    fn with(&self, runs: usize) -> Range {
        if self.is_certain() {
            return Range { low: 1.0, value: 1.0, high: 1.0 };
        }
        let (correct, terms) = self.parts();
        confirmed_by(correct, terms, runs)
    }

    /// The probability before confirming inputs, and its first part.
    fn parts(&self) -> (Range, Range) {
        let believed = self.found.as_ref().ok().and_then(|found| found.beliefs().first());
        believed.map_or((HALF, HALF_TERMS), |belief| (belief.correct, belief.terms))
    }
}

//! The chance that an answer is right, and what it assumes.
//!
//! |VS| = 1 says that nothing else of the answer's size explains the data. Whether the answer is the cause is another
//! question. [`Confidence`] answers it with two numbers for each hypothesis:
//!
//! * [`terms`](Belief::terms): the probability that the terms shown are causes, so that the hypothesis never holds where
//!   the cause does not;
//! * [`complete`](Belief::complete): the probability that no further cause exists that no run has shown, if the terms are
//!   causes.
//!
//! *Right* means: equal to the cause on every input that can occur. [`correct`](Belief::correct) is the probability of both
//! together.
//!
//! # Noise and rules
//!
//! | where | formulas are counted |
//! | --- | --- |
//! | cells are unknown | that explain the rows with each unknown cell drawn like the known ones of its column; the interval goes from those that fit for some values of the cells to those that fit for all |
//! | labels may be wrong | by how probable it is that just the labels are wrong on which a formula errs, if every rate of wrong labels up to the budget's share is alike |
//! | [equal rows had different labels](Assessment::with_undisputed) | that explain the other rows |
//! | [terms keep to rules](Assessment::with_rules) | that keep to them |
//!
//! [`Confidence::assumed`] says so. [`NoConfidence`] has what is not counted.
//!
//! # Where the numbers come from
//!
//! [`Evidence`] is counted: how much weight all formulas have that explain the data, and how much of it is the hypothesis's.
//! [`MODEL`] turns it into probabilities. Its parameters were fitted on campaigns with known causes and tested on others.
//! `docs/guide/trust.md` has the figures.
//!
//! ```
//! use std::sync::Arc;
//! use vesc_col::confidence::{Prior, confidence};
//! use vesc_col::data::Domain;
//! use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
//!
//! let mut builder = Dataset::builder(Features::numbered(5));
//! for row in 0..32u32 {
//!     builder.push(row & 0b11 == 0b11, (0..5).map(|feature| row >> feature & 1 == 1))?;
//! }
//! let data = Arc::new(builder.build()?);
//! let report = Portfolio::default().search(&data, DnfSpace::up_to(5, 4, 2), &Settings::default(), &Run::new())?;
//! let confidence = confidence(&report, &data, &Domain::free(), &Prior::default())?;
//! let belief = &confidence.beliefs()[0];
//! // All inputs are in the data: nothing else up to the cap explains them.
//! assert!(belief.evidence.posterior.value > 0.9);
//! assert!(belief.correct.low <= belief.correct.value && belief.correct.value <= belief.correct.high);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod allowed;
mod assessment;
mod belief;
mod census;
mod confirmed;
mod counts;
mod dice;
mod different;
mod evidence;
mod hitting;
#[cfg(feature = "serde")]
mod json;
mod label_errors;
mod model;
mod narrow;
mod no_confidence;
mod once_alone;
mod posterior;
mod reason;
mod sets;
mod standing;
mod tested;
#[cfg(test)]
mod tests;
mod text;
mod trials;
mod uncertain;
pub(crate) mod unseen;

pub use assessment::{Assessment, confidence};
pub use belief::{Belief, Confidence};
pub(crate) use confirmed::MOST_CONFIRMING;
pub use confirmed::unrefuted;
pub use evidence::{Evidence, Range};
#[cfg(feature = "serde")]
pub(crate) use json::WithPrior;
pub use model::{Logistic, MODEL, Model, Prior};
pub use no_confidence::NoConfidence;
pub(crate) use once_alone::confirming_once_alone;
pub use reason::{Input, Reason};
pub use standing::Standing;

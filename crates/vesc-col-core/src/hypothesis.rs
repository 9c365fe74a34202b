//! What every hypothesis can do, whatever its language.

use std::any::Any;
use std::fmt;

use crate::display::from_fn;
use crate::{Features, Sample};

/// One hypothesis of some language: printable, applicable to a sample, with a place in the canonical order.
///
/// Implemented by [`Dnf`](crate::Dnf) and by the hypotheses of a user's own [`SubSpace`](crate::SubSpace). `Any` is a
/// supertrait so that the concrete type can be had back:
///
/// ```
/// use std::any::Any;
/// use vesc_col_core::{Dnf, Features, Hypothesis};
///
/// let features = Features::numbered(3);
/// let boxed: Box<dyn Hypothesis> = Box::new(Dnf::parse("x0 | x1 & !x2", &features)?);
/// assert_eq!(boxed.display(&features).to_string(), "x0 | x1 & !x2");
/// let dnf = (&*boxed as &dyn Any).downcast_ref::<Dnf>().expect("it was a Dnf");
/// assert_eq!(dnf.terms().len(), 2);
/// # Ok::<(), vesc_col_core::ParseError>(())
/// ```
///
/// # For implementors
///
/// `Display` is the named form with numbered features, so one method serves both:
///
/// ```
/// use std::fmt;
/// use vesc_col_core::{Features, Hypothesis, OwnedSample, Sample};
///
/// /// "An odd number of these features is true."
/// #[derive(Debug)]
/// struct Odd(Vec<usize>);
///
/// impl Hypothesis for Odd {
///     fn accepts(&self, sample: &Sample) -> bool {
///         self.0.iter().filter(|&&feature| sample[feature]).count() % 2 == 1
///     }
///     fn fmt_named(&self, features: &Features, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         let names: Vec<&str> = self.0.iter().map(|&feature| features.name(feature)).collect();
///         f.write_str(&names.join(" ^ "))
///     }
///     fn order_key(&self) -> Vec<u32> {
///         self.0.iter().map(|&feature| feature as u32).collect()
///     }
/// }
///
/// impl fmt::Display for Odd {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         let bound = self.0.iter().max().map_or(0, |last| last + 1);
///         self.fmt_named(&Features::numbered(bound), f)
///     }
/// }
///
/// let odd = Odd(vec![0, 2]);
/// let sample: OwnedSample = [true, true, false].into_iter().collect();
/// assert!(odd.accepts(&sample));
/// assert_eq!(odd.to_string(), "x0 ^ x2");
/// assert!(odd.order_key() < Odd(vec![1, 2]).order_key());
/// ```
pub trait Hypothesis: Any + fmt::Debug + fmt::Display + Send + Sync {
    /// The hypothesis's value on a sample.
    ///
    /// # Panics
    ///
    /// May panic if the sample has fewer features than the hypothesis speaks of.
    fn accepts(&self, sample: &Sample) -> bool;

    /// Writes the hypothesis with the features' names; `Display` writes it with numbered features.
    ///
    /// # Errors
    ///
    /// Only those of the formatter.
    fn fmt_named(&self, features: &Features, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// The place in the canonical order, compared lexicographically among the hypotheses of one sub-space. Two of them
    /// have equal keys only if they are the same formula.
    fn order_key(&self) -> Vec<u32>;
}

impl dyn Hypothesis {
    /// The hypothesis as text with the features' names.
    #[must_use]
    pub fn display(&self, features: &Features) -> impl fmt::Display {
        from_fn(move |f| self.fmt_named(features, f))
    }
}

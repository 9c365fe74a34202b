//! The Boolean function behind a formula.

mod allowed;
mod cover;
mod cube;
mod declared;
mod fields;
mod function;
mod least;
mod legal;
mod prime_cover;
mod prime_implicants;
mod slots;
mod work;

use std::fmt;

pub use legal::LegalConcept;
pub(crate) use prime_implicants::prime_implicants;
pub(crate) use work::{Work, unstopped};

use crate::display::from_fn;
use crate::{Dnf, DnfSpace, Features, Literal, Sample, StopReason, Term, TermRules};

/// A Boolean function on all inputs, as the set of its prime implicants (Blake's canonical form).
///
/// A prime implicant is a conjunction that implies the function and stops doing so when any of its literals is dropped.
/// Two formulas are one concept exactly if their primes are the same, so concepts compare, hash and sort by them. The
/// function `true` has one prime, the empty conjunction; `false` is no concept, because a formula has a term.
///
/// Where only some inputs are legal, ask for a [`LegalConcept`].
///
/// A concept of a formula with k terms has at most 2^k - 1 primes. To find those of three or four terms takes about
/// a microsecond.
///
/// ```
/// use vesc_col_core::{Concept, Dnf, DnfSpace, Features};
///
/// let features = Features::new(["a", "b", "c"])?;
/// let one = Dnf::parse("a & !b | b & !c | c & !a", &features)?;
/// let other = Dnf::parse("!a & b | !b & c | !c & a", &features)?;
/// let concept = Concept::of(&one);
/// assert_eq!(concept, Concept::of(&other));
/// assert_eq!(concept.primes().len(), 6);
/// let least = concept.least_formula(&DnfSpace::new(3, 6, 3)).expect("both formulas are in this sub-space");
/// assert_eq!(least.display(&features).to_string(), "a & !b | !a & c | b & !c");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Concept {
    primes: Box<[Box<[Literal]>]>,
}

impl Concept {
    /// The concept of a formula.
    #[must_use]
    pub fn of(dnf: &Dnf) -> Concept {
        unstopped(|work| Concept::find(dnf, work))
    }

    fn find(dnf: &Dnf, work: &mut Work<'_>) -> Result<Concept, StopReason> {
        let terms: Vec<&[Literal]> = dnf.terms().iter().map(Term::literals).collect();
        // With k terms there are at most 2^k - 1.
        let mut primes = prime_implicants(&terms, usize::MAX, work)?.unwrap_or_default();
        primes.sort_unstable();
        Ok(Concept { primes: primes.into_boxed_slice() })
    }

    /// The prime implicants in canonical order, each as its literals in canonical order; at least one.
    #[must_use]
    pub fn primes(&self) -> impl ExactSizeIterator<Item = &[Literal]> {
        self.primes.iter().map(|prime| &**prime)
    }

    /// Whether this is the function that is true on every input.
    ///
    /// ```
    /// use vesc_col_core::{Concept, Dnf, Features, OwnedSample};
    ///
    /// let features = Features::new(["a", "b"])?;
    /// let concept = |text| Ok::<_, vesc_col_core::ParseError>(Concept::of(&Dnf::parse(text, &features)?));
    /// assert!(concept("a | !a")?.is_true());
    /// let padded = concept("a | a & b")?;
    /// assert_eq!(padded.display(&features).to_string(), "a");
    /// let sample: OwnedSample = [true, false].into_iter().collect();
    /// assert!(padded.accepts(&sample) && !padded.is_true());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_true(&self) -> bool {
        self.primes[0].is_empty()
    }

    /// The function's value on a sample.
    ///
    /// # Panics
    ///
    /// If the sample has too few features.
    #[must_use]
    pub fn accepts(&self, sample: &Sample) -> bool {
        self.primes.iter().any(|prime| prime.iter().all(|literal| literal.accepts(sample)))
    }

    /// The least formula, in canonical order, that is this concept and belongs to the sub-space; `None` if none does.
    ///
    /// Where the primes that no formula of the concept can do without fill the sub-space, this takes about a
    /// microsecond. Where no smaller sub-space has a formula of the concept, it is an exact set cover of the primes:
    /// milliseconds for dozens of terms. Otherwise it is a search, literal by literal, that keeps to the prefixes which
    /// can still be completed. That takes 10 to 150 microseconds for usual sizes, and exponential time at worst. Its
    /// cost depends on the concept and on the sub-space's literals and terms, not on how many features the sub-space
    /// has. [`LegalConcept::least_formula_within`] is the same search within a run.
    #[must_use]
    pub fn least_formula(&self, space: &DnfSpace) -> Option<Dnf> {
        unstopped(|work| self.least(space, &TermRules::default(), work))
    }

    /// The least formula among those whose terms the rules allow.
    fn least(&self, space: &DnfSpace, rules: &TermRules, work: &mut Work<'_>) -> Result<Option<Dnf>, StopReason> {
        least::least_formula(&self.primes, space, rules, work)
    }

    /// The primes joined by OR, with the features' names; `true` for the constant.
    #[must_use]
    pub fn display(&self, features: &Features) -> impl fmt::Display {
        from_fn(move |f| self.fmt_with(f, |literal, f| features.fmt_literal(literal, f)))
    }

    fn fmt_with(
        &self,
        f: &mut fmt::Formatter<'_>,
        fmt_literal: impl Fn(Literal, &mut fmt::Formatter<'_>) -> fmt::Result,
    ) -> fmt::Result {
        if self.is_true() {
            return f.write_str("true");
        }
        for (i, prime) in self.primes.iter().enumerate() {
            for (j, &literal) in prime.iter().enumerate() {
                f.write_str(match (i, j) {
                    (0, 0) => "",
                    (_, 0) => " | ",
                    _ => " & ",
                })?;
                fmt_literal(literal, f)?;
            }
        }
        Ok(())
    }
}

/// Writes the primes joined by OR, with numbered features: `x0 & !x1 | x2`, or `true`.
impl fmt::Display for Concept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fmt_with(f, |literal, f| fmt::Display::fmt(&literal, f))
    }
}

impl fmt::Debug for Concept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Concept({self})")
    }
}

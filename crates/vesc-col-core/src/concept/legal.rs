//! The Boolean function behind a formula, where only some inputs are legal.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::fields::Fields;
use super::work::{Work, unstopped};
use super::{Concept, declared};
use crate::{Dnf, DnfSpace, Domain, Literal, Run, StopReason, TermRules};

/// A Boolean function on the legal inputs of a [`Domain`].
///
/// Two formulas are one concept exactly if they agree on all legal inputs; concepts of one domain compare and hash so.
/// Over free inputs it is the [`Concept`]. Over declared ones it is the set of the prime implicants over the parts of
/// the domain. Each of them is a set of legal patterns for each part: `!op_a & !op_b` is one of them, however many
/// other operations there are.
///
/// It takes some microseconds for formulas of a few terms.
///
/// ```
/// use vesc_col_core::{Dnf, DnfSpace, Domain, Features, LegalConcept};
///
/// let features = Features::new(["idle", "busy", "irq"])?;
/// let domain = Domain::builder(3).exactly_one([0, 1]).build()?;
/// let concept = |text| Ok::<_, vesc_col_core::ParseError>(LegalConcept::of(&Dnf::parse(text, &features)?, &domain));
/// assert_eq!(concept("!busy & irq")?, concept("idle & irq")?);
/// let least = concept("!busy & irq")?.least_formula(&DnfSpace::new(3, 2, 1)).expect("both are in this sub-space");
/// assert_eq!(least.display(&features).to_string(), "idle & irq");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct LegalConcept {
    domain: Domain,
    form: Form,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Form {
    Free(Concept),
    /// The keys of the prime implicants, sorted.
    Declared(Box<[Box<[u64]>]>),
}

impl LegalConcept {
    /// The concept of a formula. Terms that hold on no legal input count for nothing.
    #[must_use]
    pub fn of(dnf: &Dnf, domain: &Domain) -> LegalConcept {
        unstopped(|work| LegalConcept::find(dnf, domain, work))
    }

    /// The concept of a formula, unless the run ends or the prime implicants take too much work: about a minute.
    ///
    /// A formula of dozens of terms can have millions of prime implicants, and this looks at the run every millisecond.
    ///
    /// ```
    /// use vesc_col_core::{Dnf, Domain, Features, LegalConcept, Run};
    ///
    /// let features = Features::new(["a", "b"])?;
    /// let dnf = Dnf::parse("a | !a & b", &features)?;
    /// let domain = Domain::free();
    /// assert_eq!(LegalConcept::of_within(&dnf, &domain, &Run::new()), Ok(LegalConcept::of(&dnf, &domain)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Why the run ended, or [`StopReason::EngineLimit`].
    pub fn of_within(dnf: &Dnf, domain: &Domain, run: &Run) -> Result<LegalConcept, StopReason> {
        LegalConcept::find(dnf, domain, &mut Work::within(&|| run.check()))
    }

    fn find(dnf: &Dnf, domain: &Domain, work: &mut Work<'_>) -> Result<LegalConcept, StopReason> {
        let form = if domain.is_free() {
            Form::Free(Concept::find(dnf, work)?)
        } else {
            let features = dnf.terms().iter().flat_map(|term| term.iter()).map(|literal| literal.feature());
            let fields = Fields::of(domain, features);
            let primes = fields.primes(dnf.terms().iter().filter_map(|term| fields.block(term)), work)?;
            let mut keys: Vec<Box<[u64]>> = primes.iter().map(|prime| fields.key(prime)).collect();
            keys.sort_unstable();
            Form::Declared(keys.into_boxed_slice())
        };
        Ok(LegalConcept { domain: domain.clone(), form })
    }

    /// The legal inputs.
    #[must_use]
    pub fn domain(&self) -> &Domain {
        &self.domain
    }

    /// The least formula, in canonical order, that is this concept and belongs to the sub-space over this domain;
    /// `None` if none does.
    ///
    /// As for [`Concept::least_formula`]. Over declared inputs it takes from ten microseconds to milliseconds where the
    /// sub-space has no room to pad. Where it has, the search tries out the features of all constraints.
    #[must_use]
    pub fn least_formula(&self, space: &DnfSpace) -> Option<Dnf> {
        self.least_formula_by(space, &TermRules::default())
    }

    /// The least formula, likewise, among those whose terms the rules allow; `None` if none of these is this concept.
    ///
    /// ```
    /// use vesc_col_core::{Dnf, DnfSpace, Domain, Features, LegalConcept, Literal, TermRules};
    ///
    /// let features = Features::new(["idle", "busy", "irq"])?;
    /// let domain = Domain::builder(3).exactly_one([0, 1]).build()?;
    /// let concept = LegalConcept::of(&Dnf::parse("idle & irq", &features)?, &domain);
    /// let space = DnfSpace::new(3, 2, 1);
    /// let idle = Literal::positive(0);
    /// let least = concept.least_formula_by(&space, &TermRules::new([idle], None)).expect("it can be said of `busy`");
    /// assert_eq!(least.display(&features).to_string(), "!busy & irq");
    /// assert_eq!(concept.least_formula_by(&space, &TermRules::new([idle], Some(1))), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn least_formula_by(&self, space: &DnfSpace, rules: &TermRules) -> Option<Dnf> {
        unstopped(|work| self.least(space, rules, work))
    }

    /// The least formula, likewise, unless the run ends or the search takes too much work: about a minute.
    ///
    /// The search looks at the run every millisecond.
    ///
    /// ```
    /// use vesc_col_core::{Dnf, DnfSpace, Domain, Features, LegalConcept, Run, StopReason, TermRules};
    ///
    /// let features = Features::new(["a", "b", "c"])?;
    /// let dnf = Dnf::parse("a & !b | b & !c | c & !a", &features)?;
    /// let concept = LegalConcept::of(&dnf, &Domain::free());
    /// let least = concept.least_formula_within(&DnfSpace::new(3, 6, 3), &TermRules::default(), &Run::new());
    /// assert_eq!(least, Ok(concept.least_formula(&DnfSpace::new(3, 6, 3))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Why the run ended, or [`StopReason::EngineLimit`].
    pub fn least_formula_within(
        &self,
        space: &DnfSpace,
        rules: &TermRules,
        run: &Run,
    ) -> Result<Option<Dnf>, StopReason> {
        self.least(space, rules, &mut Work::within(&|| run.check()))
    }

    fn least(&self, space: &DnfSpace, rules: &TermRules, work: &mut Work<'_>) -> Result<Option<Dnf>, StopReason> {
        match &self.form {
            Form::Free(concept) => concept.least(space, rules, work),
            Form::Declared(primes) => declared::least_formula(&self.domain, primes, space, rules, work),
        }
    }

    /// Numbers that are the same for concepts of one domain exactly if these are the same, for tables that keep many.
    ///
    /// ```
    /// use std::collections::HashSet;
    /// use vesc_col_core::{Dnf, Domain, Features, LegalConcept};
    ///
    /// let features = Features::new(["idle", "busy", "irq"])?;
    /// let domain = Domain::builder(3).exactly_one([0, 1]).build()?;
    /// let mut seen = HashSet::new();
    /// for text in ["!busy & irq", "idle & irq", "irq"] {
    ///     let concept = LegalConcept::of(&Dnf::parse(text, &features)?, &domain);
    ///     assert_eq!(concept.domain(), &domain);
    ///     assert!(concept.bytes() < 1000);
    ///     seen.insert(concept.code());
    /// }
    /// assert_eq!(seen.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn code(&self) -> Vec<u32> {
        match &self.form {
            Form::Free(concept) => {
                let number = |literal: &Literal| 2 * literal.feature() as u32 + u32::from(literal.is_negated()) + 1;
                concept.primes().flat_map(|prime| prime.iter().map(number).chain([0])).collect()
            }
            Form::Declared(primes) => {
                let halves = |&word: &u64| [word as u32, (word >> 32) as u32];
                primes
                    .iter()
                    .flat_map(|prime| [prime.len() as u32].into_iter().chain(prime.iter().flat_map(halves)))
                    .collect()
            }
        }
    }

    /// About how many bytes it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let primes: usize = match &self.form {
            Form::Free(concept) => concept.primes().map(|prime| 32 + size_of_val(prime)).sum(),
            Form::Declared(primes) => primes.iter().map(|prime| 32 + size_of_val(&**prime)).sum(),
        };
        size_of::<LegalConcept>() + primes
    }
}

/// Concepts of one domain.
impl PartialEq for LegalConcept {
    fn eq(&self, other: &LegalConcept) -> bool {
        self.form == other.form
    }
}

impl Eq for LegalConcept {}

impl Hash for LegalConcept {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.form.hash(state);
    }
}

impl fmt::Debug for LegalConcept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.form {
            Form::Free(concept) => fmt::Debug::fmt(concept, f),
            Form::Declared(primes) => f.debug_tuple("LegalConcept").field(primes).finish(),
        }
    }
}

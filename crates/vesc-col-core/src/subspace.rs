//! What a hypothesis language implements.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use crate::{Circuit, Complexity, DnfSpace, Domain, Hypothesis, Literal, Run, Signal, StopReason, TermRules};

/// All hypotheses of one complexity, described once for every engine and for the oracle.
///
/// A hypothesis is a string `h` of [`width`](SubSpace::width) decision bits. The two circuits below are all that an
/// engine needs. The constraint of a sample is [`predict`](SubSpace::predict) with the sample's values as constants. It
/// is asserted for a positive sample, and its complement for a negative one. So there is no separate encoding for
/// positive and negative samples, for comparison, or for evaluation.
///
/// ```
/// use vesc_col_core::{Circuit, DnfSpace, SubSpace};
///
/// // What an engine does: here for the hypothesis "x0" on the sample 10.
/// let space = DnfSpace::new(2, 1, 1);
/// let mut circuit = Circuit::new();
/// let h = circuit.inputs(space.width());
/// let member = space.member(&mut circuit, &h);
/// let predict = space.predict(&mut circuit, &h, &[true.into(), false.into()]);
/// let bits = [true, false, false, false];
/// assert!(circuit.eval(member, &bits) && circuit.eval(predict, &bits));
/// assert_eq!(space.decode(&bits).to_string(), "x0");
/// ```
///
/// # For users
///
/// [`DnfSpace`] is the paper's sub-space. Pass an ordered list of sub-spaces to a search.
///
/// # For implementors
///
/// * Exactly one member `h` per formula: symmetry breaking belongs into `member`, so that models are formulas.
/// * Bits that mean nothing in some members must be held fixed there, for the same reason.
/// * If several formulas of the sub-space can be one concept, override [`canonical`](SubSpace::canonical); if none can,
///   promise so by [`formulas_are_concepts`](SubSpace::formulas_are_concepts).
/// * Give it a [`key`](SubSpace::key) if what is known of it is to be kept, and say in [`validate`](SubSpace::validate)
///   what can be wrong with it.
/// * `predict` is only asked about members; on other bit strings it may answer anything.
/// * The conformance suite of `vesc-col-testkit` checks all of this.
///
/// The trait is object safe: a call costs nothing beside the seconds that an engine spends on its answer.
pub trait SubSpace: fmt::Debug + Send + Sync + 'static {
    /// How many features the hypotheses speak of; a data set must have as many.
    fn features(&self) -> usize;

    /// A text that tells the sub-space from every other, so that what is known of one is not taken for known of
    /// another.
    ///
    /// Two sub-spaces with equal keys have the same features, members and predictions, bit for bit. The text is the
    /// same in each run and each version of the program, and can be kept in a file.
    ///
    /// The provided body says `None`. That is never wrong: such a sub-space is measured anew each time.
    ///
    /// ```
    /// use vesc_col_core::{DnfSpace, Domain, SubSpace};
    ///
    /// let space = DnfSpace::new(4, 3, 2);
    /// assert_eq!(space.key().as_deref(), Some("dnf features=4 literals=3 terms=2"));
    /// let domain = Domain::builder(4).exactly_one([0, 1]).build()?;
    /// let legal = space.within(&domain).key();
    /// assert_eq!(legal.as_deref(), Some("dnf features=4 literals=3 terms=2 never=0&1,!0&!1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn key(&self) -> Option<String> {
        None
    }

    /// Whether the sub-space can be encoded at all. Here an encoder says that it cannot, before anybody asks for a
    /// circuit, instead of a panic. The provided body says yes.
    ///
    /// ```
    /// use std::error::Error;
    /// use std::sync::Arc;
    /// # use vesc_col_core::{Circuit, Complexity, DnfSpace, Hypothesis, Signal};
    /// use vesc_col_core::{Dataset, EngineError, Features, Query, SubSpace};
    ///
    /// #[derive(Debug)]
    /// struct Lookup {
    ///     table: Vec<bool>,
    /// }
    ///
    /// impl SubSpace for Lookup {
    ///     fn validate(&self) -> Result<(), Box<dyn Error + Send + Sync>> {
    ///         if self.table.is_empty() { Err("its table is empty".into()) } else { Ok(()) }
    ///     }
    ///     // ... and so on.
    /// #   fn features(&self) -> usize { 2 }
    /// #   fn width(&self) -> usize { 0 }
    /// #   fn member(&self, _: &mut Circuit, _: &[Signal]) -> Signal { Signal::FALSE }
    /// #   fn predict(&self, _: &mut Circuit, _: &[Signal], _: &[Signal]) -> Signal { Signal::FALSE }
    /// #   fn complexity(&self) -> Complexity { Complexity::new([("tables", 1)]) }
    /// #   fn decode(&self, _: &[bool]) -> Box<dyn Hypothesis> { unreachable!() }
    /// }
    ///
    /// let data = Dataset::builder(Features::numbered(2)).build()?;
    /// let query = Query::new(Arc::new(Lookup { table: Vec::new() }));
    /// let error = query.validate("mine", &data).expect_err("every engine asks first");
    /// assert_eq!(error.to_string(), "the sub-space `Lookup { table: [] }` failed: its table is empty");
    /// # Ok::<(), Box<dyn Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    fn validate(&self) -> Result<(), Box<dyn Error + Send + Sync>> {
        Ok(())
    }

    /// Number of decision bits, listed in the variable order that a decision diagram should use.
    fn width(&self) -> usize;

    /// Whether `h` is a well-formed member of the sub-space.
    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal;

    /// The value of hypothesis `h` on the sample `x`. Both sides may be inputs, constants, or any other signals.
    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal;

    /// The complexity of all members.
    fn complexity(&self) -> Complexity;

    /// The hypothesis behind a member's bits.
    ///
    /// # Panics
    ///
    /// May panic if the bits are not a member's.
    fn decode(&self, bits: &[bool]) -> Box<dyn Hypothesis>;

    /// The bits of a hypothesis, the other way round than [`decode`](SubSpace::decode); `None` if it is no member, for
    /// one because it is of another language.
    ///
    /// The provided body knows none. A version space of such a sub-space can be measured, but not kept alive: a
    /// [`LiveVersionSpace`](crate::LiveVersionSpace) must find its members again.
    fn bits_of(&self, hypothesis: &dyn Hypothesis) -> Option<Vec<bool>> {
        let _ = hypothesis;
        None
    }

    /// Whether [`bits_of`](SubSpace::bits_of) finds every member again.
    ///
    /// A promise: then a hypothesis that it does not find is none of the sub-space, and an engine that lists it is
    /// reported. The provided body promises it for a [shape](SubSpace::shape) that says what the members are.
    ///
    /// ```
    /// use vesc_col_core::{DnfSpace, SubSpace};
    ///
    /// assert!(DnfSpace::new(100, 5, 2).finds_members());
    /// ```
    fn finds_members(&self) -> bool {
        !matches!(self.shape(), Shape::Opaque)
    }

    /// The member that is shown for this member's concept: the least of those that are the same concept.
    ///
    /// Among all members that are the same Boolean function on the [legal inputs](SubSpace::domain), it is the one
    /// whose hypothesis has the least [`order_key`](Hypothesis::order_key). Engines also use it to tell whether two
    /// members are one concept.
    ///
    /// The provided body returns the member itself: right if no two members are one concept.
    ///
    /// ```
    /// use vesc_col_core::{Dnf, DnfSpace, Features, SubSpace};
    ///
    /// let space = DnfSpace::new(3, 6, 3);
    /// let features = Features::new(["a", "b", "c"])?;
    /// let dnf = Dnf::parse("!a & b | !b & c | !c & a", &features)?;
    /// let bits = space.bits_of(&dnf).expect("six literals in three terms");
    /// let least = space.decode(&space.canonical(&bits));
    /// assert_eq!(least.display(&features).to_string(), "a & !b | !a & c | b & !c");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// May panic if the bits are not a member's.
    fn canonical(&self, bits: &[bool]) -> Vec<bool> {
        bits.to_vec()
    }

    /// [`canonical`](SubSpace::canonical) within a run. Engines ask this one.
    ///
    /// The provided body does not look at the run: right where `canonical` takes at most a millisecond.
    ///
    /// ```
    /// use vesc_col_core::{DnfSpace, Features, Dnf, Run, SubSpace};
    ///
    /// let space = DnfSpace::new(2, 3, 2);
    /// let bits = space.bits_of(&Dnf::parse("x1 | x0 & x1", &Features::numbered(2))?).expect("a member");
    /// assert_eq!(space.canonical_within(&bits, &Run::new()), Ok(space.canonical(&bits)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Why the run ended, or [`StopReason::EngineLimit`] if the search for the member is too much work.
    ///
    /// # Panics
    ///
    /// May panic if the bits are not a member's.
    fn canonical_within(&self, bits: &[bool], run: &Run) -> Result<Vec<bool>, StopReason> {
        let _ = run;
        Ok(self.canonical(bits))
    }

    /// Whether every formula is a concept of its own: no two members are the same Boolean function.
    ///
    /// A promise: an engine that counts formulas then reports |VS| as exactly that number, without listing them,
    /// however many they are. The provided body promises nothing, which is never wrong.
    ///
    /// ```
    /// use vesc_col_core::{DnfSpace, SubSpace};
    ///
    /// // Two terms of different literals differ somewhere; but a | a & b is a.
    /// assert!(DnfSpace::new(100, 5, 1).formulas_are_concepts());
    /// assert!(!DnfSpace::new(100, 5, 2).formulas_are_concepts());
    /// ```
    fn formulas_are_concepts(&self) -> bool {
        false
    }

    /// What a dedicated engine may exploit. The provided body says nothing.
    ///
    /// ```
    /// use vesc_col_core::{DnfSpace, Shape, SubSpace};
    ///
    /// let space = DnfSpace::new(100, 5, 2);
    /// assert_eq!((space.features(), space.width()), (100, 400));
    /// assert_eq!(space.complexity().to_string(), "5 literals, 2 terms");
    /// assert!(matches!(space.shape(), Shape::Dnf(dnf) if dnf.terms() == 2));
    /// assert!(space.domain().is_free());
    /// ```
    fn shape(&self) -> Shape<'_> {
        Shape::Opaque
    }

    /// The legal inputs: only on these concepts are compared, and the samples are expected to be among them. The
    /// provided body says all.
    ///
    /// An engine that knows nothing of it refuses a sub-space whose domain is not free, as
    /// [`Query::require_plain`](crate::Query::require_plain) does.
    fn domain(&self) -> &Domain {
        &crate::domain::FREE
    }
}

/// A shared sub-space is one too: lists of sub-spaces of different kinds are lists of `Arc<dyn SubSpace>`.
impl<S: SubSpace + ?Sized> SubSpace for Arc<S> {
    fn features(&self) -> usize {
        (**self).features()
    }

    fn key(&self) -> Option<String> {
        (**self).key()
    }

    fn validate(&self) -> Result<(), Box<dyn Error + Send + Sync>> {
        (**self).validate()
    }

    fn width(&self) -> usize {
        (**self).width()
    }

    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        (**self).member(circuit, h)
    }

    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal {
        (**self).predict(circuit, h, x)
    }

    fn complexity(&self) -> Complexity {
        (**self).complexity()
    }

    fn decode(&self, bits: &[bool]) -> Box<dyn Hypothesis> {
        (**self).decode(bits)
    }

    fn bits_of(&self, hypothesis: &dyn Hypothesis) -> Option<Vec<bool>> {
        (**self).bits_of(hypothesis)
    }

    fn finds_members(&self) -> bool {
        (**self).finds_members()
    }

    fn canonical(&self, bits: &[bool]) -> Vec<bool> {
        (**self).canonical(bits)
    }

    fn canonical_within(&self, bits: &[bool], run: &Run) -> Result<Vec<bool>, StopReason> {
        (**self).canonical_within(bits, run)
    }

    fn formulas_are_concepts(&self) -> bool {
        (**self).formulas_are_concepts()
    }

    fn shape(&self) -> Shape<'_> {
        (**self).shape()
    }

    fn domain(&self) -> &Domain {
        (**self).domain()
    }
}

/// What a dedicated engine may know about a sub-space.
///
/// ```
/// use vesc_col_core::{DnfSpace, Shape, SubSpace};
///
/// let space = DnfSpace::new(9, 3, 2);
/// assert!(matches!(space.shape(), Shape::Dnf(space) if space.terms() == 2));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Shape<'a> {
    /// All k-term DNF formulas with l literals, but for those with a term that no input of the sub-space's
    /// [domain](SubSpace::domain) satisfies.
    Dnf(&'a DnfSpace),
    /// The DNF formulas of `space` all terms of which the rules allow. A concept is shown by the least of them
    /// ([`LegalConcept::least_formula_by`](crate::LegalConcept::least_formula_by)).
    RestrictedDnf {
        /// All formulas with as many literals and terms.
        space: &'a DnfSpace,
        /// Which terms they may have.
        rules: &'a TermRules,
    },
    /// The formulas of [`RestrictedDnf`](Shape::RestrictedDnf) in which some term has a literal of each required set. A
    /// concept is shown by the least of them, or by what else [`SubSpace::canonical`] says.
    RequiringDnf {
        /// All formulas with as many literals and terms.
        space: &'a DnfSpace,
        /// Which terms they may have.
        rules: &'a TermRules,
        /// The required sets of literals, at least one, none twice, each ascending. A literal that is required is a set
        /// of one.
        required: &'a [Vec<Literal>],
    },
    /// k-clause CNF, bit for bit this DNF sub-space. A member accepts a sample exactly if the DNF of the same bits
    /// rejects the opposite sample, every value of which is complemented. Members compare as these DNF formulas do.
    /// [`Query::mirrored`](crate::Query::mirrored) makes DNF of it.
    Cnf(&'a DnfSpace),
    /// Some members of [k-clause CNF](Shape::Cnf).
    CnfPart {
        /// The DNF sub-space that is all of the CNF, bit for bit.
        space: &'a DnfSpace,
        /// The DNF sub-space of the members of `space` whose bits are members here.
        mirror: &'a Arc<dyn SubSpace>,
    },
    /// Only the circuits say what it is.
    Opaque,
}

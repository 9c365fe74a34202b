//! Which inputs can occur at all.

mod builder;
mod completions;
mod part;
mod rows;

use std::fmt;
use std::sync::Arc;

pub use builder::{DomainBuilder, DomainError};
pub(crate) use completions::Completions;
pub(crate) use part::DomainPart;
use rows::{KnownCells, bit};

use crate::{Circuit, DataError, Dataset, Literal, Sample, Samples, Signal, Term};

/// The legal inputs: all, unless constraints are declared.
///
/// A domain is what the *user* says of the features, never what the rows look like. Features that no constraint
/// mentions are free. Those that constraints tie together, directly or through others, make a *part*, and the legal
/// inputs are all combinations of what the parts allow.
///
/// Two views of it serve all who ask:
///
/// * its [`nogoods`](Domain::nogoods): the minimal sets of literals that no legal input satisfies. An input is legal
///   iff it satisfies none of them, a conjunction holds on some legal input iff it contains none of them. A one-hot
///   group of a, b, c has the nogoods `a & b`, `a & c`, `b & c` and `!a & !b & !c`; thresholds have
///   `!(len>=2) & len>=4`;
/// * for each part its legal patterns, a bit each. A literal is then a set of patterns, a conjunction a set for each
///   part. Concepts are compared by the prime implicants over these sets ([`LegalConcept`](crate::LegalConcept)).
///
/// Cheap to clone.
///
/// ```
/// use vesc_col_core::{Domain, Literal};
///
/// // x0, x1, x2 are one column of three values; x3 is free.
/// let domain = Domain::builder(4).exactly_one([0, 1, 2]).build()?;
/// let [a, b, c, d] = [0, 1, 2, 3].map(Literal::positive);
/// assert_eq!(domain.nogoods().count(), 4);
/// assert!(!domain.allows(&[a, b]) && domain.allows(&[!a, !b]) && !domain.allows(&[!a, !b, !c, d]));
/// # Ok::<(), vesc_col_core::DomainError>(())
/// ```
#[derive(Clone, Default)]
pub struct Domain {
    /// `None`: all inputs are legal.
    declared: Option<Arc<Declared>>,
}

#[derive(PartialEq, Eq)]
struct Declared {
    features: usize,
    /// By their first features.
    parts: Vec<DomainPart>,
    /// For each feature its part.
    part_of: Vec<Option<usize>>,
}

/// Whether the known cells of a row leave a part a legal pattern.
fn can_be_legal(part: &DomainPart, values: &[u64], unknown: Option<&[u64]>) -> bool {
    let is_known = |feature: &usize| !unknown.is_some_and(|cells| bit(cells, *feature));
    let literal = |feature: usize| Literal::matching(feature, bit(values, feature));
    part.allows(part.features().iter().copied().filter(is_known).map(literal))
}

/// Rows that are looked at between two checks, about 100 microseconds.
const ROWS_BETWEEN_CHECKS: usize = 1 << 10;

/// All inputs, to be borrowed.
pub(crate) static FREE: Domain = Domain { declared: None };

impl Domain {
    /// All inputs are legal.
    #[must_use]
    pub fn free() -> Domain {
        Domain::default()
    }

    /// Starts to declare constraints over `features` features.
    #[must_use]
    pub fn builder(features: usize) -> DomainBuilder {
        DomainBuilder::new(features)
    }

    /// Starts from these constraints, over `features` features, to declare more.
    ///
    /// ```
    /// use vesc_col_core::{Domain, Literal};
    ///
    /// let groups = Domain::builder(4).exactly_one([0, 1]).build()?;
    /// let tighter = groups.tighten(4).implies(Literal::positive(3), Literal::positive(0)).build()?;
    /// assert!(groups.allows(&[Literal::positive(3), Literal::positive(1)]));
    /// assert!(!tighter.allows(&[Literal::positive(3), Literal::positive(1)]));
    /// assert!(Domain::free().is_free() && !groups.is_free());
    /// # Ok::<(), vesc_col_core::DomainError>(())
    /// ```
    #[must_use]
    pub fn tighten(&self, features: usize) -> DomainBuilder {
        self.renamed(features, Some)
    }

    /// Starts from what the legal inputs have at some features, to declare more. `number` gives each of these features its
    /// number among `features` other ones, and `None` for those that do not matter.
    ///
    /// Nogoods are minimal: those that speak of no other feature are all that is left of them. Linear in what is declared.
    ///
    /// ```
    /// use vesc_col_core::{Domain, Literal};
    ///
    /// let domain = Domain::builder(5).ordered([0, 1, 2]).exactly_one([3, 4]).build()?;
    /// let number = |feature: usize| [Some(0), None, Some(1), Some(2), None][feature];
    /// let other = domain.renamed(3, number).build()?;
    /// assert_eq!(other, Domain::builder(3).ordered([0, 1]).build()?);
    /// # Ok::<(), vesc_col_core::DomainError>(())
    /// ```
    #[must_use]
    pub fn renamed(&self, features: usize, number: impl Fn(usize) -> Option<usize>) -> DomainBuilder {
        let of_order = |order: Vec<usize>| order.into_iter().filter_map(&number).collect::<Vec<usize>>();
        let builder = self.orders().map(of_order).fold(Domain::builder(features), DomainBuilder::ordered);
        let literal = |literal: &Literal| Some(Literal::matching(number(literal.feature())?, !literal.is_negated()));
        let kept = self.nogoods_beside_orders();
        let kept = kept.filter_map(|nogood| nogood.iter().map(literal).collect::<Option<Vec<Literal>>>());
        kept.fold(builder, DomainBuilder::never)
    }

    /// The opposites of the legal inputs, every value of which is complemented: what is legal for
    /// [mirrored](crate::Dataset::mirrored) data.
    ///
    /// ```
    /// use vesc_col_core::{Domain, Literal};
    ///
    /// let [a, b] = [0, 1].map(Literal::positive);
    /// let domain = Domain::builder(2).implies(a, b).build()?;
    /// assert!(!domain.allows(&[a, !b]) && domain.allows(&[!a, b]));
    /// assert!(!domain.mirrored().allows(&[!a, b]) && domain.mirrored().allows(&[a, !b]));
    /// assert_eq!(domain.mirrored().mirrored(), domain);
    /// # Ok::<(), vesc_col_core::DomainError>(())
    /// ```
    #[must_use]
    #[allow(
        clippy::missing_panics_doc,
        reason = "a mirror image has as many nogoods and patterns, and as many legal inputs"
    )]
    pub fn mirrored(&self) -> Domain {
        let opposite = |nogood: &[Literal]| nogood.iter().map(|&literal| !literal).collect::<Vec<Literal>>();
        let builder = Domain::builder(self.features().unwrap_or(0));
        let turned = self.orders().map(|order| order.into_iter().rev());
        let builder = turned.fold(builder, DomainBuilder::ordered);
        let mirrored = self.nogoods_beside_orders().map(opposite).fold(builder, DomainBuilder::never);
        mirrored.build().expect("a mirror image is a domain")
    }

    /// Whether all inputs are legal.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.declared.is_none()
    }

    /// The minimal sets of literals that no legal input satisfies: the prime implicants of "illegal".
    ///
    /// An order of n features has n (n - 1) / 2 of them, which are made one by one. To go through them all takes
    /// seconds for ten thousand thresholds: where that matters, ask for the [orders](Domain::orders) and the
    /// [nogoods beside them](Domain::nogoods_beside_orders).
    pub fn nogoods(&self) -> impl Iterator<Item = Vec<Literal>> + '_ {
        self.parts().iter().flat_map(DomainPart::nogoods)
    }

    /// The groups of features of which nothing is said but their order, each as
    /// [`DomainBuilder::ordered`] takes it: every feature is implied by the next.
    ///
    /// ```
    /// use vesc_col_core::{Domain, Literal};
    ///
    /// let builder = Domain::builder(6).ordered([4, 3, 1]).at_most_one([0, 2].map(Literal::positive));
    /// let domain = builder.build()?;
    /// assert_eq!(domain.orders().collect::<Vec<_>>(), [[4, 3, 1]]);
    /// assert_eq!(domain.nogoods_beside_orders().count(), 1);
    /// # Ok::<(), vesc_col_core::DomainError>(())
    /// ```
    pub fn orders(&self) -> impl Iterator<Item = Vec<usize>> + '_ {
        self.parts().iter().filter_map(DomainPart::in_order)
    }

    /// The nogoods that no [order](Domain::orders) makes.
    pub fn nogoods_beside_orders(&self) -> impl Iterator<Item = &[Literal]> {
        self.parts().iter().flat_map(DomainPart::listed_nogoods)
    }

    /// The part of a sub-space's [key](crate::SubSpace::key) that says which inputs are legal: nothing if all are.
    /// Otherwise ` ordered=` with the [orders](Domain::orders), ` never=` with the
    /// [other nogoods](Domain::nogoods_beside_orders), or both, in canonical order.
    ///
    /// ```
    /// use vesc_col_core::{Domain, Literal};
    ///
    /// assert_eq!(Domain::free().key(), "");
    /// let [a, b] = [0, 1].map(Literal::positive);
    /// let builder = Domain::builder(5).never([a, b]);
    /// assert_eq!(builder.clone().build()?.key(), " never=0&1");
    /// assert_eq!(builder.ordered([2, 3, 4]).build()?.key(), " ordered=2>3>4 never=0&1");
    /// # Ok::<(), vesc_col_core::DomainError>(())
    /// ```
    #[must_use]
    pub fn key(&self) -> String {
        let literal =
            |literal: &Literal| format!("{}{}", if literal.is_negated() { "!" } else { "" }, literal.feature());
        let nogood = |nogood: Vec<Literal>| nogood.iter().map(literal).collect::<Vec<_>>().join("&");
        let order = |order: Vec<usize>| order.iter().map(usize::to_string).collect::<Vec<_>>().join(">");
        let mut nogoods: Vec<Vec<Literal>> = self.nogoods_beside_orders().map(<[Literal]>::to_vec).collect();
        nogoods.iter_mut().for_each(|nogood| nogood.sort_unstable());
        nogoods.sort_unstable();
        let field = |name: &str, texts: Vec<String>| match texts.is_empty() {
            true => String::new(),
            false => format!(" {name}={}", texts.join(",")),
        };
        let orders = field("ordered", self.orders().map(order).collect());
        orders + &field("never", nogoods.into_iter().map(nogood).collect())
    }

    /// Whether the conjunction of these literals holds on some legal input.
    #[must_use]
    pub fn allows(&self, literals: &[Literal]) -> bool {
        let mut literals = literals.to_vec();
        literals.sort_unstable();
        if literals.windows(2).any(|pair| pair[0] == !pair[1]) {
            return false;
        }
        let part = |literal: &Literal| self.part_of(literal.feature());
        literals.retain(|literal| part(literal).is_some());
        literals.sort_by_key(part);
        let mut together = literals.chunk_by(|one, other| part(one) == part(other));
        together.all(|own| part(&own[0]).is_none_or(|part| self.parts()[part].allows(own.iter().copied())))
    }

    /// For each further literal, whether it holds on some legal input that satisfies all of these literals, of which some
    /// legal input does. Where many are asked about, each costs a step for 64 patterns.
    ///
    /// ```
    /// use vesc_col_core::{Domain, Literal};
    ///
    /// let domain = Domain::builder(4).ordered([0, 1, 2]).build()?;
    /// let [a, b, c, d] = [0, 1, 2, 3].map(Literal::positive);
    /// let is_possible = domain.allows_beside(&[b]);
    /// assert!(is_possible(a) && is_possible(!c) && is_possible(!d) && !is_possible(!a) && !is_possible(!b));
    /// # Ok::<(), vesc_col_core::DomainError>(())
    /// ```
    pub fn allows_beside<'d>(&'d self, known: &[Literal]) -> impl Fn(Literal) -> bool + use<'d> {
        let mut of_part: Vec<Vec<Literal>> = vec![Vec::new(); self.parts().len()];
        let mut free = Vec::new();
        for &literal in known {
            self.part_of(literal.feature()).map_or(&mut free, |part| &mut of_part[part]).push(literal);
        }
        free.sort_unstable();
        let patterns: Vec<Vec<u64>> =
            self.parts().iter().zip(of_part).map(|(part, literals)| part.agreeing_with(literals.into_iter())).collect();
        move |literal| match self.part_of(literal.feature()) {
            Some(part) => {
                let mut left = patterns[part].clone();
                self.parts()[part].narrow(&mut left, literal);
                left.iter().any(|&word| word != 0)
            }
            None => free.binary_search(&!literal).is_err(),
        }
    }

    /// Whether an input is legal.
    ///
    /// # Panics
    ///
    /// If the sample has too few features.
    #[must_use]
    pub fn contains(&self, sample: &Sample) -> bool {
        self.broken_by(sample).is_none()
    }

    /// A nogood that an input satisfies, if it is not legal.
    ///
    /// ```
    /// use vesc_col_core::{Domain, Literal, OwnedSample};
    ///
    /// let domain = Domain::builder(3).exactly_one([0, 1]).build()?;
    /// let sample: OwnedSample = [true, true, false].into_iter().collect();
    /// assert!(!domain.contains(&sample));
    /// assert_eq!(domain.broken_by(&sample), Some(vec![Literal::positive(0), Literal::positive(1)]));
    /// # Ok::<(), vesc_col_core::DomainError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the sample has too few features.
    #[must_use]
    pub fn broken_by(&self, sample: &Sample) -> Option<Vec<Literal>> {
        self.parts().iter().find_map(|part| part.broken(|literal| literal.accepts(sample)))
    }

    /// Whether the input `x` is legal, as a circuit.
    ///
    /// ```
    /// use vesc_col_core::{Circuit, Domain};
    ///
    /// let domain = Domain::builder(3).exactly_one([0, 1]).build()?;
    /// let mut circuit = Circuit::new();
    /// let x = circuit.inputs(3);
    /// let legal = domain.legal(&mut circuit, &x);
    /// assert!(circuit.eval(legal, &[true, false, true]) && !circuit.eval(legal, &[false, false, true]));
    /// # Ok::<(), vesc_col_core::DomainError>(())
    /// ```
    pub fn legal(&self, circuit: &mut Circuit, x: &[Signal]) -> Signal {
        let value = |literal: Literal| x[literal.feature()].complement_if(literal.is_negated());
        let mut broken = Vec::new();
        for nogood in self.nogoods_beside_orders() {
            broken.push(circuit.and(nogood.iter().map(|&literal| value(literal))));
        }
        // The values of all features are given: neighbours are enough.
        for order in self.orders() {
            for pair in order.windows(2) {
                broken.push(circuit.and([value(Literal::negative(pair[0])), value(Literal::positive(pair[1]))]));
            }
        }
        !circuit.or(broken)
    }

    /// Whether a conjunction holds on some legal input, as a circuit. `has` says of each literal whether it is in the
    /// conjunction; of no feature both are.
    ///
    /// It takes a gate for each nogood, and two for each feature of an order.
    ///
    /// ```
    /// use vesc_col_core::{Circuit, Domain, Literal};
    ///
    /// let domain = Domain::builder(3).ordered([0, 1, 2]).build()?;
    /// let mut circuit = Circuit::new();
    /// let code = circuit.inputs(6);
    /// let has = |_: &mut Circuit, literal: Literal| code[2 * literal.feature() + usize::from(literal.is_negated())];
    /// let allowed = domain.allows_conjunction(&mut circuit, has);
    /// let with = |literals: &[usize]| (0..6).map(|code| literals.contains(&code)).collect::<Vec<bool>>();
    /// // Twice the feature, and one more if negated: `x0 & !x2`, and `!x0 & x2`.
    /// assert!(circuit.eval(allowed, &with(&[0, 5])) && !circuit.eval(allowed, &with(&[1, 4])));
    /// # Ok::<(), vesc_col_core::DomainError>(())
    /// ```
    pub fn allows_conjunction(&self, circuit: &mut Circuit, has: impl Fn(&mut Circuit, Literal) -> Signal) -> Signal {
        let mut constraints = Vec::new();
        for nogood in self.nogoods_beside_orders() {
            let literals: Vec<Signal> = nogood.iter().map(|&literal| has(circuit, literal)).collect();
            constraints.push(!circuit.and(literals));
        }
        for order in self.orders() {
            // Whether one of the features so far is to be false: then no later one can be true.
            let mut is_below = Signal::FALSE;
            for (place, &feature) in order.iter().enumerate() {
                if place > 0 {
                    let above = has(circuit, Literal::positive(feature));
                    constraints.push(!circuit.and([is_below, above]));
                }
                if place + 1 < order.len() {
                    let below = has(circuit, Literal::negative(feature));
                    is_below = circuit.or([is_below, below]);
                }
            }
        }
        circuit.and(constraints)
    }

    /// Checks that all rows of a data set are legal, or have some legal completion where cells are not known. Linear in
    /// rows and features.
    ///
    /// ```
    /// use vesc_col_core::{Dataset, Domain, Features};
    ///
    /// let domain = Domain::builder(2).at_most_one([0, 1].map(vesc_col_core::Literal::positive)).build()?;
    /// let mut builder = Dataset::builder(Features::new(["idle", "busy"])?);
    /// builder.push(true, [false, true])?;
    /// builder.push(false, [true, true])?;
    /// let error = domain.check(&builder.build()?).expect_err("the second row is both");
    /// assert_eq!(error.to_string(), "row 2 is not a legal input: `idle & busy` is impossible by what was declared");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`DataError::IllegalRow`] with the first row that is not.
    pub fn check(&self, data: &Dataset) -> Result<(), DataError> {
        self.try_check(data, &mut || Ok(()))
    }

    /// [`check`](Domain::check), which calls the other check about every 100 microseconds.
    pub(crate) fn try_check<E: From<DataError>>(
        &self,
        data: &Dataset,
        check: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        if self.is_free() {
            return Ok(());
        }
        let found = [self.illegal(data, data.positives(), check)?, self.illegal(data, data.negatives(), check)?];
        let first = found.into_iter().flatten().min();
        first.map_or(Ok(()), |(row, impossible)| Err(DataError::IllegalRow { row, impossible }.into()))
    }

    /// The first row of these samples that is no legal input, and why.
    fn illegal<E>(
        &self,
        data: &Dataset,
        samples: &Samples,
        check: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<Option<(usize, String)>, E> {
        let parts = self.parts();
        let mut known: Vec<KnownCells<'_>> = parts.iter().map(|part| KnownCells::of(part.features())).collect();
        let mut is_legal = |index: usize| {
            let (words, unknown) = (samples.words(index), samples.unknown(index));
            parts.iter().zip(&mut known).all(|(part, known)| match unknown {
                Some(_) => can_be_legal(part, words, unknown),
                None => known.are_good(words, |cells| part.are_in_order(cells), || can_be_legal(part, words, None)),
            })
        };
        let mut first: Option<usize> = None;
        for index in 0..samples.distinct() {
            if index.is_multiple_of(ROWS_BETWEEN_CHECKS) {
                check()?;
            }
            if !is_legal(index) && first.is_none_or(|first| samples.sources(index)[0] < samples.sources(first)[0]) {
                first = Some(index);
            }
        }
        let Some(index) = first else { return Ok(None) };
        let Some(nogood) = self.broken_by_cells(samples, index) else { return Ok(None) };
        // A nogood is a conjunction, and a term if no feature appears twice, as in a minimal one.
        let text = Term::new(nogood.iter().copied()).map(|term| term.display(data.features()).to_string());
        Ok(Some((samples.sources(index)[0], text.unwrap_or_default())))
    }

    /// A nogood of known cells, if the sample has no legal completion: literals that contain no nogood can be
    /// completed.
    fn broken_by_cells(&self, samples: &Samples, index: usize) -> Option<Vec<Literal>> {
        let Some(unknown) = samples.unknown(index) else { return self.broken_by(samples.get(index)) };
        let is_known = |literal: &Literal| unknown[literal.feature() / 64] >> (literal.feature() % 64) & 1 == 0;
        let holds = |literal: &Literal| is_known(literal) && literal.accepts(samples.get(index));
        self.parts().iter().find_map(|part| part.broken(holds))
    }

    /// Of how many features the constraints speak; `None` if there are none.
    pub(crate) fn features(&self) -> Option<usize> {
        self.declared.as_ref().map(|declared| declared.features)
    }

    pub(crate) fn parts(&self) -> &[DomainPart] {
        self.declared.as_ref().map_or(&[], |declared| &declared.parts)
    }

    pub(crate) fn part_of(&self, feature: usize) -> Option<usize> {
        self.declared.as_ref().and_then(|declared| *declared.part_of.get(feature)?)
    }
}

/// Domains are equal if the same inputs are legal.
impl PartialEq for Domain {
    fn eq(&self, other: &Domain) -> bool {
        match (&self.declared, &other.declared) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other) || one == other,
            (one, other) => one.is_none() && other.is_none(),
        }
    }
}

impl Eq for Domain {}

impl fmt::Debug for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (orders, nogoods): (Vec<_>, Vec<_>) = (self.orders().collect(), self.nogoods_beside_orders().collect());
        f.debug_struct("Domain").field("ordered", &orders).field("never", &nogoods).finish()
    }
}

//! What is known about the formulas.

use std::collections::BTreeMap;

use vesc_col_core::{Literal, TermRules};

/// What a DNF may look like. The default restricts nothing.
///
/// ```
/// use vesc_col_core::Literal;
/// use vesc_col_spaces::DnfOptions;
///
/// // A cause that involves a reset, and at most one of three opcodes at a time; bus signals count twice.
/// let options = DnfOptions::default()
///     .require([Literal::positive(0)])
///     .with_at_most_one_of([3, 4, 5])
///     .with_weight(7, 2);
/// assert!(options.has_weights());
/// assert!(options.forbid([Literal::negative(7)]).forbids(Literal::negative(7)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct DnfOptions {
    monotone: bool,
    max_term_literals: Option<usize>,
    forbidden: Vec<Literal>,
    required: Vec<Literal>,
    groups: Vec<Vec<usize>>,
    weights: BTreeMap<usize, u32>,
}

impl DnfOptions {
    /// No literal is negated.
    pub fn monotone(self) -> DnfOptions {
        DnfOptions { monotone: true, ..self }
    }

    /// Limits each term to `most` literals.
    pub fn with_max_term_literals(self, most: usize) -> DnfOptions {
        DnfOptions { max_term_literals: Some(most), ..self }
    }

    /// These literals appear in no term.
    pub fn forbid(mut self, literals: impl IntoIterator<Item = Literal>) -> DnfOptions {
        self.forbidden.extend(literals);
        self.forbidden.sort_unstable();
        self.forbidden.dedup();
        self
    }

    /// Each of these literals appears in some term.
    pub fn require(mut self, literals: impl IntoIterator<Item = Literal>) -> DnfOptions {
        self.required.extend(literals);
        self.required.sort_unstable();
        self.required.dedup();
        self
    }

    /// A term speaks of at most one of these features.
    pub fn with_at_most_one_of(mut self, features: impl IntoIterator<Item = usize>) -> DnfOptions {
        let mut group: Vec<usize> = features.into_iter().collect();
        group.sort_unstable();
        group.dedup();
        self.groups.push(group);
        self
    }

    /// Makes a literal on `feature` count `weight` instead of 1; never less than 1. With a weight, complexity is the
    /// sum of the literals' weights.
    pub fn with_weight(mut self, feature: usize, weight: u32) -> DnfOptions {
        self.weights.insert(feature, weight.max(1));
        self
    }

    /// The part of a sub-space's key that says what they are; nothing if nothing is restricted.
    pub(super) fn key(&self) -> String {
        fn list(items: impl Iterator<Item = String>) -> String {
            items.collect::<Vec<_>>().join(",")
        }
        let literal =
            |literal: &Literal| format!("{}{}", if literal.is_negated() { "!" } else { "" }, literal.feature());
        let group = |group: &Vec<usize>| group.iter().map(ToString::to_string).collect::<Vec<_>>().join("|");
        let parts = [
            ("monotone", if self.monotone { "1".to_owned() } else { String::new() }),
            ("max-term-literals", self.max_term_literals.map_or_else(String::new, |most| most.to_string())),
            ("forbidden", list(self.forbidden.iter().map(literal))),
            ("required", list(self.required.iter().map(literal))),
            ("at-most-one-of", list(self.groups.iter().map(group))),
            ("weights", list(self.weights.iter().map(|(feature, weight)| format!("{feature}:{weight}")))),
        ];
        let said = parts.iter().filter(|(_, value)| !value.is_empty());
        said.map(|(name, value)| format!(" {name}={value}")).collect()
    }

    /// Whether no term can have this literal, by what is forbidden or because all are to be positive.
    ///
    /// ```
    /// use vesc_col_core::Literal;
    /// use vesc_col_spaces::DnfOptions;
    ///
    /// let options = DnfOptions::default().monotone().forbid([Literal::positive(3)]);
    /// assert!(options.forbids(Literal::negative(0)) && options.forbids(Literal::positive(3)));
    /// assert!(!options.forbids(Literal::positive(0)));
    /// ```
    #[must_use]
    pub fn forbids(&self, literal: Literal) -> bool {
        self.monotone && literal.is_negated() || self.forbidden.binary_search(&literal).is_ok()
    }

    /// The literals that must appear, in canonical order.
    #[must_use]
    pub fn required(&self) -> &[Literal] {
        &self.required
    }

    /// The groups of features of which a term uses at most one.
    #[must_use]
    pub fn groups(&self) -> &[Vec<usize>] {
        &self.groups
    }

    /// How many literals a term may have, if that is limited.
    #[must_use]
    pub fn max_term_literals(&self) -> Option<usize> {
        self.max_term_literals
    }

    /// What a literal on this feature counts.
    ///
    /// ```
    /// use vesc_col_core::Literal;
    /// use vesc_col_spaces::DnfOptions;
    ///
    /// let reset = Literal::positive(0);
    /// let options = DnfOptions::default()
    ///     .require([reset])
    ///     .with_at_most_one_of([5, 3, 4])
    ///     .with_max_term_literals(3)
    ///     .with_weight(7, 2);
    /// assert_eq!(options.required(), [reset]);
    /// assert_eq!(options.groups(), [[3, 4, 5]]);
    /// assert_eq!(options.max_term_literals(), Some(3));
    /// assert_eq!((options.weight(7), options.weight(0)), (2, 1));
    /// ```
    #[must_use]
    pub fn weight(&self, feature: usize) -> u32 {
        self.weights.get(&feature).copied().unwrap_or(1)
    }

    /// Whether any feature was given a weight.
    #[must_use]
    pub fn has_weights(&self) -> bool {
        !self.weights.is_empty()
    }

    /// The options as rules for each term by itself, if that says it all: not with required literals, groups or
    /// weights. Only then can not all inputs be legal
    /// ([`RestrictedDnfSpace::within`](crate::RestrictedDnfSpace::within)).
    ///
    /// ```
    /// use vesc_col_core::{Literal, TermRules};
    /// use vesc_col_spaces::DnfOptions;
    ///
    /// let options = DnfOptions::default().monotone().with_max_term_literals(3);
    /// let rules = TermRules::new([Literal::negative(0), Literal::negative(1)], Some(3));
    /// assert_eq!(options.as_rules(2), Some(rules));
    /// assert_eq!(options.with_weight(0, 2).as_rules(2), None);
    /// ```
    #[must_use]
    pub fn as_rules(&self, features: usize) -> Option<TermRules> {
        self.term_rules(features).filter(|_| self.required.is_empty())
    }

    /// The options as rules for each term by itself, if these and the required literals say it all.
    pub(super) fn term_rules(&self, features: usize) -> Option<TermRules> {
        let is_all = self.groups.is_empty() && self.weights.is_empty();
        let negated = (0..if self.monotone { features } else { 0 }).map(Literal::negative);
        is_all.then(|| TermRules::new(self.forbidden.iter().copied().chain(negated), self.max_term_literals))
    }

    /// Whether a term may have just these literals.
    pub(super) fn allow(&self, literals: &[Literal]) -> bool {
        self.max_term_literals.is_none_or(|most| literals.len() <= most)
            && !literals.iter().any(|&literal| self.forbids(literal))
            && self.groups.iter().all(|group| {
                let used = literals.iter().filter(|literal| group.binary_search(&literal.feature()).is_ok());
                used.count() <= 1
            })
    }

    /// What these literals count together.
    pub(super) fn size<'a>(&self, literals: impl IntoIterator<Item = &'a Literal>) -> usize {
        let weights = literals.into_iter().map(|literal| self.weight(literal.feature()) as usize);
        weights.fold(0, usize::saturating_add)
    }
}

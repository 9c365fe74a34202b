//! `er in {dest, payload} & 4 <= len & !reset | er = fcs`.

use std::fmt;
use std::sync::Arc;

use vesc_col_core::{Features, Hypothesis, Literal, ParseError, Sample};

use super::SetDnfSpace;
use super::conditions::Conditions;
use super::group::{Groups, ValueGroup};
use super::reader::{self, SIGNS};
use crate::syntax::Names;

/// A non-empty set of distinct terms, joined by OR, whose conditions are literals, or groups that have one of some
/// values.
///
/// ```
/// use vesc_col_core::Features;
/// use vesc_col_spaces::{ValueGroup, SetDnf, SetDnfSpace};
///
/// let features = Features::new(["er_dest", "er_payload", "er_fcs", "len_1", "len_2", "len_4", "len_8", "reset"])?;
/// let groups = [
///     ValueGroup::new("er", [("dest", 0), ("payload", 1), ("fcs", 2)]),
///     ValueGroup::ordered("len", [("1", 3), ("2", 4), ("4", 5), ("8", 6)]),
/// ];
/// let space = SetDnfSpace::new(8, 3, 1, groups)?;
/// let dnf = SetDnf::parse("2 <= len <= 4 & er in {dest, fcs} & !reset | len = 8", &features, &space)?;
/// assert_eq!(dnf.display(&features).to_string(), "len = 8 | !reset & er in {dest, fcs} & 2 <= len <= 4");
/// assert_eq!(dnf.terms()[1].conditions(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetDnf {
    /// In canonical order.
    terms: Vec<SetTerm>,
}

impl SetDnf {
    /// The disjunction of terms of which none is empty and none there twice.
    pub(super) fn of_distinct(groups: &Arc<Groups>, mut terms: Vec<Conditions>) -> SetDnf {
        terms.sort_unstable();
        let term = |conditions| SetTerm { groups: Arc::clone(groups), conditions };
        SetDnf { terms: terms.into_iter().map(term).collect() }
    }

    /// Reads a formula of any size over the groups of a sub-space. Conditions are `a`, `!a`, `er = dest`, `er in {dest,
    /// fcs}`, `len <= 4`, `2 <= len` and `2 <= len <= 4`. They are joined by `&` and `|`. Names are quoted as in a DNF,
    /// and also where they contain any of `, { } <`.
    ///
    /// # Errors
    ///
    /// [`ParseError`] with the position and what was expected.
    pub fn parse(text: &str, features: &Features, space: &SetDnfSpace) -> Result<SetDnf, ParseError> {
        let terms = reader::read(text, features, &space.groups)?;
        Ok(SetDnf::of_distinct(&space.groups, terms))
    }

    /// The terms, in canonical order.
    #[must_use]
    pub fn terms(&self) -> &[SetTerm] {
        &self.terms
    }

    /// The formula in the syntax of [`SetDnf::parse`], with the features' names.
    #[must_use]
    pub fn display(&self, features: &Features) -> impl fmt::Display {
        (self as &dyn Hypothesis).display(features)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, names: Names<'_>) -> fmt::Result {
        for (i, term) in self.terms.iter().enumerate() {
            f.write_str(if i > 0 { " | " } else { "" })?;
            term.write(f, names)?;
        }
        Ok(())
    }
}

impl Hypothesis for SetDnf {
    fn accepts(&self, sample: &Sample) -> bool {
        self.terms.iter().any(|term| term.conditions.accepts(&term.groups, sample))
    }

    fn fmt_named(&self, features: &Features, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Names::of(features, SIGNS))
    }

    /// Term after term: the literals' places as in a DNF, then the values of each group.
    fn order_key(&self) -> Vec<u32> {
        let place = |&place: &usize| u32::try_from(place).unwrap_or(u32::MAX - 1) + 1;
        let mut key = Vec::new();
        for SetTerm { conditions, .. } in &self.terms {
            key.extend(conditions.literals.iter().map(|&literal| crate::code(literal) + 1).chain([0]));
            key.extend(conditions.chosen.iter().flat_map(|places| places.iter().map(place).chain([0])));
        }
        key
    }
}

/// Writes the formula with numbered features outside of the groups: `!x7 & er in {dest, fcs}`.
impl fmt::Display for SetDnf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Names::numbered())
    }
}

/// A conjunction of conditions: literals, and groups that have one of some values.
///
/// ```
/// use vesc_col_core::{Features, Literal};
/// use vesc_col_spaces::{ValueGroup, SetDnf, SetDnfSpace};
///
/// let features = Features::new(["er_dest", "er_payload", "er_fcs", "reset"])?;
/// let er = ValueGroup::new("er", [("dest", 0), ("payload", 1), ("fcs", 2)]);
/// let dnf = SetDnf::parse("er in {dest, fcs} & !reset", &features, &SetDnfSpace::new(4, 2, 1, [er])?)?;
/// let term = &dnf.terms()[0];
/// assert_eq!(term.literals(), [Literal::negative(3)]);
/// let (group, places) = term.sets().next().expect("there is one");
/// assert_eq!((group.name(), places), ("er", &[0, 2][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetTerm {
    groups: Arc<Groups>,
    conditions: Conditions,
}

impl SetTerm {
    /// How many conditions there are.
    ///
    /// ```
    /// use vesc_col_core::Features;
    /// use vesc_col_spaces::{ValueGroup, SetDnf, SetDnfSpace};
    ///
    /// let features = Features::new(["dest", "payload", "fcs", "reset"])?;
    /// let er = ValueGroup::new("er", [("dest", 0), ("payload", 1), ("fcs", 2)]);
    /// let dnf = SetDnf::parse("er in {dest, fcs} & !reset", &features, &SetDnfSpace::new(4, 2, 1, [er])?)?;
    /// assert_eq!(dnf.terms()[0].conditions(), 2); // a set costs one, however many values it has
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn conditions(&self) -> usize {
        self.conditions.count()
    }

    /// The literals, all on features outside of the groups.
    #[must_use]
    pub fn literals(&self) -> &[Literal] {
        &self.conditions.literals
    }

    /// The groups on which there is a condition, with the places of the values that are named.
    pub fn sets(&self) -> impl Iterator<Item = (&ValueGroup, &[usize])> {
        let sets = self.groups.groups.iter().zip(&self.conditions.chosen);
        sets.filter(|(_, places)| !places.is_empty()).map(|(group, places)| (group, &**places))
    }

    /// Each of the [`sets`](SetTerm::sets) as it stands in the formula.
    ///
    /// ```
    /// use vesc_col_core::Features;
    /// use vesc_col_spaces::{ValueGroup, SetDnf, SetDnfSpace};
    ///
    /// let features = Features::new(["er_dest", "er_payload", "er_fcs", "reset"])?;
    /// let er = ValueGroup::new("er", [("dest", 0), ("payload", 1), ("fcs", 2)]);
    /// let dnf = SetDnf::parse("er in {dest, fcs} & !reset", &features, &SetDnfSpace::new(4, 2, 1, [er])?)?;
    /// assert!(dnf.terms()[0].set_texts().eq(["er in {dest, fcs}"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_texts(&self) -> impl Iterator<Item = String> {
        self.sets().map(|(group, places)| WrittenSet { group, places }.to_string())
    }

    pub(super) fn parts(&self) -> &Conditions {
        &self.conditions
    }

    pub(super) fn groups(&self) -> &Groups {
        &self.groups
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, names: Names<'_>) -> fmt::Result {
        let mut separator = "";
        for &literal in self.literals() {
            write!(f, "{separator}{}", names.literal(literal))?;
            separator = " & ";
        }
        for (group, places) in self.sets() {
            write!(f, "{separator}{}", WrittenSet { group, places })?;
            separator = " & ";
        }
        Ok(())
    }
}

/// A condition on a group as it stands in a formula.
struct WrittenSet<'a> {
    group: &'a ValueGroup,
    places: &'a [usize],
}

impl fmt::Display for WrittenSet<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WrittenSet { group, places } = *self;
        let values: Vec<String> = group.values().map(|value| Names::word(value, SIGNS)).collect();
        let (name, last) = (Names::word(group.name(), SIGNS), values.len().saturating_sub(1));
        match *places {
            [only] => write!(f, "{name} = {}", values[only]),
            [0, .., to] if group.is_ordered() => write!(f, "{name} <= {}", values[to]),
            [from, .., to] if group.is_ordered() && to == last => write!(f, "{} <= {name}", values[from]),
            [from, .., to] if group.is_ordered() => write!(f, "{} <= {name} <= {}", values[from], values[to]),
            _ => {
                let named: Vec<&str> = places.iter().map(|&place| values[place].as_str()).collect();
                write!(f, "{name} in {{{}}}", named.join(", "))
            }
        }
    }
}

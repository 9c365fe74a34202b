//! Parts of a question, so that many machines can answer it.

mod answer;
mod chance;
mod merge;
mod partition;
mod space;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

pub use answer::PartAnswer;
pub use merge::{MergeError, merge};
pub use partition::Partition;

use crate::{DnfSpace, Features, Literal, Query, Shape, SubSpace};
use space::PartSpace;

/// What tells the hypotheses of one part from those of another.
///
/// ```
/// use vesc_col_core::{Choice, Literal};
///
/// assert_eq!(Choice::Uses(Literal::negative(3)).to_string(), "!x3");
/// assert_eq!(Choice::UsesBefore(Literal::positive(3)).to_string(), "before x3");
/// assert_eq!(Choice::Bit(7).to_string(), "bit 7");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Choice {
    /// Whether some term of a DNF, or some clause of a CNF, has this literal.
    Uses(Literal),
    /// Whether some term, or clause, has a literal that comes before this one: `x0`, `!x0`, `x1`, and so on.
    UsesBefore(Literal),
    /// The value of a decision bit of the sub-space.
    Bit(usize),
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Uses(literal) => literal.fmt(f),
            Choice::UsesBefore(literal) => write!(f, "before {literal}"),
            Choice::Bit(bit) => write!(f, "bit {bit}"),
        }
    }
}

impl Choice {
    /// The literals of which some term or clause has one, if the choice holds, ascending; none if it is about a bit.
    fn literals(self) -> impl Iterator<Item = Literal> {
        let features = match self {
            Choice::Uses(literal) => literal.feature()..literal.feature() + 1,
            Choice::UsesBefore(end) => 0..end.feature() + 1,
            Choice::Bit(_) => 0..0,
        };
        let sides = |feature| [Literal::positive(feature), Literal::negative(feature)];
        features.flat_map(sides).filter(move |&literal| match self {
            Choice::Uses(one) => literal == one,
            Choice::UsesBefore(end) => literal < end,
            Choice::Bit(_) => false,
        })
    }
}

/// A part of a question: the hypotheses for which certain choices come out in a certain way.
///
/// Two parts are disjoint if a choice comes out differently in them. The part without choices is the whole question.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col_core::{Choice, DnfSpace, Features, Literal, Part, SubSpace};
///
/// let uses = Choice::Uses(Literal::positive(0));
/// let [with, without] = Part::whole().split(uses).expect("nothing is chosen yet");
/// assert_eq!((with.to_string().as_str(), without.to_string().as_str()), ("x0", "not x0"));
/// assert!(!with.meets(&without) && with.meets(&Part::whole()));
/// assert_eq!(with.split(uses), None);
///
/// let space = DnfSpace::new(2, 1, 1);
/// assert!(with.contains(&space, &[true, false, false, false]));
/// assert!(!with.contains(&space, &[true, true, false, false]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    /// Ascending, none twice.
    choices: Vec<(Choice, bool)>,
}

impl Part {
    /// All hypotheses.
    #[must_use]
    pub fn whole() -> Part {
        Part::default()
    }

    /// The hypotheses for which these choices come out so; `None` if one choice is to come out both ways.
    ///
    /// ```
    /// use vesc_col_core::{Choice, Part};
    ///
    /// let part = Part::new([(Choice::Bit(2), false), (Choice::Bit(0), true)]).expect("no contradiction");
    /// assert_eq!(part.to_string(), "bit 0, not bit 2");
    /// assert_eq!(Part::new([(Choice::Bit(2), false), (Choice::Bit(2), true)]), None);
    /// ```
    #[must_use]
    pub fn new(choices: impl IntoIterator<Item = (Choice, bool)>) -> Option<Part> {
        let mut choices: Vec<(Choice, bool)> = choices.into_iter().collect();
        choices.sort_unstable();
        choices.dedup();
        let is_possible = choices.windows(2).all(|pair| pair[0].0 != pair[1].0);
        is_possible.then_some(Part { choices })
    }

    /// The choices and how they come out, ascending.
    #[must_use]
    pub fn choices(&self) -> &[(Choice, bool)] {
        &self.choices
    }

    /// How a choice comes out, if the part says so.
    #[must_use]
    pub fn outcome(&self, choice: Choice) -> Option<bool> {
        let found = self.choices.binary_search_by_key(&choice, |&(choice, _)| choice);
        found.ok().map(|index| self.choices[index].1)
    }

    /// The two halves of the part by a choice, first where it holds; `None` if it is made already.
    #[must_use]
    pub fn split(&self, choice: Choice) -> Option<[Part; 2]> {
        let half = |holds| Part::new(self.choices.iter().copied().chain([(choice, holds)]));
        Some([half(true)?, half(false)?]).filter(|_| self.outcome(choice).is_none())
    }

    /// Whether the two have choices in which a hypothesis could be in both.
    #[must_use]
    pub fn meets(&self, other: &Part) -> bool {
        let [few, many] = if self.choices.len() < other.choices.len() { [self, other] } else { [other, self] };
        few.choices.iter().all(|&(choice, holds)| many.outcome(choice).is_none_or(|other| other == holds))
    }

    /// Whether the part has the member with these bits.
    ///
    /// # Panics
    ///
    /// If the bits are not a member's, or the part is not of [this kind of sub-space](Part::suits).
    #[must_use]
    pub fn contains(&self, space: &dyn SubSpace, bits: &[bool]) -> bool {
        self.choices.iter().all(|&(choice, holds)| {
            let is_so = match choice {
                Choice::Bit(bit) => bits[bit],
                Choice::Uses(_) | Choice::UsesBefore(_) => {
                    let grid = grid(space).expect("only DNF and CNF use literals");
                    choice.literals().any(|literal| {
                        (0..grid.terms())
                            .map(|term| grid.bit(literal.feature(), term))
                            .any(|bit| bits[bit] && bits[bit + 1] == literal.is_negated())
                    })
                }
            };
            is_so == holds
        })
    }

    /// Whether the sub-space has what the choices speak of: its bits, and literals only of DNF and CNF.
    ///
    /// ```
    /// use vesc_col_core::{Choice, DnfSpace, Literal, Part};
    ///
    /// let part = Part::new([(Choice::Uses(Literal::positive(4)), true)]).expect("no contradiction");
    /// assert!(part.suits(&DnfSpace::new(5, 2, 1)) && !part.suits(&DnfSpace::new(4, 2, 1)));
    /// ```
    #[must_use]
    pub fn suits(&self, space: &dyn SubSpace) -> bool {
        self.choices.iter().all(|&(choice, _)| match choice {
            Choice::Bit(bit) => bit < space.width(),
            Choice::Uses(literal) | Choice::UsesBefore(literal) => {
                grid(space).is_some() && literal.feature() < space.features()
            }
        })
    }

    /// The part with the features' names.
    ///
    /// ```
    /// use vesc_col_core::{Choice, Features, Literal, Part};
    ///
    /// let [one, two] = [0, 1].map(|feature| Choice::Uses(Literal::positive(feature)));
    /// let part = Part::new([(one, false), (two, true)]).expect("no contradiction");
    /// assert_eq!(part.display(&Features::new(["irq", "mask"])?).to_string(), "not irq, mask");
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    #[must_use]
    pub fn display<'a>(&'a self, features: &'a Features) -> impl fmt::Display + 'a {
        crate::display::from_fn(move |f| {
            self.write(f, |choice, f| match choice {
                Choice::Uses(literal) => write!(f, "{}", literal.display(features)),
                Choice::UsesBefore(literal) => write!(f, "before {}", literal.display(features)),
                Choice::Bit(_) => write!(f, "{choice}"),
            })
        })
    }

    fn write(
        &self,
        f: &mut fmt::Formatter<'_>,
        name: impl Fn(Choice, &mut fmt::Formatter<'_>) -> fmt::Result,
    ) -> fmt::Result {
        if self.choices.is_empty() {
            return f.write_str("everything");
        }
        for (index, &(choice, holds)) in self.choices.iter().enumerate() {
            f.write_str(if index > 0 { ", " } else { "" })?;
            f.write_str(if holds { "" } else { "not " })?;
            name(choice, f)?;
        }
        Ok(())
    }
}

/// With numbered features.
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, |choice, f| write!(f, "{choice}"))
    }
}

/// As it is displayed with numbered features.
///
/// ```
/// use vesc_col_core::{Choice, Literal, Part};
///
/// let part: Part = "!x2, not before x9, not bit 7".parse()?;
/// assert_eq!(part.outcome(Choice::Uses(Literal::negative(2))), Some(true));
/// assert_eq!(part.outcome(Choice::UsesBefore(Literal::positive(9))), Some(false));
/// assert_eq!(part.outcome(Choice::Bit(7)), Some(false));
/// assert!("x2, not x2".parse::<Part>().is_err());
/// # Ok::<(), String>(())
/// ```
impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        if text == "everything" {
            return Ok(Part::whole());
        }
        let choices: Option<Vec<(Choice, bool)>> = text.split(", ").map(parse_choice).collect();
        choices.and_then(Part::new).ok_or_else(|| format!("`{text}` is no part of a question, such as `x0, not bit 7`"))
    }
}

fn parse_choice(text: &str) -> Option<(Choice, bool)> {
    let (text, holds) = text.strip_prefix("not ").map_or((text, true), |text| (text, false));
    if let Some(bit) = text.strip_prefix("bit ") {
        return Some((Choice::Bit(bit.parse().ok()?), holds));
    }
    match text.strip_prefix("before ") {
        Some(text) => Some((Choice::UsesBefore(parse_literal(text)?), holds)),
        None => Some((Choice::Uses(parse_literal(text)?), holds)),
    }
}

fn parse_literal(text: &str) -> Option<Literal> {
    let (feature, is_negated) = text.strip_prefix('!').map_or((text, false), |feature| (feature, true));
    let feature: u32 = feature.strip_prefix('x')?.parse().ok().filter(|&feature| feature < 1 << 31)?;
    Some(Literal::matching(feature as usize, !is_negated))
}

impl Query {
    /// The same question about the hypotheses of one part.
    ///
    /// An engine counts all concepts that have a formula in the part. [`PartAnswer::of`] keeps those that belong to it.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col_core::{Choice, DnfSpace, Literal, Part, Query};
    ///
    /// let part = Part::new([(Choice::Uses(Literal::positive(0)), true)]).expect("no contradiction");
    /// let query = Query::new(Arc::new(DnfSpace::new(3, 2, 1))).within_part(&part);
    /// assert_eq!(query.space().key().as_deref(), Some("dnf features=3 literals=2 terms=1 part=x0"));
    /// ```
    ///
    /// # Panics
    ///
    /// If the part does not [suit](Part::suits) the sub-space.
    #[must_use]
    pub fn within_part(&self, part: &Part) -> Query {
        assert!(part.suits(&**self.space()), "the part `{part}` is of another kind of sub-space");
        if part.choices.is_empty() {
            return self.clone().with_live(false);
        }
        let space = PartSpace::new(Arc::clone(self.space()), part.clone());
        self.clone().with_space(Arc::new(space)).with_live(false)
    }
}

/// The formulas whose bits these are, if they are those of a DNF or CNF.
fn grid(space: &dyn SubSpace) -> Option<&DnfSpace> {
    let grid = match space.shape() {
        Shape::Dnf(grid) | Shape::Cnf(grid) => grid,
        Shape::RestrictedDnf { space, .. } | Shape::RequiringDnf { space, .. } | Shape::CnfPart { space, .. } => space,
        Shape::Opaque => return None,
    };
    Some(grid).filter(|grid| grid.has_room())
}

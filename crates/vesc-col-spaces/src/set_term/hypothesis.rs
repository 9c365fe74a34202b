//! `er in {dest, payload} & 4 <= len & !reset`.

use std::fmt;
use std::sync::Arc;

use vesc_col_core::{Features, Hypothesis, Literal, ParseError, Sample};

use super::SetTermSpace;
use super::group::{Group, Groups};
use crate::syntax::{Names, Parser, Token};

/// A conjunction of conditions: literals, and groups that have one of some values.
///
/// ```
/// use vesc_col_core::Features;
/// use vesc_col_spaces::{Group, SetTerm, SetTermSpace};
///
/// let features = Features::new(["er_dest", "er_payload", "er_fcs", "len_1", "len_2", "len_4", "len_8", "reset"])?;
/// let groups = [
///     Group::new("er", [("dest", 0), ("payload", 1), ("fcs", 2)]),
///     Group::ordered("len", [("1", 3), ("2", 4), ("4", 5), ("8", 6)]),
/// ];
/// let space = SetTermSpace::new(8, 3, groups)?;
/// let term = SetTerm::parse("2 <= len <= 4 & er in {dest, fcs} & !reset", &features, &space)?;
/// assert_eq!(term.display(&features).to_string(), "!reset & er in {dest, fcs} & 2 <= len <= 4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetTerm {
    groups: Arc<Groups>,
    literals: Vec<Literal>,
    /// For each group the places of the values that are named; none if there is no condition.
    chosen: Vec<Vec<usize>>,
}

/// What a name must not contain without quotes, beside the signs of DNF.
const SIGNS: &str = ",{}<";

impl SetTerm {
    pub(super) fn from_parts(groups: Arc<Groups>, literals: Vec<Literal>, chosen: Vec<Vec<usize>>) -> SetTerm {
        SetTerm { groups, literals, chosen }
    }

    /// The bits of a sub-space over these groups, if it is about the same: *appears* and *negated* for each single feature, then one
    /// for each value.
    pub(super) fn bits(&self, groups: &Groups) -> Option<Vec<bool>> {
        let single = self.groups.single.iter().flat_map(|&feature| {
            let literal = self.literals.iter().find(|literal| literal.feature() == feature);
            [literal.is_some(), literal.is_some_and(|literal| literal.is_negated())]
        });
        let values = self
            .groups
            .ranges()
            .zip(&self.chosen)
            .flat_map(|(range, chosen)| (0..range.len()).map(move |value| chosen.contains(&value)));
        (*self.groups == *groups).then(|| single.chain(values).collect())
    }

    /// Reads a term over the groups of a sub-space, of any number of conditions: `a`, `!a`, `er = dest`, `er in {dest, fcs}`, `len <= 4`,
    /// `2 <= len` or `2 <= len <= 4`, joined by `&`. Names are quoted as in a DNF, and also where they contain any of `, { } <`.
    ///
    /// # Errors
    ///
    /// [`ParseError`] with the position and what was expected.
    pub fn parse(text: &str, features: &Features, space: &SetTermSpace) -> Result<SetTerm, ParseError> {
        let groups = Arc::clone(&space.groups);
        let chosen = vec![Vec::new(); groups.groups.len()];
        let mut term = SetTerm { groups, literals: Vec::new(), chosen };
        let mut parser = Parser::new(text, features, SIGNS)?;
        loop {
            term.read_condition(&mut parser)?;
            if parser.peek()?.is_none() {
                term.literals.sort_unstable();
                return Ok(term);
            }
            parser.expect('&', "`&` or the end")?;
        }
    }

    fn read_condition(&mut self, parser: &mut Parser<'_>) -> Result<(), ParseError> {
        let ranged = parser.is_name_before('<')?;
        if !ranged && !parser.is_name_before('=')? && !parser.is_name_before_word("in")? {
            let start = parser.start();
            let before = *parser;
            let literal = parser.literal()?;
            if self.groups.single.binary_search(&literal.feature()).is_err() {
                return Err(before.unexpected("a feature outside of the groups, or a condition on a group"));
            }
            if self.literals.iter().any(|known| known.feature() == literal.feature()) {
                return Err(parser.repeated(literal.feature(), start));
            }
            self.literals.push(literal);
            return Ok(());
        }
        let before = *parser;
        let first = self.group(parser)?;
        let (group, from, to) = match first {
            Some(group) if parser.accept('=')? => {
                let value = self.value(parser, group)?;
                (group, value, Some(value))
            }
            Some(group) if !ranged => return self.read_set(parser, group, &before),
            Some(group) => (group, 0, Some(self.bound(parser, group)?)),
            None => {
                // A value, whose group comes behind it.
                let value = *parser;
                parser.next()?;
                at_most(parser)?;
                let group = self.group(parser)?.ok_or_else(|| parser.unexpected("the name of a group"))?;
                let from = self.value(&mut { value }, group)?;
                let more = parser.peek()? == Some(Token::Sign('<'));
                (group, from, if more { Some(self.bound(parser, group)?) } else { None })
            }
        };
        let last = self.groups.groups[group].values().len().saturating_sub(1);
        self.choose(group, (from..=to.unwrap_or(last)).collect(), &before)
    }

    /// Reads `in {a, b}` behind a group's name.
    fn read_set(&mut self, parser: &mut Parser<'_>, group: usize, before: &Parser<'_>) -> Result<(), ParseError> {
        parser.one_of(&["in"], "`in`, `=` or `<=`")?;
        parser.expect('{', "`{`")?;
        let mut values = Vec::new();
        loop {
            values.push(self.value(parser, group)?);
            if parser.accept('}')? {
                break;
            }
            parser.expect(',', "`,` or `}`")?;
        }
        values.sort_unstable();
        values.dedup();
        self.choose(group, values, before)
    }

    /// Notes a condition that began there.
    fn choose(&mut self, group: usize, values: Vec<usize>, before: &Parser<'_>) -> Result<(), ParseError> {
        let all = self.groups.groups[group].values().len();
        let gap = self.groups.groups[group].is_ordered() && values.windows(2).any(|pair| pair[1] - pair[0] > 1);
        if values.is_empty() || values.len() == all || gap || !self.chosen[group].is_empty() {
            return Err(before.unexpected("one condition a group, on some of its values in their order"));
        }
        self.chosen[group] = values;
        Ok(())
    }

    /// Reads the name of a group, if it is one.
    fn group(&self, parser: &mut Parser<'_>) -> Result<Option<usize>, ParseError> {
        let group = match parser.peek()? {
            Some(Token::Name(name)) => self.groups.groups.iter().position(|group| group.name() == name),
            _ => None,
        };
        if group.is_some() {
            parser.next()?;
        }
        Ok(group)
    }

    /// Reads the name of a value.
    fn value(&self, parser: &mut Parser<'_>, group: usize) -> Result<usize, ParseError> {
        let value = match parser.peek()? {
            Some(Token::Name(name)) => self.groups.groups[group].values().position(|value| value == name),
            _ => None,
        };
        let value = value.ok_or_else(|| parser.unexpected("a value of the group"))?;
        parser.next()?;
        Ok(value)
    }

    /// Reads `<= value`.
    fn bound(&self, parser: &mut Parser<'_>, group: usize) -> Result<usize, ParseError> {
        at_most(parser)?;
        self.value(parser, group)
    }

    /// The literals on features outside of the groups.
    #[must_use]
    pub fn literals(&self) -> &[Literal] {
        &self.literals
    }

    /// The groups on which there is a condition, with the places of the values that are named.
    pub fn sets(&self) -> impl Iterator<Item = (&Group, &[usize])> {
        let sets = self.groups.groups.iter().zip(&self.chosen);
        sets.filter(|(_, values)| !values.is_empty()).map(|(group, values)| (group, &**values))
    }

    /// The term in the syntax of [`SetTerm::parse`], with the features' names.
    #[must_use]
    pub fn display(&self, features: &Features) -> impl fmt::Display {
        (self as &dyn Hypothesis).display(features)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, names: Names<'_>) -> fmt::Result {
        let mut separator = "";
        for &literal in &self.literals {
            write!(f, "{separator}{}", names.literal(literal))?;
            separator = " & ";
        }
        for (group, places) in self.sets() {
            f.write_str(separator)?;
            write_set(group, places, f)?;
            separator = " & ";
        }
        Ok(())
    }
}

fn at_most(parser: &mut Parser<'_>) -> Result<(), ParseError> {
    parser.expect('<', "`<=`")?;
    parser.expect('=', "`<=`")
}

fn write_set(group: &Group, places: &[usize], f: &mut fmt::Formatter<'_>) -> fmt::Result {
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

impl Hypothesis for SetTerm {
    fn accepts(&self, sample: &Sample) -> bool {
        self.literals.iter().all(|literal| literal.accepts(sample))
            && self.sets().all(|(group, places)| {
                group.features().enumerate().any(|(place, feature)| places.contains(&place) && sample[feature])
            })
    }

    fn fmt_named(&self, features: &Features, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Names::of(features, SIGNS))
    }

    /// The literals' places as in a DNF, then the values of each group.
    fn order_key(&self) -> Vec<u32> {
        let literals = self.literals.iter().map(|&literal| crate::code(literal) + 1).chain([0]);
        let place = |&place: &usize| u32::try_from(place).unwrap_or(u32::MAX - 1) + 1;
        let chosen = self.chosen.iter().flat_map(|places| places.iter().map(place).chain([0]));
        literals.chain(chosen).collect()
    }
}

/// Writes the term with numbered features outside of the groups: `!x7 & er in {dest, fcs}`.
impl fmt::Display for SetTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Names::numbered())
    }
}

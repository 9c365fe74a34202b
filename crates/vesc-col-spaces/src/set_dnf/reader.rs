//! Reading formulas with sets.

use vesc_col_core::{Features, Literal, ParseError};

use super::conditions::Conditions;
use super::group::Groups;
use crate::syntax::{Parser, Token};

/// What a name must not contain without quotes, beside the signs of DNF.
pub(super) const SIGNS: &str = ",{}<";

/// Reads terms joined by `|`, none twice.
///
/// # Errors
///
/// [`ParseError`] with the position and what was expected.
pub(super) fn read(text: &str, features: &Features, groups: &Groups) -> Result<Vec<Conditions>, ParseError> {
    let mut parser = Parser::new(text, features, SIGNS)?;
    let mut terms: Vec<Conditions> = Vec::new();
    loop {
        let before = parser;
        let mut reader = Reader { groups, parser: &mut parser, term: Conditions::none(groups.groups.len()) };
        reader.read_term()?;
        let term = reader.term;
        if terms.contains(&term) {
            return Err(before.unexpected("a term that was not there before"));
        }
        terms.push(term);
        if !parser.accept('|')? {
            parser.finish("`&`, `|` or the end")?;
            return Ok(terms);
        }
    }
}

/// One term as far as it is read.
struct Reader<'a, 'p> {
    groups: &'a Groups,
    parser: &'a mut Parser<'p>,
    term: Conditions,
}

impl<'p> Reader<'_, 'p> {
    fn read_term(&mut self) -> Result<(), ParseError> {
        self.read_condition()?;
        while self.parser.accept('&')? {
            self.read_condition()?;
        }
        self.term.literals.sort_unstable();
        Ok(())
    }

    fn read_condition(&mut self) -> Result<(), ParseError> {
        let is_single = |literal: Literal| self.groups.single.binary_search(&literal.feature()).is_ok();
        if self.parser.test().is_some_and(|(literal, _)| is_single(literal)) {
            return self.read_literal();
        }
        let ranged = self.parser.is_name_before('<')?;
        if !ranged && !self.parser.is_name_before('=')? && !self.parser.is_name_before_word("in")? {
            return self.read_literal();
        }
        let before = *self.parser;
        let (group, from, to) = match self.group()? {
            Some(group) if self.parser.accept('=')? => {
                let value = self.value(group)?;
                (group, value, Some(value))
            }
            Some(group) if !ranged => return self.read_set(group, &before),
            Some(group) => (group, 0, Some(self.bound(group)?)),
            None => {
                // A value, whose group comes behind it.
                self.parser.next()?;
                self.at_most()?;
                let group = self.group()?.ok_or_else(|| self.parser.unexpected("the name of a group"))?;
                let after = std::mem::replace(self.parser, before);
                let from = self.value(group)?;
                *self.parser = after;
                let more = self.parser.peek()? == Some(Token::Sign('<'));
                (group, from, if more { Some(self.bound(group)?) } else { None })
            }
        };
        let last = self.groups.groups[group].values().len().saturating_sub(1);
        self.choose(group, (from..=to.unwrap_or(last)).collect(), &before)
    }

    fn read_literal(&mut self) -> Result<(), ParseError> {
        let before = *self.parser;
        let literal = self.parser.literal()?;
        if self.groups.single.binary_search(&literal.feature()).is_err() {
            return Err(before.unexpected("a feature outside of the groups, or a condition on a group"));
        }
        if self.term.literals.iter().any(|known| known.feature() == literal.feature()) {
            return Err(self.parser.repeated(literal.feature(), before.start()));
        }
        self.term.literals.push(literal);
        Ok(())
    }

    /// Reads `in {a, b}` behind a group's name.
    fn read_set(&mut self, group: usize, before: &Parser<'p>) -> Result<(), ParseError> {
        self.parser.one_of(&["in"], "`in`, `=` or `<=`")?;
        self.parser.expect('{', "`{`")?;
        let mut values = Vec::new();
        loop {
            values.push(self.value(group)?);
            if self.parser.accept('}')? {
                break;
            }
            self.parser.expect(',', "`,` or `}`")?;
        }
        values.sort_unstable();
        values.dedup();
        self.choose(group, values, before)
    }

    /// Notes a condition that began there.
    fn choose(&mut self, group: usize, values: Vec<usize>, before: &Parser<'p>) -> Result<(), ParseError> {
        let all = self.groups.groups[group].values().len();
        let gap = self.groups.groups[group].is_ordered() && values.windows(2).any(|pair| pair[1] - pair[0] > 1);
        if values.is_empty() || values.len() == all || gap || !self.term.chosen[group].is_empty() {
            return Err(before.unexpected("one condition a group, on some of its values in their order"));
        }
        self.term.chosen[group] = values;
        Ok(())
    }

    /// Reads the name of a group, if it is one.
    fn group(&mut self) -> Result<Option<usize>, ParseError> {
        let group = match self.parser.peek()? {
            Some(Token::Name(name)) => self.groups.groups.iter().position(|group| group.name() == name),
            _ => None,
        };
        if group.is_some() {
            self.parser.next()?;
        }
        Ok(group)
    }

    /// Reads the name of a value.
    fn value(&mut self, group: usize) -> Result<usize, ParseError> {
        let value = match self.parser.peek()? {
            Some(Token::Name(name)) => self.groups.groups[group].values().position(|value| value == name),
            _ => None,
        };
        let value = value.ok_or_else(|| self.parser.unexpected("a value of the group"))?;
        self.parser.next()?;
        Ok(value)
    }

    /// Reads `<= value`.
    fn bound(&mut self, group: usize) -> Result<usize, ParseError> {
        self.at_most()?;
        self.value(group)
    }

    fn at_most(&mut self) -> Result<(), ParseError> {
        self.parser.expect('<', "`<=`")?;
        self.parser.expect('=', "`<=`")
    }
}

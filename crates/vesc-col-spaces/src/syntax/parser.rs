//! Reading.

use std::borrow::Cow;

use vesc_col_core::{Features, FormulaError, Literal, ParseError, Term};

/// A piece of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// A name, a number or a word; without quotes.
    Name(Cow<'a, str>),
    /// Any other character.
    Sign(char),
}

/// A text that is read from left to right.
#[derive(Clone, Copy)]
pub(crate) struct Parser<'a> {
    text: &'a str,
    features: &'a Features,
    /// What ends a bare name beside the signs of DNF.
    signs: &'static str,
    /// Where the next token is looked for, in bytes.
    offset: usize,
}

impl<'a> Parser<'a> {
    /// Starts to read a text of a language with these signs beside those of DNF.
    ///
    /// # Errors
    ///
    /// [`ParseError::Empty`].
    pub(crate) fn new(text: &'a str, features: &'a Features, signs: &'static str) -> Result<Parser<'a>, ParseError> {
        if text.trim().is_empty() {
            return Err(ParseError::Empty);
        }
        Ok(Parser { text, features, signs, offset: 0 })
    }

    /// Where the next token begins, in bytes.
    pub(crate) fn start(&self) -> usize {
        self.text.len() - self.text[self.offset..].trim_start().len()
    }

    /// Reads a token; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Token<'a>>, ParseError> {
        let (token, end) = self.scan()?;
        self.offset = end;
        Ok(token)
    }

    /// Looks at the next token.
    pub(crate) fn peek(&self) -> Result<Option<Token<'a>>, ParseError> {
        Ok(self.scan()?.0)
    }

    /// Reads a sign, if it comes next.
    pub(crate) fn accept(&mut self, sign: char) -> Result<bool, ParseError> {
        let accepted = self.peek()? == Some(Token::Sign(sign));
        if accepted {
            self.next()?;
        }
        Ok(accepted)
    }

    /// Reads a sign that must come next.
    pub(crate) fn expect(&mut self, sign: char, expected: &'static str) -> Result<(), ParseError> {
        if self.accept(sign)? { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// Reads one of these words, and says which.
    pub(crate) fn one_of(&mut self, words: &[&str], expected: &'static str) -> Result<usize, ParseError> {
        let found = match self.peek()? {
            Some(Token::Name(name)) => words.iter().position(|&word| word == name),
            _ => None,
        };
        let found = found.ok_or_else(|| self.unexpected(expected))?;
        self.next()?;
        Ok(found)
    }

    /// Reads a number.
    pub(crate) fn number(&mut self, expected: &'static str) -> Result<usize, ParseError> {
        let number = match self.peek()? {
            Some(Token::Name(name)) => name.parse().ok(),
            _ => None,
        };
        let number = number.ok_or_else(|| self.unexpected(expected))?;
        self.next()?;
        Ok(number)
    }

    /// Whether the next token is `0` or `1` without quotes, and not a feature of that name with a `?` behind it.
    pub(crate) fn is_leaf(&self) -> Result<bool, ParseError> {
        let digit = matches!(self.peek()?, Some(Token::Name(name)) if name == "0" || name == "1");
        let is_quoted = self.text[self.start()..].starts_with('"');
        Ok(digit && !is_quoted && !self.is_name_before('?')?)
    }

    /// Whether a name comes next, and after it this sign.
    pub(crate) fn is_name_before(&self, sign: char) -> Result<bool, ParseError> {
        let (token, end) = self.scan()?;
        let rest = Parser { offset: end, ..*self };
        Ok(matches!(token, Some(Token::Name(_))) && rest.peek()? == Some(Token::Sign(sign)))
    }

    /// Whether a name comes next, and after it this word.
    pub(crate) fn is_name_before_word(&self, word: &str) -> Result<bool, ParseError> {
        let (token, end) = self.scan()?;
        let rest = Parser { offset: end, ..*self };
        Ok(matches!(token, Some(Token::Name(_))) && matches!(rest.peek()?, Some(Token::Name(name)) if name == word))
    }

    /// Reads a clause: literals joined by `|` in parentheses, or one literal without.
    pub(crate) fn clause(&mut self) -> Result<Term, ParseError> {
        if self.peek()? == Some(Token::Sign('(')) {
            return self.literals('|', "`|` or `)`");
        }
        Ok(Term::new([self.literal()?]).expect("it is one literal"))
    }

    /// Reads the name of a feature, with or without `!`.
    pub(crate) fn literal(&mut self) -> Result<Literal, ParseError> {
        let negated = self.accept('!')?;
        if let Some((literal, end)) = self.comparison() {
            self.offset = end;
            return Ok(if negated { !literal } else { literal });
        }
        Ok(Literal::matching(self.feature(if negated { "a feature" } else { "a feature or `!`" })?, !negated))
    }

    /// Reads the name of a feature.
    pub(crate) fn feature(&mut self, expected: &'static str) -> Result<usize, ParseError> {
        if let Some((literal, end)) = self.comparison().filter(|(literal, _)| !literal.is_negated()) {
            self.offset = end;
            return Ok(literal.feature());
        }
        let Some(Token::Name(name)) = self.peek()? else { return Err(self.unexpected(expected)) };
        let Some(feature) = self.features.position(&name) else {
            let (offset, column) = self.here();
            let meant = self.features.closest(&name).and_then(|meant| self.features.position(meant));
            let suggestion = meant.map(|feature| Literal::positive(feature).display(self.features).to_string());
            let known = self.features.first_columns();
            return Err(ParseError::UnknownFeature { offset, column, suggestion, known, name: name.into_owned() });
        };
        self.next()?;
        Ok(feature)
    }

    /// The test of a column's values that comes next, such as `mode!=burst` or `len<4`, and where it ends.
    pub(crate) fn test(&self) -> Option<(Literal, usize)> {
        self.comparison().filter(|(literal, _)| self.features.test(literal.feature()).is_some())
    }

    /// The same, or a comparison of a Boolean feature such as `irq=1`.
    fn comparison(&self) -> Option<(Literal, usize)> {
        let start = self.start();
        let (literal, length) = self.features.comparison_in(&self.text[start..], self.signs)?;
        Some((literal, start + length))
    }

    /// Reads literals in parentheses, no feature twice, separated by a sign.
    pub(crate) fn literals(&mut self, separator: char, expected: &'static str) -> Result<Term, ParseError> {
        self.expect('(', "`(`")?;
        let mut literals: Vec<Literal> = Vec::new();
        loop {
            let before = self.start();
            let literal = self.literal()?;
            if literals.iter().any(|known| known.feature() == literal.feature()) {
                return Err(self.repeated(literal.feature(), before));
            }
            literals.push(literal);
            if self.accept(')')? {
                return Ok(Term::new(literals).expect("a literal was read, and no feature twice"));
            }
            self.expect(separator, expected)?;
        }
    }

    /// Makes sure that nothing follows.
    pub(crate) fn finish(&self, expected: &'static str) -> Result<(), ParseError> {
        if self.peek()?.is_none() { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// What follows is not what was expected.
    pub(crate) fn unexpected(&self, expected: &'static str) -> ParseError {
        let (offset, column) = self.here();
        match self.peek() {
            Ok(found) => {
                let found = found.map(|token| match token {
                    Token::Name(name) => name.into_owned(),
                    Token::Sign(sign) => sign.to_string(),
                });
                ParseError::Unexpected { offset, column, expected, found }
            }
            Err(error) => error,
        }
    }

    /// A feature that stands at this offset was there before.
    pub(crate) fn repeated(&self, feature: usize, offset: usize) -> ParseError {
        ParseError::RepeatedFeature {
            offset,
            column: self.column(offset),
            name: self.features.name(feature).to_owned(),
            source: FormulaError::RepeatedFeature { feature },
        }
    }

    /// A clause that stands at this offset was there before.
    pub(crate) fn repeated_term(&self, term: Term, offset: usize) -> ParseError {
        let text = term.display(self.features).to_string();
        let source = FormulaError::RepeatedTerm { term };
        ParseError::RepeatedTerm { offset, column: self.column(offset), term: text, source }
    }

    fn here(&self) -> (usize, usize) {
        let offset = self.start();
        (offset, self.column(offset))
    }

    fn column(&self, offset: usize) -> usize {
        self.text[..offset].chars().count() + 1
    }

    fn scan(&self) -> Result<(Option<Token<'a>>, usize), ParseError> {
        let start = self.start();
        let rest = &self.text[start..];
        let Some(first) = rest.chars().next() else { return Ok((None, start)) };
        if first == '"' {
            let inside = quoted_length(&rest[1..]);
            let Some(inside) = inside else {
                return Err(ParseError::UnclosedQuote { offset: start, column: self.column(start) });
            };
            let name = &rest[1..=inside];
            let name = if name.contains('"') { name.replace("\"\"", "\"").into() } else { name.into() };
            return Ok((Some(Token::Name(name)), start + inside + 2));
        }
        let length = rest.find(|c| !self.is_bare(c)).unwrap_or(rest.len());
        if first == '~' {
            return Ok((Some(Token::Sign('!')), start + 1));
        }
        if length == 0 && (rest.starts_with("&&") || rest.starts_with("||")) {
            return Ok((Some(Token::Sign(first)), start + 2));
        }
        if let Some(sign) = Features::operator(&rest[..length]) {
            return Ok((Some(Token::Sign(sign)), start + length));
        }
        if length == 0 {
            return Ok((Some(Token::Sign(first)), start + first.len_utf8()));
        }
        Ok((Some(Token::Name(rest[..length].into())), start + length))
    }

    fn is_bare(&self, c: char) -> bool {
        !(c.is_whitespace() || c.is_control() || "&|!()\"=".contains(c) || self.signs.contains(c))
    }
}

/// How long a name is of which the opening quotation mark has been read: up to a `"` that is not one of a pair.
fn quoted_length(rest: &str) -> Option<usize> {
    let mut i = 0;
    loop {
        i += rest[i..].find('"')?;
        if !rest[i + 1..].starts_with('"') {
            return Some(i);
        }
        i += 2;
    }
}

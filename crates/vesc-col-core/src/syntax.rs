//! The formula syntax: `x88 & !x93 | !x13 & !x82 & x87`.
//!
//! `&&` and `and` mean `&`, `||` and `or` mean `|`, a leading `~` and `not` mean `!`; the words in any case. So a name
//! that is such a word, or begins with `~`, is quoted.

use std::borrow::Cow;
use std::fmt::{self, Write};

use crate::{Dnf, Features, FormulaError, Literal, Term, Test};

/// Why a text is not a formula over given features.
///
/// The fields `offset` count bytes from 0, the fields `column` characters from 1, as messages do.
///
/// ```
/// use vesc_col_core::{Dnf, Features, ParseError};
///
/// let features = Features::new(["irq", "mask"])?;
/// let error = Dnf::parse("irq & maks", &features).expect_err("there is no such feature");
/// assert!(error.to_string().starts_with("column 7: there is no feature `maks`"));
/// assert_eq!(Dnf::parse(" ", &features), Err(ParseError::Empty));
/// # Ok::<(), vesc_col_core::DataError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// There is nothing but blanks.
    #[error("the formula is empty, expected something like `a & !b | c`")]
    Empty,
    /// Something else was expected.
    #[error("column {column}: expected {expected}, found {}", Found(found.as_deref()))]
    Unexpected {
        /// Where, in bytes.
        offset: usize,
        /// Where, in characters.
        column: usize,
        /// What could have stood there.
        expected: &'static str,
        /// What stands there; `None` at the end.
        found: Option<String>,
    },
    /// A parenthesis outside of a quoted name.
    #[error(
        "column {column}: parentheses are not part of the syntax; a formula is an OR of ANDs such as `a & !b | c`, and \
         a name with parentheses must be quoted"
    )]
    Parenthesis {
        /// Where, in bytes.
        offset: usize,
        /// Where, in characters.
        column: usize,
    },
    /// A quoted name does not end.
    #[error("column {column}: the quotation mark is never closed")]
    UnclosedQuote {
        /// Where it was opened, in bytes.
        offset: usize,
        /// Where it was opened, in characters.
        column: usize,
    },
    /// No feature has this name.
    #[error("column {column}: there is no feature `{}`{}", OneLine(name), Suggestion(suggestion.as_deref(), known))]
    UnknownFeature {
        /// Where, in bytes.
        offset: usize,
        /// Where, in characters.
        column: usize,
        /// The name as it was given, without quotes.
        name: String,
        /// A feature whose name is much like it, as it stands in a formula.
        suggestion: Option<String>,
        /// What there is: the first columns of the features, each once, and `...` if there are more.
        known: Vec<String>,
    },
    /// A feature appears twice in a term.
    #[error("column {column}: feature `{}` appears twice in one term", OneLine(name))]
    RepeatedFeature {
        /// Where it appears again, in bytes.
        offset: usize,
        /// Where it appears again, in characters.
        column: usize,
        /// The feature's name.
        name: String,
        /// The rule that this breaks.
        source: FormulaError,
    },
    /// A term appears twice.
    #[error("column {column}: the term `{}` appears twice", OneLine(term))]
    RepeatedTerm {
        /// Where it begins again, in bytes.
        offset: usize,
        /// Where it begins again, in characters.
        column: usize,
        /// The term in the formula syntax.
        term: String,
        /// The rule that this breaks.
        source: FormulaError,
    },
}

impl ParseError {
    /// Where the trouble begins, in bytes from 0.
    #[must_use]
    pub fn offset(&self) -> usize {
        match *self {
            ParseError::Empty => 0,
            ParseError::Unexpected { offset, .. }
            | ParseError::Parenthesis { offset, .. }
            | ParseError::UnclosedQuote { offset, .. }
            | ParseError::UnknownFeature { offset, .. }
            | ParseError::RepeatedFeature { offset, .. }
            | ParseError::RepeatedTerm { offset, .. } => offset,
        }
    }

    /// Where the trouble begins, in characters from 1.
    ///
    /// ```
    /// use vesc_col_core::{Dnf, Features};
    ///
    /// let error = Dnf::parse("é | irq_2", &Features::new(["é", "irq_1"])?).expect_err("an unknown feature");
    /// assert_eq!((error.column(), error.offset()), (5, 5));
    /// assert_eq!(error.to_string(), "column 5: there is no feature `irq_2`, did you mean `irq_1`?");
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    #[must_use]
    pub fn column(&self) -> usize {
        match *self {
            ParseError::Empty => 1,
            ParseError::Unexpected { column, .. }
            | ParseError::Parenthesis { column, .. }
            | ParseError::UnclosedQuote { column, .. }
            | ParseError::UnknownFeature { column, .. }
            | ParseError::RepeatedFeature { column, .. }
            | ParseError::RepeatedTerm { column, .. } => column,
        }
    }
}

/// Writes a name so that it can be read back, quoted if need be.
pub(crate) fn fmt_name(name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(&typed_name(name))
}

/// A name as it is typed in a formula.
fn typed_name(name: &str) -> Cow<'_, str> {
    if is_bare_name(name) { name.into() } else { format!("\"{}\"", name.replace('"', "\"\"")).into() }
}

/// Whether a name stands in a formula without quotes.
pub(crate) fn is_bare_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(is_bare) && !name.starts_with('~') && operator(name).is_none()
}

/// The first columns of the features, to be named where there is no feature of a name.
pub(crate) fn first_columns(features: &Features) -> Vec<String> {
    const FIRST: usize = 10;
    let column = |feature: usize| features.test(feature).map_or(features.name(feature), |(column, _)| column);
    let mut first: Vec<String> = Vec::new();
    for name in (0..features.len()).map(column) {
        if first.last().is_some_and(|last| last == name) {
            continue;
        }
        if first.len() == FIRST {
            first.push("...".to_owned());
            break;
        }
        first.push(name.to_owned());
    }
    first
}

pub(crate) fn parse_dnf(text: &str, features: &Features) -> Result<Dnf, ParseError> {
    let mut tokens = Tokens { text, offset: 0, signs: "" };
    if tokens.clone().next()?.is_none() {
        return Err(ParseError::Empty);
    }
    let mut terms = Vec::new();
    // Where each term begins.
    let mut starts = Vec::new();
    let mut literals: Vec<Literal> = Vec::new();
    loop {
        let (offset, literal) = parse_literal(&mut tokens, features)?;
        if literals.is_empty() {
            starts.push(offset);
        }
        literals.push(literal);
        if literals[..literals.len() - 1].iter().any(|known| known.feature() == literal.feature()) {
            let source = FormulaError::RepeatedFeature { feature: literal.feature() };
            let name = features.name(literal.feature()).to_owned();
            return Err(ParseError::RepeatedFeature { offset, column: tokens.column(offset), name, source });
        }
        let next = tokens.next()?;
        let ends = match next {
            None | Some((_, Token::Or(_))) => true,
            Some((_, Token::And(_))) => false,
            other => return Err(tokens.unexpected(other, "`&`, `|` or the end")),
        };
        if ends {
            let term = Term::new(std::mem::take(&mut literals));
            terms.push(term.expect("a literal was read, and no feature twice"));
        }
        if next.is_none() {
            break;
        }
    }
    check_repeated(&tokens, features, &terms, &starts)?;
    Ok(Dnf::new(terms).expect("a term was read, and none twice"))
}

/// Reads a name with or without `!`, and says where it begins.
fn parse_literal(tokens: &mut Tokens<'_>, features: &Features) -> Result<(usize, Literal), ParseError> {
    let (mut next, mut expected) = (tokens.next()?, "a feature or `!`");
    let start = next.as_ref().map_or(tokens.offset, |&(offset, _)| offset);
    let negated = matches!(next, Some((_, Token::Not(_))));
    if negated {
        (next, expected) = (tokens.next()?, "a feature");
    }
    let (offset, name) = match next {
        Some((offset, Token::Name(name))) => (offset, name),
        other => return Err(tokens.unexpected(other, expected)),
    };
    let (name, found) = match parse_comparison(tokens, &name, features)? {
        Some((text, literal)) => (text.into(), literal),
        None => {
            let feature = features.position(&name);
            (name, feature.map(Literal::positive))
        }
    };
    match found {
        Some(literal) => Ok((start, if negated { !literal } else { literal })),
        None if (0..features.len()).any(|i| features.test(i).is_some_and(|(column, _)| column == name)) => {
            let next = tokens.next()?;
            Err(tokens.unexpected(next, "`=`, `!=`, `>=` or `<` after the name of a column with values"))
        }
        None => {
            let meant = tokens.with_comparison(&name).and_then(|name| features.position(&name));
            let meant = meant.or_else(|| features.position(closest(&name, features)?));
            Err(ParseError::UnknownFeature {
                offset,
                column: tokens.column(offset),
                suggestion: meant.map(|feature| Literal::positive(feature).display(features).to_string()),
                known: first_columns(features),
                name: name.into_owned(),
            })
        }
    }
}

/// Reads the comparison that a text begins with: its literal, and how long it is in bytes.
pub(crate) fn comparison_in(text: &str, signs: &'static str, features: &Features) -> Option<(Literal, usize)> {
    let mut tokens = Tokens { text, offset: 0, signs };
    let Ok(Some((_, Token::Name(column)))) = tokens.next() else { return None };
    let (_, literal) = parse_comparison(&mut tokens, &column, features).ok()??;
    Some((literal?, tokens.offset))
}

/// Reads what is compared with a column, if the features test it: the comparison as text, and its literal if there is
/// one.
fn parse_comparison(
    tokens: &mut Tokens<'_>,
    column: &str,
    features: &Features,
) -> Result<Option<(String, Option<Literal>)>, ParseError> {
    let tests =
        || (0..features.len()).filter_map(|i| Some((i, features.test(i)?))).filter(|(_, test)| test.0 == column);
    let mut ahead = tokens.clone();
    let Some((_, Token::Compare(op))) = ahead.next()? else { return Ok(None) };
    if tests().next().is_none() {
        return Ok(compare_boolean(tokens, ahead, (column, op), features));
    }
    let value = match ahead.next()? {
        Some((_, token)) if token.value().is_some() => token.value().unwrap_or_default(),
        other => return Err(ahead.unexpected(other, "a value")),
    };
    ahead.skip_room();
    *tokens = ahead;
    let is_it = |test: &&Test, negated: bool| match test {
        // Not to be one of two values is to be the other one.
        Test::Either { .. } if op == "!=" => test.value_of(!negated) == value,
        _ => test.op(negated) == op && test.value_of(negated) == value,
    };
    let literal = tests().find_map(|(feature, (_, test))| {
        let negated = [false, true].into_iter().find(|&negated| is_it(&test, negated))?;
        Some(Literal::matching(feature, !negated))
    });
    Ok(Some((format!("{column}{op}{value}"), literal)))
}

/// Reads `irq=1`, `irq != true` and the like, where `irq` is a Boolean feature. `None` for everything else, and where a
/// feature has this text as its name.
fn compare_boolean<'a>(
    tokens: &mut Tokens<'a>,
    mut behind: Tokens<'a>,
    (name, op): (&str, &str),
    features: &Features,
) -> Option<(String, Option<Literal>)> {
    let feature = features.position(name)?;
    let Ok(Some((_, Token::Name(value)))) = behind.next() else { return None };
    let is_one = match value.to_ascii_lowercase().as_str() {
        "1" | "true" => true,
        "0" | "false" => false,
        _ => return None,
    };
    let text = format!("{name}{op}{value}");
    let is_free = features.position(&text).is_none();
    let literal = match op {
        "=" => Literal::matching(feature, is_one),
        "!=" => Literal::matching(feature, !is_one),
        _ => return None,
    };
    is_free.then(|| {
        *tokens = behind;
        (text, Some(literal))
    })
}

/// The names in a text, with what they are compared with.
pub(crate) fn columns_in(text: &str) -> Vec<(String, Option<Test>)> {
    let mut tokens = Tokens { text, offset: 0, signs: "" };
    let mut columns = Vec::new();
    while let Ok(Some((_, token))) = tokens.next() {
        let Token::Name(column) = token else { continue };
        let mut ahead = tokens.clone();
        let compared = match (ahead.next(), ahead.next()) {
            (Ok(Some((_, Token::Compare(op)))), Ok(Some((_, token)))) => {
                token.value().map(|value| (op, value.into_owned()))
            }
            _ => None,
        };
        if compared.is_some() {
            ahead.skip_room();
            tokens = ahead;
        }
        let test = compared.map(|(op, value)| match op {
            "=" | "!=" => Test::Equals(value),
            _ => Test::AtLeast(value),
        });
        columns.push((column.into_owned(), test));
    }
    columns
}

fn check_repeated(
    tokens: &Tokens<'_>,
    features: &Features,
    terms: &[Term],
    starts: &[usize],
) -> Result<(), ParseError> {
    let mut order: Vec<usize> = (0..terms.len()).collect();
    // Stable, so that of equal terms the first in the text stays first.
    order.sort_by_key(|&i| &terms[i]);
    let again = order.windows(2).filter(|pair| terms[pair[0]] == terms[pair[1]]).map(|pair| pair[1]).min();
    match again {
        None => Ok(()),
        Some(i) => Err(ParseError::RepeatedTerm {
            offset: starts[i],
            column: tokens.column(starts[i]),
            term: terms[i].display(features).to_string(),
            source: FormulaError::RepeatedTerm { term: terms[i].clone() },
        }),
    }
}

/// Whether a character can be part of a name without quotes.
fn is_bare(c: char) -> bool {
    !(c.is_whitespace() || c.is_control() || matches!(c, '&' | '|' | '!' | '(' | ')' | '"' | '=' | '<' | '>'))
}

/// An operator as it was written.
enum Token<'a> {
    And(&'a str),
    Or(&'a str),
    Not(&'a str),
    Name(Cow<'a, str>),
    /// `=`, `!=`, `>=` or `<`.
    Compare(&'static str),
    /// A comparison of other languages, such as `<=`.
    Foreign(&'static str),
    /// A character that begins nothing.
    Stray(char),
}

impl<'a> Token<'a> {
    /// What the token means behind a comparison, where words are values.
    fn value(&self) -> Option<Cow<'a, str>> {
        match self {
            Token::Name(name) => Some(name.clone()),
            Token::And(text) | Token::Or(text) | Token::Not(text) => operator(text).map(|_| Cow::Borrowed(*text)),
            _ => None,
        }
    }
}

/// The sign that a word stands for.
pub(crate) fn operator(word: &str) -> Option<char> {
    let words = [("and", '&'), ("or", '|'), ("not", '!')];
    words.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(word)).map(|(_, sign)| sign)
}

/// The comparison that a text with `=`, `<` or `>` in front begins with, and its length.
fn comparison(text: &str) -> (usize, Token<'static>) {
    // The first that fits is meant, so longer ones stand first.
    let own = [("==", "="), (">=", ">=")];
    let foreign = ["=>", "=<", "<=", "<>", ">"];
    if let Some((sign, op)) = own.into_iter().find(|(sign, _)| text.starts_with(sign)) {
        return (sign.len(), Token::Compare(op));
    }
    if let Some(sign) = foreign.into_iter().find(|sign| text.starts_with(sign)) {
        return (sign.len(), Token::Foreign(sign));
    }
    (1, Token::Compare(if text.starts_with('=') { "=" } else { "<" }))
}

#[derive(Clone)]
struct Tokens<'a> {
    text: &'a str,
    /// Where the next token is looked for.
    offset: usize,
    /// What ends a bare name, too.
    signs: &'static str,
}

impl<'a> Tokens<'a> {
    /// The next token and where it begins, or `None` at the end.
    fn next(&mut self) -> Result<Option<(usize, Token<'a>)>, ParseError> {
        let rest = self.text[self.offset..].trim_start();
        let start = self.text.len() - rest.len();
        let Some(first) = rest.chars().next() else {
            self.offset = start;
            return Ok(None);
        };
        let (length, token) = match first {
            '&' => {
                let length = if rest.starts_with("&&") { 2 } else { 1 };
                (length, Token::And(&rest[..length]))
            }
            '|' => {
                let length = if rest.starts_with("||") { 2 } else { 1 };
                (length, Token::Or(&rest[..length]))
            }
            '=' | '<' | '>' => comparison(rest),
            '!' if rest.starts_with("!=") => (2, Token::Compare("!=")),
            '!' | '~' => (1, Token::Not(&rest[..1])),
            '(' | ')' => return Err(ParseError::Parenthesis { offset: start, column: self.column(start) }),
            '"' => {
                let unclosed = || ParseError::UnclosedQuote { offset: start, column: self.column(start) };
                let inside = quoted_length(&rest[1..]).ok_or_else(unclosed)?;
                let name = &rest[1..=inside];
                let name = if name.contains('"') { name.replace("\"\"", "\"").into() } else { name.into() };
                (inside + 2, Token::Name(name))
            }
            _ if self.is_bare(first) => {
                let length = rest.find(|c| !self.is_bare(c)).unwrap_or(rest.len());
                let word = &rest[..length];
                let token = match operator(word) {
                    Some('&') => Token::And(word),
                    Some('|') => Token::Or(word),
                    Some(_) => Token::Not(word),
                    None => Token::Name(word.into()),
                };
                (length, token)
            }
            _ => (first.len_utf8(), Token::Stray(first)),
        };
        self.offset = start + length;
        Ok(Some((start, token)))
    }

    fn is_bare(&self, c: char) -> bool {
        is_bare(c) && !self.signs.contains(c)
    }

    /// Skips the room of a threshold, such as `(79..104)` in `len>=104 (79..104)`, if it follows.
    fn skip_room(&mut self) {
        let rest = self.text[self.offset..].trim_start();
        let mut quoted = false;
        let end = rest.starts_with('(').then(|| {
            rest.find(|c| {
                quoted ^= c == '"';
                c == ')' && !quoted
            })
        });
        if let Some(end) = end.flatten().filter(|&end| rest[..end].contains("..")) {
            self.offset = self.text.len() - rest.len() + end + 1;
        }
    }

    /// A name with the comparison that follows it, which may be part of a name without its quotes.
    fn with_comparison(&self, name: &str) -> Option<String> {
        let mut ahead = self.clone();
        match (ahead.next(), ahead.next()) {
            (Ok(Some((_, Token::Compare(op)))), Ok(Some((_, token)))) => {
                token.value().map(|value| format!("{name}{op}{value}"))
            }
            _ => None,
        }
    }

    fn column(&self, offset: usize) -> usize {
        self.text[..offset].chars().count() + 1
    }

    fn unexpected(&self, found: Option<(usize, Token<'a>)>, expected: &'static str) -> ParseError {
        let offset = found.as_ref().map_or(self.text.len(), |&(offset, _)| offset);
        let expected = match found {
            Some((_, Token::Foreign(_))) => "`=`, `!=`, `>=` or `<`, which are all comparisons",
            _ => expected,
        };
        let found = found.map(|(_, token)| match token {
            Token::And(text) | Token::Or(text) | Token::Not(text) => text.to_owned(),
            Token::Name(name) => name.into_owned(),
            Token::Compare(op) | Token::Foreign(op) => op.to_owned(),
            Token::Stray(c) => c.to_string(),
        });
        ParseError::Unexpected { offset, column: self.column(offset), expected, found }
    }
}

/// How long a name is of which the opening quotation mark has been read: up to a `"` that is not one of a pair.
fn quoted_length(rest: &str) -> Option<usize> {
    let bytes = rest.as_bytes();
    let mut i = 0;
    loop {
        i += rest[i..].find('"')?;
        if bytes.get(i + 1) != Some(&b'"') {
            return Some(i);
        }
        i += 2;
    }
}

/// The feature whose name is most like this one: the same but for case, or at most two edits away.
pub(crate) fn closest<'a>(name: &str, features: &'a Features) -> Option<&'a str> {
    const LONGEST: usize = 64;
    let name: Vec<char> = name.to_lowercase().chars().take(LONGEST + 1).collect();
    if name.len() > LONGEST {
        return None;
    }
    let most = (name.len() / 3).min(2);
    let scored = features.names().filter_map(|known| {
        let lower: Vec<char> = known.to_lowercase().chars().take(LONGEST + 1).collect();
        (lower.len().abs_diff(name.len()) <= most).then(|| (edits(&name, &lower), known))
    });
    scored.filter(|&(edits, _)| edits <= most).min_by_key(|&(edits, _)| edits).map(|(_, known)| known)
}

/// Levenshtein's distance.
fn edits(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

struct Found<'a>(Option<&'a str>);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("the end"),
            Some(text) => write!(f, "`{}`", OneLine(text)),
        }?;
        match self.0 {
            Some("=") => f.write_str(" (a name with `=` must be quoted)"),
            Some(word) if operator(word).is_some() => f.write_str(" (a name that is this word must be quoted)"),
            _ => Ok(()),
        }
    }
}

/// What else an unknown name may be: the name that is like it, or the first that there are.
struct Suggestion<'a>(Option<&'a str>, &'a [String]);

impl fmt::Display for Suggestion<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(meant) = self.0 {
            return write!(f, ", did you mean `{}`?", OneLine(meant));
        }
        for (i, name) in self.1.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "; the columns are " } else { ", " }, OneLine(&typed_name(name)))?;
        }
        Ok(())
    }
}

/// A text whose control characters are escaped: messages stay on one line whatever names hold.
struct OneLine<'a>(&'a str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0
            .chars()
            .try_for_each(|c| if c.is_control() { write!(f, "{}", c.escape_default()) } else { f.write_char(c) })
    }
}

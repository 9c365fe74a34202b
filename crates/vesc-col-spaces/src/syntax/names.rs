//! Features and literals as text.

use std::fmt;

use vesc_col_core::{Features, Literal};

/// How the features of a hypothesis are written.
///
/// Names are bare or quoted as in a DNF; a language that has more signs than DNF has quotes names with those signs too.
#[derive(Clone, Copy)]
pub(crate) struct Names<'a> {
    features: Option<&'a Features>,
    signs: &'static str,
}

impl<'a> Names<'a> {
    /// By their positions: `x3`.
    pub(crate) fn numbered() -> Names<'static> {
        Names { features: None, signs: "" }
    }

    /// By their names, in a language with these signs of its own.
    pub(crate) fn of(features: &'a Features, signs: &'static str) -> Names<'a> {
        Names { features: Some(features), signs }
    }

    pub(crate) fn feature(self, feature: usize) -> impl fmt::Display {
        self.literal(Literal::positive(feature))
    }

    pub(crate) fn literal(self, literal: Literal) -> impl fmt::Display {
        Written { names: self, literal }
    }
}

impl Names<'_> {
    /// Any other name, so that it can be read back.
    pub(crate) fn word(name: &str, signs: &str) -> String {
        let special = |c: char| c.is_whitespace() || c.is_control() || "&|!()\"=".contains(c) || signs.contains(c);
        let means_more = name.starts_with('~') || Features::operator(name).is_some();
        if name.is_empty() || means_more || name.contains(special) {
            return format!("\"{}\"", name.replace('"', "\"\""));
        }
        name.to_owned()
    }
}

/// Whether a person could take a name for what a question leads to: a value, or a node of a diagram.
fn is_place(name: &str, signs: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let is_value = signs.contains('?') && ["0", "1"].contains(&name);
    is_value || signs.contains(';') && name.strip_prefix('n').is_some_and(is_number)
}

struct Written<'a> {
    names: Names<'a>,
    literal: Literal,
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Written { names: Names { features, signs }, literal } = *self;
        let Some(features) = features else { return write!(f, "{literal}") };
        if let Some((column, test)) = features.test(literal.feature()) {
            let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
            let word = |text: &str| if text.contains(['<', '>']) { quoted(text) } else { Names::word(text, signs) };
            let (op, value) = (test.op(literal.is_negated()), test.value_of(literal.is_negated()));
            let column = if is_place(column, signs) { quoted(column) } else { word(column) };
            return write!(f, "{column}{op}{}", word(value));
        }
        let known = literal.feature() < features.len();
        let is_ambiguous = |name: &str| name.contains(|c| signs.contains(c)) || is_place(name, signs);
        if known && is_ambiguous(features.name(literal.feature())) {
            let sign = if literal.is_negated() { "!" } else { "" };
            write!(f, "{sign}\"{}\"", features.name(literal.feature()).replace('"', "\"\""))
        } else {
            write!(f, "{}", literal.display(features))
        }
    }
}

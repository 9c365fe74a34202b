//! Foreign text in messages.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;

/// Foreign text in a message: control characters are escaped, and long text is cut.
pub(crate) struct OneLine<'a>(pub(crate) &'a str);

impl OneLine<'_> {
    /// A path is foreign text too, but it is shown whole.
    pub(crate) fn path(path: &Path) -> String {
        in_one_line(&path.to_string_lossy())
    }
}

/// More than this of a cell or a name does not help to find it.
const SHOWN_CHARS: usize = 200;

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut chars = self.0.trim().chars();
        for shown in chars.by_ref().take(SHOWN_CHARS).flat_map(escaped) {
            write!(f, "{shown}")?;
        }
        if chars.next().is_some() { f.write_str("...") } else { Ok(()) }
    }
}

/// A whole text whose control characters are escaped.
pub(crate) fn in_one_line(text: &str) -> String {
    text.chars().flat_map(escaped).collect()
}

/// A text of several lines for a terminal, all other control characters escaped.
pub(crate) fn harmless(text: &str) -> Cow<'_, str> {
    let is_layout = |c: char| matches!(c, '\n' | '\t');
    if !text.contains(|c: char| c.is_control() && !is_layout(c)) {
        return text.into();
    }
    let shown = |c: char| if is_layout(c) { String::from(c) } else { escaped(c).collect() };
    text.chars().map(shown).collect::<String>().into()
}

fn escaped(c: char) -> impl Iterator<Item = char> {
    let escape = c.is_control().then(|| c.escape_default());
    let plain = escape.is_none().then_some(c);
    escape.into_iter().flatten().chain(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_stays_in_its_line() {
        assert_eq!(OneLine(" a\nb\u{1b}[2J ").to_string(), "a\\nb\\u{1b}[2J");
        assert_eq!(OneLine(&"é".repeat(300)).to_string(), "é".repeat(200) + "...");
        assert_eq!(harmless("a\tb\nc\u{1b}[31m\r"), "a\tb\nc\\u{1b}[31m\\r");
        assert_eq!(OneLine::path(Path::new("a\tb")), "a\\tb");
    }
}

//! Colours of what a terminal shows.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

/// The words with which a report says how it ended, and the colours of good ends, open ends and errors.
const OUTCOMES: [(&str, AnsiColor); 15] = [
    ("learned: ", AnsiColor::Green),
    ("counted: ", AnsiColor::Green),
    ("consistent: ", AnsiColor::Green),
    ("next: ", AnsiColor::Green),
    ("unique: ", AnsiColor::Green),
    ("overfit: ", AnsiColor::Yellow),
    ("underfit: ", AnsiColor::Yellow),
    ("one-class: ", AnsiColor::Yellow),
    ("inconsistent: ", AnsiColor::Yellow),
    ("indistinct: ", AnsiColor::Yellow),
    ("empty: ", AnsiColor::Yellow),
    ("undecided: ", AnsiColor::Magenta),
    ("warning: ", AnsiColor::Yellow),
    ("without errors ", AnsiColor::Cyan),
    ("error: ", AnsiColor::Red),
];

/// The same text with those words in colour which begin a line. A report in JSON has no such line.
///
/// The stream that is written to takes the colours out where they are not wanted.
pub(crate) fn coloured(text: &str) -> String {
    let mut painted = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match OUTCOMES.iter().find(|(word, _)| line.starts_with(word)) {
            Some((word, colour)) => {
                let style = Style::new().bold().fg_color(Some((*colour).into()));
                let (word, rest) = (word.trim_end(), &line[word.trim_end().len()..]);
                let _ = write!(painted, "{style}{word}{style:#}{rest}");
            }
            None => painted += line,
        }
    }
    painted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_words_that_begin_a_line_are_coloured() {
        let plain = "runs.csv: 2 samples\nlearned: 1 literal\n    learned: a\nx learned: y\n{\"outcome\": \"learned\"}\nwarning: b";
        let painted = coloured(plain);
        assert_eq!(painted.matches('\u{1b}').count(), 6, "{painted:?}");
        assert!(painted.contains("\n\u{1b}[1m\u{1b}[32mlearned:\u{1b}[0m 1 literal\n"), "{painted:?}");
        assert_eq!(anstream::adapter::strip_str(&painted).to_string(), plain);
    }
}

//! Numbers and lists in sentences.

use std::fmt::Display;

/// `1 sample`, `7 samples`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// A size of DNF: `5 literals in 1 term`.
pub(crate) fn size_in_words(literals: usize, terms: usize) -> String {
    format!("{} in {}", counted(literals, "literal"), counted(terms, "term"))
}

/// How many of several things a message names before it says how many more there are.
const NAMED: usize = 10;

/// `a, b, c`, or the first ones `and 5 more`.
pub(crate) fn first_of<T: Display>(things: impl ExactSizeIterator<Item = T>) -> String {
    let more = things.len().saturating_sub(NAMED);
    let named: Vec<String> = things.take(NAMED).map(|thing| thing.to_string()).collect();
    let tail = if more > 0 { format!(" and {more} more") } else { String::new() };
    named.join(", ") + &tail
}

/// `line 7`, `lines 1, 2`, or the first lines `and 5 more`. A line that comes several times in a row is named once.
pub(crate) fn lines(lines: &[u64]) -> String {
    let mut lines = lines.to_vec();
    lines.dedup();
    let noun = if lines.len() == 1 { "line" } else { "lines" };
    format!("{noun} {}", first_of(lines.iter()))
}

/// How wide a terminal is taken to be, in characters.
pub(crate) const WIDTH: usize = 100;

/// `things` joined by commas behind `head`, in lines that a terminal does not wrap. Empty if there is none.
pub(crate) fn wrapped(head: &str, things: &[String]) -> String {
    if things.is_empty() {
        return String::new();
    }
    let indent = " ".repeat(head.chars().count());
    let (mut text, mut line) = (String::new(), head.to_owned());
    for (number, thing) in things.iter().enumerate() {
        let comma = if number + 1 < things.len() { "," } else { "" };
        let is_first = line.trim_end().len() <= head.trim_end().len();
        let gap = if is_first { "" } else { " " };
        if !is_first && line.chars().count() + thing.chars().count() + gap.len() + comma.len() > WIDTH {
            text += line.trim_end();
            text += "\n";
            line = indent.clone() + thing + comma;
        } else {
            line = line + gap + thing + comma;
        }
    }
    text + line.trim_end() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_wrapped() {
        assert_eq!(wrapped("    ", &[]), "");
        assert_eq!(wrapped("    1 in ", &["a".to_owned(), "b".to_owned()]), "    1 in a, b\n");
        let many: Vec<String> = (0..60).map(|number| format!("x{number}")).collect();
        let text = wrapped("  0 in ", &many);
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        assert!(text.lines().count() == 4 && text.lines().skip(1).all(|line| line.starts_with("       x")), "{text}");
        let words = text.replace("0 in ", "");
        assert_eq!(words.split_whitespace().collect::<Vec<_>>().join(" "), many.join(", "));
    }

    #[test]
    fn lines_are_named() {
        assert_eq!(lines(&[7]), "line 7");
        assert_eq!(lines(&[7, 7, 9, 9, 9]), "lines 7, 9");
        let many: Vec<u64> = (1..=11).collect();
        assert_eq!(lines(&many[..10]), "lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10");
        assert_eq!(lines(&many), "lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 1 more");
    }
}

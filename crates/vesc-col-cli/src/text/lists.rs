//! Numbers and lists in sentences.

use std::fmt::Display;

/// `1 sample`, `7 samples`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_named() {
        assert_eq!(lines(&[7]), "line 7");
        assert_eq!(lines(&[7, 7, 9, 9, 9]), "lines 7, 9");
        let many: Vec<u64> = (1..=11).collect();
        assert_eq!(lines(&many[..10]), "lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10");
        assert_eq!(lines(&many), "lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 1 more");
    }
}

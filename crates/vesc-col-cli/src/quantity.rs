//! Numbers, durations and sizes as people write them.

use std::fmt::Display;
use std::time::Duration;

/// A whole number of at least 1.
pub(crate) fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("must be at least 1".to_owned()),
        Ok(number) => Ok(number),
        Err(_) if text.parse::<isize>().is_ok_and(isize::is_negative) => Err("must be at least 1".to_owned()),
        Err(error) => Err(format!("expected a whole number of at least 1: {error}")),
    }
}

/// More literals or terms than any formula that a person reads, or an engine finds.
const MAX_FORMULA: usize = 10_000;

/// A number of literals or terms: at least 1, and not absurdly large.
pub(crate) fn formula_size(text: &str) -> Result<usize, String> {
    at_most(MAX_FORMULA, text)
}

/// Numbers of literals and terms, such as `5,2`.
pub(crate) fn cap(text: &str) -> Result<(usize, usize), String> {
    const EXPECTED: &str = "expected numbers of literals and terms, such as 5,2";
    let (literals, terms) = text.split_once(',').ok_or(EXPECTED)?;
    let number = |text: &str| formula_size(text.trim()).map_err(|error| format!("{EXPECTED}: {error}"));
    let (literals, terms) = (number(literals)?, number(terms)?);
    if terms > literals {
        return Err(format!("{terms} terms have {terms} literals at least; did you mean {terms},{literals}?"));
    }
    Ok((literals, terms))
}

/// More features than any file of runs has; the name of each takes memory before the first row.
const MAX_FEATURES: usize = 10_000_000;

/// A number of features: at least 1, and not absurdly large.
pub(crate) fn feature_count(text: &str) -> Result<usize, String> {
    at_most(MAX_FEATURES, text)
}

/// Words for an unknown cell, separated by commas; none of them is a value.
pub(crate) fn unknown_words(text: &str) -> Result<String, String> {
    let is_value =
        |word: &&str| ["0", "1", "false", "true"].iter().any(|value| word.trim().eq_ignore_ascii_case(value));
    match text.split(',').find(is_value) {
        Some(value) => Err(format!("`{}` is a value", value.trim())),
        None => Ok(text.to_owned()),
    }
}

fn at_most(max: usize, text: &str) -> Result<usize, String> {
    at_least_one(text).and_then(|number| if number <= max { Ok(number) } else { Err(format!("must be at most {max}")) })
}

/// A duration greater than 0: numbers with a unit, one or several, such as `500ms`, `60s`, `1h30m`.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    const EXPECTED: &str = "expected a duration such as 500ms, 60s, 2m or 1h30m";
    let mut total = Duration::ZERO;
    let mut rest = text.trim();
    if rest.is_empty() {
        return Err(EXPECTED.to_owned());
    }
    while !rest.is_empty() {
        let (number, tail) = split_number(rest).ok_or(EXPECTED)?;
        let (unit, tail) = tail.split_at(tail.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(tail.len()));
        let seconds = match unit {
            "" => return Err(format!("`{number}` has no unit, {EXPECTED}")),
            "ms" | "msec" | "millis" => 0.001,
            "s" | "sec" | "secs" | "second" | "seconds" => 1.0,
            "m" | "min" | "mins" | "minute" | "minutes" => 60.0,
            "h" | "hr" | "hour" | "hours" => 3600.0,
            "d" | "day" | "days" => 86400.0,
            _ => return Err(format!("`{unit}` is no unit of time, {EXPECTED}")),
        };
        let number: f64 = number.parse().map_err(|_| EXPECTED)?;
        let part = Duration::try_from_secs_f64(number * seconds).map_err(|_| "too long".to_owned())?;
        total = total.checked_add(part).ok_or("too long")?;
        rest = tail.trim_start();
    }
    if total.is_zero() { Err("must be greater than 0".to_owned()) } else { Ok(total) }
}

/// A number of bytes greater than 0: `4GiB`, `512MiB`, `1GB`, `1.5G`, or plain bytes. A unit without `iB` or `B` is
/// binary.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    const EXPECTED: &str = "expected a size such as 4GiB, 512MiB, 1GB or a number of bytes";
    let (number, unit) = split_number(text.trim()).ok_or(EXPECTED)?;
    let scale: u64 = match unit.trim_start().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "t" | "tib" => 1 << 40,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "tb" => 1_000_000_000_000,
        _ => return Err(format!("`{}` is no unit of size, {EXPECTED}", unit.trim())),
    };
    let bytes = match number.parse::<u64>() {
        Ok(whole) => whole.checked_mul(scale).ok_or("too large")?,
        Err(_) => {
            let number: f64 = number.parse().map_err(|_| EXPECTED)?;
            // Beyond 2^53 bytes the rounding does not matter; beyond 2^64 the conversion saturates.
            (number * scale as f64) as u64
        }
    };
    match bytes {
        0 => Err("must be at least 1 byte".to_owned()),
        u64::MAX => Err("too large".to_owned()),
        bytes => Ok(bytes),
    }
}

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

/// `line 7`, `lines 1, 2`, or the first lines `and 5 more`.
pub(crate) fn lines(lines: &[u64]) -> String {
    let noun = if lines.len() == 1 { "line" } else { "lines" };
    format!("{noun} {}", first_of(lines.iter()))
}

/// The leading digits with at most one point among them, and the rest.
fn split_number(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    let is_number = number.starts_with(|c: char| c.is_ascii_digit()) && number.matches('.').count() <= 1;
    is_number.then_some((number, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        let millis = |text| duration(text).map(|duration| duration.as_millis());
        for (text, expected) in [
            ("60s", 60_000),
            ("500ms", 500),
            ("2m", 120_000),
            ("1h30m", 5_400_000),
            ("1h 30m 5s", 5_405_000),
            ("1.5s", 1_500),
            ("1d", 86_400_000),
            (" 3 ", 0),
            ("2min", 120_000),
        ] {
            match expected {
                0 => assert!(millis(text).is_err(), "{text}"),
                _ => assert_eq!(millis(text), Ok(expected), "{text}"),
            }
        }
        for text in [
            "",
            " ",
            "0",
            "0s",
            "0ms0h",
            "s",
            "-1s",
            "1x",
            "1..5s",
            ".s",
            "1s2",
            "1e3s",
            "10000000000000000000000000d",
            "é",
            "1é",
        ] {
            assert!(duration(text).is_err(), "{text}");
        }
        assert!(duration("60").is_err_and(|message| message.contains("no unit")));
    }

    #[test]
    fn sizes() {
        for (text, expected) in [
            ("4GiB", 4 << 30),
            ("512MiB", 512 << 20),
            ("1GB", 1_000_000_000),
            ("1.5g", 3 << 29),
            ("17", 17),
            ("17 kB", 17_000),
            ("2T", 2 << 40),
        ] {
            assert_eq!(bytes(text), Ok(expected), "{text}");
        }
        for text in [
            "",
            "0",
            "0GiB",
            "0.1",
            "GiB",
            "-1GiB",
            "1.2.3G",
            "4GiBs",
            "99999999999999999999",
            "99999999999TiB",
            "1e400",
        ] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn lines_are_named() {
        assert_eq!(lines(&[7]), "line 7");
        let many: Vec<u64> = (1..=11).collect();
        assert_eq!(lines(&many[..10]), "lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10");
        assert_eq!(lines(&many), "lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 1 more");
    }

    #[test]
    fn counts() {
        assert_eq!(at_least_one("7"), Ok(7));
        for text in ["0", "-1", "", "1.0", "x", "99999999999999999999999"] {
            assert!(at_least_one(text).is_err(), "{text}");
        }
        assert_eq!(at_least_one("-1"), Err("must be at least 1".to_owned()));
        assert_eq!(formula_size("10000"), Ok(10_000));
        assert!(formula_size("0").is_err() && formula_size("10001").is_err());
        assert_eq!(feature_count("10000000"), Ok(10_000_000));
        assert!(feature_count("0").is_err() && feature_count("10000001").is_err());
    }
}

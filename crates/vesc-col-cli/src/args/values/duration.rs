//! Durations.

use std::time::Duration;

use super::split::split_number;

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
}

//! Durations.

use std::time::Duration;

use super::split::split_number;

/// Reads a duration greater than 0: numbers with a unit, one or several, such as `500ms`, `60s`, `1h30m`. A number alone is
/// in seconds, as the shell's `timeout` takes it.
///
/// `humantime` knows the units. It does not read the numbers: it refuses fractions such as `0.3333h`, which are no whole
/// number of seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    const EXPECTED: &str = "expected a duration such as 60 (seconds), 500ms, 2m or 1h30m";
    let mut total = Duration::ZERO;
    let mut rest = text.trim();
    if rest.is_empty() {
        return Err(EXPECTED.to_owned());
    }
    while !rest.is_empty() {
        let (number, tail) = split_number(rest).ok_or(EXPECTED)?;
        let (unit, tail) = tail.split_at(tail.find(|c: char| !c.is_alphabetic()).unwrap_or(tail.len()));
        let seconds = match unit {
            "" if number.len() == text.trim().len() => Duration::from_secs(1),
            "" => return Err(format!("`{number}` needs its unit right behind it, {EXPECTED}")),
            // For `humantime` these are months, but more likely minutes are meant.
            "M" => return Err(format!("`M` is not a unit of time (minutes are `m`), {EXPECTED}")),
            _ => humantime::parse_duration(&format!("1{unit}"))
                .map_err(|_| format!("`{unit}` is not a unit of time, {EXPECTED}"))?,
        };
        let number: f64 = number.parse().map_err(|_| EXPECTED)?;
        let part = Duration::try_from_secs_f64(number * seconds.as_secs_f64()).map_err(|_| "too long".to_owned())?;
        total = total.checked_add(part).ok_or("too long")?;
        rest = tail.trim_start();
    }
    if total.is_zero() { Err("must be greater than 0".to_owned()) } else { Ok(total) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Units and numbers as the option `--timeout` has always read them.
    #[test]
    fn durations() {
        let nanos = |text: &str| duration(text).map(|duration| duration.as_nanos());
        for (units, nanos_each) in [
            (&["us", "µs"][..], 1000),
            (&["ms", "msec", "millis"], 1_000_000),
            (&["s", "sec", "secs", "second", "seconds"], 1_000_000_000),
            (&["m", "min", "mins", "minute", "minutes"], 60_000_000_000),
            (&["h", "hr", "hour", "hours"], 3_600_000_000_000),
            (&["d", "day", "days"], 86_400_000_000_000),
        ] {
            for unit in units {
                for (number, times_four) in [("1", 4), ("60", 240), ("1.5", 6), ("0.25", 1), ("2.", 8), ("007", 28)] {
                    assert_eq!(nanos(&format!("{number}{unit}")), Ok(nanos_each / 4 * times_four), "{number}{unit}");
                }
            }
        }
        for (text, expected) in [
            ("500ms", 500_000_000),
            ("1h30m", 5_400_000_000_000),
            ("1h 30m 5s", 5_405_000_000_000),
            (" 2m\t1s ", 121_000_000_000),
            ("1s1s", 2_000_000_000),
            ("30s1h", 3_630_000_000_000),
            ("0h1ms", 1_000_000),
            ("0.3333h", 1_199_880_000_000),
            ("0.0000000019s", 2),
            ("60", 60_000_000_000),
            (" 3 ", 3_000_000_000),
            ("1.5", 1_500_000_000),
            ("365d", 31_536_000_000_000_000),
        ] {
            assert_eq!(nanos(text), Ok(expected), "{text}");
        }
        for text in [
            "",
            " ",
            "0",
            "0s",
            "0ms0h",
            "s",
            "-1s",
            "+1s",
            "1x",
            "1..5s",
            ".s",
            ".5s",
            "1s2",
            "1 s",
            "1e3s",
            "1S",
            "1M",
            "1,5s",
            "60 1m",
            "10000000000000000000000000d",
            "é",
            "1é",
        ] {
            assert!(duration(text).is_err(), "{text}");
        }
        assert!(duration("1é").is_err_and(|message| message.contains("`é` is not a unit of time")));
        assert!(duration("1m 60").is_err_and(|message| message.contains("`60` needs its unit")));
    }
}

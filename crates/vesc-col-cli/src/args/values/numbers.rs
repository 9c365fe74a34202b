//! Whole numbers.

/// A whole number of at least 1.
pub(crate) fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("must be at least 1".to_owned()),
        Ok(number) => Ok(number),
        Err(_) if text.parse::<isize>().is_ok_and(isize::is_negative) => Err("must be at least 1".to_owned()),
        Err(_) if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => {
            Err("the number is too large".to_owned())
        }
        Err(_) => Err("expected a whole number of at least 1".to_owned()),
    }
}

/// A whole number, zero included.
pub(crate) fn count(text: &str) -> Result<usize, String> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().map_err(|_| match is_number {
        true => "the number is too large".to_owned(),
        false => "expected a whole number, such as 10".to_owned(),
    })
}

/// A number of rows, zero included.
pub(crate) fn rows(text: &str) -> Result<u64, String> {
    count(text).map(|rows| rows as u64)
}

/// More literals or terms than any formula that a person reads, or an engine finds.
const MAX_FORMULA: usize = 10_000;

/// A number of literals or terms: at least 1, and not absurdly large.
pub(crate) fn formula_size(text: &str) -> Result<usize, String> {
    at_most(MAX_FORMULA, at_least_one(text))
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

/// A share: from 0 to 1, or in percent.
pub(crate) fn share(text: &str) -> Result<f64, String> {
    let share = match text.strip_suffix('%') {
        Some(percent) => percent.trim().parse().map(|percent: f64| percent / 100.0),
        None => text.parse(),
    };
    match share {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("expected a number from 0 to 1, such as 0.1, or 10%".to_owned()),
    }
}

/// The probability to be reached where none is named.
pub(crate) const TARGET: f64 = 0.95;

/// A probability to be reached: from 0 on, and less than 1, which no number of runs makes.
pub(crate) fn target(text: &str) -> Result<f64, String> {
    match share(text) {
        Ok(target) if target < 1.0 => Ok(target),
        _ => Err("expected a number from 0 to less than 1, such as 0.95, or 95%".to_owned()),
    }
}

/// More features than any file of runs has; the name of each takes memory before the first row.
const MAX_FEATURES: usize = 10_000_000;

/// A number of features: at least 1, and not absurdly large.
pub(crate) fn feature_count(text: &str) -> Result<usize, String> {
    at_most(MAX_FEATURES, at_least_one(text))
}

/// More tasks than any farm has; each part takes a file, and a line of the plan.
const MAX_PARTS: usize = 10_000;

/// A number of parts of a question.
pub(crate) fn parts(text: &str) -> Result<usize, String> {
    at_most(MAX_PARTS, at_least_one(text))
}

/// More formulas than anybody reads; all of them are held in memory.
const MAX_SAMPLE: usize = 1_000_000;

/// A number of formulas to draw, zero included.
pub(crate) fn sample(text: &str) -> Result<usize, String> {
    at_most(MAX_SAMPLE, count(text))
}

fn at_most(max: usize, number: Result<usize, String>) -> Result<usize, String> {
    number.and_then(|number| if number <= max { Ok(number) } else { Err(format!("must be at most {max}")) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        assert_eq!(at_least_one("7"), Ok(7));
        for text in ["0", "-1", "", "1.0", "x", "99999999999999999999999"] {
            assert!(at_least_one(text).is_err(), "{text}");
        }
        assert_eq!(at_least_one("-1"), Err("must be at least 1".to_owned()));
        assert_eq!((count("0"), count("7")), (Ok(0), Ok(7)));
        for text in ["", "all", "-1", "1.0"] {
            assert_eq!(count(text), Err("expected a whole number, such as 10".to_owned()), "{text}");
        }
        assert_eq!(at_least_one("99999999999999999999999"), Err("the number is too large".to_owned()));
        assert_eq!(formula_size("10000"), Ok(10_000));
        assert!(formula_size("0").is_err() && formula_size("10001").is_err());
        assert_eq!((parts("10000"), sample("0"), sample("1000000")), (Ok(10_000), Ok(0), Ok(1_000_000)));
        assert!([parts("0"), parts("10001"), sample("1000001"), sample("-1"), sample("x")].iter().all(Result::is_err));
        assert_eq!(share("0.25"), Ok(0.25));
        assert_eq!(share("84%"), Ok(0.84));
        assert_eq!((target("95%"), share("1"), target("1").is_err()), (Ok(0.95), Ok(1.0), true));
        for text in ["-0.1", "1.1", "NaN", "x", "", "%", "101%"] {
            assert!(share(text).is_err() && target(text).is_err(), "{text}");
        }
        assert_eq!(feature_count("10000000"), Ok(10_000_000));
        assert!(feature_count("0").is_err() && feature_count("10000001").is_err());
    }
}

//! Booleans and numbers as text.

/// Whether a cell is Boolean, and which value it is.
pub(super) fn boolean(cell: &str) -> Option<bool> {
    match cell {
        "0" => Some(false),
        "1" => Some(true),
        word if word.eq_ignore_ascii_case("false") => Some(false),
        word if word.eq_ignore_ascii_case("true") => Some(true),
        _ => None,
    }
}

/// The number in a cell, if it is exact in 64 bits of floating point. Numbers that had to be rounded might become equal.
pub(super) fn number(cell: &str) -> Option<f64> {
    rounded(cell).filter(|&number| decimal(cell) == decimal(&format!("{number:e}")))
}

/// Whether a cell is a number that would have to be rounded.
pub(super) fn is_too_long(cell: &str) -> bool {
    rounded(cell).is_some() && number(cell).is_none()
}

/// The finite number in a cell, rounded to 64 bits of floating point.
pub(super) fn rounded(cell: &str) -> Option<f64> {
    // A negative zero is the other zero.
    cell.parse().ok().filter(|number: &f64| number.is_finite()).map(|number| number + 0.0)
}

/// The digits of a number from the first to the last that is not 0, and the power of ten that the last of them counts.
fn decimal(number: &str) -> (String, i64) {
    let number = number.trim_start_matches(['+', '-']).to_ascii_lowercase();
    let (mantissa, exponent) = number.split_once('e').unwrap_or((&number, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let significant = digits.trim_end_matches('0');
    let zeros = digits.len() - significant.len();
    let power = exponent.parse::<i64>().unwrap_or(0).saturating_sub(fraction.len() as i64).saturating_add(zeros as i64);
    match significant.trim_start_matches('0') {
        "" => (String::new(), 0),
        significant => (significant.to_owned(), power),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_not_rounded() {
        for exact in [
            "0",
            "-0",
            "00.10",
            ".5",
            "5.",
            "+7",
            "1e300",
            "12.5E-3",
            "0.1",
            "0.30000000000000004",
            "9007199254740992",
            "123456789012345",
            "18446744073709552000",
        ] {
            assert!(number(exact).is_some() && !is_too_long(exact), "{exact}");
        }
        for long in
            ["9007199254740993", "18446744073709551615", "0.1000000000000000055", "1e-400", "1e-99999999999999999999"]
        {
            assert!(number(long).is_none() && is_too_long(long), "{long}");
        }
        for none in ["", "x", "inf", "nan", "1e400", "0x10", "1_000"] {
            assert!(number(none).is_none() && !is_too_long(none), "{none}");
        }
    }

    #[test]
    fn cells_are_read() {
        assert_eq!((boolean("TRUE"), boolean("0"), boolean("yes")), (Some(true), Some(false), None));
        assert_eq!((number("-2.5"), number("1e3"), number("inf"), number("")), (Some(-2.5), Some(1000.0), None, None));
    }
}

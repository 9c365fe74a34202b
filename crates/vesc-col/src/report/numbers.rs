//! Counts in sentences and tables for people.

use num_bigint::BigUint;
use vesc_col_core::Cardinality;

/// Numbers of more digits are shown by their order of magnitude.
const DIGITS_SHOWN: usize = 12;

/// A number as people read it: `4208`, and `4.2 * 10^41` beyond twelve digits.
///
/// ```
/// use vesc_col::report::short_number;
///
/// assert_eq!(short_number(&999_999_999_999u64.into()), "999999999999");
/// assert_eq!(short_number(&1_260_000_000_000u64.into()), "1.3 * 10^12");
/// ```
#[must_use]
pub fn short_number(number: &BigUint) -> String {
    rounded(number, Rounding::Nearest)
}

/// A count as people read it, as in a table: `7`, `2..9`, `>= 3` or `unknown`, with [short numbers](short_number).
///
/// A lower end is rounded down and an upper one up, so that the interval still contains the truth.
///
/// ```
/// use vesc_col::Cardinality;
/// use vesc_col::report::short_count;
///
/// assert_eq!(short_count(&Cardinality::between(2u32, 9u32)), "2..9");
/// assert_eq!(short_count(&Cardinality::at_least(1_260_000_000_000u64)), ">= 1.2 * 10^12");
/// assert_eq!(short_count(&Cardinality::unknown()), "unknown");
/// ```
#[must_use]
pub fn short_count(count: &Cardinality) -> String {
    let lower = || rounded(count.lower(), Rounding::Down);
    match count.upper() {
        None if *count == Cardinality::unknown() => "unknown".to_owned(),
        None => format!(">= {}", lower()),
        Some(_) if count.is_exact() => short_number(count.lower()),
        Some(upper) => format!("{}..{}", lower(), rounded(upper, Rounding::Up)),
    }
}

/// A count behind its name in a sentence, as in `|VS| = 4`: `= 4`, `about 4.2 * 10^41`, `in 4..9`, `>= 4` or `unknown`.
///
/// ```
/// use vesc_col::Cardinality;
/// use vesc_col::report::relation;
///
/// assert_eq!(relation(&Cardinality::exact(4u32)), "= 4");
/// assert_eq!(relation(&Cardinality::exact(1_260_000_000_000u64)), "about 1.3 * 10^12");
/// assert_eq!(relation(&Cardinality::at_least(1001u32)), ">= 1001");
/// ```
#[must_use]
pub fn relation(count: &Cardinality) -> String {
    let short = short_count(count);
    match count.upper() {
        None => short,
        Some(_) if !count.is_exact() => format!("in {short}"),
        Some(_) if short.contains('^') => format!("about {short}"),
        Some(_) => format!("= {short}"),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Rounding {
    Down,
    Nearest,
    Up,
}

/// Two digits and a power of ten, if there are too many digits.
fn rounded(number: &BigUint, rounding: Rounding) -> String {
    let digits = number.to_string();
    if digits.len() <= DIGITS_SHOWN {
        return digits;
    }
    let (head, rest) = digits.split_at(2);
    let head: u32 = head.parse().expect("a number has digits only");
    let is_up = match rounding {
        Rounding::Down => false,
        Rounding::Nearest => rest.as_bytes()[0] >= b'5',
        Rounding::Up => rest.bytes().any(|digit| digit != b'0'),
    };
    let mut exponent = digits.len() - 1;
    let mut head = head + u32::from(is_up);
    if head == 100 {
        (head, exponent) = (10, exponent + 1);
    }
    format!("{}.{} * 10^{exponent}", head / 10, head % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_rounded_outwards() {
        let huge = |digits: &str| -> BigUint { digits.parse().expect("digits") };
        let between = |lower: &str, upper: &str| short_count(&Cardinality::between(huge(lower), huge(upper)));
        assert_eq!(between("9999999999999", "9999999999999"), "1.0 * 10^13");
        assert_eq!(between("9999999999998", "9999999999999"), "9.9 * 10^12..1.0 * 10^13");
        assert_eq!(between("4200000000000", "4200000000001"), "4.2 * 10^12..4.3 * 10^12");
        assert_eq!(between("7", "4200000000000"), "7..4.2 * 10^12");
    }
}

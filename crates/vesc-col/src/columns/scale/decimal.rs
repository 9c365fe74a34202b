//! Decimal numbers of any length, compared without rounding.

use std::cmp::Ordering;

use num_bigint::BigUint;

/// A number: its significant digits, and where the decimal point stands before or after the first of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in super::super) struct Decimal {
    is_negative: bool,
    /// How many digits stand before the point; negative for zeros after it. 0 for the number 0.
    point: i64,
    /// From the first digit to the last that is not 0; none for the number 0.
    digits: Box<str>,
}

impl Decimal {
    fn new(is_negative: bool, digits: &str, exponent: i64) -> Decimal {
        let digits = digits.trim_start_matches('0');
        let point = (digits.len() as i64).saturating_add(exponent);
        let significant = digits.trim_end_matches('0');
        match significant {
            "" => Decimal { is_negative: false, point: 0, digits: "".into() },
            _ => Decimal { is_negative, point, digits: significant.into() },
        }
    }

    /// The whole number.
    pub(super) fn of_whole(number: &BigUint) -> Decimal {
        Decimal::new(false, &number.to_str_radix(10), 0)
    }

    /// The whole number.
    pub(super) fn of_int(number: i128) -> Decimal {
        Decimal::new(number < 0, &number.unsigned_abs().to_string(), 0)
    }

    /// The product with `factor` times ten to the power of `exponent`.
    pub(super) fn times(&self, factor: u32, exponent: i64) -> Decimal {
        let own = self.point.saturating_sub(self.digits.len() as i64);
        let digits = match factor {
            1 => self.digits.to_string(),
            _ => {
                let digits = BigUint::parse_bytes(self.digits.as_bytes(), 10).unwrap_or_default();
                (digits * factor).to_str_radix(10)
            }
        };
        Decimal::new(self.is_negative, &digits, own.saturating_add(exponent))
    }

    /// -1, 0 or 1.
    fn sign(&self) -> i8 {
        match (self.digits.is_empty(), self.is_negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        }
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Decimal) -> Ordering {
        // Digits without zeros at the end compare as text does: a prefix is less.
        let magnitudes = || self.point.cmp(&other.point).then_with(|| self.digits.cmp(&other.digits));
        self.sign()
            .cmp(&other.sign())
            .then_with(|| if self.is_negative { magnitudes().reverse() } else { magnitudes() })
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Decimal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Reads a decimal number with or without an exponent.
pub(super) fn parse(text: &str) -> Option<Decimal> {
    // Typesetting programs have a minus of its own.
    let is_negative = text.starts_with(['-', '\u{2212}']);
    let unsigned = text.strip_prefix(['+', '-', '\u{2212}']).unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, parse_exponent(exponent)?),
        None => (unsigned, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + fraction.len() == 0 || !all_digits(whole) || !all_digits(fraction) {
        return None;
    }
    Some(Decimal::new(is_negative, &[whole, fraction].concat(), exponent.saturating_sub(fraction.len() as i64)))
}

/// Exponents beyond this are refused, so that sums with lengths of texts never overflow.
const LARGEST_EXPONENT: i64 = 1 << 40;

fn parse_exponent(text: &str) -> Option<i64> {
    let exponent = text.parse::<i64>().ok()?;
    (exponent.abs() <= LARGEST_EXPONENT).then_some(exponent)
}

/// The number as its shortest text says it.
pub(super) fn of_float(number: f64) -> Decimal {
    parse(&format!("{number:e}")).unwrap_or_else(|| Decimal::of_int(0))
}

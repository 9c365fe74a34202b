//! Whole numbers in another base than ten, as C and Verilog write them.

use num_bigint::BigUint;

use super::decimal::Decimal;

/// Longer literals are refused: a bus is not that wide, and to convert them takes long.
const MOST_DIGITS: usize = 1024;
/// A literal that declares more is taken to have as many bits as its digits.
const MOST_BITS: usize = 4 * MOST_DIGITS;

/// The value of a literal: `0x1a00`, `0b0101`, `0o17`, `16'h1a00`, `8'b0101_0000`, or a decimal whole number beside them.
pub(super) fn parse(text: &str) -> Option<Decimal> {
    whole(text).map(|number| Decimal::of_whole(&number))
}

/// The value of a literal, or of a decimal whole number.
pub(in super::super) fn whole(text: &str) -> Option<BigUint> {
    let is_decimal = || !text.is_empty() && text.len() <= MOST_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit());
    number(text).or_else(|| is_decimal().then(|| BigUint::parse_bytes(text.as_bytes(), 10))?)
}

/// How many bits a literal has: those that it declares, those of its digits, or as many as a decimal number needs.
pub(in super::super) fn width(text: &str) -> Option<usize> {
    let bits = whole(text)?.bits() as usize;
    let declared = text.split_once('\'').and_then(|(width, _)| width.trim_end().parse::<usize>().ok());
    let of_digits = || {
        let (digits, radix) = based(text)?;
        let count = digits.bytes().filter(u8::is_ascii_alphanumeric).count();
        (radix != 10).then(|| count * radix.trailing_zeros() as usize)
    };
    let width = declared.filter(|&width| width <= MOST_BITS).or_else(of_digits).unwrap_or(0);
    Some(width.max(bits).max(1))
}

/// The value of a literal that names its base.
fn number(text: &str) -> Option<BigUint> {
    let (digits, radix) = based(text)?;
    let digits: String = digits.chars().filter(|&c| c != '_').collect();
    let has_digits = !digits.is_empty() && digits.len() <= MOST_DIGITS;
    has_digits.then(|| BigUint::parse_bytes(digits.as_bytes(), radix))?
}

/// The digits of a literal, and its base.
fn based(text: &str) -> Option<(&str, u32)> {
    if let Some((width, rest)) = text.split_once('\'') {
        let has_width = width.trim_end().bytes().all(|byte| byte.is_ascii_digit());
        let rest = rest.strip_prefix(['s', 'S']).unwrap_or(rest);
        let base = rest.chars().next()?;
        let digits = rest.get(base.len_utf8()..)?.trim_start();
        return has_width.then_some((digits, radix(base)?));
    }
    let rest = text.strip_prefix('0')?;
    let base = rest.chars().next().filter(|base| !matches!(base, 'h' | 'H' | 'd' | 'D'))?;
    Some((rest.get(base.len_utf8()..)?, radix(base)?))
}

fn radix(base: char) -> Option<u32> {
    match base.to_ascii_lowercase() {
        'h' | 'x' => Some(16),
        'd' => Some(10),
        'o' => Some(8),
        'b' => Some(2),
        _ => None,
    }
}

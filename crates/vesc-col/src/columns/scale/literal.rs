//! Whole numbers in another base than ten, as C and Verilog write them.

use num_bigint::BigUint;

use super::decimal::{self, Decimal};

/// Longer literals are refused: a bus is not that wide, and to convert them takes long.
const MOST_DIGITS: usize = 1024;

/// The value of a literal: `0x1a00`, `0b0101`, `0o17`, `16'h1a00`, `8'b0101_0000`, or a decimal whole number beside them.
pub(super) fn parse(text: &str) -> Option<Decimal> {
    match number(text) {
        Some(number) => Some(Decimal::of_whole(&number)),
        None => text.bytes().all(|byte| byte.is_ascii_digit()).then(|| decimal::parse(text))?,
    }
}

/// The value of a literal that names its base.
pub(in super::super) fn number(text: &str) -> Option<BigUint> {
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

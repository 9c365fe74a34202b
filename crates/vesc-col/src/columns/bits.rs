//! Whole numbers as rows of bits.

use num_bigint::BigUint;

use super::scale::literal;

/// How many bits a column of these cells has; `None` if one of them is no whole number. A literal in binary, octal or
/// hexadecimal has the bits of its digits, or those that it declares.
pub(super) fn width<'a>(cells: impl Iterator<Item = &'a str>) -> Option<usize> {
    let widths: Option<Vec<usize>> = cells.map(literal::width).collect();
    widths?.into_iter().max()
}

/// The bits of a cell, the highest first; `None` if it is no whole number or has more.
pub(super) fn of_cell(cell: &str, width: usize) -> Option<Vec<bool>> {
    let number = literal::whole(cell)?;
    (number.bits() <= width as u64).then(|| (0..width as u64).rev().map(|bit| number.bit(bit)).collect())
}

/// A cell with these bits, the highest first.
pub(super) fn cell(bits: &[bool]) -> String {
    let mut number = BigUint::ZERO;
    bits.iter().rev().enumerate().for_each(|(bit, &value)| number.set_bit(bit as u64, value));
    format!("0x{:0>digits$}", number.to_str_radix(16), digits = bits.len().div_ceil(4))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_read_and_written() {
        assert_eq!(width(["0x0f", "8'b1", "300"].into_iter()), Some(9));
        assert_eq!(width(["0x0f", "x"].into_iter()), None);
        assert_eq!(of_cell("0x5", 4), Some(vec![false, true, false, true]));
        assert_eq!(of_cell("16", 4), None);
        assert_eq!(cell(&[true, false, true, false, true]), "0x15");
    }
}

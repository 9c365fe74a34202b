//! Whole numbers as rows of bits.

use num_bigint::BigUint;

use super::scale::literal;

/// How the cells of a column write their bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Notation {
    /// As whole numbers: decimals, and literals in other bases.
    #[default]
    Numbers,
    /// As digits 0 and 1, a bit each, such as `0101`.
    Digits,
}

impl Notation {
    /// The notation of these cells, and how many bits they have; `None` if one of them is no whole number. Cells without other
    /// digits than 0 and 1 are bits if all have one length, or if one begins with a zero. A literal in binary, octal or hexadecimal
    /// has the bits of its digits, or those that it declares.
    pub(super) fn of<'a>(mut cells: impl Iterator<Item = &'a str> + Clone) -> Option<(Notation, usize)> {
        let lengths = || cells.clone().map(str::len);
        let (least, most) = (lengths().min().unwrap_or(0), lengths().max().unwrap_or(0));
        let has_zero = || cells.clone().any(|cell| cell.len() > 1 && cell.starts_with('0'));
        if most > 1 && cells.clone().all(are_bits) && (least == most || has_zero()) {
            return Some((Notation::Digits, most));
        }
        let width = cells.try_fold(0, |width, cell| Some(literal::width(cell)?.max(width)))?;
        Some((Notation::Numbers, width))
    }

    /// The bits of a cell, the highest first; `None` if it has none in this notation, or more.
    pub(super) fn bits(self, cell: &str, width: usize) -> Option<Vec<bool>> {
        if self == Notation::Digits {
            let zeros = width.checked_sub(cell.len()).filter(|_| are_bits(cell))?;
            return Some(std::iter::repeat_n(false, zeros).chain(cell.bytes().map(|digit| digit == b'1')).collect());
        }
        let number = literal::whole(cell)?;
        (number.bits() <= width as u64).then(|| (0..width as u64).rev().map(|bit| number.bit(bit)).collect())
    }

    /// A cell with these bits, the highest first.
    pub(super) fn cell(self, bits: &[bool]) -> String {
        if self == Notation::Digits {
            return bits.iter().map(|&bit| if bit { '1' } else { '0' }).collect();
        }
        let mut number = BigUint::ZERO;
        bits.iter().rev().enumerate().for_each(|(bit, &value)| number.set_bit(bit as u64, value));
        format!("0x{:0>digits$}", number.to_str_radix(16), digits = bits.len().div_ceil(4))
    }

    /// What is expected of a cell, in words. `width` is how many bits the column has.
    pub(super) fn expected(self, width: usize) -> String {
        match self {
            Notation::Numbers => format!("a whole number of at most {width} bits"),
            Notation::Digits => format!("at most {width} digits 0 or 1, a bit each"),
        }
    }
}

/// Whether a cell has digits 0 and 1 only.
fn are_bits(cell: &str) -> bool {
    !cell.is_empty() && cell.bytes().all(|digit| matches!(digit, b'0' | b'1'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_read_and_written() {
        let of = |cells: &[&str]| Notation::of(cells.iter().copied());
        assert_eq!(of(&["0x0f", "8'b1", "300"]), Some((Notation::Numbers, 9)));
        assert_eq!(of(&["0x0f", "x"]), None);
        let numbers = Notation::Numbers;
        assert_eq!(numbers.bits("0x5", 4), Some(vec![false, true, false, true]));
        assert_eq!(numbers.bits("16", 4), None);
        assert_eq!(numbers.cell(&[true, false, true, false, true]), "0x15");
    }

    #[test]
    fn digits_of_one_length_are_bits() {
        let of = |cells: &[&str]| Notation::of(cells.iter().copied());
        let digits = Notation::Digits;
        assert_eq!(of(&["0101", "1100"]), Some((digits, 4)));
        assert_eq!((of(&["0101", "110"]), of(&["101", "11"])), (Some((digits, 4)), Some((Notation::Numbers, 7))));
        assert_eq!((of(&["0", "1"]), of(&[])), (Some((Notation::Numbers, 1)), Some((Notation::Numbers, 0))));
        assert_eq!(digits.bits("0110", 4), Some(vec![false, true, true, false]));
        assert_eq!(digits.bits("110", 4), digits.bits("0110", 4));
        assert_eq!((digits.bits("00110", 4), digits.bits("0x6", 4)), (None, None));
        assert_eq!(digits.cell(&[false, true, true, false]), "0110");
    }
}

//! Booleans as text.

/// Whether a cell is Boolean, and which value it is.
pub(super) fn boolean(cell: &str) -> Option<bool> {
    match cell {
        // `0.0` and `1.0` are what programs make of a 0/1 column with a gap.
        "0" | "0.0" => Some(false),
        "1" | "1.0" => Some(true),
        word if word.eq_ignore_ascii_case("false") => Some(false),
        word if word.eq_ignore_ascii_case("true") => Some(true),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_read() {
        for (cell, expected) in [
            ("TRUE", Some(true)),
            ("0", Some(false)),
            ("1.0", Some(true)),
            ("0.0", Some(false)),
            ("yes", None),
            ("1.00", None),
        ] {
            assert_eq!(boolean(cell), expected, "{cell}");
        }
    }
}

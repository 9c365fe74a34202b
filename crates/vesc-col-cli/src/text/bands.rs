//! How many runs, where that is known from one number to another.

use vesc_col::next::Band;

use super::lists::counted;

/// `3 runs`, `3 to 5 runs`, `3 runs or more`.
pub(crate) fn in_words(Band { low, high, .. }: Band, what: &str) -> String {
    match high {
        Some(high) if high == low => counted(low, what),
        Some(high) => format!("{low} to {}", counted(high, what)),
        None => format!("{} or more", counted(low, what)),
    }
}

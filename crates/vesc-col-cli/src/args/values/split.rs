//! Numbers in front of units.

/// The leading digits with at most one point among them, and the rest.
pub(super) fn split_number(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    let is_number = number.starts_with(|c: char| c.is_ascii_digit()) && number.matches('.').count() <= 1;
    is_number.then_some((number, rest))
}

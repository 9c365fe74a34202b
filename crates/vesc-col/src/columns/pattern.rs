//! Patterns of column names.

/// Whether the name of a column is what a pattern says, in which only `*` is special: buses are named `irq[3]`, so no brackets are.
///
/// ```
/// use vesc_col::columns::matches;
///
/// assert!(matches("op_*", "op_lhu") && matches("irq", "irq"));
/// assert!(!matches("op_*", "shop_lhu"));
/// ```
#[must_use]
pub fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| name.strip_prefix(first)) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some(position) = rest.find(part) else { return false };
        rest = &rest[position + part.len()..];
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_stars_are_special() {
        for (pattern, name, expected) in [
            ("op_*", "op_lhu", true),
            ("op_*", "shop_lhu", false),
            ("*_en", "rx_en", true),
            ("irq[*]", "irq[3]", true),
            ("a*b*c", "a1b2c", true),
            ("a*b*c", "a1c2b", false),
            ("ab*ba", "aba", false),
            ("a", "a", true),
            ("a", "ab", false),
            ("*", "", true),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
    }
}

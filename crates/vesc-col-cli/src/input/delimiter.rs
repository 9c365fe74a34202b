//! What separates columns.

/// Separators beside the comma, the likeliest first.
const OTHERS: [u8; 3] = [b';', b'\t', b'|'];

/// What separates the columns of a file that begins with `head`: a comma if its first line has one outside of quotes, or
/// else the most frequent of the other separators there.
pub(super) fn sniff(head: &[u8]) -> u8 {
    let line = head.split(|&byte| byte == b'\n').find(|line| !line.trim_ascii().is_empty()).unwrap_or_default();
    // An even number of quotes stands before what is outside of them.
    let outside = |separator: u8| -> usize {
        line.split(|&byte| byte == b'"').step_by(2).flatten().filter(|&&byte| byte == separator).count()
    };
    let most = OTHERS.into_iter().rev().max_by_key(|&separator| outside(separator));
    most.filter(|&separator| outside(b',') == 0 && outside(separator) > 0).unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_shows_the_separator() {
        for (head, expected) in [
            ("a,b;c,d\n", b','),
            ("a;b;c\n1,5;2;3\n", b';'),
            ("\n\na\tb\n", b'\t'),
            ("a|b\n", b'|'),
            ("\"a,b\";c\n", b';'),
            ("\"a\"\"b;\";c|d\n", b';'),
            ("a\n", b','),
            ("", b','),
        ] {
            assert_eq!(sniff(head.as_bytes()) as char, expected as char, "{head:?}");
        }
    }
}

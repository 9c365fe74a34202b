//! What separates columns.

/// Separators, the likeliest first.
const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// What separates the columns of a file that begins with `head`. It is the most frequent of the separators that are as
/// frequent in each line of `head` as in the first one. Quoted cells do not count.
///
/// If there is none, it is a comma if the first line has one, or else the most frequent of the others there.
pub(super) fn sniff(head: &[u8]) -> u8 {
    let lines = lines(head);
    let Some((first, others)) = lines.split_first() else { return SEPARATORS[0] };
    let count = |line: &[u8], separator: u8| line.iter().filter(|&&byte| byte == separator).count();
    let found = SEPARATORS.into_iter().filter(|&separator| count(first, separator) > 0);
    let (regular, irregular): (Vec<u8>, Vec<u8>) =
        found.partition(|&separator| others.iter().all(|line| count(line, separator) == count(first, separator)));
    // Of several maxima the last one counts, and the likeliest comes first.
    let most = |separators: Vec<u8>| separators.into_iter().rev().max_by_key(|&separator| count(first, separator));
    let comma = irregular.contains(&SEPARATORS[0]).then_some(SEPARATORS[0]);
    most(regular).or(comma).or_else(|| most(irregular)).unwrap_or(SEPARATORS[0])
}

/// The lines of a text without what is quoted, blank ones left out. The last one is left out if the text may end within it,
/// unless it is the only one.
fn lines(head: &[u8]) -> Vec<Vec<u8>> {
    // An even number of quotes stands before what is outside of them.
    let outside: Vec<u8> = head.split(|&byte| byte == b'"').step_by(2).flatten().copied().collect();
    let mut lines: Vec<&[u8]> = outside.split(|&byte| byte == b'\n').collect();
    let last = lines.pop().filter(|_| lines.iter().all(|line| line.trim_ascii().is_empty()));
    let kept = lines.into_iter().chain(last).filter(|line| !line.trim_ascii().is_empty());
    kept.map(<[u8]>::to_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_lines_show_the_separator() {
        for (head, expected) in [
            ("a,b;c,d\n", b','),
            ("a;b;c\n1,5;2;3\n", b';'),
            ("\n\na\tb\n", b'\t'),
            ("a|b\n", b'|'),
            ("\"a,b\";c\n", b';'),
            ("\"a\"\"b;\";c|d\n", b';'),
            ("a;\"no,te\";fail\n1;0;1\n", b';'),
            ("a;no,te;fail\n1;0;1\n0;1;", b';'),
            ("a;\"no\nte,x\";fail\n1;\"x,\n\";1\n", b';'),
            ("a,note,fail\n1,x;y,1\n0,z,0\n", b','),
            ("len, ns;b;c\n1,5;2;0\n", b';'),
            // No separator is as frequent in all lines.
            ("a,b;c,d\n1,2\n", b','),
            ("a;b;c\n1;2\n", b';'),
            ("a\n", b','),
            ("", b','),
        ] {
            assert_eq!(sniff(head.as_bytes()) as char, expected as char, "{head:?}");
        }
    }
}

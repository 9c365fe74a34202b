//! Numbers of parts.

/// Numbers of parts, ascending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PartNumbers(pub(crate) Vec<usize>);

/// Reads numbers and ranges of numbers, such as `17,40-59`.
pub(crate) fn part_numbers(text: &str) -> Result<PartNumbers, String> {
    const MOST: usize = 1_000_000;
    let number = |text: &str| match text.trim().parse::<usize>() {
        Ok(number) if (1..=MOST).contains(&number) => Ok(number),
        _ => Err(format!("`{}` is no number of a part, expected numbers such as 17,40-59", text.trim())),
    };
    let mut numbers = Vec::new();
    for item in text.split(',') {
        let (first, last) = item.split_once('-').unwrap_or((item, item));
        let (first, last) = (number(first)?, number(last)?);
        if last < first {
            return Err(format!("`{}` ends before it begins", item.trim()));
        }
        numbers.extend(first..=last);
    }
    numbers.sort_unstable();
    numbers.dedup();
    Ok(PartNumbers(numbers))
}

/// The same numbers as text, neighbours as ranges.
pub(crate) fn ranges(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [one] => one.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    });
    runs.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_ranges_are_read_and_written() {
        let numbers = part_numbers("40-42, 17,41").unwrap().0;
        assert_eq!(numbers, [17, 40, 41, 42]);
        assert_eq!(ranges(&numbers), "17,40-42");
        for wrong in ["", "0", "a", "3-1", "1-", "9999999999"] {
            assert!(part_numbers(wrong).is_err(), "{wrong}");
        }
    }
}

//! Counts as people read them.

use num_bigint::BigUint;
use vesc_col::Cardinality;
use vesc_col::report::{short_count, short_number};

use super::document::Interval;

/// Returns decimal digits as they are, or as `4.2 × 10^41` if there are more than twelve.
pub(super) fn short(digits: &str) -> String {
    digits.parse().map_or_else(|_| digits.to_owned(), |number| in_print(&short_number(&number)))
}

/// Returns a count in words: `4`, `3 to 9`, `at least 11`, `unknown`.
pub(super) fn interval(count: &Interval) -> String {
    let number = |digits: &String| digits.parse::<BigUint>().ok();
    let lower = number(&count.lower).unwrap_or_default();
    let count = match count.upper.as_ref().and_then(number) {
        Some(upper) if upper >= lower => Cardinality::between(lower, upper),
        _ => Cardinality::at_least(lower),
    };
    let text = in_print(&short_count(&count)).replace("..", " to ");
    text.strip_prefix(">= ").map_or_else(|| text.clone(), |least| format!("at least {least}"))
}

/// A power of ten as a page prints it.
fn in_print(number: &str) -> String {
    number.replace(" * ", " × ")
}

/// Returns a probability as `94 %`. None is certain, though thousandths may be 0 or 1.
pub(super) fn percent(probability: f64) -> String {
    match (100.0 * probability).round() {
        100.0 => "more than 99 %".to_owned(),
        0.0 => "less than 1 %".to_owned(),
        whole => format!("{whole} %"),
    }
}

/// Returns what a probability leaves of the whole, so that both are 100 % together.
pub(super) fn rest(probability: f64) -> String {
    percent(1.0 - (100.0 * probability).round() / 100.0)
}

/// Returns the ends of an interval of probabilities as `94 to 99`.
pub(super) fn ends(low: f64, high: f64) -> String {
    let whole = |probability: f64| (100.0 * probability).round();
    format!("{} to {}", whole(low).min(99.0), whole(high).max(1.0))
}

/// Returns `1 run`, `2 runs`.
pub(super) fn counted(number: u64, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_numbers_are_rounded() {
        assert_eq!(short("123456789012"), "123456789012");
        assert_eq!(short("1234567890123"), "1.2 × 10^12");
        assert_eq!(short("9960000000000"), "1.0 × 10^13");
    }

    #[test]
    fn intervals_in_words() {
        let count = |lower: &str, upper: Option<&str>| {
            interval(&Interval { lower: lower.to_owned(), upper: upper.map(str::to_owned) })
        };
        assert_eq!(count("4", Some("4")), "4");
        assert_eq!(count("3", Some("9")), "3 to 9");
        assert_eq!(count("11", None), "at least 11");
        assert_eq!(count("0", None), "unknown");
        assert_eq!(count("1260000000000", None), "at least 1.2 × 10^12");
        assert_eq!(count("1260000000000", Some("1260000000001")), "1.2 × 10^12 to 1.3 × 10^12");
    }
}

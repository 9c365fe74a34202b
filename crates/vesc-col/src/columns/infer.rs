//! What a column is, by its cells.

use std::collections::HashSet;
use std::iter::once;

use super::column::Why;
use super::identifiers::identifier;
use super::scale::{Dimension, Reading, Scale, has_day_or_month_first, is_in_words, may_be_versions};
use super::schema::{ColumnType, Schema};
use super::unknown_words::means_unknown;
use super::values::boolean;
use super::{sets, words};

/// Why the cells of a column do not say what it is: one is no value like all others.
pub(super) struct Doubt<'a> {
    /// The cell.
    pub(super) cell: &'a str,
    /// What the others are.
    pub(super) expected: &'static str,
}

/// What a column was taken for.
#[derive(Clone, Debug)]
pub(super) struct Inferred {
    pub(super) column_type: ColumnType,
    /// Why, where it is not plain from the cells.
    pub(super) why: Option<Why>,
    /// The name of another type that the cells may be of.
    pub(super) suggested: Option<&'static str>,
}

impl Inferred {
    /// Nothing needs to be said of that type.
    pub(super) fn plain(column_type: ColumnType) -> Inferred {
        Inferred { column_type, why: None, suggested: None }
    }
}

/// What a column is that has these different cells, in as many `rows` that are known.
pub(super) fn infer<'a>(name: &str, cells: &'a [String], rows: usize, schema: &Schema) -> Result<Inferred, Doubt<'a>> {
    if cells.iter().all(|cell| boolean(cell).is_some()) && !schema.is_named_open(name) {
        return Ok(Inferred::plain(ColumnType::Boolean {}));
    }
    let is_open = schema.is_open(name);
    let reading = Reading::inferred(cells.iter().map(String::as_str));
    let why = identifier(name, cells, rows, reading);
    if !is_open && why != Some(Why::Name) && reading.is_none() && sets::are_sets(cells) {
        return Ok(Inferred { why: Some(Why::Items), ..Inferred::plain(ColumnType::Set { items: None }) });
    }
    // This comes before identifiers: a single odd cell does not make names of distinct numbers.
    if !is_open
        && why != Some(Why::Name)
        && reading.is_none()
        && let Some((cell, expected)) = odd_one_out(cells)
    {
        return Err(Doubt { cell, expected });
    }
    let unclear = if reading.is_none() { unclear(cells) } else { None };
    if let Some(why) = why.filter(|_| !is_open) {
        let why = unclear.filter(|_| why == Why::Distinct).unwrap_or(why);
        return Ok(Inferred { why: Some(why), ..Inferred::plain(ColumnType::Identifier {}) });
    }
    if let Some(reading) = reading.filter(|_| !is_open) {
        let are_plain = || cells.iter().all(|cell| cell.chars().all(|c| c.is_ascii_digit() || ":.".contains(c)));
        let why = match reading {
            Reading::Version => Some(Why::VersionMarks),
            // Numbers with colons can be names, too.
            Reading::Quantity(Dimension::Time) if are_plain() => Some(Why::Hours),
            _ => None,
        };
        let column_type = match reading.scale() {
            Scale::Number => ColumnType::Numeric { thresholds: None },
            Scale::Version => ColumnType::Version { thresholds: None },
            Scale::Date => ColumnType::Date { thresholds: None },
            Scale::Literal => ColumnType::Literal { thresholds: None },
            Scale::Quantity => ColumnType::Quantity { thresholds: None },
        };
        let are_numbers = || cells.iter().all(|cell| Reading::Number.key(cell).is_some());
        let suggested = match reading {
            Reading::Number => may_be_versions(cells.iter().map(String::as_str)).then_some("version"),
            Reading::Version => are_numbers().then_some("numeric"),
            _ => None,
        };
        return Ok(Inferred { why, suggested, ..Inferred::plain(column_type) });
    }
    if !is_open && let [one, other] = cells {
        let values = Some(words::in_order(one, other));
        return Ok(Inferred { why: unclear.or(Some(Why::TwoWords)), ..Inferred::plain(ColumnType::Words { values }) });
    }
    let suggested = (!is_open && unclear.is_none() && sets::may_be_sets(cells)).then_some("set");
    let why = unclear.or(some_differ_in_case(cells).then_some(Why::Case));
    let column_type = ColumnType::Categorical { values: None, closed: schema.is_closed() && !is_open };
    Ok(Inferred { suggested, why, ..Inferred::plain(column_type) })
}

/// Why all cells seem to be on a scale, though their order is not told.
fn unclear(cells: &[String]) -> Option<Why> {
    let are_all = |test: fn(&str) -> bool| cells.iter().all(|cell| test(cell));
    match () {
        () if are_all(is_number_with_commas) => Some(Why::Commas),
        () if are_all(has_day_or_month_first) => Some(Why::DayFirst),
        () if are_all(is_in_words) => Some(Why::InWords),
        () => None,
    }
}

/// Whether two cells are one word in different cases.
fn some_differ_in_case(cells: &[String]) -> bool {
    let mut known = HashSet::new();
    !cells.iter().all(|cell| known.insert(cell.to_lowercase()))
}

/// Whether a cell is `1,024`, `3,5` or `$10`. Nobody can tell whether a comma separates thousands or a fraction.
fn is_number_with_commas(cell: &str) -> bool {
    let digits = cell.trim_matches(['$', '€', '£', ' ']).replace(',', "");
    Reading::Number.key(&digits).is_some()
}

/// Where at least this many different cells are on a scale, a single other cell is odd.
const SURELY_OF_A_SCALE: usize = 3;
/// Several cells are odd where this many times as many are on a scale.
const CELLS_PER_ODD_ONE: usize = 10;

/// A cell that is unlike all others, and what these are. Either it is a word for *unknown* among values of a scale or
/// Booleans, or it is one of the few that are not on the scale. Taken for values without an order, such a column would
/// lose the order of all others. It would also learn from what nobody knows.
fn odd_one_out(cells: &[String]) -> Option<(&str, &'static str)> {
    let texts = || cells.iter().map(String::as_str);
    let (values, odd): (Vec<&str>, Vec<&str>) = texts().partition(|cell| !cell.is_empty() && !means_unknown(cell));
    if let (Some(first), Some(expected)) = (odd.first(), noun(&values)) {
        return Some((first, expected));
    }
    // The first cells are on the scale, if most are.
    let quantities =
        texts().take(2 * SURELY_OF_A_SCALE).filter_map(|cell| Reading::of_scale(Scale::Quantity, once(cell)));
    // `4G` and `5G` are names, too.
    let quantities = quantities.filter(|reading| *reading != Reading::Quantity(Dimension::Suffixed));
    // Days counted within a year look like many another number of three digits, so they are not among these.
    let plain = [
        Reading::Number,
        Reading::Version,
        Reading::Civil,
        Reading::Instant,
        Reading::Clock,
        Reading::Month,
        Reading::Week,
        Reading::Literal,
    ];
    plain.into_iter().chain(quantities).find_map(|reading| {
        let is_on_it =
            |cell: &&str| reading.key(cell).is_some() || reading == Reading::Number && boolean(cell).is_some();
        let (values, odd): (Vec<&str>, Vec<&str>) = texts().partition(is_on_it);
        let are_few =
            odd.len() == 1 && values.len() >= SURELY_OF_A_SCALE || CELLS_PER_ODD_ONE * odd.len() <= values.len();
        let is_plain = || reading == Reading::Number || Reading::inferred(values.iter().copied()) == Some(reading);
        let are_boolean = || values.iter().all(|cell| boolean(cell).is_some());
        let noun = || if are_boolean() { "Boolean" } else { reading.noun() };
        odd.first().filter(|_| are_few && is_plain()).map(|first| (*first, noun()))
    })
}

/// What all these cells are, if they are Boolean or on a scale.
fn noun(cells: &[&str]) -> Option<&'static str> {
    match cells {
        [] => None,
        _ if cells.iter().all(|cell| boolean(cell).is_some()) => Some("Boolean"),
        _ => Reading::inferred(cells.iter().copied()).map(Reading::noun),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_odd_cell_does_not_make_an_identifier_of_distinct_numbers() {
        let cells = ["5", "12", "3", "44", "n/a", "71"].map(str::to_owned);
        let doubt = infer("lat", &cells, 6, &Schema::auto()).expect_err("a cell is odd");
        assert_eq!((doubt.cell, doubt.expected), ("n/a", "a number"));
        let cells = ["j-1", "j-2", "j-3", "j-4", "j-5"].map(str::to_owned);
        let column = infer("job", &cells, 5, &Schema::auto()).map_err(|doubt| doubt.cell);
        assert_eq!(column.expect("nothing is odd").column_type, ColumnType::Identifier {});
    }

    #[test]
    fn numbers_with_commas_are_seen() {
        for cell in ["1,024", "-3,5", "$10", "12.50 €", "7"] {
            assert!(is_number_with_commas(cell), "{cell}");
        }
        for cell in ["a,b", "", "$", "1.2.3", "7 V"] {
            assert!(!is_number_with_commas(cell), "{cell}");
        }
    }

    #[test]
    fn dates_that_are_read_as_words_are_seen() {
        let why = |cells: [&str; 3]| unclear(&cells.map(str::to_owned));
        for cells in [["05.01.2024", "6/1/2024 10:30", "31-12-1999"], ["1/2/2024", "2/2/2024", "12/31/2024"]] {
            assert_eq!(why(cells), Some(Why::DayFirst), "{cells:?}");
        }
        for cells in [["Jan 5, 2024", "5 February 2024", "05-Mar-24"], ["1:30 PM", "11:05 am", "7pm"]] {
            assert_eq!(why(cells), Some(Why::InWords), "{cells:?}");
        }
        for cells in [["1.2.3", "1.2.4", "1.10.0"], ["may", "march 1", "june"], ["ram", "spam 3", "10 pm-2"]] {
            assert_eq!(why(cells), None, "{cells:?}");
        }
    }

    #[test]
    fn one_cell_does_not_make_numbers_values_without_an_order() {
        let odd = |cells: &[&str]| {
            let cells: Vec<String> = cells.iter().map(|&cell| cell.to_owned()).collect();
            odd_one_out(&cells).map(|(cell, expected)| format!("{cell}: {expected}"))
        };
        assert_eq!(odd(&["1", "16", "x", "2"]).as_deref(), Some("x: a number"));
        assert_eq!(odd(&["1", "0", "X", "z"]).as_deref(), Some("X: Boolean"));
        assert_eq!(odd(&["TRUE", "False", "true", "T"]).as_deref(), Some("T: Boolean"));
        assert_eq!(odd(&["0", ""]).as_deref(), Some(": Boolean"));
        assert_eq!(odd(&["true", "FALSE", "?"]).as_deref(), Some("?: Boolean"));
        assert_eq!(odd(&["1", "2", "4", "many"]).as_deref(), Some("many: a number"));
        assert_eq!(odd(&["3.8", "3.10", "?"]).as_deref(), Some("?: a version"));
        assert_eq!(odd(&["1", "#REF!"]).as_deref(), Some("#REF!: Boolean"));
        assert_eq!(odd(&["0", "1", "null"]).as_deref(), Some("null: Boolean"));
        for cells in [
            ["2024-03-01", "2024-03-02", "2024-03-04", "TBD"],
            ["2024-03-01", "2024-03-02", "2024-03-04", "2024-13-45"],
            ["2024-03-01T10:00:00Z", "2024-03-02T10:00:00Z", "2024-03-03T10:00:00Z", "2024-03-04T10:00:00"],
            ["v1.2", "v1.10", "v1.3", "main"],
            ["10ns", "20ns", "1us", "timeout"],
            ["4KiB", "8KiB", "16KiB", "512"],
            ["5%", "10%", "15%", "0.5"],
            ["0x10", "0x20", "0x1f", "none yet"],
            ["08:30", "09:15", "10:00", "noon"],
            ["2024-01", "2024-02", "2024-05", "May"],
            ["2024-W05", "2024-W06", "2024-W17", "later"],
        ] {
            let found = odd(&cells);
            assert!(found.as_ref().is_some_and(|found| found.starts_with(cells[3])), "{cells:?}: {found:?}");
        }
        let numbers: Vec<String> = (0..20).map(|number| number.to_string()).collect();
        let with = |words: &[&'static str]| {
            numbers.iter().map(String::as_str).chain(words.iter().copied()).collect::<Vec<_>>()
        };
        assert_eq!(odd(&with(&[">100", "<1"])).as_deref(), Some(">100: a number"));
        assert_eq!(odd(&with(&["a", "b", "c"])), None);
        assert_eq!(odd(&["debug", "release", "v1.2", "v1.3"]), None);
        assert_eq!(odd(&["1", "2", "many"]), None);
        assert_eq!(odd(&["3G", "4G", "5G", "LTE"]), None);
        assert_eq!(odd(&["1", "2", "4", "few", "many"]), None);
        assert_eq!(odd(&["b", "o", "x"]), None);
        assert_eq!(odd(&["x"]), None);
        assert_eq!(odd(&["1", "2.5"]), None);
        assert_eq!(odd(&["9007199254740993", "9007199254740995", "x"]).as_deref(), Some("x: a number"));
    }
}

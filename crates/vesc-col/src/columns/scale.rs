//! Scales: what orders the cells of a column.

mod date;
mod decimal;
pub(super) mod literal;
mod quantity;
mod version;

use std::fmt;

pub(super) use date::{has_day_or_month_first, is_in_words};
use decimal::Decimal;
pub(super) use quantity::Dimension;
use version::Version;
pub(super) use version::may_be_versions;

/// What the cells of an ordered column measure, so that two of them can be compared.
///
/// ```
/// use vesc_col::columns::{Scale, Schema, TypedTable};
///
/// let mut table = TypedTable::new(Schema::auto(), ["python", "wait"]);
/// table.push(true, ["3.9", "1us"])?;
/// table.push(false, ["3.10", "800ns"])?;
/// let columns = table.build()?.columns;
/// assert_eq!((columns[0].scale, columns[1].scale), (Some(Scale::Version), Some(Scale::Quantity)));
/// # Ok::<(), vesc_col::columns::ColumnError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Scale {
    /// Decimal numbers.
    Number,
    /// Versions, such as `3.10`, `v2.0.1` or `3.9.0-rc1`: each part counts as a number of its own.
    Version,
    /// Dates and times as ISO 8601 writes them.
    Date,
    /// Numbers written in hexadecimal, octal or binary, as C or Verilog write them: `0x1a00`, `16'h1a00`, `8'b0101`.
    Literal,
    /// Numbers with a unit, all of one dimension: `10ns`, `1.5 GHz`, `4KiB`, `12%`.
    Quantity,
}

/// Where a cell stands on its scale. Two cells of equal keys are one value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Key {
    /// A number, without rounding.
    Number(Decimal),
    /// A version.
    Version(Version),
}

/// How the cells of one column are read: a scale, and what must be the same in all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    Number,
    Version,
    /// Dates and times without an offset from UTC.
    Civil,
    /// Dates and times with an offset from UTC.
    Instant,
    /// Times of a day.
    Clock,
    /// Months of a year.
    Month,
    /// Weeks of a year.
    Week,
    /// Days, counted within a year.
    Ordinal,
    Literal,
    Quantity(Dimension),
}

impl Reading {
    /// The scale.
    pub(super) fn scale(self) -> Scale {
        match self {
            Reading::Number => Scale::Number,
            Reading::Version => Scale::Version,
            Reading::Civil | Reading::Instant | Reading::Clock | Reading::Month | Reading::Week | Reading::Ordinal => {
                Scale::Date
            }
            Reading::Literal => Scale::Literal,
            Reading::Quantity(_) => Scale::Quantity,
        }
    }

    /// Where a cell stands; `None` if it does not belong to the scale.
    pub(super) fn key(self, cell: &str) -> Option<Key> {
        match self {
            Reading::Number => decimal::parse(cell).map(Key::Number),
            Reading::Version => version::parse(cell).map(Key::Version),
            Reading::Civil => date::civil(cell).map(Key::Number),
            Reading::Instant => date::instant(cell).map(Key::Number),
            Reading::Clock => date::clock(cell).map(Key::Number),
            Reading::Month => date::month(cell).map(Key::Number),
            Reading::Week => date::week(cell).map(Key::Number),
            Reading::Ordinal => date::ordinal(cell).map(Key::Number),
            Reading::Literal => literal::parse(cell).map(Key::Number),
            Reading::Quantity(dimension) => quantity::parse(cell, dimension).map(Key::Number),
        }
    }

    /// Where a threshold stands; that of dates may be a month, or a week, which begins there.
    pub(super) fn threshold(self, text: &str) -> Option<Key> {
        let whole = || match self {
            Reading::Civil => date::first_of_month(text).or_else(|| date::week(text)).map(Key::Number),
            _ => None,
        };
        self.key(text).or_else(whole)
    }

    /// A cell below a threshold, where the table has none; any cell if there is no threshold.
    pub(super) fn below(self, threshold: Option<&str>) -> String {
        let least = match self {
            Reading::Number => {
                let number = threshold.and_then(|text| text.parse::<f64>().ok()).filter(|number| number.is_finite());
                return number.map_or("0".to_owned(), just_below);
            }
            Reading::Version | Reading::Literal | Reading::Quantity(_) => "0",
            Reading::Civil => "0001-01-01",
            Reading::Instant => "0001-01-01T00:00:00Z",
            Reading::Clock => "00:00",
            Reading::Month => "0001-01",
            Reading::Week => "0001-W01",
            Reading::Ordinal => "0001-001",
        };
        least.to_owned()
    }

    /// What a cell of the scale is, with its article.
    pub(super) fn noun(self) -> &'static str {
        match self {
            Reading::Number => "a number",
            Reading::Version => "a version",
            Reading::Civil => "a date or time without an offset from UTC",
            Reading::Instant => "a date and time with an offset from UTC",
            Reading::Clock => "a time of day",
            Reading::Month => "a month of a year",
            Reading::Week => "a week of a year",
            Reading::Ordinal => "a day of a year",
            Reading::Literal => "a number in hexadecimal, octal, binary or decimal",
            Reading::Quantity(dimension) => dimension.noun(),
        }
    }

    /// How cells of this scale are read, the first of several ways that fits all of `cells`.
    pub(super) fn of_scale<'a>(scale: Scale, cells: impl Iterator<Item = &'a str> + Clone) -> Option<Reading> {
        let candidates: &[Reading] = match scale {
            Scale::Number => &[Reading::Number],
            Scale::Version => &[Reading::Version],
            Scale::Date => {
                &[Reading::Civil, Reading::Instant, Reading::Clock, Reading::Month, Reading::Week, Reading::Ordinal]
            }
            Scale::Literal => &[Reading::Literal],
            Scale::Quantity => {
                return Dimension::of_cells(cells).map(Reading::Quantity);
            }
        };
        candidates.iter().copied().find(|reading| cells.clone().all(|cell| reading.key(cell).is_some()))
    }

    /// How the first cell of a scale is read, where not all of them fit.
    pub(super) fn any_of<'a>(scale: Scale, mut cells: impl Iterator<Item = &'a str>) -> Reading {
        let first = cells.find_map(|cell| Reading::of_scale(scale, std::iter::once(cell)));
        first.unwrap_or(match scale {
            Scale::Number => Reading::Number,
            Scale::Version => Reading::Version,
            Scale::Date => Reading::Civil,
            Scale::Literal => Reading::Literal,
            Scale::Quantity => Reading::Quantity(Dimension::Time),
        })
    }

    /// How a threshold is written whose value a cell has: as the cell, but a number that floating point has in its
    /// shortest form.
    pub(super) fn canonical(self, cell: &str) -> String {
        let number = (self == Reading::Number).then(|| cell.parse::<f64>().ok()).flatten();
        let exact = number.filter(|&number| number.is_finite() && self.key(cell) == Some(Key::of_number(number)));
        exact.map_or_else(|| cell.to_owned(), |number| (number + 0.0).to_string())
    }

    /// How cells are read that say themselves what they are; `None` if they are on no scale.
    pub(super) fn inferred<'a>(cells: impl Iterator<Item = &'a str> + Clone) -> Option<Reading> {
        if version::are_versions(cells.clone()) {
            return Some(Reading::Version);
        }
        [Scale::Number, Scale::Date, Scale::Literal, Scale::Quantity]
            .into_iter()
            .find_map(|scale| Reading::of_scale(scale, cells.clone()))
    }
}

/// The number less one, or the next one where that is the same in floating point.
fn just_below(number: f64) -> String {
    let less = if number - 1.0 < number { number - 1.0 } else { number.next_down() };
    less.to_string()
}

impl Key {
    /// The key of a number that is not written as text.
    pub(super) fn of_number(number: f64) -> Key {
        Key::Number(decimal::of_float(number))
    }
}

impl Scale {
    /// What a column of this scale holds: `numeric`, `versions`, `dates`.
    pub(super) fn plural(self) -> &'static str {
        match self {
            Scale::Number => "numeric",
            Scale::Version => "versions",
            Scale::Date => "dates or times",
            Scale::Literal => "numbers in other bases",
            Scale::Quantity => "quantities with units",
        }
    }
}

/// The scale's name, as a message has it: `version`, `date`.
impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Scale::Number => "number",
            Scale::Version => "version",
            Scale::Date => "date",
            Scale::Literal => "literal",
            Scale::Quantity => "quantity",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inferred(cells: &[&str]) -> Option<Scale> {
        Reading::inferred(cells.iter().copied()).map(Reading::scale)
    }

    #[test]
    fn cells_say_what_they_are() {
        for (cells, expected) in [
            (&["3.8", "3.9", "3.10"][..], Some(Scale::Version)),
            (&["3.10", "3.9", "3.8"], Some(Scale::Version)),
            (&["v3", "v10"], Some(Scale::Version)),
            (&["3.9.0", "3.10"], Some(Scale::Version)),
            (&["3.9.0-rc1", "3.9.0"], Some(Scale::Version)),
            // As a program writes floating-point numbers.
            (&["0.0", "0.5", "0.25"], Some(Scale::Number)),
            (&["1.0", "10.25"], Some(Scale::Number)),
            (&["0.05", "0.5", "0.10"], Some(Scale::Number)),
            (&["22.04", "22.10", "9.5"], Some(Scale::Number)),
            (&["1e3", "-5"], Some(Scale::Number)),
            (&["2024-01-03", "2024-02-10"], Some(Scale::Date)),
            (&["2024-01-03T10:00:00Z", "2024-01-03T12:30:00+02:00"], Some(Scale::Date)),
            (&["2024-01-03 10:00", "2024-02-10"], Some(Scale::Date)),
            (&["2024/01/03 10:00", "2024/2/1", "2024-02-10"], Some(Scale::Date)),
            (&["2024/1/5 9:30", "2024-01-05 10:30:00"], Some(Scale::Date)),
            (&["2024-01-05T9:30Z", "2024-01-05T09:30+01:00"], Some(Scale::Date)),
            (&["2024-01-05 9:3"], None),
            (&["2024/01", "2024/02"], None),
            (&["2024/13/01"], None),
            (&["08:30", "10:05:30.5"], Some(Scale::Date)),
            (&["2024-02", "2023-11"], Some(Scale::Date)),
            (&["2024-W05", "2024W17"], Some(Scale::Date)),
            (&["2024-W05-1", "2024-02-10"], Some(Scale::Date)),
            (&["2024-061", "2024-366"], Some(Scale::Date)),
            (&["20240301T101500Z", "2024-03-01T11:15:00+01:00"], Some(Scale::Date)),
            (&["20240301T101500", "20240301T1015"], Some(Scale::Date)),
            (&["20240301", "20231231"], Some(Scale::Number)),
            // Not of one kind, or not in the calendar.
            (&["2024-02", "2024-02-10"], None),
            (&["2024-02", "2024-13"], None),
            (&["2024-W05", "2024-W54"], None),
            (&["2023-W53"], None),
            (&["2024-061", "2023-366"], None),
            (&["0x1a00", "0x200"], Some(Scale::Literal)),
            (&["16'h1a00", "8'b0101", "0"], Some(Scale::Literal)),
            (&["10ns", "1.5 us", "0"], Some(Scale::Quantity)),
            (&["45m", "1h30m", "2min 5.5s"], Some(Scale::Quantity)),
            (&["1h30m", "30m1h"], None),
            (&["45m", "30m"], None),
            (&["9:05:10", "10:40:00.5"], Some(Scale::Quantity)),
            (&["08:40:50", "25:00:00"], Some(Scale::Quantity)),
            (&["0 days 08:40:50", "1 day, 2:03:04", "45min"], Some(Scale::Quantity)),
            (&["PT8H40M", "P1DT30S", "PT0.5S"], Some(Scale::Quantity)),
            (&["P1M", "PT8H"], None),
            (&["9:05:10", "9:65:10"], None),
            (&["9:05", "10:40"], None),
            (&["4KiB", "1MB"], Some(Scale::Quantity)),
            (&["10Mbps", "1Gbps", "2.5 Gbps"], Some(Scale::Quantity)),
            (&["-3dB", "0", "6dB"], Some(Scale::Quantity)),
            (&["-30dBm", "-27.5 dBm"], Some(Scale::Quantity)),
            (&["-30dBm", "3dB"], None),
            (&["\u{2212}5", "3"], Some(Scale::Number)),
            (&["500", "1K", "512Mi", "4G"], Some(Scale::Quantity)),
            (&["4G", "8GB"], None),
            (&["12%", "7.5%"], Some(Scale::Quantity)),
            (&["10ns", "4KiB"], None),
            (&["2024-01-03", "soon"], None),
            (&["2024-01-03T10:00:00Z", "2024-01-03T10:00:00"], None),
            (&["8'bxx01", "8'b0101"], None),
            (&["fast", "slow"], None),
        ] {
            assert_eq!(inferred(cells), expected, "{cells:?}");
        }
    }

    #[test]
    fn keys_are_in_order() {
        for (reading, ascending) in [
            (Reading::Number, &["-10", "-9.5", "-1e-3", "0", "0.05", "0.5", "3.1", "3.8", "10", "1e300"][..]),
            (
                Reading::Version,
                &["3.8", "3.9.0-alpha", "3.9.0-rc1", "3.9.0-rc2", "3.9.0-rc10", "v3.9", "3.9.1", "3.10"],
            ),
            (Reading::Civil, &["2023-12-31", "2024-01-01", "2024-01-01T00:01", "2024-01-01 10:00:00.5", "2024-02-01"]),
            (Reading::Instant, &["2024-01-01T10:00:00+02:00", "2024-01-01T09:00:00Z", "2024-01-01T09:30:00-01:00"]),
            (Reading::Clock, &["08:30", "08:30:01", "10:05"]),
            (Reading::Civil, &["2023/12/31", "2024/1/5", "2024-01-06"]),
            (Reading::Number, &["\u{2212}10", "-9", "\u{2212}8"]),
            (Reading::Civil, &["20240301T101500", "2024-03-01T10:15:01", "2024-W10-1", "2024W102"]),
            (Reading::Instant, &["20240301T101500Z", "20240301T111600+0100"]),
            (Reading::Month, &["2023-12", "2024-02", "2024-10"]),
            (Reading::Week, &["2023-W52", "2024W01", "2024-W10"]),
            (Reading::Ordinal, &["2023-365", "2024-061", "2024-366"]),
            (
                Reading::Literal,
                &["0", "8'b0101", "0x10", "17", "16'h1a00", "0xffff_ffff_ffff_fffe", "0xffffffffffffffff"],
            ),
        ] {
            let keys: Vec<Key> = ascending.iter().map(|cell| reading.key(cell).expect(cell)).collect();
            assert!(keys.windows(2).all(|pair| pair[0] < pair[1]), "{ascending:?} {keys:?}");
        }
        let quantity = |cell: &str| Reading::of_scale(Scale::Quantity, [cell].into_iter()).unwrap().key(cell).unwrap();
        assert!(quantity("999ns") < quantity("1us") && quantity("1 us") == quantity("1000ns"));
        assert!(quantity("9:05:10") < quantity("10:00:00") && quantity("25:00:00") == quantity("1 day 1:00:00"));
        assert!(quantity("PT90M") == quantity("1:30:00") && quantity("P1DT1.5S") < quantity("24:00:02"));
        assert!(quantity("1h30m") == quantity("90min") && quantity("1d 2h") < quantity("26h 0.5s"));
        assert!(quantity("1MB") < quantity("1MiB") && quantity("1.5GHz") == quantity("1500 MHz"));
        for (whole, first) in [("2024-02", "2024-02-01"), ("2024-W10", "2024-03-04"), ("2024-02-03", "2024-02-03")] {
            assert_eq!(Reading::Civil.threshold(whole), Reading::Civil.key(first), "{whole}");
        }
        assert_eq!((Reading::Civil.key("2024-02"), Reading::Instant.threshold("2024-02")), (None, None));
        assert_eq!(Reading::Version.key("3.9.0"), Reading::Version.key("v3.9"));
        assert_eq!(Reading::Number.key("100"), Reading::Number.key("1.0e2"));
        assert_eq!(Reading::Number.key("100"), Some(Key::of_number(100.0)));
    }
}

//! Dates and times, as ISO 8601 writes them, or with slashes: `2024/01/05`.

use std::borrow::Cow;

use jiff::Timestamp;
use jiff::civil::{Date, DateTime, ISOWeekDate, Time, Weekday};

use super::decimal::Decimal;

/// Seconds since 1970 of a date or time without an offset from UTC.
pub(super) fn civil(text: &str) -> Option<Decimal> {
    if let Some(date) = week_date(text) {
        return Some(since_1970(date.to_datetime(Time::midnight())));
    }
    let text = &*as_iso(text);
    if !is_written_as_date(text) || text.parse::<Timestamp>().is_ok() {
        return None;
    }
    let time: DateTime = match text.parse::<Date>() {
        Ok(date) if !text.contains([':', 'T', 't']) => date.to_datetime(Time::midnight()),
        _ => text.parse().ok()?,
    };
    Some(since_1970(time))
}

/// The same of one with an offset.
pub(super) fn instant(text: &str) -> Option<Decimal> {
    let text = &*as_iso(text);
    let time: Timestamp = is_written_as_date(text).then(|| text.parse().ok())??;
    Some(Decimal::of_int(time.as_nanosecond()))
}

/// A time of day.
pub(super) fn clock(text: &str) -> Option<Decimal> {
    let has_form = text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b':' | b'.'));
    let time: Time = (has_form && text.contains(':')).then(|| text.parse().ok())??;
    Some(Decimal::of_int(time.duration_since(Time::midnight()).as_nanos()))
}

/// The number of a month since year 0: `2024-02`.
pub(super) fn month(text: &str) -> Option<Decimal> {
    let (year, month) = text.split_once('-')?;
    let (year, month) = (digits::<4>(year)?, digits::<2>(month)?);
    (1..=12).contains(&month).then(|| Decimal::of_int(i128::from(year) * 12 + i128::from(month)))
}

/// The first moment of a month, as a date without an offset.
pub(super) fn first_of_month(text: &str) -> Option<Decimal> {
    month(text)?;
    civil(&format!("{text}-01"))
}

/// The first day of a week: `2024-W05`, `2024W05`.
pub(super) fn week(text: &str) -> Option<Decimal> {
    let (year, week) = text.split_once('W')?;
    let date = iso_week(year.strip_suffix('-').unwrap_or(year), week, Weekday::Monday)?;
    Some(since_1970(date.to_datetime(Time::midnight())))
}

/// A day of a year: `2024-061`.
pub(super) fn ordinal(text: &str) -> Option<Decimal> {
    let (year, day) = text.split_once('-')?;
    let (year, day) = (digits::<4>(year)?, digits::<3>(day)?);
    let date = Date::new(year, 1, 1).ok()?.with().day_of_year(day).build().ok()?;
    Some(since_1970(date.to_datetime(Time::midnight())))
}

/// A day of a week: `2024-W05-1`, `2024W051`.
fn week_date(text: &str) -> Option<Date> {
    let (year, rest) = text.split_once('W')?;
    let (year, (week, day)) = match year.strip_suffix('-') {
        Some(year) => (year, rest.split_once('-')?),
        None => (year, rest.split_at_checked(2)?),
    };
    iso_week(year, week, Weekday::from_monday_one_offset(digits::<1>(day)?.try_into().ok()?).ok()?)
}

fn iso_week(year: &str, week: &str, day: Weekday) -> Option<Date> {
    let (year, week) = (digits::<4>(year)?, digits::<2>(week)?);
    Some(ISOWeekDate::new(year, week.try_into().ok()?, day).ok()?.date())
}

/// A number of exactly `COUNT` digits.
fn digits<const COUNT: usize>(text: &str) -> Option<i16> {
    let is_number = text.len() == COUNT && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok())?
}

fn since_1970(time: DateTime) -> Decimal {
    let epoch = DateTime::constant(1970, 1, 1, 0, 0, 0, 0);
    Decimal::of_int(time.duration_since(epoch).as_nanos())
}

/// A date that begins with its year, with dashes instead of slashes, as no such date has its day before its month; and with an hour of two
/// digits.
fn as_iso(text: &str) -> Cow<'_, str> {
    let (date, time) = text.split_at(text.find([' ', 'T', 't']).unwrap_or(text.len()));
    let slashed: Vec<&str> = date.split('/').collect();
    let date = match slashed[..] {
        [year, month, day] if year.len() == 4 => Cow::Owned(format!("{year}-{month:0>2}-{day:0>2}")),
        _ => Cow::Borrowed(date),
    };
    let bytes = time.as_bytes();
    let has_short_hour = bytes.len() > 2 && bytes[1].is_ascii_digit() && bytes[2] == b':';
    match date {
        Cow::Borrowed(_) if !has_short_hour => Cow::Borrowed(text),
        date if has_short_hour => Cow::Owned(format!("{date}{}0{}", &time[..1], &time[1..])),
        date => Cow::Owned(format!("{date}{time}")),
    }
}

/// Digits without dashes are rather a number, unless a time follows: `20240301T101500`.
fn is_written_as_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    let are_digits = |length: usize| bytes.len() > length && bytes[..length].iter().all(u8::is_ascii_digit);
    let has_dashes = bytes.len() >= 10 && are_digits(4) && bytes[4] == b'-' && bytes[7] == b'-';
    has_dashes || are_digits(8) && matches!(bytes[8], b'T' | b't')
}

/// Whether a cell is a date with the name of its month, such as `Jan 5, 2024`, or a time of half a day, such as `1:30 PM`.
pub(in crate::columns) fn is_in_words(cell: &str) -> bool {
    const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let lower = cell.to_lowercase();
    let words = || lower.split([' ', ',', '-', '/', '.']).filter(|word| !word.is_empty());
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let is_month = |word: &str| {
        word.chars().all(char::is_alphabetic) && word.get(..3).is_some_and(|start| MONTHS.contains(&start))
    };
    let is_date = words().any(is_month) && words().filter(|word| is_number(word)).count() >= 2;
    let half = lower.strip_suffix("am").or(lower.strip_suffix("pm")).map(str::trim_end);
    let is_time = |time: &str| {
        let mut parts = time.split(':');
        parts.clone().count() <= 3 && parts.all(|part| is_number(part) && (1..=2).contains(&part.len()))
    };
    is_date || half.is_some_and(is_time)
}

/// Whether the cell is a date, or begins with one, such as `05.01.2024` or `1/5/2024 10:30`: nobody can tell its day and month
/// apart for certain.
pub(in crate::columns) fn has_day_or_month_first(cell: &str) -> bool {
    let date = cell.split_once(' ').map_or(cell, |(date, _)| date);
    let number = |text: &str| {
        let are_digits = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u32>().ok().filter(|_| are_digits)
    };
    ['.', '/', '-'].iter().any(|&separator| {
        let parts: Option<Vec<u32>> = date.split(separator).map(number).collect();
        match parts.as_deref() {
            Some(&[one, other, year]) => {
                let are_days = [one, other].iter().all(|day| (1..=31).contains(day));
                are_days && one.min(other) <= 12 && (1900..2100).contains(&year)
            }
            _ => false,
        }
    })
}

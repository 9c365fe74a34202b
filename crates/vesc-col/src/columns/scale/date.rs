//! Dates and times, as ISO 8601 writes them.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime, Time};

use super::decimal::Decimal;

/// Seconds since 1970 of a date or time without an offset from UTC.
pub(super) fn civil(text: &str) -> Option<Decimal> {
    if !is_written_as_date(text) || text.parse::<Timestamp>().is_ok() {
        return None;
    }
    let time: DateTime = match text.parse::<Date>() {
        Ok(date) if !text.contains(':') => date.to_datetime(Time::midnight()),
        _ => text.parse().ok()?,
    };
    let epoch = DateTime::constant(1970, 1, 1, 0, 0, 0, 0);
    let since = time.duration_since(epoch);
    Some(Decimal::of_int(since.as_nanos()))
}

/// The same of one with an offset.
pub(super) fn instant(text: &str) -> Option<Decimal> {
    let time: Timestamp = is_written_as_date(text).then(|| text.parse().ok())??;
    Some(Decimal::of_int(time.as_nanosecond()))
}

/// A time of day.
pub(super) fn clock(text: &str) -> Option<Decimal> {
    let has_form = text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b':' | b'.'));
    let time: Time = (has_form && text.contains(':')).then(|| text.parse().ok())??;
    Some(Decimal::of_int(time.duration_since(Time::midnight()).as_nanos()))
}

/// Digits without dashes are rather a number.
fn is_written_as_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() >= 10 && bytes[..4].iter().all(u8::is_ascii_digit) && bytes[4] == b'-' && bytes[7] == b'-'
}

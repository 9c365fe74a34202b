//! Numbers with units.

use super::decimal::{self, Decimal};

/// What units measure. Units of one dimension can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Dimension {
    Time,
    Frequency,
    Bytes,
    Bits,
    BitRate,
    ByteRate,
    Level,
    SignalPower,
    /// Numbers with a suffix for thousands, millions and so on.
    Suffixed,
    Share,
    Voltage,
    Current,
    Power,
    Temperature,
}

use Dimension::{
    BitRate, Bits, ByteRate, Bytes, Current, Frequency, Level, Power, Share, SignalPower, Suffixed, Temperature, Time,
    Voltage,
};

/// A unit's name and dimension, and the factor to the dimension's first unit as a number times a power of ten.
type MeasureUnit = (&'static str, Dimension, u32, i64);

const UNITS: [MeasureUnit; 80] = [
    ("s", Time, 1, 0),
    ("sec", Time, 1, 0),
    ("ms", Time, 1, -3),
    ("us", Time, 1, -6),
    ("µs", Time, 1, -6),
    ("μs", Time, 1, -6),
    ("ns", Time, 1, -9),
    ("ps", Time, 1, -12),
    ("fs", Time, 1, -15),
    ("secs", Time, 1, 0),
    ("min", Time, 60, 0),
    ("mins", Time, 60, 0),
    ("h", Time, 3600, 0),
    ("hr", Time, 3600, 0),
    ("hrs", Time, 3600, 0),
    ("d", Time, 86400, 0),
    ("Hz", Frequency, 1, 0),
    ("kHz", Frequency, 1, 3),
    ("KHz", Frequency, 1, 3),
    ("MHz", Frequency, 1, 6),
    ("GHz", Frequency, 1, 9),
    ("THz", Frequency, 1, 12),
    ("B", Bytes, 1, 0),
    ("kB", Bytes, 1, 3),
    ("KB", Bytes, 1, 3),
    ("MB", Bytes, 1, 6),
    ("GB", Bytes, 1, 9),
    ("TB", Bytes, 1, 12),
    ("KiB", Bytes, 1 << 10, 0),
    ("MiB", Bytes, 1 << 20, 0),
    ("GiB", Bytes, 1 << 30, 0),
    ("bit", Bits, 1, 0),
    ("bits", Bits, 1, 0),
    ("kbit", Bits, 1, 3),
    ("Kbit", Bits, 1, 3),
    ("Mbit", Bits, 1, 6),
    ("Gbit", Bits, 1, 9),
    ("Kibit", Bits, 1 << 10, 0),
    ("Mibit", Bits, 1 << 20, 0),
    ("Gibit", Bits, 1 << 30, 0),
    ("bps", BitRate, 1, 0),
    ("kbps", BitRate, 1, 3),
    ("Kbps", BitRate, 1, 3),
    ("Mbps", BitRate, 1, 6),
    ("Gbps", BitRate, 1, 9),
    ("Tbps", BitRate, 1, 12),
    ("B/s", ByteRate, 1, 0),
    ("kB/s", ByteRate, 1, 3),
    ("KB/s", ByteRate, 1, 3),
    ("MB/s", ByteRate, 1, 6),
    ("GB/s", ByteRate, 1, 9),
    ("dB", Level, 1, 0),
    ("dBm", SignalPower, 1, 0),
    ("k", Suffixed, 1, 3),
    ("K", Suffixed, 1, 3),
    ("M", Suffixed, 1, 6),
    ("G", Suffixed, 1, 9),
    ("T", Suffixed, 1, 12),
    ("Ki", Suffixed, 1 << 10, 0),
    ("Mi", Suffixed, 1 << 20, 0),
    ("Gi", Suffixed, 1 << 30, 0),
    ("%", Share, 1, -2),
    ("‰", Share, 1, -3),
    ("V", Voltage, 1, 0),
    ("kV", Voltage, 1, 3),
    ("mV", Voltage, 1, -3),
    ("uV", Voltage, 1, -6),
    ("µV", Voltage, 1, -6),
    ("A", Current, 1, 0),
    ("mA", Current, 1, -3),
    ("uA", Current, 1, -6),
    ("µA", Current, 1, -6),
    ("nA", Current, 1, -9),
    ("W", Power, 1, 0),
    ("kW", Power, 1, 3),
    ("mW", Power, 1, -3),
    ("uW", Power, 1, -6),
    ("µW", Power, 1, -6),
    ("°C", Temperature, 1, 0),
    ("degC", Temperature, 1, 0),
];

/// A number with more digits is no measurement, and to convert it takes long.
const MOST_CHARS: usize = 64;

impl Dimension {
    /// The dimension of all cells; `None` if they have not one and the same, or no units.
    pub(super) fn of_cells<'a>(cells: impl Iterator<Item = &'a str> + Clone) -> Option<Dimension> {
        let of_cell = |cell: &str| match split(cell) {
            Some((_, (_, dimension, ..))) => Some(*dimension),
            None => duration(cell).map(|_| Time),
        };
        let dimension = cells.clone().find_map(of_cell)?;
        cells.clone().all(|cell| parse(cell, dimension).is_some()).then_some(dimension)
    }

    /// What a cell is, with its article.
    pub(super) fn noun(self) -> &'static str {
        match self {
            Time => "a duration with its unit, such as `10ns`",
            Frequency => "a frequency with its unit, such as `1.5GHz`",
            Bytes => "a number of bytes with its unit, such as `4KiB`",
            Bits => "a number of bits with its unit, such as `4Kibit`",
            BitRate => "a number of bits per second with its unit, such as `10Mbps`",
            ByteRate => "a number of bytes per second with its unit, such as `10MB/s`",
            Level => "a level in decibels, such as `-3dB`",
            SignalPower => "a power of a signal, such as `-30dBm`",
            Suffixed => "a number, perhaps with a suffix, such as `4G` or `512Mi`",
            Share => "a share, such as `12%`",
            Voltage => "a voltage with its unit, such as `3.3V`",
            Current => "a current with its unit, such as `20mA`",
            Power => "a power with its unit, such as `5W`",
            Temperature => "a temperature with its unit, such as `85°C`",
        }
    }
}

/// The quantity in the first unit of its dimension. 0 needs no unit, and where units are suffixes no number does.
pub(super) fn parse(text: &str, dimension: Dimension) -> Option<Decimal> {
    let Some((number, &(_, of_unit, factor, exponent))) = split(text) else {
        // Where others show that it is a duration, `5m` are minutes.
        let minutes = || compound(text).map(|(_, seconds)| seconds);
        if let Some(seconds) = duration(text).or_else(minutes).filter(|_| dimension == Time) {
            return Some(seconds);
        }
        return decimal::parse(text).filter(|number| dimension == Suffixed || *number == Decimal::of_int(0));
    };
    (of_unit == dimension && text.len() <= MOST_CHARS)
        .then(|| decimal::parse(number))?
        .map(|n| n.times(factor, exponent))
}

/// How many seconds a duration takes that is seen to be one: `1h30m`, `9:05:10`, `1 day, 0:30:00`, or `PT8H40M` as ISO 8601 has it.
fn duration(text: &str) -> Option<Decimal> {
    let in_parts = || compound(text).filter(|&(parts, _)| parts > 1).map(|(_, seconds)| seconds);
    in_parts().or_else(|| with_colons(text)).or_else(|| with_designators(text))
}

/// Hours of any number, minutes and seconds, perhaps behind days.
fn with_colons(text: &str) -> Option<Decimal> {
    let (days, time) = match text.split_once(" day") {
        Some((days, rest)) => (days, rest.strip_prefix('s').unwrap_or(rest).trim_start_matches([',', ' '])),
        None => ("0", text),
    };
    let parts: Vec<&str> = time.split(':').collect();
    let [hours, minutes, seconds] = parts[..] else { return None };
    let (seconds, fraction) = seconds.split_once('.').unwrap_or((seconds, ""));
    let number = |text: &str, most: usize| {
        let has_form = (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        has_form.then(|| text.parse::<u64>().ok())?
    };
    let sixtieth = |text: &str| number(text, 2).filter(|&number| text.len() == 2 && number < 60);
    let whole = number(days, 9)? * 86400 + number(hours, 9)? * 3600 + sixtieth(minutes)? * 60 + sixtieth(seconds)?;
    decimal::parse(&format!("{whole}.{fraction}")).filter(|_| text.len() <= MOST_CHARS)
}

/// Days, hours, minutes and seconds as ISO 8601 has them. Months and years have no length of their own.
fn with_designators(text: &str) -> Option<Decimal> {
    let (days, time) = text.strip_prefix('P')?.split_once('T').unwrap_or((&text[1..], ""));
    let has_form = |part: &str, units: &str| {
        part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.' || units.as_bytes().contains(&byte))
    };
    let parts = format!("{days}{time}").to_lowercase();
    (has_form(days, "D") && has_form(time, "HMS")).then(|| compound(&parts))?.map(|(_, seconds)| seconds)
}

/// How many parts a duration such as `1h30m` or `2min 5.5s` has, and how many seconds it takes. Beside other parts `m` is a minute.
fn compound(text: &str) -> Option<(usize, Decimal)> {
    const PARTS: [(&str, u64); 5] = [("d", 86400), ("h", 3600), ("min", 60), ("m", 60), ("s", 1)];
    let (mut parts, mut seconds, mut fraction, mut before) = (0, 0u64, "", u64::MAX);
    let mut rest = text;
    while !rest.is_empty() {
        let (number, from_unit) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit() && c != '.')?);
        let end = from_unit.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(from_unit.len());
        let &(_, factor) = PARTS.iter().find(|(unit, _)| *unit == &from_unit[..end])?;
        let (whole, digits) = number.split_once('.').unwrap_or((number, ""));
        // Each part is of a smaller unit than the one before, and only seconds have a fraction.
        if factor >= before || whole.len() > 9 || text.len() > MOST_CHARS || factor > 1 && whole != number {
            return None;
        }
        seconds += whole.parse::<u64>().ok()? * factor;
        (parts, fraction, before) = (parts + 1, digits, factor);
        rest = from_unit[end..].trim_start();
    }
    let seconds = decimal::parse(&format!("{seconds}.{fraction}"))?;
    (parts > 0).then_some((parts, seconds))
}

/// The number and the unit of a quantity.
fn split(text: &str) -> Option<(&str, &'static MeasureUnit)> {
    let end = text.rfind(|c: char| c.is_ascii_digit() || c == '.')? + 1;
    let (number, unit) = text.split_at(end);
    let unit = UNITS.iter().find(|(name, ..)| *name == unit.trim())?;
    decimal::parse(number).map(|_| (number, unit))
}

//! Sizes in bytes.

use super::split::split_number;

/// A number of bytes greater than 0: `4GiB`, `512MiB`, `1GB`, `1.5G`, or plain bytes. A unit without `iB` or `B` is
/// binary.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    const EXPECTED: &str = "expected a size such as 4GiB, 512MiB, 1GB or a number of bytes";
    let (number, unit) = split_number(text.trim()).ok_or(EXPECTED)?;
    let scale: u64 = match unit.trim_start().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "t" | "tib" => 1 << 40,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "tb" => 1_000_000_000_000,
        _ => return Err(format!("`{}` is no unit of size, {EXPECTED}", unit.trim())),
    };
    let bytes = match number.parse::<u64>() {
        Ok(whole) => whole.checked_mul(scale).ok_or("too large")?,
        Err(_) => {
            let number: f64 = number.parse().map_err(|_| EXPECTED)?;
            // Beyond 2^53 bytes the rounding does not matter; beyond 2^64 the conversion saturates.
            (number * scale as f64) as u64
        }
    };
    match bytes {
        0 => Err("must be at least 1 byte".to_owned()),
        u64::MAX => Err("too large".to_owned()),
        bytes => Ok(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        for (text, expected) in [
            ("4GiB", 4 << 30),
            ("512MiB", 512 << 20),
            ("1GB", 1_000_000_000),
            ("1.5g", 3 << 29),
            ("17", 17),
            ("17 kB", 17_000),
            ("2T", 2 << 40),
        ] {
            assert_eq!(bytes(text), Ok(expected), "{text}");
        }
        for text in [
            "",
            "0",
            "0GiB",
            "0.1",
            "GiB",
            "-1GiB",
            "1.2.3G",
            "4GiBs",
            "99999999999999999999",
            "99999999999TiB",
            "1e400",
        ] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }
}

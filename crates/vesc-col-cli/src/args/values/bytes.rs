//! Sizes in bytes.

use bytesize::ByteSize;

use super::split::split_number;

/// Reads a number of bytes greater than 0: `4GiB`, `512MiB`, `1GB`, `1.5G`, or plain bytes.
///
/// A number alone that is too small for any run is refused: its unit was forgotten.
///
/// A unit of one letter is binary here, as the options of schedulers are, and decimal for `bytesize`; so it is written out.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    const EXPECTED: &str = "expected a size such as 4GiB, 512MiB, 1GB or a number of bytes";
    let (number, unit) = split_number(text.trim()).ok_or(EXPECTED)?;
    let unit = unit.trim_start();
    let ending = match unit {
        "" => "B",
        _ if unit.len() == 1 && !unit.eq_ignore_ascii_case("b") => "iB",
        _ => "",
    };
    let size: Result<ByteSize, String> = format!("{number}{unit}{ending}").parse();
    match size.map_err(|_| format!("`{unit}` is not a unit of size, {EXPECTED}"))?.as_u64() {
        0 => Err("must be at least 1 byte".to_owned()),
        // `bytesize` stops there.
        u64::MAX => Err("too large".to_owned()),
        bytes if unit.is_empty() && bytes < LEAST_WITHOUT_UNIT => {
            let meant = if bytes < LEAST_MEBIBYTES { "GiB" } else { "MiB" };
            Err(format!("a number alone is in bytes, did you mean {number}{meant}?"))
        }
        bytes => Ok(bytes),
    }
}

/// Fewer bytes than the program itself takes: nobody means that.
const LEAST_WITHOUT_UNIT: u64 = 1 << 20;
/// A smaller number is rather one of gibibytes than of mebibytes.
const LEAST_MEBIBYTES: u64 = 100;

#[cfg(test)]
mod tests {
    use super::*;

    /// Units and numbers as the option `--memory` has always read them.
    #[test]
    fn sizes() {
        for (units, scale) in [
            (&["b", "B"][..], 1),
            (&["k", "K", "KiB", "kib"], 1 << 10),
            (&["m", "M", "MiB"], 1 << 20),
            (&["g", "G", "GiB", "gIb"], 1 << 30),
            (&["t", "T", "TiB"], 1 << 40),
            (&["kB", "KB"], 1_000),
            (&["MB", "mb"], 1_000_000),
            (&["GB", "Gb"], 1_000_000_000),
            (&["TB"], 1_000_000_000_000),
        ] {
            for unit in units {
                for number in ["1", "4", "512", "007"] {
                    let whole = number.parse::<u64>().unwrap() * scale;
                    for text in [format!("{number}{unit}"), format!(" {number} {unit} ")] {
                        assert_eq!(bytes(&text), Ok(whole), "{text}");
                    }
                }
                assert_eq!(bytes(&format!("1.5{unit}")), Ok((scale + scale / 2).max(1)), "1.5{unit}");
                assert_eq!(bytes(&format!("2.{unit}")), Ok(2 * scale), "2.{unit}");
            }
        }
        assert_eq!(bytes("1048576"), Ok(1 << 20));
        assert_eq!(bytes("4"), Err("a number alone is in bytes, did you mean 4GiB?".to_owned()));
        assert_eq!(bytes("1.5"), Err("a number alone is in bytes, did you mean 1.5GiB?".to_owned()));
        assert_eq!(bytes("4096"), Err("a number alone is in bytes, did you mean 4096MiB?".to_owned()));
        assert_eq!(bytes("9007199254740993"), Ok(9_007_199_254_740_993));
        assert_eq!(bytes("0.1k"), Ok(102));
        for text in [
            "",
            "0",
            "0GiB",
            "0.1",
            "GiB",
            "-1GiB",
            "+1",
            "1.2.3G",
            "4GiBs",
            "4 G iB",
            "1é",
            ".5G",
            "99999999999999999999",
            "99999999999TiB",
            "18446744073709551615",
            "1e400",
        ] {
            assert!(bytes(text).is_err(), "{text}");
        }
        assert!(bytes("4 parsecs").is_err_and(|message| message.contains("`parsecs` is not a unit of size")));
    }
}

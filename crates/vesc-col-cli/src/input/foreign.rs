//! Files of other formats, by how they begin.

/// How a Parquet file begins.
pub(super) const PARQUET: &[u8] = b"PAR1";

/// What to say of a Parquet file where the program cannot read it.
#[cfg(not(feature = "parquet"))]
pub(super) const NO_PARQUET: &str =
    "a Parquet file: install the program by `cargo install vesc-col-cli --features parquet`, or write the table as CSV";

/// Beginnings of binary formats, each with what to say of the file.
const MAGIC: [(&[u8], &str); 7] = [
    (b"PK\x03\x04", "an Excel workbook or another zip archive: save the sheet as CSV, or unpack the archive"),
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook: save the sheet as CSV"),
    (b"SQLite format 3\0", "an SQLite database: export the table, as `sqlite3 -header -csv FILE 'select ...'` does"),
    (b"\x89HDF", "an HDF5 file: export the table as CSV"),
    (b"ARROW1", "an Arrow (Feather) file: write the table as CSV"),
    (b"BZh", "packed by bzip2: unpack it, as `bzcat FILE | vesc-col ... -` does"),
    (b"\xfd7zXZ\0", "packed by xz: unpack it, as `xzcat FILE | vesc-col ... -` does"),
];

/// What to say of a file that begins so, if it is surely no table that can be read.
pub(super) fn recognise(head: &[u8]) -> Option<&'static str> {
    if let Some((_, text)) = MAGIC.iter().find(|(magic, _)| head.starts_with(magic)) {
        return Some(text);
    }
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&head[..error.valid_up_to()]).unwrap_or_default(),
    };
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_vcd = |line: &str| ["$date", "$version", "$timescale", "$scope"].iter().any(|word| line.starts_with(word));
    // ARFF has comments behind `%`, and PLA behind `#`.
    let first = lines.find(|line| !line.starts_with(['%', '#']))?;
    if first.get(..9).is_some_and(|word| word.eq_ignore_ascii_case("@relation")) {
        return Some("an ARFF file: write it as CSV, the names of its attributes as the header");
    }
    if is_vcd(first) {
        return Some("a VCD waveform: make a table with a row for each run or cycle and a column for each signal");
    }
    if first.strip_prefix(".i ").is_some_and(|inputs| inputs.trim().parse::<u32>().is_ok()) {
        return Some(
            "a PLA: write a header with the names of its inputs and its output, and a comma between two columns",
        );
    }
    is_libsvm(first)
        .then_some("a LibSVM file: write it as CSV with a header, one column for each position and the label last")
}

/// Whether a line is `1 3:0.5 7:1`.
fn is_libsvm(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_label = words.next().is_some_and(|label| label.parse::<f64>().is_ok());
    let mut pairs = words.take_while(|word| !word.starts_with('#')).peekable();
    let is_pair = |pair: &str| {
        pair.split_once(':').is_some_and(|(at, value)| at.parse::<u32>().is_ok() && value.parse::<f64>().is_ok())
    };
    is_label && pairs.peek().is_some() && pairs.all(is_pair)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_named() {
        for (head, expected) in [
            (&b"PK\x03\x04\x14\x00"[..], "an Excel"),
            (b"% comment\n\n@RELATION iris\n", "an ARFF"),
            (b"$date\n  today\n$end\n", "a VCD"),
            (b"# comment\n.i 3\n.o 1\n", "a PLA"),
            (b"+1 3:0.5 7:1 # note\n", "a LibSVM"),
        ] {
            assert!(recognise(head).is_some_and(|text| text.starts_with(expected)), "{expected}");
        }
        for head in ["a,b,y\n1,0,1\n", "1 2 3\n", "", "\u{e9},b\n", "1:2,3:4\n", ".i,b\n"] {
            assert_eq!(recognise(head.as_bytes()), None, "{head}");
        }
    }
}

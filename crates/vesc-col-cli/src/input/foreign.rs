//! Files of other formats, by how they begin.

/// How a Parquet file begins.
pub(super) const PARQUET: &[u8] = b"PAR1";

/// What to say of a Parquet file where the program cannot read it.
#[cfg(not(feature = "parquet"))]
pub(super) const NO_PARQUET: &str =
    "a Parquet file: install the program by `cargo install vesc-col-cli --features parquet`, or write the table as CSV";

/// What to say of JSON in which no value has a name.
pub(super) const NOTHING_NAMED: &str = "JSON without named values: write an object for each run, with the names of the columns, as {\"a\": 1, \"fail\": 0}";

/// Beginnings of binary formats, each with what to say of the file.
const MAGIC: [(&[u8], &str); 11] = [
    (b"PK\x03\x04", "an Excel workbook or another zip archive: save the sheet as CSV, or unpack the archive"),
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook: save the sheet as CSV"),
    (b"SQLite format 3\0", "an SQLite database: export the table, as `sqlite3 -header -csv FILE 'select ...'` does"),
    (b"\x89HDF", "an HDF5 file: export the table as CSV"),
    (b"ARROW1", "an Arrow (Feather) file: write the table as CSV"),
    (b"\x93NUMPY", "a NumPy array: write it as CSV with a header, as `pandas.DataFrame(array).to_csv(FILE)` does"),
    (b"\x80\x04", "a Python pickle: write the table as CSV, as `to_csv(FILE, index=False)` of pandas does"),
    (b"\x80\x05", "a Python pickle: write the table as CSV, as `to_csv(FILE, index=False)` of pandas does"),
    (b"\x89PNG", "a picture: the table that it shows is needed as CSV"),
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
    let begins =
        |beginning: &str| first.get(..beginning.len()).is_some_and(|word| word.eq_ignore_ascii_case(beginning));
    if begins("<!doctype html") || begins("<html") || begins("<table") {
        return Some("an HTML page: save the table as CSV");
    }
    if begins("<?xml") {
        return Some("an XML file: write its rows as CSV");
    }
    if first == "---" || is_yaml_item(first) {
        return Some("a YAML file: write its items as CSV, or as JSON with an object in each line");
    }
    if begins("sep=") && first.chars().count() <= 5 {
        return Some("a CSV file made for Excel, whose first line is no header: delete that line");
    }
    if !head.contains(&b'\n') && first.contains('\r') {
        return Some("a text whose lines end with a carriage return alone: give them line feeds, as `mac2unix` does");
    }
    let second = lines.next().unwrap_or_default();
    if first.starts_with('|') && second.contains("--") && is_ruler(second) {
        return Some("a Markdown table: delete the second line and the bars at both ends of each line");
    }
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

/// Whether a line is `- name: value`.
fn is_yaml_item(line: &str) -> bool {
    line.strip_prefix("- ").is_some_and(|item| !item.contains(',') && item.contains(": "))
}

/// Whether a line is the one below the header of a Markdown table.
fn is_ruler(line: &str) -> bool {
    line.chars().all(|c| "|-: ".contains(c))
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
            (b"<!DOCTYPE html>\n<p>\n", "an HTML"),
            (b"<?xml version=\"1.0\"?>\n", "an XML"),
            (b"- a: 1\n  b: 1\n", "a YAML"),
            (b"sep=;\na;b\n", "a CSV file made for Excel"),
            (b"a,b\r1,0\r", "a text whose lines"),
            (b"| a | b |\n|---|:-:|\n| 1 | 0 |\n", "a Markdown"),
        ] {
            assert!(recognise(head).is_some_and(|text| text.starts_with(expected)), "{expected}");
        }
        for head in [
            "a,b,y\n1,0,1\n",
            "1 2 3\n",
            "",
            "\u{e9},b\n",
            "1:2,3:4\n",
            ".i,b\n",
            "a,b\r\n1,0\r\n",
            "|a|b|\n|1|0|\n",
            "- a,b\n",
            "sep=,b\n",
        ] {
            assert_eq!(recognise(head.as_bytes()), None, "{head}");
        }
    }
}

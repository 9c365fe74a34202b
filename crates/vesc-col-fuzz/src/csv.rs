//! The CSV reader, with typed columns, schemas and declared inputs.

use std::path::Path;

use vesc_col::{Dataset, Features};
use vesc_col_cli::fuzzing::{Read, read};

use crate::workbench::{argument, file, parts};

/// Options in lines, a separator, a schema, a separator, a CSV. What is read has a line for each row, on which it
/// stands; what is refused is refused in one line that names the file.
pub(crate) fn run(bytes: &[u8]) {
    let [options, schema, content] = parts(bytes);
    let options = String::from_utf8_lossy(options);
    let mut args: Vec<String> = options.lines().filter(|line| is_option(line)).map(str::to_owned).collect();
    let path = file("runs.csv", content);
    if !schema.is_empty() {
        args.push(format!("--schema={}", argument(&file("schema.toml", schema))));
    }
    args.push(argument(&path));
    match read(args.clone()) {
        Err(message) => check_refusal(&message, &path, content),
        Ok(found) => {
            check(&found, content);
            if args.len() == 1 {
                check_plain(&found, content);
            }
        }
    }
}

/// Options of reading, none of which names a file.
fn is_option(line: &str) -> bool {
    const KNOWN: [&str; 8] = [
        "--label=",
        "--positive=",
        "--ignore=",
        "--types=",
        "--one-hot=",
        "--unknown",
        "--max-false-positives=",
        "--max-false-negatives=",
    ];
    KNOWN.iter().any(|option| line.starts_with(option)) && !line.contains('\0')
}

fn check_refusal(message: &str, path: &Path, content: &[u8]) {
    let Some(rest) = message.strip_prefix(&argument(path)) else { return };
    assert!(!rest.contains(['\n', '\r']), "more than one line: {message}");
    let line = rest.strip_prefix(':').and_then(|rest| rest.split(':').next()?.parse::<usize>().ok());
    let lines = content.iter().filter(|&&byte| byte == b'\n').count() + 1;
    assert!(line.is_none_or(|line| (1..=lines).contains(&line)), "there are {lines} lines: {message}");
}

fn check(found: &Read, content: &[u8]) {
    let Read { data, domain, lines, .. } = found;
    assert_eq!(data.rows(), lines.len());
    assert!(lines.windows(2).all(|pair| pair[0] < pair[1]), "{lines:?}");
    let last = content.iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
    assert!(lines.iter().all(|line| (2..=last).contains(line)), "{lines:?}");
    assert_eq!(domain.check(data), Ok(()));
}

/// Without options: what was read is read again from a file that is written anew. Where there are no quotes, it is what
/// splitting at line feeds and at the separator of the header gives.
fn check_plain(found: &Read, content: &[u8]) {
    let Read { data, label, lines, .. } = found;
    let again = read([argument(&file("again.csv", written(data, label).as_bytes()))]);
    let again = again.expect("what was written anew can be read");
    assert_eq!(json(&again.data), json(data));
    // Packed files and other encodings are no such text, and JSON has no header.
    let Ok(text) = std::str::from_utf8(content) else { return };
    let text = text.trim_start_matches('\u{feff}');
    if text.contains('"') || text.trim_start().starts_with(['{', '[']) {
        return;
    }
    let text_lines: Vec<&str> = text.split('\n').collect();
    let mut rows = (1u64..).zip(&text_lines).filter(|(_, line)| !line.bytes().all(|byte| byte.is_ascii_whitespace()));
    let (_, header) = rows.next().expect("there is a header");
    let separator = separator(header);
    let names: Vec<&str> = header.split(separator).map(str::trim).collect();
    assert_eq!(names.split_last().map(|(last, names)| (*last, names.len())), Some((&label[..], data.features().len())));
    let cells = cells(data);
    assert_eq!(rows.clone().count(), cells.len(), "{lines:?}");
    for ((number, line), (row, at)) in rows.zip(cells.iter().zip(lines)) {
        assert_eq!(number, *at);
        let split: Vec<bool> = line.split(separator).map(is_true).collect();
        assert_eq!(&split, row, "line {number}");
    }
}

/// A comma if the header has one, or else what it has most of, the likeliest first.
fn separator(header: &str) -> char {
    let count = |separator: char| header.matches(separator).count();
    let most = [';', '\t', '|'].into_iter().rev().max_by_key(|&other| count(other));
    most.filter(|&other| count(',') == 0 && count(other) > 0).unwrap_or(',')
}

fn is_true(cell: &str) -> bool {
    ["1", "1.0", "true", "yes", "pos", "positive"].iter().any(|word| cell.trim().eq_ignore_ascii_case(word))
}

/// The values of each row, the label last.
fn cells(data: &Dataset) -> Vec<Vec<bool>> {
    let mut rows = vec![Vec::new(); data.rows()];
    for (samples, label) in [(data.positives(), true), (data.negatives(), false)] {
        for (index, sample) in samples.iter().enumerate() {
            let row: Vec<bool> = sample.iter().by_vals().chain([label]).collect();
            samples.sources(index).iter().for_each(|&source| rows[source].clone_from(&row));
        }
    }
    rows
}

fn written(data: &Dataset, label: &str) -> String {
    let quoted = |name: &str| format!("\"{}\"", name.replace('"', "\"\""));
    let features: &Features = data.features();
    let mut text = features.names().chain([label]).map(quoted).collect::<Vec<_>>().join(",") + "\n";
    for row in cells(data) {
        text += &(row.iter().map(|&cell| if cell { "1" } else { "0" }).collect::<Vec<_>>().join(",") + "\n");
    }
    text
}

fn json(data: &Dataset) -> String {
    serde_json::to_string(data).expect("data are JSON")
}

//! JSON as CSV: an object in each line, or an array of objects.

use std::collections::HashSet;
use std::fmt;
use std::io::Read;

use serde::Deserialize;
use serde::de::{MapAccess, Visitor};
use serde_json::Deserializer;
use serde_json::value::RawValue;
use vesc_col::Run;

use super::error::Problem;
use super::foreign;
use super::named_rows::NamedRows;

/// The members of an object in order, none of them lost where two have one name.
struct Members<'a>(Vec<(String, &'a RawValue)>);

/// How deep objects and lists may stand in each other.
const MOST_DEPTH: usize = 100;

/// The run is looked at after this many objects.
const CHECK_INTERVAL: usize = 1000;

/// Whether a file that begins so is JSON rather than CSV.
pub(super) fn is_json(head: &[u8]) -> bool {
    let text = head.trim_ascii_start();
    let inside = || text[1..].trim_ascii_start();
    match text.first() {
        Some(b'{') => inside().starts_with(b"\"") || inside().starts_with(b"}"),
        Some(b'[') => inside().starts_with(b"{") || inside().starts_with(b"[") || inside().trim_ascii_end() == b"]",
        _ => false,
    }
}

/// The file as CSV, and the line of each object, or its number where objects share a line. The columns stand in the order in
/// which the objects first have them; a
/// missing value and `null` are empty cells. An object in an object gives columns with a dot in their names, and a list is
/// one cell. Numbers are cells as they are written. After every thousand objects the run is asked whether to go on.
pub(super) fn as_csv(mut file: impl Read, run: &Run) -> Result<(Vec<u8>, Vec<u64>), Problem> {
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    let text = String::from_utf8(text).map_err(|_| Problem::NotUtf8)?;
    let objects = objects(text.trim_end())?;
    let mut rows = NamedRows::default();
    let mut is_nothing = true;
    for (number, (raw, line)) in objects.iter().zip(lines(&text, &objects)).enumerate() {
        if number.is_multiple_of(CHECK_INTERVAL) {
            run.check().map_err(Problem::Stopped)?;
        }
        let mut values = Vec::new();
        add_values(raw, line, ("", 0), &mut values)?;
        is_nothing &= values.is_empty();
        rows.push(line, values)?;
    }
    if is_nothing {
        return Err(Problem::Foreign(foreign::NOTHING_NAMED));
    }
    rows.into_csv()
}

/// The objects of the file, as they stand in it.
fn objects(text: &str) -> Result<Vec<&RawValue>, Problem> {
    if text.trim_start().starts_with('[') {
        return serde_json::from_str(text).map_err(|error| wrong(&error, 1));
    }
    let objects: Result<Vec<&RawValue>, _> = Deserializer::from_str(text).into_iter::<&RawValue>().collect();
    objects.map_err(|error| wrong(&error, 1))
}

/// The line on which each object of the text begins. Where two begin on one line, it would name neither, and the objects are
/// numbered from 1 on instead, as they would be with a line for each.
fn lines(text: &str, objects: &[&RawValue]) -> Vec<u64> {
    let (mut counted, mut line) = (0, 1);
    let begin_of = |object: &&RawValue| {
        // Both lie in one text.
        let offset = object.get().as_ptr() as usize - text.as_ptr() as usize;
        line += text.as_bytes()[counted..offset].iter().filter(|&&byte| byte == b'\n').count() as u64;
        counted = offset;
        line
    };
    let lines: Vec<u64> = objects.iter().map(begin_of).collect();
    if lines.windows(2).any(|pair| pair[0] == pair[1]) { (1..=lines.len() as u64).collect() } else { lines }
}

/// What to say of JSON that cannot be read, where its first line is `line`.
fn wrong(error: &serde_json::Error, line: u64) -> Problem {
    let line = line + (error.line() as u64).saturating_sub(1);
    let text = error.to_string();
    let mut reason = text.split(" at line ").next().unwrap_or_default().to_owned();
    if reason == "expected value" {
        // So writes Python.
        reason += "; NaN and Infinity are no JSON, null is";
    }
    Problem::Json { line, reason }
}

/// Adds the values of an object that begins on this line, those of objects in it with a dot in their names. `prefix` stands
/// before each name, and `depth` counts the objects around it.
fn add_values(
    object: &RawValue,
    line: u64,
    (prefix, depth): (&str, usize),
    values: &mut Vec<(String, String)>,
) -> Result<(), Problem> {
    check_depth(depth, line)?;
    let Members(members) = serde_json::from_str(object.get()).map_err(|error| wrong(&error, line))?;
    let mut names = HashSet::new();
    members.into_iter().try_for_each(|(name, value)| {
        let full = format!("{prefix}{name}");
        // Two objects of one name would be put together.
        match names.insert(name) {
            true => add_value(full, value, line, depth, values),
            false => Err(Problem::TwoValues { line, name: full }),
        }
    })
}

/// Adds a value, or those of an object. `depth` counts the objects around it.
pub(super) fn add_value(
    name: String,
    value: &RawValue,
    line: u64,
    depth: usize,
    values: &mut Vec<(String, String)>,
) -> Result<(), Problem> {
    match value.get().as_bytes() {
        [b'{', ..] => return add_values(value, line, (&format!("{name}."), depth + 1), values),
        [b'[', rest @ ..] if rest.trim_ascii_start().starts_with(b"{") => return Err(Problem::JsonList { line, name }),
        [b'[', ..] => values.push((name, list(value, line, depth + 1)?)),
        _ => values.push((name, cell(value, line)?)),
    }
    Ok(())
}

/// A list without blanks between its items, so that equal lists are equal cells.
fn list(raw: &RawValue, line: u64, depth: usize) -> Result<String, Problem> {
    check_depth(depth, line)?;
    let items: Vec<&RawValue> = serde_json::from_str(raw.get()).map_err(|error| wrong(&error, line))?;
    let item = |item: &&RawValue| match item.get().as_bytes()[0] {
        b'[' => list(item, line, depth + 1),
        b'"' => cell(item, line).map(|text| serde_json::Value::String(text).to_string()),
        _ => Ok(item.get().to_owned()),
    };
    let items: Result<Vec<String>, Problem> = items.iter().map(item).collect();
    Ok(format!("[{}]", items?.join(",")))
}

/// A value that is neither an object nor a list.
fn cell(raw: &RawValue, line: u64) -> Result<String, Problem> {
    match raw.get() {
        "null" => Ok(String::new()),
        text if text.starts_with('"') => serde_json::from_str(text).map_err(|error| wrong(&error, line)),
        text => Ok(text.to_owned()),
    }
}

/// Files are from anywhere, so what goes as deep as they do has an end.
fn check_depth(depth: usize, line: u64) -> Result<(), Problem> {
    if depth < MOST_DEPTH {
        return Ok(());
    }
    Err(Problem::Json { line, reason: format!("more than {MOST_DEPTH} objects or lists stand in each other") })
}

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Members<'de>, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with the names of the columns")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = object.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(Object)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn csv(text: &str) -> (String, Vec<u64>) {
        let (csv, lines) = as_csv(text.as_bytes(), &Run::new()).unwrap();
        (String::from_utf8(csv).unwrap(), lines)
    }

    #[test]
    fn objects_become_rows() {
        let lines = "{\"y\":1,\"a\":true}\n\n{\"a\":null,\"b\":{\"c\":\"x,y\"}, \"d\":[\"p\"]}\n";
        assert!(is_json(lines.as_bytes()));
        assert_eq!(csv(lines), ("y,a,b.c,d\n1,true,,\n,,\"x,y\",\"[\"\"p\"\"]\"\n".to_owned(), vec![1, 3]));
        let array = "[\n  {\"a\": 1.0},\n  {\"a\": 18446744073709551615123}\n]\n";
        assert!(is_json(array.as_bytes()));
        assert_eq!(csv(array), ("a\n1.0\n18446744073709551615123\n".to_owned(), vec![2, 3]));
        assert_eq!(csv("[{\"a\":1},{\"a\":0},\n{\"a\":1}]").1, [1, 2, 3], "two begin on one line");
        let lists = "{\"a\":[1e400, \"p\\u0071\", [true, null]], \"b\": 1e400}\n";
        assert_eq!(csv(lists).0, "a,b\n\"[1e400,\"\"pq\"\",[true,null]]\",1e400\n");
    }

    #[test]
    fn an_ended_run_ends_the_reading() {
        let run = Run::new();
        run.cancel_token().cancel();
        assert!(matches!(as_csv(&b"{\"a\":1}\n"[..], &run), Err(Problem::Stopped(_))));
    }

    #[test]
    fn other_text_is_no_json() {
        let rows = |text: &[u8]| as_csv(text, &Run::new());
        for head in ["a,b\n", "{a},b\n", "[0],[1]\n", ""] {
            assert!(!is_json(head.as_bytes()), "{head}");
        }
        for head in ["[]", "[ ]\n", "{}"] {
            assert!(matches!(rows(head.as_bytes()), Err(Problem::Foreign(_))), "{head}");
        }
        assert!(matches!(rows(&b"{\"a\":1}\n{\"a\":\n"[..]), Err(Problem::Json { line: 2, .. })));
        assert!(matches!(rows(&b"{\"a\":1}\n7\n"[..]), Err(Problem::Json { line: 2, .. })));
        assert!(matches!(rows(&b"\n{\"runs\":[{\"a\":1}]}\n"[..]), Err(Problem::JsonList { line: 2, .. })));
    }

    #[test]
    fn no_value_is_lost_under_the_name_of_another_one() {
        let of_objects = "{\"a\":{\"b\":1},\"a\":{\"c\":0}}\n";
        for twice in
            ["{\"a\":1,\"b\":0,\"a\":0}\n", "{\"a\":{\"b\":1},\"a.b\":0}\n", of_objects, "{\"a\":{},\"a\":1}\n"]
        {
            let text = format!("{{\"a\":0}}\n{twice}");
            assert!(matches!(as_csv(text.as_bytes(), &Run::new()), Err(Problem::TwoValues { line: 2, .. })), "{twice}");
        }
    }

    #[test]
    fn depth_has_an_end() {
        for (open, close) in [("{\"a\":", "}"), ("[", "]")] {
            let text = format!("{{\"a\":{}0{}}}", open.repeat(100_000), close.repeat(100_000));
            assert!(matches!(as_csv(text.as_bytes(), &Run::new()), Err(Problem::Json { line: 1, .. })));
        }
    }
}

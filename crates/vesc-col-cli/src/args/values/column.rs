//! The option `--column`.

use serde::Deserialize;
use toml::{Table, Value};
use vesc_col::columns::ColumnType;

use crate::text::names_in;

/// A column and what it is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ColumnOption {
    pub(crate) name: String,
    pub(crate) column_type: ColumnType,
    /// As it was typed.
    pub(crate) text: String,
}

/// Reads `NAME=TYPE`, `NAME=TYPE:VALUE,...`, or `NAME={...}` with what a schema has there.
///
/// A name with `=` is quoted with `"`. What a type is, says the schema's own reader.
pub(crate) fn column(text: &str) -> Result<ColumnOption, String> {
    const EXPECTED: &str = "expected a column, `=` and a type, such as len=numeric or prio=ordered:low,mid,high";
    let (name, declared) = split_name(text).ok_or(EXPECTED)?;
    let (name, declared) = (name.trim().to_owned(), declared.trim());
    if name.is_empty() || declared.is_empty() {
        return Err(EXPECTED.to_owned());
    }
    let table = if declared.starts_with('{') { inline(declared)? } else { short(declared) };
    let column_type = ColumnType::deserialize(table).map_err(|error| in_words(error.message()))?;
    Ok(ColumnOption { name, column_type, text: text.to_owned() })
}

/// The name, without its quotes, and what follows the `=` behind it.
fn split_name(text: &str) -> Option<(String, &str)> {
    let Some(quoted) = text.trim_start().strip_prefix('"') else {
        return text.split_once('=').map(|(name, declared)| (name.to_owned(), declared));
    };
    let mut end = 0;
    loop {
        end += quoted[end..].find('"')?;
        if !quoted[end + 1..].starts_with('"') {
            break;
        }
        end += 2;
    }
    let declared = quoted[end + 1..].trim_start().strip_prefix('=')?;
    Some((quoted[..end].replace("\"\"", "\""), declared))
}

/// The table that a schema has in braces.
fn inline(text: &str) -> Result<Table, String> {
    let table: Table = toml::from_str(&format!("column = {text}")).map_err(|error| one_line(error.message()))?;
    match table.into_iter().next() {
        Some((_, Value::Table(table))) => Ok(table),
        _ => Err("expected a table in braces, as in a schema".to_owned()),
    }
}

/// The table for a type and the values behind it, which are thresholds if the type is a scale, and items if it is `set`.
fn short(text: &str) -> Table {
    let (word, values) = text.split_once(':').map_or((text, None), |(word, values)| (word.trim(), Some(values)));
    let mut table = Table::new();
    table.insert("type".to_owned(), Value::String(word.to_lowercase()));
    if let Some(values) = values {
        let is_numeric = word.eq_ignore_ascii_case("numeric");
        let key = match word.to_lowercase().as_str() {
            "numeric" | "version" | "date" | "literal" | "quantity" => "thresholds",
            "set" => "items",
            _ => "values",
        };
        let value = |value: String| if is_numeric { number(value) } else { Value::String(value) };
        table.insert(key.to_owned(), Value::Array(names_in(values).into_iter().map(value).collect()));
    }
    table
}

/// A number as TOML has it; what is none stays a text, which the schema's reader refuses.
fn number(text: String) -> Value {
    let whole = text.parse().map(Value::Integer).ok();
    whole.or_else(|| text.parse().map(Value::Float).ok()).unwrap_or(Value::String(text))
}

/// What the schema's reader says, in the words of this option.
fn in_words(message: &str) -> String {
    let message = one_line(message).replace("unknown variant", "there is no type");
    match message.as_str() {
        "missing field `values`" => {
            "the values are missing, from least to greatest, as in prio=ordered:low,mid,high".to_owned()
        }
        _ => message,
    }
}

fn one_line(message: &str) -> String {
    message.lines().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (String, ColumnType) {
        let ColumnOption { name, column_type, .. } = column(text).expect(text);
        (name, column_type)
    }

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn types() {
        let numeric = |thresholds| ColumnType::Numeric { thresholds };
        assert_eq!(read("len=numeric"), ("len".to_owned(), numeric(None)));
        assert_eq!(read(" len = numeric : 2, 4.5,-8 ").1, numeric(Some(vec![2.0, 4.5, -8.0])));
        assert_eq!(read("prio=ordered:low,mid,high").1, ColumnType::Ordered { values: words(&["low", "mid", "high"]) });
        let version = ColumnType::Version { thresholds: Some(words(&["3.9", "3.10"])) };
        assert_eq!(read("python=version:3.9,3.10").1, version);
        assert_eq!(read("plugins=set:a,b").1, ColumnType::Set { items: Some(words(&["a", "b"])) });
        assert_eq!((read("addr=bits").1, read("id=identifier").1), (ColumnType::Bits {}, ColumnType::Identifier {}));
        let categorical = |values, closed| ColumnType::Categorical { values, closed };
        assert_eq!(read("mode=categorical").1, categorical(None, false));
        assert_eq!(read("mode=categorical:\"a,b\",c=d").1, categorical(Some(words(&["a,b", "c=d"])), false));
        assert_eq!(read("mode=text").1, categorical(None, false));
        let closed = "mode={type = \"categorical\", closed = true}";
        assert_eq!(read(closed).1, categorical(None, true));
        assert_eq!(read("\"a=\"\"b\"=boolean"), ("a=\"b".to_owned(), ColumnType::Boolean {}));
    }

    #[test]
    fn refusals() {
        for text in [
            "",
            "len",
            "=numeric",
            "len=",
            "\"len=numeric",
            "len={type",
            "len=numeric:x",
            "len=ordered",
            "len=boolean:1",
        ] {
            assert!(column(text).is_err(), "{text}");
        }
        let error = column("len=nummeric").expect_err("there is no such type");
        assert!(error.contains("`nummeric`") && error.contains("`numeric`"), "{error}");
    }
}

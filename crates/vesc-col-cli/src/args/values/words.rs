//! Words.

/// Words for an unknown cell, separated by commas; none of them is a value.
pub(crate) fn unknown_words(text: &str) -> Result<String, String> {
    let is_value =
        |word: &&str| ["0", "1", "false", "true"].iter().any(|value| word.trim().eq_ignore_ascii_case(value));
    match text.split(',').find(is_value) {
        Some(value) => Err(format!("`{}` is a value", value.trim())),
        None => Ok(text.to_owned()),
    }
}

//! Words of a command line that a message proposes.

/// A word as a shell takes it: in quotes, if it has characters with a meaning of their own.
pub(crate) fn shell_word(word: &str) -> String {
    let is_plain = !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || "_-.:/@%+=,".contains(c));
    if is_plain { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// The name of a file or a folder as a shell takes it. One that begins with a dash would be taken for an option.
pub(crate) fn shell_path(path: &str) -> String {
    let word = shell_word(path);
    if word.len() > 1 && word.starts_with('-') { format!("./{word}") } else { word }
}

/// An option and its value as a shell takes them. Behind a blank, a value that begins with a dash would be another option
/// if it is no number, and an empty one is easily overlooked.
pub(crate) fn typed_option(option: &str, value: &str) -> String {
    match value {
        "" => format!("{option}="),
        value if value.starts_with('-') && value.parse::<f64>().is_err() => {
            format!("{option}={}", shell_word(value))
        }
        value => format!("{option} {}", shell_word(value)),
    }
}

/// The word that [`shell_word`] made this one of.
pub(crate) fn unquoted(word: &str) -> String {
    let inner = word.strip_prefix('\'').and_then(|word| word.strip_suffix('\''));
    inner.map_or_else(|| word.to_owned(), |inner| inner.replace(r"'\''", "'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_if_they_must_be() {
        assert_eq!(shell_word("runs.csv"), "runs.csv");
        assert_eq!(shell_word("my runs.csv"), "'my runs.csv'");
        assert_eq!(shell_word("it's"), r"'it'\''s'");
        assert_eq!(shell_word(""), "''");
        let options = ["op_*", "-op_*", "-1", ""].map(|value| typed_option("--ignore", value));
        assert_eq!(options, ["--ignore 'op_*'", "--ignore='-op_*'", "--ignore -1", "--ignore="]);
        for word in ["runs.csv", "my runs.csv", "it's", "'", ""] {
            assert_eq!(unquoted(&shell_word(word)), word);
        }
    }
}

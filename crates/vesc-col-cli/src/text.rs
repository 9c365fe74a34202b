//! Pieces of text that messages, reports and options have in common.

mod bands;
mod colours;
mod hexadecimal;
mod lists;
mod names;
mod one_line;
mod shell;

pub(crate) use bands::in_words;
pub(crate) use colours::coloured;
pub(crate) use hexadecimal::{hexadecimal, sha256_of};
pub(crate) use lists::{WIDTH, counted, first_of, lines, size_in_words, wrapped};
pub(crate) use names::{as_typed, item_of, names_in};
pub(crate) use one_line::{OneLine, harmless, in_one_line};
pub(crate) use shell::{shell_path, shell_word, typed_option, unquoted};

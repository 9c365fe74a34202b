//! What the text of an option means.

mod bytes;
mod column;
mod contradictions;
mod delimiter;
mod duration;
mod engine;
mod link;
mod numbers;
mod parts;
mod split;
mod words;

pub(crate) use bytes::bytes;
pub(crate) use column::{ColumnOption, column};
pub(crate) use contradictions::Contradictions;
pub(crate) use delimiter::delimiter;
pub(crate) use duration::duration;
pub(crate) use engine::EngineChoice;
pub(crate) use link::Link;
pub(crate) use numbers::{
    TARGET, at_least_one, cap, count, feature_count, formula_size, parts, rows, sample, share, target,
};
pub(crate) use parts::{PartNumbers, part_numbers, ranges};
pub(crate) use words::unknown_words;

//! From a CSV file to labelled samples.

mod cells;
mod columns;
mod content;
mod data_error;
mod delimiter;
mod error;
mod foreign;
mod indistinguishable;
mod json;
mod label;
mod label_words;
mod left_out;
mod load;
mod named_rows;
#[cfg(feature = "parquet")]
mod parquet;
mod patient;
mod pool;
mod records;
mod resolve;
mod schema;
mod source;
mod table;
mod typed;
mod words;

pub(crate) use cells::cells;
pub(crate) use data_error::located;
pub(crate) use error::InputError;
pub(crate) use label_words::{Label, Seen};
pub(crate) use left_out::LeftOut;
pub(crate) use load::{Loaded, load, load_beside, load_for_formula, load_near_positives};
pub(crate) use pool::{Pool, load_pool};
pub(crate) use schema::schema;
pub(crate) use source::Source;
pub(crate) use table::{Row, Table};
pub(crate) use typed::{ReadRow, Unlabelled, load_unlabelled};

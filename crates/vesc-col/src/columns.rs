//! Typed columns: from a table of text to Boolean features and the legal inputs that come with them.
//!
//! Engines see Boolean features only. A [`Schema`] says what the columns of a table are, or that this is to be
//! inferred. A [`TypedTable`] collects the rows. Of each column it makes the features that test it:
//!
//! | type | features | legal inputs |
//! | --- | --- | --- |
//! | Boolean | the column | all |
//! | two words | the column, `cache=ON` | all; the other word is its negation, `cache=OFF` |
//! | categorical | one for each value, `mode=burst` | at most one holds: values never seen stay legal; exactly one if closed |
//! | ordered | one for each value but the least, `prio>=mid` | each implies those before it |
//! | numeric | one for each threshold, `len>=4` | each implies those before it |
//! | sets | one for each item, `plugins[lint]` | all |
//! | bits | one for each bit, `addr[3]` | all |
//! | identifier | none: names of rows cause nothing | all |
//!
//! Numeric columns are those whose cells are on a [`Scale`]: numbers, versions, dates, literals of other bases, quantities
//! with units. Thresholds are written as the table writes them.
//!
//! ```
//! use vesc_col::columns::{Schema, TypedTable};
//!
//! let mut table = TypedTable::new(Schema::auto().with_open("mode"), ["mode", "len"]);
//! table.push(true, ["burst", "4"])?;
//! table.push(false, ["single", "4"])?;
//! table.push(false, ["burst", "2"])?;
//! let typed = table.build()?;
//! let names: Vec<&str> = typed.data.features().names().collect();
//! assert_eq!(names, ["mode=burst", "mode=single", "len>=4"]);
//! assert_eq!(typed.columns[0].to_string(), "mode: categorical: burst, single (others are legal)");
//! // The sub-spaces to search are those within the domain.
//! let spaces = vesc_col::DnfSpace::up_to(3, 4, 2).map(|space| space.within(&typed.domain));
//! # drop(spaces);
//! # Ok::<(), vesc_col::columns::ColumnError>(())
//! ```

mod apart;
mod bits;
mod column;
mod constraints;
mod contradictions;
mod cut_points;
mod encoding;
mod equal_rows;
mod error;
#[cfg(feature = "serde")]
mod exact;
mod identifiers;
mod indistinguishable;
mod infer;
mod near_positives;
mod pattern;
mod report;
mod scale;
mod schema;
mod sets;
mod suggest;
mod table;
mod thresholds;
mod unknown_words;
mod values;
mod words;

pub use column::{Column, Kind, Why};
pub use encoding::{Alike, Cell, Encoding};
pub use equal_rows::EqualRows;
pub use error::ColumnError;
pub use indistinguishable::{Cap, CoarseColumn, Indistinguishable};
pub use pattern::matches;
pub use report::ColumnReport;
pub use scale::Scale;
pub use schema::{ColumnType, Schema};
pub use suggest::{NamedGroup, Suggestions, exclusive, suggest, suspect};
pub use table::{Settled, Typed, TypedTable};
pub use unknown_words::means_unknown;
pub use words::holds;

pub use crate::cuts::Cuts;

//! Samples: rows of Boolean features with a label, and the inputs that are legal.
//!
//! A [`DatasetBuilder`] takes rows one by one and keeps equal rows once, with the numbers of all rows that they stand for.
//! A [`Domain`] declares which inputs can occur at all; a sub-space carries it.
//!
//! ```
//! use vesc_col::data::{Domain, Group};
//! use vesc_col::{Dataset, Features};
//!
//! let mut builder = Dataset::builder(Features::new(["op_add", "op_sub", "irq"])?);
//! builder.push(true, [true, false, true])?;
//! builder.push(false, [false, true, true])?;
//! builder.push(false, [false, true, true])?;
//! let data = builder.build()?;
//! assert_eq!((data.negatives().rows(), data.negatives().distinct()), (2, 1));
//! // No row tells `op_add` from `!op_sub`.
//! assert_eq!(Group::all(&data).len(), 1);
//! // Exactly one of the two columns is 1, in every input that can occur.
//! let one_hot = Domain::builder(3).exactly_one([0, 1]).build()?;
//! one_hot.check(&data)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use vesc_col_core::{
    DataError, Dataset, DatasetBuilder, Domain, DomainBuilder, DomainError, Features, OwnedSample, Sample, Samples,
    Test,
};

pub use crate::groups::Group;

//! Parts of a question, for many machines.
//!
//! A [`Partition`] cuts a question into disjoint [`Part`]s. Any engine answers one, [anywhere](crate::engine::Query::within_part), and
//! [`merge`] puts the answers together in any order. What is missing makes an interval that contains the truth.
//!
//! ```
//! use std::sync::Arc;
//! use vesc_col::engine::Query;
//! use vesc_col::parts::{Part, PartAnswer, Partition, merge};
//! use vesc_col::{Dataset, DnfSpace, Engine, Features, Portfolio, Run};
//!
//! let mut builder = Dataset::builder(Features::numbered(6));
//! builder.push(true, [true; 6])?;
//! builder.push(false, [false, true, true, false, true, false])?;
//! let data = Arc::new(builder.build()?);
//! let query = Query::new(Arc::new(DnfSpace::new(6, 3, 2))).with_list_limit(1000).with_exact(true);
//! let run = Run::new();
//!
//! let mut answers = Vec::new();
//! for part in Partition::of(&query, &data, &Part::whole(), 4).parts() {
//!     // Each of them on a machine of its own.
//!     let result = Portfolio::default().open(Arc::clone(&data)).measure(&query.within_part(part), &run)?;
//!     answers.push(PartAnswer::of(&query, part, &result, &run));
//! }
//! let merged = merge(&query, &answers)?;
//! let alone = Portfolio::default().open(data).measure(&query, &run)?;
//! assert_eq!((&merged.concepts, &merged.formulas), (&alone.concepts, &alone.formulas));
//! assert_eq!(merged.hypotheses.len(), alone.hypotheses.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use vesc_col_core::{Choice, MergeError, Part, PartAnswer, Partition, merge};

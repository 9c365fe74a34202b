//! Engines: what measures the version space of one sub-space, and how to write your own.
//!
//! An [`Engine`] opens a [`Session`] on the data. The session answers each [`Query`] by a [`VersionSpace`], whose
//! [`Cardinality`] always contains the truth. [`Portfolio`] races the engines that this crate was built with.
//!
//! ```
//! use std::sync::Arc;
//! use vesc_col::engine::Query;
//! use vesc_col::{Dataset, DnfSpace, Engine, Features, Portfolio, Run};
//!
//! let mut builder = Dataset::builder(Features::numbered(4));
//! builder.push(true, [true; 4])?;
//! builder.push(false, [false; 4])?;
//! let mut session = Portfolio::default().open(Arc::new(builder.build()?));
//! let query = Query::new(Arc::new(DnfSpace::new(4, 2, 1)));
//! assert_eq!(session.measure(&query, &Run::new())?.concepts.to_string(), "6");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "bdd")]
pub use vesc_col_bdd::BddEngine;
pub use vesc_col_core::{Cardinality, Engine, EngineError, Fit, LiveVersionSpace, Query, Session, VersionSpace};
#[cfg(feature = "cover")]
pub use vesc_col_cover::CoverEngine;
#[cfg(feature = "sat")]
pub use vesc_col_sat::SatEngine;

pub use crate::portfolio::Portfolio;

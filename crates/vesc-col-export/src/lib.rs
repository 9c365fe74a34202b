//! The constraint of a sub-space for given data as a file, for other people's tools.
//!
//! A [`Constraint`] is one circuit whose inputs are the decision bits of a hypothesis. Its output says whether that is
//! a member of the sub-space and fits the data. So its models are the consistent formulas. Model checkers and synthesis
//! tools read it as AIGER, BLIF or Verilog, model counters as DIMACS.
//!
//! ```
//! use vesc_col_core::{Dataset, DnfSpace, Features};
//! use vesc_col_export::Constraint;
//!
//! let mut builder = Dataset::builder(Features::new(["a", "b"])?);
//! builder.push(true, [true, false])?;
//! let constraint = Constraint::new(&DnfSpace::new(2, 1, 1), &builder.build()?)?;
//! let mut dimacs = Vec::new();
//! constraint.write_dimacs(&mut dimacs)?;
//! assert!(String::from_utf8(dimacs)?.contains("\nc p show 1 2 3 4 0\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod aiger;
mod blif;
mod constraint;
mod dimacs;
mod pairs;
mod verilog;

pub use constraint::Constraint;

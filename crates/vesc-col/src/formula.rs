//! Formulas, and the concepts behind them.
//!
//! A [`Literal`] is a feature or its negation. A [`Term`] is literals joined by AND. A [`Dnf`] is terms joined by OR. A
//! [`Concept`] is the Boolean function of a formula: two formulas that always agree have the same concept. A [`Hypothesis`]
//! is a formula of any language.
//!
//! ```
//! use vesc_col::formula::Concept;
//! use vesc_col::{Dnf, Features};
//!
//! let features = Features::new(["a", "b"])?;
//! let short = Dnf::parse("a | b", &features)?;
//! let long = Dnf::parse("a | b & !a", &features)?;
//! assert_ne!(short, long);
//! assert_eq!(Concept::of(&short), Concept::of(&long));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod as_dnf;
pub(crate) mod family_formula;
mod language;
pub(crate) mod named;

pub use language::Formula;
pub use vesc_col_core::{Concept, Dnf, FormulaError, Hypothesis, LegalConcept, Literal, ParseError, Term};

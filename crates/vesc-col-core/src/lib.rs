//! Data, formulas, constraint circuits and the engine seam of vesc-col.
//!
//! This crate has no engine, no input or output, and no threads. It says what the words mean:
//!
//! * **Data**: [`Dataset`] of labelled [`Samples`] over named [`Features`].
//! * **Formulas**: [`Literal`], [`Term`], [`Dnf`]; the [`Concept`] behind a formula.
//! * **Sub-spaces**: a [`SubSpace`] describes all hypotheses of one [`Complexity`] by a [`Circuit`]; [`DnfSpace`] is the
//!   paper's. A [`Domain`] says which inputs are legal, and [`LegalDnfSpace`] keeps to them.
//! * **Engines**: an [`Engine`] opens a [`Session`] on the data, which answers a [`Query`] within a [`Run`] by a
//!   [`VersionSpace`] whose [`Cardinality`] always contains the truth.
//!
//! Most programs use it through the crate `vesc-col`, which re-exports all of it beside the engines.

mod cardinality;
mod circuit;
mod complexity;
mod concept;
mod dataset;
mod display;
mod dnf;
mod dnf_space;
mod domain;
mod engine;
mod error;
mod features;
mod fit;
mod hypothesis;
mod legal_dnf_space;
mod literal;
mod live;
mod mirror;
mod query;
mod run;
#[cfg(feature = "serde")]
mod serialize;
mod subspace;
mod syntax;
mod term;
mod term_rules;
mod version_space;

pub use cardinality::Cardinality;
pub use circuit::{Circuit, Gate, Signal};
pub use complexity::{Complexity, paper_order};
pub use concept::{Concept, LegalConcept};
pub use dataset::{Dataset, DatasetBuilder, OwnedSample, Sample, Samples};
pub use dnf::Dnf;
pub use dnf_space::DnfSpace;
pub use domain::{Domain, DomainBuilder, DomainError};
pub use engine::{Engine, EngineError, Session};
pub use error::{DataError, FormulaError};
pub use features::{Features, Test};
pub use hypothesis::Hypothesis;
pub use legal_dnf_space::LegalDnfSpace;
pub use literal::Literal;
pub use live::LiveVersionSpace;
pub use query::{Fit, Query};
pub use run::{CancelToken, Event, Observer, Run, StopReason};
pub use subspace::{Shape, SubSpace};
pub use syntax::ParseError;
pub use term::Term;
pub use term_rules::TermRules;
pub use version_space::VersionSpace;

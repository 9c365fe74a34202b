//! Data, formulas, constraint circuits, and the traits that engines of vesc-col implement.
//!
//! This crate has no engine, no input or output, and no threads. It says what the words mean:
//!
//! * **Data**: [`Dataset`] of labelled [`Samples`] over named [`Features`].
//! * **Formulas**: [`Literal`], [`Term`], [`Dnf`]; the [`Concept`] behind a formula.
//! * **Sub-spaces**: a [`SubSpace`] describes all hypotheses of one [`Complexity`] by a [`Circuit`]; [`DnfSpace`] is
//!   the paper's. A [`Domain`] says which inputs are legal, and [`LegalDnfSpace`] keeps to them.
//! * **Engines**: an [`Engine`] opens a [`Session`] on the data, which answers a [`Query`] within a [`Run`] by a
//!   [`VersionSpace`] whose [`Cardinality`] always contains the truth.
//!
//! Most programs use it through the crate `vesc-col`, which exports all of it by topic, beside the engines.

mod activity;
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
mod engine_error;
mod error;
mod features;
mod hypothesis;
mod literal;
mod live;
mod mirror_session;
mod part;
mod query;
mod run;
#[cfg(feature = "serde")]
mod serialize;
pub mod set_cover;
mod stop_reason;
mod subspace;
mod syntax;
mod term;
mod term_rules;
mod transpose;
mod version_space;

pub use cardinality::Cardinality;
pub use circuit::{Circuit, Gate, Signal};
pub use complexity::{Complexity, paper_order, terms_order};
pub use concept::{Concept, LegalConcept};
pub use dataset::{Dataset, DatasetBuilder, OwnedSample, Sample, Samples};
pub use dnf::Dnf;
pub use dnf_space::{DnfSpace, LegalDnfSpace};
pub use domain::{Domain, DomainBuilder, DomainError};
pub use engine::{Engine, Session};
pub use engine_error::EngineError;
pub use error::{DataError, FormulaError};
pub use features::{Features, Test};
pub use hypothesis::Hypothesis;
pub use literal::Literal;
pub use live::LiveVersionSpace;
pub use mirror_session::MirrorSession;
pub use part::{Choice, MergeError, Part, PartAnswer, Partition, merge};
pub use query::{Fit, Query};
pub use run::{CancelToken, Event, Observer, Run};
pub use stop_reason::StopReason;
pub use subspace::{Shape, SubSpace};
pub use syntax::ParseError;
pub use term::Term;
pub use term_rules::TermRules;
pub use transpose::transpose;
pub use version_space::VersionSpace;

//! An exhaustive oracle, and a conformance suite that any engine or sub-space of vesc-col can run in one line.
//!
//! # Test an engine
//!
//! Put this crate among the dev-dependencies and write, as a whole file `tests/conformance.rs`:
//!
//! ```
//! # use vesc_col_testkit::OracleEngine as MyEngine;
//! vesc_col_testkit::conformance!(MyEngine::default());
//! ```
//!
//! [`conformance!`] expands to a dozen tests. An engine passes if every answer is what the documentation of
//! [`Query`](vesc_col_core::Query) and [`VersionSpace`](vesc_col_core::VersionSpace) says; [`check_answer`] spells it
//! out.
//!
//! | tests | against |
//! | --- | --- |
//! | every data set over up to 3 features, every sub-space of up to 3 terms, empty ones too | the oracle |
//! | random data over 4 to 6 features; opaque sub-spaces | the oracle, the brute force |
//! | hidden formulas over 8 to 128 features | the brute force |
//! | features permuted, complemented, renamed, rows shuffled, repeated, added, up to 100 features | the engine itself |
//! | contradictions, error budgets, unknown cells; up to 3 features, or 4 declared | the oracle, or a typed refusal |
//! | one-hot groups, thresholds, implications and other declared inputs | the oracle, or a typed refusal |
//! | another number of features | a typed refusal |
//! | runs cancelled or limited in time, memory and listing | the truth, which every interval must contain |
//!
//! An engine may refuse a larger DNF sub-space, or one that is [`Shape::Opaque`](vesc_col_core::Shape::Opaque), with
//! [`EngineError::Unsupported`](vesc_col_core::EngineError::Unsupported): then that question is passed by. DNF over at
//! most 3 features it must answer, but for data with errors and unknown cells. An engine that is to treat everything is
//! tested as `conformance!(Strict(MyEngine::default()))`, where [`Strict`] lets no refusal pass.
//!
//! About 15 000 questions in 1000 sessions. They take 2 s for the engines here, and half a minute for one that takes 1
//! ms a question and 10 ms a session. All questions are the same in each run. One more test, `cargo test -- --ignored`,
//! goes through all data sets over 3 features instead of one of each class of symmetry. The checks are public functions
//! as well, in [`conformance`](mod@conformance).
//!
//! [`OracleEngine`] is an engine as small as one can be, and passes.
//!
//! # Test a sub-space
//!
//! ```
//! # use vesc_col_testkit::ParitySpace as MySpace;
//! vesc_col_testkit::conformance_space!(MySpace::new(4, 2), MySpace::new(5, 0));
//! ```
//!
//! [`check_space`] tries all members of a small sub-space on all inputs. There must be exactly one member for each
//! formula, predictions that agree with the hypotheses, and canonical members that are the least of their concepts.
//! [`check_keys`] compares the keys of several. [`ParitySpace`], [`ThresholdSpace`] and [`PairSpace`] are examples.
//!
//! # Build more tests
//!
//! * [`World`] lays a small sub-space out in full; its [`truth`](World::truth) about a data set costs two mask tests a
//!   concept.
//! * [`brute_force`] finds the same for DNF without circuits and sub-spaces, for up to 128 features.
//! * [`Instance`] is labelled data as plain words, and prints in one line; [`NoisyRows`] has unknown cells too.
//! * [`random_dataset`] has rows of coins.
//! * [`strategies`] has data sets, formulas and planted instances for proptest.

mod brute;
pub mod conformance;
mod contract;
mod engines;
mod examination;
mod instance;
mod noise;
mod random;
mod space_check;
mod spaces;
pub mod strategies;
mod strict;
mod truth;
mod world;

pub use brute::{ConceptKey, Cube, brute_force, brute_force_fitting, concept_key};
pub use contract::check_answer;
pub use engines::{BruteEngine, OracleEngine};
pub use instance::{Instance, MAX_INSTANCE_FEATURES};
pub use noise::NoisyRows;
pub use random::random_dataset;
pub use space_check::{check_keys, check_space, check_space_up_to};
pub use spaces::{PairSpace, ParitySpace, ThresholdSpace};
pub use strict::Strict;
pub use truth::Truth;
pub use world::{MAX_FEATURES, MAX_WIDTH, World, WorldConcept, dnf_world};

//! Learn a short cause from few positive samples, and know how many other explanations remain.
//!
//! You have runs of a system: rows of Boolean features, each labelled positive or negative. You look for the simplest
//! formula that tells the positive rows from the negative ones. This crate finds it, and it counts *all* formulas of that
//! size that do. That number, the cardinality of the *version space*, says how far to trust the answer. One means that no
//! other concept of this size explains the data.
//!
//! # Data, question, answer
//!
//! ```
//! use std::sync::Arc;
//! use std::time::Duration;
//! use vesc_col::{Dataset, DnfSpace, Features, Learner, Outcome, Portfolio, Run, Settings};
//!
//! // The data: three features, one positive row and three negative ones.
//! let mut builder = Dataset::builder(Features::new(["irq", "lhu", "aligned"])?);
//! builder.push(true, [true, true, false])?;
//! builder.push(false, [true, true, true])?;
//! builder.push(false, [true, false, false])?;
//! builder.push(false, [false, true, false])?;
//! let data = Arc::new(builder.build()?);
//!
//! // The question: which formulas of up to 6 literals in up to 2 terms, over 3 features, fit? The simplest come first.
//! let spaces = DnfSpace::up_to(3, 6, 2);
//! // At most 10 concepts are few enough to review. More mean that the data cannot tell.
//! let settings = Settings::default().with_bound(10);
//! let run = Run::new().with_timeout(Duration::from_secs(60));
//!
//! // The answer: at 3 literals in 1 term exactly one concept fits, and nothing simpler does.
//! let report = Portfolio::default().search(&data, spaces, &settings, &run)?;
//! assert_eq!(report.outcome(), Outcome::Learned);
//! assert_eq!(report.cardinality().to_string(), "1");
//! assert_eq!(report.hypotheses()[0].display(data.features()).to_string(), "irq & lhu & !aligned");
//! for step in report.steps() {
//!     println!("{}: |VS| = {}", step.complexity(), step.result().concepts);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`search()`] goes through the sub-spaces from simple to complex and measures each one's version space: all hypotheses
//! that fit the data. The first one that is not empty is the answer, if it has at most [`Settings::bound`] concepts. The
//! [`Outcome`] names how it ended: learned, overfit, underfit, one-class or undecided. Limits are no errors: what is known until then is in the
//! [`Report`].
//!
//! # Map
//!
//! What every program needs is at the top. A module has all of its topic, that included.
//!
//! | module | what it has |
//! | --- | --- |
//! | [`data`] | samples, features, and which inputs are legal |
//! | [`columns`] | columns that are not Boolean: values, numbers, one-hot groups |
//! | [`formula`] | literals, terms, formulas, and the concepts behind them |
//! | [`sub_space`] | sub-spaces of hypotheses; your own language starts here |
//! | `spaces` | languages beside DNF: CNF, thresholds, parities, decision lists and trees, OBDDs |
//! | [`mod@search`] | [`search()`] and [`count()`], what they are asked to do, and [`Learner`], which every engine is |
//! | [`engine`] | [`Portfolio`], the engines, and what they answer; your own engine starts here |
//! | `cover`, `bdd`, `sat` | the three engines with their options |
//! | [`run`] | limits, cancelling and progress |
//! | [`report`] | the answer, its steps and its warnings |
//! | [`confidence`] | the chance that an answer is right |
//! | [`explain`] | how far to trust an answer, and which samples it rests on |
//! | [`next`] | what to simulate next |
//! | [`parts`] | one question on many machines |
//! | [`campaign`] | the same search again when samples were added |
//! | `export` | the constraint of a sub-space for other tools |
//! | `remote` | questions and answers as text, for an engine that runs elsewhere |
//! | `generate` | random instances with a planted cause |
//!
//! [The guide](guide/index.html) explains each topic by programs that run. The crates [`bitvec`] and `num-bigint` ([`BigUint`])
//! are exported, because rows and counts are made of them.
//!
//! Nothing here reads or writes files. The command `vesc-col` of the crate `vesc-col-cli` reads CSV.
//!
//! # Features
//!
//! | feature | default | adds |
//! | --- | --- | --- |
//! | `cover` | yes | `CoverEngine`, dedicated to k-term DNF |
//! | `bdd` | yes | `BddEngine`, decision diagrams on oxidd |
//! | `sat` | yes | `SatEngine`, clauses on varisat |
//! | `batsat`, `cadical` | no | another solver for `SatEngine`; CaDiCaL needs a C++ compiler |
//! | `spaces` | yes | the module `spaces` |
//! | `export` | no | the module `export`: AIGER, DIMACS, BLIF or Verilog |
//! | `generate` | no | the module `generate` |
//! | `arrow` | no | rows out of Arrow's Boolean columns: `DatasetBuilder::from_arrow` |
//! | `serde` | no | serialisation of data, hypotheses, campaigns, settings and reports; the module `remote` |

pub mod campaign;
pub mod columns;
pub mod confidence;
mod cuts;
pub mod data;
pub mod engine;
mod errors;
pub mod explain;
mod families;
mod findings;
pub mod formula;
#[cfg(feature = "generate")]
pub mod generate;
mod groups;
mod guard;
#[cfg(all(doc, feature = "bdd", feature = "cover", feature = "export", feature = "sat", feature = "spaces"))]
pub mod guide;
mod measure;
pub mod next;
pub mod parts;
mod portfolio;
mod possible_fits;
mod reduce;
#[cfg(feature = "serde")]
pub mod remote;
pub mod report;
mod rows;
pub mod run;
pub mod search;
mod settings;
pub mod sub_space;

#[cfg(feature = "arrow")]
#[doc(no_inline)]
pub use arrow_buffer;
#[doc(no_inline)]
pub use bitvec;
#[doc(no_inline)]
pub use num_bigint::BigUint;
#[doc(inline)]
pub use portfolio::Portfolio;
#[doc(inline)]
pub use report::{Outcome, Report};
#[doc(inline)]
pub use search::{Learner, count, search};
#[doc(inline)]
pub use settings::Settings;
#[cfg(feature = "bdd")]
pub use vesc_col_bdd as bdd;
#[doc(inline)]
pub use vesc_col_core::{Cardinality, Dataset, Dnf, DnfSpace, Engine, Features, Hypothesis, Run, SubSpace};
#[cfg(feature = "cover")]
pub use vesc_col_cover as cover;
#[cfg(feature = "export")]
pub use vesc_col_export as export;
#[cfg(feature = "sat")]
pub use vesc_col_sat as sat;
#[cfg(feature = "spaces")]
pub use vesc_col_spaces as spaces;

/// The README's examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

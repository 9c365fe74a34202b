//! Learn a short cause from few positive samples, and know how many other explanations remain.
//!
//! [`search()`] goes through sub-spaces of hypotheses from simple to complex and measures in each one the *version space*:
//! all hypotheses that fit the data. The first non-empty one is the answer if it has no more than a person can review,
//! and its cardinality is the evidence: 1 means that no other concept of this size explains the data.
//!
//! ```
//! use std::sync::Arc;
//! use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
//!
//! let mut builder = Dataset::builder(Features::new(["irq", "lhu", "aligned"])?);
//! builder.push(true, [true, true, false])?;
//! builder.push(false, [true, true, true])?;
//! builder.push(false, [true, false, false])?;
//! builder.push(false, [false, true, false])?;
//! let data = Arc::new(builder.build()?);
//!
//! // Up to 6 literals in up to 2 terms.
//! let report = Portfolio::default().search(&data, DnfSpace::up_to(3, 6, 2), &Settings::default(), &Run::new())?;
//! assert_eq!(report.hypotheses()[0].display(data.features()).to_string(), "irq & lhu & !aligned");
//! assert_eq!(report.cardinality().to_string(), "1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! * The **data**: [`Dataset`]. The **question**: an ordered list of [`SubSpace`]s (here [`DnfSpace`], the paper's), the
//!   [`Settings`], and the [`Run`] with its limits. The **answer**: a [`Report`].
//! * Every [`Engine`] is a [`Learner`]. [`Portfolio`], the default, races the engines that this crate was built with.
//! * How far to trust the answer: the module [`explain`]. What to simulate next: the module [`next`].
//! * [`count`] measures one sub-space. The module `generate` (feature `generate`) makes instances to try it on.
//! * More samples came in, and most of the answer is known already: [`Campaign`].
//! * Columns that are not Boolean, and which inputs are legal: the module [`columns`].
//! * Other languages than DNF are in the module `spaces`; your own is a [`SubSpace`] too. One list may mix them.
//! * The engines' options are in the modules `bdd`, `cover` and `sat`. Files are the caller's matter: nothing here reads or
//!   writes any, and the command `vesc-col` of the crate `vesc-col-cli` reads CSV.
//!
//! # Features
//!
//! | feature | default | adds |
//! | --- | --- | --- |
//! | `cover` | yes | [`CoverEngine`], dedicated to k-term DNF |
//! | `bdd` | yes | [`BddEngine`], decision diagrams on oxidd |
//! | `sat` | yes | [`SatEngine`], CNF on varisat |
//! | `spaces` | yes | the module `spaces`: CNF, thresholds, parities, decision lists and trees, OBDDs, DNF with options |
//! | `export` | no | the module `export`: a sub-space's constraint as AIGER, DIMACS, BLIF or Verilog |
//! | `generate` | no | random instances with a planted cause |
//! | `serde` | no | serialisation of data, hypotheses and reports |

mod as_dnf;
mod campaign;
pub mod columns;
mod errors;
pub mod explain;
mod findings;
#[cfg(feature = "generate")]
pub mod generate;
mod groups;
mod measure;
mod named;
pub mod next;
mod portfolio;
mod report;
mod search;
mod settings;
mod warning;

pub use campaign::{Campaign, CampaignError};
pub use errors::ErrorCell;
pub use groups::Group;
pub use portfolio::Portfolio;
pub use report::{DataSummary, Outcome, Report, Step};
pub use search::{Learner, count, search};
pub use settings::{OnOverfit, Settings};
#[cfg(feature = "bdd")]
pub use vesc_col_bdd::{self as bdd, BddEngine};
pub use vesc_col_core::*;
#[cfg(feature = "cover")]
pub use vesc_col_cover::{self as cover, CoverEngine};
#[cfg(feature = "export")]
pub use vesc_col_export as export;
#[cfg(feature = "sat")]
pub use vesc_col_sat::{self as sat, SatEngine};
#[cfg(feature = "spaces")]
pub use vesc_col_spaces as spaces;
pub use warning::Warning;

/// The README's examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The guide's examples are tests.
#[cfg(all(doctest, feature = "bdd", feature = "cover", feature = "export", feature = "sat", feature = "spaces"))]
mod guide {
    #[doc = include_str!("../../../docs/guide/learn.md")]
    struct Learn;
    #[doc = include_str!("../../../docs/guide/answer.md")]
    struct Answer;
    #[doc = include_str!("../../../docs/guide/trust.md")]
    struct Trust;
    #[doc = include_str!("../../../docs/guide/live.md")]
    struct Live;
    #[doc = include_str!("../../../docs/guide/noise.md")]
    struct Noise;
    #[doc = include_str!("../../../docs/guide/incremental.md")]
    struct Incremental;
    #[doc = include_str!("../../../docs/guide/types.md")]
    struct Types;
    #[doc = include_str!("../../../docs/guide/languages.md")]
    struct Languages;
    #[doc = include_str!("../../../docs/guide/sub-space.md")]
    struct OwnSubSpace;
    #[doc = include_str!("../../../docs/guide/engine.md")]
    struct OwnEngine;
    #[doc = include_str!("../../../docs/guide/embedding.md")]
    struct Embedding;
    #[doc = include_str!("../../../docs/guide/export.md")]
    struct Export;
}

//! Why, and why not: which samples speak against a hypothesis, and how much an answer rests on single samples.
//!
//! * [`exclusions`]: the samples that exclude a hypothesis, and why each does.
//! * [`boundary`]: the most specific and the most general of many concepts; [`some_boundary`], of more than can be listed.
//! * [`shared`]: what all formulas of an overfit answer have in common.
//! * [`conflict`]: for an empty sub-space, samples that already empty it, none of which can be left out.
//! * [`fragility`]: for a learned answer, the positives that it could not do without, and the negatives that alone keep
//!   rivals out. Also regions without a negative run ([`coverage_hole`]), where a further cause could hide.
//! * [`robust`]: over which error budgets, and without which one or two rows, an answer stays the same; [`contradicting`]: without which
//!   rows something fits, where nothing does; [`impossible_sample`]: a row that forbids everything, whatever its unknown cells are.
//!
//! ```
//! use std::sync::Arc;
//! use vesc_col::explain::{exclusions, fragility};
//! use vesc_col::{Dataset, Dnf, DnfSpace, Features, Learner, Portfolio, Run, Settings};
//!
//! let features = Features::new(["irq", "lhu", "ebreak"])?;
//! let mut builder = Dataset::builder(features.clone());
//! for (positive, row) in [(true, [1, 1, 0]), (true, [0, 0, 1]), (false, [0, 1, 0]), (false, [1, 0, 0]), (false, [0, 0, 0])] {
//!     builder.push(positive, row.map(|cell| cell == 1))?;
//! }
//! let data = Arc::new(builder.build()?);
//!
//! // `irq` is excluded by the negative row 3, on which it holds, and by the positive row 1, on which it does not.
//! let irq = Dnf::parse("irq", &features)?;
//! let rows = exclusions(&irq, &data).map(|found| found.sample.rows(&data)[0]);
//! assert_eq!(rows.collect::<Vec<_>>(), [1, 3]);
//!
//! // The answer `ebreak | irq & lhu` has two terms, each of which rests on one positive sample.
//! let (engine, settings, run) = (Portfolio::default(), Settings::default(), Run::new());
//! let spaces = || DnfSpace::up_to(3, 4, 2);
//! let report = engine.search(&data, spaces(), &settings, &run)?;
//! let fragility = fragility(&engine, &data, spaces(), &report, (4, 2), &run)?;
//! assert_eq!(fragility.resting.len(), 2);
//! // Up to (4, 2) there is no room for a further term, so that nothing speaks against the answer but this.
//! assert!(fragility.hole.is_none() && !fragility.has_room);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod boundary;
mod conflict;
mod deciding;
mod emptiness;
mod ends;
mod exclusion;
mod fragility;
mod hole;
mod impossible;
mod near_miss;
mod part_session;
mod robust;
mod sample_id;
mod shared;
mod shuffles;

pub use boundary::{Boundary, boundary, is_incomparable};
pub use conflict::{Conflict, conflict, conflict_within};
pub use ends::some_boundary;
pub use exclusion::{Exclusion, ExclusionReason, exclusions, exclusions_within};
pub use fragility::{Fragility, FragilityQuestion, RestingTerm, fragility};
pub use hole::{CoverageHole, coverage_hole};
pub use impossible::impossible_sample;
pub use near_miss::NearMiss;
pub use robust::{Core, DecidingRows, Ending, Robustness, Tally, contradicting, robust};
pub use sample_id::SampleId;
pub use shared::{Shared, shared};
pub use shuffles::Shuffles;

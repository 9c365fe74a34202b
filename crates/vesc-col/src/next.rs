//! Which simulation to run next: inputs that split what is still possible.
//!
//! One unique concept in the first non-empty sub-space is no proof. A slightly larger formula may fit too, and only a
//! sample on which both differ can tell. So the question is asked of the *cumulative* version space: all concepts of
//! all sub-spaces up to a cap that the user declares. [`Candidates`] measures it, and [`Candidates::plan`] proposes
//! inputs to simulate, each with the promise how many candidates can remain at worst.
//!
//! ```
//! use std::sync::Arc;
//! use vesc_col::next::{Candidates, Inputs};
//! use vesc_col::engine::BddEngine;
//! use vesc_col::{Dataset, Dnf, DnfSpace, Features, Run};
//!
//! let features = Features::numbered(6);
//! let hidden = Dnf::parse("x0 & !x3 | x1 & x4", &features)?;
//! let mut rows = vec![[true; 6], [false; 6]];
//! let found = loop {
//!     let mut builder = Dataset::builder(features.clone());
//!     for row in &rows {
//!         builder.push(hidden.accepts(&row.iter().collect::<vesc_col::data::OwnedSample>()), *row)?;
//!     }
//!     let data = Arc::new(builder.build()?);
//!     let candidates = Candidates::measure(&BddEngine::default(), &data, DnfSpace::up_to(6, 4, 2), &Run::new())?;
//!     if let Some(concept) = candidates.unique() {
//!         break concept.clone();
//!     }
//!     let plan = candidates.plan(&Inputs::Any, 1, 1, &Run::new());
//!     let proposal = &plan.proposals()[0];
//!     let mut row = [false; 6];
//!     row.iter_mut().zip(proposal.input()).for_each(|(cell, value)| *cell = *value);
//!     rows.push(row); // and simulate it
//! };
//! assert_eq!(found.display(&features).to_string(), "x0 & !x3 | x1 & x4");
//! assert!(rows.len() < 24);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod best;
mod candidates;
mod choose;
mod committee;
mod confirming;
mod falsify;
mod fixed;
mod further;
mod legal;
mod listed;
mod noise;
mod plan;
mod planning;
mod separating;
mod table;
mod without_last;

pub use candidates::{Candidates, Layer};
pub use choose::Inputs;
pub use confirming::{Confirming, confirming, confirming_rows, new_inputs, refuting_rows};
pub use further::{Band, FurtherRuns, PoolRuns, chosen_runs, confirming_runs_after};
pub use plan::{Plan, Proposal, Remainder, Unit};
pub use planning::LEAST_SHARE;
pub use separating::{Separating, separating};
pub use without_last::without_last;

pub use crate::confidence::unseen::unseen_inputs;

pub(crate) use falsify::{completed_false, legal_difference, may_hold};
pub(crate) use legal::Legal;

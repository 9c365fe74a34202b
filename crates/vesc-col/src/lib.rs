//! facade

#[cfg(feature = "generate")]
pub mod generate;
mod portfolio;
mod report;
mod search;
mod settings;
mod warning;

pub use portfolio::Portfolio;
pub use report::{DataSummary, Outcome, Report, Step};
pub use search::{Learner, count, search};
pub use settings::{OnOverfit, Settings};
#[cfg(feature = "bdd")]
pub use vesc_col_bdd::BddEngine;
pub use vesc_col_core::*;
#[cfg(feature = "cover")]
pub use vesc_col_cover::CoverEngine;
#[cfg(feature = "sat")]
pub use vesc_col_sat::SatEngine;
pub use warning::Warning;

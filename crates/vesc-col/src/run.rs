//! Limits, cancelling and progress of one search.
//!
//! A [`Run`] says how long a search may take, with how much memory and how many threads. Whatever stops it, the report has
//! all that is known until then, with the [`StopReason`].
//!
//! ```
//! use std::time::Duration;
//! use vesc_col::Run;
//! use vesc_col::run::{CancelToken, StopReason};
//!
//! let token = CancelToken::new();
//! let run = Run::new().with_timeout(Duration::from_secs(60)).with_cancel(token.clone());
//! token.cancel();
//! assert_eq!(run.stopped(), Some(StopReason::Cancelled));
//! ```

pub use vesc_col_core::{CancelToken, Event, Observer, Run, StopReason};

//! The option about what is assumed before the rows are seen.

use clap::Args;
use vesc_col::confidence::Prior;

use crate::args::values;

/// What is assumed of causes.
#[derive(Debug, Args)]
pub(crate) struct PriorArgs {
    /// The share of causes that you expect to be no formula up to the cap, from 0 to 1.
    ///
    /// The rows cannot tell it. It lowers the probability that the answer is right.
    #[arg(help_heading = "The search", long, hide_short_help = true, value_name = "SHARE", default_value = "0.1", allow_negative_numbers = true, value_parser = values::share)]
    prior: f64,
}

impl PriorArgs {
    /// The option as it is typed, after a blank; empty where it was not named.
    pub(crate) fn as_typed(&self) -> String {
        let usual = Prior::default().outside();
        if self.prior == usual { String::new() } else { format!(" --prior {}", self.prior) }
    }

    /// The prior for causes of up to a number of terms.
    pub(crate) fn up_to(&self, terms: usize) -> Prior {
        Prior::default().with_outside(self.prior).with_terms(terms)
    }
}

//! The options that several commands have.

mod budget;
mod dnf;
mod group;
mod input;
mod input_words;
mod language;
mod listing;
mod noise;
mod one_class;
mod output;
mod prior;
mod run;
mod sizes;

pub(crate) use budget::LeastErrorsArgs;
pub(crate) use dnf::DnfArgs;
pub(crate) use group::GroupArgs;
pub(crate) use input::{InputArgs, Types};
pub(crate) use language::{Language, LanguageArgs};
pub(crate) use listing::ListingArgs;
pub(crate) use noise::NoiseArgs;
pub(crate) use one_class::OneClassArgs;
pub(crate) use output::{Format, OutputArgs};
pub(crate) use prior::PriorArgs;
pub(crate) use run::{LimitArgs, RunArgs};
pub(crate) use sizes::{MaxSizeArgs, SizeArgs};

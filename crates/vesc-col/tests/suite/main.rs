//! Tests of the facade: what a caller sees, and all engines held to each other.

mod api;
mod borders;
mod campaign;
mod columns;
mod common;
mod confidence;
mod confirming;
mod conformance;
mod declared;
#[cfg(all(feature = "bdd", feature = "sat", feature = "spaces"))]
mod declared_languages;
mod declared_noise;
mod endless;
#[cfg(all(feature = "bdd", feature = "cover", feature = "generate", feature = "sat"))]
mod engines_agree;
#[cfg(all(feature = "bdd", feature = "cover", feature = "sat", feature = "spaces"))]
mod engines_agree_on_noise;
mod error_budgets;
#[cfg(all(feature = "bdd", feature = "cover", feature = "generate", feature = "sat"))]
mod explain;
mod extremes;
mod families;
mod faults;
mod guard;
mod json;
mod languages;
mod looks;
mod memory;
#[cfg(all(feature = "bdd", feature = "generate"))]
mod next;
mod noise;
mod portfolio;
mod reduced;
mod remote;
mod robust;
mod search;
#[cfg(all(feature = "bdd", feature = "cover", feature = "sat", feature = "serde"))]
mod strata;
mod supported;

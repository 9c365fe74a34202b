//! Tests of the testkit: what the oracle, the suite and the worlds promise.

mod conformance;
mod contract;
mod mutants;
mod spaces;
mod worlds;

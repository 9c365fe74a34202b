//! Tests of the SAT engine: conformance, brute force, lazy samples, and stopping.

mod brute_force;
mod conformance;
mod lazy;
mod stopping;

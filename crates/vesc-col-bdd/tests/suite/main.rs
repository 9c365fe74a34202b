//! Tests of the diagram engine against the oracle and against counts by hand.

mod agreement;
mod conformance;
mod counting;
mod limits;
mod live;
mod padding;

//! Tests of the cover engine: conformance, limits, and sessions over several sub-spaces.

mod conformance;
mod limits;
mod sessions;

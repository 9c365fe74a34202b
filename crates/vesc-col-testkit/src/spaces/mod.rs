//! Sub-spaces that no engine knows: they exercise what an engine does with nothing but the circuits.

mod feature_set;
mod pair;
mod parity;
mod threshold;

pub use pair::PairSpace;
pub use parity::ParitySpace;
pub use threshold::ThresholdSpace;

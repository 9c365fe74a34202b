//! Relaxed choices: several literals tried as one, and refined where something is left.

pub(crate) mod choices;

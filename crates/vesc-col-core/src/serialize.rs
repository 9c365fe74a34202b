//! Serialisation.

//! vesc-col

//! vesc-col-cli

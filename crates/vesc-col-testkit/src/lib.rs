//! vesc-col-testkit

//! vesc-col-sat

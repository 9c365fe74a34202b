//! vesc-col-bdd

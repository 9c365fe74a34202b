//! The suite that every engine passes.

use vesc_col_bdd::BddEngine;

vesc_col_testkit::conformance!(BddEngine::default());

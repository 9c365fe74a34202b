//! The suite that every engine passes. No question of it may be refused.

use vesc_col_bdd::BddEngine;
use vesc_col_testkit::Strict;

vesc_col_testkit::conformance!(Strict(BddEngine::default()));

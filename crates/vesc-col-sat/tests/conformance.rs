//! The conformance suite that every engine passes.

vesc_col_testkit::conformance!(vesc_col_sat::SatEngine::default());

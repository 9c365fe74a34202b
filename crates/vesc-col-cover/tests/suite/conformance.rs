//! The conformance suite. Other hypothesis languages than k-term DNF are refused, which the suite allows.

vesc_col_testkit::conformance!(vesc_col_cover::CoverEngine::default());

//! The reference engines pass their own suite.

use vesc_col_testkit::{BruteEngine, OracleEngine, conformance};

conformance!(oracle: OracleEngine);
conformance!(brute: BruteEngine);

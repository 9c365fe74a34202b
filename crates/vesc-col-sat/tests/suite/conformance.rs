//! The suite that every engine passes, on each solver and each formulation. No question of it may be refused.

use vesc_col_sat::{SatEncoding, SatEngine, Tuning};
use vesc_col_testkit::Strict;

vesc_col_testkit::conformance!(Strict(SatEngine::default()));

vesc_col_testkit::conformance!(few_samples: Strict(engine(few_samples())));

vesc_col_testkit::conformance!(by_circuits: Strict(engine(Tuning { max_cases: 0, ..Tuning::default() })));

fn few_samples() -> Tuning {
    Tuning { first_samples: 1, first_samples_by_circuits: 1, added_samples: 1, ..Tuning::default() }
}

fn engine(tuning: Tuning) -> SatEngine {
    SatEngine::default().with_encoding(SatEncoding { tuning, ..SatEncoding::default() })
}

#[cfg(feature = "batsat")]
vesc_col_testkit::conformance!(batsat: Strict(SatEngine::with_backend(vesc_col_sat::Batsat)));

#[cfg(feature = "cadical")]
vesc_col_testkit::conformance!(cadical: Strict(SatEngine::with_backend(vesc_col_sat::Cadical)));

//! The suite that every engine passes, on each solver and each way to search. No question of it may be refused.

use vesc_col_sat::{Encoding, Lowering, SatEngine};
use vesc_col_testkit::Strict;

vesc_col_testkit::conformance!(Strict(SatEngine::default()));

vesc_col_testkit::conformance!(
    by_circuits:
    Strict(SatEngine::default().with_encoding(Encoding { lowering: Lowering::Circuits, ..Encoding::default() }))
);

#[cfg(feature = "batsat")]
vesc_col_testkit::conformance!(batsat: Strict(SatEngine::with_backend(vesc_col_sat::Batsat)));

#[cfg(feature = "cadical")]
vesc_col_testkit::conformance!(cadical: Strict(SatEngine::with_backend(vesc_col_sat::Cadical)));

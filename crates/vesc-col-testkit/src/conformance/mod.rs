//! The checks behind [`conformance!`](crate::conformance!), each to be called alone as well.
//!
//! Every function takes an engine, asks it many questions, and panics at the first wrong answer. The message has the
//! data, the sub-space, the question, what was expected and what was got.

mod declared;
mod large;
mod noisy;
mod opaque;
mod parts;
mod random;
mod refusal;
mod relations;
mod small;
mod stopping;

pub use declared::declared_inputs_are_respected_or_refused;
pub use large::{hidden_targets_are_found, wide_data_is_measured_exactly};
pub use noisy::noisy_data_are_measured_or_refused;
pub use opaque::opaque_sub_spaces_are_measured_or_refused;
pub use parts::{parts_add_up, parts_of_add_up};
pub use random::random_data_is_measured_exactly;
pub use refusal::other_questions_are_refused;
pub use relations::equal_data_have_equal_answers;
pub use small::{bounds_and_listing_limits_are_kept, every_small_data_set, every_small_data_set_in_full};
pub use stopping::{cancelled_runs_tell_the_truth, endless_questions_can_be_stopped, limited_runs_tell_the_truth};

/// Puts the conformance suite of an engine into a test file, in one line.
///
/// The argument is an expression that makes the engine. It expands to a module of fourteen tests, and one
/// that is ignored because it takes minutes. With a name before it, a file can hold the suites of several engines.
///
/// ```
/// # // The tests are compiled but not run here.
/// vesc_col_testkit::conformance!(vesc_col_testkit::OracleEngine);
/// vesc_col_testkit::conformance!(brute: vesc_col_testkit::BruteEngine::default());
/// ```
#[macro_export]
macro_rules! conformance {
    ($engine:expr $(,)?) => {
        $crate::conformance!(conformance: $engine);
    };
    ($name:ident: $engine:expr $(,)?) => {
        $crate::conformance!(@tests $name, $engine;
            every_small_data_set,
            bounds_and_listing_limits_are_kept,
            random_data_is_measured_exactly,
            hidden_targets_are_found,
            wide_data_is_measured_exactly,
            equal_data_have_equal_answers,
            opaque_sub_spaces_are_measured_or_refused,
            parts_add_up,
            noisy_data_are_measured_or_refused,
            declared_inputs_are_respected_or_refused,
            other_questions_are_refused,
            cancelled_runs_tell_the_truth,
            limited_runs_tell_the_truth,
            endless_questions_can_be_stopped,
        );
    };
    (@tests $name:ident, $engine:expr; $($check:ident,)*) => {
        #[cfg(test)]
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            $(
                #[test]
                fn $check() {
                    $crate::conformance::$check(&$engine);
                }
            )*

            #[test]
            #[ignore = "takes minutes"]
            fn every_small_data_set_in_full() {
                $crate::conformance::every_small_data_set_in_full(&$engine);
            }
        }
    };
}

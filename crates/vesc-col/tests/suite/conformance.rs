//! The portfolio is an engine like any other: it passes the same suite.

use vesc_col::Portfolio;
use vesc_col_testkit::Strict;

vesc_col_testkit::conformance!(Strict(Portfolio::default()));

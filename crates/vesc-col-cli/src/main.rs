//! The binary `vesc-col`; everything is in the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    vesc_col_cli::run(std::env::args_os())
}

//! The arguments of the command line.

use vesc_col_cli::fuzzing::parse_arguments;

/// Arguments in lines are taken, or refused in one line.
pub(crate) fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let args = ["vesc-col"].into_iter().chain(text.lines()).map(str::to_owned);
    if let Err(message) = parse_arguments(args) {
        assert!(!message.contains('\n'), "more than one line: {message}");
    }
}

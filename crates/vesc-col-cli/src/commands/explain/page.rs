//! What is shown bit by bit.

use crate::error::CliError;
use crate::limits::Running;
use crate::output::Output;

/// Text that is shown as soon as it is known, where somebody may be waiting for it: on standard output.
pub(super) struct Page<'a> {
    pub(super) running: &'a Running,
    pub(super) destination: &'a Output,
    pub(super) is_text: bool,
    /// What was not shown yet.
    text: String,
}

impl<'a> Page<'a> {
    /// An empty page; JSON is not shown before it is whole.
    pub(super) fn new(destination: &'a Output, running: &'a Running, is_text: bool) -> Page<'a> {
        Page { running, destination, is_text, text: String::new() }
    }

    /// Adds some lines.
    pub(super) fn add(&mut self, lines: &str) -> Result<(), CliError> {
        self.text += lines;
        if !self.is_text || !self.destination.is_stdout() {
            return Ok(());
        }
        let text = std::mem::take(&mut self.text);
        self.running.beside_progress(|| self.destination.write(&text))
    }

    /// What was not shown yet.
    pub(super) fn rest(self) -> String {
        self.text
    }
}

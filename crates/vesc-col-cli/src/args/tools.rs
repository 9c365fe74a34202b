//! The arguments of the commands that serve a shell: `completions` and `man`.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

pub(super) const COMPLETIONS: &str = "\
Examples:
  vesc-col completions bash > ~/.local/share/bash-completion/completions/vesc-col
  vesc-col completions zsh > ~/.zfunc/_vesc-col
  vesc-col completions fish > ~/.config/fish/completions/vesc-col.fish";

pub(super) const MAN: &str = "\
Examples:
  vesc-col man ~/.local/share/man/man1
  man vesc-col-learn";

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// The directory for the pages, one for each command. It is made if it is not there.
    #[arg(value_name = "DIR")]
    pub(crate) directory: PathBuf,
}

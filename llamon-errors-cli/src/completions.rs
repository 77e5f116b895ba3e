//! `llamon-errors completions`.
//!
//! Comes in: the name of a shell. Goes out: what makes it complete the words of this command.

use std::io::{self, Write};

use clap::CommandFactory as _;
use clap_complete::{Shell, generate};

use crate::Status;
use crate::args::Args;

/// Print completions for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  llamon-errors completions bash > ~/.local/share/bash-completion/completions/llamon-errors
  llamon-errors completions zsh > ~/.zfunc/_llamon-errors
  llamon-errors completions fish > ~/.config/fish/completions/llamon-errors.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) fn run(args: &CompletionsArgs, out: &mut impl Write) -> io::Result<Status> {
    // Not straight to `out`: the generator panics where a pipe is closed.
    let mut script = Vec::new();
    generate(args.shell, &mut Args::command(), "llamon-errors", &mut script);
    out.write_all(&script)?;
    Ok(Status::Clean)
}

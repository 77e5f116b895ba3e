//! The `llamon-errors` command, as `llamon-errors` and as `cargo llamon-errors`.
//!
//! Comes in: words of a command line. Goes out: the answer on standard output, what is in its way on standard error, an exit status.
//! Not done here: any rule or format; the engine has them all. This is no interface for other crates.
//!
//! Exit status of every command: 0 clean, 1 findings, 2 usage or I/O. A closed pipe is no error: nobody reads what is written then, and the
//! status tells all the same what was found.

mod args;
mod check;
mod completions;
mod diff;
mod docs;
mod expand;
mod explain;
mod export;
mod files;
mod git;
mod import;
mod next;
mod schema;
mod terminal;

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Parser as _;

use crate::args::{Args, Command};
use crate::terminal::{Heard, stderr};

/// What a command came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    Clean,
    Findings,
    Trouble,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        match status {
            Status::Clean => Self::SUCCESS,
            Status::Findings => Self::from(1),
            Status::Trouble => Self::from(2),
        }
    }
}

/// Runs one command line, whose first word is the program, and gives its exit status. For the two binaries of this package.
pub fn run(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args = Args::parse_from(words);
    let mut out = Heard(io::stdout().lock());
    let status = match args.command {
        Command::Check(check) => check::run(&check, &mut out),
        Command::Completions(completions) => completions::run(&completions, &mut out),
        Command::Diff(diff) => diff::run(&diff, &mut out),
        Command::Docs(docs) => docs::run(&docs, &mut out),
        Command::Expand(expand) => expand::run(&expand, &mut out),
        Command::Explain(explain) => explain::run(&explain, &mut out),
        Command::Export(export) => export::run(&export, &mut out),
        Command::Import(import) => import::run(&import, &mut out),
        Command::Next(next) => next::run(&next, &mut out),
        Command::Schema(_) => schema::run(&mut out),
    };
    let status = status.and_then(|status| out.flush().map(|()| status));
    match status {
        Ok(status) => status.into(),
        Err(error) => {
            // Nobody is left to tell when standard error is gone too.
            let _ = writeln!(stderr(), "error: {error}");
            Status::Trouble.into()
        }
    }
}

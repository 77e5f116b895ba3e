//! The `llamon-errors` command.
//!
//! Comes in: words of a command line. Goes out: text on standard output, an exit status. Not done here: any rule or format; the
//! engine has them all.
//!
//! Exit status of every command: 0 clean, 1 findings, 2 usage or I/O. A closed pipe is no error.

mod args;
mod check;
mod docs;
mod explain;
mod export;
mod files;
mod schema;
mod sound;

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Parser as _;

use crate::args::{Args, Command};

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

fn main() -> ExitCode {
    let args = Args::parse();
    let mut out = io::stdout().lock();
    let status = match args.command {
        Command::Check(check) => check::run(&check, &mut out),
        Command::Docs(docs) => docs::run(&docs, &mut out),
        Command::Explain(explain) => explain::run(&explain, &mut out),
        Command::Export(export) => export::run(&export, &mut out),
        Command::Schema(_) => schema::run(&mut out),
    };
    let status = status.and_then(|status| out.flush().map(|()| status));
    match status {
        Ok(status) => status.into(),
        // Whoever reads has seen enough: `llamon-errors check catalogs | head -1`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            // Nobody is left to tell when standard error is gone too.
            let _ = writeln!(io::stderr(), "error: cannot write the answer: {error}");
            Status::Trouble.into()
        }
    }
}

//! `llamon-errors check`.
//!
//! Comes in: paths and a form. Goes out: the engine's report on the files that they mean. Not done here: any rule, any form.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::ValueEnum;
use llamon_errors_catalog::check;
use llamon_errors_catalog::emit::Findings;
use llamon_errors_catalog::emit::github::github;
use llamon_errors_catalog::emit::human::{Amount, human};
use llamon_errors_catalog::emit::json::json;
use llamon_errors_catalog::emit::sarif::sarif;

use crate::Status;
use crate::files::read_all;
use crate::terminal::{stderr, style};

/// Check catalogs: every fault of every file, with its place and what to write instead
///
/// Exit status: 0 clean, 1 findings, 2 usage or unreadable files. Warnings alone leave it at 0, unless they are denied.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  llamon-errors check catalogs
  llamon-errors check catalogs --deny warnings --format github
  llamon-errors check catalogs --format sarif > findings.sarif")]
pub(crate) struct CheckArgs {
    /// Catalog files, and folders in which to look for `*.toml`; what is hidden, `target` and links are passed over
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// How to say what was found
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(crate) format: Format,
    /// What makes the check fail as errors do
    #[arg(long, value_enum)]
    pub(crate) deny: Option<Deny>,
    /// Draw every warning; without it the first five of a rule in a file
    #[arg(long)]
    pub(crate) all: bool,
}

/// The forms of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Pictures of the places, for people
    Human,
    /// The `VALIDATION_ERROR` response, for programs
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Workflow commands of GitHub Actions
    Github,
}

/// What can be denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Deny {
    /// Advice
    Warnings,
}

pub(crate) fn run(args: &CheckArgs, out: &mut impl Write) -> io::Result<Status> {
    let (mut all, mut unreadable) = (Vec::new(), Vec::new());
    for file in read_all(&args.paths) {
        match file.bytes {
            Ok(bytes) => all.push(check(&file.shown, &bytes)),
            Err(error) => {
                writeln!(stderr(), "error: cannot read `{}`: {error}", file.shown)?;
                unreadable.push(file.shown);
            }
        }
    }
    let mut findings = Findings::new(all);
    findings.unreadable = unreadable;
    findings.deny_warnings = args.deny == Some(Deny::Warnings);
    let report = match args.format {
        Format::Human => human(&findings, style(&io::stdout()), if args.all { Amount::All } else { Amount::Capped }),
        Format::Json => json(&findings),
        Format::Sarif => sarif(&findings),
        Format::Github => github(&findings),
    };
    out.write_all(report.as_bytes())?;
    Ok(if !findings.unreadable.is_empty() {
        Status::Trouble
    } else if findings.fails() {
        Status::Findings
    } else {
        Status::Clean
    })
}

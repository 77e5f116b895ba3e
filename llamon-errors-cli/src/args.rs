//! The words of the command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

use crate::docs::DocsArgs;
use crate::export::ExportArgs;
use crate::schema::SchemaArgs;

/// Checks TOML catalogs of domain errors.
#[derive(Debug, Parser)]
#[command(name = "llamon-errors", version, about, arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(CheckArgs),
    Docs(DocsArgs),
    Explain(ExplainArgs),
    Export(ExportArgs),
    Schema(SchemaArgs),
}

/// Check catalogs: every fault of every file, with its place and what to write instead
///
/// Exit status: 0 clean, 1 findings, 2 usage or unreadable files. Warnings alone leave it at 0, unless they are denied.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  llamon-errors check catalogs
  llamon-errors check catalogs --deny warnings --format github")]
pub(crate) struct CheckArgs {
    /// Catalog files, and folders in which to look for `*.toml`
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

/// Explain a rule: what is wrong, a failing and a mended example, and why the rule exists
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  llamon-errors explain LE0103
  llamon-errors explain --list")]
pub(crate) struct ExplainArgs {
    /// The id of a rule, as it stands behind `error` or at the end of a message
    pub(crate) rule: Option<String>,
    /// List every rule
    #[arg(long, conflicts_with = "rule")]
    pub(crate) list: bool,
}

//! The words of the command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

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
}

/// Check catalogs: every fault of every file, with its place and what to write instead
///
/// Exit status: 0 clean, 1 findings, 2 usage or unreadable files.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  llamon-errors check catalogs\n  llamon-errors check catalogs/documents.toml")]
pub(crate) struct CheckArgs {
    /// Catalog files, and folders in which to look for `*.toml`
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
}

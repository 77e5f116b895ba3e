//! The words of the command line: one variant a command; its own words stand beside the command.

use clap::{Parser, Subcommand};

use crate::check::CheckArgs;
use crate::completions::CompletionsArgs;
use crate::diff::DiffArgs;
use crate::docs::DocsArgs;
use crate::expand::ExpandArgs;
use crate::explain::ExplainArgs;
use crate::export::ExportArgs;
use crate::import::ImportArgs;
use crate::next::NextArgs;
use crate::schema::SchemaArgs;

/// The whole command line; its one line of description is the package's.
#[derive(Debug, Parser)]
#[command(name = "llamon-errors", version, about = env!("CARGO_PKG_DESCRIPTION"), arg_required_else_help = true, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "Examples:
  llamon-errors check catalogs
  llamon-errors explain DOC_005
  llamon-errors diff --git v1.4.0 catalogs

Exit status of every command: 0 clean, 1 findings, 2 usage or unreadable files.
`cargo llamon-errors` is the same command.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(CheckArgs),
    Completions(CompletionsArgs),
    Diff(DiffArgs),
    Docs(DocsArgs),
    Expand(ExpandArgs),
    Explain(ExplainArgs),
    Export(ExportArgs),
    Import(ImportArgs),
    Next(NextArgs),
    Schema(SchemaArgs),
}

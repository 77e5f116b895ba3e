//! `llamon-errors export`.
//!
//! Comes in: paths and a form. Goes out: the engine's text of the catalogs in that form. Not done here: any form.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::ValueEnum;
use llamon_errors_catalog::Catalog;
use llamon_errors_catalog::emit::{data_schema, export, python, typescript};

use crate::Status;
use crate::files::catalogs;

/// Catalogs in other languages: JSON, Python, TypeScript, JSON Schema
///
/// The same catalogs give the same bytes. Nothing is exported while a catalog has an error.
///
/// Exit status: 0 exported, 1 a catalog has errors, 2 usage or unreadable files.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  llamon-errors export --format json catalogs > catalogs.json
  llamon-errors export --format python catalogs/documents.toml > document_errors.py
  llamon-errors export --format typescript catalogs > errors.ts
  llamon-errors export --format json-schema catalogs > errors.schema.json")]
pub(crate) struct ExportArgs {
    /// Catalog files, and folders in which to look for `*.toml`
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// What to write
    #[arg(long, value_enum)]
    format: Form,
}

/// The forms of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// All that the catalogs say, for programs and for `import`
    Json,
    /// A module of `DomainErrorSpec`s for the llamon SDK
    Python,
    /// Types of the codes and of their data, and a type guard
    Typescript,
    /// JSON Schema (2020-12) of the data part of a failed task, by code
    JsonSchema,
}

pub(crate) fn run(args: &ExportArgs, out: &mut impl Write) -> io::Result<Status> {
    let found = catalogs(&args.paths)?;
    if let Some(status) = found.stopped()? {
        return Ok(status);
    }
    let catalogs: Vec<&Catalog> = found.all.iter().map(|checked| &checked.catalog).collect();
    let text = match args.format {
        Form::Json => export::export(&catalogs),
        Form::Python => python::python(&catalogs),
        Form::Typescript => typescript::typescript(&catalogs),
        Form::JsonSchema => data_schema::data_schema(&catalogs),
    };
    out.write_all(text.as_bytes())?;
    Ok(Status::Clean)
}

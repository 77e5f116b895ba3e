//! `llamon-errors schema`.
//!
//! Goes out: the engine's JSON Schema of the catalog format.

use std::io::{self, Write};

use llamon_errors_catalog::emit::schema::schema;

use crate::Status;

/// The JSON Schema of catalogs, for editors: completion, descriptions, and faults while you type
///
/// Write it to a file, and `#:schema FILE` as the first line of a catalog.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  llamon-errors schema
  llamon-errors schema > catalogs/catalog.schema.json")]
pub(crate) struct SchemaArgs {}

pub(crate) fn run(out: &mut impl Write) -> io::Result<Status> {
    out.write_all(schema().as_bytes())?;
    Ok(Status::Clean)
}
